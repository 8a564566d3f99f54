// Slips of paper, typed by keyboard alone: the scores, checked as they are typed, and Enter goes on to the next table.
//
// Two people who type the same slips, each under their own name, are compared by the service; what differs stands on top.
import "../parts/status.js";
import { author } from "../parts/author.js";
import { act, ask, me } from "../live/acts.js";
import { all_in, sheet_state } from "../desk/words.js";
import { Drawn, html, nothing } from "../parts/element.js";
import { live } from "../live/live.js";
import { error_text, why_text } from "../live/refusals.js";
import { in_points_so_far, points_in, scores_in, STICK } from "../parts/points.js";
import { seat_at_start, sticks_text, WIND_LABELS, winds_note } from "../parts/table-state.js";
import { headed, listed, plural, points, say } from "../words.js";

// So many riichi sticks are left at most when a game ends.
const MOST_STICKS = 8;
// A press that comes so soon after a question was meant for what stood there before: the second one of a double click.
const CONFIRM_AFTER_MS = 600;
const FIELDS = ["s0", "s1", "s2", "s3"];
// The slip that the desk's page has asked for: /slips?session=1&table=4.
const wished = new URLSearchParams(location.search);

// What the service says to a slip of a table that no one sits at, before it is asked.
const no_seats = (table, session) => ({
  message: `no players are seated at table ${table} in session ${session}: check the session and the table on the slip`,
  reason: "no_seats_at_table",
  params: { table, session },
});

class Slips extends Drawn {
  async connectedCallback() {
    this.typed = {};
    this.who = await me().catch(() => undefined);
    super.connectedCallback();
    addEventListener("tenbo-desk", () => this.read());
    await this.read(Number(wished.get("session")) || undefined);
    const table = Number(wished.get("table"));
    if (this.rows?.some((row) => row.table === table)) this.go(table);
  }

  // Read the slips of the session that was chosen, or that runs. What is being typed stays in its session, and one that has
  // just begun waits until no slip of the one before is missing.
  async read(wanted = this.chosen) {
    const asked = (this.asked = (this.asked ?? 0) + 1);
    this.marks = marks();
    try {
      this.now = (await ask("/v1")).session || 1;
      const session = wanted ?? (this.is_at_work ? this.session : this.now);
      const rows = await ask(`/v1/slips?session=${session}`);
      if (asked < this.told) return;
      const is_other = !this.rows || session !== this.session;
      Object.assign(this, { told: asked, session, rows, wrong: undefined });
      if (is_other) this.go(this.next(), this.answer);
      // The last slip of a session may have come while this was asked.
      else if (wanted === undefined && session !== this.now && !this.is_at_work) await this.read();
    } catch (error) {
      Object.assign(this, { wrong: error.message, unseated: error.reason === "no_session_yet" });
    }
    this.draw();
  }

  get is_at_work() {
    return Boolean(this.rows) && (FIELDS.some((name) => this.typed[name]) || this.missing.length > 0);
  }

  // What I have not typed and no one has settled or locked; and what is missing of it: no table has told it, or still plays.
  get open() {
    const is_done = (row) => row.state === "settled" || row.sheet === "locked" || row.slips.some((slip) => slip.by === this.who?.by);
    return (this.rows ?? []).filter((row) => !is_done(row));
  }

  get missing() {
    return this.open.filter((row) => !is_told(row) && row.sheet !== "playing");
  }

  // The table whose slip I have to type next: the first after this one of those that are missing. Then come those that
  // still play. What tables have told themselves is asked of nobody.
  next(after = 0) {
    const turns = [this.missing, this.open.filter((row) => !is_told(row))];
    const rows = turns.find((some) => some.length) ?? [];
    return (rows.find((row) => row.table > after) ?? rows[0])?.table;
  }

  // What a table tells changes its slip, too.
  paint() {
    if (this.rows && this.marks !== marks()) this.read();
    super.paint();
  }

  // Turn to a table, with the cursor in its first number.
  go(table, answer) {
    this.table = table;
    this.typed = {};
    this.answer = answer;
    this.draw();
    this.querySelector("[name=s0]")?.focus();
  }

  // The fields of this table: one for each of its players.
  get fields() {
    return FIELDS.slice(0, this.row.players.length);
  }

  get row() {
    return (this.rows ?? []).find((row) => row.table === this.table);
  }

  // What the numbers come to: how much is missing, and the sticks that no one has won where it is thousands.
  get sum() {
    const given = this.fields.map((name) => this.typed[name]).filter((text) => text !== undefined && text !== "");
    const whole = given.length === this.fields.length;
    const numbers = whole ? this.scores : in_points_so_far(given.map(points_in));
    // Fewer than all may be hundreds, as they stand on paper: all of them tell.
    const bad = numbers.findIndex((one) => !Number.isInteger(one) || (whole && one % 100));
    const missing = this.row.sum - numbers.reduce((sum, one) => sum + one, 0);
    const sticks = whole && missing > 0 && missing % STICK === 0 && missing / STICK <= MOST_STICKS ? missing / STICK : 0;
    return { whole, bad, missing, sticks, is_short: whole && bad < 0 && missing > 0 && !sticks };
  }

  // The scores in points, whether they were typed in points or in hundreds.
  get scores() {
    return scores_in(this.fields.map((name) => this.typed[name] ?? ""), this.row.sum);
  }

  // What was typed stands as the page writes it as soon as the field is left.
  write_out({ target }) {
    const number = points_in(target.value);
    if (!Number.isInteger(number) || Math.abs(number) < STICK) return;
    target.value = points(number);
    this.typed = { ...this.typed, [target.name]: target.value };
  }

  type(event) {
    // What was asked about other numbers is asked again, and what was answered of them holds no longer.
    if (!this.answer?.good) this.answer = undefined;
    this.typed = { ...this.typed, yes: false, sticks_seen: false, [event.target.name]: event.target.value.trim() };
    this.draw();
  }

  // A telephone's keys for numbers have no minus.
  turn_sign({ target }) {
    const input = target.parentElement.querySelector("input");
    input.value = /^[-\u2212]/.test(input.value) ? input.value.slice(1) : `-${input.value}`;
    this.type({ target: input });
    input.focus();
  }

  // Enter goes to the next number that is missing, and from the last one the slip is sent.
  async enter(event) {
    event.preventDefault();
    // A key that bounces sends no slip twice.
    if (this.is_sending || (this.answer?.question && performance.now() - this.asked_at < CONFIRM_AFTER_MS)) return;
    const empty = this.fields.find((name) => !this.typed[name]);
    if (empty) {
      this.querySelector(`[name=${empty}]`).focus();
      return;
    }
    const { sticks: left, missing, is_short } = this.sum;
    // No one can confirm it: it stands at the sum, with which each number is described.
    if (is_short) {
      this.querySelector("[name=s0]").focus();
      return;
    }
    if (left && !this.typed.sticks_seen) {
      this.typed = { ...this.typed, sticks_seen: true };
      this.tell({ question: left_question(missing, left) });
      return;
    }
    this.is_sending = true;
    try {
      const fields = { session: this.session, table: this.table, scores: this.scores };
      if (left) fields.sticks = left;
      if (this.typed.yes) fields.yes = true;
      const row = await act("/v1/slips", fields);
      this.rows = this.rows.map((one) => (one.session === row.session && one.table === row.table ? row : one));
      const answer = { good: headed(say("Table {}", row.table), state_text(row)), undo: row.undo, typed: this.typed, table: row.table };
      // A reader who has turned to another slip meanwhile stays there.
      if (this.session === row.session && this.table === row.table) this.go(this.next(row.table), answer);
      else this.answer = answer;
      // It may have been the last of its session.
      this.read();
    } catch (error) {
      if (error.at === "yes") this.typed = { ...this.typed, yes: true };
      this.tell(error.at === "yes" ? { question: this.question_of(error) } : { bad: error.message });
    } finally {
      this.is_sending = false;
    }
    this.draw();
  }

  // Take back the slip that was entered last, and turn to it as it was typed.
  async undo({ undo: records, typed, table, good }) {
    this.is_sending = true;
    try {
      await act("/v1/slips/undo", { records });
      if (this.table !== table) this.go(table);
      this.typed = typed;
      this.answer = { good: say("Undone: {}", good) };
      this.read();
    } catch (error) {
      this.answer = { bad: error.message };
    } finally {
      this.is_sending = false;
    }
    this.draw();
  }

  // What is asked before a slip is kept. Of another one of my name, typed elsewhere, only I know whose numbers are right.
  question_of({ message, reason }) {
    if (reason !== "recorded_elsewhere") return `${message}. ${say("Press Enter again to confirm.")}`;
    const other = this.row.slips.find((slip) => slip.by === this.who.by);
    const typed = other ? listed([other.scores.map((one) => points(one)).join(" / "), ...(other.sticks ? [sticks_text(other.sticks)] : [])]) : say("other scores");
    return say("Another phone or computer entered {} for this table under your name. Press Enter again to replace that entry with yours.", typed);
  }

  // What is asked or refused comes into view: in a low window it stands beneath its edge.
  tell(answer) {
    this.answer = answer;
    this.asked_at = performance.now();
    this.draw();
    this.querySelector(".answer")?.scrollIntoView({ block: "nearest" });
  }

  view() {
    const may = this.who?.role === "desk" || this.who?.role === "referee";
    return html`<tenbo-status></tenbo-status>
      <main class="slips">
        <div class="head"><h1>${say("Slips")}</h1> ${this.is_desk && !this.is_all_in ? html`<a href="/desk#results">${say("Back to results")}</a>` : nothing}</div>
        ${may ? this.work() : html`<p>${say("Only a referee or the desk can enter slips.")} <a href="/join">${say("Log in")}</a></p>`}
      </main>`;
  }

  get is_desk() {
    return this.who?.role === "desk";
  }

  // Whether every table has its result, and I have no slip left to type.
  get is_all_in() {
    return Boolean(this.rows?.length) && !this.row && this.rows.every((row) => row.scores && row.state !== "differs");
  }

  nothing_left() {
    if (!this.is_all_in) return html`<p class="good">${say("No slips are left for you to enter in this session.")}</p>`;
    return html`<p class="good">${all_in(this.rows.length)}</p>
      ${this.is_desk ? html`<p><a class="button primary" href="/desk#results">${say("Back to results")}</a></p>` : nothing}`;
  }

  work() {
    // Before anyone is seated there is nothing to type.
    if (!this.rows && this.unseated) return html`<p>${say("No sessions yet: make seats first.")}</p><p><a class="button primary" href="/desk#seats">${say("Make seats")}</a></p>`;
    return html`${this.wrong ? html`<p class="old" role="alert">${this.wrong}</p>` : nothing}
      <p class="which">
        <label>${say("Session")}
          <input type="number" min="1" max="99" .value=${String(this.session ?? 1)} @change=${(event) => this.choose(event)}>
        </label>
        <label>${say("Table")}
          <input type="number" min="1" max="250" .value=${String(this.table ?? "")} @focus=${({ target }) => target.select()} @change=${(event) => this.turn(event)}>
        </label>
      </p>
      ${this.now > this.session ? html`<p class="old">${say("session {} has begun; these are the slips of session {}", this.now, this.session)}</p>` : nothing}
      ${this.row ? this.form() : this.rows?.length ? html`<div>${this.nothing_left()}</div>` : nothing}
      <div class="answer" aria-live="polite">
        ${this.answer?.good ?? this.answer?.question ?? nothing}
        ${this.answer?.undo?.length ? html`<button type="button" ?disabled=${this.is_sending} @click=${() => this.undo(this.answer)}>${say("Undo")}</button>` : nothing}
        ${this.answer?.bad ? html`<span class="bad" role="alert">${this.answer.bad}</span>` : nothing}
      </div>
      ${this.list()}`;
  }

  async choose(event) {
    const number = Number(event.target.value);
    await this.read(number);
    // A session that there is not is said, and the slips are those of before.
    if (!this.wrong) this.chosen = number === this.now ? undefined : number;
    event.target.value = this.session ?? 1;
  }

  // Turn to the table of the slip that lies on top, whichever that is.
  turn(event) {
    const number = Number(event.target.value);
    const answer = (this.rows ?? []).some((row) => row.table === number)
      ? undefined
      : { bad: error_text(no_seats(number, this.session)) };
    this.go(answer ? this.table : number, answer);
    if (answer) event.target.value = this.table ?? "";
  }

  form() {
    const { whole, bad, missing, sticks, is_short } = this.sum;
    const wrong = bad >= 0 || is_short || (whole && missing < 0);
    return html`<form @submit=${(event) => this.enter(event)} @keydown=${ignore_held_enter} novalidate>
      <h2>${say("Table {}", this.table)}</h2>
      <p class="note">${winds_note()}</p>
      ${this.fields.map(
        (name, seat) => html`<div class="of-seat">
          <label>
            <span><span class="wind">${WIND_LABELS[seat]}</span> ${this.row.players[seat].name || say("empty seat")}</span>
            <input name=${name} inputmode="numeric" autocomplete="off" .value=${this.typed[name] ?? ""} @input=${(event) => this.type(event)} @change=${(event) => this.write_out(event)}
              aria-describedby="slip-sum" aria-invalid=${this.typed[name] && !Number.isInteger(points_in(this.typed[name])) ? "true" : nothing}>
          </label>
          <button type="button" class="sign" aria-label=${say("change sign")} @click=${(event) => this.turn_sign(event)}>±</button>
        </div>`,
      )}
      <p id="slip-sum" class=${wrong ? "bad" : ""} role=${is_short ? "alert" : nothing}>
        ${bad >= 0
          ? say("scores must be multiples of 100")
          : missing === 0
            ? say("scores add up to {}", points(this.row.sum))
            : is_short
              ? say("{} points are missing. Leftover riichi sticks cannot explain this: check the scores.", points(missing))
              : missing > 0
                ? say("{} of {} points missing", points(missing), points(this.row.sum))
                : say("{} points more than the required {}", points(-missing), points(this.row.sum))}
      </p>
      <button class="primary" data-answer=${this.answer?.question ? "yes" : nothing} ?disabled=${bad >= 0}>${this.press_text(sticks)}</button>
    </form>`;
  }

  // What the button does now: while a question stands, it answers it.
  press_text(sticks) {
    if (!this.answer?.question) return say("Save and next");
    return sticks && !this.typed.yes ? plural(sticks, "Confirm {} stick and next", "Confirm {} sticks and next") : say("Confirm and next");
  }

  list() {
    const rows = [...(this.rows ?? [])].sort((one, other) => (other.state === "differs") - (one.state === "differs") || one.table - other.table);
    const once = rows.some((row) => row.state === "once" && row.sheet !== "locked");
    return html`${once ? html`<p class="note of-once">${say("Entered once: this result counts. To check it, a second person logs in under another name and enters the same slips; Tenbo compares them.")}</p>` : nothing}
      <ul class="tables">
      ${rows.map(
        (row) => html`<li data-table=${row.table} data-state=${row.state}>
          <button type="button" @click=${() => this.go(row.table)}>${say("Table {}", row.table)}</button>
          <span>${state_text(row)}</span> ${row.why ? html`<span class="bad">${why_text(row)}</span>` : nothing}
          ${row.state === "differs" ? this.difference(row) : nothing}
        </li>`,
      )}
    </ul>`;
  }

  // Who typed what, beside what counts, until the desk corrects it or both have typed the same; seats below each other as
  // on the paper. A slip is wrong by what it comes to: the book may give the sticks on it to someone.
  difference(row) {
    const head = ({ by, sticks, comes_to }) => html`<th scope="col">${author(by)} ${sticks ? html`<br><small>${sticks_text(sticks)}</small>` : nothing}
      ${comes_to ? nothing : html`<br><small class="bad">${say("does not add up")}</small>`}</th>`;
    const is_wrong = ({ comes_to }, seat) => row.scores && row.scores[seat] !== comes_to?.[seat];
    return html`<table>
        <thead><tr><td></td>${row.scores ? html`<th scope="col">${say("current result")}</th>` : nothing} ${row.slips.map(head)}</tr></thead>
        <tbody>
          ${row.players.map(
            (one, seat) => html`<tr>
              <th scope="row">${one.name || seat_at_start(seat)}</th>
              ${row.scores ? html`<td>${points(row.scores[seat])}</td>` : nothing}
              ${row.slips.map((slip) => html`<td class=${is_wrong(slip, seat) ? "bad" : nothing}>${points(slip.scores[seat])}</td>`)}
            </tr>`,
          )}
        </tbody>
      </table>
      <p>${goes_on(row)
        ? say("The table's game is still running, so the slips are not used. If its device has failed, the desk must correct the result.")
        : say("Check the paper slip: the person who made the mistake must enter it again, or the desk must correct the result.")}</p>`;
  }
}

// What changes slips of all that tables tell: a game that is over and how, and points that were taken from a table.
const marks = () => [...live.tables.values()].map(({ table, now }) => [table, now?.phase === "over" ? now.scores : at_table(now)]).join();
const at_table = (now) => now?.scores.reduce((sum, one) => sum + one, STICK * now.sticks);

// A key that is held down answers no question.
function ignore_held_enter(event) {
  if (event.key === "Enter" && event.repeat) event.preventDefault();
}

const left_question = (missing, left) =>
  left === 1
    ? say("{} points are missing. Is one riichi stick left on the table? Press Enter again to confirm.", points(missing))
    : say("{} points are missing. Are {} riichi sticks left on the table? Press Enter again to confirm.", points(missing), left);

// Whether the result is the table's own, and no one has typed a slip.
const is_told = (row) => row.scores && row.state === "missing";

// Whether slips were typed of a game that the table has not ended.
const goes_on = (row) => row.state === "differs" && row.sheet === "playing";

function state_text(row) {
  return row.sheet === "locked" || row.why ? listed([typed_text(row), sheet_state(row.sheet)]) : typed_text(row);
}

function typed_text(row) {
  if (is_told(row)) return say("result received from the table");
  if (row.state === "missing" && row.sheet === "playing") return sheet_state("playing");
  if (goes_on(row)) return say("entered, but the table's game has not ended");
  const texts = {
    missing: say("missing"),
    once: say("entered once"),
    agreed: say("entered twice, matching"),
    differs: say("scores do not match"),
    settled: say("decided by the desk"),
  };
  return texts[row.state];
}
customElements.define("tenbo-slips", Slips);
