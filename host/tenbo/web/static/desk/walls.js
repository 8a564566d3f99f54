// The walls of the hall: what each shows, how long a page stays, and by how much its points are late.
import { ask } from "../live/acts.js";
import { html, nothing } from "../parts/element.js";
import { check_box, field } from "../parts/form.js";
import { say } from "../words.js";
import { clear } from "./answer.js";
import { DeskPart, folded, section } from "./part.js";
import { wall_contents } from "./words.js";

class DeskWalls extends DeskPart {
  get heading() {
    return say("Screens");
  }

  async load() {
    this.walls = await ask("/v1/walls");
  }

  show() {
    const next = Math.max(...this.walls.map((one) => one.wall)) + 1;
    const added = this.form({ wall: next, shows: [], turn: 15, delay: 0 });
    return html`${this.walls.map((one) => section(`wall${one.wall}-head`, say("Screen {}", one.wall), this.form(one)))}
    ${section("wall-new-head", say("More screens"), folded("wall-new", say("Add a screen"), added))}`;
  }

  form({ wall, shows: shown, turn, delay }) {
    const name = `wall${wall}`;
    return html`${shown.length ? html`<p><a href="/wall/${wall}" target="_blank">${say("Open screen {}", wall)}</a></p>` : nothing}
        <form @submit=${(event) => this.set(event, wall)}>
          <div class="checks">${wall_contents().map(([one, label]) => check_box(one, label, shown.includes(one)))}
            ${this.doing.wrong_at(name, "shows") ? html`<span class="bad" role="alert">${this.doing.wrong_at(name, "shows")}</span>` : nothing}</div>
          ${field(this.doing, name, "turn", say("Seconds a page"), { kind: "number", min: 0, max: 600, value: turn })}
          ${field(this.doing, name, "delay", say("Delay of points (s)"), { kind: "number", min: 0, max: 3600, value: delay })}
          ${this.submit(name, say("Save"))}
        </form>
        ${this.doing.view(name)}`;
  }

  async set(event, wall) {
    event.preventDefault();
    const { turn, delay } = event.target.elements;
    const chosen = wall_contents().map(([one]) => one).filter((one) => event.target.elements[one].checked);
    if (!chosen.length) {
      clear();
      this.doing.set(`wall${wall}`, { bad: say("Choose what the screen shows."), at: "shows" });
      event.target.querySelector("[type=checkbox]").focus();
      return;
    }
    await this.record(`wall${wall}`, "wall", { wall, shows: chosen, turn: Number(turn.value), delay: Number(delay.value) }, () => say("Screen {} is saved.", wall));
  }
}
customElements.define("tenbo-desk-walls", DeskWalls);
