// A penalty: whose it is by name or number, wherever the player sits, and why.
import { ask } from "../live/acts.js";
import { html } from "../parts/element.js";
import { field } from "../parts/form.js";
import { points, say } from "../words.js";
import { DeskPart, section } from "./part.js";
import { session_now, session_options } from "./words.js";

class DeskPenalty extends DeskPart {
  async load() {
    [this.facts, this.people] = await Promise.all([ask("/v1/tournament"), ask("/v1/players")]);
  }

  show() {
    const input = (name, label, more) => field(this.doing, "penalty", name, label, { required: true, ...more });
    const act = (fields) => this.record("penalty", "penalty", { ...fields, session: Number(fields.session) }, (made) => say("Penalty recorded: {} ({}).", points(made.points), made.player || say("an empty seat")));
    return section(
      "penalty-head",
      say("Add a penalty"),
      html`<datalist id="punished">${this.people.map((one) => html`<option value=${one.player}>${one.name}</option>`)}</datalist>
        <form @submit=${this.on_submit(act)}>
          ${input("session", say("Session"), { kind: "select", value: this.picked ?? session_now(this.facts.sessions), options: session_options(this.facts.sessions) })}
          ${input("player", say("Player, by name or number"), { list: "punished", maxlength: 80 })}
          ${input("points", say("Points"), { kind: "points", maxlength: 12, placeholder: points(-8000) })} ${input("why", say("Reason"), { maxlength: 200 })}
          ${this.submit("penalty", say("Add penalty"))}
        </form>
        ${this.doing.view("penalty")}`,
    );
  }
}
customElements.define("tenbo-desk-penalty", DeskPenalty);
