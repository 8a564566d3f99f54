// What a page knows of the tablet that it runs on: storage and battery, as lines for a person.
import { say } from "../words.js";

const MB = 1e6;
// From this share on, the storage is called almost full.
const ALMOST_FULL = 0.9;

export async function storage_use() {
  const { usage, quota } = (await navigator.storage?.estimate?.().catch(() => undefined)) ?? {};
  return quota ? { usage, quota, almost_full: usage > quota * ALMOST_FULL } : undefined;
}

// The battery in per cent, now and whenever it changes, where the browser tells.
export async function watch_battery(told) {
  const battery = await navigator.getBattery?.().catch(() => undefined);
  if (!battery) return undefined;
  const tell = () => told(Math.round(battery.level * 100));
  battery.addEventListener("levelchange", tell);
  tell();
  return battery;
}

const KEPT = {
  opfs: () => say("Games are kept in this browser's private files."),
  indexeddb: () => say("Games are kept in this browser's database."),
  none: () => say("Games are lost when this page is closed."),
};

export const DELETED = () => [
  say("This browser may delete the games if this page is not opened for several days."),
  say("Add Tenbo to the home screen, or save the games as a file after the evening."),
];

const may_be_deleted = ({ storage, persisted }) => storage !== "none" && !persisted;

// What a person reads before the first game, each with whether all is well.
export function starting_lines({ storage, persisted }, stays_on) {
  const lost = storage === "none" ? say("Games are lost when this page is closed.") : DELETED().join(" ");
  const kept = storage !== "none" && persisted;
  return [
    [kept, kept ? say("Games are kept on this tablet") : lost],
    [stays_on, stays_on ? say("Screen stays on") : say("Set the tablet's screen to stay on: this page cannot do so.")],
    [true, say("Sound")],
  ];
}

export async function fact_lines(world, health, battery) {
  const used = await storage_use();
  const kept = may_be_deleted(world) ? DELETED().join(" ") : say("The browser keeps the games permanently.");
  const charge = battery && Math.round(battery.level * 100);
  return [
    say("This device runs in a browser: firmware {}, device number {}.", health.firmware ?? "", world.number ?? ""),
    KEPT[world.storage](),
    world.storage !== "none" && kept,
    used && say("Storage: {} of {} MB used", Math.ceil(used.usage / MB), Math.floor(used.quota / MB)),
    battery && (battery.charging ? say("Battery: {}%, charging", charge) : say("Battery: {}%", charge)),
  ].filter(Boolean);
}
