// Tables as they stood some seconds ago: nobody in the hall may learn from a screen in time how another table stands.
import { live } from "../live/live.js";

export class Late {
  // `draw` is called when something has become old enough to be shown.
  constructor(seconds, draw) {
    this.delay_ms = 1000 * seconds;
    this.draw = draw;
    this.taken = new Map();
    this.shown = new Map();
  }

  // Keep how each table stands now, and show it when its time has come. A table that has gone is not shown at once
  // either: it would tell what has just happened.
  take() {
    for (const table of live.tables.values()) {
      if (this.taken.get(table.table) === table) continue;
      this.taken.set(table.table, table);
      if (this.delay_ms) setTimeout(() => this.show(table), this.delay_ms);
      else this.show(table);
    }
    for (const number of this.shown.keys()) {
      if (live.tables.has(number)) continue;
      if (this.delay_ms) setTimeout(() => this.drop(number), this.delay_ms);
      else this.drop(number);
    }
  }

  drop(number) {
    if (live.tables.has(number)) return;
    this.shown.delete(number);
    this.taken.delete(number);
  }

  show(table) {
    this.shown.set(table.table, table);
    if (this.delay_ms) this.draw();
  }
}
