// Scores typed for one table: all of them, checked against all the points while they are typed.
import { html, nothing } from "../parts/element.js";
import { field } from "../parts/form.js";
import { points_in, scores_in, STICK } from "../parts/points.js";
import { WIND_LABELS, winds_note } from "../parts/table-state.js";
import { listed, plural, points, say } from "../words.js";
import { typed_for, typed_scores } from "./words.js";

// Points are multiples of these.
const UNIT = 100;
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
      const scores = this.scores(seats.map((name) => fields[name]), whole);
      this.uneven = seats.filter((_, at) => !Number.isInteger(scores[at] / UNIT));
      const sent = { session: sheet.session, table: sheet.table, scores, ...(sticks && { sticks }), why };
      if (await part.record(form, "correct", sent, (made) => this.recorded(made))) close();
    };
    // What was typed, and not what its sticks have made of it: typed once more they would be given twice.
    const typed = typed_for(sheet) ?? { scores: sheet.state === "missing" ? [] : sheet.scores };
    const wrong = part.doing.wrong_at(form, "scores");
    const told = `${form}-scores-wrong`;
    const seat = (name, at) =>
      field(part.doing, form, name, html`<span><span class="wind">${WIND_LABELS[at]}</span> ${sheet.names[at]}</span>`, {
        kind: "points", maxlength: 12, value: typed.scores.length ? points(typed.scores[at]) : "", required: true,
        wrong_by: wrong && this.uneven?.includes(name) ? told : undefined,
      });
    return html`<form @submit=${part.on_submit(act)} @input=${(event) => this.add_up(event.currentTarget, whole)} @change=${format}>
        <p class="note whole">${winds_note()}</p>
        ${seats.map(seat)}
        ${field(part.doing, form, "sticks", say("Leftover riichi sticks"), { kind: "number", min: 0, max: 50, value: typed.sticks || "" })}
        ${wrong ? html`<p class="bad whole" role="alert" id=${told}>${wrong}</p>` : this.difference(whole)}
        ${part.why(form)} ${part.submit(form, say("Correct the scores"), "primary")} ${cancel}
      </form>
      ${part.doing.view(form)}`;
  }

  // What is no number goes as it stands: the service says what is wrong with it.
  scores(typed, whole) {
    const texts = typed.map(String);
    const numbers = scores_in(texts, whole);
    return numbers.map((one, at) => (Number.isNaN(one) ? texts[at] : one));
  }

  add_up(form, whole) {
    const texts = SEATS.filter((name) => form.elements[name]).map((name) => form.elements[name].value);
    const sticks = Number(form.elements.sticks.value);
    const sum = scores_in(texts, whole).reduce((all, one) => all + one, STICK * sticks);
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
  recorded({ table, scores, sticks, replaces }) {
    const missing = this.part.missing.length;
    const said = say("Table {}: {} recorded", table, typed_scores(scores, sticks));
    const before = replaces && say("in place of {}", typed_scores(replaces.scores, replaces.sticks));
    const rest = missing === 0 ? say("all results are in") : plural(missing, "{} result missing", "{} results missing");
    return `${[said, before, rest].filter(Boolean).join("; ")}.`;
  }
}

// A number that was typed stands as the page writes it.
function format({ target }) {
  const number = "points" in target.dataset ? points_in(target.value) : NaN;
  if (Number.isInteger(number) && Math.abs(number) >= STICK) target.value = points(number);
}
