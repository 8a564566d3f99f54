// The session: what comes next in one band, the clock, and how far each table is; what is rare stands at the end.
import { is_timed, last_minutes, opposite_of, runs_on } from "./clock.js";
import { act, ask } from "../live/acts.js";
import { in_capital, remedy_text, why_text } from "../live/refusals.js";
import { counted, time_of_day } from "../parts/clock.js";
import { html, nothing } from "../parts/element.js";
import { field } from "../parts/form.js";
import { round_name, trouble } from "../parts/table-state.js";
import { live } from "../live/live.js";
import { headed, listed, plural, say } from "../words.js";
import { takebacks } from "./answer.js";
import { club_steps, club_tonight, tournament_steps } from "./first_steps.js";
import { after_last, hidden_text, lasts_until, missing_band, open_slips, places_text, release_button, slip_button } from "./open_results.js";
import { band, DeskPart, folded, row_menu, wide } from "./part.js";
import { all_in, hidden_sessions, ranges, seat_heads, seat_name, session_now, sheet_state, tables_text, WINDS } from "./words.js";

const DONE = ["complete", "locked"];
const MORE = 5;
const MINUTES = 90;
// So many hands are finished, and on average so many at each table, before it is said which table ends last.
const [LEAST_HANDS, LEAST_AT_TABLE] = [4, 2];
// So often devices without a number are asked for, which no record of the desk tells.
const DEVICES_S = 5;

class DeskSession extends DeskPart {
  get heading() {
    return this.club ? say("Tonight") : say("Session");
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

  // What is shown is of one session at every moment: beginning and ending are about the session that stands above them.
  async load() {
    const [facts, plan, people] = await Promise.all([ask("/v1/tournament"), ask("/v1/plan"), ask("/v1/players"), this.look_for_devices()]);
    const session = facts.sessions.some((one) => one.session === this.picked) ? this.picked : session_now(facts.sessions);
    const path = `/v1/sessions/${session}`;
    const over = facts.sessions.every((one) => one.state === "ended");
    const [sheets, pace, standings] =
      session === undefined ? [[]] : await Promise.all([ask(`${path}?hidden=1`), ask(`${path}/pace`).catch(() => undefined), over ? ask("/v1/standings?hidden=1") : undefined]);
    const club = session === undefined ? await club_tonight() : undefined;
    Object.assign(this, { facts, plan, people, session, sheets, pace, standings, club });
    if (this.state === "planned") this.minutes = await last_minutes();
  }

  async look_for_devices() {
    this.unnumbered = (await ask("/v1/unassigned_devices").catch(() => [])).filter((one) => one.device).length;
  }

  tick() {
    super.tick();
    this.beats = (this.beats ?? 0) + 1;
    if (this.beats % DEVICES_S === 0 && live.is_live) this.look_for_devices();
  }

  get state() {
    return this.facts.sessions.find((one) => one.session === this.session)?.state;
  }

  show() {
    if (this.session === undefined) return this.club ? club_steps(this, this.club) : tournament_steps(this.facts, this.people);
    return html`${this.band()} ${this.doing.view("session")} ${this.without_number()} <tenbo-desk-clock></tenbo-desk-clock>
      <p class="note">${this.expected()}</p>
      ${this.tables()} ${this.doing.view("tables")} ${this.more_actions()}`;
  }

  // ---------------------------------------------------------------- what comes next

  // Whoever has plugged a device in expects it to play; without a number it does not.
  without_number() {
    if (!this.unnumbered) return nothing;
    return html`<p class="old"><a href="#devices">${plural(this.unnumbered, "{} device has no table number", "{} devices have no table number")}</a></p>`;
  }

  band() {
    const troubles = this.troubles();
    if (this.state === "planned") return this.start_band(troubles);
    if (this.state === "ended") return this.ended_band();
    if (!this.missing.length) {
      const end = this.primary("session", say("End session {}", this.session), () => this.end());
      return band("well", all_in(this.sheets.length), nothing, end, troubles.map(([text]) => text));
    }
    const waiting = this.sheets.filter((sheet) => sheet.state === "missing" && live.tables.has(sheet.table));
    if (waiting.length) {
      const tables = waiting.map((one) => one.table);
      const bold = plural(tables.length, "{} has not started", "{} have not started", tables_text(tables));
      const label = tables.length === 1 ? say("Start table {}", tables[0]) : plural(tables.length, "Start {} table", "Start {} tables");
      return band("warn", bold, nothing, this.primary("session", label, () => this.begin(tables)), troubles.map(([text]) => text));
    }
    // A device in trouble comes first; people without a seat, and seats without people, take no step away.
    const [ill] = troubles.filter(([, where]) => where);
    if (!ill) return missing_band(this.session, this.state, this.sheets, this.missing, troubles.map(([text]) => text));
    const [first, where, why] = ill;
    const [slip] = open_slips(this.missing);
    const buttons = html`<span class="buttons"><a class="button" href="/table/${where}">${say("Open table {}", where)}</a> ${slip ? slip_button(this.session, slip) : nothing}</span>`;
    return band("warn", first, why || nothing, buttons, troubles.filter((one) => one !== ill).map(([text]) => text));
  }

  start_band(troubles) {
    const tables = this.sheets.length;
    const people = this.sheets.reduce((sum, one) => sum + one.players.filter(Boolean).length, 0);
    const start = ({ minutes }) => void this.begin(undefined, minutes);
    const form = html`<form @submit=${this.on_submit(start)}>
      ${field(this.doing, "session", "minutes", say("Minutes"), { kind: "number", min: 1, max: 600, value: this.minutes ?? MINUTES, required: true })}
      ${this.submit("session", say("Start session {}", this.session), "primary")}
    </form>`;
    const bold = plural(tables, "{} people at {} table", "{} people at {} tables", people, tables);
    return band(troubles.length ? "warn" : "well", bold, troubles[0]?.[0] ?? nothing, form, troubles.slice(1).map(([text]) => text));
  }

  ended_band() {
    const unlocked = this.sheets.filter((sheet) => sheet.state !== "locked").length;
    const next = this.facts.sessions.find((one) => one.session > this.session);
    const go_on = () => {
      this.picked = next.session;
      this.read();
    };
    if (unlocked) {
      const text = plural(unlocked, "{} result is not locked.", "{} results are not locked.");
      return band("warn", say("Session {} has ended.", this.session), text, html`<a class="button primary" href="#results">${say("Go to results")}</a>`);
    }
    if (next) return band("well", say("Session {} has ended.", this.session), nothing, this.primary("session", say("Go to session {}", next.session), go_on));
    if (this.standings?.provisional) {
      const text = say("Results of other sessions are missing.");
      return band("warn", say("Session {} has ended.", this.session), text, html`<a class="button primary" href="#results">${say("Go to results")}</a>`);
    }
    const unsigned = this.standings?.unsigned ?? [];
    const pick = () => (this.picked = unsigned[0].session);
    if (unsigned.length) return band("warn", say("Session {} has ended.", this.session), say("not locked: {}", places_text(unsigned)), html`<a class="button primary" href="#results" @click=${pick}>${say("Go to results")}</a>`);
    const last_day = lasts_until(this.facts);
    if (last_day) return band("well", say("Session {} has ended.", this.session), say("The tournament lasts until {}.", last_day), after_last(this.facts));
    const hidden = hidden_sessions(this.facts);
    if (hidden.length) return band("well", say("Session {} has ended.", this.session), hidden_text(hidden), release_button(this, "session"));
    return band("well", say("The tournament is complete"), html`<a href="#seats">${say("Plan another session")}</a>`, after_last(this.facts));
  }

  get missing() {
    return this.sheets.filter((sheet) => !DONE.includes(sheet.state));
  }

  // What is not as it should be, each with its table: of a finished table, and of one on paper, nothing is.
  troubles() {
    const planned = this.plan.find((one) => one.session === this.session);
    const lines = [];
    for (const { table, players } of planned?.tables ?? []) {
      const sheet = this.sheets.find((one) => one.table === table);
      const device = live.tables.get(table);
      if (device && this.state !== "ended" && !DONE.includes(sheet?.state)) {
        if (trouble(device)) lines.push([say("Table {}: {}", table, trouble(device)), table, in_capital(remedy_text(device))]);
        if (device.seats_away?.length) lines.push([say("Table {}: {}", table, headed(say("seat box disconnected"), device.seats_away.map((seat) => WINDS[seat]).join(" "))), table]);
      }
      players.forEach((player, seat) => player || lines.push([say("no one sits at {}", seat_name(table, seat)), undefined]));
    }
    const unseated = planned?.no_seat ?? [];
    if (unseated.length) lines.push([say("without a seat: {}", listed(unseated.map(([number, name]) => `${number} ${name}`))), undefined]);
    return lines;
  }

  // ---------------------------------------------------------------- beginning and end

  // Begin tables, or all of them; with minutes the clock starts as soon as they have begun. What was so before is read now,
  // because the session has begun when the answer comes.
  begin(tables, minutes, form = "session") {
    const opens = this.state === "planned";
    // A clock that was started alone is this session's own.
    const of_another = opens && Boolean(live.clock?.left_over || this.sessions.some((one) => one.state === "begun"));
    return this.send(form, `/v1/sessions/${this.session}/begin`, tables ? { tables } : {}, (answer) => {
      if (minutes) this.start_clock(minutes);
      return this.begun(answer, minutes, { named: Boolean(tables), opens, of_another });
    });
  }

  start_clock(minutes) {
    return act("/v1/clock", { act: "start", minutes }).catch((error) => this.doing.set("session", { bad: error.message }));
  }

  // What came of a beginning, table by table. A start is taken back with its clock.
  begun(answer, minutes, { named, opens, of_another }) {
    const lines = [];
    if (answer.already.length) lines.push(say("already started, so left unchanged (table numbers): {}", ranges(answer.already)));
    // A table without a device plays on paper, which is nothing that was refused, unless it was named.
    for (const [table, why] of Object.entries(answer.refused).filter(([number]) => named || live.tables.has(Number(number)))) lines.push(say("Table {}: {}", table, why_text({ why, ...answer.reasons[table] })));
    if (answer.begun.length && !minutes && of_another && ["running", "paused"].includes(counted(live.clock))) lines.push(runs_on(live.clock));
    const started = this.started(answer, named && !opens);
    if (lines.length) return html`${started} <ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>`;
    const back = answer.undo.length ? takebacks(answer.undo) : [];
    return { text: started, opposite: [...back, ...(minutes ? [["/v1/clock", { act: "stop" }]] : [])] };
  }

  // Of tables that were named in a session that runs, and refused, nothing has started.
  started({ begun, session }, nothing_else) {
    if (begun.length === 1) return say("Table {} has started.", begun[0]);
    if (begun.length) return plural(begun.length, "{} has started.", "{} have started.", tables_text(begun));
    return nothing_else ? nothing : say("Session {} has started.", session);
  }

  // The clock of a session that has ended ends with it.
  end() {
    return this.send("session", `/v1/sessions/${this.session}/end`, {}, (answer) => {
      // Its results are locked before anyone goes to the next one.
      this.picked = answer.session;
      if (is_timed(live.clock)) act("/v1/clock", { act: "stop" }).catch((error) => this.doing.set("session", { bad: error.message }));
      if (!answer.unfinished.length) return say("Session {} has ended.", answer.session);
      return html`${say("Session {} has ended.", answer.session)}
        <ul>${answer.unfinished.map((one) => html`<li>${headed(say("Table {}: {}", one.table, sheet_state(one.state)), listed(one.players))}</li>`)}</ul>`;
    });
  }

  // When the last table will end, or has. Of a table on paper no one knows when it finished.
  expected() {
    const { began_ms, forecast, over_after, last_table, hand_s, tables } = this.pace ?? {};
    if (!began_ms) return nothing;
    if (over_after !== null) return this.sheets.every((one) => live.tables.has(one.table)) ? say("The last table finished at {}.", this.time(over_after)) : nothing;
    if (!forecast || hand_s.n < Math.max(LEAST_HANDS, LEAST_AT_TABLE * tables.length)) return nothing;
    const [end, earliest, latest] = [forecast.end, forecast.earliest, forecast.latest].map((one) => this.time(one));
    if (earliest === latest) return say("Table {} is expected to finish last, at {}.", last_table ?? "", end);
    return say("Table {} is expected to finish last, at {} (between {} and {}).", last_table ?? "", end, earliest, latest);
  }

  time(after_s) {
    return time_of_day(this.pace.began_ms + 1000 * after_s);
  }

  more_actions() {
    if (this.state === "ended") return nothing;
    const start = (fields) => this.send("clock-alone", "/v1/clock", { act: "start", ...fields }, () => ({ text: say("The clock has started."), opposite: opposite_of({ act: "start" }) }));
    const clock = html`<form @submit=${this.on_submit(start)}>
        ${field(this.doing, "clock-alone", "minutes", say("Minutes"), { kind: "number", min: 1, max: 600, value: this.minutes ?? MINUTES, required: true })}
        ${this.submit("clock-alone", say("Start the clock alone"))}
      </form>
      ${this.doing.view("clock-alone")}`;
    return folded(
      "more",
      say("More actions"),
      html`<p class="buttons">
          ${this.button("session", say("Start tables without the clock"), () => this.begin())}
          ${this.state === "begun" && this.missing.length ? this.button("session", say("End session {}", this.session), () => this.end()) : nothing}
        </p>
        ${is_timed(live.clock) ? nothing : clock}`,
    );
  }

  // ---------------------------------------------------------------- table by table

  tables() {
    const heads = [say("Table"), ...seat_heads(this.sheets.map((sheet) => sheet.names)), say("Game")];
    const rows = this.sheets.map(
      (sheet) => html`<tr data-session=${sheet.session} data-table=${sheet.table}>
        <th scope="row"><a href="/table/${sheet.table}">${sheet.table}</a></th>
        ${sheet.names.map((name, seat) => html`<td data-wind=${WINDS[seat]}><span class="name" data-wind=${WINDS[seat]}>${name || "-"}</span></td>`)}
        <td><div class="do"><div>${this.game(sheet)}</div> ${this.menu(sheet)}</div></td>
      </tr>`,
    );
    return html`<div class="sheets">${wide(say("Tables"), heads, rows, "seated")}</div>`;
  }

  // How far the game of a table is. Without a device it is on paper, which is nothing wrong.
  game(sheet) {
    const device = live.tables.get(sheet.table);
    if (DONE.includes(sheet.state)) return html`<span class="chip well">✓ ${say("over")}</span>`;
    if (!device) return html`<span class="chip">${say("on paper")}</span>`;
    const { now } = device;
    const old = trouble(device);
    const text = !now || sheet.state !== "playing" ? say("not started") : now.honba ? `${round_name(now)} · ${say("{} honba", now.honba)}` : round_name(now);
    return html`<span>${text}</span> ${old ? html`<span class="old">${old}</span>` : nothing} ${why_text(sheet)}`;
  }

  menu(sheet) {
    const { table } = sheet;
    const more = { act: "extra", minutes: MORE, table };
    const give = () => this.send("tables", "/v1/clock", more, () => ({ text: say("+{} min at table {}.", MORE, table), opposite: opposite_of(more) }));
    const again = () => this.begin([table], undefined, "tables");
    const plays = this.state === "begun" && live.tables.has(table) && !DONE.includes(sheet.state);
    const folding = (run) => ({ target }) => {
      target.closest("details").open = false;
      run();
    };
    const button = (label, run, look = "") => html`<button type="button" class=${look} ?disabled=${this.doing.busy("tables")} @click=${folding(run)}>${label}</button>`;
    return row_menu(say("More actions for table {}", table), html`
      ${plays && is_timed(live.clock) ? button(say("+{} min for this table", MORE), give) : nothing}
      <a href="/table/${table}">${say("Open table {}", table)}</a>
      ${live.tables.has(table) && this.state !== "ended" ? (sheet.state === "missing" ? button(say("Start table {}", table), again) : button(say("Start again ..."), again, "danger")) : nothing}`);
  }
}
customElements.define("tenbo-desk-session", DeskSession);
