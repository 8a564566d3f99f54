// The line at the top of every page: where we are, the hall's clock, and in words when what is shown is old.
//
// On a phone it has the name and the clock alone, and where else there is to go stands in tabs at the bottom.
import { Drawn, html, nothing } from "./element.js";
import { clock_text, stage_now } from "./clock.js";
import { contact_lost } from "./contact.js";
import { know_login, languages, links, MORE, PAGES, tab_bar } from "./navigation.js";
import { me } from "../live/acts.js";
import { live } from "../live/live.js";
import { say } from "../words.js";

export class Status extends Drawn {
  connectedCallback() {
    super.connectedCallback();
    me().then(know_login, () => undefined);
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
            <div class="items" data-over>${links(MORE)} ${languages()}</div>
          </details>
        </nav>
        <span class="clock" role="timer" data-stage=${stage_now(live.clock)}>${clock_text(live.clock)}</span>
      </header>
      ${contact_lost()} ${location.pathname === "/desk" ? nothing : tab_bar()}
    `;
  }
}
customElements.define("tenbo-status", Status);
