// What a person does with the own page: who sees it, everything personal as a file, and the name removed; the desk gives the link.
import { ask } from "../live/acts.js";
import { html, nothing } from "../parts/element.js";
import { say } from "../words.js";
import { MergePeople } from "./merge_people.js";

const CHOICES = { self: () => say("Only this person and the desk"), members: () => say("Members"), everyone: () => say("Everyone with access") };

// A part of the page of a person; the page has `person` (its data), `doing` and `desk`.
export class OwnPage {
  constructor(page) {
    this.page = page;
    this.merging = new MergePeople(page);
  }

  // Why the personal part is missing.
  hidden() {
    const { person } = this.page;
    if (person.sees) return nothing;
    return html`<section><h2>${say("Hands")}</h2><p class="soft">${person.shows === "self" ? say("This person keeps hands and opponents private.") : html`${say("Only members can see hands and opponents.")} <a href="/join">${say("Log in with your own code")}</a>`}</p></section>`;
  }

  view() {
    const { person, desk, doing } = this.page;
    if (!person.is_own && !desk) return nothing;
    const player = String(person.player);
    const share = ({ target }) => doing.send("share", "/v1/people/share", { player, shows: target.value }, () => say("Visibility saved."));
    const erase = () => doing.send("erase", "/v1/people/erase", { player }, () => say("The name has been removed."));
    return html`<section class="own"><h2>${say("Privacy")}</h2>
      <p><label>${say("Hands and opponents are visible to")} <select @change=${share} ?disabled=${doing.busy("share")}>
        ${Object.entries(CHOICES).map(([value, label]) => html`<option value=${value} .selected=${value === person.shows}>${label()}</option>`)}
      </select></label></p>
      ${doing.view("share")}
      <p class="soft">${say("Results and rating belong to the season and stay visible to readers. The download contains all data stored about this person. Removing the name is permanent; results then show a number instead.")}</p>
      <p class="buttons"><a class="button" href="/v1/people/${player}/data" download="person-${player}.json">${say("Download personal data")}</a>
        ${desk ? html`<button type="button" @click=${() => this.link(player)}>${say("Show the person's own link")}</button>` : nothing}
        <button type="button" class="danger" ?disabled=${doing.busy("erase")} @click=${erase}>${say("Remove the name")}</button></p>
      ${doing.view("erase")}
      ${desk ? this.merging.view() : nothing}
      ${this.shown?.player === person.player ? html`<p class="link"><img src=${this.shown.picture} alt="" width="160" height="160"> <code>${this.shown.code}</code></p>` : nothing}
    </section>`;
  }

  async link(player) {
    this.shown = this.shown ? undefined : await ask(`/v1/people/${player}/link`).catch(() => undefined);
    this.page.draw();
  }
}
