// One game of the club: its result, the scores over the hands, and what happened in each; the desk corrects it here, too.
import "../parts/status.js";
import { change_form, people_list, Tonight } from "../club/tonight.js";
import { club_people, day_text, game_card, name_in, told_apart } from "../club/games.js";
import { announce, clear } from "../desk/answer.js";
import { asked } from "../desk/confirm.js";
import { ask, me } from "../live/acts.js";
import { read_when_back } from "../live/back.js";
import { live } from "../live/live.js";
import { author } from "../parts/author.js";
import { Drawn, html, nothing } from "../parts/element.js";
import { Doing } from "../parts/form.js";
import { headed, plural, points, say, signed } from "../words.js";
import { graph } from "../table/graph.js";
import { hands } from "../table/hands.js";

const READ_AFTER_MS = 500;
// Who sees what members share with each other.
const MEMBERS = ["member", "referee", "desk"];

// What a change has put in place of a result.
function changed_text(scores, chips) {
  if (!scores && !chips) return say("Void this game");
  return [scores?.map(points).join(" · "), chips && headed(say("Chips"), chips.map(signed).join(" · "))].filter(Boolean).join(" / ");
}

class Game extends Drawn {
  connectedCallback() {
    this.number = location.pathname.split("/").pop();
    this.opened = undefined;
    this.people = [];
    this.turned = new Set();
    this.doing = new Doing(() => this.draw(), { look: () => this.read(), asks: asked, announce });
    this.tonight = new Tonight(this);
    for (const kind of ["tenbo-desk", "tenbo-event"]) addEventListener(kind, this);
    this.begin();
    super.connectedCallback();
  }

  async begin() {
    this.seen_as = (await me().catch(() => undefined))?.role;
    this.desk = this.seen_as === "desk";
    await this.read();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    for (const kind of ["tenbo-desk", "tenbo-event"]) removeEventListener(kind, this);
    clearTimeout(this.waiting);
  }

  // The desk has recorded something, or this game goes on.
  handleEvent({ type, detail }) {
    if (type === "tenbo-event" && (this.game?.state !== "playing" || detail?.table !== this.game.table)) return;
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.read(), READ_AFTER_MS);
  }

  async read() {
    try {
      const [game, people] = await Promise.all([ask(`/v1/series_games/${this.number}`), this.desk ? ask("/v1/players") : []]);
      const shown = told_apart(Object.entries(game.names).map(([player, name]) => ({ player: Number(player), name })));
      this.club = { names: Object.fromEntries(shown.map((one) => [one.player, one.shown])), games: [game] };
      Object.assign(this, { game, people: club_people(people), unread: "" });
    } catch (error) {
      this.unread = error.message;
      read_when_back(this, error, () => this.read());
    }
    if (this.isConnected) this.draw();
  }

  send(name, path, fields, done) {
    clear();
    return this.doing.send(name, path, fields, done);
  }

  view() {
    return html`<tenbo-status></tenbo-status>
      <main class="club one-game">
        ${this.game ? nothing : html`<header><h1>${say("Games")}</h1></header>`}
        ${this.unread ? html`<p class="old" role="alert">${this.unread}</p>` : nothing}
        ${this.game ? this.show(this.game) : this.unread ? nothing : html`<p>${say("connecting ...")}</p>`}
      </main>`;
  }

  show(game) {
    const { names } = this.club;
    const dealt = game.play?.hands.filter(({ acts }) => acts.some(({ kind }) => kind === "hand")).length;
    const about = [game.title, ...(dealt ? [plural(dealt, "{} hand", "{} hands")] : [])];
    return html`<header><div class="top"><h1>${day_text(game.date)}</h1> <tenbo-desk-answer></tenbo-desk-answer></div>
        <p class="soft">${about.join(" · ")} · <a href="/club?series=${encodeURIComponent(game.evening ?? "All games")}#season">${say("All games")}</a></p></header>
      ${this.desk ? people_list(this.people) : nothing}
      ${this.opened ? change_form(this, game, this.opened.what) : nothing}
      <ol class="games">${game_card(game, names, { menu: this.desk ? this.tonight.menu(game) : nothing, now: live.tables.get(game.table)?.now, tonight: true })}</ol>
      ${this.hands(game)} ${this.changes(game)}`;
  }

  // Hands are personal: they are for those whom all four let see them.
  hands(game) {
    if (!game.sees) {
      const link = MEMBERS.includes(this.seen_as) ? nothing : html`<a href="/join">${say("Log in with your own code")}</a>`;
      return html`<section><h2>${say("Hands")}</h2><p class="soft">${say("The hands of this game are shown only to those whom all its players allow to see them.")} ${link}</p></section>`;
    }
    if (!game.play) return html`<p class="soft">${say("No hands are recorded for games on paper.")}</p>`;
    const names = game.players.map((player) => (player ? name_in(this.club.names, player) : ""));
    return html`<div class="told">${graph({ names }, game.play)}</div> ${hands({ names }, game.play, this.turned, () => nothing)}`;
  }

  // What the desk has changed of the result, with who did it, the new scores, and why.
  changes({ changes }) {
    const shown = changes.filter(({ what }) => what !== "who");
    if (!shown.length) return nothing;
    return html`<section><h2>${say("Corrections")}</h2>
      <ul>${shown.map(({ by, why, scores, chips }) => html`<li>${headed(author(by), changed_text(scores, chips))} <span class="soft">${why}</span></li>`)}</ul></section>`;
  }
}
customElements.define("tenbo-game", Game);
