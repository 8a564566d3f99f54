// What a table shows before its first hand: what the first touch brings, and then who sits where.
import { say } from "../words.js";
import { made } from "./elements.js";

const KEPT = "tenbo-names";
const MOST_NAMES = 40;
const LONGEST_NAME = 20;
const WINDS = () => [say("East"), say("South"), say("West"), say("North")];

// The names that were typed at this tablet before, the last first.
function known_names() {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) ?? [];
  } catch {
    return [];
  }
}

function keep_names(names) {
  try {
    localStorage.setItem(KEPT, JSON.stringify([...new Set([...names, ...known_names()])].slice(0, MOST_NAMES)));
  } catch {
    // Without storage they are typed again.
  }
}

export class Start {
  #element = made("section", { class: "start", "aria-label": say("Tenbo table"), hidden: "" });
  #lines = made("ul", { class: "offers" });
  #install = made("button", { type: "button", "data-install": "", hidden: "" }, say("Install"));
  #on;
  // Whether it has said all that the tablet does not do, so that no line in the middle has to.
  has_shown = false;
  #over = false;

  // Above what is in `root`. `on` has `start`, called at the touch of its button; `install`; and `name`, which gives a seat its player.
  constructor(root, on) {
    this.#on = on;
    const start = made("button", { type: "button", "data-start": "" }, say("Start"));
    start.addEventListener("click", () => on.start());
    this.#install.addEventListener("click", () => on.install());
    this.#element.append(made("h1", {}, say("Tenbo table")), start, this.#install, this.#lines);
    root.prepend(this.#element);
  }

  // Lines about this tablet, each with whether all is well; a browser may offer to install the page.
  tell(lines, can_install) {
    const line = ([is_well, text]) => made("li", { class: is_well ? "" : "open-point" }, made("b", { "aria-hidden": "true" }, is_well ? "✓" : "!"), text);
    this.#lines.replaceChildren(...lines.map(line));
    this.#install.hidden = !can_install;
  }

  // Before the first hand of a game, until somebody begins.
  show() {
    if (this.#over || this.has_shown) return;
    this.has_shown = true;
    this.#element.hidden = false;
  }

  close() {
    this.#over = true;
    this.#element.hidden = true;
  }

  // A field at each seat's side; empty ones keep the winds. `advice` is what else is to be done at this tablet.
  ask_names(seats, advice) {
    const list = made("datalist", { id: "known-names" }, ...known_names().map((name) => made("option", { value: name })));
    const fields = seats.map((seat) => {
      const field = made("input", { name: `seat-${seat}`, list: list.id, maxlength: LONGEST_NAME, autocomplete: "off", enterkeyhint: "next" });
      return made("label", { class: `at-${seat}` }, made("span", {}, WINDS()[seat]), field);
    });
    const play = made("button", { type: "submit", "data-play": "" }, say("Play"));
    const form = made("form", {}, made("h1", {}, say("Who sits where")), ...fields, play, list, advice ? made("p", { class: "open-point" }, advice) : "");
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#take_names(seats, [...form.querySelectorAll("input")]);
    });
    this.#element.classList.add("asks");
    this.#element.replaceChildren(form);
    form.querySelector("input").focus({ preventScroll: true });
  }

  // A name that the table refuses stays, with the reason below it.
  async #take_names(seats, fields) {
    this.#element.querySelectorAll("[role=alert]").forEach((old) => old.remove());
    const given = seats.map((seat, at) => [seat, fields[at].value.trim(), fields[at]]).filter(([, name]) => name);
    for (const [seat, name, field] of given) {
      try {
        await this.#on.name(seat, name);
      } catch (error) {
        field.after(made("small", { role: "alert" }, error.message));
        field.focus();
        return;
      }
    }
    keep_names(given.map(([, name]) => name));
    this.close();
  }
}
