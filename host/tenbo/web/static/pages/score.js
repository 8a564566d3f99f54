// Scoring a hand without a table: tap the tiles or write them, and see what it is worth while it grows.
import "../parts/status.js";
import { HandEntry, WINDS } from "../hand/entry.js";
import { Drawn, html, nothing } from "../parts/element.js";
import { WIND_SIGNS, say } from "../words.js";

// The field alone: who is liable for a yakuman, and by ron who discarded, are said by their winds.
class HandAlone extends HandEntry {
  constructor() {
    super();
    this.liable = this.source = undefined;
    this.asked_besides = ["liable", "source"];
  }

  connectedCallback() {
    super.connectedCallback();
    this.kept.restore();
  }

  pao() {
    const { seat, by } = this.hand;
    if (!this.liable || this.liable === seat) return {};
    return { pao: { seat_wind: this.liable, ...(by === "ron" && this.source !== seat ? { from: this.source } : {}) } };
  }

  clear() {
    this.liable = this.source = undefined;
    super.clear();
  }

  options() {
    const { seat, by } = this.hand;
    const others = WINDS.filter((wind) => wind !== seat).map((wind) => [wind, WIND_SIGNS[wind]]);
    const put = (field) => (value) => this.changed(() => (this[field] = value));
    // Only a yakuman makes someone liable.
    const possible = this.liable || this.answer?.as_yakuman;
    return html`${super.options()}
      ${possible
        ? html`<div class="who">
            <h2>${say("Who is liable")}</h2>
            ${this.choice(say("Who is liable"), "liable", [[undefined, say("no one")], ...others], this.liable, put("liable"))}
            ${this.liable && by === "ron"
              ? html`<h2>${say("From whom")}</h2> ${this.choice(say("From whom"), "source", others, this.source, put("source"))}`
              : nothing}
          </div>`
        : nothing}`;
  }
}
customElements.define("tenbo-hand", HandAlone);

class Score extends Drawn {
  view() {
    return html`
      <tenbo-status></tenbo-status>
      <main class="scoring">
        <h1>${say("Score a hand")}</h1>
        <tenbo-hand></tenbo-hand>
      </main>
    `;
  }
}
customElements.define("tenbo-score", Score);
