// Scores typed for one table: all of them, checked against all the points while they are typed.
import { html, nothing } from "../parts/element.js";
import { field } from "../parts/form.js";
import { points_in, scores_in, STICK } from "../parts/points.js";
import { listed, plural, points, say } from "../words.js";
import { WINDS } from "./words.js";

const SEATS = ["east", "south", "west", "north"];

export class Correction {
  constructor(part) {
    this.part = part;
    this.sum = undefined;
  }

  // `whole` is what the scores and the sticks come to; `close` is called when the scores are recorded.
  view(sheet, whole, cancel, close) {
    const { part } = this;
    const form = `one-${sheet.session}-${sheet.table}`;
    const seats = SEATS.slice(0, sheet.names.length);
    const act = async (fields) => {
      const { sticks, why } = fields;
      const scores = this.scores(seats.map((name) => fields[name]), whole, sticks);
      const sent = { session: sheet.session, table: sheet.table, scores, ...(sticks && { sticks }), why };
      if (await part.record(form, "correct", sent, (made) => this.recorded(made))) close();
    };
    const seat = (name, at) =>
      field(part.doing, form, name, sheet.names[at] || WINDS[at], {
        kind: "points", maxlength: 12, value: sheet.state === "missing" ? "" : points(sheet.scores[at]), required: true,
      });
    const wrong = part.doing.wrong_at(form, "scores");
    return html`<form @submit=${part.on_submit(act)} @input=${(event) => this.add_up(event.currentTarget, whole)} @change=${format}>
        ${seats.map(seat)}
        ${field(part.doing, form, "sticks", say("Leftover riichi sticks"), { kind: "number", min: 0, max: 50 })}
        ${wrong ? html`<p class="bad whole" role="alert">${wrong}</p>` : this.difference(whole)}
        ${part.why(form)} ${part.submit(form, say("Correct the scores"))} ${cancel}
      </form>
      ${part.doing.view(form)}`;
  }

  // What is no number goes as it stands: the service says what is wrong with it.
  scores(typed, whole, sticks = 0) {
    const texts = typed.map(String);
    const numbers = scores_in(texts, whole, sticks);
    return numbers.map((one, at) => (Number.isNaN(one) ? texts[at] : one));
  }

  add_up(form, whole) {
    const texts = SEATS.filter((name) => form.elements[name]).map((name) => form.elements[name].value);
    const sticks = Number(form.elements.sticks.value);
    const sum = scores_in(texts, whole, sticks).reduce((all, one) => all + one, STICK * sticks);
    this.part.doing.forget_wrong();
    this.sum = texts.every((text) => text !== "") && Number.isInteger(sum) ? sum : undefined;
    this.part.draw();
  }

  // What they come to, and what they should.
  difference(whole) {
    if (this.sum === undefined) return nothing;
    const sum = say("sum {}", points(this.sum));
    if (whole === undefined || this.sum === whole) return html`<p class="whole" aria-live="polite">${sum}${whole ? " ✓" : ""}</p>`;
    return html`<p class="whole" aria-live="polite">${listed([sum, say("must be {}", points(whole))])}</p>`;
  }

  // What the session still waits for stands beside what was recorded.
  recorded({ table, scores, replaces }) {
    const missing = this.part.missing.length;
    const said = say("Table {}: {} recorded", table, scores.map((one) => points(one)).join(" "));
    const before = replaces && say("in place of {}", replaces.scores.map((one) => points(one)).join(" "));
    const rest = missing === 0 ? say("all results are in") : plural(missing, "{} result missing", "{} results missing");
    return `${[said, before, rest].filter(Boolean).join("; ")}.`;
  }
}

// A number that was typed stands as the page writes it.
function format({ target }) {
  const number = "points" in target.dataset ? points_in(target.value) : NaN;
  if (Number.isInteger(number) && Math.abs(number) >= STICK) target.value = points(number);
}
