// The line at the top of every page: where we are, the hall's clock, and in words when what is shown is old.
//
// On a phone it has the name and the clock alone, and where else there is to go stands in tabs at the bottom.
import { Drawn, html, nothing } from "./element.js";
import { clock_text, lasting } from "./clock.js";
import { icon } from "./icon.js";
import { live } from "../live/live.js";
import { choose, language, LANGUAGES, say } from "../words.js";

const PAGES = [["/", say("Hall")], ["/desk", say("Desk")], ["/score", say("Score a hand")]];
const MORE = [["/wall", say("Wall")], ["/me", say("My table")], ["/slips", say("Slips")], ["/join", say("Join")]];
// What a player's phone has at hand; the desk has tabs of its own.
const TABS = [["/me", say("My table"), "person"], ["/", say("Hall"), "grid"], ["/score", say("Score"), "tile"]];
const BEHIND = [["/slips", say("Slips")], ["/wall", say("Wall")], ["/desk", say("Desk")], ["/join", say("Join")]];

const here = (path) => (path === location.pathname ? "page" : nothing);
const links = (pages) => pages.map(([path, name]) => html`<a href=${path} aria-current=${here(path)}>${name}</a>`);

const languages = () => html`<select class="language" aria-label=${say("Language")} @change=${(event) => choose(event.target.value)}>
  ${LANGUAGES.map(([code, name]) => html`<option value=${code} lang=${code} .selected=${code === language}>${name}</option>`)}
</select>`;

// An open menu is closed by a tap beside it.
addEventListener("click", ({ target }) => {
  for (const menu of document.querySelectorAll("details.menu[open]")) if (!menu.contains(target)) menu.open = false;
});

// Where a phone goes from here, at the bottom of its screen.
export const tab_bar = () => html`<nav class="tab-bar" aria-label=${say("Pages")}>
  ${TABS.map(([path, name, sign]) => html`<a href=${path} aria-current=${here(path)}>${icon(sign)}${name}</a>`)}
  <details class="menu">
    <summary>${icon("lines")}${say("More")}</summary>
    <div class="items">${links(BEHIND)} ${languages()}</div>
  </details>
</nav>`;

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
        ${live.about?.session ? html`<span class="session">${say("Session {}", live.about.session)}</span>` : nothing}
        <nav aria-label=${say("Pages")}>
          ${links(PAGES)}
          <details class="menu">
            <summary>${say("More")}</summary>
            <div class="items">${links(MORE)} ${languages()}</div>
          </details>
        </nav>
        <span class="clock" role="timer">${clock_text(live.clock)}</span>
      </header>
      ${this.warning()} ${location.pathname === "/desk" ? nothing : tab_bar()}
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
