// The four scores hand by hand, as a drawing: told apart by dash and mark as well as by colour.
import { html as page, nothing } from "../parts/element.js";
import { svg } from "../lit-html/lit-html.js";
import { apart, listed, points, say } from "../words.js";
import { named } from "../parts/name.js";
import { account, is_dealt } from "./event_text.js";
import { round_text } from "../parts/table-state.js";

// On a phone the names stand below the drawing. A drawing is a little smaller than its own units, and its letters larger by as much.
const WIDE = { width: 640, height: 300, right: 210, most_marks: 7 };
const NARROW = { width: 330, height: 230, right: 14, most_marks: 4 };
const NARROW_PX = 640;
const TOP = 14;
const BOTTOM = 34;
const DASHES = ["", "9 4", "2 4", "11 4 2 4"];
const LABELS_APART = 19;
// How wide a letter of the marks is, and one of those of Chinese, Japanese and Korean; and how far two marks are apart.
const LETTER = 9.1;
const WIDE_LETTER = 15.5;
const BESIDE = 8;
const MARKS_APART = 6;

export function graph(now, game) {
  // What moved nothing between two hands is no point of a curve.
  const hands = game.hands.filter((hand) => !hand.runs && (is_dealt(hand) || hand.deltas.some(Boolean)));
  if (!hands.length) return nothing;
  const rows = [game.start.scores, ...hands.map((hand) => hand.scores)];
  const marks = [say("start"), ...hands.map((hand) => round_text(hand.where))];
  const small = innerWidth < NARROW_PX;
  const scale = scaled(rows, small ? NARROW : WIDE);
  const names = game.start.scores.map((_, seat) => account(now.names, seat));
  const said = say("Chart of the scores after each hand. Latest scores: {}", listed(names.map((name, seat) => `${name} ${points(rows.at(-1)[seat])}`)));
  return page`<section class="graph part" aria-labelledby="graph">
    <h2 id="graph">${say("Scores")}</h2>
    <svg viewBox="0 0 ${scale.width} ${scale.height}" role="img" aria-label=${said}>
      ${axes(scale, marks)} ${names.map((name, seat) => curve(scale, rows, marks, seat, name))}
      ${small ? nothing : labels(scale, rows.at(-1), names)}
    </svg>
    ${small ? below(rows.at(-1), names) : nothing}
  </section>`;
}

function scaled(rows, size) {
  const every = rows.flat();
  const span = Math.max(...every) - Math.min(...every);
  const step = span > 60000 ? 20000 : span > 24000 ? 10000 : 5000;
  const low = Math.floor(Math.min(...every) / step) * step;
  const high = Math.max(low + step, Math.ceil(Math.max(...every) / step) * step);
  const hands = Math.max(1, rows.length - 1);
  // The longest of the numbers beside the lines has its room.
  const left = BESIDE + LETTER * Math.max(...[low, high].map((score) => points(score).length));
  return {
    ...size, low, high, step, left,
    x: (hand) => left + ((size.width - left - size.right) * hand) / hands,
    y: (score) => size.height - BOTTOM - ((size.height - TOP - BOTTOM) * (score - low)) / (high - low),
  };
}

function axes({ low, high, step, left, x, y, width, right, height, most_marks }, marks) {
  const lines = Array.from({ length: (high - low) / step + 1 }, (_, place) => low + place * step);
  const shown = marks_that_fit(marks, Math.ceil(marks.length / most_marks), x);
  return svg`
    ${lines.map(
      (score) => svg`<line class=${score === 0 ? "zero" : "line"} x1=${left} y1=${y(score)} x2=${width - right} y2=${y(score)}></line>
        <text x=${left - BESIDE} y=${y(score) + 5} text-anchor="end">${points(score)}</text>`,
    )}
    ${shown.map(([hand, anchor]) => svg`<text class="mark" x=${x(hand)} y=${height - 12} text-anchor=${anchor}>${marks[hand]}</text>`)}`;
}

// The hands whose marks stand below the curves, with their anchors: not every hand, and none whose mark would lie on the last one.
function marks_that_fit(marks, every, x) {
  const wide = (mark) => [...mark].reduce((sum, letter) => sum + (letter > "\u2e80" ? WIDE_LETTER : LETTER), 0);
  const shown = [];
  let end = -Infinity;
  for (let hand = 0; hand < marks.length; hand += every) {
    const anchor = hand && hand === marks.length - 1 ? "end" : "middle";
    const begin = x(hand) - wide(marks[hand]) / (anchor === "end" ? 1 : 2);
    if (begin < end + MARKS_APART) continue;
    shown.push([hand, anchor]);
    end = begin + wide(marks[hand]);
  }
  return shown;
}

function curve({ x, y }, rows, marks, seat, name) {
  const dots = rows.map((scores, hand) => [x(hand), y(scores[seat])]);
  return svg`<g class="curve seat-${seat}">
    <polyline points=${dots.map((dot) => dot.map((at) => at.toFixed(1)).join(",")).join(" ")} fill="none" stroke-dasharray=${DASHES[seat]}></polyline>
    ${dots.map(([left, top], hand) => svg`<circle cx=${left} cy=${top} r="3.5"><title>${marks[hand]} ${name} ${points(rows[hand][seat])}</title></circle>`)}
  </g>`;
}

// The names at the ends of the curves, each on a line of its own.
function labels({ y, width, right, height }, last, names) {
  const order = [...names.keys()].sort((a, b) => last[b] - last[a] || a - b);
  const at = [];
  let before = -LABELS_APART;
  for (const seat of order) {
    before = at[seat] = Math.max(y(last[seat]), before + LABELS_APART);
  }
  // Pushed up again where the lowest has left the drawing.
  let below = height - 4;
  for (const seat of [...order].reverse()) {
    at[seat] = Math.min(at[seat], below);
    below = at[seat] - LABELS_APART;
  }
  return names.map(
    (name, seat) => svg`<text class="name seat-${seat}" x=${width - right + 10} y=${at[seat] + 4}>${apart(short(name))} ${points(last[seat])}</text>`,
  );
}

// Two long names that begin alike differ where they end.
const short = (name) => ([...name].length > 14 ? `${[...name].slice(0, 7).join("")}…${[...name].slice(-6).join("")}` : name);

// The same names in a list, each with its own kind of line.
const below = (last, names) => page`<ul class="key" aria-hidden="true">
  ${names.map(
    (name, seat) => page`<li class="curve seat-${seat}">
      <svg viewBox="0 0 34 10" width="34" height="10"><polyline points="1,5 33,5" fill="none" stroke-dasharray=${DASHES[seat]}></polyline><circle cx="17" cy="5" r="3.5"></circle></svg>
      ${named(name)} <span class="score">${points(last[seat])}</span>
    </li>`,
  )}
</ul>`;
