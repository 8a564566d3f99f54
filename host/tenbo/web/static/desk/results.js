// The results of a session: every sheet with its state and notes, what is missing or unsigned, and acts at one table.
import { refusal } from "../live/refusals.js";
import { author } from "../parts/author.js";
import "./embargo.js";
import "./penalty.js";
import { ask } from "../live/acts.js";
import { html, nothing } from "../parts/element.js";
import { field } from "../parts/form.js";
import { points_in } from "../parts/points.js";
import { trouble } from "../parts/table-state.js";
import { live } from "../live/live.js";
import { signed } from "../table/event_text.js";
import { bracketed, headed, points, say } from "../words.js";
import { DeskPart, section, wide } from "./part.js";
import { ranges, session_now, session_options, sheet_state, WINDS } from "./words.js";

// What a riichi stick is worth, which belongs to the sum as long as it lies there.
const STICK = 1000;

class DeskResults extends DeskPart {
  get follows() {
    return true;
  }

  get plays() {
    return true;
  }

  // What is shown is of one session at every moment: an act at a table is about the session that stands above it.
  async load() {
    const facts = await ask("/v1/tournament");
    const session = facts.sessions.some((one) => one.session === this.picked) ? this.picked : session_now(facts.sessions);
    const sheets = session === undefined ? [] : await ask(`/v1/sessions/${session}?hidden=1`);
    Object.assign(this, { facts, session, sheets });
  }

  show() {
    if (this.session === undefined) return html`<p>${say("Nobody is seated yet.")} <a href="#seats">${say("Give everybody a seat")}</a></p>`;
    return html`${this.list()} ${this.one()}<tenbo-desk-penalty></tenbo-desk-penalty><tenbo-desk-publication></tenbo-desk-publication>`;
  }

  list() {
    const pick = (event) => {
      this.picked = Number(event.target.value);
      this.table = undefined;
      this.read();
    };
    const heads = [say("Table"), ...WINDS, say("State"), say("Sum"), say("To do")];
    return section(
      "results-head",
      say("Results"),
      html`<form @submit=${(event) => event.preventDefault()}>
          ${field(this.doing, "results", "session", say("Session"), { kind: "select", value: this.session, options: session_options(this.facts.sessions), change: pick })}
        </form>
        ${this.open_points()} ${wide(say("Results"), heads, this.sheets.map((sheet) => this.row(sheet)), "seated")}`,
    );
  }

  // What stands between this session and its end: results that are missing, and sheets that nobody has signed.
  open_points() {
    const tables = (sheets) => ranges(sheets.map((sheet) => sheet.table));
    const missing = this.sheets.filter((sheet) => !["complete", "locked"].includes(sheet.state));
    const unsigned = this.sheets.filter((sheet) => sheet.state === "complete");
    const open = (some) =>
      some.length === 1 ? say("provisional: no result yet at table {}", tables(some)) : say("provisional: no result yet at tables {}", tables(some));
    const unlocked = (some) =>
      some.length === 1 ? say("not signed and locked: table {}", tables(some)) : say("not signed and locked: tables {}", tables(some));
    return html`${missing.length ? html`<p class="old">${open(missing)}</p>` : nothing}
    ${unsigned.length ? html`<p>${unlocked(unsigned)}</p>` : nothing}`;
  }

  row(sheet) {
    const known = !["missing", "broken"].includes(sheet.state);
    const choose = () => {
      this.table = sheet.table;
      this.sum = undefined;
      this.draw();
      const form = this.querySelector("[aria-labelledby=one-head] form");
      form.scrollIntoView({ block: "center" });
      form.elements[0].focus({ preventScroll: true });
    };
    return html`<tr data-session=${sheet.session} data-table=${sheet.table}>
      <th scope="row"><a href="/table/${sheet.table}">${sheet.table}</a></th>
      ${sheet.names.map((name, seat) => html`<td data-wind=${WINDS[seat]}><span class="name">${name || "-"}</span> ${known ? html`<br><span class="score">${points(sheet.scores[seat])}</span> <small>${signed(sheet.totals[seat])}</small>` : nothing}</td>`)}
      <td>${sheet_state(sheet.state)} ${this.no_news(sheet)} ${refusal(sheet.why)} ${this.reserves(sheet)} ${sheet.notes.map((note) => html`<br><small>${this.note(note)}</small>`)}</td>
      <td data-head=${say("Sum")}>${known ? html`${points(sheet.scores.reduce((sum, one) => sum + one, 0))} ${sheet.adds_up ? nothing : html`<span class="bad">${say("does not add up")}</span>`}` : nothing}</td>
      <td class="buttons">
        ${sheet.state === "complete" ? this.button("results", say("Sign and lock"), () => this.record("results", "lock", { session: sheet.session, table: sheet.table })) : nothing}
        <button type="button" aria-pressed=${this.table === sheet.table} @click=${choose}>${say("Change")}</button>
      </td>
    </tr>`;
  }

  // Where a reserve plays, and for whom.
  reserves({ players, counts_for }) {
    return counts_for
      .map((player, seat) => [player, seat])
      .filter(([player, seat]) => player !== players[seat])
      .map(([player, seat]) => html`<br><small>${headed(WINDS[seat], say("a reserve, counts for {}", player || "-"))}</small>`);
  }

  // Points of a game that runs are as old as the last word of its table.
  no_news(sheet) {
    const device = live.tables.get(sheet.table);
    const why = sheet.state === "playing" && (device ? trouble(device) : say("no device has this number"));
    return why ? html`<span class="old">${why}</span>` : nothing;
  }

  note({ what, by, why, value, n }) {
    const words = { penalty: say("penalty"), correct: say("corrected"), lock: say("locked"), substitute: say("substitute"), reopen: say("opened again"), detach: say("game taken away") };
    let amount = "";
    if (what === "penalty") amount = `${WINDS[value[0]]} ${points(value[1])}`;
    if (what === "substitute") amount = `${WINDS[value[0]]} ${value[1] === "now" ? say("now") : say("the start")}`;
    if (what === "correct") amount = value[0].map((one) => points(one)).join(" ");
    return bracketed([words[what] ?? what, amount, say("by {}", by), why].filter(Boolean).join(" "), n);
  }

  // ---------------------------------------------------------------- one table

  one() {
    const sheet = this.sheets.find((one) => one.table === this.table);
    const form = `one-${this.session}-${this.table}`;
    if (!sheet) return html`${this.doing.view("results")}`;
    const place = { session: sheet.session, table: sheet.table };
    const why = field(this.doing, form, "why", say("Why"), { required: true, maxlength: 200 });
    // The buttons of one form: which one was pressed says what is done with its reason.
    const act = (event) => {
      event.preventDefault();
      const reason = event.target.elements.why.value;
      const kind = event.submitter.value;
      if (kind === "attach") return this.send(form, `/v1/sessions/${sheet.session}/game`, { table: sheet.table, why: reason });
      return this.record(form, kind, { ...place, why: reason });
    };
    return section(
      "one-head",
      say("Table {} in session {}", this.table, this.session),
      html`${this.doing.view("results")}
        ${sheet.state === "locked"
          ? html`<form @submit=${act}>${why}<button value="reopen">${say("Open again")}</button></form>`
          : html`${this.correction(sheet, place, form)}
              <form @submit=${act}>
                ${why}
                <button value="attach">${say("The last game of this table is its result")}</button>
                ${sheet.state === "missing" ? nothing : html`<button value="detach">${say("Its game is not its result")}</button>`}
              </form>`}
        ${this.doing.view(form)}`,
      true,
    );
  }

  correction(sheet, place, form) {
    const act = ({ east, south, west, north, sticks, why }) => this.record(form, "correct", { ...place, scores: [east, south, west, north], ...(sticks && { sticks }), why }, (made) => html`${say("done")} ${made.replaces ? say("It replaces {} by {}: {}", made.replaces.scores.map((one) => points(one)).join(" "), author(made.replaces.by), made.replaces.why) : nothing}`);
    const seat = (name, at) => field(this.doing, form, name, sheet.names[at] || WINDS[at], { kind: "points", maxlength: 12, value: sheet.state === "missing" ? "" : sheet.scores[at], required: true });
    const sum = (event) => {
      const inputs = [...event.currentTarget.querySelectorAll("input[data-points]")];
      const left = STICK * Number(event.currentTarget.elements.sticks.value);
      const sum = inputs.reduce((all, input) => all + points_in(input.value), left);
      this.sum = inputs.every((input) => input.value !== "") && Number.isInteger(sum) ? sum : undefined;
      this.draw();
    };
    const done = () => {
      this.sum = undefined;
      this.draw();
    };
    const wrong = this.doing.wrong_at(form, "scores");
    return html`<form @submit=${this.on_submit(act)} @input=${sum} @reset=${done}>
      ${seat("east", 0)} ${seat("south", 1)} ${seat("west", 2)} ${seat("north", 3)}
      ${field(this.doing, form, "sticks", say("Sticks left"), { kind: "number", min: 0, max: 50 })}
      ${wrong ? html`<p class="bad" role="alert">${wrong}</p>` : nothing}
      ${this.sum === undefined ? nothing : html`<p aria-live="polite">${say("sum {}", points(this.sum))}</p>`}
      ${field(this.doing, form, "why", say("Why"), { required: true, maxlength: 200 })} ${this.submit(form, say("Correct the scores"))}
    </form>`;
  }
}
customElements.define("tenbo-desk-results", DeskResults);
