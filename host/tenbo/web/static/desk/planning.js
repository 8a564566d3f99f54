// A plan of seats: made in the background with its progress, or read from a file; nobody is seated before it is confirmed.
import { ask } from "../live/acts.js";
import { refusal } from "../live/refusals.js";
import { html, nothing } from "../parts/element.js";
import { check_box, field, fields_of, file_field } from "../parts/form.js";
import { headed, listed, say } from "../words.js";
import { DeskPart, section, wide } from "./part.js";
import { WINDS } from "./words.js";

// Everybody who may wait sees it going on.
const ASK_AGAIN_MS = 500;

class DeskPlanning extends DeskPart {
  async load() {
    [this.search, this.plan] = await Promise.all([ask("/v1/seating"), ask("/v1/plan")]);
    clearTimeout(this.soon);
    if (this.search.state === "working" && this.isConnected) this.soon = setTimeout(() => this.read({ data_alone: this.typing }), ASK_AGAIN_MS);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.soon);
  }

  show() {
    return section("planning-head", say("A plan"), html`${this.search.state === "working" ? this.working() : this.wish()} ${this.found()} ${this.file()}`, true);
  }

  // ---------------------------------------------------------------- making one

  wish() {
    const begun = this.plan.filter((one) => one.state !== "planned");
    const next = (begun.at(-1)?.session ?? 0) + 1;
    const kinds = [
      ["new", say("a new plan for everybody")],
      ["again", say("the later sessions again, for those who still play")],
      ["swiss", say("one session by the standings: near each other, nobody again")],
      ["standing", say("one session by the standings: strictly by place")],
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
        ${rounds ? number("seconds", say("Seconds to search"), { min: 1, max: 600, value: 20, required: true }) : nothing}
        ${number("seed", say("Seed"), { min: 0, value: 1 })} ${rounds ? check_box("byes", say("some may sit out"), this.wished?.byes) : nothing}
        ${this.submit("planning", say("Make a plan"))}
      </form>
      ${this.doing.view("planning")}`;
  }

  working() {
    const { used, found } = this.search;
    const end = () => this.send("planning", "/v1/seating", { end: true }, () => nothing);
    return html`<label class="field">${say("A plan is being made")} <progress max="1" .value=${used}></progress></label>
      <p aria-live="polite">${refusal(found)}</p>
      <p class="buttons">${this.button("planning", say("Enough: take the best so far"), end)}</p>
      ${this.doing.view("planning")}`;
  }

  // ---------------------------------------------------------------- what was found

  found() {
    if (this.search.state === "failed") return html`<p class="bad" role="alert">${refusal(this.search.why)}</p>`;
    if (this.search.state !== "done") return nothing;
    const { tables, words, text, session } = this.search;
    const sessions = [...new Set(tables.map(([one]) => one))];
    const sentence = say("The seats of session {} are those of this plan then; what is seated there now is replaced.", listed(sessions));
    const seat = () => this.doing.question("plan", sentence, "/v1/plan", { text, session }, (answer) => this.seated(answer));
    const rows = tables.map(([of, table, players]) => html`<tr><th scope="row">${of}</th><td>${table}</td>${players.map((player) => html`<td>${player || "-"}</td>`)}</tr>`);
    return html`<h3>${say("The plan that was found")}</h3>
      <pre class="words">${words.map(refusal).join("\n")}</pre>
      <p class="buttons">${this.button("plan", say("Seat everybody by this plan"), seat)}</p>
      ${this.doing.view("plan")}
      <details>
        <summary>${say("Its tables")}</summary>
        ${wide(say("Its tables"), [say("Session"), say("Table"), ...WINDS], rows)}
      </details>`;
  }

  seated(answer) {
    this.wished = undefined;
    return html`${say("{} tables are seated, recorded as number {}", answer.tables, answer.n)}
      <ul>
        ${Object.entries(answer.no_seat).map(([session, people]) => html`<li>${headed(say("Session {}", session), say("without a seat: {}", listed(people.map(([number, name]) => `${number} ${name}`))))}</li>`)}
      </ul>`;
  }

  file() {
    const act = async ({ session }, form) => this.send("plan-file", "/v1/plan", { text: await form.elements.file.files[0].text(), session }, (answer) => this.seated(answer));
    return html`<h3>${say("A plan of a file")}</h3>
      <form @submit=${this.on_submit(act)}>
        ${file_field("file", say("File"), ".txt,.csv,text/plain,text/csv")}
        ${field(this.doing, "plan-file", "session", say("Its first session"), { kind: "number", min: 1, value: 1, required: true })}
        ${this.submit("plan-file", say("Seat everybody by it"))}
      </form>
      ${this.doing.view("plan-file")}`;
  }
}
customElements.define("tenbo-desk-planning", DeskPlanning);
