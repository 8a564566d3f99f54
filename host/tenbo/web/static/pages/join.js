// Joining: a code that was read aloud, or a link with the code behind the #, which no server and no log ever sees.
import { html, nothing, render } from "../lit-html/lit-html.js";
import { act, me } from "../live/acts.js";
import { live } from "../live/live.js";
import { author } from "../parts/author.js";
import { say } from "../words.js";

// The name with which someone has joined on this phone: with a link it is enough, and nothing is asked again.
const KEPT = "tenbo-name";

class Join extends HTMLElement {
  async connectedCallback() {
    const code = decodeURIComponent(location.hash.slice(1));
    // A poster for players leads them to their own table.
    this.after = location.search === "?me" ? "/me" : "/";
    const is_own = location.search === "?own";
    if (code) history.replaceState(null, "", "/join");
    this.code = code;
    this.who = await me().catch(() => ({ role: null }));
    this.draw();
    const name = localStorage.getItem(KEPT);
    const replaces = ["desk", "referee"].includes(this.who.role);
    // A person's own link says who it is.
    if (code && (is_own || name !== null) && !replaces) await this.join({ code, ...(name === null ? {} : { name }) });
  }

  async submit(event) {
    event.preventDefault();
    await this.join(Object.fromEntries(new FormData(event.target)));
  }

  async join(fields) {
    try {
      const { role, table, player } = await act("/v1/join", fields);
      if (fields.name !== undefined) localStorage.setItem(KEPT, fields.name);
      live.again();
      location.assign({ desk: "/desk", referee: "/hall", table: `/table/${table}`, member: player ? `/club/person/${player}` : "/club" }[role] ?? this.after);
    } catch (error) {
      this.wrong = { at: error.at === "name" ? "name" : "code", text: error.message };
      this.draw();
      this.querySelector("[aria-invalid=true]")?.focus();
    }
  }

  async leave() {
    await act("/v1/leave");
    localStorage.removeItem(KEPT);
    live.again();
    location.assign("/join");
  }

  draw() {
    const wrong = (field) => (this.wrong?.at === field ? "true" : nothing);
    const told = (field) => (this.wrong?.at === field ? html`<span class="bad" role="alert" id="join-wrong">${this.wrong.text}</span>` : nothing);
    render(
      html`<main class="join">
        <h1>${say("Log in")}</h1>
        ${this.who?.by ? html`<p>${say("You are logged in as {}.", author(this.who.by))} <button type="button" @click=${() => this.leave()}>${say("Log out")}</button> <a href="/hall">${say("Hall")}</a></p>` : ""}
        <form @submit=${(event) => this.submit(event)}>
          <label>${say("Code")} <input name="code" required autocomplete="off" autocapitalize="characters" spellcheck="false" .value=${this.code}
            aria-invalid=${wrong("code")} aria-describedby=${this.wrong?.at === "code" ? "join-wrong" : nothing}>${told("code")}</label>
          <label>${say("Your name, as it will appear in the log")} <input name="name" maxlength="40" autocomplete="name"
            aria-invalid=${wrong("name")} aria-describedby=${this.wrong?.at === "name" ? "join-wrong" : nothing}>${told("name")}</label>
          <button class="primary">${say("Log in")}</button>
        </form>
      </main>`,
      this,
    );
  }
}
customElements.define("tenbo-join", Join);
