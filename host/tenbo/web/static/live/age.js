// Since when something is so, by two clocks: the time of day, which goes on while a computer sleeps and which people and
// programs put right, and the page's own, which no one moves. The longer of the two counts.
export class Age {
  constructor() {
    this.day = Date.now();
    this.run = performance.now();
  }

  get ms() {
    return Math.max(Date.now() - this.day, performance.now() - this.run);
  }

  // By how much the time of day has been moved meanwhile, or the computer has slept.
  get moved_ms() {
    return Math.abs(Date.now() - this.day - (performance.now() - this.run));
  }
}
