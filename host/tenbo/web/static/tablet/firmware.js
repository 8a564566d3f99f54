// The firmware under MicroPython, in a browser or under Node. The object `world` is there before, and all that it does
// besides goes through the functions that this returns.
import { loadMicroPython } from "../micropython/micropython.mjs";

const HEAP = 2 ** 21;
const MODULES = `import sys; sys.path[:] = ["/rom/page", "/rom/parts", "/rom/lib", "/rom", ".frozen"]`;

// `line_out` gets each line to a host, `error` each line for a programmer; `before` is Python that runs first of all.
export async function load_firmware({ url, image, line_out, error, before = "" }) {
  const line_in = [];
  const python = await loadMicroPython({
    heapsize: HEAP,
    url,
    romfs: new Uint8Array(image),
    stdin: () => line_in.shift() ?? null,
    stdout: by_lines(line_out),
    stderr: by_lines((line) => error(line.trimEnd())),
    linebuffer: false,
  });
  python.runPython(`${MODULES}\n${before}\nimport start`);
  const order = python.pyimport("harness_channel").order;
  return {
    order,
    run_tasks: python.pyimport("asyncio_timers").run,
    waiting: () => line_in.length,
    receive(text) {
      for (const letter of text) line_in.push(letter.charCodeAt(0));
    },
    // Power it with the flash as it was stored.
    begin(files, started_by, language) {
      for (const line of files.lines().filter((one) => !one.startsWith("number"))) order(line);
      python.pyimport("start").begin(files.number, started_by, language);
    },
  };
}

function by_lines(tell) {
  let line = "";
  return ([byte]) => {
    line += String.fromCharCode(byte);
    if (byte !== 10) return;
    tell(line);
    line = "";
  };
}
