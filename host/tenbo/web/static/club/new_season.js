// A season is begun: its title, first day and rule book, and how it ranks.
import { ask } from "../live/acts.js";
import { html } from "../parts/element.js";
import { field, fields_of } from "../parts/form.js";
import { listed, say } from "../words.js";
import { day_text, series_text } from "./games.js";
import { ORDERS } from "./season_table.js";

// A part of the page of the club, which has `doing`.
export class NewSeason {
  constructor(page) {
    this.page = page;
    this.books = [];
  }

  // Which rule books there are is asked when someone opens the form; the last season's is the first choice.
  async open(is_open) {
    if (!is_open || this.books.length) return;
    const [books, { series }] = await Promise.all([ask("/v1/books"), ask("/v1/series")]);
    const last = series.findLast(({ kind, rulebook }) => kind === "season" && rulebook)?.rulebook ?? "ema-2025";
    Object.assign(this, { books, last });
    this.page.draw();
  }

  async begin(event) {
    event.preventDefault();
    const { page } = this;
    const fields = { ...fields_of(event.target), kind: "season" };
    const done = ({ evenings }) => [
      say("The season {} has been created.", series_text(fields.title)),
      ...(evenings.length ? [say("It includes the evenings {}.", listed(evenings.map(series_text)))] : []),
    ].join(" ");
    if (await page.send("season", "/v1/series", fields, done)) {
      event.target.closest("details").open = false;
      page.show_series(fields.title);
    }
  }

  view() {
    const { doing } = this.page;
    const input = (name, label, more) => field(doing, "season", name, label, more);
    return html`<details class="paper" @toggle=${({ target }) => this.open(target.open)}><summary class="button">${say("Begin a season")}</summary>
      <form class="result" @submit=${(event) => this.begin(event)}>
        ${input("title", say("Title"), { required: true, maxlength: 60 })}
        ${input("date", say("First day"), { kind: "date", value: day_now(), required: true })}
        ${input("rules", say("Rule book"), { kind: "select", value: this.last, options: this.books.map(({ id, title }) => [id, title]) })}
        ${input("order", say("Standings"), { kind: "select", options: Object.entries(ORDERS).map(([order, text]) => [order, text()]) })}
        ${input("least", say("Games needed to be ranked"), { kind: "number", min: 0, value: 1 })}
        ${input("best", say("Number of best games that count (blank: all)"), { kind: "number", min: 1 })}
        <p class="buttons"><button class="primary" ?disabled=${doing.busy("season")}>${say("Begin a season")}</button></p>
        ${doing.view("season")}
      </form></details>`;
  }
}

// Today where this page is open, as a field of a day has it.
function day_now() {
  const now = new Date();
  return new Date(now.getTime() - 60_000 * now.getTimezoneOffset()).toISOString().slice(0, 10);
}
