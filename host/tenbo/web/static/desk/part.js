// The base of the desk's parts: what a part has read and when, and acts that know what was seen.
import { ask } from "../live/acts.js";
import { read_when_back } from "../live/back.js";
import { live } from "../live/live.js";
import { lasting } from "../parts/clock.js";
import { Drawn, html, nothing } from "../parts/element.js";
import { Doing, field, fields_of } from "../parts/form.js";
import { say } from "../words.js";
import { announce, clear } from "./answer.js";
import { asked } from "./confirm.js";
import { session_options, session_state } from "./words.js";

// Several records that come together are read together.
const READ_AFTER_MS = 60;
// So often what the tables play is read anew, while they play.
const PLAYED_MS = 1000;
// So many sessions lie beside each other; of more one is chosen from a list.
const MOST_PICKED = 6;

// The session that was chosen, on whichever page.
const chosen = { session: undefined };

export class DeskPart extends Drawn {
  connectedCallback() {
    this.doing = new Doing(() => this.draw(), { seen: () => this.seen, look: () => this.read(), asks: asked, announce });
    this.addEventListener("input", this.note_typing);
    this.addEventListener("invalid", () => this.doing.forget_wrong(), true);
    addEventListener("tenbo-desk", this);
    if (this.plays) addEventListener("tenbo-event", this);
    this.read();
    // A part that shows tables follows them; the others are drawn when they have read.
    if (this.follows) super.connectedCallback();
    else this.draw();
    this.again = setInterval(() => this.tick(), 1000);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    removeEventListener("tenbo-desk", this);
    removeEventListener("tenbo-event", this);
    clearInterval(this.again);
    clearTimeout(this.waiting);
    clearTimeout(this.played);
  }

  // Whether it shows what the tables play, which no record of the desk tells.
  get plays() {
    return false;
  }

  // What the part shows, asked of the service.
  async load() {}

  // Read everything anew. The number of the last record is read first, never taken from the news: what is read after it
  // is at least as new, and news that come late would make it older than it is.
  // One reading after the other, so that what is shown is what was read last.
  read(wishes = {}) {
    this.reading = (this.reading ?? Promise.resolve()).then(() => this.read_now(wishes));
    return this.reading;
  }

  async read_now({ data_alone = false }) {
    try {
      const about = await ask("/v1");
      await this.load();
      if (!data_alone) {
        this.seen = about.seen;
        this.typing = false;
      }
      this.read_at = Date.now();
      this.unread = "";
    } catch (error) {
      this.unread = error.message;
      read_when_back(this, error, () => this.read({ data_alone: this.typing }));
    }
    if (this.isConnected) this.draw();
  }

  note_typing() {
    this.typing = true;
  }

  // The desk has recorded something, this one or another. What somebody is typing here was thought of without it: then
  // the part shows what is new, and the record counts as not seen, so that the service tells who was first.
  handleEvent({ type }) {
    if (type === "tenbo-event") {
      this.follow_play();
      return;
    }
    this.waiting ??= setTimeout(() => {
      this.waiting = undefined;
      this.read({ data_alone: this.typing });
    }, READ_AFTER_MS);
  }

  // One reading for everything that was played meanwhile. It is no record: what the acts here have seen stays as it was.
  follow_play() {
    this.played_on = true;
    this.played ??= setTimeout(async () => {
      this.played_on = false;
      await this.read({ data_alone: true });
      this.played = undefined;
      if (this.played_on && this.isConnected) this.follow_play();
    }, PLAYED_MS);
  }

  // What could not be read is asked for again, and what is old says so.
  tick() {
    if (this.unread && live.is_live) this.read({ data_alone: this.typing });
    else if (this.follows || this.unread) this.draw();
  }

  // Do something, and say what was done. What is wrong with a field gets the cursor, and of a question its No, so that it
  // is seen wherever the button was. Where the button has gone that was pressed the heading is next, and no other button.
  async send(name, path, fields, done) {
    clear();
    let answer = await this.doing.send(name, path, fields, done);
    if (!answer) {
      this.show_wrong(name);
      answer = await this.doing.confirmed(name);
    }
    if (answer && document.activeElement === document.body) document.querySelector("h1")?.focus({ preventScroll: true });
    return answer;
  }

  show_wrong(name) {
    const told = `.answer[data-of="${name}"]`;
    const next = this.querySelector(`[aria-describedby^="${name}-"][aria-invalid="true"]`) ?? this.querySelector(`${told} button:last-of-type`);
    next?.focus();
    this.querySelector(`${told} [role="alert"]`)?.scrollIntoView({ block: "nearest" });
  }

  record(name, kind, fields, done) {
    return this.send(name, "/v1/records", { kind, fields }, done);
  }

  // What a form does when it is sent: its fields handed to `act`, cleared afterwards when it was done.
  on_submit(act) {
    return async (event) => {
      event.preventDefault();
      const form = event.target;
      if (await act(fields_of(form), form)) form.reset();
    };
  }

  why(form) {
    return field(this.doing, form, "why", say("Reason"), { required: true, maxlength: 200 });
  }

  button(name, label, act) {
    return html`<button type="button" ?disabled=${this.doing.busy(name)} @click=${act}>${label}</button>`;
  }

  // The button of what comes next.
  primary(name, label, act) {
    return html`<button type="button" class="primary" ?disabled=${this.doing.busy(name)} @click=${act}>${label}</button>`;
  }

  // The button of a form; `look` is "primary" where it is what comes next on its page, and "danger" where nothing brings back
  // what it deletes.
  submit(name, label, look = "") {
    return html`<button class=${look} ?disabled=${this.doing.busy(name)}>${label}</button>`;
  }

  // Open what is seldom done with one person or device: its fields filled in, and the first that is left has the cursor.
  unfold(id, filled = {}) {
    const panel = this.querySelector(`#${id}`);
    panel.open = true;
    for (const [name, value] of Object.entries(filled)) panel.querySelector(`[name=${name}]`).value = value;
    this.note_typing();
    panel.scrollIntoView({ block: "center" });
    const left = [...panel.querySelectorAll("input, select")].find((one) => !(one.name in filled));
    (left ?? panel.querySelector("form button")).focus({ preventScroll: true });
  }

  // ---------------------------------------------------------------- the head of a page

  // What the page is called; a part within a page has no heading of its own.
  get heading() {
    return "";
  }

  // The sessions among which the page's is chosen.
  get sessions() {
    return [];
  }

  get picked() {
    return chosen.session;
  }

  set picked(session) {
    chosen.session = session;
  }

  top() {
    return html`<div class="top">
      <h1 tabindex="-1">${this.heading}</h1>
      ${this.sessions.length ? this.picker() : nothing}
      <tenbo-desk-answer></tenbo-desk-answer>
    </div>`;
  }

  picker() {
    const pick = (session) => {
      this.picked = session;
      this.read();
    };
    if (this.sessions.length > MOST_PICKED) {
      return html`<select name="session" aria-label=${say("Session")} @change=${({ target }) => pick(Number(target.value))}>
        ${session_options(this.sessions).map(([one, text]) => html`<option value=${one} .selected=${one === this.session}>${text}</option>`)}
      </select>`;
    }
    return html`<div class="pick" role="group" aria-label=${say("Session")}>
      ${this.sessions.map(({ session, state }) => html`<button type="button" aria-pressed=${session === this.session} title=${session_state(state)} @click=${() => pick(session)}>
        <span class="long">${say("Session {}", session)}</span><span class="short" aria-hidden="true">${session}</span>${state === "ended" ? " ✓" : nothing}
      </button>`)}
    </div>`;
  }

  old() {
    if (!this.unread) return nothing;
    const age = this.read_at ? say("Last updated {} ago", lasting((Date.now() - this.read_at) / 1000)) : "";
    return html`<p class="old" role="alert">${this.unread} ${age}</p>`;
  }

  view() {
    const top = this.heading ? this.top() : nothing;
    // A part within a page takes no room before it has read: what lies below it would move away under a press.
    if (!this.read_at) return html`${top}${this.old()}${this.heading ? html`<p>${say("connecting ...")}</p>` : nothing}`;
    return html`${top}${this.old()}${this.show()}`;
  }
}

// What the page waits for: one bold sentence, one of what to do, and the only filled button. The tone is "warn" where
// something is missing and "well" where all is well; more than one thing waits in `more`.
export const band = (tone, bold, text = nothing, button = nothing, more = []) => html`<div class="band" data-tone=${tone} role="status">
  <p><strong>${bold}</strong>${text}</p>
  ${button}
  ${more.length ? html`<details><summary>${say("and {} more", more.length)}</summary><ul>${more.map((one) => html`<li>${one}</li>`)}</ul></details>` : nothing}
</div>`;

// Two and more views of one page, one of which is open.
export const tabs = (views, open, choose) => html`<div class="tabs" role="tablist">
  ${views.map(([id, label]) => html`<button type="button" role="tab" class="quiet" aria-selected=${id === open} @click=${() => choose(id)}>${label}</button>`)}
</div>`;

// What is seldom done in a row of a table: behind three dots.
export const row_menu = (label, items) => html`<details class="menu">
  <summary aria-label=${label} title=${label}>⋯</summary>
  <div class="items" data-over>${items}</div>
</details>`;

// A line of such a menu, which closes it and does something.
export const menu_item = (label, act, look = "") => html`<button type="button" class=${look} @click=${({ target }) => {
  target.closest("details").open = false;
  act();
}}>${label}</button>`;

// A table that may be wider than the page. What `lies` says how its rows lie on a phone: "seated" has a number and the four
// seats first, "cards" anything, and without it the table moves under the finger.
export const wide = (label, heads, rows, lies = "") => html`<div class="wide ${lies}" tabindex="0" role="group" aria-label=${label}>
  <table>
    <thead>
      <tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr>
    </thead>
    <tbody>${rows}</tbody>
  </table>
</div>`;

// A section with its heading; one that is as wide as the page says so.
export const section = (id, heading, content, whole = false) => html`<section aria-labelledby=${id} class=${whole ? "whole" : nothing}>
  <h2 id=${id}>${heading}</h2>
  ${content}
</section>`;

// Something that is done now and then: closed until it is wanted, unless it is what one begins with. What a button of the
// page opens is "summoned", and not offered a second time.
export const folded = (id, heading, content, open = false, look = nothing) => html`<details id=${id} class=${look} ?open=${open}>
  <summary>${heading}</summary>
  ${content}
</details>`;
