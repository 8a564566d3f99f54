// The desk: the session and its clock, calls, tables and their devices, penalties, what is shown, and who may join.
import "../parts/status.js";
import { ask, me } from "../live/acts.js";
import { clock_text } from "../parts/clock.js";
import { Drawn, html, nothing } from "../parts/element.js";
import { Doing, fields_of } from "../parts/form.js";
import { round_name, trouble } from "../parts/table-state.js";
import { live } from "../live/live.js";
import { say } from "../words.js";

class Desk extends Drawn {
  async connectedCallback() {
    this.doing = new Doing(() => this.draw());
    this.who = await me().catch(() => undefined);
    super.connectedCallback();
    setInterval(() => this.draw(), 1000);
    addEventListener("tenbo-desk", () => this.read());
    this.read();
  }

  // What is not in the stream: devices without a number, and how the sessions stand.
  async read() {
    if (this.who?.role !== "desk") return;
    [this.strangers, this.log] = await Promise.all([ask("/v1/strangers"), this.sheets()]).catch(() => []);
    this.draw();
  }

  async sheets() {
    const session = live.about?.session;
    return session ? ask(`/v1/sessions/${session}?hidden=1`).catch(() => []) : [];
  }

  send(name, path, fields, done) {
    return this.doing.send(name, path, fields, done);
  }

  submit(name, path, more = {}) {
    return (event) => {
      event.preventDefault();
      this.send(name, typeof path === "function" ? path(fields_of(event.target)) : path, {
        ...more,
        ...fields_of(event.target),
      });
    };
  }

  record(name, kind) {
    return (event) => {
      event.preventDefault();
      this.send(name, "/v1/records", { kind, fields: fields_of(event.target) });
    };
  }

  view() {
    if (!this.who) return html`<tenbo-status></tenbo-status>`;
    if (this.who.role !== "desk") {
      return html`<tenbo-status></tenbo-status>
        <main>
          <h1>${say("Desk")}</h1>
          <p>${say("The desk acts, so it joins with a code: tenbo codes prints the link.")} <a href="/join">${say("Join")}</a></p>
        </main>`;
    }
    return html`
      <tenbo-status></tenbo-status>
      <main class="desk">
        <h1 class="unseen">${say("Desk")}</h1>
        ${this.calls()} ${this.clock()} ${this.session()} ${this.tables()} ${this.penalty()} ${this.shown()} ${this.joining()}
      </main>
    `;
  }

  calls() {
    const calling = [...live.tables.values()].filter((table) => table.calling?.length);
    if (!calling.length) return nothing;
    return html`<section aria-labelledby="calls">
      <h2 id="calls">${say("The referee is called")}</h2>
      <ul>
        ${calling.map((table) => html`<li class="call"><a href="/table/${table.table}">${say("Table {}", table.table)}</a></li>`)}
      </ul>
    </section>`;
  }

  clock() {
    const stage = live.clock?.stage ?? "none";
    const run = (act, more = {}) => () => this.send("clock", "/v1/clock", { act, ...more });
    return html`<section aria-labelledby="clock">
      <h2 id="clock">${say("Clock")}</h2>
      <p class="big">${clock_text(live.clock) || say("no session is timed")}</p>
      ${stage === "none" || stage === "finished"
        ? html`<form @submit=${this.submit("clock", "/v1/clock", { act: "start" })}>
            <label>${say("Minutes")} <input name="minutes" type="number" min="1" max="600" value="90"></label>
            <button>${say("Start the clock")}</button>
          </form>`
        : html`<p class="buttons">
            ${stage === "paused"
              ? html`<button type="button" @click=${run("resume")}>${say("Go on")}</button>`
              : html`<button type="button" @click=${run("pause")}>${say("Stop for a moment")}</button>`}
            <button type="button" @click=${run("extra", { minutes: 5 })}>${say("{} minutes more", 5)}</button>
            <button type="button" @click=${run("stop")}>${say("End the session's time")}</button>
          </p>`}
      ${live.clock?.note ? html`<p class="old">${live.clock.note}</p>` : nothing} ${this.doing.view("clock")}
    </section>`;
  }

  session() {
    const running = live.about?.session;
    return html`<section aria-labelledby="session">
      <h2 id="session">${say("Session")}</h2>
      <form @submit=${this.submit("session", ({ session }) => `/v1/sessions/${session}/begin`)}>
        <label>${say("Session")} <input name="session" type="number" min="1" required .value=${String((running ?? 0) + 1)}></label>
        <button>${say("Begin at every seated table")}</button>
      </form>
      ${running
        ? html`<p class="buttons">
            <button type="button" @click=${() => this.send("session", `/v1/sessions/${running}/end`, {})}>
              ${say("End session {}", running)}
            </button>
          </p>`
        : nothing}
      ${this.doing.view("session")}
    </section>`;
  }

  tables() {
    return html`<section aria-labelledby="tables">
      <h2 id="tables">${say("Tables and devices")}</h2>
      <div class="wide">
        <table>
          <thead>
            <tr>
              ${["Table", "State", "Game", "Port", "Device", "Firmware", "To do"].map((head) => html`<th scope="col">${say(head)}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${[...live.tables.values()].map(
              (table) => html`<tr>
                <th scope="row"><a href="/table/${table.table}">${table.table}</a></th>
                <td>${trouble(table) || say("following")} ${table.why}</td>
                <td>${table.now ? `${round_name(table.now)} ${table.now.phase === "over" ? say("over") : ""}` : say("no game yet")}</td>
                <td>${table.port}</td>
                <td><code>${table.device}</code></td>
                <td>${table.firmware}</td>
                <td class="buttons">
                  <button type="button" @click=${() => this.send("tables", `/v1/tables/${table.table}/blink`, {})}>${say("Blink")}</button>
                  <button type="button" @click=${() => this.send("tables", "/v1/clock", { act: "extra", minutes: 5, table: table.table })}>
                    ${say("{} minutes more", 5)}
                  </button>
                </td>
              </tr>`,
            )}
          </tbody>
        </table>
      </div>
      ${this.doing.view("tables")}
      ${(this.strangers ?? []).map(
        (stranger) => html`<form @submit=${this.submit("strangers", "/v1/bind", { device: stranger.device })}>
          <span>${stranger.port} <code>${stranger.device}</code> ${stranger.why}</span>
          <label>${say("is table")} <input name="table" type="number" min="1" max="250" required></label>
          <button>${say("Number it")}</button>
        </form>`,
      )}
      ${this.doing.view("strangers")}
    </section>`;
  }

  penalty() {
    return html`<section aria-labelledby="penalty">
      <h2 id="penalty">${say("Penalty")}</h2>
      <form @submit=${this.record("penalty", "penalty")}>
        <label>${say("Session")} <input name="session" type="number" min="1" required .value=${String(live.about?.session ?? "")}></label>
        <label>${say("Player, by name or number")} <input name="player" required></label>
        <label>${say("Points")} <input name="points" type="number" max="-100" step="100" required></label>
        <label>${say("Why")} <input name="why" required maxlength="200"></label>
        <button>${say("Record the penalty")}</button>
      </form>
      ${this.doing.view("penalty")}
    </section>`;
  }

  shown() {
    return html`<section aria-labelledby="shown">
      <h2 id="shown">${say("Results")}</h2>
      <form @submit=${this.record("shown", "hide")}>
        <label>${say("Session")} <input name="session" type="number" min="1" required .value=${String(live.about?.session ?? "")}></label>
        <button>${say("Hide from this session on")}</button>
        <button type="button" @click=${() => this.send("shown", "/v1/records", { kind: "release", fields: {} })}>${say("Release all results")}</button>
      </form>
      ${this.doing.view("shown")}
      <p>
        ${["standings.csv", "sheets.txt", "results.json"].map(
          (name) => html`<a href="/v1/export/${name}?hidden=1" download>${name}</a> `,
        )}
      </p>
    </section>`;
  }

  joining() {
    const show = async () => {
      this.codes = await ask("/v1/codes").catch(() => []);
      this.draw();
    };
    return html`<section aria-labelledby="joining">
      <h2 id="joining">${say("Who may join")}</h2>
      <p class="buttons">
        <button type="button" @click=${show}>${say("Show the codes")}</button>
        ${this.codes ? html`<button type="button" @click=${() => ((this.codes = undefined), this.draw())}>${say("Hide the codes")}</button>` : nothing}
      </p>
      <ul class="codes">
        ${(this.codes ?? []).map(
          (row) => html`<li>
            <img src=${row.picture} alt="" width="120" height="120">
            <strong>${row.table ? say("Table {}", row.table) : say(row.role)}</strong> <code>${row.code}</code>
            ${row.wifi ? html`<span>${say("in the Wi-Fi {}", row.wifi)}</span>` : nothing}
          </li>`,
        )}
      </ul>
    </section>`;
  }
}
customElements.define("tenbo-desk", Desk);
