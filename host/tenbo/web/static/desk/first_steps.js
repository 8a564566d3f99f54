// What a desk without sessions begins with: the four steps to a tournament, or what comes next on a club's evening.
import { ask } from "../live/acts.js";
import { html, nothing } from "../parts/element.js";
import { live } from "../live/live.js";
import { headed, listed, plural, say } from "../words.js";
import { name_in } from "../club/games.js";
import { band } from "./part.js";

const CLUB = "/club#tonight";
const link = (text, to = CLUB) => html`<a class="button primary" href=${to}>${text}</a>`;
const list = (steps) => html`<ul class="steps">${steps.map(([done, text, to]) => html`<li>${done ? "✓" : "·"} <a href=${to}>${text}</a></li>`)}</ul>`;

// What is known of the club's evening, or undefined in a store that is no club's.
export async function club_tonight() {
  const { kind } = await ask("/v1");
  return kind === "club" ? ask("/v1/club?wait=0") : undefined;
}

// The steps to a tournament, of which the first open one is next.
export function tournament_steps({ title }, people) {
  const steps = [
    [title, say("Name the tournament"), "#tournament"],
    [people.length, say("Add people"), "#people"],
    [false, say("Make seats"), "#seats"],
    [live.tables.size, say("Connect tables"), "#devices"],
  ];
  const next = steps.find(([done]) => !done);
  return html`<section aria-labelledby="steps-head">
      <h2 id="steps-head">${say("Set up in four steps")}</h2>
      ${list(steps)}
      <p>${link(next[1], next[2])}</p>
    </section>
    ${title || people.length ? nothing : html`<p><a href=${CLUB}>${say("For a club evening, which needs no sessions, go to the club's page.")}</a></p>`}`;
}

// The steps of an evening. Nothing more is filled once people play: each table begins and ends by itself.
export function club_steps(part, club) {
  // A game that outlasts the evening before is no step of the next one.
  const games = club.evening ? club.games : [];
  const over = games.some(({ state }) => state === "complete");
  const sat = games.length > 0 || club.people.some(({ state }) => state !== "waiting");
  const steps = [
    [club.evening, say("Open the evening"), CLUB],
    [club.people.length || games.length, say("Say who is here"), CLUB],
    [sat, say("Seat the players"), CLUB],
    [over, say("Play, or enter results by hand"), CLUB],
    [false, say("See the standings"), "/club#season"],
  ];
  return html`${next_step(part, club)} ${part.doing.view("evening")} ${part.without_number()} ${list(steps)}`;
}

function next_step(part, club) {
  if (!club.evening) {
    const open = () => part.send("evening", "/v1/series", {}, () => say("The evening is open."));
    return band("warn", say("No evening is open."), nothing, part.primary("evening", say("Open the evening"), open));
  }
  if (!club.people.length && !club.games.length) return band("warn", say("No one is here yet."), nothing, link(say("Say who is here")));
  const [proposal] = club.next.tables;
  if (proposal) return band("warn", say("Who plays next"), proposed(proposal, club), seat(part, proposal));
  const playing = club.games.filter(({ state }) => state === "playing").length;
  if (playing) return band("well", plural(playing, "{} game is being played", "{} games are being played"), here(club));
  return band("well", here(club), nothing, club.games.length ? link(say("See the standings"), "/club#season") : link(say("Say who is here")));
}

const here = ({ people }) => plural(people.length, "{} person is here", "{} people are here");

const proposed = ({ table, players }, { names }) => headed(table ? say("Table {}", table) : say("On paper"), listed(players.map((player) => name_in(names, player))));

// A table with a device seats them; on paper they play, and what comes of it is entered.
function seat(part, { table, players }) {
  if (!table) return link(say("Enter a result by hand"));
  const send = () => part.send("evening", `/v1/tables/${table}/seats`, { players }, () => say("The players are now seated at table {}.", table));
  return part.primary("evening", say("Seat these people"), send);
}
