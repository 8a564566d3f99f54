// What a table shows: four displays turned to their players, five keys and a lamp each, and the middle.
import { say } from "../words.js";
import { HEIGHT, WIDTH } from "./displays.js";
import { KEYS, letter_of } from "./keys.js";

const LABELS = { riichi: "RIICHI", ok: "OK", up: "UP", down: "DOWN", back: "BACK" };
// On a smaller screen the keys of four seats would be too small: it shows one seat, and is handed round.
const SMALL = "(max-width: 559px), (max-height: 559px)";
const PIXELS = 12;
const CELL = 3;

function made(name, attributes, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

// A seat by the wind that it has in the first hand.
const wind = (seat) => [say("East"), say("South"), say("West"), say("North")][seat];

function key(name, label, letter) {
  const hint = letter ? [made("kbd", { "aria-hidden": "true" }, letter)] : [];
  return made("button", { type: "button", "data-key": name, "aria-label": label }, made("span", {}, label), ...hint);
}

// A pixel of the round marker: three lie before each seat.
function pixel(place) {
  const element = made("i", {});
  element.style.setProperty("--turn", `${180 - 90 * Math.floor(place / CELL) + 25 * (1 - (place % CELL))}deg`);
  return element;
}

export class Face {
  #seats = new Map();
  #marker;
  #notes;
  #root;
  #chips;
  #shown;

  constructor(root, seats) {
    this.#root = root;
    this.#shown = seats[0];
    this.#chips = made("nav", { class: "chips", "aria-label": say("Seats") }, ...seats.map((seat) => this.#chip(seat)));
    root.append(this.#chips, ...seats.map((seat) => this.#seat(seat)));
    this.#marker = Array.from({ length: PIXELS }, (_, place) => pixel(place));
    this.#notes = made("div", { class: "notes", role: "status" });
    const middle = made(
      "section",
      { class: "middle", "data-seat": "table", role: "group", "aria-label": say("Middle of the table") },
      key("dice", say("Dice"), "␣"),
      made("div", { class: "marker", "aria-hidden": "true" }, ...this.#marker),
      key("undo", say("Undo"), "⌫"),
    );
    root.append(middle, this.#notes);
    const small = matchMedia(SMALL);
    small.addEventListener("change", () => this.#arrange(small.matches));
    this.#arrange(small.matches);
  }

  #chip(seat) {
    const chip = made("button", { type: "button", "data-chip": seat }, wind(seat));
    chip.addEventListener("click", () => {
      this.#shown = seat;
      this.#arrange(true);
    });
    return chip;
  }

  // All seats around the screen, or the one that is shown.
  #arrange(small) {
    const one = small || this.#seats.size === 1;
    this.#root.classList.toggle("one", one);
    this.#root.classList.toggle("around", !one);
    this.#chips.hidden = !one || this.#seats.size === 1;
    for (const [seat, { section }] of this.#seats) section.hidden = one && seat !== this.#shown;
    for (const chip of this.#chips.children) chip.setAttribute("aria-pressed", Number(chip.dataset.chip) === this.#shown);
  }

  #seat(seat) {
    const name = wind(seat);
    const canvas = made("canvas", { width: WIDTH, height: HEIGHT, role: "img", "aria-label": say("Display of {}", name) });
    const lamp = made("span", { "data-lamp": "", role: "button", "aria-disabled": "true", "aria-pressed": "false", "aria-label": say("Riichi of {}", name) });
    const keys = KEYS.map((one) => key(one, LABELS[one], letter_of(seat, one)));
    const parts = [made("div", { class: "face" }, canvas), lamp, made("div", { class: "keys" }, ...keys)];
    const section = made("section", { class: "seat", "data-seat": seat, role: "group", "aria-label": name }, ...parts);
    this.#seats.set(seat, { section, canvas, lamp, riichi: keys[0] });
    return section;
  }

  // A byte for each pixel, 1 lit; the event `drawn` tells that it shows.
  picture(seat, { pixels, contrast }) {
    const place = this.#seats.get(seat);
    if (!place) return;
    const image = new ImageData(WIDTH, HEIGHT);
    const level = 120 + Math.round((contrast * 135) / 255);
    for (let at = 0; at < pixels.length; at++) {
      image.data.set(pixels[at] ? [level, level, Math.min(255, level + 10), 255] : [0, 0, 0, 255], at * 4);
    }
    place.canvas.getContext("2d").putImageData(image, 0, 0);
    place.section.dispatchEvent(new CustomEvent("drawn"));
  }

  lamp(seat, { name, on }) {
    const place = this.#seats.get(seat);
    if (name === "LAMP") {
      place?.lamp.setAttribute("aria-pressed", on);
      place?.section.classList.toggle("riichi", on);
    } else place?.riichi.classList.toggle("lit", on);
  }

  // Three bytes a pixel, green first; their power is small, so that they are made brighter here.
  marker(bytes) {
    this.#marker.forEach((pixel, place) => {
      const [green, red, blue] = bytes.subarray(3 * place, 3 * place + 3);
      const most = Math.max(red, green, blue);
      const shown = [red, green, blue].map((one) => Math.round((one * 255) / (most || 1)));
      pixel.style.background = most ? `rgb(${shown.join(" ")})` : "";
    });
  }

  // A sentence in the middle, by a name of its own; none takes it away.
  note(name, sentence) {
    this.#notes.querySelector(`[data-note="${name}"]`)?.remove();
    if (sentence) this.#notes.append(made("p", { "data-note": name }, sentence));
  }

  // As without power.
  dark() {
    for (const [seat, { canvas }] of this.#seats) {
      canvas.getContext("2d").clearRect(0, 0, WIDTH, HEIGHT);
      for (const name of ["LAMP", "BUTTON_LIGHT"]) this.lamp(seat, { name, on: false });
    }
    this.marker(new Uint8Array(PIXELS * 3));
  }

  // Instead of the table, when there is none to play at.
  stop(sentence) {
    document.body.replaceChildren(made("main", { class: "stopped", role: "alert" }, made("p", {}, sentence)));
  }
}

