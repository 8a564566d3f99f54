// Curves of a season as drawings: a line over the games with its zero line, and the places as dots. The numbers stand beside
// the drawing in a table for whoever cannot see it.
import { html, nothing } from "../parts/element.js";
import { svg } from "../lit-html/lit-html.js";

const WIDTH = 640;
const HEIGHT = 220;
const EDGE = 12;
// Beside a curve its last value has room, beside the dots the places' names, in the larger letters of a phone, too.
const VALUE = 150;
// The line of a value is so far from the upper and the lower edge, or its letters would be cut off.
const LETTERS = [28, HEIGHT - 8];
const PLACES = 96;

const scale = (low, high) => (value) => HEIGHT - EDGE - ((value - low) / (high - low || 1)) * (HEIGHT - 2 * EDGE);

// A line through values, optionally with a band of the values around it; `show` writes the last one at its end.
export function line_chart(label, values, { show, zero, spread } = {}) {
  if (values.length < 2) return nothing;
  const all = [...values, ...(zero === undefined ? [] : [zero]), ...(spread ? spread.flat() : [])];
  const y = scale(Math.min(...all), Math.max(...all));
  const x = (index) => EDGE + (index / (values.length - 1)) * (WIDTH - 2 * EDGE - VALUE);
  const path = values.map((value, index) => `${index ? "L" : "M"}${x(index).toFixed(1)} ${y(value).toFixed(1)}`).join(" ");
  const around = spread && [...spread.map(([, high], index) => [x(index), y(high)]), ...spread.map(([low], index) => [x(index), y(low)]).reverse()];
  const last = values.length - 1;
  return html`<figure><figcaption>${label}</figcaption>
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label=${`${label}: ${show(values[last])}`}>
      ${zero === undefined ? nothing : svg`<line class="zero" x1=${EDGE} x2=${WIDTH - EDGE} y1=${y(zero)} y2=${y(zero)}></line>`}
      ${around ? svg`<polygon class="spread" points=${around.map((point) => point.map((one) => one.toFixed(1)).join(",")).join(" ")}></polygon>` : nothing}
      ${svg`<path d=${path}></path><text x=${x(last) + 8} y=${Math.min(LETTERS[1], Math.max(LETTERS[0], y(values[last]) + 6))}>${show(values[last])}</text>`}
    </svg></figure>`;
}

// The places of the last games: a row for each place, a dot for each game.
export function place_chart(label, places, rank, seats) {
  const shown = places.slice(-20);
  if (!shown.length) return nothing;
  const x = (index) => PLACES + index * ((WIDTH - PLACES - 2 * EDGE) / 20);
  const y = (place) => 24 + (place - 1) * 36;
  return html`<figure><figcaption>${label}</figcaption>
    <svg viewBox="0 0 ${WIDTH} ${y(seats) + 28}" role="img" aria-label=${`${label}: ${shown.map(rank).join(", ")}`}>
      ${[...Array(seats).keys()].map((before) => before + 1).map((place) => svg`<text x="4" y=${y(place) + 6}>${rank(place)}</text><line class="zero" x1=${PLACES - EDGE} x2=${WIDTH - EDGE} y1=${y(place)} y2=${y(place)}></line>`)}
      ${shown.map((place, index) => svg`<circle cx=${x(index)} cy=${y(place)} r="7"></circle>`)}
    </svg></figure>`;
}
