// The line at the top of every page: where we are, the hall's clock, and in words when what is shown is old.
import { Drawn, html, nothing } from "./element.js";
import { clock_text, lasting } from "./clock.js";
import { live } from "../live/live.js";
import { choose, language, LANGUAGES, say } from "../words.js";

const PAGES = [
  ["/", "Hall"],
  ["/score", "Score a hand"],
  ["/wall", "Wall"],
  ["/me", "My table"],
  ["/slips", "Slips"],
  ["/desk", "Desk"],
  ["/join", "Join"],
];

export class Status extends Drawn {
  connectedCallback() {
    super.connectedCallback();
    this.ticking = setInterval(() => this.draw(), 1000);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.ticking);
  }

  view() {
    document.documentElement.dataset.live = live.is_live || live.state !== "live" ? live.state : "silent";
    return html`
      <header class="status">
        <strong class="title">${live.about?.title || "Tenbo"}</strong>
        ${live.about?.session ? html`<span>${say("Session {}", live.about.session)}</span>` : nothing}
        <nav aria-label=${say("Pages")}>
          ${PAGES.map(
            ([path, name]) =>
              html`<a href=${path} aria-current=${path === location.pathname ? "page" : nothing}>${say(name)}</a>`,
          )}
        </nav>
        <select class="language" aria-label=${say("Language")} @change=${(event) => choose(event.target.value)}>
          ${LANGUAGES.map(([code, name]) => html`<option value=${code} lang=${code} .selected=${code === language}>${name}</option>`)}
        </select>
        <span class="clock" role="timer">${clock_text(live.clock)}</span>
      </header>
      ${this.warning()}
    `;
  }

  warning() {
    if (live.is_live) return nothing;
    const text = {
      opening: say("connecting ..."),
      crowded: live.is_asking ? say("too many watch: this page asks every few seconds") : undefined,
      refused: say("this browser may not read here:"),
      paused: say("paused while nobody looks"),
    }[live.state];
    const age = live.heard && !live.is_asking ? say("no news from the service: all of this is {} old", lasting(live.age_s)) : "";
    return html`<p class="stale" role="alert">
      ${text ?? (age ? nothing : say("no answer from the service"))} ${age}
      ${live.state === "refused" ? html`<a href="/join">${say("join with a code")}</a>` : nothing}
    </p>`;
  }
}
customElements.define("tenbo-status", Status);
