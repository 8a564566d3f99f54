// The hall's clock in the desk's hands: begin, stop for a moment, longer or shorter, the end, and what it is in doubt of.
import { clock_text, counted, digits, left } from "../parts/clock.js";
import { html, nothing } from "../parts/element.js";
import { field } from "../parts/form.js";
import { live } from "../live/live.js";
import { say } from "../words.js";
import { DeskPart, section } from "./part.js";

// A clock that nobody plays by and that goes on all the same.
export const runs_on = (clock) =>
  say("the clock runs on from before, {} are left: end its time at the clock, and start a new one", digits(left(clock)));

class DeskClock extends DeskPart {
  get follows() {
    return true;
  }

  act(act, more = {}) {
    return this.send("clock", "/v1/clock", { act, ...more });
  }

  show() {
    const clock = live.clock ?? { stage: "none" };
    const timed = !["none", "finished"].includes(counted(clock));
    return section(
      "clock-head",
      say("Clock"),
      html`<p class="big">${clock_text(clock) || say("no session is timed")}</p>
        ${timed && clock.left_over ? html`<p class="old">${runs_on(clock)}</p>` : nothing}
        ${timed ? html`<p>${say("{} in all", digits(clock.length_ms))}</p>` : nothing}
        ${timed ? this.running(clock) : this.beginning()} ${clock.note ? this.doubt(clock.note) : nothing}
        ${this.doing.view("clock")}`,
    );
  }

  beginning() {
    return html`<form @submit=${this.on_submit(({ minutes }) => void this.act("start", { minutes }))}>
      ${field(this.doing, "clock", "minutes", say("Minutes"), { kind: "number", min: 1, max: 600, value: 90, required: true })}
      ${this.submit("clock", say("Start the clock"))}
    </form>`;
  }

  running(clock) {
    const stop = () =>
      this.doing.question("clock", say("The time of this session ends now, at every table."), "/v1/clock", { act: "stop" });
    return html`<p class="buttons">
        ${clock.stage === "paused"
          ? this.button("clock", say("Go on"), () => this.act("resume"))
          : this.button("clock", say("Stop for a moment"), () => this.act("pause"))}
        ${this.button("clock", say("{} minutes more", 5), () => this.act("extra", { minutes: 5 }))}
        ${this.button("clock", say("End the session's time"), stop)}
      </p>
      <form @submit=${this.on_submit((fields) => this.act("extra", fields))}>
        ${field(this.doing, "clock", "minutes", say("Minutes more, below 0 fewer"), { kind: "number", min: -600, max: 600, required: true })}
        ${field(this.doing, "clock", "table", say("At one table alone"), { kind: "number", min: 1, max: 250 })}
        ${this.submit("clock", say("Change the length"))}
      </form>`;
  }

  doubt(note) {
    return html`<p class="old">${note}</p>
      <p class="buttons">
        ${this.button("clock", say("Go on with the time of the tables"), () => this.act("keep"))}
        ${this.button("clock", say("Move the tables to the time of this computer"), () => this.act("move"))}
      </p>`;
  }
}
customElements.define("tenbo-desk-clock", DeskClock);
