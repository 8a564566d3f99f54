// The middle of the board: Dice and Undo, the round marker with the sticks that lie there, and arrows of a payment.
import { say } from "../words.js";
import { drawn, fit, made } from "./elements.js";
import { LETTERS, TILES, name_of, number, round_of, unbroken, wind_of } from "./phrases.js";

const PIXELS = 12;
const CELL = 3;
const SIDES = [0, -90, 180, 90];
const DIE = [[13, 13], [31, 13], [22, 22], [13, 31], [31, 31]];
const MOST_STICKS = 4;
// The points of a payment, on a board whose short side is so long; on a smaller one they are smaller.
const HALF_BADGE = [76, 46];
const SHORT_SIDE = 800;
const LEAST_BADGE = 0.62;
// A line across the marker, and what a letter of it takes at most.
const LINE = 250;
const LETTER = 24;
// A word's distance to the rim of its button, on both sides together.
const WORD_RIM_PX = 14;
// A die that was thrown lies in the middle of the marker for as long as the seats read of it.
const THROWN_MS = 8000;
const [DIE_SIZE, DIE_GAP, PIP_STEP] = [56, 8, 15];
// Where pips lie, from the middle: the pair or pairs of a number, and one in the middle of an odd one.
const PAIRS = [[-1, -1], [1, -1], [-1, 0]];

const die = () =>
  drawn("svg", { viewBox: "0 0 44 44" },
    drawn("rect", { x: 3, y: 3, width: 38, height: 38, rx: 9, fill: "none", stroke: "currentColor", "stroke-width": 3.5 }),
    ...DIE.map(([cx, cy]) => drawn("circle", { cx, cy, r: 4, fill: "currentColor" })));
const turned_back = () =>
  drawn("svg", { viewBox: "0 0 44 44", fill: "none", stroke: "currentColor", "stroke-width": 4, "stroke-linecap": "round", "stroke-linejoin": "round" },
    drawn("path", { d: "M16 8 6 18 16 28M7 18h21a9 9 0 0 1 0 18H18" }));

function button(name, label, letter, sign) {
  const words = [made("span", {}, label), sign, made("span", { "aria-hidden": "true" }, label)];
  return made("button", { type: "button", "data-key": name, "aria-label": label }, ...words, made("kbd", { "aria-hidden": "true" }, letter));
}

// A light of the device's own marker: three lie before each seat.
function light(place) {
  const element = made("i");
  element.style.setProperty("--turn", `${180 - 90 * Math.floor(place / CELL) + 25 * (1 - (place % CELL))}deg`);
  return element;
}

function side(turn, text, kind) {
  return drawn("g", { transform: `rotate(${turn} 128 128)`, class: `side ${kind}` },
    drawn("path", { d: "M14 248 68 194H188L242 248Z" }),
    drawn("text", { x: 128, y: 230, "text-anchor": "middle" }, text));
}

function sticks(count, y, step, width) {
  return Array.from({ length: Math.min(count, MOST_STICKS) }, (_, at) =>
    drawn("rect", { class: "stick", x: 128 - width / 2, y: y + step * at, width, height: 9, rx: 4.5 }));
}

// Who has won, to be read from two sides, around the sign of the winner's wind.
function winner(sentence, sign) {
  const long = [...sentence].length * LETTER > 2 * LINE ? { textLength: LINE, lengthAdjust: "spacingAndGlyphs" } : {};
  const wind = drawn("text", { class: "sign", x: 128, y: 154, "text-anchor": "middle", lang: "ja" }, sign);
  const sentences = [0, 180].map((turn) =>
    drawn("text", { class: "won", x: 128, y: 208, transform: `rotate(${turn} 128 128)`, "text-anchor": "middle", ...long }, sentence));
  return [wind, ...sentences];
}

function thrown_die(pips, x) {
  const middle = DIE_SIZE / 2;
  const pairs = PAIRS.slice(0, Math.floor(pips / 2));
  const places = [...pairs, ...pairs.map(([h, v]) => [-h, -v]), ...(pips % 2 ? [[0, 0]] : [])];
  return drawn("g", { class: "die", transform: `translate(${x} ${128 - middle})`, "data-pips": pips },
    drawn("rect", { width: DIE_SIZE, height: DIE_SIZE, rx: 11 }),
    ...places.map(([h, v]) => drawn("circle", { cx: middle + h * PIP_STEP, cy: middle + v * PIP_STEP, r: 5.5 })));
}

export class Middle {
  element;
  arrows = drawn("svg", { class: "arrows", "aria-hidden": "true" });
  #lights = Array.from({ length: PIXELS }, (_, place) => light(place));
  #marker = drawn("svg", { class: "round", viewBox: "0 0 256 256" });
  #dice = button("dice", unbroken(say("Dice")), "␣", die());
  #undo = button("undo", unbroken(say("Undo")), "⌫", turned_back());
  #shown = "";
  #thrown = drawn("g");
  #thrown_until;

  constructor() {
    const lights = made("div", { class: "marker", "aria-hidden": "true" }, ...this.#lights, this.#marker);
    const about = { class: "middle", "data-seat": "table", role: "group", "aria-label": say("Middle of the table") };
    this.element = made("section", about, this.#dice, lights, this.#undo);
  }

  // Three bytes a light, green first; their power is small, so that they are made brighter here.
  lights(bytes) {
    this.#lights.forEach((element, place) => {
      const [green, red, blue] = bytes.subarray(3 * place, 3 * place + 3);
      const most = Math.max(red, green, blue);
      const shown = [red, green, blue].map((one) => Math.round((one * 255) / (most || 1)));
      element.style.background = most ? `rgb(${shown.join(" ")})` : "";
    });
  }

  dark() {
    this.lights(new Uint8Array(PIXELS * 3));
    this.dice();
  }

  // The two dice of a hand that has just begun; none takes them away.
  dice(thrown = []) {
    clearTimeout(this.#thrown_until);
    if (thrown.length) this.#thrown_until = setTimeout(() => this.dice(), THROWN_MS);
    this.#thrown.replaceChildren(...thrown.map((pips, at) => thrown_die(pips, 128 - DIE_SIZE - DIE_GAP / 2 + at * (DIE_SIZE + DIE_GAP))));
    this.#marker.classList.toggle("thrown", thrown.length > 0);
  }

  show(said, flows, place_of) {
    const { table, wants_dice } = said;
    this.#dice.className = wants_dice ? "go" : "idle";
    this.#undo.classList.toggle("idle", Boolean(said.plan || said.question));
    const shown = JSON.stringify([table, flows]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.element.classList.toggle("paying", flows.length > 0);
    this.arrows.replaceChildren(...flows.flatMap(([from, to, points]) => arrow(place_of(from), place_of(to), points, badge_at(flows, from, to))));
    if (!table) return this.#marker.replaceChildren();
    const first = table.places.indexOf(1);
    const is_won = table.phase === "over" && first === table.places.lastIndexOf(1);
    if (is_won) return this.#marker.replaceChildren(...winner(say("{} has won the game", name_of(table, first)), TILES[LETTERS[wind_of(first, table)]]));
    // After the signal of the session's end the round has a red frame.
    const others = table.hands_left === null ? "" : "last";
    const sides = SIDES.map((turn, seat) => (seat === table.dealer ? side(turn, say("Dealer"), "dealer") : side(turn, round_of(table), others)));
    const riichi = sticks(table.sticks, 118 - 13 * Math.min(table.sticks, MOST_STICKS), 13, 100);
    this.#marker.replaceChildren(...sides, ...riichi, ...sticks(table.honba, 134, 13, 60).map((one) => (one.classList.add("honba"), one)), this.#thrown);
  }

  // Where the seats have moved on the screen, the arrows are drawn again, and both buttons are wider where a word of theirs
  // would have to be smaller.
  forget() {
    this.#shown = "";
    const buttons = [this.#dice, this.#undo];
    for (const one of buttons) one.style.removeProperty("--fit");
    const words = buttons.map((one) => one.querySelector("span").scrollWidth);
    document.body.style.setProperty("--longest-word", `${Math.max(...words) + WORD_RIM_PX}px`);
    buttons.forEach(fit);
  }
}

// How far along its arrow the points of a payment stand: of three with one end in common that across the table is nearer to
// its other end, so that they have room.
function badge_at(flows, from, to) {
  if (flows.length < 3 || (to - from + 4) % 4 !== 2) return 0.5;
  return flows.every(([, other]) => other === to) ? 0.36 : 0.64;
}

// From one place of the screen to another, with the points between, to be read from both sides.
function arrow([x1, y1], [x2, y2], points, at) {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
  const head = Math.min(length / 4, 26);
  const size = Math.min(1, Math.max(LEAST_BADGE, Math.min(innerWidth, innerHeight) / SHORT_SIDE));
  const [bx, by] = [x2 - ux * head, y2 - uy * head];
  const text = (turn) => drawn("text", { y: -9, transform: `rotate(${turn})`, "text-anchor": "middle" }, number(points));
  const [w, h] = HALF_BADGE;
  return [
    drawn("path", { class: "line", d: `M${x1} ${y1}L${bx} ${by}` }),
    drawn("path", { class: "tip", d: `M${x2} ${y2}L${bx - uy * 22} ${by + ux * 22}L${bx + uy * 22} ${by - ux * 22}Z` }),
    drawn("g", { class: "badge", transform: `translate(${x1 + (x2 - x1) * at} ${y1 + (y2 - y1) * at}) scale(${size})` },
      drawn("rect", { x: -w, y: -h, width: 2 * w, height: 2 * h, rx: 12 }), text(0), text(180)),
  ];
}
