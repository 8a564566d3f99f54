// "I am here", from a phone: a person with an own link says it, or a phone that has joined, for the person it was last told.
import { ask } from "../live/acts.js";
import { html, nothing } from "../parts/element.js";
import { field } from "../parts/form.js";
import { named } from "../parts/name.js";
import { say } from "../words.js";

// The number of this phone's player; My table knows it too.
const KEPT = "tenbo-player";
// The name with which someone has logged in on this phone.
const NAME = "tenbo-name";
const ROLES = ["member", "table", "referee"];

// A part of the pages of the club and of a person; the page has `doing` and `send`. The desk says it for everyone elsewhere.
export class Presence {
  constructor(page) {
    this.page = page;
  }

  // Learn whose phone this is; a number that nobody has here is forgotten.
  async begin(who) {
    this.reads = who?.role === "reader";
    this.who = ROLES.includes(who?.role) ? who : undefined;
    const own = this.who && (this.who.player ?? localStorage.getItem(KEPT));
    if (own) await this.know(own);
  }

  async know(player) {
    this.own = await ask(`/v1/people/${encodeURIComponent(player)}?wait=0`).catch(() => undefined);
  }

  // `is_here` says of a number whether the person is present.
  view(is_here) {
    if (!this.who) return nothing;
    return html`<section class="presence">${this.own ? this.button(is_here(this.own.player)) : this.question()}</section>`;
  }

  // What a phone lacks that may only read.
  hint() {
    if (!this.reads) return nothing;
    return html`<p class="soft">${say("To say here that you have come, log in with the members' code or your own link.")} <a href="/join">${say("Log in")}</a></p>`;
  }

  button(here) {
    const { doing } = this.page;
    const { player, name } = this.own;
    const tell = () => this.page.send("presence", "/v1/attendance", { players: [player], present: !here }, () => (here ? say("{} has left.", name) : say("{} is here.", name)));
    return html`<p class="buttons"><button type="button" class=${here ? "" : "primary"} ?disabled=${doing.busy("presence")} @click=${tell}>${here ? say("I am leaving") : say("I am here")}</button>
        <span>${named(name)}</span>
        ${this.who.player ? nothing : html`<button type="button" class="quiet" @click=${() => this.other()}>${say("Not you?")}</button>`}</p>
      ${doing.view("presence")}`;
  }

  question() {
    const { doing } = this.page;
    const tell = async (event) => {
      event.preventDefault();
      const name = event.target.elements.name.value.trim();
      const answer = await this.page.send("presence", "/v1/attendance", { players: [name] }, ({ names }) => say("{} is here.", names[0]));
      if (!answer) return;
      const [player] = answer.players;
      localStorage.setItem(KEPT, String(player));
      await this.know(player);
      this.page.draw();
    };
    return html`<form @submit=${tell}>
      ${field(doing, "presence", "name", say("Your name"), { value: localStorage.getItem(NAME) ?? "", required: true, maxlength: 60, autocomplete: "name" })}
      <p class="buttons"><button class="primary" ?disabled=${doing.busy("presence")}>${say("I am here")}</button></p>
      ${doing.view("presence")}
    </form>`;
  }

  other() {
    localStorage.removeItem(KEPT);
    this.own = undefined;
    this.page.draw();
  }
}
