// What each seat's panel says, in figures and words of the page, from the views of the device.
import { plural, say } from "../words.js";
import { IDLE, LETTERS, OF_SENTENCE, corner, device_keys, is_played, key, name_of, number, ordinal, round_of, side_of, value_name, wind_of, with_marks } from "./phrases.js";
import { at_end, preview } from "./preview.js";

// A question of so many lines has the first of them large.
const MOST_OF_A_QUESTION = 3;

// All panels in their order; a panel is `left` and `right` of its head, a `body`, and its five `keys`. `asks_points` returns
// whether a seat looks at its points when a game is over.
export function panels(said, asks_points) {
  return said.seats.map((view, seat) => panel(said, view, seat, asks_points(seat)));
}

function panel(said, view, seat, points) {
  const { table, plan } = said;
  if (view.screen === "score" && table) return score(said, view, seat);
  if (view.screen === "preview" && plan && table) return preview(said, view, seat);
  if (view.screen === "final" && table) return at_end(said, view, seat, points);
  if (view.screen === "how" && table) return how(said, view, seat);
  if (view.screen === "value" && said.value_keys) return value(said, view, seat);
  if (view.screen === "pick") return pick(view);
  return plain(said, view, seat);
}

// ---------------------------------------------------------------- a seat's points

function score(said, view, seat) {
  const { table } = said;
  const riichi = table.riichi.includes(seat);
  const playing = table.phase === "playing";
  const others = [3, 2, 1].map((turn) => (seat + turn) % 4).filter((other) => is_played(table, other));
  return {
    left: [["b", name_of(table, seat)], ` · ${ordinal(table.places[seat])}`],
    right: state_of_table(said, view, seat),
    body: {
      kind: "score",
      wind: LETTERS[wind_of(seat, table)],
      dealer: seat === table.dealer,
      score: number(table.scores[seat]),
      others: others.map((other) => ({
        side: side_of(seat, other),
        name: name_of(table, other),
        riichi: table.riichi.includes(other),
        dead: table.dead.includes(other),
        score: number(table.scores[other]),
      })),
    },
    keys: [
      riichi ? key(say("Declared"), "lit") : said.may_riichi[seat] ? key("RIICHI", "riichi") : IDLE,
      playing ? key(say("Win")) : said.wants_dice ? key(say("Dice"), "does", say("hold {}", "OK")) : IDLE,
      key(say("My lead"), "does", say("hold {}", "UP")),
      key(say("I need"), "does", say("hold {}", "DOWN")),
      key(say("More")),
    ],
  };
}

// Round, counters, sticks and clock; what needs the players' eyes stands in the clock's place.
function state_of_table(said, view, seat) {
  const { table } = said;
  if (view.note) return [["em", with_marks(view.note)]];
  const open = asked_by(said, seat);
  const last = open || (said.wants_dice ? say("Throw the dice") : "");
  const still = table.dead.includes(seat) ? ` · ${say("dead hand")}` : "";
  if (open) return [["em", open]];
  const counters = [say("{} honba", table.honba), plural(table.sticks, "{} stick", "{} sticks")];
  // What waits for the dice is read across the table: beside it stands no counter of nothing.
  const counted = said.wants_dice ? counters.filter((_, at) => [table.honba, table.sticks][at]) : counters;
  return [["b", round_of(table)], `${["", ...counted].join(" · ")}${still} · `, last || table.hands_left !== null ? ["em", last || view.clock] : view.clock];
}

function asked_by({ entering, table, seats }, seat) {
  if (entering === null || entering === undefined || entering === seat) return "";
  const name = name_of(table, entering);
  return ["how", "value"].includes(seats[entering].screen) ? say("{} enters a win", name) : say("{} is choosing", name);
}

// ---------------------------------------------------------------- a win that is entered

function how({ table }, view, seat) {
  const ron = (turn, write) => {
    const other = (seat + turn) % 4;
    return is_played(table, other) ? key(write(name_of(table, other, OF_SENTENCE))) : IDLE;
  };
  return {
    left: [["b", say("You win")]],
    right: corner(view),
    body: { kind: "question", text: say("Tsumo, or ron from whom?") },
    keys: [
      ron(3, (left) => `← ${left}`),
      key(say("Tsumo")),
      ron(2, (across) => `↑ ${across}`),
      ron(1, (right) => `${right} →`),
      key(say("Cancel"), "no"),
    ],
  };
}

function value({ table, value_keys: { from, fu, up, down } }, view, seat) {
  const [name, ...rest] = [...view.above, ...view.below];
  const how = from === seat ? say("Your tsumo") : say("Your ron from {}", name_of(table, from));
  return {
    left: [["b", view.note || how]],
    right: [],
    body: { kind: "amount", amount: number(Number(view.amount)), beside: name, small: rest.map(with_marks) },
    keys: [
      fu ? key(say("{} fu", fu)) : IDLE,
      key(say("Take it"), "yes"),
      key(value_name(up)),
      key(value_name(down)),
      key(say("Cancel"), "no"),
    ],
  };
}

// ---------------------------------------------------------------- who sits there

// Each name is on its key: the device has room for the key's number alone.
function pick(view) {
  const named = (label) => {
    const line = label && view.lines.find((one) => one.startsWith(`${label} `));
    return line ? key(line.slice(label.length + 1)) : IDLE;
  };
  const [ok, up, down, back] = view.keys;
  return {
    left: view.note ? [["b", view.note]] : [],
    right: [],
    body: { kind: "question", text: view.title },
    keys: [named("RIICHI"), named(ok), named(up), named(down), key(back, "no")],
  };
}

// ---------------------------------------------------------------- everything else: the device's own lines

function plain({ question }, view, seat) {
  const chosen = view.chosen >= 0;
  const first = chosen ? Math.max(0, Math.min(view.chosen - 1, view.lines.length - 3)) : 0;
  const lines = view.lines
    .slice(first, chosen ? first + 3 : 4)
    .map((text, at) => (chosen ? { text, on: first + at === view.chosen, step: first + at - view.chosen } : { text: with_marks(text) }));
  const short = !chosen && view.lines.length <= MOST_OF_A_QUESTION && !view.lines.some((line) => line.includes("\t"));
  const [text, ...small] = view.lines.map(with_marks);
  // Noten is an answer as good as tenpai, and no way out.
  const answers = question?.kind === "draw" && question.seats.includes(seat);
  const labelled = view.keys.some(Boolean);
  return {
    left: [["b", (labelled && view.note) || view.title]],
    right: !labelled && view.note ? [["em", view.note]] : corner(view),
    body: short ? { kind: "question", text, small } : { kind: "list", lines },
    keys: device_keys(view, view.screen, answers ? "does" : "no"),
  };
}
