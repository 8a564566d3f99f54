// What happened at a table, and why points moved, in the reader's words.
import { since_text } from "../desk/words.js";
import { short_worth } from "../hand/result.js";
import { error_text } from "../live/refusals.js";
import { seat_at_start } from "../parts/table-state.js";
import { bracketed, in_turn, listed, points, say } from "../words.js";

// Whether this is a hand that was dealt, and not what happened between two.
export const is_dealt = ({ acts }) => acts.some((act) => act.kind === "hand");

// The accounts of a game: four seats by who sits there, the table, and what penalties have taken away.
export const account = (names, number) => {
  if (number === 4) return say("the table");
  if (number === 5) return say("penalties");
  return names[number] || seat_at_start(number);
};

const REASONS = {
  start: () => say("start"),
  riichi: () => say("Riichi"),
  "stake back": () => say("riichi stick returned"),
  sticks: () => say("Sticks"),
  ron: () => say("Ron"),
  tsumo: () => say("Tsumo"),
  honba: () => say("Honba"),
  pao: () => say("liability"),
  noten: () => say("noten"),
  nagashi: () => say("nagashi mangan"),
  chombo: () => say("chombo"),
  late: () => say("late arrival"),
  penalty: () => say("penalty"),
  "leftover sticks": () => say("leftover sticks"),
  "counted from the target": () => say("target points deducted"),
  uma: () => say("uma"),
  oka: () => say("oka"),
  "chombo after the game": () => say("chombo penalty after the game"),
  "penalty after the game": () => say("penalty after the game"),
  "late after the game": () => say("lateness penalty after the game"),
  substitute: () => say("substitute"),
};

export const reason = (why) => REASONS[why]?.() ?? why;

const ABORTS = {
  nine_terminals: () => say("nine terminals"),
  four_winds: () => say("four winds"),
  four_kans: () => say("four kans"),
  four_riichi: () => say("four riichi"),
  triple_ron: () => say("triple ron"),
};

const worth = ({ han, fu, yakuman }) => short_worth({ han, fu, yakuman, limit: yakuman ? "yakuman" : "" });

function winner(names, win) {
  const who = account(names, win.seat);
  const how = win.from === win.seat ? say("{}: tsumo", who) : say("{}: ron from {}", who, account(names, win.from));
  return listed([how, worth(win), ...[win.pao, win.pao_other ?? null].filter((seat) => seat !== null).map((seat) => say("{} liable", account(names, seat)))]);
}

const because = (text, why) => (why ? bracketed(text, why) : text);

const ACTS = {
  start: () => say("start"),
  name: ({ name }) => name,
  hand: ({ dice }) => (dice ? say("dice {}", dice.join(" + ")) : say("dice")),
  riichi: ({ seat }, who) => say("riichi: {}", who([seat])),
  riichi_void: ({ seat }, who) => say("riichi taken back: {}", who([seat])),
  riichi_invalid: ({ seat }, who) => say("invalid riichi: {}", who([seat])),
  win: ({ wins }, _, names) => in_turn(wins.map((win) => winner(names, win))),
  draw: ({ tenpai, nagashi }, who) =>
    listed([say("draw, tenpai: {}", who(tenpai)), ...(nagashi?.length ? [say("nagashi mangan: {}", who(nagashi))] : [])]),
  abort: ({ kind }) => say("abortive draw: {}", ABORTS[kind]?.() ?? kind),
  chombo: ({ seats }, who) => say("chombo: {}", who(seats)),
  dead_hand: ({ seat }, who) => say("dead hand: {}", who([seat])),
  redeal: ({ why }) => because(say("redealt"), why),
  penalty: ({ seat, points: taken, why }, who) => because(say("penalty for {}: {}", who([seat]), points(taken)), why),
  late: ({ seat, minutes }, who) => say("late: {}, {} min", who([seat]), minutes),
  substitute: ({ seat, since }, who) => listed([say("substitute: {}", who([seat])), since_text(since)]),
  disqualify: ({ seat, why }, who) => because(say("disqualified: {}", who([seat])), why),
  session: ({ minutes }) => (minutes ? say("clock started, {} min", minutes) : say("clock started")),
  pause: ({ why }) => because(say("clock stopped"), why),
  resume: () => say("clock resumed"),
  extra: ({ minutes, why }) => because(say("time changed by {} min", minutes), why),
  signal: () => say("time signal"),
  undo: ({ why }) => because(say("taken back"), why),
  correct: ({ why }) => because(say("corrected"), why),
  swap: ({ seats, why }, who) => because(say("records exchanged: {}", who(seats)), why),
  end: () => say("ended manually"),
};

// One act of a game in words; `names` are the players by seat.
export function in_words(names, { kind, fields }) {
  const who = (seats) => listed(seats.map((seat) => account(names, seat))) || say("no one");
  return ACTS[kind]?.(fields, who, names) ?? kind;
}

const ASKERS = [undefined, undefined, undefined, undefined, () => say("desk"), () => say("referee"), () => say("the table")];

// Why something was not done, by who sits there: a page knows no seat by the number that it has for the table.
export const refused = (names, { sentence, message, reason, params }) =>
  sentence ? error_text({ message: sentence, reason, params }, names) : message;

// Who has asked for an event: a seat, the desk, a referee, or the table itself.
export const asker = (names, by) => ASKERS[by]?.() ?? account(names, by);
