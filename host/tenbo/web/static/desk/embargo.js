// The standings as the desk sees them, with what is provisional, and what everybody else may see from when on.
import { ask } from "../live/acts.js";
import { time_of_day } from "../parts/clock.js";
import { html, nothing } from "../parts/element.js";
import { field } from "../parts/form.js";
import { headed, listed, points, say } from "../words.js";
import { DeskPart, section, wide } from "./part.js";
import { ranges, session_now, session_options } from "./words.js";

class DeskPublication extends DeskPart {
  get plays() {
    return true;
  }

  async load() {
    [this.facts, this.standings] = await Promise.all([ask("/v1/tournament"), ask("/v1/standings?hidden=1")]);
  }

  show() {
    return html`${this.shown()} ${this.ranking()}`;
  }

  // Which sessions are kept back, until when.
  kept_back() {
    const { hidden_from, released_at } = this.facts;
    if (!hidden_from) return say("Everybody sees all results.");
    if (released_at === null) return say("The results of session {} and later ones are for the desk alone.", hidden_from);
    const moment = time_of_day(released_at);
    return released_at > Date.now() ? say("All results are released at {}.", moment) : say("All results were released at {}.", moment);
  }

  shown() {
    const hide = (fields) => this.record("shown", "hide", { session: Number(fields.session) });
    const release = ({ minutes }) => this.record("shown", "release", { minutes: minutes ?? 0 });
    return section(
      "shown-head",
      say("What everybody sees"),
      html`<p>${this.kept_back()}</p>
        <form @submit=${this.on_submit(hide)}>
          ${field(this.doing, "shown", "session", say("Session"), { kind: "select", value: session_now(this.facts.sessions), options: session_options(this.facts.sessions) })}
          ${this.submit("shown", say("Hide from this session on"))}
        </form>
        ${this.facts.hidden_from
          ? html`<form @submit=${this.on_submit(release)}>
              ${field(this.doing, "shown", "minutes", say("In so many minutes"), { kind: "number", min: 0, max: 1440, value: 0 })}
              ${this.submit("shown", say("Release all results"))}
            </form>`
          : nothing}
        ${this.doing.view("shown")}`,
    );
  }

  ranking() {
    const { standings, provisional, unfinished, unsigned, proof } = this.standings;
    const played = [...new Set(standings.flatMap((one) => Object.keys(one.sessions)))].sort((one, other) => one - other);
    const rows = standings.map(
      (one) => html`<tr>
        <th scope="row">${one.place}</th>
        <td><span class="name">${one.name}</span></td>
        <td class="number">${points(one.total)}</td>
        ${played.map((session) => html`<td class="number">${session in one.sessions ? points(one.sessions[session]) : nothing}</td>`)}
      </tr>`,
    );
    const where = (places) =>
      listed(
        [...new Set(places.map((one) => one.session))].map((session) => {
          const tables = places.filter((one) => one.session === session).map((one) => one.table);
          return tables.length === 1 ? say("table {} in session {}", tables[0], session) : say("tables {} in session {}", ranges(tables), session);
        }),
      );
    return section(
      "standings-head",
      say("Standings"),
      html`${provisional ? html`<p class="old">${unfinished.length ? headed(say("provisional"), where(unfinished)) : say("provisional")}</p>` : html`<p>${say("final: every table has its result")}</p>`}
        ${unsigned.length ? html`<p>${say("not signed: {}", where(unsigned))}</p>` : nothing}
        ${this.proved(proof, where)}
        ${rows.length ? wide(say("Standings"), [say("Place"), say("Name"), say("Total"), ...played.map((session) => say("Session {}", session))], rows, "ranking") : nothing}`,
    );
  }

  // Of no tables at all nothing is proved.
  proved(proof, where) {
    if (!proof.holds) {
      const wrong = where(proof.wrong.map(([session, table]) => ({ session, table })));
      return html`<p class="bad" role="alert">${say("The totals do not add up: {}", wrong)}</p>`;
    }
    if (!proof.tables) return nothing;
    return html`<p>${say("The totals of {} tables add up to {}: every point is accounted for.", proof.tables, points(proof.totals))}</p>`;
  }
}
customElements.define("tenbo-desk-publication", DeskPublication);
