// Old results from a file: what would be entered is shown first, with who may be meant by a new name; then all of it is entered.
import { html, nothing } from "../parts/element.js";
import { in_base64 } from "../parts/form.js";
import { plural, points, say } from "../words.js";
import { day_text } from "./games.js";

// A part of the page of the club, which has `doing`.
export class ImportResults {
  constructor(page) {
    this.page = page;
  }

  view() {
    const { doing } = this.page;
    return html`<details class="paper"><summary class="button">${say("Import old results")}</summary>
      <form class="result" @submit=${(event) => this.preview(event)}>
        <label>${say("A CSV file with the columns date, east, east score, south ...; or game, date, player, score")}
          <input type="file" name="file" accept=".csv,text/csv" required @change=${() => this.forget()}></label>
        <p class="buttons"><button class=${this.found ? "" : "primary"} ?disabled=${doing.busy("import")}>${say("Preview the games")}</button></p>
        ${doing.view("import")}
      </form>
      ${this.found ? this.show(this.found) : nothing}</details>`;
  }

  forget() {
    this.found = undefined;
    this.page.draw();
  }

  async preview(event) {
    event.preventDefault();
    this.file = await in_base64(event.target.elements.file.files[0]);
    this.found = await this.page.send("import", "/v1/series_games/import", { file: this.file, preview: true }, () => say("Nothing has been entered yet."));
    this.page.draw();
  }

  show(found) {
    const { doing } = this.page;
    const enter = async (event) => {
      event.preventDefault();
      const names = Object.fromEntries([...new FormData(event.target)].filter(([, who]) => who));
      if (await this.page.send("import", "/v1/series_games/import", { file: this.file, names, yes: true }, ({ games }) => plural(games.length, "{} game has been entered.", "{} games have been entered."))) this.forget();
    };
    return html`<form class="result" @submit=${enter}>
      <p>${plural(found.games, "{} game", "{} games")}, ${say("{} to {}", day_text(found.first), day_text(found.last))}</p>
      ${found.doubles ? html`<p class="bad" role="alert">${plural(found.doubles, "{} game in this file has already been entered.", "{} games in this file have already been entered.")}</p>` : nothing}
      ${found.new.length ? html`<h2>${say("New people")}</h2>
        ${found.new.map(({ name, near, player }) => near
          ? html`<label class="field">${name} <select name=${name}><option value="">${say("is a new person")}</option><option value=${player}>${say("is {}", near)}</option></select></label>`
          : html`<p>${name}</p>`)}` : nothing}
      <div class="wide" tabindex="0" role="group" aria-label=${say("Games")}><table><tbody>
        ${found.rows.map(({ date, players, scores }) => html`<tr><th scope="row">${day_text(date)}</th><td>${players.map((name, seat) => html`${name || say("Guest")} ${points(scores[seat])}<br>`)}</td></tr>`)}
      </tbody></table></div>
      ${found.games > found.rows.length ? html`<p class="soft">${say("and {} more", found.games - found.rows.length)}</p>` : nothing}
      <p class="buttons"><button class="primary" ?disabled=${doing.busy("import")}>${say("Enter these games")}</button></p>
    </form>`;
  }
}
