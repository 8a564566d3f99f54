// What the device shows: it leaves the worker only after everything that had been written before is stored.
export class Outbox {
  #written = 0;
  #stored = 0;
  #held = [];

  post(message) {
    if (this.#stored === this.#written) postMessage(message);
    else this.#held.push({ after: this.#written, message });
  }

  // Hold back what is posted from now on until this piece is stored; one that fails holds it for ever.
  hold_until(writing) {
    const number = ++this.#written;
    return writing.then(() => {
      this.#stored = number;
      while (this.#held.length && this.#held[0].after <= number) postMessage(this.#held.shift().message);
    });
  }
}
