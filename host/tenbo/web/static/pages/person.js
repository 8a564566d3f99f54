// One person of the club: results, the course of points and rating, how the hands went, and against whom.
import "../parts/status.js";
import { asked } from "../desk/confirm.js";
import { ask, me } from "../live/acts.js";
import { read_when_back } from "../live/back.js";
import { Drawn, html, nothing } from "../parts/element.js";
import { Doing } from "../parts/form.js";
import { rank_text } from "../parts/table-state.js";
import { bracketed, plural, points, say, signed } from "../words.js";
import { line_chart, place_chart } from "../club/chart.js";
import { game_card, name_in, person_link, series_text } from "../club/games.js";
import { save_curves } from "../club/picture.js";
import { OwnPage } from "../club/own_page.js";
import { Presence } from "../club/presence.js";
import { rating_text } from "../club/season_table.js";

const language = document.documentElement.lang || "en";
const percent = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 });
const fine = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const rough = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
// With fewer games a share would look surer than it is.
const FEW_GAMES = 10;
const SHOWN = 6;
const READ_AFTER_MS = 500;
// How soon it reads again what the service is still computing.
const COMPUTING_MS = 1000;

class Person extends Drawn {
  connectedCallback() {
    [, , , this.player] = location.pathname.split("/");
    this.series = new URLSearchParams(location.search).get("series") ?? "";
    this.desk = false;
    this.doing = new Doing(() => this.draw(), { look: () => this.read(), asks: asked });
    this.own = new OwnPage(this);
    this.presence = new Presence(this);
    addEventListener("tenbo-desk", this);
    this.begin();
    super.connectedCallback();
  }

  async begin() {
    const who = await me().catch(() => undefined);
    this.desk = who?.role === "desk";
    await Promise.all([this.read(), this.presence.begin(who)]);
    if (this.isConnected) this.draw();
  }

  send(name, path, fields, done) {
    return this.doing.send(name, path, fields, done);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    removeEventListener("tenbo-desk", this);
    clearTimeout(this.waiting);
  }

  handleEvent() {
    this.read_again(READ_AFTER_MS);
  }

  read_again(after_ms) {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.read(), after_ms);
  }

  async read() {
    const query = `?wait=0${this.series ? `&series=${encodeURIComponent(this.series)}` : ""}`;
    try {
      this.person = await ask(`/v1/people/${this.player}${query}`);
      this.unread = "";
    } catch (error) {
      this.unread = error.message;
      read_when_back(this, error, () => this.read());
      // Who is not known any more, because the name was removed, is not shown as before.
      if (error.status >= 400 && error.status < 500) this.person = undefined;
    }
    if (!this.isConnected) return;
    if (this.person?.computing) this.read_again(COMPUTING_MS);
    this.draw();
  }

  view() {
    return html`<tenbo-status></tenbo-status>
      <main class="club person">
        ${this.person ? nothing : html`<h1>${say("Club")}</h1>`}
        ${this.unread ? html`<p class="old" role="alert">${this.unread}</p>` : nothing}
        ${this.person?.computing ? html`<p class="soft" role="status">${say("Results are being computed ...")}</p>` : nothing}
        ${this.person ? this.show(this.person) : this.unread ? nothing : html`<p>${say("connecting ...")}</p>`}
      </main>`;
  }

  show(person) {
    const { row, course, is_own, present } = person;
    const presence = is_own && present !== null ? this.presence.view(() => present) : nothing;
    if (!row) return html`<h1 class="name">${person.name}</h1>${presence}<p>${say("No games yet.")}</p>${this.own.view()}`;
    const sums = course.map(({ sum }) => sum);
    const ratings = course.map(({ rating }) => rating);
    const spread = course.map(({ rating, deviation }) => [rating - deviation, rating + deviation]);
    return html`<header><h1 class="name">${person.name}</h1>
        <p class="soft">${this.about(person)}</p></header>
      ${presence}
      <dl class="tiles">
        <div><dt>${say("Mean place")}</dt><dd>${fine.format(row.mean_place)}</dd></div>
        <div><dt>${say("Mean points")}</dt><dd>${signed(Math.round(row.mean))} <small>${this.between(person.mean, (one) => signed(one))}</small></dd></div>
        <div><dt>${say("Rating")}</dt><dd>${rating_text(row)} <small>± ${rough.format(row.deviation)}</small></dd></div>
        <div><dt>${say("Total")}</dt><dd>${signed(row.counted)}</dd></div>
      </dl>
      <div class="curves">${line_chart(say("Total after each game"), [0, ...sums], { show: (value) => signed(value), zero: 0 })}
      ${line_chart(say("Rating after each game"), ratings, { show: (value) => rough.format(value), spread })}
      ${place_chart(say("Placements in recent games"), course.map(({ place }) => place), rank_text, person.seats)}</div>
      <p class="buttons"><button type="button" @click=${() => this.picture(person)}>${say("Save as image")}</button></p>
      ${this.own.hidden()} <div class="beside">${this.hands(person)} ${this.opponents(person)}</div>
      ${this.games(person)} ${this.own.view()}`;
  }

  about({ row, of, series }) {
    return [row.place ? say("{} of {}", rank_text(row.place), of) : say("Not ranked yet"), plural(row.games, "{} game", "{} games"), series_text(series)].join(" · ");
  }

  picture(person) {
    return save_curves(person.name, this.about(person), this.querySelectorAll("figure"), `person-${person.player}.png`);
  }

  // The last games, and behind a word all of them.
  games({ results, names }) {
    const cards = (games) => html`<ol class="games">${games.map((game) => game_card(game, names))}</ol>`;
    const rest = results.slice(SHOWN);
    return html`<section><h2>${say("Games")}</h2>${cards(results.slice(0, SHOWN))}
      ${rest.length ? html`<details class="more"><summary>${say("All games")}</summary>${cards(rest)}</details>` : nothing}</section>`;
  }

  between({ low, high }, show) {
    return low === null || low === undefined ? nothing : say("{} to {}", show(low), show(high));
  }

  // How the hands went: shares with the interval in which the true value lies in 95 of 100 cases.
  hands({ play, row }) {
    if (!play) return nothing;
    if (!play.hands) return html`<section><h2>${say("Hands")}</h2><p class="soft">${say("No hands are recorded for games on paper.")}</p></section>`;
    if (play.games < FEW_GAMES && row.games < FEW_GAMES) {
      return html`<section><h2>${say("Hands")}</h2><p class="soft">${say("Too few games for percentages.")}</p></section>`;
    }
    const share = (label, one) => html`<tr><th scope="row">${label}</th><td class="number">${one.share === null ? "-" : percent.format(one.share)}</td><td class="number soft">${one.share === null ? nothing : say("{} to {}", percent.format(one.low), percent.format(one.high))}</td></tr>`;
    const mean = (label, one) => html`<tr><th scope="row">${label}</th><td class="number">${one.mean === null ? "-" : points(one.mean)}</td><td class="number soft">${this.between(one, points)}</td></tr>`;
    return html`<section><h2>${bracketed(say("Hands"), play.hands)}</h2>
      <div class="wide" tabindex="0" role="group" aria-label=${say("Hands")}><table><tbody>
        ${share(say("Riichi"), play.riichi)} ${share(say("Wins"), play.win)} ${share(say("Deal-ins"), play.deal_in)}
        ${share(say("Tenpai at a draw"), play.tenpai)} ${share(say("Wins by tsumo"), play.tsumo)}
        ${mean(say("Average win"), play.win_points)} ${mean(say("Average deal-in"), play.deal_in_points)}
      </tbody></table></div>
      ${play.paper ? html`<p class="soft">${plural(play.paper, "No hands are recorded for {} game on paper.", "No hands are recorded for {} games on paper.")}</p>` : nothing}</section>`;
  }

  opponents({ opponents, names }) {
    if (!opponents?.length) return nothing;
    return html`<section><h2>${say("Against whom")}</h2>
      <div class="wide against" tabindex="0" role="group" aria-label=${say("Against whom")}><table>
        <thead><tr><th scope="col">${say("Name")}</th><th scope="col" class="number">${say("Games")}</th><th scope="col" class="number">${say("Ahead")}</th><th scope="col" class="number">${say("Mean difference")}</th></tr></thead>
        <tbody>${opponents.map((one) => html`<tr><td>${person_link(one.player, name_in(names, one.player))}</td><td class="number">${one.games}</td><td class="number">${one.won}</td><td class="number">${signed(Math.round(one.difference.mean))} ${one.games < FEW_GAMES ? nothing : html`<small class="soft">${this.between(one.difference, (value) => signed(Math.round(value)))}</small>`}</td></tr>`)}</tbody>
      </table></div></section>`;
  }
}
customElements.define("tenbo-person", Person);
