// A simulated table's clock: time passes while its tasks sleep, and only as far as it is granted.

// One reading of the clock takes so many microseconds: a loop that only looks at it sees it move.
const READING_US = 5;
// A Pico has no battery: every start is at the beginning of 2021.
const BEGINNING_MS = 1_609_459_200_000;

export class Clock {
  // All in microseconds since this start of the device.
  now = 0;
  granted = 0;
  cut = Infinity;
  #wake = Infinity;
  #watchdog = Infinity;
  #patience = Infinity;

  // Have the tasks run when the millisecond counter has gone on so far.
  wake_after(ms) {
    this.#wake = (Math.floor(this.now / 1000) + ms) * 1000;
  }

  watch(ms) {
    this.#patience = ms * 1000;
    this.feed();
  }

  feed() {
    this.#watchdog = this.now + this.#patience;
  }

  watchdog_left() {
    return this.#patience === Infinity ? -1 : Math.max(0, Math.floor(this.#watchdog - this.now));
  }

  // The moment at which something happens.
  next() {
    return Math.min(this.#wake, this.#watchdog, this.cut);
  }

  // Go on to that moment, and return why the device stops then, or nothing when its tasks are due.
  go_on() {
    this.now = Math.max(this.now, this.next());
    if (this.now >= this.#watchdog) return "watchdog";
    if (this.now >= this.cut) return "cut";
    this.#wake = Infinity;
    return undefined;
  }
}

// Have MicroPython read this clock in place of the computer's; its counter shows `ticks` milliseconds at the start.
export function stop_wall_clock(clock, ticks) {
  let epoch = BEGINNING_MS - ticks;
  Date.now = () => {
    // The first reading is the beginning of MicroPython's counter.
    const first = epoch;
    epoch = undefined;
    if (first !== undefined) return first;
    clock.now += READING_US;
    return BEGINNING_MS + Math.floor(clock.now / 1000);
  };
}
