// What each seat needs for a better place: the cheapest win of each kind, as its own display says it.
import { short_worth } from "../hand/result.js";
import { html, nothing } from "../parts/element.js";
import { kanji, place_text, wind_of } from "../parts/table-state.js";
import { say, whole } from "../words.js";
import { account } from "./event_text.js";

export function needs(now, game) {
  return html`<section class="needs part" aria-labelledby="needs">
    <h2 id="needs">${say("What each seat needs")}</h2>
    <p class="note">${say("if the game ended with this hand")}</p>
    <div class="four">${game.needs.map((every, seat) => one_seat(now, seat, every))}</div>
  </section>`;
}

function one_seat(now, seat, every) {
  const name = html`<span class="wind">${kanji(wind_of(now, seat))}</span> ${account(now.names, seat)}`;
  if (!every.length) return html`<table><caption>${name}</caption><tbody><tr><td>${say("cannot win this hand")}</td></tr></tbody></table>`;
  const own = Math.max(...every.map((need) => need.place));
  // Who leads sees what keeps the lead; everybody else the places above the own one, the next first.
  const places = own === 1 ? [1] : Array.from({ length: own - 1 }, (_, above) => own - 1 - above);
  const sources = [...new Set(every.map((need) => need.from))];
  return html`<table>
    <caption>${name}</caption>
    <thead><tr><td></td>${places.map((place) => html`<th scope="col">${own === 1 ? say("stay first") : place_text(place)}</th>`)}</tr></thead>
    <tbody>
      ${sources.map(
        (from) => html`<tr>
          <th scope="row">${from === seat ? say("Tsumo") : say("from {}", account(now.names, from))}</th>
          ${places.map((place) => html`<td>${way(every.find((need) => need.place === place && need.from === from))}</td>`)}
        </tr>`,
      )}
    </tbody>
  </table>`;
}

function way(need) {
  if (!need) return nothing;
  const [first] = need.ways;
  if (!first) return html`<span class="never">${say("impossible")}</span>`;
  // The likeliest of the ways, as the display at the seat names it.
  const worth = first.limit ? say(first.limit) : short_worth({ ...first, limit: first.yakuman ? "yakuman" : "" });
  return html`${whole(worth)}${need.shared ? html` <small>${say("shared place")}</small>` : nothing}`;
}
