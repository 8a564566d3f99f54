// Two numbers that are one person: what would move is shown first, and after it one press takes it back. The desk does this.
import { takebacks } from "../desk/answer.js";
import { ask } from "../live/acts.js";
import { html, nothing } from "../parts/element.js";
import { plural, say } from "../words.js";
import { club_people } from "./games.js";

const ALL = "?series=All%20games";

// A part of the page of a person; the page has `person` (its data) and `doing`.
export class MergePeople {
  constructor(page) {
    this.page = page;
    this.people = [];
    // It stays open when the page around it changes with the person.
    this.is_open = false;
  }

  view() {
    const { person, doing } = this.page;
    const others = this.people.filter(({ player }) => player !== person.player);
    return html`<details class="merge" ?open=${this.is_open} @toggle=${({ target }) => this.toggle(target.open)}><summary class="button">${say("Merge with another person")}</summary>
      <p><label>${say("Move the games to")} <select @change=${({ target }) => this.choose(Number(target.value))}>
        <option value="0" .selected=${!this.into}>${say("choose a person")}</option>
        ${others.map(({ player, shown }) => html`<option value=${player} .selected=${player === this.into?.player}>${shown}</option>`)}
      </select></label></p>
      ${this.into ? this.preview() : nothing}
      ${doing.view("merge")}
      ${this.back?.length ? html`<p class="buttons"><button type="button" ?disabled=${doing.busy("merge")} @click=${() => this.undo()}>${say("Undo")}</button></p>` : nothing}
    </details>`;
  }

  // How many games each of them has.
  preview() {
    const { doing } = this.page;
    const line = ({ name, player, games }) => html`<li>${say("number {}", player)}, ${name}: ${plural(games, "{} game", "{} games")}</li>`;
    return html`<ul>${line(this.from)}${line(this.into)}</ul>
      <p>${say("After merging, all games count for {}. Season and rating are updated, and the log keeps both numbers.", `${this.into.name} (${this.into.player})`)}</p>
      <p class="buttons"><button type="button" class="danger" ?disabled=${doing.busy("merge")} @click=${() => this.merge()}>${say("Merge into one person")}</button></p>`;
  }

  toggle(is_open) {
    if (is_open && !this.is_open) this.read();
    this.is_open = is_open;
  }

  async read() {
    this.people = club_people(await ask("/v1/players").catch(() => []));
    this.page.draw();
  }

  async choose(into) {
    const known = await Promise.all([this.page.person.player, into].map((one) => (one ? ask(`/v1/people/${one}${ALL}`).catch(() => undefined) : undefined)));
    const [from, other] = known.map((one) => one && { player: one.player, name: one.name, games: one.results.length });
    Object.assign(this, { from, into: from && other, back: undefined });
    this.page.draw();
  }

  async merge() {
    const { from, into } = this;
    const done = () => say("{} and {} are now one person.", `${from.name} (${from.player})`, `${into.name} (${into.player})`);
    const answer = await this.page.send("merge", "/v1/people/merge", { player: String(from.player), into: String(into.player) }, done);
    if (!answer) return;
    Object.assign(this, { into: undefined, back: answer.undo });
    this.page.draw();
  }

  async undo() {
    const [[path, fields]] = takebacks(this.back);
    if (!(await this.page.send("merge", path, fields, () => say("The two people are separate again.")))) return;
    this.back = undefined;
    this.page.draw();
  }
}
