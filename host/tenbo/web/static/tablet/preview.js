// What a panel says of an event that the seats are asked to agree to, and of the result of a game.
import { listed, plural, say } from "../words.js";
import { IDLE, OF_SENTENCE, key, name_of, number, ordinal, round_of, signed, value_name } from "./phrases.js";

// A preview: what the seat pays or gets before anything else.
export function preview(said, view, seat) {
  const { plan, table } = said;
  const moved = plan.moved[seat];
  const amount = moved || plan.later[seat];
  const asked = plan.asked.includes(seat);
  const word = !amount ? say("Nothing for you") : amount > 0 ? say("You get") : say("You pay");
  return {
    left: [["b", view.note || title(said, view, seat)], value_of(plan) ? ` · ${value_of(plan)}` : ""],
    // Beside two names there is room for the seconds alone.
    right: [plan.passes && !names_two(plan, seat) ? say("recorded in {} s", plan.seconds) : say("{} s", plan.seconds)],
    body: {
      kind: "payment",
      word,
      tone: amount < 0 ? "pay" : amount > 0 ? "get" : "",
      amount: amount ? number(Math.abs(amount)) : "",
      small: amount ? (moved ? "" : say("after the game")) : standing(plan, seat),
      sum: sum(said, view, seat),
      rest: moved ? others(plan, table).filter(([, , of]) => of !== seat) : [],
    },
    keys: [
      IDLE,
      asked ? { ...key(say("Agree"), "yes"), left: plan.passes ? plan.seconds / plan.of : undefined } : IDLE,
      plan.joins[seat] ? key(say("I ron too")) : IDLE,
      IDLE,
      key(say("Stop"), "no"),
    ],
  };
}

// Whether others win and pay.
const names_two = ({ wins }, seat) => wins?.length === 1 && wins[0].seat !== wins[0].from && ![wins[0].seat, wins[0].from].includes(seat);

function title({ plan, table }, view, seat) {
  const name = (other) => name_of(table, other, OF_SENTENCE);
  if (plan.wins?.length === 1) {
    const [{ seat: winner, from }] = plan.wins;
    if (winner === from) return winner === seat ? say("Your tsumo") : say("{}: tsumo", name(winner));
    if (winner === seat) return say("Your ron from {}", name(from));
    return from === seat ? say("{}: ron from you", name(winner)) : say("{}: ron from {}", name(winner), name(from));
  }
  if (plan.kind === "draw" && plan.tenpai) {
    if (!plan.tenpai.length) return say("Draw: all noten");
    return say("Draw: {} tenpai", listed(plan.tenpai.map(name)));
  }
  return view.title;
}

function value_of({ wins }) {
  if (wins?.length !== 1) return "";
  return value_name(wins[0]);
}

// The figures beside the amount: what it is made of, and what the seat has then; for the others who pays and gets.
function sum({ plan, table }, view, seat) {
  const moved = plan.moved[seat];
  const after = [say("new score"), standing(plan, seat)];
  if (plan.kind !== "win" && plan.kind !== "draw") return [...view.below.slice(moved ? 1 : 0, 3).map((line) => [line, ""]), after];
  if (!moved) return others(plan, table).slice(0, 3);
  if (plan.wins?.length !== 1) return [after];
  const [{ seat: winner, from }] = plan.wins;
  const tsumo = winner === from;
  const honba = (plan.honba * plan.honba_value) / (tsumo ? 3 : 1);
  if (moved < 0) return [...(honba ? [[say("for the hand"), number(-moved - honba)], [say("{} honba", plan.honba), number(honba)]] : []), after];
  const paid = flows(plan).reduce((all, [, , n]) => all + n, 0);
  const sticks = moved - paid;
  const source = tsumo ? say("from all") : say("from {}", name_of(table, from, OF_SENTENCE));
  return [[source, number(paid)], ...(sticks ? [[plural(plan.sticks, "{} stick", "{} sticks"), number(sticks)]] : []), after];
}

// The points that a seat has then, and its place.
function standing({ scores, moved, places }, seat) {
  const place = places ? ` · ${ordinal(places[seat])}` : "";
  return number(scores[seat] + moved[seat]) + place;
}

// What each pays and gets, those who get first.
function others({ moved }, table) {
  const by_gain = [0, 1, 2, 3].filter((seat) => moved[seat]).sort((one, other) => moved[other] - moved[one]);
  return by_gain.map((seat) => {
    const name = name_of(table, seat, OF_SENTENCE);
    return [moved[seat] > 0 ? say("{} gets", name) : say("{} pays", name), number(Math.abs(moved[seat])), seat];
  });
}

// Who pays whom how much, as [from, to, points].
export function flows({ kind, moved, wins }) {
  if (kind !== "win" && kind !== "draw") return [];
  const payers = [0, 1, 2, 3].filter((seat) => moved[seat] < 0);
  const getters = [0, 1, 2, 3].filter((seat) => moved[seat] > 0);
  if (getters.length === 1 || wins?.length === 1) {
    const [to] = wins?.length === 1 ? [wins[0].seat] : getters;
    return payers.filter((from) => from !== to).map((from) => [from, to, -moved[from]]);
  }
  if (payers.length === 1) return getters.map((to) => [payers[0], to, moved[to]]);
  return payers.map((from, at) => [from, getters[at % getters.length], -moved[from]]);
}

// What the device writes of a total: its parts behind the points, such as "30500 uma +5000".
const PARTS = /([^\d+-]+) ([+-]\d+)/g;

// The result of a game: the seat's place and total with the others', or with `points` how the total is made up.
export function at_end(said, view, seat, points) {
  const { table } = said;
  const own = Number(view.amount);
  const is_other = (line) => line.includes("\t");
  const others = view.below.filter(is_other).map((line) => line.split("\t"));
  const parts = view.below.filter((line) => !is_other(line)).flatMap((line) => [...line.matchAll(PARTS)]);
  const made_up = [...parts.map(([, what, value]) => [what.trim(), signed(Number(value))]), [say("Total"), signed(own)]];
  return {
    left: [["b", view.note || view.title]],
    right: [`${round_of(table)} · ${say("stored")}`],
    body: {
      kind: "payment",
      word: ordinal(table.places[seat]),
      small: name_of(table, seat),
      tone: own > 0 && !points ? "get" : "",
      amount: points ? number(table.scores[seat]) : signed(own),
      sum: points ? made_up : others.map(([who, total]) => [who, signed(Number(total))]),
    },
    keys: [IDLE, key(points ? say("Total") : say("Points")), IDLE, IDLE, key(say("New game"), "does", say("hold {}", "BACK"))],
  };
}
