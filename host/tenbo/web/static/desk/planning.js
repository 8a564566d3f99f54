// A plan of seats: made in the background with its progress, or read from a file; no players are seated before it is confirmed.
import { ask } from "../live/acts.js";
import { error_text, why_text } from "../live/refusals.js";
import { html, nothing } from "../parts/element.js";
import { check_box, field, fields_of, file_field, in_base64 } from "../parts/form.js";
import { headed, listed, plural, say } from "../words.js";
import { band, DeskPart, folded, section, wide } from "./part.js";
import { ranges, WINDS } from "./words.js";

// Everybody who may wait sees it going on.
const ASK_AGAIN_MS = 500;

const least_repeats = (repeats) => plural(repeats, "{} meeting is a repeat; it cannot be avoided.", "{} meetings are repeats; fewer are not possible.");
const more_repeats = (repeats, bound) => (repeats === 1 ? say("1 meeting is a repeat; perhaps it can be avoided.") : plural(repeats, "{} meeting is a repeat (unavoidable: {}).", "{} meetings are repeats (unavoidable: {}).", repeats, bound));
const seated_tables = (session, tables) => plural(tables, "Session {}: players are seated at {} table.", "Session {}: players are seated at {} tables.", session, tables);

class DeskPlanning extends DeskPart {
  async load() {
    [this.search, this.plan, this.people] = await Promise.all([ask("/v1/seating"), ask("/v1/plan"), ask("/v1/players")]);
    clearTimeout(this.soon);
    if (this.search.state === "working" && this.isConnected) this.soon = setTimeout(() => this.read({ data_alone: this.typing }), ASK_AGAIN_MS);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.soon);
  }

  show() {
    if (!this.people.length) return html`<p>${say("No people yet: add people first.")}</p><p><a class="button primary" href="#people">${say("Add people")}</a></p>`;
    const is_found = this.search.state === "done" && !this.is_used();
    return html`${this.found()}
      ${section("planning-head", is_found ? say("Search again") : say("Make a plan"), html`${this.search.state === "working" ? this.working() : this.wish(is_found)}`, true)}
      ${this.file()}`;
  }

  // ---------------------------------------------------------------- making one

  wish(is_found) {
    const begun = this.plan.filter((one) => one.state !== "planned");
    const next = (begun.at(-1)?.session ?? 0) + 1;
    const kinds = [
      ["new", say("All sessions: as few pairs as possible meet twice")],
      ["again", say("Replan the remaining sessions for the players who remain")],
      ["swiss", say("One session by the standings: similar ranks, as few rematches as possible")],
      ["standing", say("One session by the standings: strictly by place")],
    ];
    // Whoever searches again, longer or by chance anew, wishes the same otherwise.
    const number = (name, label, { value, ...more }) => field(this.doing, "planning", name, label, { kind: "number", value: this.wished?.[name] ?? value, ...more });
    const act = (event) => {
      event.preventDefault();
      const { how, ...numbers } = (this.wished = fields_of(event.target));
      this.send("planning", "/v1/seating", { how, ...numbers }, () => nothing);
    };
    const choose = (event) => {
      this.how = event.target.value;
      this.draw();
    };
    const rounds = (this.how ?? "new") === "new" || this.how === "again";
    return html`<form @submit=${act}>
        ${field(this.doing, "planning", "how", say("What"), { kind: "select", options: kinds, value: this.how ?? "new", change: choose })}
        ${number("session", say("From session"), { min: 1, value: next, required: true })}
        ${rounds ? number("rounds", say("Sessions"), { min: 1, max: 60, value: Math.max(1, this.plan.length - next + 1), required: true }) : nothing}
        ${this.submit("planning", say("Find seats"), is_found || this.plan.length ? "" : "primary")}
        <details class="options" ?open=${Boolean(this.wished)}><summary>${say("Options")}</summary>
          ${rounds ? number("seconds", say("Seconds to search"), { min: 1, max: 600, value: 20 }) : nothing}
          ${number("seed", say("Seed"), { min: 0, value: 1 })} ${rounds ? check_box("byes", say("Some players may sit out"), this.wished?.byes) : nothing}
        </details>
      </form>
      ${this.doing.view("planning")}`;
  }

  working() {
    const { used, found, reason, params } = this.search;
    const end = () => this.send("planning", "/v1/seating", { end: true }, () => nothing);
    return html`<label class="field">${say("A plan is being made")} <progress max="1" .value=${used}></progress></label>
      <p aria-live="polite">${why_text({ why: found, reason, params })}</p>
      <p class="buttons">${this.button("planning", say("Use the best plan so far"), end)}</p>
      ${this.doing.view("planning")}`;
  }

  // ---------------------------------------------------------------- what was found

  // Whether people are seated by the plan that was found: a few may have changed their seats since.
  is_used() {
    const seated = new Map(this.plan.flatMap(({ session, tables }) => tables.map((one) => [`${session} ${one.table}`, String(one.players)])));
    const { tables } = this.search;
    return 2 * tables.filter(([session, table, players]) => seated.get(`${session} ${table}`) === String(players)).length > tables.length;
  }

  found() {
    if (this.search.state === "failed") return html`<p class="bad" role="alert">${why_text(this.search)}</p>`;
    if (this.search.state !== "done") return nothing;
    // Who has no seat by it stands here, too.
    if (this.is_used()) return this.doing.view("plan");
    const { tables, notes, text, session, quality } = this.search;
    const sessions = [...new Set(tables.map(([one]) => one))];
    const [bold, more] = quality ? verdict(quality) : [say("The plan for session {} is ready.", session), ""];
    const send = () => this.send("plan", "/v1/plan", { text, session }, (answer) => this.seated(answer));
    const replaced = this.plan.filter((one) => sessions.includes(one.session)).map((one) => one.session);
    const sentence = say("This plan will replace existing seats. Sessions affected: {}.", ranges(replaced));
    // Nobody is asked about seats that there are not.
    const use = () => (replaced.length ? this.doing.question("plan", sentence, "/v1/plan", { text, session }, (answer) => this.seated(answer)) : send());
    const button = html`<button type="button" class="primary" ?disabled=${this.doing.busy("plan")} @click=${use}>${say("Use this plan")}</button>`;
    const names = new Map(this.people.map((one) => [one.player, one.name]));
    const seat = (player) => html`<td>${player ? html`${player} <span class="name">${names.get(player) ?? ""}</span>` : "-"}</td>`;
    const rows = tables.map(([of, table, players]) => html`<tr><th scope="row">${of}</th><td>${table}</td>${players.map(seat)}</tr>`);
    return html`${band("well", bold, more, button)} ${this.doing.view("plan")}
      ${quality ? figures(quality) : nothing} ${notes.length ? html`<ul>${notes.map((one) => html`<li>${error_text(one)}</li>`)}</ul>` : nothing}
      <details>
        <summary>${say("Seats of this plan")}</summary>
        ${wide(say("Seats of this plan"), [say("Session"), say("Table"), ...WINDS.slice(0, tables[0][2].length)], rows)}
      </details>`;
  }

  seated(answer) {
    this.wished = undefined;
    const text = answer.sessions.length === 1 ? seated_tables(answer.sessions[0], answer.tables) : plural(answer.tables, "Sessions {}: players are seated at {} table in all.", "Sessions {}: players are seated at {} tables in all.", ranges(answer.sessions), answer.tables);
    const unseated = Object.entries(answer.no_seat);
    if (!unseated.length) return text;
    return html`${text}
      <ul>
        ${unseated.map(([session, people]) => html`<li>${headed(say("Session {}", session), say("without a seat: {}", listed(people.map(([number, name]) => `${number} ${name}`))))}</li>`)}
      </ul>`;
  }

  file() {
    const act = async ({ session }, form) => this.send("plan-file", "/v1/plan", { file: await in_base64(form.elements.file.files[0]), session }, (answer) => this.seated(answer));
    return folded(
      "plan-file",
      say("Seats from a file"),
      html`<form @submit=${this.on_submit(act)}>
          ${file_field("file", say("File"), ".txt,.csv,text/plain,text/csv")}
          ${field(this.doing, "plan-file", "session", say("First session"), { kind: "number", min: 1, value: 1, required: true })}
          ${this.submit("plan-file", say("Use this plan"))}
        </form>
        ${this.doing.view("plan-file")}`,
    );
  }
}
customElements.define("tenbo-desk-planning", DeskPlanning);

// How good a plan is, in a sentence: what cannot be better is good, whatever its numbers.
function verdict({ repeats, bound, winds_off }) {
  const is_best = repeats === bound;
  const meets = repeats === 0 ? say("No two players meet twice.") : is_best ? least_repeats(repeats) : more_repeats(repeats, bound);
  const winds = winds_off === 0 ? say("Winds are shared as evenly as possible.") : plural(winds_off, "In {} case, a player has a wind too often or too rarely.", "In {} cases, a player has a wind too often or too rarely.");
  const bold = is_best && winds_off === 0 ? say("Good plan.") : say("Usable plan: a longer search may find a better one.");
  return [bold, `${meets} ${winds}`];
}

// The same in numbers, each with what it should be.
function figures({ repeats, bound, indirect_least, winds_off, same_table, sides_off }) {
  const rows = [
    [say("Repeated meetings"), repeats, say("{} unavoidable", bound)],
    [say("Fewest common opponents of players who never meet"), indirect_least ?? "-", say("more is better")],
    [say("Winds that a player has too often or too rarely"), winds_off, say("0 is best")],
    [say("Same table twice in a row"), same_table, say("fewer is better")],
    [say("Same neighbour too often"), sides_off, say("0 is best")],
  ];
  return html`<table class="figures"><tbody>
    ${rows.map(([name, value, aim]) => html`<tr><th scope="row">${name}</th><td class="number">${value}</td><td>${aim}</td></tr>`)}
  </tbody></table>`;
}
