// The seats: who sits where in a session; two seats are tapped to change places, a table is seated by hand or taken out.
import "./planning.js";
import { ask } from "../live/acts.js";
import { html, nothing } from "../parts/element.js";
import { field } from "../parts/form.js";
import { in_turn, listed, say } from "../words.js";
import { DeskPart, folded, section, wide } from "./part.js";
import { seat_heads, seat_name, session_now, session_options, WINDS } from "./words.js";

class DeskSeats extends DeskPart {
  get heading() {
    return say("Seats");
  }

  get sessions() {
    return this.plan ?? [];
  }

  async load() {
    const [plan, facts] = await Promise.all([ask("/v1/plan"), ask("/v1/tournament")]);
    const session = plan.some((one) => one.session === this.picked) ? this.picked : session_now(plan);
    if (session !== this.session) this.chosen = [];
    Object.assign(this, { plan, facts, session });
  }

  show() {
    if (this.session === undefined) return html`<tenbo-desk-planning></tenbo-desk-planning>`;
    return html`${this.seated()} <tenbo-desk-planning></tenbo-desk-planning> ${this.by_hand()} ${this.take_out()}`;
  }

  // ---------------------------------------------------------------- who sits where

  seated() {
    const planned = this.plan.find((one) => one.session === this.session);
    const heads = [say("Table"), ...seat_heads(planned.tables.map((one) => one.players))];
    const rows = planned.tables.map(
      (one) => html`<tr data-session=${planned.session} data-table=${one.table}>
        <th scope="row">${one.table} ${one.locked || one.has_game ? html`<small>${one.locked ? say("locked") : say("has a game")}</small>` : nothing}</th>
        ${one.players.map((player, seat) => html`<td data-wind=${WINDS[seat]}>${this.seat(one, player, seat)}</td>`)}
      </tr>`,
    );
    return section(
      "seats-head",
      say("Seats"),
      html`<p>${say("Tap two people to swap them.")}</p>
        ${wide(say("Seats"), heads, rows, "seated places")} ${this.swap()}
        ${planned.no_seat.length ? html`<p class="old">${say("without a seat: {}", listed(planned.no_seat.map(([number, name]) => `${number} ${name}`)))}</p>` : nothing}
        ${this.doing.view("swap")}`,
    );
  }

  seat(one, player, seat) {
    if (!player) return html`<span class="old">${say("empty seat")}</span>`;
    const tap = () => {
      this.chosen = this.chosen.includes(player) ? this.chosen.filter((other) => other !== player) : [...this.chosen, player].slice(-2);
      this.draw();
    };
    return html`<button type="button" aria-pressed=${this.chosen.includes(player)} title=${seat_name(one.table, seat)} @click=${tap}><span class="number">${player}</span> <span class="name">${one.names[seat]}</span></button>`;
  }

  swap() {
    if (this.chosen.length < 2) return nothing;
    const names = this.chosen.map((player) => this.named(player));
    const act = async () => {
      const made = await this.record("swap", "swap", { session: this.session, players: this.chosen }, (answer) =>
        in_turn(answer.sits.map(([player, name, , table, at]) => say("{} is seated: {}", `${player} ${name}`, seat_name(table, at)))));
      if (made) this.chosen = [];
      this.draw();
    };
    return html`<p class="buttons">${this.button("swap", say("Swap {} and {}", ...names), act)}</p>`;
  }

  named(player) {
    for (const { tables } of this.plan) {
      for (const { players, names } of tables) if (players.includes(player)) return `${player} ${names[players.indexOf(player)]}`;
    }
    return String(player);
  }

  // ---------------------------------------------------------------- one table

  place(form) {
    const number = (name, label, value) => field(this.doing, form, name, label, { kind: "number", min: 1, value, required: true });
    return html`${number("session", say("Session"), this.session ?? 1)} ${number("table", say("Table"), "")}`;
  }

  by_hand() {
    const input = (name, label) => field(this.doing, "by-hand", name, label, { kind: "number", min: 0, required: true });
    const names = ["east", "south", "west", "north"].slice(0, this.facts.seats);
    const heads = [say("East"), say("South"), say("West"), say("North")];
    this.doing.seat_fields("by-hand", names);
    const act = ({ session, table, ...given }) => this.record("by-hand", "seats", { session, table, players: names.map((name) => given[name]) }, (made) => say("Players are seated at table {} in session {}.", made.table, made.session));
    return folded(
      "by-hand",
      say("Add a table"),
      html`<p>${say("Enter the players' numbers; 0 leaves a seat empty.")}</p>
        <form @submit=${this.on_submit(act)}>
          ${this.place("by-hand")} ${names.map((name, seat) => input(name, heads[seat]))}
          ${this.submit("by-hand", say("Seat these players"))}
        </form>
        ${this.doing.view("by-hand")}`,
    );
  }

  take_out() {
    const act = ({ session, table, why }) => {
      const sentence = say("Table {} will not play in session {}: its players lose their seats.", table, session);
      this.doing.question("out", sentence, "/v1/records", { kind: "out", fields: { session, table, ...(why && { why }) } }, () => say("Table {} is removed from session {}.", table, session));
    };
    return folded(
      "out",
      say("Remove a table"),
      html`<form @submit=${this.on_submit(act)}>
          ${this.place("out")} ${field(this.doing, "out", "why", say("Reason"), { maxlength: 200 })} ${this.submit("out", say("Remove this table"))}
        </form>
        ${this.doing.view("out")}`,
    );
  }
}
customElements.define("tenbo-desk-seats", DeskSeats);
