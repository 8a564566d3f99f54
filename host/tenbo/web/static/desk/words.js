// How the desk's parts say what the service knows by names: how far tables and sessions are, and where somebody sits.
import { LETTERS, sticks_text } from "../parts/table-state.js";
import { listed, plural, points, say } from "../words.js";

export const WINDS = LETTERS;

// The heads of the seats of some tables: North has none where three play.
export const seat_heads = (seats) => [say("East"), say("South"), say("West"), say("North")].slice(0, Math.max(0, ...seats.map((one) => one.length)) || WINDS.length);

// Whether this page is open on the computer of the service itself, by a name that leads no phone there.
export const is_here = () => /^(localhost|127\.|\[::1\])/.test(location.hostname);

// Numbers of tables with those that follow each other told as one: 1, 3-6.
export function ranges(numbers) {
  const runs = [];
  for (const number of [...numbers].sort((one, other) => one - other)) {
    if (runs.at(-1)?.at(-1) === number - 1) runs.at(-1)[1] = number;
    else runs.push([number]);
  }
  return listed(runs.map((run) => run.join("-")));
}

// Tables by their numbers, as a sentence begins with them; of many only how many.
const MOST_NUMBERS = 12;
export const tables_text = (numbers) => {
  const text = ranges(numbers);
  if (text.split(/[,、，]/).length > MOST_NUMBERS) return plural(numbers.length, "{} table", "{} tables");
  return numbers.length === 1 ? say("Table {}", numbers[0]) : say("Tables {}", text);
};
// Tables at which play goes on, or nothing.
export const still_playing = (numbers) => (numbers.length ? plural(numbers.length, "{} still plays.", "{} still play.", tables_text(numbers)) : "");
// A session none of whose results is missing.
export const all_in = (results) => (results === 1 ? say("The result is in") : plural(results, "All {} result is in", "All {} results are in"));

// Whether players do not see the results of a session.
export const is_hidden = ({ sessions }, session) => Boolean(sessions.find((one) => one.session === session)?.hidden);

export const hidden_sessions = ({ sessions }) => sessions.filter((one) => one.hidden).map((one) => one.session);

// Scores as they were typed, with the riichi sticks that were left on the table.
export const typed_scores = (scores, sticks, between = " ") =>
  [scores.map((one) => points(one)).join(between), ...(sticks ? [sticks_text(sticks)] : [])].join(" + ");

// What was typed for a sheet last, before its rule book gave the sticks to someone; undefined where no one has typed scores.
export function typed_for({ notes }) {
  const [scores, sticks] = notes.findLast((note) => note.what === "correct")?.value ?? [];
  return scores && { scores, sticks };
}

export function sheet_state(state) {
  const words = {
    missing: say("missing"),
    playing: say("playing"),
    complete: say("complete"),
    locked: say("locked"),
    broken: say("no valid result"),
    "given up": say("abandoned"),
    "without players": say("without players"),
  };
  return words[state] ?? state;
}

export function session_state(state) {
  return { planned: say("planned"), begun: say("running"), ended: say("ended") }[state] ?? state;
}

// The session that the desk is about: the one that runs, else the next one, else the last.
export function session_now(sessions) {
  const running = sessions.filter((one) => one.state === "begun").at(-1);
  const next = sessions.find((one) => one.state === "planned");
  return (running ?? next ?? sessions.at(-1))?.session;
}

export const seat_name = (table, seat) => say("table {}, seat {}", table, WINDS[seat]);

// A choice of sessions, each with how far it is.
export const session_options = (sessions) =>
  sessions.map((one) => [one.session, `${say("Session {}", one.session)} - ${session_state(one.state)}`]);

// Since when a substitute plays, in a record.
export const since_text = (since) => (since === "now" ? say("from then on") : say("from the start"));

export const people_options = (people) => people.map((one) => [one.player, `${one.player} ${one.name}`]);

// What kind of record something is.
export function record_kind(kind) {
  const words = {
    tournament: say("tournament details"), seats: say("seats of a table"), plan: say("seating plan"), swap: say("players swapped"),
    out: say("table removed"), withdraw: say("player withdrawn"), strike: say("player excluded from ranking"),
    enter: say("player added"), open: say("session started"), end: say("session ended"), game: say("game assigned"),
    detach: say("game detached"), penalty: say("penalty"), substitute: say("substitute"), correct: say("scores corrected"),
    chips: say("chips"),
    lock: say("result locked"), reopen: say("result unlocked"), hide: say("results hidden"),
    release: say("results released"), clock: say("clock"), bind: say("device assigned"),
    ledger: say("ledger registered"), pen: say("game moved to a spare"), slip: say("slip entered"), wall: say("screen settings"),
    believe: say("version chosen"), ruling: say("ruling at a table"), answer: say("referee call answered"),
    takeback: say("undo"),
    series: say("season or evening"), close: say("season or evening closed"), resume: say("season or evening reopened"),
    attendance: say("attendance"), sit: say("players at a table"),
    play: say("club game"), who: say("players of a game"), rescore: say("game corrected"), void: say("game voided"),
    merge: say("two numbers merged"), share: say("page visibility"),
  };
  return words[kind] ?? kind;
}

// What a wall may show, and those of it that one shows.
export const wall_contents = () => [["clock", say("Clock")], ["tables", say("Tables")], ["seats", say("Seats of the next session")], ["standings", say("Standings")]];

export const shown_on_walls = (shown) =>
  listed(wall_contents().filter(([one]) => shown.includes(one)).map(([, name]) => name));
