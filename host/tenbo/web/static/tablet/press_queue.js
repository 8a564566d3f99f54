// The ends of presses on their way to the firmware, which learns them one by one, in the order in which they came.

// The firmware looks at its keys each 10 ms, and takes those that it finds at one look in an order of its own. A busy computer
// brings several presses at once: so many looks follow a key that goes down, before the next one moves.
const LOOKS_DOWN = 2;
// It takes a key for released at the third look that finds it up.
const LOOKS_UP = 4;
const LOOK_MS = 10;

export class PressQueue {
  #move;
  #last = Promise.resolve();
  // When the firmware has seen what each key does now.
  #seen = new Map();
  #waits = [];

  // `move` gives the firmware one end of a press: its key, and whether it is down.
  constructor(move) {
    this.#move = move;
  }

  add(key, down) {
    const moved = Promise.all([this.#last, this.#seen.get(key)]).then(() => this.#move(key, down));
    this.#last = moved.then(() => this.#looked(down ? LOOKS_DOWN : LOOKS_UP));
    this.#seen.set(key, moved.then(() => this.#looked(LOOKS_UP)));
  }

  // The firmware has had a turn.
  count_look() {
    const now = performance.now();
    for (const wait of this.#waits) {
      if (now - wait.last < LOOK_MS) continue;
      wait.last = now;
      if (!--wait.left) wait.done();
    }
    this.#waits = this.#waits.filter(({ left }) => left);
  }

  #looked(left) {
    return new Promise((done) => this.#waits.push({ left, last: performance.now(), done }));
  }
}
