// A game of the club as a page shows it: its date, its people with place and total, and what the desk may change of it.
import { html, nothing } from "../parts/element.js";
import { author } from "../parts/author.js";
import { named } from "../parts/name.js";
import { kanji, place_text, round_name, wind_of } from "../parts/table-state.js";
import { headed, plural, points, say, signed } from "../words.js";

// A guest has no name; a person whose name was erased has a number.
export const name_in = (names, player) => (player ? (names[player] ?? say("Player {}", player)) : say("Guest"));

// People with the name that is `shown` of each: of two with one name it has the number, too.
export function told_apart(people) {
  const count = new Map();
  const key = ({ name }) => name.toLowerCase();
  for (const one of people) count.set(key(one), (count.get(key(one)) ?? 0) + 1);
  return people.map((one) => ({ ...one, shown: count.get(key(one)) > 1 ? `${one.name} (${one.player})` : one.name }));
}

// The people of a list of all players: a person with two numbers stands there once.
export const club_people = (players) => told_apart(players.filter(({ registered, merged_into }) => registered && !merged_into));

export const person_link = (player, name) => (player ? html`<a href="/club/person/${player}">${named(name)}</a>` : named(name));

const day = new Intl.DateTimeFormat(document.documentElement.lang || "en", { weekday: "short", day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });
// A day as people of this language write it.
const DATED = /^\d{4}-\d\d-\d\d(?= \(\d+\)$|$)/;

// An evening whose title is its date, or the second one of that date, is named as people write a day.
export const series_text = (title) => (title === "All games" ? say("All games") : title.replace(DATED, (date) => day_text(date)));
export const is_named_by_date = ({ title, date }) => title.match(DATED)?.[0] === date;
export const day_text = (date) => (date ? day.format(new Date(`${date}T00:00:00Z`)) : "");

// The people of a game in the order of their places.
function in_order(game) {
  return game.players.map((player, seat) => ({ player, seat, place: game.places[seat] })).sort((one, other) => one.place - other.place || one.seat - other.seat);
}

export const is_done = ({ state }) => state === undefined || ["complete", "locked"].includes(state);

// A game of a tournament is in no series, and has no page of its own.
export function game_card(game, names, { menu = nothing, now, tonight = false } = {}) {
  const done = is_done(game);
  const place = game.table ? say("Table {}", game.table) : say("On paper");
  // Who sat there is said of every game; a change is one of its result.
  const changes = (game.changes ?? []).filter(({ what }) => what !== "who");
  const rows = done ? in_order(game) : game.players.map((player, seat) => ({ player, seat }));
  return html`<li class=${done ? "game" : "game running"} data-game=${game.id}>
    <p class="head">${game.series === undefined ? place : html`<a href="/club/game/${game.id}">${place}</a>`} ${tonight ? nothing : html`<span class="soft">${day_text(game.date)}</span>`}
      ${done ? nothing : html`<span class="soft">${game.state === "playing" ? (now ? round_name(now) : say("plays")) : say("not finished")}</span>`}
      ${changes.length ? html`<span class="soft" title=${changes.map(({ by, why }) => headed(author(by), why)).join("\n")}>${plural(changes.length, "{} change", "{} changes")}</span>` : nothing}
      ${menu}</p>
    <ol>${rows.map(({ player, seat, place: rank }) => html`<li>
      <span class="place">${done ? place_text(rank) : now ? kanji(wind_of(now, seat)) : nothing}</span> ${person_link(player, game.substitutes?.[seat] ? say("substitute") : name_in(names, player))}
      <span class="score">${points(done ? game.scores[seat] : (now?.scores[seat] ?? 0))}</span>
      ${done ? html`<strong class="score">${signed(game.totals[seat])}</strong>` : nothing}</li>`)}</ol>
    ${game.chips?.length ? html`<p class="soft">${headed(say("Chips"), rows.map(({ seat }) => signed(game.chips[seat])).join(" · "))}</p>` : nothing}
  </li>`;
}
