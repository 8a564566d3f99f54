// How this tablet shows its table: size, place, skin and colours, chosen once and kept in the browser.
const KEPT = "tenbo-tablet";
// The long side of a bank card (ISO/IEC 7810 ID-1).
export const CARD_MM = 85.6;
// A board shorter than this has large keys; a shorter one still shows one seat at a time.
const LARGE_KEYS_MM = 200;
const ONE_SEAT_MM = 165;
// So long in its own pixels is a tablet of 8 inches, before a card was held to it.
const LARGE_KEYS_PX = 1000;
const LONG_SIDE = 1280;
const SHORT_SIDE = 800;
// What a browser takes for a millimetre, until a card has been held to the screen.
const PX_A_MM = 96 / 25.4;
// On a smaller screen the keys of four seats would be too small.
const SMALL = matchMedia("(max-width: 559px), (max-height: 559px)");

const STANDARD = { size: "auto", place: "middle", skin: "figures", theme: "dark", guard: true, px_a_mm: 0 };

class Settings {
  #chosen = { ...STANDARD, ...read() };
  #listeners = [];
  #query = new URLSearchParams(location.search);

  constructor() {
    SMALL.addEventListener("change", () => this.#changed());
  }

  get(name) {
    return this.#chosen[name];
  }

  set(name, value) {
    this.#chosen[name] = value;
    try {
      localStorage.setItem(KEPT, JSON.stringify(this.#chosen));
    } catch {
      // Without storage it is chosen for this time.
    }
    this.#changed();
  }

  on_change(listener) {
    this.#listeners.push(listener);
  }

  #changed() {
    for (const listener of this.#listeners) listener();
  }

  skin = () => (this.#query.get("skin") === "pixel" ? "pixels" : this.#chosen.skin);
  theme = () => this.#chosen.theme;
  px_a_mm = () => this.#chosen.px_a_mm || PX_A_MM;

  // How long the board is on the glass, or nothing before a card was held to it.
  #board_mm() {
    const [width, height] = [Math.max(innerWidth, innerHeight), Math.min(innerWidth, innerHeight)];
    const unit = Math.min(width / LONG_SIDE, height / SHORT_SIDE);
    return this.#chosen.px_a_mm ? (unit * LONG_SIDE) / this.#chosen.px_a_mm : undefined;
  }

  // "around", "upright" beside the table, or "one" seat at a time.
  layout() {
    const { size, place } = this.#chosen;
    const small = SMALL.matches || this.#board_mm() < ONE_SEAT_MM;
    if (size === "one" || (size === "auto" && small)) return "one";
    return place === "side" ? "upright" : "around";
  }

  has_large_keys() {
    const { size } = this.#chosen;
    if (this.layout() === "one") return false;
    const board = this.#board_mm();
    const small = board ? board < LARGE_KEYS_MM : Math.max(innerWidth, innerHeight) < LARGE_KEYS_PX;
    return size === "large" || (size === "auto" && small);
  }
}

function read() {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) ?? {};
  } catch {
    return {};
  }
}

export const settings = new Settings();
