// A table in a browser: one whole device, its displays and keys on the page (`/tablet?seats=0123&rules=ID`).
import { say } from "../words.js";
import { keep_awake } from "../tablet/awake.js";
import { Face } from "../tablet/face.js";
import { listen } from "../tablet/keys.js";
import { Sound } from "../tablet/sound.js";
import { Table } from "../tablet/table.js";

const query = new URLSearchParams(location.search);
const wanted = [...new Set(query.get("seats") ?? "0123")].map(Number).filter((seat) => seat >= 0 && seat < 4);
const seats = wanted.length ? wanted : [0, 1, 2, 3];

const root = document.querySelector("main");
const face = new Face(root, seats);
const sound = new Sound();

const ENDS = {
  in_use: () => say("This table is open in another tab."),
  not_stored: () => say("This browser does not store the game any more: nothing after the last lamp counts. Load the page again."),
};

const table = new Table(
  {
    picture: (seat, shown) => face.picture(seat, shown),
    lamp: (seat, lamp) => face.lamp(seat, lamp),
    marker: (bytes) => face.marker(bytes),
    tone: (hertz) => sound.tone(hertz),
    fault: (sentence) => console.error(sentence),
    refused: ({ message }) => face.note("refused", message),
    world: opened,
    ended(kind, why) {
      console.error(`${kind}: ${why}`);
      face.stop(ENDS[kind]?.() ?? say("The table could not be started: {}", why ?? kind));
    },
  },
  query.get("rules") ?? "",
);

function opened({ storage, persisted }) {
  if (storage === "none") face.note("storage", say("Games are lost with this page."));
  else if (!persisted) face.note("storage", say("This browser may delete games that are not used for some days."));
}

let touched = false;

listen(
  root,
  (place, name, down) => table.key(place, name, down),
  () => {
    sound.wake();
    if (touched) return;
    touched = true;
    keep_awake() || face.note("awake", say("Set the screen to stay on: this page cannot."));
    navigator.storage?.persist?.().then((persisted) => persisted && opened({ ...table.world, persisted }) && face.note("storage"));
  },
);

globalThis.tenbo = table;

// As a folder of static files it keeps itself for the next time without a network.
if ("offline" in document.documentElement.dataset) navigator.serviceWorker?.register("service-worker.js");
