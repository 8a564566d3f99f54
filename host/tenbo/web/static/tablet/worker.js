// One whole device in a worker: the firmware under MicroPython, its parts, and the storage under its flash.
import { Display } from "./displays.js";
import { Outbox } from "./outbox.js";
import { as_file, from_file } from "./files.js";
import { load_firmware } from "./firmware.js";
import { PressQueue } from "./press_queue.js";
import { Refused, Service, state, view } from "./service.js";
import { InUse, open_storage } from "./storage.js";

const WASM = new URL("../micropython/micropython.wasm", import.meta.url).href;
const FIRMWARE = new URL("../micropython/firmware.img", import.meta.url).href;
const WORDS = (language) => new URL(`../micropython/words.${language}.bin`, import.meta.url).href;
// The table stands still while the words of a language come: without them it goes on in English.
const WORDS_MS = 2000;
// At rest the firmware looks at its parts so often, not each 10 ms: a key or a line wakes it at once. It is at rest when no
// key is held and for so long none has moved, no change but that of the session's clock was stored, and neither lamp nor
// tone has changed. What it does by itself may then come so much later.
const REST_MS = 150;
const ACTIVE_MS = 1000;
const EACH_SECOND = "page clock ";
// How often the watchdog looks.
const TICK_S = 1;
// A picture comes page by page: the views are asked when the last of them may have come, and at rest they come together.
const VIEWS_MS = 25;

const displays = [0, 1, 2, 3].map(() => new Display());
const outbox = new Outbox();
const show = (message) => outbox.post(message);
let storage;
// What only the page can know: whether its storage is kept for good, and the battery in per cent.
let facts = {};
// Whether the device plays, whether it has stopped, and whether the page knows it.
let began = false;
let ended = false;
let finished = false;

// ---------------------------------------------------------------- what is stored, and the end

// Store a line, and return whether the device may go on: what is not stored must have no effect.
function store(line) {
  if (ended) return false;
  if (!line.startsWith(EACH_SECOND)) active = performance.now();
  try {
    const writing = storage.append(line);
    if (writing) outbox.hold_until(writing).catch(storing_failed);
    return true;
  } catch (error) {
    storing_failed(error);
    return false;
  }
}

// Nothing that was held back will ever show: the page says why, and the device stands still.
function storing_failed(error) {
  const kind = error instanceof InUse ? "in_use" : !began ? "not_started" : error.name === "QuotaExceededError" ? "full" : "not_stored";
  finish(kind, error);
}

// The device has stopped; its last line is stored before the page may start it again.
async function end(why) {
  if (ended) return;
  ended = true;
  try {
    await storage.close();
    finish(why);
  } catch (error) {
    storing_failed(error);
  }
}

// A device that has stopped ends its tasks by an error that none of them handles; any other such error is a fault.
globalThis.onerror = (message) => {
  if (ended) return true;
  if (began) {
    show({ fault: String(message) });
    end("reset");
  } else storing_failed(new Error(message));
  return true;
};

// Say the end once, by its first reason.
function finish(kind, error) {
  ended = true;
  if (!finished) postMessage({ ended: kind, why: error && String(error.message || error) });
  finished = true;
}

// ---------------------------------------------------------------- what the parts tell

const from_hex = (text) => Uint8Array.from({ length: text.length / 2 }, (_, at) => parseInt(text.slice(2 * at, 2 * at + 2), 16));
const as_hex = (text) => Array.from(text, (letter) => letter.charCodeAt(0).toString(16).padStart(2, "0")).join("");

let part = "";
const dirty = new Set();

function changed(seat) {
  if (!dirty.size) setTimeout(draw, 0);
  dirty.add(seat);
}

function draw() {
  if (began && !views_asked) views_asked = setTimeout(ask_views, VIEWS_MS);
  if (!views_asked || !rests()) show_pictures();
}

function show_pictures() {
  for (const seat of dirty) show({ picture: seat, pixels: displays[seat].picture(), contrast: displays[seat].contrast });
  dirty.clear();
}

// What the displays say, once for the pages of one picture.
let views_asked;

function ask_views() {
  views_asked = undefined;
  show_pictures();
  give("views");
}

const TOLD = {
  part: (_, hex) => (part += hex),
  display(seat, hex) {
    displays[seat].receive(from_hex(part + hex));
    part = "";
    changed(Number(seat));
  },
  reset(seat, high) {
    displays[seat].reset_line(high === "1");
    changed(Number(seat));
  },
  supply(seat, on) {
    displays[seat].supply(on === "1");
    changed(Number(seat));
    if (on === "0") for (const name of ["LAMP", "BUTTON_LIGHT"]) show({ lamp: Number(seat), name, on: false });
  },
  lamp: (seat, name, on) => show({ lamp: Number(seat), name, on: on === "1" }),
  tone: (hertz) => show({ tone: Number(hertz) }),
  pixels: (hex) => show({ marker: from_hex(hex.replace("-", "")) }),
  views: (...words) => show({ views: JSON.parse(words.join(" ")) }),
  uart: (hex) => service?.receive(String.fromCharCode(...from_hex(hex))),
  fault: (...words) => show({ fault: words.join(" ") }),
  end: (why) => end(why),
};

const LIVELY = ["lamp", "tone"];

// ---------------------------------------------------------------- the watchdog

let patience = Infinity;
let missed = 0;

// It counts the turns of this worker, so that a page that was frozen is not late.
setInterval(() => {
  missed += TICK_S;
  if (missed * 1000 > patience) end("watchdog");
}, TICK_S * 1000);

// ---------------------------------------------------------------- the world of the firmware

let firmware;

// The one timer of the firmware's tasks, and when something last happened.
let waking;
let active = 0;

function run_tasks() {
  firmware.run_tasks();
  presses.count_look();
}

const rests = () => !held.size && performance.now() - active > ACTIVE_MS;

function wake_after(ms) {
  wake_in(rests() ? Math.max(ms, REST_MS) : ms);
}

function wake_in(ms) {
  clearTimeout(waking);
  waking = setTimeout(run_tasks, ms);
}

globalThis.world = {
  say(text) {
    const [kind, ...words] = text.split(" ");
    if (LIVELY.includes(kind)) active = performance.now();
    if (!ended) TOLD[kind]?.(...words);
  },
  store,
  // What a host that asks for the table's health learns of this world.
  fact: (name) => ({ world: "browser", storage: storage.kind, ...facts })[name] ?? "unknown",
  words: fetched_words,
  // What stands for the cable here is a line over a network.
  is_cable: false,
  random: (count) => Array.from(crypto.getRandomValues(new Uint8Array(count)), (byte) => byte.toString(16).padStart(2, "0")).join(""),
  waiting: () => firmware.waiting(),
  wake_after,
  watch: (ms) => (patience = ms + 1000),
  feed: () => (missed = 0),
};

// ---------------------------------------------------------------- keys

const held = new Set();
const presses = new PressQueue(move);

// The firmware looks at once at a key that has moved.
function move(key, down) {
  held[down ? "add" : "delete"](key);
  give(`${key.startsWith("table") ? "button" : "key"} ${key.replace("table ", "")} ${down ? 1 : 0}`);
  active = performance.now();
  if (!ended) wake_in(0);
}

function give(words) {
  if (ended) return;
  try {
    firmware.order(words);
  } catch (error) {
    show({ fault: `${words}: ${error.message}` });
  }
}

function receive(line) {
  firmware?.receive(line);
  if (began && !ended) wake_in(0);
}

// ---------------------------------------------------------------- the start

let service;

async function begin({ rules, started_by, language }) {
  const opening = open_storage();
  // Awaited below: until then its failure is no error that nothing handles.
  opening.catch(() => undefined);
  const image = await fetched(FIRMWARE);
  firmware = await load_firmware({ url: WASM, image, line_out: (line) => show({ line }), error: console.warn });
  storage = await opening;
  const { files } = storage;
  const first = !files.number;
  if (first) {
    files.number = world.random(8);
    await storage.append(`number ${files.number}`);
  }
  postMessage({ world: { storage: storage.kind, number: files.number } });
  firmware.begin(files, started_by, first ? language : "");
  began = true;
  service = new Service(
    (text) => {
      give(`uart ${as_hex(text)}`);
      if (!ended) wake_in(0);
    },
    (number, line) => show({ event: number, line }),
  );
  await begin_game(rules);
}

async function fetched(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.arrayBuffer();
}

// The firmware opens a file and cannot wait for it in any other way. Nothing comes where no network and no copy is.
function fetched_words(language) {
  const asked = new XMLHttpRequest();
  try {
    asked.open("GET", WORDS(language), false);
    asked.responseType = "arraybuffer";
    asked.timeout = WORDS_MS;
    asked.send();
    return asked.status === 200 ? btoa(String.fromCharCode(...new Uint8Array(asked.response))) : "";
  } catch {
    return "";
  }
}

// A game is ready at the first start, and whenever a book is named and none is being played.
async function begin_game(rules) {
  const now = await state(service).catch(() => undefined);
  if (now && (now.phase !== "over" || !rules)) return;
  await service.ask("do", "start", 4, rules || "ema-2025");
  // No desk has begun it.
  give("unnoted");
}

// Take the games of a file in place of those that are kept, and begin again with them.
async function replace(text) {
  const files = from_file(text);
  if (!files) throw new Refused("bad_file", "file", "this file holds no table");
  // The device writes nothing more, or it would be among those of the file.
  ended = true;
  try {
    await storage.replace(files);
    await storage.close();
    setTimeout(() => finish("reset"));
  } catch (error) {
    storing_failed(error);
  }
}

// What this page does itself, no seat has to read.
async function name(seat, text) {
  await service.ask("do", "name", 4, seat, text);
  give("unnoted");
}

const ASKED = {
  name,
  file: () => as_file(storage.files),
  replace,
  view: (seat) => view(service, seat),
  state: () => state(service),
  ask: (...words) => service.ask(...words),
};

async function answer({ id, words: [name, ...fields] }) {
  try {
    show({ id, value: await ASKED[name](...fields) });
  } catch (error) {
    show({ id, refused: { code: error instanceof Refused ? error.code : "our_mistake", message: error.message, at: error.at ?? "" } });
  }
}

globalThis.onmessage = ({ data }) => {
  if (data.begin) {
    begin(data.begin).catch((error) => {
      if (error instanceof Refused) show({ refused: { code: error.code, message: error.message } });
      else storing_failed(error);
    });
  } else if (data.key && began) presses.add(`${data.key[0]} ${data.key[1]}`, data.key[2]);
  else if (data.facts) facts = data.facts;
  else if (data.line) receive(data.line);
  else if (data.id !== undefined) answer(data);
};
