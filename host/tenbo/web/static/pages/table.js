// One table: the seats as they sit, what each needs, the scores as a curve, every hand, the displays, every event.
import "../parts/status.js";
import "../table/displays.js";
import { Drawn, html, nothing } from "../parts/element.js";
import { with_full_names } from "../parts/name.js";
import { paper_card, PaperTables, without_game } from "../parts/paper_tables.js";
import { trouble } from "../parts/table-state.js";
import { ask } from "../live/acts.js";
import { live } from "../live/live.js";
import { remedy_text } from "../live/refusals.js";
import { Acts } from "../table/acts.js";
import { felt } from "../table/felt.js";
import { graph } from "../table/graph.js";
import { accounts, hands } from "../table/hands.js";
import { in_words } from "../table/event_text.js";
import { needs } from "../table/needs.js";
import { Seats } from "../table/seats.js";
import { GameView } from "../table/game_view.js";
import { headed, say } from "../words.js";

const RECENT = 60;
// A ledger that was not answered is asked for again after so long.
const AGAIN_MS = 3000;
// What is asked for has been played in a session whose results are hidden.
const HIDDEN = 409;

class Table extends Drawn {
  connectedCallback() {
    this.number = Number(location.pathname.split("/")[2]);
    this.events = [];
    this.seat = 0;
    this.opened = new Set();
    this.acts = new Acts(this.number, () => this.draw());
    this.seats = new Seats(this.number, () => this.draw());
    this.told = new GameView(this.number, () => this.draw());
    this.paper = new PaperTables(() => this.draw(), { next: true });
    super.connectedCallback();
    setInterval(() => this.draw(), 1000);
    // After a time without news there may be events of which no one has told.
    addEventListener("tenbo-desk", ({ detail }) => detail.kind === "again" && this.table?.ledger && !this.table.hidden && this.read());
    addEventListener("tenbo-event", ({ detail }) => detail.table === this.number && this.happened(detail.event));
  }

  get table() {
    const table = live.tables.get(this.number);
    return table && { ...table, now: with_full_names(table.now, table.in_full) };
  }

  happened(event) {
    this.events = [event, ...this.events.filter((one) => one.n !== event.n)].slice(0, RECENT);
    this.draw();
  }

  // The ledger so far, once the table is known; what comes later is told by the stream.
  async read() {
    this.reading = this.table.ledger;
    let refused = false;
    const after = Math.max(-1, this.table.last - RECENT);
    const events = await ask(`/v1/tables/${this.number}/events?after=${after}`).catch(({ status }) => void (refused = status === HIDDEN));
    if (refused) return;
    if (!events) {
      setTimeout(() => (this.reading = undefined), AGAIN_MS);
      return;
    }
    const known = new Set(events.map((event) => event.n));
    this.events = [...this.events.filter((event) => !known.has(event.n)), ...events.reverse()].slice(0, RECENT);
    this.draw();
  }

  view() {
    const { table } = this;
    // What is hidden can only be refused: it is asked for when it is released.
    if (table?.hidden) this.reading = undefined;
    else if (table && table.ledger && this.reading !== table.ledger) this.read();
    this.told.follow(table);
    this.paper.follow();
    return html`
      <tenbo-status></tenbo-status>
      <main class="table">
        <h1>${say("Table {}", this.number)}</h1>
        ${table ? this.known(table) : this.without_device()}
      </main>
    `;
  }

  // On paper it has people and a result like any other.
  without_device() {
    const paper = this.paper.tables.find(({ table }) => table === this.number);
    if (!paper) return live.is_live && this.paper.is_read ? html`<p>${say("There is no table {}.", this.number)}</p>` : nothing;
    const { session, is_next, scores } = paper;
    return html`${paper_card(paper, html`<strong>${is_next ? say("on paper") : say("Session {}", session)}</strong>`)}
      ${is_next || scores ? nothing : html`<p><a class="button" href="/slips?session=${session}&table=${this.number}">${say("Enter the slip of table {}", this.number)}</a></p>`}`;
  }

  known(table) {
    const { now } = table;
    const old = trouble(table);
    const is_over = now?.phase === "over";
    return html`
      ${old ? html`<p class="old" role="status">${table.why ? headed(old, remedy_text(table)) : old}</p>` : nothing}
      ${is_over ? nothing : html`<p><a class="button" href="/table/${this.number}/hand">${say("Enter a hand")}</a></p>`}
      ${this.seats.view()}
      ${now ? felt(table, live.clock, this.acts, this.told.game?.title) : without_game(table)}
      ${this.acts.view(now?.names ?? [], now && this.told.game, is_over)}
      ${now && this.told.game ? this.game(now, this.told.game) : nothing}
      ${this.told.wrong ? html`<p class="old" role="status">${this.told.wrong}</p>` : nothing}
      ${table.hidden ? nothing : html`<tenbo-displays></tenbo-displays>`}
      <details class="part every-event">
        <summary><h2>${say("What happened")}</h2></summary>
        <ol class="events" reversed>
          ${this.events.map((event) => html`<li value=${event.n}>${in_words(this.names_at(event), event)}</li>`)}
        </ol>
      </details>
    `;
  }

  // Who sat there: the names of now are those of the game that runs, and not of one before it.
  names_at({ n }) {
    const start = this.events.find((event) => event.kind === "start");
    return start && n < start.n ? [] : (this.table.now?.names ?? []);
  }

  game(now, game) {
    const choose = (seat) => {
      this.seat = seat;
      this.draw();
    };
    return html`
      ${now.phase === "over" ? nothing : needs(now, game)}
      ${hands(now, game, this.opened, (hand) => this.acts.correction.button(hand))}
      <div class="told">${graph(now, game)} ${accounts(now, game, this.seat, choose)}</div>
    `;
  }
}
customElements.define("tenbo-table", Table);
