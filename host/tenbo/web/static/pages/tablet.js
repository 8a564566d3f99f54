// A table in a browser: one whole device, its displays and keys on the page (`/tablet?seats=0123&rules=ID`).
import { say } from "../words.js";
import { keep_awake, watch_sleep, would_stay_on } from "../tablet/awake.js";
import { open_dialog } from "../tablet/dialog.js";
import { fact_lines, starting_lines, storage_use, watch_battery } from "../tablet/facts.js";
import { Face } from "../tablet/face.js";
import { Guard } from "../tablet/guard.js";
import { HallLine } from "../tablet/hall.js";
import { listen } from "../tablet/keys.js";
import { Sound } from "../tablet/sound.js";
import { Start } from "../tablet/start.js";
import { Table } from "../tablet/table.js";

const query = new URLSearchParams(location.search);
const wanted = [...new Set(query.get("seats") ?? "0123")].map(Number).filter((seat) => seat >= 0 && seat < 4);
const seats = wanted.length ? wanted : [0, 1, 2, 3];

const root = document.querySelector("main");
const face = new Face(root, seats, all_agree);
const sound = new Sound();

const ENDS = {
  in_use: () => say("This table is open in another tab. Use that tab, or close it and reload this page."),
  full: () => say("This browser has no more room for the game: the last entries may not have been stored. Free some space on this device, and reload the page."),
  not_stored: () => say("This browser no longer stores the game: the last entries may not have been stored. Reload the page."),
  not_started: (why) => (why ? say("The table could not be started (cause: {}). Reload the page.", why) : say("The table could not be started. Reload the page.")),
  restarts: (why) => say("The table keeps failing (last fault: {}). Reload the page.", RESTARTS[why]?.() ?? why),
};
// How a device has ended that told no fault before.
const RESTARTS = { reset: () => say("restarted by itself"), watchdog: () => say("stopped responding") };

let hall;

const table = new Table(
  {
    views: said,
    picture: (seat, shown) => face.picture(seat, shown),
    lamp: (seat, lamp) => face.lamp(seat, lamp),
    marker: (bytes) => face.marker(bytes),
    tone: (hertz) => sound.tone(hertz),
    line: (line) => hall?.send(line),
    fault: (sentence) => console.error(sentence),
    refused: ({ message }) => face.note("refused", message),
    world: opened,
    dice: (thrown) => face.dice(thrown),
    dark() {
      face.dark();
      sound.tone(0);
    },
    restarts: () => hall?.restart(),
    ended(kind, why) {
      console.error(`${kind}: ${why}`);
      face.stop(ENDS[kind](why));
    },
  },
  query.get("rules") ?? "",
);

// What may happen to the games is said before the first one is played.
async function opened({ storage, persisted }) {
  face.note("storage", storage === "none" ? say("Games are lost when this page is closed.") : persisted ? "" : say("not permanent"), storage !== "none");
  stays_on = await would_stay_on();
  tell_start();
  const full = say("Storage is almost full: save the games as a file, and free some space.");
  face.note("full", (await storage_use())?.almost_full ? full : "");
}

let battery;
watch_battery((percent) => table.tell({ battery: percent })).then((watched) => (battery = watched));

// Browsers that can install the page say so once.
let installer;
addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  installer = event;
  tell_start();
});

let phase = "";
let names = [];

function said(views) {
  phase = views.table?.phase ?? "";
  names = views.table?.names ?? [];
  if (phase === "between" && is_first(views.table)) start.show();
  else if (phase) start.close();
  face.show(views);
}

// ---------------------------------------------------------------- before the first hand

const is_first = ({ round, hand, honba }) => round === "E" && hand === 1 && honba === 0;

const start = new Start(root, {
  async start() {
    begin();
    const turns = touches && !(await fill_screen());
    // In a hall the desk names the players, or they pick themselves at their seats.
    if (hall || names.some(Boolean)) start.close();
    else start.ask_names(seats.filter((seat) => seat < names.length), turns ? say("Lock the tablet's rotation now") : "");
  },
  install: () => installer.prompt(),
  name: (seat, name) => table.name(seat, name),
});

// Whether the screen will stay on, as the start has said.
let stays_on = false;

function tell_start() {
  start.tell(starting_lines(table.world, stays_on), Boolean(installer));
}

const touches = matchMedia("(pointer: coarse)").matches;

// The whole screen for the table, which then never turns; return whether it stays as it is.
async function fill_screen() {
  try {
    await document.documentElement.requestFullscreen();
    await screen.orientation.lock(screen.orientation.type);
    return true;
  } catch {
    return false;
  }
}

// Those around a device that is handed round have all said yes: each asked seat's OK in turn.
async function all_agree(asked) {
  for (const seat of asked) {
    table.key(String(seat), "OK", true);
    table.key(String(seat), "OK", false);
  }
}

const SLEPT_NOTE_MS = 5000;

watch_sleep((ms) => {
  const seconds = Math.round(ms / 1000);
  face.note("slept", say("Slept for {}. Nothing is lost.", `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`));
  setTimeout(() => face.note("slept", ""), SLEPT_NOTE_MS);
});

const guard = new Guard(root, () => phase === "between");
let touched = false;

// What a browser gives at a touch alone: sound, a screen that stays on, and storage for good.
function begin() {
  sound.wake();
  if (touched) return;
  touched = true;
  keep_awake().then((is_on) => is_on || (start.has_shown && !stays_on) || face.note("awake", say("Set the tablet's screen to stay on: this page cannot do so.")));
  table.persist();
}

listen(
  root,
  (place, name, down) => {
    start.close();
    if (!face.takes(place, name, down)) table.key(place, name, down);
  },
  (place) => {
    begin();
    if (place && place !== "table") face.turn_to(Number(place));
  },
  () => guard.is_locked,
);

document.querySelector("[data-settings]").addEventListener("click", async () => {
  const health = Object.fromEntries((await table.ask("health").catch(() => [])).map(([, , name, value]) => [name, value]));
  open_dialog(await fact_lines(table.world, health, battery), [
    [say("Save the games as a file"), save],
    [say("Load games from a file"), take],
    ...(installer ? [[say("Install"), () => installer.prompt()]] : []),
  ]);
});

async function save() {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([await table.file()], { type: "text/plain" }));
  link.download = `tenbo-table-${new Date().toISOString().slice(0, 10)}.txt`;
  link.click();
  URL.revokeObjectURL(link.href);
}

function take() {
  const input = document.createElement("input");
  input.type = "file";
  input.addEventListener("change", async () => {
    if (!confirm(say("Replace the games on this tablet with those in the file?"))) return;
    const text = await input.files[0].text();
    await table.replace(text).catch(() => alert(say("This is not a Tenbo table file.")));
  });
  input.click();
}

globalThis.tenbo = table;
HallLine.of(table, (name, sentence) => face.note(name, sentence)).then((line) => (hall = table.hall = line));

// The page keeps itself for the next time without a network, where the browser lets it.
const keeper = new URL("../../service-worker.js", import.meta.url);
navigator.serviceWorker?.register(keeper, { scope: document.documentElement.dataset.offline });
