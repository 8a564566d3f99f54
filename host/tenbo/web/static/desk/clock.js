// The hall's clock in the desk's hands: a pause, more time or less, the end, and what it is in doubt of.
import { ask } from "../live/acts.js";
import { clock_text, counted, digits, left, signal_text, time_of_day } from "../parts/clock.js";
import { html, nothing } from "../parts/element.js";
import { field } from "../parts/form.js";
import { live } from "../live/live.js";
import { why_text } from "../live/refusals.js";
import { listed, say } from "../words.js";
import { DeskPart, menu_item, row_menu } from "./part.js";

const MORE = 5;

// A clock that nobody plays by and that goes on all the same.
export function runs_on(clock) {
  const rest = digits(left(clock));
  if (counted(clock) === "paused") return say("The previous session's clock is paused, with {} left: end it before you start a new one.", rest);
  return say("The previous session's clock is still running, with {} left: end it before you start a new one.", rest);
}

// Whether a clock counts, or is about to.
export const is_timed = (clock) => Boolean(clock) && !["none", "finished"].includes(counted(clock));

// What takes an act of the clock back, which no record does.
const OPPOSITES = { start: { act: "stop" }, pause: { act: "resume" }, resume: { act: "pause" } };
export const opposite_of = ({ act, minutes, ...where }) => {
  const fields = act === "extra" ? { act, minutes: -minutes, ...where } : OPPOSITES[act];
  return fields && [["/v1/clock", fields]];
};

// The minutes with which the clock was started last, among the latest records.
const RECORDS = 500;
export async function last_minutes() {
  const records = await ask(`/v1/records?most=${RECORDS}`);
  return records.find(({ kind, fields, counts }) => counts && kind === "clock" && fields.act === "start")?.fields.minutes;
}

class DeskClock extends DeskPart {
  get follows() {
    return true;
  }

  act(fields, said) {
    return this.send("clock", "/v1/clock", fields, (clock) => ({ text: said(digits(clock.length_ms)), opposite: opposite_of(fields) }));
  }

  show() {
    const clock = live.clock ?? { stage: "none" };
    const view = this.doing.view("clock");
    const doubt = clock.note ? this.doubt(clock) : nothing;
    if (!is_timed(clock)) return html`${doubt} ${view}`;
    return html`<div class="clock-line">
        <strong class="big" role="timer">${clock_text(clock)}</strong>
        <span>${this.ends(clock)}</span>
        ${this.buttons(clock)}
      </div>
      ${clock.left_over ? html`<p class="old">${runs_on(clock)}</p>` : nothing}
      ${this.changing ? this.change() : nothing} ${doubt} ${view}`;
  }

  // When the time is up, and when it is told before.
  ends(clock) {
    if (counted(clock) !== "running") return say("{} in all", digits(clock.length_ms));
    return listed([say("ends about {}", time_of_day(Date.now() + left(clock))), signal_text(clock)].filter(Boolean));
  }

  buttons(clock) {
    const pause = () => this.act({ act: "pause" }, () => say("The clock is paused."));
    const resume = () => this.act({ act: "resume" }, () => say("The clock is running again."));
    const more = () => this.act({ act: "extra", minutes: MORE }, (length) => say("+{} min, {} in all.", MORE, length));
    const stop = () => {
      const question = say("The session time will end now at every table. Games continue as the rule book specifies.");
      this.doing.question("clock", question, "/v1/clock", { act: "stop" }, () => say("The session time has ended at all tables."));
    };
    const change = () => {
      this.changing = true;
      this.draw();
      this.querySelector("form input").focus();
    };
    return html`<span class="buttons">
      ${clock.stage === "paused" ? this.button("clock", say("Resume"), resume) : this.button("clock", say("Pause"), pause)}
      ${this.button("clock", say("+{} min", MORE), more)}
      ${row_menu(say("More clock actions"), html`${menu_item(say("Change the time ..."), change)} ${menu_item(say("End time for all tables ..."), stop, "danger")}`)}
    </span>`;
  }

  change() {
    const act = async (fields) => {
      const { minutes, table } = fields;
      const amount = `${minutes > 0 ? "+" : "\u2212"}${Math.abs(minutes)}`;
      const said = (length) => (table ? say("{} min at table {}.", amount, table) : say("{} min, {} in all.", amount, length));
      this.changing = !(await this.act({ act: "extra", ...fields }, said));
      this.draw();
    };
    const cancel = () => {
      this.changing = false;
      this.draw();
    };
    return html`<form @submit=${this.on_submit(act)}>
      ${field(this.doing, "clock", "minutes", say("Change the time by (minutes)"), { kind: "number", min: -600, max: 600, required: true })}
      ${field(this.doing, "clock", "table", say("Table (empty: all)"), { kind: "number", min: 1, max: 250 })}
      ${this.submit("clock", say("Change the time"))} <button type="button" class="quiet" @click=${cancel}>${say("Cancel")}</button>
    </form>`;
  }

  // What the computer and the tables do not agree about; there is a choice only while nothing is decided.
  doubt({ note, reason, params }) {
    const told = html`<p class="old">${why_text({ why: note, reason, params })}</p>`;
    if (reason !== "clock_in_doubt") return told;
    const keep = () => this.send("clock", "/v1/clock", { act: "keep" }, () => say("The tables' time is kept."));
    const move = () => this.send("clock", "/v1/clock", { act: "move" }, () => say("The tables are now set to the computer's time."));
    return html`${told}
      <p class="buttons">
        ${this.button("clock", say("Keep the tables' time"), keep)}
        ${this.button("clock", say("Set the tables to the computer's time"), move)}
      </p>`;
  }
}
customElements.define("tenbo-desk-clock", DeskClock);
