// The tournament: its name, its rule book, where and when it is.
import { ask } from "../live/acts.js";
import { html, nothing } from "../parts/element.js";
import { check_box, field, file_field } from "../parts/form.js";
import { headed, listed, points, say, signed } from "../words.js";
import { DeskPart, folded, section } from "./part.js";

const OWN = "own";

// The days as they are typed, such as 21-22.03.2026; stored are the last day and how many there are.
function days_text({ date, days }) {
  const [day, month, year] = (date ?? "").split(".").map(Number);
  if (!year || !(days > 1)) return date;
  const first = new Date(Date.UTC(year, month - 1, day - days + 1));
  const two = (number) => String(number).padStart(2, "0");
  const month_of = first.getUTCMonth() + 1 === month ? "" : `.${two(first.getUTCMonth() + 1)}.`;
  return `${two(first.getUTCDate())}${month_of}-${date}`;
}

// What a player has to know of a book, so that a wrong one is seen.
const points_of = ({ start_points, uma, oka }) =>
  [[say("Start points"), points(start_points)], ...(uma ? [[say("uma"), uma.map(signed).join(" ")]] : []), ...(oka ? [[say("oka"), signed(oka)]] : [])]
    .map(([what, much]) => headed(what, much))
    .join(" · ");

class DeskTournament extends DeskPart {
  get heading() {
    return say("Tournament");
  }

  async load() {
    [this.facts, this.books, this.people] = await Promise.all([ask("/v1/tournament"), ask("/v1/books"), ask("/v1/players")]);
    this.rules ??= this.facts.own_book ? "" : this.facts.rules;
  }

  // What has a name is read first, and changed on request.
  show() {
    return this.facts.title && !this.is_edited ? this.facts_read() : this.form();
  }

  facts_read() {
    const { title, place, country, short, qualification, rules } = this.facts;
    const days = days_text(this.facts);
    const book = this.books.find(({ id }) => id === rules);
    const edit = () => {
      this.is_edited = true;
      this.draw();
      this.querySelector("form input").focus();
    };
    return section(
      "about-head",
      say("Tournament"),
      html`<p><strong>${title}</strong></p>
        ${days || place || country ? html`<p>${listed([days, place, country].filter(Boolean))}</p>` : nothing}
        <p>${say("Rule book")} <strong>${book?.title ?? rules}</strong></p>
        ${book ? html`<p class="note">${points_of(book)}</p>` : nothing}
        ${short ? html`<p>${say("Short name for lists")} <strong>${short}</strong></p>` : nothing}
        ${qualification ? html`<p>${say("Qualification needed")}</p>` : nothing}
        <p class="buttons"><button type="button" @click=${edit}>${say("Edit the tournament")}</button>
          ${this.people.length ? nothing : html`<a class="button primary" href="#people">${say("Add people")}</a>`}</p>
        ${this.doing.view("about")}`,
    );
  }

  form() {
    const known = this.facts;
    const input = (name, label, more = {}) => field(this.doing, "about", name, label, { value: known[name] ?? "", ...more });
    const books = this.books.map((book) => [book.id, book.title]);
    if (known.own_book) books.unshift(["", say("keep your own rule book: {}", known.rules)]);
    const choose = (event) => {
      this.rules = event.target.value;
      this.draw();
    };
    return section(
      "about-head",
      say("Tournament"),
      html`<form @submit=${(event) => this.tell(event)}>
          ${input("title", say("Title"), { required: true, maxlength: 120 })}
          ${field(this.doing, "about", "rules", say("Rule book"), { kind: "select", value: this.rules, options: [...books, [OWN, say("your own rule book ...")]], change: choose })}
          ${this.rules === OWN ? file_field("book", say("Rule book file"), ".toml") : nothing}
          ${input("place", say("Town"), { maxlength: 80 })} ${input("country", say("Country"), { maxlength: 40, placeholder: "NED" })}
          ${input("date", say("Date or dates, such as 21-22.03.2026"), { value: days_text(known) ?? "", maxlength: 40 })}
          ${folded("ema-facts", say("For the EMA's results file"), html`${input("short", say("Short name for lists"), { maxlength: 60 })}
            ${check_box("qualification", say("Qualification needed"), known.qualification)}`)}
          ${this.submit("about", say("Save the tournament"), "primary")}
        </form>
        ${this.doing.view("about")}`,
    );
  }

  async tell(event) {
    event.preventDefault();
    const form = event.target;
    const fields = {};
    for (const name of ["title", "place", "country", "short"]) {
      const value = form.elements[name].value.trim();
      if (value && value !== this.facts[name]) fields[name] = value;
    }
    const date = form.elements.date.value.trim();
    if (date !== (days_text(this.facts) ?? "")) Object.assign(fields, { date }, this.facts.days > 1 && !date.includes("-") && { days: 1 });
    if (form.elements.qualification.checked !== this.facts.qualification) fields.qualification = form.elements.qualification.checked;
    if (this.rules === OWN) {
      fields.book = await form.elements.book.files[0].text();
      fields.rules = /^\s*id\s*=\s*"([^"]+)"/m.exec(fields.book)?.[1] ?? form.elements.book.files[0].name.replace(/\.toml$/, "");
    } else if (this.rules && this.rules !== this.facts.rules) {
      fields.rules = this.rules;
    }
    if (!this.facts.title) fields.rules ??= this.rules;
    const answer = await this.record("about", "tournament", fields, () => say("The tournament is saved."));
    if (answer) this.is_edited = false;
    this.draw();
  }
}
customElements.define("tenbo-desk-tournament", DeskTournament);
