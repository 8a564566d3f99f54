// Tonight: the open evening with its games, the newest first; the desk opens and closes it and enters games on paper.
import { html, nothing } from "../parts/element.js";
import { check_box, field } from "../parts/form.js";
import { points_in, scores_in } from "../parts/points.js";
import { clear } from "../desk/answer.js";
import { menu_item, row_menu } from "../desk/part.js";
import { live } from "../live/live.js";
import { plural, say } from "../words.js";
import { day_text, game_card, is_done, is_named_by_date, name_in } from "./games.js";
import { Room } from "./room.js";

// Riichi sticks that are left on the table.
const STICKS = { kind: "number", min: 0, max: 50 };
const SEATS = () => [say("East"), say("South"), say("West"), say("North")];

// A game that is played outlasts its evening, and counts for it.
const continue_at = (games) => (games.length ? ` ${plural(games.length, "{} game continues and will still count for it.", "{} games continue and will still count for it.")}` : "");

// What the page of the club is asked to do, as a part of it. The page has `club` (its data), `doing`, `people`, `desk` and `presence`.
export class Tonight {
  constructor(page) {
    this.page = page;
    this.room = new Room(page);
  }

  view() {
    const { club, desk } = this.page;
    return html`
      ${!club.evening
        ? html`<p>${club.games.length ? say("The evening is closed.") + continue_at(club.games) : say("No evening is open.")}</p>`
        : is_named_by_date(club.evening) ? nothing : html`<p class="soft">${day_text(club.evening.date)}</p>`}
      ${club.evening ? html`${this.page.presence.view((player) => club.people.some((one) => one.player === player))} ${this.page.presence.hint()}` : nothing}
      ${this.room.next()} ${this.games(club.games.filter((game) => !is_done(game)))}
      ${this.room.view()}
      ${desk ? this.acts() : nothing}
      ${this.games(club.games.filter(is_done))}
      ${club.evening && !club.games.length ? html`<p>${say("No games yet.")}</p>` : nothing}`;
  }

  // What is played now stands above what is over.
  games(games) {
    if (!games.length) return nothing;
    const { club, desk } = this.page;
    return html`<ol class="games">${games.map((game) => game_card(game, club.names, { menu: desk ? this.menu(game) : nothing, now: live.tables.get(game.table)?.now, tonight: Boolean(club.evening) }))}</ol>`;
  }

  // The form stands in one place, so that what is typed in it stays when the evening is opened or closed meanwhile.
  acts() {
    const { club, doing } = this.page;
    const open = () => this.page.send("evening", "/v1/series", {}, () => say("The evening is open."));
    const close = () => this.page.send("evening", "/v1/series/change", { closed: true }, ({ tables }) => say("The evening is closed.") + continue_at(tables));
    return html`${club.evening ? nothing : html`<p class="buttons"><button type="button" class="primary" ?disabled=${doing.busy("evening")} @click=${open}>${say("Open the evening")}</button></p>`}
      <div class="acts">${this.paper()}
        ${club.evening ? html`<button type="button" ?disabled=${doing.busy("evening")} @click=${close}>${say("Close the evening")}</button>` : nothing}</div>
      ${doing.view("evening")}`;
  }

  // A result from paper: the form stays open, because a sheet has several games.
  paper() {
    const { doing, club } = this.page;
    const enter = async (event) => {
      event.preventDefault();
      const form = event.target;
      const given = Object.fromEntries(new FormData(form));
      const seats = [...Array(club.seats).keys()];
      const texts = seats.map((seat) => given[`score${seat}`]);
      const sum = 120_000;
      const sticks = Number(given.sticks);
      const scores = seats.length === 4 ? scores_in(texts, sum) : texts.map(points_in);
      const fields = {
        players: seats.map((seat) => given[`player${seat}`].trim() || "guest"),
        scores,
        ...(club.has_chips && { chips: seats.map((seat) => points_in(given[`chips${seat}`])) }),
        ...(sticks && { sticks }),
        register: given.register === "on",
        ...(given.date && { date: given.date }),
      };
      const made = await this.page.send("paper", "/v1/series_games", fields, () => say("The result is in."));
      if (made) for (const input of form.querySelectorAll("[data-points], [name=sticks]")) input.value = "";
    };
    doing.seat_fields("paper", [...Array(club.seats).keys()].map((seat) => `player${seat}`), club.names);
    return html`<details class="paper"><summary class="button">${say("Enter a result by hand")}</summary>
      <form class="result" @submit=${enter}>
        ${SEATS().slice(0, club.seats).map((wind, seat) => html`<div class=${club.has_chips ? "seat-row chipped" : "seat-row"}>
          ${field(doing, "paper", `player${seat}`, wind, { list: "people", placeholder: say("Guest"), maxlength: 60 })}
          ${field(doing, "paper", `score${seat}`, say("Points"), { kind: "points", required: seat < club.seats })}
          ${club.has_chips ? field(doing, "paper", `chips${seat}`, say("Chips"), { kind: "points" }) : nothing}
        </div>`)}
        ${field(doing, "paper", "sticks", say("Leftover riichi sticks"), STICKS)}
        ${field(doing, "paper", "date", say("Date"), { kind: "date", value: club.evening?.date ?? "" })}
        ${check_box("register", say("Register new names"))}
        <p class="buttons"><button class="primary" ?disabled=${doing.busy("paper")}>${say("Save the result")}</button></p>
        ${doing.view("paper")}
      </form></details>`;
  }

  menu(game) {
    const open = (what) => () => {
      clear();
      this.page.opened = { game: game.id, what };
      this.page.draw();
      show_form();
    };
    return row_menu(say("Change this game"), html`${menu_item(say("Correct the scores"), open("scores"))}
      ${menu_item(say("Change the players"), open("people"))} ${menu_item(say("Void this game"), open("void"), "danger")}`);
  }
}

// The people whom a form proposes; of two with one name each is typed by number.
export const people_list = (people) =>
  html`<datalist id="people">${people.map(({ player, name, shown }) => (shown === name ? html`<option value=${name}></option>` : html`<option value=${player}>${shown}</option>`))}</datalist>`;

// The form stands in one place, however many games come meanwhile: it is brought to where the reader is, or the reader to it.
function show_form() {
  const form = document.querySelector(".change");
  form.scrollIntoView({ block: "center" });
  form.querySelector("input").focus({ preventScroll: true });
}

// What a form changes of a result: the scores, the chips, or both.
function typed_result(game, scores, chips) {
  const typed = { scores: scores.map(points_in) };
  if (!game.chips) return typed;
  const counted = chips.map(points_in);
  const differ = (some, others) => some.some((one, seat) => one !== (others[seat] ?? 0));
  if (!differ(counted, game.chips)) return typed;
  return { chips: counted, ...(differ(typed.scores, game.scores) && typed) };
}

// The form that changes a game: its scores, its people, or whether it counts; each with a reason.
export function change_form(page, game, what) {
  const { doing, club } = page;
  const name = `change${game.id}`;
  const path = `/v1/series_games/${game.id}`;
  if (what === "people") doing.seat_fields(name, game.players.map((_, seat) => `value${seat}`), club.names);
  const close = () => {
    page.opened = undefined;
    page.draw();
    document.querySelector(`[data-game="${game.id}"]`)?.scrollIntoView({ block: "center" });
  };
  const submit = async (event) => {
    event.preventDefault();
    const given = Object.fromEntries(new FormData(event.target));
    const values = game.players.map((_, seat) => given[`value${seat}`]);
    const fields = { why: given.why, ...(Number(given.sticks) && { sticks: Number(given.sticks) }) };
    if (what === "scores") Object.assign(fields, typed_result(game, values, game.players.map((_, seat) => given[`chips${seat}`])));
    else if (what === "people") fields.players = values.map((value) => value.trim() || "guest");
    else fields.void = true;
    if (await page.send(name, path, fields, () => say("The game has been changed."))) close();
  };
  const inputs = game.players.map((player, seat) =>
    what === "scores"
      ? html`<div class=${game.chips ? "seat-row" : nothing}>${field(doing, name, `value${seat}`, name_in(club.names, player), { kind: "points", value: game.scores[seat], required: true })}
          ${game.chips ? field(doing, name, `chips${seat}`, say("Chips"), { kind: "points", value: game.chips[seat] ?? 0 }) : nothing}</div>`
      : field(doing, name, `value${seat}`, SEATS()[seat], { list: "people", value: player ? (page.people.find((one) => one.player === player && one.shown === one.name)?.name ?? player) : "", placeholder: say("Guest") }),
  );
  return html`<form class="result change" @submit=${submit}>
    <h2>${what === "scores" ? say("Correct the scores") : what === "people" ? say("Change the players") : say("Void this game")}</h2>
    ${what === "void" ? nothing : inputs}
    ${what === "scores" ? field(doing, name, "sticks", say("Leftover riichi sticks"), STICKS) : nothing}
    ${field(doing, name, "why", say("Reason"), { required: true, maxlength: 200 })}
    <p class="buttons"><button class="primary" ?disabled=${doing.busy(name)}>${say("Save the change")}</button>
      <button type="button" @click=${close}>${say("Cancel")}</button></p>
    ${doing.view(name)}
  </form>`;
}
