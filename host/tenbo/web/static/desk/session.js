// The session: how far each table is, who is missing, beginning and end; with the clock beside it.
import { runs_on } from "./clock.js";
import { ask } from "../live/acts.js";
import { refusal } from "../live/refusals.js";
import { counted, time_of_day } from "../parts/clock.js";
import { html, nothing } from "../parts/element.js";
import { field } from "../parts/form.js";
import { round_name, trouble } from "../parts/table-state.js";
import { live } from "../live/live.js";
import { headed, listed, say } from "../words.js";
import { DeskPart, section, wide } from "./part.js";
import { seat_name, session_now, session_options, session_state, sheet_state, WINDS } from "./words.js";

class DeskSession extends DeskPart {
  get heading() {
    return say("Session");
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
    const [facts, plan, people] = await Promise.all([ask("/v1/tournament"), ask("/v1/plan"), ask("/v1/players")]);
    const session = facts.sessions.some((one) => one.session === this.picked) ? this.picked : session_now(facts.sessions);
    const path = `/v1/sessions/${session}`;
    const [sheets, pace] =
      session === undefined ? [[]] : await Promise.all([ask(`${path}?hidden=1`), ask(`${path}/pace`).catch(() => undefined)]);
    Object.assign(this, { facts, plan, people, session, sheets, pace });
  }

  show() {
    if (this.session === undefined) return html`${this.first_steps()}<tenbo-desk-clock></tenbo-desk-clock>`;
    return html`${this.about()} <tenbo-desk-clock></tenbo-desk-clock> ${this.missing()} ${this.tables()}`;
  }

  first_steps() {
    const step = (done, text, part) => html`<li>${done ? "✓" : "·"} <a href="#${part}">${text}</a></li>`;
    return section(
      "session-head",
      say("Before the first session"),
      html`<ul class="steps">
        ${step(this.facts.title, say("Name the tournament and its rule book"), "tournament")}
        ${step(this.people.length, say("Register the people"), "people")} ${step(false, say("Give everybody a seat"), "seats")}
        ${step(live.tables.size, say("Number the tables"), "devices")}
      </ul>`,
    );
  }

  about() {
    const state = this.facts.sessions.find((one) => one.session === this.session)?.state;
    const begin = () => this.send("session", `/v1/sessions/${this.session}/begin`, {}, (answer) => this.begun(answer));
    const end = () => this.send("session", `/v1/sessions/${this.session}/end`, {}, (answer) => this.ended(answer));
    return section(
      "session-head",
      say("Session"),
      html`<p class="big">${session_state(state)}</p>
        <p>${this.expected()}</p>
        <p class="buttons">
          ${this.button("session", say("Begin at every seated table"), begin)}
          ${state === "begun" ? this.button("session", say("End session {}", this.session), end) : nothing}
        </p>
        ${this.doing.view("session")}`,
    );
  }

  // When the last table will end, or has.
  expected() {
    const { began_ms, forecast, over_after, last_table } = this.pace ?? {};
    if (!began_ms) return nothing;
    if (over_after !== null) return say("the last table ended at {}", this.time(over_after));
    if (!forecast) return nothing;
    const [end, earliest, latest] = [forecast.end, forecast.earliest, forecast.latest].map((one) => this.time(one));
    if (earliest === latest) return say("the last one, table {}, is expected to end at {}", last_table ?? "", end);
    return say("the last one, table {}, is expected to end at {}, between {} and {}", last_table ?? "", end, earliest, latest);
  }

  time(after_s) {
    return time_of_day(this.pace.began_ms + 1000 * after_s);
  }

  // What came of a beginning, table by table.
  begun(answer) {
    const lines = [];
    if (answer.begun.length) lines.push(say("begun: {}", listed(answer.begun)));
    if (answer.already.length) lines.push(say("had begun before and are left as they were: {}", listed(answer.already)));
    for (const [table, why] of Object.entries(answer.refused)) lines.push(say("Table {}: {}", table, refusal(why)));
    if (answer.begun.length && ["running", "paused"].includes(counted(live.clock))) {
      lines.push(runs_on(live.clock));
    }
    return html`${say("done")} <ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>`;
  }

  ended(answer) {
    return html`${say("Session {} has ended.", answer.session)}
      <ul>
        ${answer.unfinished.map((one) => html`<li>${say("Table {}: {}", one.table, sheet_state(one.state))} ${listed(one.players)}</li>`)}
      </ul>`;
  }

  missing() {
    const planned = this.plan.find((one) => one.session === this.session);
    const lines = [];
    for (const { table, players } of planned?.tables ?? []) {
      const device = live.tables.get(table);
      if (!device) lines.push(say("Table {}: {}", table, say("no device has this number")));
      else if (trouble(device)) lines.push(say("Table {}: {}", table, [trouble(device), refusal(device.why)].filter(Boolean).reduce((head, text) => headed(head, text))));
      if (device?.seats_away?.length) lines.push(say("Table {}: {}", table, `${say("seat box away")} ${device.seats_away.map((seat) => WINDS[seat])}`));
      players.forEach((player, seat) => player || lines.push(say("nobody sits at {}", seat_name(table, seat))));
    }
    for (const [number, name] of planned?.no_seat ?? []) lines.push(say("{} has no seat", `${number} ${name}`));
    if (!lines.length) return nothing;
    return section("missing-head", say("Who and what is missing"), html`<ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>`, true);
  }

  tables() {
    const heads = [say("Table"), ...WINDS, say("Result"), say("Game"), say("To do")];
    const rows = this.sheets.map((sheet) => {
      const device = live.tables.get(sheet.table);
      const now = device?.now;
      const old = device && trouble(device);
      const again = () => this.send("tables", `/v1/sessions/${this.session}/begin`, { tables: [sheet.table] }, (answer) => this.begun(answer));
      const more = () => this.send("tables", "/v1/clock", { act: "extra", minutes: 5, table: sheet.table });
      return html`<tr data-session=${sheet.session} data-table=${sheet.table}>
        <th scope="row"><a href="/table/${sheet.table}">${sheet.table}</a></th>
        ${sheet.names.map((name, seat) => html`<td data-wind=${WINDS[seat]}><span class="name">${name || "-"}</span></td>`)}
        <td>${sheet_state(sheet.state)} ${refusal(sheet.why)}</td>
        <td data-head=${say("Game")}>${now ? html`${round_name(now)} ${now.phase === "over" ? say("over") : nothing}` : say("no game yet")} ${old ? html`<span class="old">${old}</span>` : nothing}</td>
        <td class="buttons">
          ${this.button("tables", sheet.state === "missing" ? say("Begin this table") : say("Begin anew"), again)}
          ${this.button("tables", say("{} minutes more", 5), more)}
        </td>
      </tr>`;
    });
    return section("tables-head", say("Tables"), html`${wide(say("Tables"), heads, rows, "seated")} ${this.doing.view("tables")}`);
  }
}
customElements.define("tenbo-desk-session", DeskSession);
