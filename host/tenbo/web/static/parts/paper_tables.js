// The tables that play on paper: seated in the session in play, and without a device. Of them the service has no stream.
import { ask } from "../live/acts.js";
import { live } from "../live/live.js";
import { points, say } from "../words.js";
import { html, nothing } from "./element.js";
import { named } from "./name.js";
import { kanji, place_text } from "./table-state.js";

const DONE = ["complete", "locked"];

export class PaperTables {
  // With `next` they are those of the next session while none is in play.
  constructor(draw, { next = false } = {}) {
    Object.assign(this, { draw, next, rows: [], is_read: false });
    addEventListener("tenbo-desk", () => this.read());
  }

  // Ask again when another session is in play.
  follow() {
    const session = live.about && (live.about.session ?? 0);
    if (session === undefined || session === this.session) return;
    this.session = session;
    this.read();
  }

  async read() {
    const { session } = this;
    if (!session && !(this.next && session === 0)) {
      this.rows = [];
      return;
    }
    const seats = await ask(session ? `/v1/seats?session=${session}` : "/v1/seats").catch(() => undefined);
    // Results that are not released are nobody's here, and not asked for; names are.
    const sheets = session && seats && !seats.hidden ? await ask(`/v1/sessions/${session}`).catch(() => []) : [];
    if (session !== this.session) return;
    const rows = seats ? rows_of(seats, sheets, !session) : this.rows;
    if (this.is_read && JSON.stringify(rows) === JSON.stringify(this.rows)) return;
    Object.assign(this, { rows, is_read: true });
    this.draw();
  }

  // Those without a device; none before it is known which tables have one.
  get tables() {
    return live.heard ? this.rows.filter(({ table }) => !live.tables.has(table)) : [];
  }
}

function rows_of({ session, seats }, sheets, is_next) {
  const tables = new Map();
  // How many sit at a table, if no one may see results: as many as at the fullest.
  const count = sheets[0]?.players.length ?? 1 + Math.max(...seats.map(({ seat }) => seat));
  for (const { table, seat, name } of seats) {
    if (!tables.has(table)) tables.set(table, { table, session, is_next, on_paper: true, names: Array(count).fill("") });
    tables.get(table).names[seat] = name;
  }
  for (const { table, state, scores, places } of sheets) if (tables.has(table) && DONE.includes(state)) Object.assign(tables.get(table), { scores, places });
  return [...tables.values()].sort((one, other) => one.table - other.table);
}

// Who sits at a table without a device, and its result when it is in; under a heading that leads to its page.
export function paper_card({ table, session, is_next, names, scores, places }, heading = html`<a href="/table/${table}">${say("Table {}", table)}</a>`) {
  const state = is_next ? say("Next: session {}", session) : scores ? html`✓ ${say("over")}` : say("on paper");
  return html`<article class="card" data-table=${table} data-state="on paper">
    <h2>${heading} <span>${state}</span></h2>
    ${seated_list(names, scores, places)}
  </article>`;
}

// Who sits at a table from East on, with their results where they are known.
export const seated_list = (names, scores, places) => html`<ol class="seats">
  ${names.map((name, seat) => html`<li>
    <span class="wind">${kanji(["E", "S", "W", "N"][seat])}</span> ${named(name || "-")}
    ${scores ? html`<span class="place">${place_text(places[seat])}</span> <span class="score">${points(scores[seat])}</span>` : nothing}
  </li>`)}
</ol>`;

// A table whose points are hidden, or whose game has not begun: people are no secret.
export const without_game = (table) => html`<p>${say(table.hidden ? "the points are hidden until they are released" : "no game yet")}</p>
  ${table.hidden && table.names?.length ? seated_list(table.names) : nothing}`;
