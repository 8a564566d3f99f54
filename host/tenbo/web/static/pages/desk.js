// The desk: a list of its pages, one of them open; above it who calls the referee, below it what others have recorded.
import "../parts/status.js";
import { ask, is_acting, me, mine } from "../live/acts.js";
import { author } from "../parts/author.js";
import { Drawn, html, nothing } from "../parts/element.js";
import { guard } from "../parts/double_click.js";
import { record_kind } from "../desk/words.js";
import { recorded } from "../desk/record_text.js";
import { icon } from "../parts/icon.js";
import { know_login, login_text } from "../parts/navigation.js";
import { live } from "../live/live.js";
import { time_of_day } from "../parts/clock.js";
import { headed, listed, say } from "../words.js";

const DOUBTS_MS = 5000;
// What someone else has changed glows for so long.
const GLOWS_MS = 2000;
const KEPT = 50;

// Five pages for every day, and those that are seldom wanted. On a phone the first four have a tab each.
const parts = () => [
  { id: "session", get name() { return live.about?.kind === "club" ? say("Tonight") : say("Session"); }, icon: "clock", module: "../desk/session.js", view: () => html`<tenbo-desk-session></tenbo-desk-session>` },
  { id: "people", name: say("People"), icon: "person", module: "../desk/people.js", view: () => html`<tenbo-desk-people></tenbo-desk-people>` },
  { id: "seats", name: say("Seats"), icon: "grid", module: "../desk/seats.js", view: () => html`<tenbo-desk-seats></tenbo-desk-seats>` },
  { id: "results", name: say("Results"), icon: "bars", module: "../desk/results.js", view: () => html`<tenbo-desk-results></tenbo-desk-results>` },
  { id: "files", name: say("Paper and files"), module: "../desk/files.js", view: () => html`<tenbo-desk-files></tenbo-desk-files>` },
  { id: "devices", name: say("Devices"), module: "../desk/devices.js", view: () => html`<tenbo-desk-devices></tenbo-desk-devices>`, rare: true },
  { id: "hosts", name: say("Hosts"), module: "../desk/hosts.js", view: () => html`<tenbo-desk-hosts></tenbo-desk-hosts>`, rare: true },
  { id: "tournament", name: say("Tournament"), module: "../desk/tournament.js", view: () => html`<tenbo-desk-tournament></tenbo-desk-tournament>`, rare: true },
  { id: "walls", name: say("Screens"), module: "../desk/walls.js", view: () => html`<tenbo-desk-walls></tenbo-desk-walls>`, rare: true },
  { id: "join", name: say("Access"), module: "../desk/login_codes.js", view: () => html`<tenbo-desk-joining></tenbo-desk-joining>`, rare: true },
  { id: "record", name: say("Record"), module: "../desk/record.js", view: () => html`<tenbo-desk-record></tenbo-desk-record>`, rare: true },
];

class Desk extends Drawn {
  async connectedCallback() {
    this.heard = [];
    guard(this);
    this.parts = parts();
    this.who = await me().catch(() => undefined);
    know_login(this.who);
    addEventListener("hashchange", () => this.open());
    addEventListener("tenbo-desk", ({ detail }) => this.hear(detail));
    addEventListener("tenbo-acted", () => this.draw());
    await this.open();
    super.connectedCallback();
    if (this.who?.role === "desk") setInterval(() => this.doubt(), DOUBTS_MS);
    this.doubt();
  }

  // Show the part that the address names; its module comes when it is opened first.
  async open() {
    const part = this.parts.find((one) => `#${one.id}` === location.hash) ?? this.parts[0];
    this.wanted = part;
    if (this.who?.role === "desk") await import(part.module);
    // Someone may have gone on to another part meanwhile, whose module was there sooner.
    if (this.wanted !== part) return;
    this.opened = part;
    this.unfolded = false;
    this.draw();
    scrollTo(0, 0);
  }

  // What was recorded; what follows by itself is the service's own, and no news.
  hear({ by, kind, n, ...fields }) {
    if (by === "host") return;
    this.heard = [{ by, kind, n, fields, at: Date.now() }, ...this.heard].slice(0, KEPT);
    this.draw();
    const { news } = this;
    if (news?.n === n && fields.table) this.glow(fields);
  }

  // The row of a table that someone else has changed.
  glow({ session, table }) {
    const row = this.querySelector(`tr[data-session="${session}"][data-table="${table}"]`);
    row?.classList.add("glows");
    setTimeout(() => row?.classList.remove("glows"), GLOWS_MS);
  }

  // The last that someone else has recorded, by any name: of our own acts we know the numbers once they are
  // answered.
  get news() {
    const maybe_mine = ({ by, n }) => mine.has(n) || (is_acting() && by === this.who?.by);
    return this.heard.find((one) => !maybe_mine(one));
  }

  view() {
    if (!this.opened) return html`<tenbo-status></tenbo-status>`;
    if (this.who?.role !== "desk") {
      return html`<tenbo-status></tenbo-status>
        <main>
          <h1>${say("Desk")}</h1>
          <p>${say("To use the desk, log in with the desk's code, or open the desk's link on the computer that runs the service (tenbo codes).")} <a href="/join">${say("Log in")}</a></p>
        </main>`;
    }
    return html`
      <tenbo-status></tenbo-status>
      <main class="desk">
        ${this.list()}
        <div class="opened">${this.calls()} ${this.doubts()} ${this.opened.view()} ${this.told()}</div>
      </main>
    `;
  }

  // The pages beside the open one; on a phone tabs below it, where the seldom ones are behind the last.
  list() {
    const link = (one) => html`<a href="#${one.id}" class=${one.icon ? "tab" : nothing} aria-current=${one === this.opened ? "page" : nothing} @click=${() => this.fold(false)}>
      ${one.icon ? icon(one.icon) : nothing}${one.name}</a>`;
    const shown = this.parts.filter((one) => one.id !== "hosts" || this.many_hosts || this.opened.id === "hosts");
    const behind = shown.filter((one) => !one.icon);
    return html`<nav class="parts" aria-label=${say("Desk")} data-unfolded=${Boolean(this.unfolded)}>
      ${shown.filter((one) => one.icon).map(link)}
      <button type="button" class="tab quiet" aria-expanded=${Boolean(this.unfolded)} aria-current=${behind.includes(this.opened) ? "page" : nothing} @click=${() => this.fold(!this.unfolded)}>
        ${icon("lines")}${say("More")}</button>
      <div class="rest" data-over>
        ${behind.filter((one) => !one.rare).map(link)}
        <hr>
        ${behind.filter((one) => one.rare).map(link)}
        <hr class="of-phone">
        <a class="of-phone" href="/hall">${say("Hall")}</a> <a class="of-phone" href="/slips">${say("Slips")}</a>
        <a class="of-phone" href="/score">${say("Score a hand")}</a> <a class="of-phone" href="/wall">${say("Wall")}</a>
        <a class="of-phone" href="/join">${login_text()}</a>
      </div>
    </nav>`;
  }

  fold(unfolded) {
    this.unfolded = unfolded;
    this.draw();
  }

  // What does not agree between the hosts of a larger hall, and waits for someone.
  async doubt() {
    const told = await ask("/v1/hosts").catch(() => undefined);
    const waiting = told?.doubts.filter((one) => one.serious).length ?? this.waiting;
    const many = told ? told.hosts.length > 0 : this.many_hosts;
    if (waiting === this.waiting && many === this.many_hosts) return;
    Object.assign(this, { waiting, many_hosts: many });
    this.draw();
  }

  doubts() {
    if (!this.waiting) return nothing;
    return html`<p class="call" role="status"><a href="#hosts">${say("Conflicts to resolve: {}", this.waiting)}</a></p>`;
  }

  calls() {
    const calling = [...live.tables.values()].filter((table) => table.calling?.length);
    if (!calling.length) return nothing;
    return html`<p class="call" role="status">
      ${say("Referee called:")} ${calling.map((table) => html`<a href="/table/${table.table}">${say("Table {}", table.table)}</a> ${this.coming(table)} `)}
    </p>`;
  }

  // Who has said there that someone is coming, so that no one runs twice.
  coming({ calls }) {
    const by = [...new Set((calls ?? []).map((call) => call.answered))];
    return by.length && by.every(Boolean) ? say("{} on the way", listed(by.map(author))) : nothing;
  }

  told() {
    const { news } = this;
    if (!news) return nothing;
    return html`<p class="news" role="status">${headed(author(news.by), headed(record_kind(news.kind), recorded(news)))} · ${time_of_day(news.at)} · <a href="#record">${say("Record")}</a></p>`;
  }
}
customElements.define("tenbo-desk", Desk);
