// One seat's side of the board: its display, lamp and keys, and what the display says in large figures.
import { say } from "../words.js";
import { HEIGHT, WIDTH } from "./displays.js";
import { drawn, fit, fit_line, made } from "./elements.js";
import { NAMES, TILES, unbroken } from "./phrases.js";
import { KEYS, letter_of } from "./keys.js";

const POINTERS = { left: "M15 4 6 11 15 18", across: "M4 15 11 6 18 15", right: "M7 4 16 11 7 18" };
const LONG_SCORE = 6;

const pointer = (side) =>
  drawn("svg", { viewBox: "0 0 22 22", class: "pointer", "aria-label": { left: "←", across: "↑", right: "→" }[side], role: "img" },
    drawn("path", { d: POINTERS[side] }));
const rich = (parts) => parts.map((part) => (Array.isArray(part) ? made(part[0], {}, part[1]) : part));

const BODIES = {
  score: ({ wind, dealer, score, others }) => [
    made("span", { class: dealer ? "wind dealer" : "wind", lang: "ja", "aria-label": wind, role: "img" }, TILES[wind]),
    made("span", { class: score.length > LONG_SCORE ? "score long" : "score" }, score),
    made("span", { class: "others" }, ...others.flatMap((other) => [
      pointer(other.side),
      made("span", { class: "name" }, other.name),
      made("span", { class: other.riichi ? "stick" : "", title: other.riichi && "riichi" }, other.dead ? "†" : ""),
      made("span", { class: "points" }, other.score),
    ])),
  ],
  amount: ({ amount, beside, small }) => [
    made("span", { class: "score" }, amount),
    made("span", { class: "beside" }, beside ?? "", ...small.map((line) => made("small", {}, line))),
  ],
  payment: ({ word, tone, amount, small, sum, rest = [] }) => [
    made("span", { class: amount ? "word" : "word alone" }, word, small ? made("small", {}, small) : ""),
    amount ? made("span", { class: `score ${tone}${amount.length > LONG_SCORE ? " long" : ""}` }, amount) : "",
    made("span", { class: "sum" }, ...sum.flatMap(([what, value]) => [made("span", {}, what), made("span", {}, value)])),
    rest.length ? made("span", { class: "rest" }, ...rest.flatMap(([what, value]) => [made("span", {}, what), made("span", {}, value)])) : "",
  ],
  question: ({ text, small = [] }) => [made("span", { class: "big" }, text, ...small.map((line) => made("small", {}, line)))],
  list: ({ lines }) => [
    made("span", { class: "list" }, ...lines.map(({ text, on, step }) => made("span", { class: on ? "on" : "", "data-step": step }, ...text.split("\t").map((part) => made("span", {}, part))))),
  ],
};

export class Panel {
  section;
  canvas;
  #lamp;
  #keys;
  #head = made("div", { class: "head" });
  #body = made("div", { class: "body" });
  #letters = 0;
  // The parts that it shows as they are, so that a second of the clock changes the head alone.
  #shown = {};

  constructor(seat, name) {
    this.canvas = made("canvas", { width: WIDTH, height: HEIGHT, role: "img", "aria-label": say("Display of {}", name) });
    this.#lamp = made("span", { "data-lamp": "", role: "button", "aria-disabled": "true", "aria-pressed": "false", "aria-label": say("Riichi lamp: {}", name) });
    this.#keys = KEYS.map((key, at) =>
      made("button", { type: "button", "data-key": key, "aria-label": NAMES[at] },
        made("i", { "aria-hidden": "true" }, NAMES[at]), made("span", {}, ""), made("kbd", { "aria-hidden": "true" }, letter_of(seat, key))));
    const parts = [this.#head, made("div", { class: "face" }, this.canvas), this.#lamp, this.#body, made("div", { class: "keys" }, ...this.#keys)];
    this.section = made("section", { class: "seat", "data-seat": seat, role: "group", "aria-label": name }, ...parts);
  }

  // The letters of a keyboard on the keys, by whether this seat is shown alone.
  letter(one) {
    this.#keys.forEach((key, at) => key.querySelector("kbd").replaceChildren(letter_of(this.section.dataset.seat, KEYS[at], one)));
  }

  // A byte for each pixel, 1 lit; the event `drawn` tells that it shows.
  picture({ pixels, contrast }) {
    const image = new ImageData(WIDTH, HEIGHT);
    const level = 120 + Math.round((contrast * 135) / 255);
    const words = new Uint32Array(image.data.buffer);
    const lit = (255 << 24) | (Math.min(255, level + 10) << 16) | (level << 8) | level;
    for (let at = 0; at < pixels.length; at++) words[at] = pixels[at] ? lit : 0xff000000;
    this.canvas.getContext("2d").putImageData(image, 0, 0);
    this.section.dispatchEvent(new CustomEvent("drawn"));
  }

  light(name, on) {
    if (name === "LAMP") {
      this.#lamp.setAttribute("aria-pressed", on);
      this.section.classList.toggle("riichi", on);
    } else this.#keys[0].classList.toggle("lit", on);
  }

  dark() {
    this.canvas.getContext("2d").clearRect(0, 0, WIDTH, HEIGHT);
    for (const name of ["LAMP", "BUTTON_LIGHT"]) this.light(name, false);
    this.#head.replaceChildren();
    this.#body.replaceChildren();
    this.#shown = {};
  }

  show({ left, right, body, keys }) {
    if (this.#is_new({ left, right })) {
      this.#head.replaceChildren(...[left, right].map((parts) => made("span", {}, ...rich(parts))));
      if (this.#head.textContent.length !== this.#letters) this.#fit_head();
    }
    if (this.#is_new({ body })) {
      this.#body.replaceChildren(...BODIES[body.kind](body).filter(Boolean));
      this.#fit_body();
    }
    keys.forEach((key, at) => {
      if (this.#is_new({ [at]: key })) this.#label(this.#keys[at], NAMES[at], key);
    });
  }

  // After the screen has changed.
  fit() {
    this.#keys.forEach(fit);
    this.#fit_body();
  }

  #fit_body() {
    this.#body.querySelectorAll(".word").forEach(fit);
    this.#body.querySelectorAll(".sum").forEach(fit_line);
    this.#fit_head();
  }

  // A clock that goes on by a second has as many letters as before: what fitted fits.
  #fit_head() {
    this.#letters = this.#head.textContent.length;
    fit_line(this.#head);
  }

  #is_new(part) {
    const name = Object.keys(part).join();
    const text = JSON.stringify(part);
    const changes = this.#shown[name] !== text;
    this.#shown[name] = text;
    return changes;
  }

  #label(button, name, { label, kind, name: own, left }) {
    const [small, word] = button.children;
    button.dataset.kind = kind;
    small.textContent = label === name ? "" : own || name;
    word.textContent = label;
    button.setAttribute("aria-label", label && label !== name ? `${unbroken(label)}, ${own || name}` : name);
    button.style.setProperty("--left", left ?? 0);
    fit(button);
  }
}
