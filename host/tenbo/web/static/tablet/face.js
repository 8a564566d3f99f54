// What a table shows: four panels turned to their players, or one at a time, and the middle.
import { WIND_SIGNS, say } from "../words.js";
import { made } from "./elements.js";
import { panels } from "./figures.js";
import { Middle } from "./middle.js";
import { Panel } from "./panel.js";
import { LETTERS, is_played, name_of, number, wind_of } from "./phrases.js";
import { flows } from "./preview.js";
import { settings } from "./settings.js";

// So far from a panel an arrow of a payment ends, in pixels, or before a stick that lies there, by the screen's side.
const BEFORE_A_PANEL = 10;
const BEFORE_A_STICK = 0.055;
const UPRIGHT = 60;
const WIND = () => [say("East"), say("South"), say("West"), say("North")];

export class Face {
  #panels;
  #middle = new Middle();
  #notes = made("div", { class: "notes", role: "status" });
  // A screen reader hears what the seat says that was touched last.
  #heard = made("p", { class: "heard", "aria-live": "polite" });
  #root;
  #chips;
  #agree = made("button", { type: "button", class: "agree", hidden: "" }, say("All agree"));
  #shown;
  #said;
  #lines = "";
  // The seats that look at their points when a game is over, and those whose OK is down for it.
  #points = new Set();
  #turning = new Set();

  // `all_agree` is called with the seats that are asked, when those around a device that is passed round agree.
  constructor(root, seats, all_agree) {
    this.#root = root;
    this.#shown = seats[0];
    this.#panels = new Map(seats.map((seat) => [seat, new Panel(seat, WIND()[seat])]));
    this.#chips = made("nav", { class: "chips", "aria-label": say("Seats") }, ...seats.map((seat) => this.#chip(seat)));
    this.#agree.addEventListener("click", () => all_agree(this.#said.plan.asked));
    root.append(this.#chips, ...[...this.#panels.values()].map(({ section }) => section));
    const open = made("button", { type: "button", class: "open", "data-settings": "", "aria-label": say("This tablet") }, "⚙");
    this.#middle.element.append(open);
    root.append(this.#middle.element, this.#middle.arrows, this.#agree, this.#notes, this.#heard);
    settings.on_change(() => this.#arrange());
    addEventListener("resize", () => this.#arrange());
    this.#arrange();
  }

  #chip(seat) {
    const chip = made("button", { type: "button", "data-chip": seat, "aria-label": WIND()[seat] }, made("b", {}, WIND()[seat]), made("span"));
    chip.addEventListener("click", () => this.turn_to(seat));
    return chip;
  }

  // Let the screen reader hear a seat, and show it where one seat is shown at a time.
  turn_to(seat) {
    if (!this.#panels.has(seat) || seat === this.#shown) return;
    this.#shown = seat;
    this.#arrange();
    this.#read_out();
  }

  // All seats around the screen, upright beside each other, or the one that is shown.
  #arrange() {
    const layout = this.#panels.size === 1 ? "one" : settings.layout();
    const one = layout === "one";
    this.#root.className = layout;
    this.#root.dataset.skin = settings.skin();
    this.#root.classList.toggle("large", settings.has_large_keys());
    document.documentElement.dataset.theme = settings.theme();
    this.#chips.hidden = !one || this.#panels.size === 1;
    for (const [seat, { section }] of this.#panels) section.hidden = one && seat !== this.#shown;
    for (const chip of this.#chips.children) chip.setAttribute("aria-pressed", Number(chip.dataset.chip) === this.#shown);
    for (const panel of this.#panels.values()) {
      panel.letter(one);
      panel.fit();
    }
    this.#middle.forget();
    if (this.#said) this.show(this.#said);
  }

  // The views of all seats, as the device has them now.
  show(said) {
    this.#said = said;
    if (said.table?.phase !== "over") this.#points.clear();
    const every = panels(said, (seat) => this.#points.has(seat));
    for (const [seat, panel] of this.#panels) panel.show(every[seat]);
    const one = this.#root.classList.contains("one");
    this.#middle.show(said, said.plan && !one ? flows(said.plan) : [], (seat) => this.#edge(seat));
    this.#agree.hidden = !one || this.#panels.size === 1 || !said.plan?.asked.length;
    for (const chip of this.#chips.children) this.#label_chip(chip, said);
    this.#read_out();
  }

  // Take a press that changes the face alone: at the end OK shows the points behind a total, and the total again.
  takes(place, name, down) {
    const seat = Number(place);
    if (!down) return name === "OK" && this.#turning.delete(seat);
    if (name !== "OK" || this.#said?.seats[seat]?.screen !== "final" || this.#root.dataset.skin !== "figures") return false;
    this.#turning.add(seat);
    if (!this.#points.delete(seat)) this.#points.add(seat);
    this.show(this.#said);
    return true;
  }

  #label_chip(chip, { table, plan, question }) {
    const seat = Number(chip.dataset.chip);
    const asked = plan?.asked.includes(seat) || question?.seats.includes(seat) || false;
    chip.classList.toggle("asked", asked);
    chip.classList.toggle("riichi", table?.riichi.includes(seat) ?? false);
    chip.hidden = Boolean(table) && !is_played(table, seat);
    if (!table || chip.hidden) return;
    chip.firstChild.textContent = `${WIND_SIGNS[LETTERS[wind_of(seat, table)]]} ${name_of(table, seat)}`;
    chip.lastChild.textContent = number(table.scores[seat]);
  }

  // The middle of a seat's inner edge on the screen.
  #edge(seat) {
    const { section } = this.#panels.get(seat);
    const { left, top, right, bottom } = section.getBoundingClientRect();
    if (this.#root.classList.contains("upright")) return [(left + right) / 2, top > innerHeight / 2 ? top - UPRIGHT : bottom + UPRIGHT];
    const gap = section.classList.contains("riichi") ? BEFORE_A_STICK * Math.min(innerWidth, innerHeight) : BEFORE_A_PANEL;
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const inward = [innerWidth / 2 - x, innerHeight / 2 - y];
    const sideways = Math.abs(inward[0]) / innerWidth > Math.abs(inward[1]) / innerHeight;
    if (sideways) return [inward[0] > 0 ? right + gap : left - gap, y];
    return [x, inward[1] > 0 ? bottom + gap : top - gap];
  }

  // The lines of the seat that is shown, when they are others than before; the clock is left out.
  #read_out() {
    const view = this.#said?.seats[this.#shown];
    if (!view) return;
    const { table } = this.#said;
    const own = view.screen === "score" && table ? [`${number(table.scores[this.#shown])}`, view.note] : [view.note || view.title, ...view.lines];
    const lines = own.filter(Boolean).join(". ").replaceAll("\t", " ");
    if (lines !== this.#lines) this.#heard.textContent = lines;
    this.#lines = lines;
  }

  picture(seat, shown) {
    this.#panels.get(seat)?.picture(shown);
  }

  lamp(seat, { name, on }) {
    this.#panels.get(seat)?.light(name, on);
  }

  marker(bytes) {
    this.#middle.lights(bytes);
  }

  dice(thrown) {
    this.#middle.dice(thrown);
  }

  // As without power.
  dark() {
    for (const panel of this.#panels.values()) panel.dark();
    this.#middle.dark();
  }

  // A sentence in the middle, by a name of its own; none takes it away. Two words leave Dice and Undo where they are.
  note(name, sentence, is_brief = false) {
    this.#notes.querySelector(`[data-note="${name}"]`)?.remove();
    if (sentence) this.#notes.append(made("p", { "data-note": name, class: is_brief && "brief" }, sentence));
  }

  // Instead of the table, when there is none to play at.
  stop(sentence) {
    document.body.replaceChildren(made("main", { class: "stopped", role: "alert" }, made("p", {}, sentence)));
  }
}
