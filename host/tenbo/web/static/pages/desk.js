// The desk: its parts beside each other, one of them open; above it who calls the referee and what others have recorded.
import "../parts/status.js";
import { ask, is_acting, me, mine } from "../live/acts.js";
import { author } from "../parts/author.js";
import { Drawn, html, nothing } from "../parts/element.js";
import { guard } from "../desk/double_click.js";
import { record_kind } from "../desk/words.js";
import { live } from "../live/live.js";
import { listed, say } from "../words.js";

// What others have recorded is told so many at a time.
const NEWS = 3;
const KEPT = 50;
const DOUBTS_MS = 5000;

const parts = () => [
  { id: "session", name: say("Session"), module: "../desk/session.js", view: () => html`<tenbo-desk-session></tenbo-desk-session>` },
  { id: "people", name: say("People"), module: "../desk/people.js", view: () => html`<tenbo-desk-people></tenbo-desk-people>` },
  { id: "seats", name: say("Seats"), module: "../desk/seats.js", view: () => html`<tenbo-desk-seats></tenbo-desk-seats>` },
  { id: "results", name: say("Results"), module: "../desk/results.js", view: () => html`<tenbo-desk-results></tenbo-desk-results>` },
  { id: "devices", name: say("Devices"), module: "../desk/devices.js", view: () => html`<tenbo-desk-devices></tenbo-desk-devices>` },
  { id: "hosts", name: say("Hosts"), module: "../desk/hosts.js", view: () => html`<tenbo-desk-hosts></tenbo-desk-hosts>` },
  { id: "files", name: say("Paper and files"), module: "../desk/files.js", view: () => html`<tenbo-desk-files></tenbo-desk-files>` },
  { id: "tournament", name: say("Tournament"), module: "../desk/tournament.js", view: () => html`<tenbo-desk-tournament></tenbo-desk-tournament>` },
  { id: "walls", name: say("Walls"), module: "../desk/walls.js", view: () => html`<tenbo-desk-walls></tenbo-desk-walls>` },
  { id: "join", name: say("Who may join"), module: "../desk/login_codes.js", view: () => html`<tenbo-desk-joining></tenbo-desk-joining>` },
  { id: "record", name: say("Record"), module: "../desk/record.js", view: () => html`<tenbo-desk-record></tenbo-desk-record>` },
];

class Desk extends Drawn {
  async connectedCallback() {
    this.heard = [];
    guard(this);
    this.parts = parts();
    this.who = await me().catch(() => undefined);
    addEventListener("hashchange", () => this.open());
    addEventListener("tenbo-desk", ({ detail }) => this.hear(detail));
    addEventListener("tenbo-acted", () => this.draw());
    await this.open();
    super.connectedCallback();
    if (this.who?.role === "desk") setInterval(() => this.doubt(), DOUBTS_MS);
  }

  // Show the part that the address names; its module comes when it is opened first.
  async open() {
    const part = this.parts.find((one) => `#${one.id}` === location.hash) ?? this.parts[0];
    this.wanted = part;
    if (this.who?.role === "desk") await import(part.module);
    // Somebody may have gone on to another part meanwhile, whose module was there sooner.
    if (this.wanted !== part) return;
    this.opened = part;
    this.draw();
  }

  // What was recorded; what follows by itself is the service's own, and no news.
  hear({ by, kind, n }) {
    if (by === "host") return;
    this.heard = [{ by, kind, n }, ...this.heard].slice(0, KEPT);
    this.draw();
  }

  // What somebody else has recorded, whatever their name: of our own acts we know the numbers once they are answered.
  get news() {
    const maybe_mine = ({ by, n }) => mine.has(n) || (is_acting() && by === this.who?.by);
    return this.heard.filter((one) => !maybe_mine(one)).slice(0, NEWS);
  }

  view() {
    if (!this.opened) return html`<tenbo-status></tenbo-status>`;
    if (this.who?.role !== "desk") {
      return html`<tenbo-status></tenbo-status>
        <main>
          <h1>${say("Desk")}</h1>
          <p>${say("The desk acts, so it joins with a code: tenbo codes prints the link.")} <a href="/join">${say("Join")}</a></p>
        </main>`;
    }
    return html`
      <tenbo-status></tenbo-status>
      <main class="desk">
        <h1 class="unseen">${say("Desk")}</h1>
        <nav class="parts" aria-label=${say("Desk")}>
          ${this.parts.map((one) => html`<a href="#${one.id}" aria-current=${one === this.opened ? "page" : nothing}>${one.name}</a>`)}
        </nav>
        <div class="opened">${this.calls()} ${this.doubts()} ${this.told()} ${this.opened.view()}</div>
      </main>
    `;
  }

  // What does not agree between the hosts of a larger hall, and waits for somebody.
  async doubt() {
    const told = await ask("/v1/hosts").catch(() => undefined);
    const waiting = told?.doubts.filter((one) => one.serious).length ?? this.waiting;
    if (waiting === this.waiting) return;
    this.waiting = waiting;
    this.draw();
  }

  doubts() {
    if (!this.waiting) return nothing;
    return html`<p class="call" role="status"><a href="#hosts">${say("In doubt, waiting for somebody: {}", this.waiting)}</a></p>`;
  }

  calls() {
    const calling = [...live.tables.values()].filter((table) => table.calling?.length);
    if (!calling.length) return nothing;
    return html`<p class="call" role="status">
      ${say("The referee is called:")} ${calling.map((table) => html`<a href="/table/${table.table}">${say("Table {}", table.table)}</a> ${this.coming(table)} `)}
    </p>`;
  }

  // Who has said there that somebody is coming, so that nobody runs twice.
  coming({ calls }) {
    const by = [...new Set((calls ?? []).map((call) => call.answered))];
    return by.length && by.every(Boolean) ? say("{} is coming", listed(by)) : nothing;
  }

  told() {
    const { news } = this;
    if (!news.length) return nothing;
    const read = () => {
      this.heard = [];
      this.draw();
    };
    return html`<div class="news" role="status">
      <ul>
        ${news.map(({ by, kind, n }) => html`<li>${say("{} has recorded: {}, number {}", author(by), record_kind(kind), n)}</li>`)}
      </ul>
      <a href="#record">${say("Record")}</a> <button type="button" @click=${read}>${say("Read")}</button>
    </div>`;
  }
}
customElements.define("tenbo-desk", Desk);
