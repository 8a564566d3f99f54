// The club: tonight's games, the season's table, its records and its evenings.
import "../parts/status.js";
import { ask, me } from "../live/acts.js";
import { read_when_back } from "../live/back.js";
import { announce, clear } from "../desk/answer.js";
import { asked } from "../desk/confirm.js";
import { tabs } from "../desk/part.js";
import { guard } from "../parts/double_click.js";
import { Drawn, html, nothing } from "../parts/element.js";
import { Doing } from "../parts/form.js";
import { named } from "../parts/name.js";
import { round_text } from "../parts/table-state.js";
import { plural, points, say } from "../words.js";
import { club_people, day_text, game_card, is_named_by_date, name_in, person_link, series_text, told_apart } from "../club/games.js";
import { ImportResults } from "../club/import_results.js";
import { save_table } from "../club/picture.js";
import { NewSeason } from "../club/new_season.js";
import { Presence } from "../club/presence.js";
import { season_table } from "../club/season_table.js";
import { SortedTable } from "../club/sorted_table.js";
import { change_form, people_list, Tonight } from "../club/tonight.js";

const READ_AFTER_MS = 200;
// How soon it reads again what the service is still computing.
const COMPUTING_MS = 1000;
const RECORDS = {
  best_score: [() => say("Most points in a game"), points],
  worst_score: [() => say("Fewest points in a game"), points],
  firsts_in_a_row: [() => say("Most first places in a row"), (value) => plural(value, "{} game", "{} games")],
  highest_hand: [() => say("Highest hand"), points],
  dealer_run: [() => say("Longest run as dealer"), (value) => plural(value, "{} hand", "{} hands")],
  most_wins: [() => say("Most wins in a game"), (value) => plural(value, "{} win", "{} wins")],
};
const VIEWS = ["tonight", "season", "records", "calendar"];

class Club extends Drawn {
  connectedCallback() {
    this.people = [];
    this.desk = false;
    this.opened = undefined;
    this.sorting = new SortedTable(() => this.draw());
    this.presence = new Presence(this);
    this.tonight = new Tonight(this);
    this.imports = new ImportResults(this);
    this.new_season = new NewSeason(this);
    // What the desk has done stands beside the heading, with the way back; a member takes nothing back.
    const told = (done, answer) => this.desk && announce(done, answer);
    this.doing = new Doing(() => this.draw(), { look: () => this.read(), asks: asked, announce: told });
    this.series = new URLSearchParams(location.search).get("series") ?? "";
    this.view_now = VIEWS.find((one) => `#${one}` === location.hash) ?? "tonight";
    for (const kind of ["tenbo-desk", "tenbo-event"]) addEventListener(kind, this);
    guard(this);
    this.begin();
    super.connectedCallback();
  }

  async begin() {
    const who = await me().catch(() => undefined);
    this.desk = who?.role === "desk";
    await Promise.all([this.read(), this.presence.begin(who)]);
    if (this.isConnected) this.draw();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    for (const kind of ["tenbo-desk", "tenbo-event"]) removeEventListener(kind, this);
    clearTimeout(this.waiting);
  }

  // The desk has recorded something, or a game has begun or ended; several changes are read at once.
  handleEvent({ type, detail }) {
    if (type === "tenbo-event" && !["start", "end"].includes(detail?.event?.kind) && detail?.now?.phase !== "over") return;
    this.read_again(READ_AFTER_MS);
  }

  async read() {
    const query = `?wait=0${this.series ? `&series=${encodeURIComponent(this.series)}` : ""}`;
    try {
      const [club, season, all, people] = await Promise.all([
        ask(`/v1/club${query}`), ask(`/v1/season${query}&games=0`), ask("/v1/series"), this.desk ? ask("/v1/players") : [],
      ]);
      // The games of an evening that is closed are those of its own page.
      const is_evening = all.series.some(({ kind, title }) => kind === "evening" && title === season.series);
      const { games } = is_evening ? await ask(`/v1/season${query}`) : { games: [] };
      const named = [...season.standings, ...Object.entries(club.names).map(([player, name]) => ({ player: Number(player), name }))];
      const distinct = [...new Map(named.map((one) => [one.player, one])).values()];
      club.names = Object.fromEntries(told_apart(distinct).map(({ player, shown }) => [player, shown]));
      Object.assign(this, { club, season, titles: all.titles, played: games.toReversed(), people: club_people(people), unread: "" });
    } catch (error) {
      this.unread = error.message;
      read_when_back(this, error, () => this.read());
    }
    if (!this.isConnected) return;
    if (this.club?.computing || this.season?.computing) this.read_again(COMPUTING_MS);
    this.draw();
  }

  read_again(after_ms) {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.read(), after_ms);
  }

  send(name, path, fields, done) {
    clear();
    return this.doing.send(name, path, fields, done);
  }

  choose(view) {
    this.view_now = view;
    history.replaceState(null, "", `#${view}`);
    this.draw();
  }

  view() {
    const names = { tonight: say("Tonight"), season: say("Season"), records: say("Records"), calendar: say("Calendar") };
    return html`<tenbo-status></tenbo-status>
      <main class="club">
        <div class="top"><h1>${this.title()}</h1> <tenbo-desk-answer></tenbo-desk-answer></div>
        ${this.unread ? html`<p class="old" role="alert">${this.unread}</p>` : nothing}
        ${this.club?.computing || this.season?.computing ? html`<p class="soft" role="status">${say("Results are being computed ...")}</p>` : nothing}
        ${tabs(VIEWS.map((one) => [one, names[one]]), this.view_now, (view) => this.choose(view))}
        ${this.desk ? people_list(this.people) : nothing}
        ${this.club ? this[`show_${this.view_now}`]() : html`<p>${say("connecting ...")}</p>`}
      </main>`;
  }

  title() {
    const title = this.club?.evening && this.view_now === "tonight" ? this.club.evening.title : (this.season?.series ?? say("Club"));
    return series_text(title);
  }

  show_tonight() {
    return html`${this.show_change(this.club.games)} ${this.tonight.view()}`;
  }

  show_change(games) {
    const game = this.opened && games.find(({ id }) => id === this.opened.game);
    return game ? change_form(this, game, this.opened.what) : nothing;
  }

  // The games of an evening, the newest first: the desk changes them also when it is closed.
  show_played() {
    if (!this.played.length) return nothing;
    return html`<h2>${say("Games")}</h2> ${this.show_change(this.played)}
      <ol class="games">${this.played.map((game) => game_card(game, this.club.names, { menu: this.desk ? this.tonight.menu(game) : nothing }))}</ol>`;
  }

  show_series(title) {
    this.series = title;
    return this.read();
  }

  show_season() {
    const pick = ({ target }) => this.show_series(target.value);
    const file = `/v1/season?form=csv&bom=1${this.series ? `&series=${encodeURIComponent(this.series)}` : ""}`;
    return html`<p class="pick-season">
        <label>${say("Season")} <select @change=${pick}>
          ${[...new Set([this.season.series, ...this.titles, "All games"])].map((title) => html`<option value=${title} .selected=${title === this.season.series}>${series_text(title)}</option>`)}
        </select></label>
        <span class="buttons">${this.desk ? html`<a class="button" href=${`/v1/paper/season.pdf${this.series ? `?series=${encodeURIComponent(this.series)}` : ""}`} download="season.pdf">${say("Save as PDF")}</a>` : nothing}
        <a class="button" href=${file} download="season.csv">${say("Save as CSV")}</a>
        ${this.season.standings.some(({ place }) => place !== null) ? html`<button type="button" @click=${() => save_table(this.season, this.club.season.games, "season.png")}>${say("Save as image")}</button>` : nothing}</span></p>
      ${this.season.standings.length ? season_table(this.season, this.sorting) : html`<p>${say("No games yet.")}</p>`}
      ${this.show_played()}
      ${this.desk ? html`${this.new_season.view()} ${this.imports.view()}` : nothing}`;
  }

  show_records() {
    if (!this.club.records.length) return html`<p>${say("No games yet.")}</p>`;
    return html`<ol class="games">${this.club.records.map(({ what, player, game, value, hand }) => html`<li class="record">
        <h2>${RECORDS[what][0]()}</h2>
        <p class="value"><strong class="score">${RECORDS[what][1](value)}</strong> ${person_link(player, name_in(this.club.names, player))}
          ${hand ? html`<small class="soft">${round_text(hand)}</small>` : nothing}</p>
        <ol class="games">${game_card(game, this.club.names)}</ol>
      </li>`)}</ol>`;
  }

  show_calendar() {
    if (!this.club.calendar.length) return html`<p>${say("No evenings yet.")}</p>`;
    return html`<ol class="calendar">${this.club.calendar.map((one) => html`<li>
        <a href="/club?series=${encodeURIComponent(one.title)}#season">${named(series_text(one.title))}</a>
        <span class="soft">${is_named_by_date(one) ? nothing : day_text(one.date)}</span>
        <span>${plural(one.games, "{} game", "{} games")}</span>
        <span class="soft">${one.closed ? nothing : say("open")}</span></li>`)}</ol>`;
  }
}
customElements.define("tenbo-club", Club);
