// One table: the seats as they sit, counters, sticks, differences, what happened, and the four displays.
import "../parts/status.js";
import { Drawn, html, nothing } from "../parts/element.js";
import { kanji, places, round_name, trouble, wind_of } from "../parts/table-state.js";
import { ask } from "../live/acts.js";
import { live } from "../live/live.js";
import { points, say } from "../words.js";

const RECENT = 60;
const ROWS = 64;
const COLUMNS = 128;

class Table extends Drawn {
  connectedCallback() {
    this.number = Number(location.pathname.split("/")[2]);
    this.events = [];
    super.connectedCallback();
    setInterval(() => this.draw(), 1000);
    addEventListener("tenbo-event", ({ detail }) => detail.table === this.number && this.happened(detail.event));
  }

  get table() {
    return live.tables.get(this.number);
  }

  happened(event) {
    this.events = [event, ...this.events.filter((one) => one.n !== event.n)].slice(0, RECENT);
    if (this.screens) this.look();
    this.draw();
  }

  // The ledger so far, once the table is known; what comes later is told by the stream.
  async read() {
    this.reading = this.table.ledger;
    const after = Math.max(-1, this.table.last - RECENT);
    const events = await ask(`/v1/tables/${this.number}/events?after=${after}`).catch(() => []);
    const known = new Set(events.map((event) => event.n));
    this.events = [...this.events.filter((event) => !known.has(event.n)), ...events.reverse()].slice(0, RECENT);
    this.draw();
  }

  // What the four displays show, asked of the table itself.
  async look() {
    const seats = [0, 1, 2, 3];
    const path = (seat) => `/v1/tables/${this.number}/display/${seat}`;
    this.screens = await Promise.all(seats.map((seat) => ask(path(seat)).catch(() => undefined)));
    this.draw();
    for (const [seat, screen] of this.screens.entries()) {
      if (screen) paint(this.querySelector(`canvas[data-seat="${seat}"]`), screen.rows);
    }
  }

  view() {
    const { table } = this;
    if (table && table.ledger && this.reading !== table.ledger) this.read();
    return html`
      <tenbo-status></tenbo-status>
      <main class="table">
        <h1>${say("Table {}", this.number)}</h1>
        ${table ? this.known(table) : live.is_live ? html`<p>${say("There is no table {}.", this.number)}</p>` : nothing}
      </main>
    `;
  }

  known(table) {
    const { now } = table;
    const old = trouble(table);
    return html`
      ${old ? html`<p class="old" role="status">${old} ${table.why}</p>` : nothing}
      <p><a href="/table/${this.number}/hand">${say("Enter a hand")}</a></p>
      ${now ? this.game(table, now) : html`<p>${say(table.hidden ? "the points are hidden until they are released" : "no game yet")}</p>`}
      <section aria-labelledby="screens">
        <h2 id="screens">${say("Displays")}</h2>
        <button type="button" @click=${() => this.look()}>${say("Show the four displays")}</button>
        <div class="screens">
          ${(this.screens ?? []).map(
            (screen, seat) =>
              html`<canvas data-seat=${seat} width=${COLUMNS} height=${ROWS} role="img"
                aria-label=${screen ? screen.lines.join(", ") : say("no answer")}></canvas>`,
          )}
        </div>
      </section>
      <section aria-labelledby="happened">
        <h2 id="happened">${say("What happened")}</h2>
        <ol class="events" reversed>
          ${this.events.map((event) => html`<li value=${event.n}>${event.text}</li>`)}
        </ol>
      </section>
    `;
  }

  game(table, now) {
    const place = places(now.scores);
    return html`
      <div class="felt">
        <p class="counters middle">
          <span class="round">${round_name(now)}</span>
          <span>${say("{} honba", now.honba)}</span>
          <span>${say("{} sticks", now.sticks)}</span>
          <span class="book">${now.rules}</span>
          ${now.hands_left === null ? nothing : html`<span>${say("{} hands left", now.hands_left)}</span>`}
          ${now.phase === "over" ? html`<strong>${say("over")}</strong>` : nothing}
        </p>
        ${[0, 1, 2, 3].map(
          (seat) => html`<section class="seat" data-seat=${seat} data-riichi=${now.riichi.includes(seat)}>
            <h2><span class="wind">${kanji(wind_of(now, seat))}</span> ${now.names[seat] || say("seat {}", seat + 1)}</h2>
            <p class="score">${points(now.scores[seat])}</p>
            <p class="place">${say("place {}", place[seat])}</p>
            ${now.riichi.includes(seat) ? html`<p class="stick" role="img" aria-label="riichi"></p>` : nothing}
            ${table.calling?.includes(seat) ? html`<p class="call">${say("calls the referee")}</p>` : nothing}
            ${table.seats_away?.includes(seat) ? html`<p class="old">${say("seat box away")}</p>` : nothing}
            <p class="gaps">${this.gaps(now, seat)}</p>
          </section>`,
        )}
      </div>
    `;
  }

  gaps(now, seat) {
    return [0, 1, 2, 3]
      .filter((other) => other !== seat)
      .map((other) => {
        const gap = now.scores[seat] - now.scores[other];
        return html`<span>${kanji(wind_of(now, other))} ${gap > 0 ? "+" : ""}${points(gap)}</span> `;
      });
  }
}

// Draw a display dot for dot.
function paint(canvas, rows) {
  const context = canvas.getContext("2d");
  const image = context.createImageData(COLUMNS, ROWS);
  rows.forEach((row, y) => {
    for (let x = 0; x < COLUMNS; x += 1) {
      const lit = row[x] === "#" ? 255 : 16;
      image.data.set([lit, lit, lit, 255], 4 * (y * COLUMNS + x));
    }
  });
  context.putImageData(image, 0, 0);
}
customElements.define("tenbo-table", Table);
