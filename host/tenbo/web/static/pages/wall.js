// The wall: the whole hall for people ten metres away; pages turn by themselves, and every number says when it is old.
//
// /wall shows tables, and standings once they are released; /wall?show=tables or ?show=standings only one of them,
// ?turn=20 turns every twenty seconds, and ?turn=0 stays.
import "../parts/status.js";
import { ask } from "../live/acts.js";
import { clock_text, lasting } from "../parts/clock.js";
import { Drawn, html, nothing } from "../parts/element.js";
import { kanji, round_name, trouble, wind_of } from "../parts/table-state.js";
import { live } from "../live/live.js";
import { points, say } from "../words.js";

const wishes = new URLSearchParams(location.search);
const TURN_S = Number(wishes.get("turn") ?? 15);
const SHOW = (wishes.get("show") ?? "tables,standings").split(",");
const ROWS = 16;
const READ_S = 20;

class Wall extends Drawn {
  connectedCallback() {
    document.documentElement.classList.add("at-wall");
    this.page = 0;
    this.seconds = 0;
    super.connectedCallback();
    setInterval(() => this.tick(), 1000);
    if (SHOW.includes("standings")) this.read();
  }

  tick() {
    this.seconds += 1;
    if (TURN_S && this.seconds % TURN_S === 0) this.page += 1;
    if (SHOW.includes("standings") && this.seconds % READ_S === 0) this.read();
    this.draw();
  }

  async read() {
    const answer = await ask("/v1/standings").catch(() => undefined);
    if (answer) Object.assign(this, { standings: answer, read_at: Date.now() });
  }

  view() {
    const views = this.views();
    return html`
      <header class="wall-head">
        <strong>${live.about?.title || "Tenbo"}</strong>
        ${live.about?.session ? html`<span>${say("Session {}", live.about.session)}</span>` : nothing}
        <span class="clock" role="timer" data-stage=${live.clock?.stage ?? "none"}>${clock_text(live.clock)}</span>
      </header>
      ${live.is_live
        ? nothing
        : html`<p class="stale" role="alert">
            ${live.heard ? say("no news from the service: all of this is {} old", lasting(live.age_s)) : say("no answer from the service")}
          </p>`}
      <main>${views.length ? views[this.page % views.length]() : html`<p>${say("nothing to show yet")}</p>`}</main>
    `;
  }

  views() {
    const views = [];
    if (SHOW.includes("tables")) {
      // Who calls the referee stands first, so that nobody waits for a page to turn.
      const tables = [...live.tables.values()].sort((a, b) => Boolean(b.calling?.length) - Boolean(a.calling?.length) || a.table - b.table);
      for (let first = 0; first < tables.length; first += ROWS) views.push(() => this.tables(tables.slice(first, first + ROWS)));
    }
    const rows = this.standings?.standings ?? [];
    if (SHOW.includes("standings")) {
      for (let first = 0; first < rows.length; first += ROWS) views.push(() => this.ranks(rows.slice(first, first + ROWS)));
    }
    return views;
  }

  tables(tables) {
    return html`<h1 class="unseen">${say("Tables")}</h1>
      <div class="wall" data-many=${tables.length > 6}>
        ${tables.map(
          (table) => html`<article data-table=${table.table} data-state=${table.state} data-calls=${Boolean(table.calling?.length)}>
            <h2>
              ${table.table} ${table.now ? html`<span class="round">${round_name(table.now)}</span>` : nothing}
              ${table.now?.hands_left ? html`<small>${say("{} hands left", table.now.hands_left)}</small>` : nothing}
              ${table.calling?.length ? html`<small class="call">${say("calls the referee")}</small>` : nothing}
            </h2>
            ${trouble(table) ? html`<p class="old">${trouble(table)}</p>` : nothing}
            ${table.now
              ? [0, 1, 2, 3].map(
                  (seat) => html`<p class="row">
                    <span class="wind">${kanji(wind_of(table.now, seat))}</span>
                    <span class="name">${table.now.names[seat] || say("seat {}", seat + 1)}</span>
                    ${table.now.riichi.includes(seat) ? html`<span class="stick" role="img" aria-label="riichi"></span>` : nothing}
                    <span class="score">${points(table.now.scores[seat])}</span>
                  </p>`,
                )
              : html`<p>${table.hidden ? say("hidden until the release") : say("no game yet")}</p>`}
          </article>`,
        )}
      </div>`;
  }

  ranks(rows) {
    const old = (Date.now() - this.read_at) / 1000;
    return html`<h1>${say("Standings")}</h1>
      ${old > 2 * READ_S ? html`<p class="old">${say("all of this is {} old", lasting(old))}</p>` : nothing}
      <ol class="ranks">
        ${rows.map(
          (row) => html`<li value=${row.place}><span class="name">${row.name}</span> <span class="score">${points(row.total)}</span></li>`,
        )}
      </ol>`;
  }
}
customElements.define("tenbo-wall", Wall);
