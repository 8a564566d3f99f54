// An address without a page: it says so, and leads to the hall.
import "../parts/status.js";
import { Drawn, html } from "../parts/element.js";
import { say } from "../words.js";

class Missing extends Drawn {
  view() {
    return html`
      <tenbo-status></tenbo-status>
      <main>
        <h1>${say("There is no page at this address.")}</h1>
        <p><a class="button primary" href="/hall">${say("Hall")}</a></p>
      </main>
    `;
  }
}
customElements.define("tenbo-missing", Missing);
