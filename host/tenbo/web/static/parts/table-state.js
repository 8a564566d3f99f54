// What a table's state means to a person, how long it has lasted, and where the seats stand in the round.
import { lasting } from "./clock.js";
import { WIND_SIGNS, language, plural, say } from "../words.js";

const WINDS = ["E", "S", "W", "N"];

export const kanji = (wind) => WIND_SIGNS[wind];

// The wind of a seat in this hand; the dealer is East.
export const wind_of = (now, seat) => WINDS[(seat - now.dealer + number_of_players(now)) % number_of_players(now)];

// The seats that are played at: three where three play.
const number_of_players = (now) => now.scores?.length || WINDS.length;
export const seats_of = (now) => [0, 1, 2, 3].slice(0, number_of_players(now));

// The letters of the winds as readers of this language write them, from East on; what the service says has E, S, W, N.
export const LETTERS = [say("E"), say("S"), say("W"), say("N")];

// A seat by its wind: a reader knows no seat by the number that the table has for it.
export const WIND_NAMES = [say("East"), say("South"), say("West"), say("North")];
// Anyone who does not read the character has the word beside it.
export const WIND_LABELS = WINDS.map((wind, seat) => (LETTERS[seat] === kanji(wind) ? kanji(wind) : `${kanji(wind)} ${WIND_NAMES[seat]}`));
// What the wind of a seat means on a slip, where each player was East in turn.
export const winds_note = () => say("Each seat has the wind that it had in the first hand.");
export const seat_at_start = (seat) => say("{} at the start", WIND_NAMES[seat]);

// A round such as E1, or a hand of it with its counters such as E1-2, as a reader of this language says it.
export function round_text(text) {
  const [, wind, hand, honba] = /^([ESWN])(\d+)(?:-(\d+))?$/.exec(text) ?? [];
  if (!wind) return text;
  const round = say("{}{}", LETTERS[WINDS.indexOf(wind)], hand);
  return honba === undefined ? round : say("{}-{}", round, honba);
}

export const round_name = (now) => round_text(`${now.round}${now.hand}`);

export const sticks_text = (sticks) => plural(sticks, "{} stick", "{} sticks");
export const hands_text = (hands) => (hands === 1 ? say("the last hand") : plural(hands, "{} hand left", "{} hands left"));

const SENTENCES = {
  away: "no answer for {}",
  closed: "cable pulled {} ago",
  greeting: "starting for {}",
  silent: "nothing has answered for {}",
  new: "has no number yet",
  refused: "refused",
  unplugged: "not plugged in",
};

// Why the numbers of a table are old, in words; an empty text while the table is followed.
export function trouble(table) {
  if (table.state === "following") return "";
  const seconds = (table.for_s ?? 0) + (Date.now() - (table.asked ?? Date.now())) / 1000;
  return say(SENTENCES[table.state] ?? table.state, lasting(seconds));
}

// The place of a seat as the service counts it: the book says who shares one; another host's older program tells none.
export const place_of = (now, seat) => now.places?.[seat];

// A place at a table, as it stands among other numbers on every page.
const PLACES = [say("1st"), say("2nd"), say("3rd"), say("4th")];
export const place_text = (place) => PLACES[place - 1] ?? "-";

// A rank among all players, of whom there are more than four.
const ordinal = new Intl.PluralRules(language, { type: "ordinal" });
const RANKS = { one: (n) => say("{}st", n), two: (n) => say("{}nd", n), few: (n) => say("{}rd", n), other: (n) => say("{}th", n) };
export const rank_text = (rank) => RANKS[ordinal.select(rank)](rank);
