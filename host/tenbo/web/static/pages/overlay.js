// One table as a strip over a stream's picture: nothing behind it, and everything so many seconds late (?delay=30).
//
// What is shown is how the table stood then, not how it stands now, so that no one at the table learns of it in time.
import { live } from "../live/live.js";
import { Drawn, html, nothing } from "../parts/element.js";
import { Late, delay_wished, which_delay } from "../parts/late.js";
import { lasting } from "../parts/clock.js";
import { marks } from "../parts/marks.js";
import { full_name } from "../parts/name.js";
import { kanji, round_name, seats_of, trouble, wind_of } from "../parts/table-state.js";
import { points, say } from "../words.js";

const wished_delay = delay_wished(location.search);

class Overlay extends Drawn {
  connectedCallback() {
    document.documentElement.classList.add("at-stream");
    this.number = Number(location.pathname.split("/")[2]);
    if (wished_delay === null) {
      this.draw();
      return;
    }
    this.late = new Late(wished_delay ?? 0, () => this.draw());
    this.stop = live.listen(() => this.take());
    // Points that grow old must say so also while nothing comes.
    setInterval(() => this.draw(), 1000);
  }

  take() {
    this.late.take();
    const table = live.tables.get(this.number);
    if (table) this.dataset.last = table.last;
    this.draw();
  }

  // Why the points are older than they are meant to be; an empty text while they are not.
  old() {
    const table = live.tables.get(this.number);
    if (!live.is_live && !live.is_asking) return live.heard ? say("No contact with the service. Last updated {} ago.", lasting(live.age_s)) : "";
    return table ? trouble(table) : say("There is no table {}.", this.number);
  }

  view() {
    if (!this.late) return html`<main class="overlay"><p class="old" role="alert">${which_delay()}</p></main>`;
    const { now, in_full } = this.late.shown.get(this.number) ?? {};
    const old = now ? this.old() : "";
    return html`<main class="overlay">
      <h1>${say("Table {}", this.number)} ${now ? round_name(now) : nothing}</h1>
      ${now
        ? seats_of(now).map(
            (seat) => html`<p class=${now.riichi.includes(seat) ? "riichi" : ""}>
              <span class="wind">${kanji(wind_of(now, seat))}</span>
              <span class="name">${full_name(now, in_full, seat)}</span>
              ${marks(now, seat)}
              <span class="score">${points(now.scores[seat])}</span>
            </p>`,
          )
        : nothing}
      ${old ? html`<p class="old" role="status">${old}</p>` : nothing}
    </main>`;
  }
}
customElements.define("tenbo-overlay", Overlay);
