// What players may see of the results, and from when on; and the standings, as the desk sees them at once.
import { ask } from "../live/acts.js";
import { time_of_day } from "../parts/clock.js";
import { html, nothing } from "../parts/element.js";
import { field } from "../parts/form.js";
import { rank_text } from "../parts/table-state.js";
import { headed, plural, points, say, signed } from "../words.js";
import { places_text } from "./open_results.js";
import { DeskPart, wide } from "./part.js";
import { hidden_sessions, ranges, session_now, session_options } from "./words.js";

const MOST_NAMED = 8;

const released = (minutes) => {
  if (minutes === 0) return say("The results are released.");
  return plural(minutes, "All results will be released in {} minute.", "All results will be released in {} minutes.");
};

class DeskPublication extends DeskPart {
  async load() {
    this.facts = await ask("/v1/tournament");
  }

  // Which sessions are kept back, until when.
  kept_back() {
    const { hidden_from, released_at } = this.facts;
    if (!hidden_from) return say("Everyone can see all results.");
    if (released_at === null) return say("Players cannot see the results from session {} on.", hidden_from);
    const moment = time_of_day(released_at);
    return released_at > Date.now() ? say("All results will be released at {}.", moment) : say("All results were released at {}.", moment);
  }

  show() {
    const open = () => {
      this.opened = !this.opened;
      this.draw();
    };
    return html`${this.kept_back()}
      <button type="button" class="quiet" aria-expanded=${Boolean(this.opened)} @click=${open}>${this.facts.hidden_from ? say("Change what players see") : say("Hide results")}</button>
      ${this.opened ? this.forms() : nothing} ${this.doing.view("shown")}`;
  }

  forms() {
    const hide = ({ session }) => this.record("shown", "hide", { session: Number(session) }, () => say("Results are hidden from session {} on.", session));
    const release = ({ minutes }) => this.record("shown", "release", { minutes: minutes ?? 0 }, () => released(minutes ?? 0));
    const from = this.hides_from ?? this.picked ?? session_now(this.facts.sessions);
    const choose = ({ target }) => {
      this.hides_from = Number(target.value);
      this.draw();
    };
    const hides = html`<form @submit=${this.on_submit(hide)} @change=${choose}>
      ${field(this.doing, "shown", "session", say("Session"), { kind: "select", value: from, options: session_options(this.facts.sessions) })}
      ${this.submit("shown", say("Hide from session {} on", from))}
    </form>`;
    const releases = html`<form @submit=${this.on_submit(release)}>
      ${field(this.doing, "shown", "minutes", say("Release in (minutes)"), { kind: "number", min: 0, max: 1440, value: 0 })}
      ${this.submit("shown", say("Release all results"))}
    </form>`;
    return html`${hides} ${this.facts.hidden_from ? releases : nothing}`;
  }
}
customElements.define("tenbo-desk-publication", DeskPublication);

class DeskStandings extends DeskPart {
  get plays() {
    return true;
  }

  async load() {
    [this.facts, this.standings] = await Promise.all([ask("/v1/tournament"), ask("/v1/standings?hidden=1")]);
  }

  show() {
    const { standings, provisional, unfinished, unsigned, proof } = this.standings;
    const played = [...new Set(standings.flatMap((one) => Object.keys(one.sessions)))].sort((one, other) => one - other);
    const hidden = hidden_sessions(this.facts).filter((session) => played.includes(String(session)));
    const state = provisional ? html`<span class="chip warn">${say("Provisional")}</span> ` : hidden.length ? nothing : html`<span class="chip well">✓ ${say("Final")}</span>`;
    const rows = standings.map(
      (one) => html`<tr>
        <th scope="row">${rank_text(one.place)}</th>
        <td><span class="name">${one.name}</span></td>
        <td class="number"><strong>${signed(one.total)}</strong></td>
        ${played.map((session) => html`<td class="number">${session in one.sessions ? signed(one.sessions[session]) : nothing}</td>`)}
      </tr>`,
    );
    return html`<section aria-label=${say("Standings")}>
      <p>${state}${hidden.length ? html`<span class="chip warn">${headed(say("Session {}", ranges(hidden)), say("hidden until released"))}</span>` : nothing}</p>
      ${named_or_counted(unfinished, say("no result: {}", places_text(unfinished)), plural(unfinished.length, "{} result missing", "{} results missing"))}
      ${named_or_counted(unsigned, say("not locked: {}", places_text(unsigned)), say("{} not locked", unsigned.length))}
      ${rows.length ? this.list(played, rows) : html`<p>${say("No standings yet: they appear with the first result.")}</p>`}
      ${this.proved(proof)}
    </section>`;
  }

  list(played, rows) {
    return wide(say("Standings"), [say("Place"), say("Name"), say("Total"), ...played.map((session) => say("Session {}", session))], rows, "ranking");
  }

  // Of no tables at all nothing is proved.
  proved(proof) {
    if (!proof.holds) {
      const wrong = places_text(proof.wrong.map(([session, table]) => ({ session, table })));
      return html`<p class="bad" role="alert">${say("The totals do not add up: {}", wrong)}</p>`;
    }
    if (!proof.tables) return nothing;
    return html`<p class="note">${plural(proof.tables, "Checked: the totals of {} table add up to {}.", "Checked: the totals of {} tables add up to {}.", proof.tables, points(proof.totals))}</p>`;
  }
}
customElements.define("tenbo-desk-standings", DeskStandings);

// A few tables are named; of many one reads how many they are, and unfolds which.
function named_or_counted(places, names, count) {
  if (!places.length) return nothing;
  return places.length <= MOST_NAMED ? html`<p>${names}</p>` : html`<details><summary>${count}</summary><p>${names}</p></details>`;
}
