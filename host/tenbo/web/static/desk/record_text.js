// What a record of the desk says, behind what kind it is: who, where, how many points, and why.
import { lasting, time_of_day } from "../parts/clock.js";
import { seat_at_start, sticks_text } from "../parts/table-state.js";
import { in_words } from "../table/event_text.js";
import { bracketed, headed, listed, plural, points, say, signed } from "../words.js";
import { ranges, record_kind, seat_name, shown_on_walls, since_text, WINDS } from "./words.js";

const where = ({ session, table }) =>
  listed([session && say("Session {}", session), table && say("Table {}", table)].filter(Boolean));

const scores = ({ scores: four, sticks }) => listed([four.map(points).join("\u00a0/\u00a0"), sticks && sticks_text(sticks)].filter(Boolean));

const CLOCK = {
  start: ({ minutes, signal }) => (signal ? say("started: {} min, signal {} min before the end", minutes, signal) : say("started: {} min", minutes)),
  pause: () => say("paused"),
  resume: () => say("resumed"),
  extra: ({ minutes }) => say("time changed by {} min", signed(minutes)),
  stop: () => say("session time ended"),
};

// What is particular to each kind; `who` names a player, the place and the reason are the same for all.
const PARTICULARS = {
  bind: ({ device }) => device,
  ledger: ({ ledger, device }) => listed([ledger, `${say("Device")} ${device}`]),
  tournament: ({ title, rules, place, country }) => listed([title, rules, place, country].filter(Boolean)),
  seats: ({ players }, who) => listed(players.map((one) => (one ? who(one) : "-"))),
  plan: ({ sessions, tables }) => listed([sessions.length === 1 ? say("Session {}", sessions[0]) : `${say("Sessions")} ${ranges(sessions)}`, plural(tables, "{} table", "{} tables")]),
  swap: ({ players }, who) => listed(players.map(who)),
  withdraw: ({ player, instead }, who) => (instead ? say("{}, replaced by {}", who(player), who(instead)) : who(player)),
  strike: ({ player }, who) => who(player),
  enter: ({ player }, who) => who(player),
  penalty: ({ table, seat, points: taken }) => listed([seat_name(table, seat), points(taken)]),
  chips: ({ chips }) => chips.map(signed).join(" · "),
  substitute: ({ seat, since }) => listed([WINDS[seat], since_text(since)]),
  correct: scores,
  slip: scores,
  release: ({ at }) => time_of_day(at),
  wall: ({ wall, shows, delay }) => listed([say("Screen {}", wall), shown_on_walls(shows), delay && say("points delayed by {} s", delay)].filter(Boolean)),
  clock: (fields) => CLOCK[fields.act]?.(fields) ?? fields.act,
  pen: ({ ledger, to }) => say("ledger {} is now written by device {}", ledger, to),
  believe: ({ ledger, host }) => listed([ledger, host]),
  ruling: ({ event, act }) => listed([say("event {}", event), in_words(WINDS.map((wind) => say("seat {}", wind)), act)]),
  answer: ({ seat, waited }) => listed([seat_at_start(seat), say("after {}", lasting(waited))]),
  takeback: ({ of }, who, others) => {
    const undone = others?.find(({ n }) => n === of);
    return undone ? headed(record_kind(undone.kind), recorded(undone, who.known, others)) : say("record {}", of);
  },
  series: ({ title, date }) => listed([title, date]),
  close: ({ series }) => say("number {}", series),
  resume: ({ series }) => say("number {}", series),
  attendance: ({ player, present }, who) => (present ? say("{} is here.", who(player)) : say("{} has left.", who(player))),
  sit: ({ players }, who) => players.map((one) => (one ? who(one) : say("free"))).join("\u00a0/\u00a0"),
  play: ({ players, scores: typed }, who) => listed([players.map((one) => (one ? who(one) : say("Guest"))).join("\u00a0/\u00a0"), typed && typed.map(points).join("\u00a0/\u00a0")].filter(Boolean)),
  who: ({ game, players }, who) => listed([say("game {}", game), players.map((one) => (one ? who(one) : say("Guest"))).join("\u00a0/\u00a0")]),
  rescore: ({ game, chips, ...typed }) => listed([say("game {}", game), typed.scores && scores(typed), chips && chips.map(signed).join(" · ")].filter(Boolean)),
  void: ({ game }) => say("game {}", game),
  merge: ({ player, into }, who) => listed([who(player), who(into)]),
  share: ({ player, shows }, who) => listed([who(player), { self: say("only that person"), members: say("members"), everyone: say("everyone") }[shows] ?? shows]),
};
// A place that is said among the particulars already.
const PLACED = { penalty: ["session"] };

// Reasons that nobody has typed.
const OWN_REASONS = { "typed from the slip": () => say("typed from the slip"), undo: () => say("Undo") };

// `names` are those of the players, by number; `others` the records among which that is which was undone.
export function recorded({ kind, fields }, names, others) {
  const who = Object.assign((player) => (names?.get(player) ? `${player} ${names.get(player)}` : say("Player {}", player)), { known: names });
  const place = where(PLACED[kind] ? Object.fromEntries(PLACED[kind].map((name) => [name, fields[name]])) : fields);
  const parts = [kind === "plan" ? "" : place, PARTICULARS[kind]?.(fields, who, others)].filter(Boolean);
  const said = parts.length ? parts.reduce((head, text) => headed(head, text)) : "";
  return fields.why ? bracketed(said, OWN_REASONS[fields.why]?.() ?? fields.why) : said;
}
