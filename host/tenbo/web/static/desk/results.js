// The results of a session: what is missing first, then every table with its state, and behind each row what is rare.
import "./embargo.js";
import "./penalty.js";
import { ask } from "../live/acts.js";
import { why_text } from "../live/refusals.js";
import { author } from "../parts/author.js";
import { html, nothing } from "../parts/element.js";
import { STICK } from "../parts/points.js";
import { sticks_text, trouble } from "../parts/table-state.js";
import { named } from "../parts/name.js";
import { live } from "../live/live.js";
import { asker, reason as reason_text } from "../table/event_text.js";
import { bracketed, headed, listed, plural, points, say, signed } from "../words.js";
import { takebacks } from "./answer.js";
import { Correction } from "./correction.js";
import { after_last, hidden_text, is_due, missing_band, places_text, release_button } from "./open_results.js";
import { band, DeskPart, row_menu, tabs, wide } from "./part.js";
import { all_in, is_hidden, seat_heads, session_now, sheet_state, since_text, tables_text, typed_for, typed_scores, WINDS } from "./words.js";

const DONE = ["complete", "locked"];

const all_locked = (count) => (count === 1 ? say("The result is locked.") : plural(count, "All {} result is locked.", "All {} results are locked."));

// The penalties that the table has recorded, which no one undoes here, and what else the book takes after the game; of a substitute it asks none.
const at_the_table = ({ at_table, penalties, substitutes }) => {
  const listed_later = (seat) => at_table.filter((one) => one.seat === seat && one.when !== "now").reduce((sum, one) => sum + one.points, 0);
  const rest = penalties.map((taken, seat) => ({ seat, points: taken - listed_later(seat) })).filter((one) => one.points);
  return [...at_table, ...rest].filter(({ seat }) => !substitutes[seat]);
};

// The table itself among those who ask for an event.
const AT_TABLE = 6;

// Why, when and by whom a table took points.
const at_table_text = (names, { kind, why, when, by }) => {
  if (!kind) return say("at the table");
  const cause = why || reason_text(when === "now" ? kind : `${kind} after the game`);
  return listed([cause, say("at the table"), ...(by === AT_TABLE ? [] : [asker(names, by)])]);
};

class DeskResults extends DeskPart {
  get heading() {
    return say("Results");
  }

  get sessions() {
    return this.facts?.sessions ?? [];
  }

  get follows() {
    return true;
  }

  get plays() {
    return true;
  }

  connectedCallback() {
    this.view_now = "tables";
    this.correction = new Correction(this);
    super.connectedCallback();
  }

  // What is shown is of one session at every moment: an act at a table is about the session that stands above it.
  async load() {
    const facts = await ask("/v1/tournament");
    const session = facts.sessions.some((one) => one.session === this.picked) ? this.picked : session_now(facts.sessions);
    const [sheets, slips] =
      session === undefined ? [[], []] : await Promise.all([ask(`/v1/sessions/${session}?hidden=1`), ask(`/v1/slips?session=${session}`)]);
    // What is final after the last session is known of all of them.
    const is_last = session !== undefined && session === facts.sessions.at(-1)?.session;
    this.unsigned = is_last ? (await ask("/v1/standings?hidden=1")).unsigned : [];
    const sums = new Map(slips.map((one) => [one.table, one.sum]));
    if (session !== this.session) this.opened = undefined;
    Object.assign(this, { facts, session, sheets, sums });
  }

  // The results that are missing, and those that are in and not locked.
  get missing() {
    return this.sheets.filter((sheet) => !DONE.includes(sheet.state));
  }

  get state() {
    return this.facts.sessions.find((one) => one.session === this.session)?.state;
  }

  get is_planned() {
    return this.state === "planned";
  }

  get unlocked() {
    return this.sheets.filter((sheet) => sheet.state === "complete");
  }

  show() {
    if (this.session === undefined) {
      return html`<p>${say("No results yet: make seats first.")}</p><p><a class="button primary" href="#seats">${say("Make seats")}</a></p>`;
    }
    const penalties = this.sheets.flatMap((sheet) => sheet.notes.filter((note) => note.what === "penalty").map((note) => ({ sheet, note })));
    const ruled = this.sheets.flatMap((sheet) => at_the_table(sheet).map((one) => ({ sheet, one })));
    const views = [
      ["tables", say("Tables")],
      ["standings", say("Standings")],
      ["penalties", penalties.length + ruled.length ? say("Penalties ({})", penalties.length + ruled.length) : say("Penalties")],
    ];
    const choose = (view) => {
      this.view_now = view;
      this.draw();
    };
    const shown = { tables: () => this.tables(), standings: () => html`<tenbo-desk-standings></tenbo-desk-standings>`, penalties: () => this.penalties(penalties, ruled) };
    return html`${this.band()} ${this.doing.view("band")} ${tabs(views, this.view_now, choose)} ${shown[this.view_now]()}`;
  }

  // ---------------------------------------------------------------- what the page waits for

  band() {
    const { missing, unlocked, sheets } = this;
    const wrong = sheets.filter((sheet) => sheet.state === "broken");
    // Slips of a session are entered while it is played, and after it.
    if (this.is_planned && missing.length === sheets.length) return band("well", say("Session {} has not started.", this.session), nothing, html`<a class="button primary" href="#session" @click=${() => (this.picked = this.session)}>${say("Go to session {}", this.session)}</a>`);
    if (wrong.length) return band("warn", say("{}: the result cannot be worked out.", tables_text(wrong.map((one) => one.table))), why_text(wrong[0]));
    if (missing.length) return missing_band(this.session, this.state, sheets, missing);
    if (unlocked.length) {
      const lock = () => this.lock(unlocked);
      const label = unlocked.length === 1 ? say("Lock the result of table {}", unlocked[0].table) : plural(unlocked.length, "Lock {} result", "Lock {} results");
      return band("well", headed(this.all_in(), say("{} not locked", unlocked.length)), nothing, this.primary("band", label, lock));
    }
    if (is_hidden(this.facts, this.session)) {
      return band("well", all_locked(sheets.length), hidden_text([this.session]), release_button(this, "band"));
    }
    const next = this.facts.sessions.find((one) => one.session > this.session);
    const [open] = this.unsigned;
    if (!next && open) {
      const go = () => {
        this.picked = open.session;
        this.read();
      };
      return band("warn", all_locked(sheets.length), say("not locked: {}", places_text(this.unsigned)), this.primary("band", say("Go to session {}", open.session), go));
    }
    // A session that still runs is ended first.
    const then = this.state === "begun" ? this.session : next?.session;
    const go = then
      ? html`<a class="button primary" href="#session" @click=${() => (this.picked = then)}>${say("Go to session {}", then)}</a>`
      : after_last(this.facts);
    return band("well", all_locked(sheets.length), nothing, go);
  }

  all_in() {
    return all_in(this.sheets.length);
  }

  lock(sheets) {
    const records = sheets.map(({ session, table }) => ({ kind: "lock", fields: { session, table } }));
    return this.send("band", "/v1/records/batch", { records }, () => (sheets.length === 1 ? say("Table {} is locked.", sheets[0].table) : plural(sheets.length, "{} result is locked.", "{} results are locked.")));
  }

  // ---------------------------------------------------------------- table by table

  tables() {
    const heads = [say("Table"), ...seat_heads(this.sheets.map((sheet) => sheet.names)), say("State")];
    const known = this.sheets.filter((sheet) => DONE.includes(sheet.state));
    const right = known.filter((sheet) => sheet.adds_up);
    return html`<div class="sheets">
      ${wide(say("Results"), heads, this.sheets.map((sheet) => this.row(sheet)), "seated")}
      <div class="foot">
        <span>${known.length > 1 ? say("Points add up at {} of {} tables.", right.length, known.length) : nothing} <tenbo-desk-publication></tenbo-desk-publication></span>
      </div>
    </div>`;
  }

  row(sheet) {
    const known = !["missing", "broken"].includes(sheet.state);
    const seat = (name, at) => html`<td data-wind=${WINDS[at]}>${named(name || "-")}
      ${known
        ? html`<span class="result"><span class="score">${points(sheet.scores[at])}</span> <small>${signed(sheet.totals[at])}</small></span>`
        : html`<span class="result none">${say("no result")}</span>`}</td>`;
    return html`<tr data-session=${sheet.session} data-table=${sheet.table}>
        <th scope="row"><a href="/table/${sheet.table}">${sheet.table}</a></th>
        ${sheet.names.map(seat)}
        <td>
          <div class="do">
            <div>${this.chip(sheet)}</div>
            ${sheet.state === "complete" ? this.button("band", say("Lock"), () => this.lock([sheet])) : nothing}
            ${this.menu(sheet)}
          </div>
        </td>
      </tr>
      ${this.below(sheet)}`;
  }

  chip({ state, table, adds_up, scores }) {
    const device = live.tables.get(table);
    const old = state === "playing" && device && trouble(device);
    const sum = scores.reduce((all, one) => all + one, 0);
    const [tone, text] = {
      missing: this.no_result(table),
      playing: ["", say("Playing")],
      complete: ["", say("Unsigned")],
      locked: ["well", `✓ ${say("Locked")}`],
      broken: ["wrong", say("No valid result")],
    }[state] ?? ["warn", sheet_state(state)];
    return html`<span class="chip ${tone}">${text}</span>
      ${DONE.includes(state) && !adds_up ? html`<span class="chip wrong">${say("wrong sum: {}", points(sum))}</span>` : nothing}
      ${old ? html`<span class="old">${old}</span>` : nothing}`;
  }

  // A table with a device that has not begun wants something done; one on paper plays until results are due.
  no_result(table) {
    if (this.is_planned) return ["", say("not started")];
    if (is_due(this.state, this.sheets)) return ["warn", say("Missing")];
    return live.tables.has(table) ? ["warn", say("not started")] : ["", say("on paper")];
  }

  menu(sheet) {
    const open = (what) => (event) => {
      event.target.closest("details").open = false;
      this.opened = { table: sheet.table, what };
      this.correction.sum = undefined;
      this.draw();
      this.querySelector(".panel input")?.focus();
    };
    const item = (what, label, look = "") => html`<button type="button" class=${look} @click=${open(what)}>${label}</button>`;
    const locked = sheet.state === "locked";
    // A table on paper has no game to use or to detach.
    const attach = sheet.has_game || live.tables.has(sheet.table) ? item("attach", say("Use the last game of this table ...")) : nothing;
    return row_menu(say("More actions for table {}", sheet.table), html`
      ${locked ? item("reopen", say("Unlock ...")) : html`${item("correct", say("Correct scores ..."))} ${attach}`}
      <a href="/table/${sheet.table}">${say("Open table {}", sheet.table)}</a>
      ${locked || !sheet.has_game ? nothing : item("detach", say("Detach this game ..."), "danger")}`);
  }

  // What belongs to the row and is not in its cells: why there is no result, reserves, changes, and what is being done.
  below(sheet) {
    const remarks = [why_text(sheet), ...this.reserves(sheet), ...this.set_apart(sheet), ...this.sticks_won(sheet)].filter(Boolean);
    const { notes } = sheet;
    const label = plural(notes.length, "{} change", "{} changes");
    const panel = this.opened?.table === sheet.table ? html`<tr class="panel"><td colspan="6">${this.panel(sheet)}</td></tr>` : nothing;
    const changes = html`<tr class="changes" data-of=${sheet.table}><td colspan="6">
      ${remarks.map((one) => html`<p>${one}</p>`)}
      ${notes.length ? html`<details><summary>${label}</summary><ol>${notes.map((note) => html`<li>${this.note(note)}</li>`)}</ol></details>` : nothing}
    </td></tr>`;
    // What is typed in the panel stays there when a change comes.
    return html`${remarks.length || notes.length ? changes : nothing} ${panel}`;
  }

  // Where a reserve plays, and for whom.
  reserves({ players, counts_for }) {
    return counts_for
      .map((player, seat) => [player, seat])
      .filter(([player, seat]) => player !== players[seat])
      .map(([player, seat]) => headed(WINDS[seat], say("a reserve for player {}, who gets what the rule book gives a substitute", player || "-")));
  }

  // Why a total does not follow from the scores: a substitute sat there, or the desk or the table gave a penalty.
  set_apart(sheet) {
    const { names, notes, substitutes, substitute_result } = sheet;
    const replaced = substitutes
      .map((since, seat) => [since, seat])
      .filter(([since]) => since)
      .map(([since, seat]) => headed(WINDS[seat], bracketed(`${say("substitute")} ${since_text(since)}`, signed(substitute_result))));
    const given = notes.filter(({ what }) => what === "penalty").map(({ value: [seat, more] }) => headed(WINDS[seat], `${say("penalty")} ${points(more)}`));
    const ruled = at_the_table(sheet).map((one) => headed(WINDS[one.seat], bracketed(`${say("penalty")} ${points(one.points)}`, at_table_text(names, one))));
    return [...replaced, ...given, ...ruled];
  }

  // To whom the book gave the sticks that were typed: what was typed there, and the sticks, or a part where two are first.
  sticks_won(sheet) {
    const typed = typed_for(sheet)?.scores ?? [];
    const won = (more) => (more % STICK === 0 ? sticks_text(more / STICK) : points(more));
    return typed
      .map((score, seat) => [score, sheet.scores[seat] - score, seat])
      .filter(([, more]) => more > 0)
      .map(([score, more, seat]) => headed(WINDS[seat], `${points(score)} + ${won(more)}`));
  }

  note({ what, by, why, value }) {
    const words = { penalty: say("penalty"), correct: say("corrected"), chips: say("chips"), lock: say("locked"), substitute: say("substitute"), reopen: say("unlocked"), detach: say("game detached") };
    let amount = "";
    if (what === "penalty") amount = `${WINDS[value[0]]} ${points(value[1])}`;
    if (what === "chips") amount = value.map((one) => points(one)).join(" · ");
    if (what === "substitute") amount = `${WINDS[value[0]]} ${since_text(value[1])}`;
    if (what === "correct") amount = typed_scores(value[0], value[1], " · ");
    const said = headed(author(by), [words[what] ?? what, amount].filter(Boolean).join(" "));
    return why ? bracketed(said, why) : said;
  }

  // ---------------------------------------------------------------- what is being done at one table

  panel(sheet) {
    const { what } = this.opened;
    const close = () => {
      this.opened = undefined;
      this.draw();
    };
    const cancel = html`<button type="button" class="quiet" @click=${close}>${say("Cancel")}</button>`;
    return html`<section aria-labelledby="one-head">
      <h2 id="one-head">${say("Table {} in session {}", sheet.table, sheet.session)}</h2>
      ${what === "correct" ? this.correction.view(sheet, this.sums.get(sheet.table), cancel, close) : this.reason(sheet, what, cancel, close)}
    </section>`;
  }

  // What needs a reason and nothing else.
  reason({ session, table }, what, cancel, close) {
    const form = `one-${session}-${table}`;
    const labels = { reopen: say("Unlock table {}", table), detach: say("Detach the game of table {}", table), attach: say("Use the last game of table {}", table) };
    const done = { reopen: () => say("Table {} is unlocked.", table), detach: () => say("The game of table {} is detached.", table), attach: () => say("The last game of table {} is now used as the table's result.", table) };
    const act = async ({ why }) => {
      const path = what === "attach" ? `/v1/sessions/${session}/game` : "/v1/records";
      const fields = what === "attach" ? { table, why } : { kind: what, fields: { session, table, why } };
      if (await this.send(form, path, fields, done[what])) close();
    };
    return html`<form @submit=${this.on_submit(act)}>
        ${this.why(form)} ${this.submit(form, labels[what])} ${cancel}
      </form>
      ${this.doing.view(form)}`;
  }

  // ---------------------------------------------------------------- penalties

  penalties(penalties, ruled) {
    const who = (sheet, seat) => listed([say("Table {}", sheet.table), sheet.names[seat] || WINDS[seat]]);
    const line = ({ sheet, note }) => {
      const [seat, taken] = note.value;
      const where = who(sheet, seat);
      const [[path, fields]] = takebacks([note.n]);
      const undo = () => this.send("band", path, fields, () => say("Undone: {}", headed(say("penalty"), listed([where, points(taken)]))));
      // Nothing is changed at a locked table.
      const button = sheet.state === "locked" ? nothing : html`<button type="button" class="quiet" ?disabled=${this.doing.busy("band")} @click=${undo}>${say("Undo")}</button>`;
      return html`<li>${where} <strong class="score">${points(taken)}</strong> ${bracketed(note.why, author(note.by))} ${button}</li>`;
    };
    const of_table = ({ sheet, one }) => html`<li>${who(sheet, one.seat)} <strong class="score">${points(one.points)}</strong> ${at_table_text(sheet.names, one)}</li>`;
    return html`${penalties.length + ruled.length ? html`<ul class="plain">${penalties.map(line)} ${ruled.map(of_table)}</ul>` : html`<p>${say("No penalties in session {}.", this.session)}</p>`}
      <tenbo-desk-penalty .session=${this.session}></tenbo-desk-penalty>`;
  }
}
customElements.define("tenbo-desk-results", DeskResults);
