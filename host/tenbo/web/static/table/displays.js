// The four displays of a table, dot for dot: asked of the table itself again and again, while someone looks at them.
import { html, nothing, render } from "../lit-html/lit-html.js";
import { full_name } from "../parts/name.js";
import { kanji, seat_at_start, seats_of, wind_of } from "../parts/table-state.js";
import { ask } from "../live/acts.js";
import { live } from "../live/live.js";
import { headed, listed, say } from "../words.js";

const SEATS = [0, 1, 2, 3];
const ROWS = 64;
const COLUMNS = 128;
// After all are drawn the line is left to others for so long, unless something happens at the table.
const REST_MS = 1000;
// A picture that someone else has asked for just now is as good.
const SHARED_MS = 700;

class Displays extends HTMLElement {
  connectedCallback() {
    this.number = Number(location.pathname.split("/")[2]);
    this.screens = [];
    this.open = this.hasAttribute("open");
    this.stop = live.listen(() => this.draw());
    this.happened = ({ detail }) => detail.table === this.number && this.look();
    addEventListener("tenbo-event", this.happened);
    this.looked = () => this.look();
    document.addEventListener("visibilitychange", this.looked);
    this.seen = new IntersectionObserver((entries) => {
      this.in_view = entries.at(-1).isIntersecting;
      this.look();
    });
    this.seen.observe(this);
  }

  disconnectedCallback() {
    this.stop();
    this.open = false;
    this.seen.disconnect();
    clearTimeout(this.rest);
    removeEventListener("tenbo-event", this.happened);
    document.removeEventListener("visibilitychange", this.looked);
  }

  get is_looked_at() {
    return this.open && this.in_view && !document.hidden && live.is_live;
  }

  // Ask for all of them now; what happens meanwhile is asked for once more.
  async look() {
    clearTimeout(this.rest);
    this.again = this.is_looked_at;
    if (this.asking) return;
    this.asking = true;
    while (this.again) {
      this.again = false;
      const { now } = live.tables.get(this.number) ?? {};
      for (const seat of now ? seats_of(now) : SEATS) {
        this.screens[seat] = await ask(`/v1/tables/${this.number}/display/${seat}?old=${SHARED_MS}`).catch(() => undefined);
        this.draw();
      }
    }
    this.asking = false;
    if (this.is_looked_at) this.rest = setTimeout(() => this.look(), REST_MS);
  }

  draw() {
    render(this.view(), this);
    for (const seat of this.open ? SEATS : []) {
      const canvas = this.querySelector(`canvas[data-seat="${seat}"]`);
      if (canvas && this.screens[seat]) paint(canvas, this.screens[seat].rows);
    }
  }

  view() {
    const { now, in_full } = live.tables.get(this.number) ?? {};
    const name = (seat) => (now ? `${kanji(wind_of(now, seat))} ${full_name(now, in_full, seat)}` : seat_at_start(seat));
    const change = () => {
      this.open = !this.open;
      this.draw();
      this.look();
    };
    return html`<section class="part" aria-labelledby="screens">
      <h2 id="screens">${say("Displays")}</h2>
      <button type="button" aria-expanded=${this.open} @click=${change}>
        ${this.open ? say("Hide the displays") : say("Show the displays")}</button>
      ${this.open
        ? html`<div class="screens">
            ${(now ? seats_of(now) : SEATS).map((seat) => {
              const screen = this.screens[seat];
              return html`<figure><canvas data-seat=${seat} data-asked=${Boolean(screen)} width=${COLUMNS} height=${ROWS} role="img"
                aria-label=${headed(name(seat), screen ? listed(screen.lines) : say("no answer"))}></canvas>
                <figcaption>${name(seat)}</figcaption></figure>`;
            })}
          </div>`
        : nothing}
    </section>`;
  }
}

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
customElements.define("tenbo-displays", Displays);
