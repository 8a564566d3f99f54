// The hall: every table with its seats, live, each with how old its numbers are when they are old.
import "../parts/status.js";
import { author } from "../parts/author.js";
import { Drawn, html, nothing } from "../parts/element.js";
import { marks } from "../parts/marks.js";
import { full_name, named } from "../parts/name.js";
import { kanji, place_of, place_text, round_name, seat_at_start, seats_of, sticks_text, trouble, wind_of } from "../parts/table-state.js";
import { fits } from "../wall/fit.js";
import { paper_card, PaperTables, without_game } from "../parts/paper_tables.js";
import { me } from "../live/acts.js";
import { live } from "../live/live.js";
import { all_of, headed, listed, points, say } from "../words.js";

export function seat_row(table, seat) {
  const { now } = table;
  const wind = wind_of(now, seat);
  return html`<li class=${now.riichi.includes(seat) ? "riichi" : ""}>
    <span class="wind" title=${wind}>${kanji(wind)}</span>
    ${named(full_name(now, table.in_full, seat))}
    ${marks(now, seat)}
    <span class="place">${place_text(place_of(now, seat))}</span>
    <span class="score">${points(now.scores[seat])}</span>
  </li>`;
}

// Who has said that someone is coming, when every call is answered.
function coming(table) {
  const answered = (table.calls ?? []).map((call) => call.answered);
  return answered.every(Boolean) ? listed([...new Set(answered)].map(author)) : "";
}

// Of so many tables the letters never grow.
const MANY = 30;

function callers({ calling, now, in_full }) {
  const names = calling.map((seat) => (now ? full_name(now, in_full, seat) : seat_at_start(seat)));
  return names.length === 1 ? say("{} calls the referee", names[0]) : say("{} call the referee", all_of(names));
}

export function table_card(table) {
  const { now } = table;
  const old = trouble(table);
  return html`<article class="card" data-table=${table.table} data-state=${table.state}>
    <h2>
      <a href="/table/${table.table}">${say("Table {}", table.table)}</a>
      ${now
        ? html`${now.phase === "over" ? html`<span>✓ ${say("over")}</span>` : html`<span class="round">${round_name(now)}</span>`}
            ${now.honba ? html`<span>${say("{} honba", now.honba)}</span>` : nothing}
            ${now.sticks ? html`<span>${sticks_text(now.sticks)}</span>` : nothing}`
        : nothing}
    </h2>
    ${old ? html`<p class="old" role="status">${old}</p>` : nothing}
    ${table.calling?.length
      ? html`<p class=${coming(table) ? "coming" : "call"}>${coming(table) ? headed(say("{} on the way", coming(table)), callers(table)) : callers(table)}</p>`
      : nothing}
    ${now ? html`<ol class="seats">${seats_of(now).map((seat) => seat_row(table, seat))}</ol>` : without_game(table)}
  </article>`;
}

class Hall extends Drawn {
  connectedCallback() {
    this.paper = new PaperTables(() => this.draw());
    super.connectedCallback();
    setInterval(() => this.draw(), 1000);
    // Tables are connected at the desk: a player's phone is not sent there.
    me().then(({ role }) => (this.is_desk = role === "desk"), () => undefined);
  }

  paint() {
    super.paint();
    const [main, shown] = [this.querySelector("main"), this.querySelectorAll("article").length];
    if (shown && shown <= MANY) fits(main, `${shown} ${this.querySelectorAll("article .name").length}`);
    else main.style.removeProperty("--larger");
  }

  view() {
    this.paper.follow();
    const tables = [...live.tables.values(), ...this.paper.tables].sort((one, other) => one.table - other.table);
    return html`
      <tenbo-status></tenbo-status>
      <main class="hall">
        <h1 class="unseen">${say("Hall")}</h1>
        ${tables.map((table) => (table.on_paper ? paper_card(table) : table_card(table)))}
        ${tables.length || !live.is_live ? nothing : html`<div><p>${say("No device has a table number yet. Plug in a device and assign it a number at the desk.")}</p>
          ${this.is_desk ? html`<p><a class="button" href="/desk#devices">${say("Connect tables")}</a></p>` : nothing}</div>`}
      </main>
    `;
  }
}
customElements.define("tenbo-hall", Hall);
