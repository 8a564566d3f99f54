// The pages of a wall: tables with their scores, seats by name, the standings.
import { digits, lasting, left_at } from "../parts/clock.js";
import { html, nothing } from "../parts/element.js";
import { marks } from "../parts/marks.js";
import { full_name, named } from "../parts/name.js";
import { hands_text, kanji, place_of, place_text, rank_text, round_name, seats_of, trouble, wind_of } from "../parts/table-state.js";
import { points, say, signed } from "../words.js";

// What was asked for and has not come for so long, besides the delay that is wished, is old.
const OLD_S = 45;
const WINDS = ["E", "S", "W", "N"];

function old(read_at, delay_s) {
  const seconds = (Date.now() - read_at) / 1000;
  return seconds > OLD_S + delay_s ? html`<p class="old">${say("Last updated {} ago", lasting(seconds))}</p>` : nothing;
}

export const table_cards = (tables, clock) => html`<h1 class="unseen">${say("Tables")}</h1>
  <div class="wall">${tables.map((table) => card(table, clock))}</div>`;

// Time that a table has for itself, so that no one takes the hall's clock for its own.
function own_time(table, clock) {
  if (!clock?.tables?.[table.table]?.extra_ms || table.now?.phase === "over") return nothing;
  const ms = left_at(clock, table.table);
  return ms > 0 ? html`<span class="left own" role="timer">${say("time left {}", digits(ms))}</span>` : nothing;
}

const people = (names, result = () => nothing) => names.map((name, seat) => html`<p class="line">
  <span class="wind">${kanji(WINDS[seat])}</span> ${named(name || "-")} ${result(seat)}
</p>`);

// A table without a device: who sits there, and its result when it is in.
const paper_card = ({ table, names, scores, places }) => html`<article data-table=${table} data-state="on paper">
  <h2><span class="number">${say("Table {}", table)}</span> <span class="left">${scores ? `✓ ${say("over")}` : say("on paper")}</span></h2>
  ${people(names, (seat) => (scores ? html`<span class="place">${place_text(places[seat])}</span> <span class="score">${points(scores[seat])}</span>` : nothing))}
</article>`;

function card(table, clock) {
  if (table.on_paper) return paper_card(table);
  const { now } = table;
  return html`<article data-table=${table.table} data-state=${table.state} data-calls=${Boolean(table.calling?.length)}>
    <h2>
      <span class="number">${say("Table {}", table.table)}</span>
      ${now ? html`<span class="round">${now.phase === "over" ? `✓ ${say("over")}` : round_name(now)}</span>` : nothing}
      ${own_time(table, clock)}
      ${trouble(table)
        ? html`<span class="old left">${trouble(table)}</span>`
        : now?.hands_left
          ? html`<span class="left">${hands_text(now.hands_left)}</span>`
          : table.hidden
            ? html`<span class="left">${say("hidden until released")}</span>`
            : nothing}
    </h2>
    ${now
      ? seats_of(now).map((seat) => row(table, seat))
      : table.hidden
        ? people(table.names ?? [])
        : html`<p>${say("no game yet")}</p>`}
  </article>`;
}

const row = ({ now, in_full }, seat) => html`<p class="line">
  <span class="wind">${kanji(wind_of(now, seat))}</span>
  ${named(full_name(now, in_full, seat))}
  ${marks(now, seat)}
  <span class="place">${place_text(place_of(now, seat))}</span>
  <span class="score">${points(now.scores[seat])}</span>
</p>`;

export const seat_list = (rows, session, read_at, delay_s) => html`<h1>${say("Seating for session {}", session)}</h1>
  ${old(read_at, delay_s)}
  <ol class="places">
    ${rows.map(
      (row) => html`<li>${named(row.name)} <strong>${say("Table {}", row.table)}</strong> <span class="wind">${kanji(WINDS[row.seat])}</span></li>`,
    )}
  </ol>`;

export const rank_list = (rows, provisional, read_at, delay_s) => html`<h1>${say("Standings")} ${provisional ? html`<small>${say("provisional")}</small>` : nothing}</h1>
  ${old(read_at, delay_s)}
  <ol class="ranks">
    ${rows.map(
      (row) => html`<li value=${row.place}>
        <span class="rank">${rank_text(row.place)}</span> ${named(row.name)} <span class="score">${signed(row.total)}</span>
      </li>`,
    )}
  </ol>`;
