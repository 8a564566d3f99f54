// The table as it stands: the seats as they sit around round, counters and clock.
import { author } from "../parts/author.js";
import { clock_text_at, extra_text, lasting } from "../parts/clock.js";
import { html, nothing } from "../parts/element.js";
import { marks } from "../parts/marks.js";
import { hands_text, kanji, place_of, place_text, round_name, seats_of, sticks_text, wind_of } from "../parts/table-state.js";
import { points, say, signed } from "../words.js";
import { account } from "./event_text.js";

// `acts` are what someone who has joined may do here; `book` is the name of the rule book, once it is known.
export function felt(table, clock, acts, book) {
  const { now } = table;
  return html`
    <div class="felt">
      <div class="counters middle">
        <p class="round">${round_name(now)}</p>
        <p>${say("{} honba", now.honba)} · ${sticks_text(now.sticks)}</p>
        ${time(table, clock)}
        <p class="book">${book ?? now.rules}</p>
        ${now.hands_left === null || now.phase === "over" ? nothing : html`<p class="call">${hands_text(now.hands_left)}</p>`}
        ${now.phase === "over" ? html`<p><strong>${say("over")}</strong></p>` : nothing}
      </div>
      ${seats_of(now).map((seat) => one_seat(table, seat, acts))}
    </div>
  `;
}

// What is left here: the hall's time, and what this table has for itself.
function time(table, clock) {
  if (!clock || clock.stage === "none") return nothing;
  const extra = extra_text(clock, table.table);
  return html`<p class="own-time" role="timer">${clock_text_at(clock, table.table)} ${extra ? html`<small>${extra}</small>` : nothing}</p>`;
}

function one_seat(table, seat, acts) {
  const { now } = table;
  const result = now.phase === "over" ? now.result : undefined;
  return html`<section class="seat" data-seat=${seat} data-riichi=${now.riichi.includes(seat)} aria-labelledby="seat-${seat}">
    <h2 id="seat-${seat}"><span class="wind">${kanji(wind_of(now, seat))}</span> <span class="name">${account(now.names, seat)}</span></h2>
    <p class="score">${points(now.scores[seat])}</p>
    <p class="place">${place_text(place_of(now, seat))}
      ${result ? html` · <strong>${signed(result.totals[seat])}</strong>` : nothing}</p>
    <p class="marks">${marks(now, seat)}</p>
    ${(table.calls ?? []).filter((call) => call.seat === seat).map((call) => calling(table, call, acts))}
    ${table.seats_away?.includes(seat) ? html`<p class="old">${say("seat box disconnected")}</p>` : nothing}
    <ul class="gaps" aria-label=${say("Ahead of the others by")}>
      ${seats_of(now).filter((other) => other !== seat).map((other) => {
        const gap = now.scores[seat] - now.scores[other];
        return html`<li data-ahead=${Math.sign(gap)}>${kanji(wind_of(now, other))} ${signed(gap)}</li>`;
      })}
    </ul>
  </section>`;
}

// A seat that calls the referee: for how long, and who is coming.
function calling(table, { seat, for_s, answered }, acts) {
  const seconds = for_s + (Date.now() - (table.asked ?? Date.now())) / 1000;
  return html`<p class="call">${say("called the referee {} ago", lasting(seconds))}</p>
    ${answered
      ? html`<p class="coming">${say("{} on the way", author(answered))}</p>`
      : acts.may
        ? html`<p><button type="button" @click=${() => acts.answer(seat)}>${say("I am coming")}</button></p>`
        : nothing}`;
}
