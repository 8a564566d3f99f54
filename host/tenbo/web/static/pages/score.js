// Scoring a hand without a table: tap the tiles or write them, and see what it is worth while it grows.
import "../parts/status.js";
import "../hand/entry.js";
import { Drawn, html } from "../parts/element.js";
import { say } from "../words.js";

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
