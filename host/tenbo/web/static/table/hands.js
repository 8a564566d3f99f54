// The game hand by hand: what happened, who paid whom, why and by which section, and what was put right.
import { html, nothing } from "../parts/element.js";
import { named } from "../parts/name.js";
import { kanji, round_text, sticks_text, wind_of } from "../parts/table-state.js";
import { headed, in_turn, points, say, signed } from "../words.js";
import { account, asker, in_words, reason } from "./event_text.js";

// What only begins a hand needs no words.
const QUIET = ["hand", "name"];

// `beneath` draws what may be done about a hand, below it; `opened` are the numbers of the hands that are opened.
export function hands(now, game, opened, beneath) {
  const { names } = now;
  return html`<section class="hands part" aria-labelledby="hands">
    <h2 id="hands">${say("Hand by hand")}</h2>
    <div class="row head" aria-hidden="true">
      <span class="where"></span><span class="words"></span>
      ${names.map((_, seat) => named(account(names, seat)))}
    </div>
    <ol reversed>
      ${[...game.hands].reverse().map((hand) => html`<li>${one_hand(names, game, hand, opened, beneath)}</li>`)}
    </ol>
    ${put_right(names, game)}
  </section>`;
}

function one_hand(names, game, hand, opened, beneath) {
  const told = hand.acts.filter((act) => !QUIET.includes(act.kind)).map((act) => in_words(names, act));
  const corrected = repairs_of(game, hand);
  // The place in the list is not the hand: a new one pushes all others down.
  const turned = ({ target }) => opened[target.open ? "add" : "delete"](Number(target.dataset.hand));
  return html`<details data-hand=${hand.acts[0].n} data-runs=${hand.runs} .open=${opened.has(hand.acts[0].n)} @toggle=${turned}>
    <summary>
      <span class="row">
        <span class="where">${round_text(hand.where)}</span>
        <span class="words">${hand.runs ? html`<em>${say("running")}</em> ` : nothing}${in_turn(told)}
          ${corrected.length ? html`<strong class="corrected">${say("corrected")}</strong>` : nothing}</span>
        ${names.map(
          (_, seat) => html`<span class="delta" data-sign=${Math.sign(hand.deltas[seat])}>
            <span class="unseen">${account(names, seat)}</span> ${hand.deltas[seat] ? signed(hand.deltas[seat]) : "·"}</span>`,
        )}
      </span>
    </summary>
    ${hand.moves.length ? paid(names, hand) : nothing}
    ${beneath(hand)}
  </details>`;
}

// Who paid whom in a hand.
function paid(names, hand) {
  return html`<table class="paid">
    <caption class="unseen">${say("Who paid whom")}</caption>
    <thead><tr><th scope="col">${say("From")}</th><th scope="col">${say("To")}</th><th scope="col">${say("Points")}</th>
      <th scope="col">${say("Reason")}</th><th scope="col">${say("Section")}</th></tr></thead>
    <tbody>
      ${hand.moves.map(
        (move) => html`<tr><td>${account(names, move.from)}</td><td>${account(names, move.to)}</td>
          <td class="number">${points(move.points)}</td><td>${reason(move.why)}</td>${section(move.section)}</tr>`,
      )}
    </tbody>
    <tfoot><tr><th scope="row" colspan="2">${say("Scores after the hand")}</th>
      <td colspan="3">${hand.scores.map((score, seat) => html`<span class="after">${kanji(wind_of(hand, seat))} ${points(score)}</span> `)}
        ${hand.sticks ? html`<span class="after">${sticks_text(hand.sticks)}</span>` : nothing}</td></tr></tfoot>
  </table>`;
}

// The section, or that the book is silent; its reason is long, and stands in the rule book's own file.
const section = (text) => html`<td class="section">${text.startsWith("silent:") ? say("the rule book is silent") : text}</td>`;

// The account of every seat: why it has the points it has.
export function accounts(now, game, seat, choose) {
  return html`<section class="accounts part" aria-labelledby="accounts">
    <h2 id="accounts">${say("Score breakdown")}</h2>
    <label>${say("Player")} <select @change=${(event) => choose(Number(event.target.value))}>
      ${now.names.map((_, one) => html`<option value=${one} .selected=${one === seat}>${account(now.names, one)}</option>`)}
    </select></label>
    <div class="scroll" tabindex="0" role="region" aria-label=${say("Balance")}>
      <table class="paid">
        <thead><tr><th scope="col">${say("Hand played")}</th><th scope="col">${say("Points")}</th><th scope="col">${say("Balance")}</th>
          <th scope="col">${say("Reason")}</th><th scope="col">${say("Section")}</th></tr></thead>
        <tbody>
          ${[...game.accounts[seat]].reverse().map(
            (entry) => html`<tr><th scope="row">${entry.where === "result" ? say("result") : round_text(entry.where)}</th>
              <td class="number">${signed(entry.points)}</td><td class="number">${points(entry.balance)}</td>
              <td>${entry.other === null ? reason(entry.why) : far(now.names, entry)}</td>${section(entry.section)}</tr>`,
          )}
        </tbody>
      </table>
    </div>
  </section>`;
}

function far(names, { why, other, points: moved }) {
  const who = account(names, other);
  return moved > 0 ? say("{}, from {}", reason(why), who) : say("{}, to {}", reason(why), who);
}

// The corrections that replaced something of a hand.
export const repairs_of = (game, hand) =>
  game.repairs.filter(
    ({ kind, fields }) =>
      kind === "correct" && hand.acts.some((act) => fields.of <= act.n && act.n <= (fields.to ?? fields.of)),
  );

// Nothing disappears: what was before stays to be read, struck through, with who changed it and why.
function put_right(names, game) {
  if (!game.repairs.length) return nothing;
  const words = (acts) => in_turn(acts.map((act) => in_words(names, act)));
  return html`<h3>${say("Corrections")}</h3>
    <ul class="repairs">
      ${game.repairs.map(
        (repair) => html`<li><span class="number">${repair.n}</span> ${headed(asker(names, repair.by), in_words(names, repair))}
          ${repair.before.length ? html`<del>${words(repair.before)}</del>` : nothing}
          ${repair.now.length ? html`<ins>${words(repair.now)}</ins>` : nothing}</li>`,
      )}
    </ul>`;
}
