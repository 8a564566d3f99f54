// The game of a table as the service tells it: asked once, and again after each event, never twice at the same time.
import { ask } from "../live/acts.js";
import { Age } from "../live/age.js";

// What was not answered, or before the last event was stored, is asked again after so long.
const AGAIN_MS = 3000;

export class GameView {
  constructor(number, draw) {
    Object.assign(this, { number, draw, game: undefined, wrong: "" });
  }

  // Ask unless what is known is as late as the table itself.
  follow(table) {
    const wanted = table?.now && !table.hidden ? `${table.ledger} ${table.last}` : "";
    if (wanted === this.wanted && !(this.again?.ms > AGAIN_MS)) return;
    this.wanted = wanted;
    this.last = table?.last;
    if (!wanted) this.game = undefined;
    else if (!this.asking) this.read();
  }

  async read() {
    this.asking = true;
    let answered;
    while (answered !== this.wanted && this.wanted) {
      answered = this.wanted;
      try {
        const game = await ask(`/v1/tables/${this.number}/game`);
        if (this.wanted) this.game = game;
        this.wrong = "";
        this.again = game.last < this.last ? new Age() : undefined;
      } catch (error) {
        this.wrong = error.message;
        this.again = new Age();
      }
    }
    this.asking = false;
    this.draw();
  }
}
