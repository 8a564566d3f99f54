// The world of a browser's page under Node, for a simulated table: what comes in are orders, a line each, what goes out is
// what the parts do, each line with its moment. Time passes as far as it is granted; a part takes none of it.
import { createHash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { load_firmware } from "../../web/static/tablet/firmware.js";
import { Clock, stop_wall_clock } from "./clock.mjs";
import { open_flash, tear_next_line } from "./flash.mjs";

const WASM = fileURLToPath(new URL("../../web/static/micropython/micropython.wasm", import.meta.url));
// After so many passes over the tasks Node may collect what is left of them.
const PASSES = 500;
const ROOM = 4096;

const orders = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const settings = JSON.parse((await orders.next()).value);
const clock = new Clock();
let told = "";
let ended = false;
let flash;
let firmware;

// ---------------------------------------------------------------- what goes out

function tell(kind, ...words) {
  told += `${[kind, Math.floor(clock.now), ...words].join(" ")}\n`;
  if (told.length > ROOM) send();
}

function send() {
  process.stdout.write(told);
  told = "";
}

// Nothing of the firmware runs any more, not even its clean-up.
function end(why) {
  if (ended) return;
  ended = true;
  tell("end", why);
  send();
}

function die(error) {
  if (!ended) console.error(String(error.stack ?? error));
  end("died");
}

// ---------------------------------------------------------------- the world of the firmware

// The changes until the power goes, 0 for never.
let operations = 0;
let torn = false;

// Store a line, and return whether the device may go on: what is not stored must have no effect.
function store(line) {
  if (ended) return false;
  const last = operations === 1;
  if (last && torn) tear_next_line();
  if (operations) operations--;
  try {
    flash.append(line);
  } catch (error) {
    if (!last) die(error);
  }
  if (last) end("cut");
  return !ended;
}

// The dice of a seed are those of the simulated world (firmware/sim/os.py).
let drawn = 0;

function random(count) {
  if (!settings.seed) return randomBytes(count).toString("hex");
  let hex = "";
  while (hex.length < 2 * count) hex += createHash("sha256").update(`${settings.seed} ${++drawn}`).digest("hex");
  return hex.slice(0, 2 * count);
}

const FACTS = { world: "node", storage: "files", persisted: true };

globalThis.world = {
  is_cable: true,
  say(text) {
    if (ended) return;
    // A traceback has several lines.
    const [kind, ...words] = text.trimEnd().replaceAll("\n", ";").split(" ");
    if (kind === "end") end(words[0]);
    else tell(kind, ...words);
  },
  store,
  random,
  words: (language) => {
    try {
      return readFileSync(join(dirname(settings.image), `words.${language}.bin`), "base64");
    } catch {
      return "";
    }
  },
  fact: (name) => FACTS[name] ?? "unknown",
  waiting: () => firmware.waiting(),
  wake_after: (ms) => clock.wake_after(ms),
  watch: (ms) => clock.watch(ms),
  feed: () => clock.feed(),
};

// ---------------------------------------------------------------- time, and what comes in

async function run(us) {
  clock.granted += us;
  for (let passes = 1; !ended && clock.next() <= clock.granted; passes++) {
    const why = clock.go_on();
    if (why) end(why);
    else firmware.run_tasks();
    if (passes % PASSES === 0) await new Promise(setImmediate);
  }
  clock.now = Math.max(clock.now, clock.granted);
}

function pause() {
  tell("ok", clock.watchdog_left());
  send();
}

const ORDERS = {
  async run(us) {
    await run(Number(us));
    if (!ended) pause();
  },
  usb: (hex) => firmware.receive(Buffer.from(hex, "hex").toString("latin1")),
  cut(count, is_torn) {
    operations = Number(count);
    torn = is_torn === "1";
  },
  cut_in: (us) => (clock.cut = clock.now + Number(us)),
};

async function carry_out(line) {
  const [name, ...words] = line.split(" ");
  try {
    if (Object.hasOwn(ORDERS, name)) await ORDERS[name](...words);
    else firmware.order(line);
  } catch (error) {
    // A device that has stopped ends its tasks by an error that none of them handles.
    die(error);
  }
}

// ---------------------------------------------------------------- the start

const breadboard = (expander) => `
wiring = sys.modules["wiring"] = __import__("breadboard_wiring")
for wired in wiring.SEATS: wired["chips"][0]["part"] = "${expander}"`;

async function begin() {
  stop_wall_clock(clock, settings.ticks);
  flash = open_flash(settings.flash);
  firmware = await load_firmware({
    url: WASM,
    image: readFileSync(settings.image),
    line_out: (line) => tell("usb", Buffer.from(line, "latin1").toString("hex")),
    error: console.error,
    before: settings.expander ? breadboard(settings.expander) : "",
  });
  flash.files.number = settings.id;
  firmware.begin(flash.files, settings.started_by, "");
  settings.boxes.forEach(({ plugged }, seat) => plugged || firmware.order(`box ${seat} 0`));
  pause();
}

await begin().catch(die);
for await (const line of orders) if (!ended) await carry_out(line);
