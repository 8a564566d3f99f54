// Who sits here: on the phone of someone who has joined at this table, two taps seat a person at it.
import { ask, me } from "../live/acts.js";
import { live } from "../live/live.js";
import { html, nothing } from "../parts/element.js";
import { Doing } from "../parts/form.js";
import { named } from "../parts/name.js";
import { kanji, WIND_NAMES, wind_of } from "../parts/table-state.js";
import { told_apart } from "../club/games.js";
import { say } from "../words.js";

const READ_AFTER_MS = 200;
// So many people lie on the screen at once; the others come after one more tap.
const FIRST = 16;
const AT_START = ["E", "S", "W", "N"];

export class Seats {
  constructor(number, draw) {
    const doing = new Doing(draw, { look: () => this.read() });
    Object.assign(this, { number, draw, doing, may: false, told: undefined, chosen: undefined, all: false });
    me().then(({ role, table }) => {
      this.may = role === "desk" || role === "referee" || (role === "table" && table === number);
      if (this.may) this.read();
    }, () => {});
    for (const kind of ["tenbo-desk", "tenbo-event"]) addEventListener(kind, (event) => this.happened(event));
  }

  // The desk has recorded something, or a game has begun or ended here; several changes are read at once.
  happened({ type, detail }) {
    const plays = type === "tenbo-event" && detail.table === this.number && (detail.event?.kind === "start" || detail.now?.phase === "over");
    if (!this.may || (type === "tenbo-event" && !plays)) return;
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.read(), READ_AFTER_MS);
  }

  async read() {
    this.told = await ask(`/v1/tables/${this.number}/seats`).catch(() => this.told);
    this.known = told_apart(this.told?.people ?? []);
    this.draw();
  }

  choose(seat, game) {
    const same = this.chosen?.seat === seat && this.chosen.game === game;
    // Another phone may take the seat while the people for it are on the screen.
    this.chosen = same ? undefined : { seat, game, replaces: game ? undefined : this.told.players[seat].player };
    this.all = false;
    this.draw();
  }

  async sit(player, name) {
    const { seat, game, replaces } = this.chosen;
    const fields = { seat, player: String(player), ...(game ? { game } : { replaces }) };
    const done = () => (player ? say("{}: {} has been entered.", this.wind_name(seat, game), name) : say("The seat is free."));
    const is_done = await this.doing.send("sit", `/v1/tables/${this.number}/seats`, fields, done);
    // What was refused is chosen again with what the seat shows now.
    if (!is_done) await this.read();
    this.chosen = undefined;
    this.draw();
  }

  view() {
    if (!this.may || !this.told?.evening) return nothing;
    const { players, last, game } = this.told;
    return html`<section class="sits part" aria-labelledby="sits">
      <h2 id="sits">${say("Who sits here?")}</h2>
      ${this.seats(players, undefined, game)}
      ${last ? html`<h3>${say("Who played the last game?")}</h3>${this.seats(last.players, last.game)}` : nothing}
      ${this.doing.view("sit")}
    </section>`;
  }

  // The seats of a game as buttons, and beneath them the people for the one that was tapped. A game that is over keeps the
  // people whom it knows.
  seats(players, over, running) {
    const now = running && live.tables.get(this.number)?.now;
    const opened = this.chosen?.game === over ? this.chosen?.seat : undefined;
    return html`<div class="seats">
        ${players.map(({ player, name }, seat) => {
          const wind = now ? wind_of(now, seat) : AT_START[seat];
          return html`<button type="button" aria-expanded=${seat === opened} ?disabled=${Boolean(over && player)} @click=${() => this.choose(seat, over)}>
            <span class="wind" aria-hidden="true">${kanji(wind)}</span> <span>${WIND_NAMES[AT_START.indexOf(wind)]}</span>
            <strong>${player ? named(this.shown(player, name)) : over ? say("Guest") : say("free")}</strong></button>`;
        })}
      </div>
      ${opened === undefined ? nothing : this.people(players[opened], over)}`;
  }

  // A seat by its wind, as its button shows it.
  wind_name(seat, over) {
    const now = !over && this.told.game && live.tables.get(this.number)?.now;
    return WIND_NAMES[AT_START.indexOf(now ? wind_of(now, seat) : AT_START[seat])];
  }

  shown(player, name) {
    return this.known.find((one) => one.player === player)?.shown ?? name;
  }

  people({ player: there, name }, over) {
    const people = this.known;
    const shown = this.all ? people : people.slice(0, FIRST);
    const more = () => {
      this.all = true;
      this.draw();
    };
    return html`<div class="chips" role="group" aria-label=${say("Who sits here?")}>
      ${shown.map((one) => {
        const elsewhere = !over && one.plays_at && one.plays_at !== this.number;
        return html`<button type="button" aria-pressed=${one.player === there} ?disabled=${elsewhere || this.doing.busy("sit")} @click=${() => this.sit(one.player, one.shown)}>
          ${named(one.shown)} ${elsewhere ? html`<small>${say("plays at table {}", one.plays_at)}</small>` : nothing}</button>`;
      })}
      ${shown.length < people.length ? html`<button type="button" class="quiet" @click=${more}>${say("All members")}</button>` : nothing}
      ${there ? html`<button type="button" class="quiet" @click=${() => this.sit(0, name)}>${say("Empty this seat")}</button>` : nothing}
      ${people.length ? nothing : html`<p>${say("No people are registered yet.")}</p>`}
    </div>`;
  }
}
