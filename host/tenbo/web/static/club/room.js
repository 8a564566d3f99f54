// Who is here tonight: who waits for how long, who sits and plays where; the desk says who has come and who has left.
import { html, nothing } from "../parts/element.js";
import { lasting } from "../parts/clock.js";
import { named } from "../parts/name.js";
import { field } from "../parts/form.js";
import { listed, plural, say } from "../words.js";
import { name_in, person_link } from "./games.js";

const STATES = { seated: (table) => say("sits at table {}", table), playing: (table) => (table ? say("plays at table {}", table) : say("plays")) };

// A part of the page of the club, as Tonight is.
export class Room {
  constructor(page) {
    this.page = page;
  }

  view() {
    const { club, desk } = this.page;
    if (!club.evening || (!club.people.length && !desk)) return nothing;
    const waiting = club.people.filter(({ state }) => state === "waiting");
    const others = club.people.filter(({ state }) => state !== "waiting");
    return html`<section class="room" aria-labelledby="room">
      <h2 id="room">${say("Who is here")} <span class="soft">${club.people.length}</span></h2>
      ${club.people.length ? nothing : html`<p>${say("No one is here yet.")}</p>`}
      <ul class="people">
        ${waiting.map((one) => this.person(one, say("waiting {}", lasting(Math.max(0, Date.now() - one.since_ms) / 1000))))}
        ${others.map((one) => this.person(one, STATES[one.state](one.table)))}
      </ul>
      ${desk ? this.members() : nothing}
    </section>`;
  }

  person({ player, games }, state) {
    const played = games === 0 ? [] : [plural(games, "{} game", "{} games")];
    return html`<li>${person_link(player, name_in(this.page.club.names, player))} <small>${listed([state, ...played])}</small></li>`;
  }

  // A proposal; a person who sits down elsewhere is left out of the next one.
  next() {
    const { club, desk, doing } = this.page;
    if (!club.evening || !(club.next.tables.length || club.next.wait_for)) return doing.view("seat-all");
    const seat = ({ table, players }) => () => this.page.send("seat-all", `/v1/tables/${table}/seats`, { players }, () => say("The players are now seated at table {}.", table));
    return html`<section class="room" aria-labelledby="next">
      <h2 id="next">${say("Who plays next")}</h2>
      <ul class="people">
        ${club.next.tables.map((one, at) => html`<li class="next"><strong>${one.table ? say("Table {}", one.table) : say("On paper")}</strong>
          <span>${listed(one.players.map((player) => name_in(club.names, player)))}</span>
          ${desk && one.table ? html`<button type="button" class=${at ? "" : "primary"} ?disabled=${doing.busy("seat-all")} @click=${seat(one)}>${say("Seat these people")}</button>` : nothing}</li>`)}
        ${club.next.rest.map((player) => html`<li>${person_link(player, name_in(club.names, player))} <small>${club.next.wait_for ? say("waiting for table {}", club.next.wait_for) : say("sits out, plays next")}</small></li>`)}
      </ul>
      ${club.next.wait_for ? html`<p class="soft">${say("When table {} finishes, the players are mixed again, so that no one plays many more games than the others.", club.next.wait_for)}</p>` : nothing}
      <p class="soft">${say("Anyone may sit at another table instead.")}</p>
      ${doing.view("seat-all")}
    </section>`;
  }

  // Everyone whom the desk knows, as a button each: pressed while the person is here.
  members() {
    const { people, club, doing } = this.page;
    const here = new Set(club.people.map(({ player }) => player));
    const toggle = ({ player, shown: name }) => () =>
      this.page.send("room", "/v1/attendance", { players: [player], present: !here.has(player) }, () => (here.has(player) ? say("{} has left.", name) : say("{} is here.", name)));
    const add = async (event) => {
      event.preventDefault();
      const form = event.target;
      const name = form.elements.name.value.trim();
      if (await this.page.send("new-person", "/v1/attendance", { players: [name] }, ({ names }) => say("{} is here.", names[0]))) form.reset();
    };
    return html`<details class="members"><summary class=${club.people.length ? "button" : "button primary"}>${say("Arrivals and departures")}</summary>
      <div class="chips">${people.map((one) => html`<button type="button" aria-pressed=${here.has(one.player)} ?disabled=${doing.busy("room")} @click=${toggle(one)}>${named(one.shown)}</button>`)}</div>
      ${doing.view("room")}
      <form @submit=${add}>
        ${field(doing, "new-person", "name", say("New person"), { required: true, maxlength: 60 })}
        <button ?disabled=${doing.busy("new-person")}>${say("Add this person")}</button>
        ${doing.view("new-person")}
      </form></details>`;
  }
}
