// The hall as it stood some seconds ago: no one in it may learn from a screen in time how another table stands.
import { live } from "../live/live.js";
import { say } from "../words.js";
import { with_full_names } from "./name.js";

// Anyone who mistypes it means a delay all the same. A longer one than a day is no number of seconds, and no clock of a
// browser waits for longer than 24 days.
const LONGEST_S = 86_400;

// The delay that an address wishes, ?delay=30; undefined where it wishes none, and null where no one knows which it means.
export function delay_wished(search) {
  const text = new URLSearchParams(search).get("delay");
  if (text === null) return undefined;
  return /^\d{1,5}$/.test(text.trim()) && Number(text) <= LONGEST_S ? Number(text) : null;
}

export const which_delay = () => say("the delay in the address must be 0 to 86400 seconds, such as ?delay=30");

// A wall and a stream are looked at by everybody, also where the desk's own browser shows them: what is not released is
// not on them, but who sits where.
const for_everybody = (table) => (table.unreleased ? { ...table, names: with_full_names(table.now, table.in_full)?.names, now: undefined, hidden: true } : table);

const play_of = ({ now, names, hidden, unreleased, in_full }) => JSON.stringify([now, names, hidden, unreleased, in_full]);

export class Late {
  // `draw` is called when something has become old enough to be shown.
  constructor(seconds, draw) {
    this.delay_ms = 1000 * seconds;
    this.draw = draw;
    this.taken = new Map();
    // The tables, and by its name all else that was asked for.
    this.shown = new Map();
    this.answers = new Map();
  }

  // Keep how each table stands now, and show it when its time has come. A table that has gone is not shown at once
  // either: it would tell what has just happened.
  take() {
    for (const table of live.tables.values()) {
      const before = this.taken.get(table.table);
      if (before === table) continue;
      this.taken.set(table.table, table);
      // A hall is asked again at every act of the desk: what has not changed is not kept once more for an hour.
      if (this.delay_ms && before && play_of(before) === play_of(table)) continue;
      this.later(() => this.shown.set(table.table, for_everybody(table)));
    }
    for (const number of this.shown.keys()) {
      if (!live.tables.has(number)) this.later(() => this.drop(number));
    }
  }

  drop(number) {
    if (live.tables.has(number)) return;
    this.shown.delete(number);
    this.taken.delete(number);
  }

  // Keep what was just answered, and show it when its time has come.
  keep(name, answer) {
    this.later(() => this.answers.set(name, answer));
  }

  later(show) {
    if (!this.delay_ms) {
      show();
      return;
    }
    setTimeout(() => {
      show();
      this.draw();
    }, this.delay_ms);
  }
}
