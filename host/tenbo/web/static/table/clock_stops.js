// What a correction puts in the place of a hand's record. A stop of the clock cannot be put in again, for it would be given
// another second: it stays, and the stretches of the record before and after it are corrected one by one.

const SEATS = [0, 1, 2, 3];
const RULED = ["dead_hand", "riichi_invalid", "riichi_void"];
// What is put in again as it was, its fields in this order.
const CARRIED = {
  hand: ["dice"], name: ["seat", "name"], session: ["minutes", "start"], extra: ["minutes", "why"], signal: [],
  penalty: ["seat", "points", "why", "when"], late: ["seat", "minutes"], substitute: ["seat", "since"], disqualify: ["seat", "why"],
  chombo: ["seats", "with"], riichi: ["seat"], ...Object.fromEntries(RULED.map((kind) => [kind, ["seat"]])),
};

// Part what is recorded from the first riichi or ruling to the end into stretches: {stretches, stays, only_end}.
export function parted(acts, end) {
  const riichi = acts.filter((act) => act.kind === "riichi");
  const ruled = acts.filter((act) => RULED.includes(act.kind));
  // The form has one place for a seat: who has two keeps them, and the end alone is put right.
  const only_end = twice(riichi) || twice(ruled);
  const told = only_end ? [end] : [...riichi, ...ruled, end];
  const first = Math.min(...told.map((act) => act.n));
  const [found, stays] = [[[]], []];
  for (const act of acts.filter(({ n }) => first <= n && n <= end.n)) {
    if (told.includes(act) || act.kind in CARRIED) found[found.length - 1].push(act);
    else {
      stays.push(act);
      found.push([]);
    }
  }
  return { stretches: found.filter((some) => some.length).map((some) => stretch(some, told, end)), stays, only_end };
}

function stretch(acts, told, end) {
  const here = acts.filter((act) => told.includes(act));
  return {
    first: acts[0].n,
    last: acts[acts.length - 1].n,
    riichi: here.filter(({ kind }) => kind === "riichi").map(({ fields }) => fields.seat),
    rulings: SEATS.map((seat) => here.find(({ kind, fields }) => RULED.includes(kind) && fields.seat === seat)?.kind ?? ""),
    carried: acts.filter((act) => !told.includes(act)).map(carried),
    // An event that a correction has put in has the number of the others.
    together: acts.some((act) => act !== end && act.n === end.n),
  };
}

// The corrections that make of the record what the form says, each of one stretch; none where it says what is recorded.
export function corrections(form) {
  const { stretches } = form;
  const end = stretches.length - 1;
  const ends_otherwise = JSON.stringify(ending(form)) !== form.ended;
  const wanted = stretches.map(({ riichi, rulings }) => ({
    riichi: riichi.filter((seat) => form.riichi.includes(seat)),
    rulings: rulings.map((kind, seat) => (kind === form.rulings[seat] ? kind : "")),
  }));
  const differs = (place) => !alike(wanted[place], stretches[place]) || (place === end && ends_otherwise);
  const changed = () => stretches.map((_, place) => place).filter(differs);
  // What is new goes where something is changed anyway, so that one correction is enough where it can be.
  const home = differs(end) ? end : changed()[0] ?? end;
  for (const seat of form.riichi) if (!wanted.some(({ riichi }) => riichi.includes(seat))) wanted[home].riichi.push(seat);
  SEATS.filter((seat) => form.rulings[seat] && !wanted.some(({ rulings }) => rulings[seat])).forEach((seat) => {
    // No ruling comes before its riichi.
    const riichi = wanted.findIndex((one) => one.riichi.includes(seat));
    wanted[Math.max(home, riichi)].rulings[seat] = form.rulings[seat];
  });
  return changed().map((place) => correction(form, wanted[place], place));
}

// The correction of one stretch. Where nothing but the end is another, nothing else is touched.
export function correction(form, wanted, place) {
  const { first, last, carried: others, together } = form.stretches[place];
  const is_end = place === form.stretches.length - 1;
  if (is_end && !together && alike(wanted, form.stretches[place])) return { of: last, events: ending(form) };
  const riichi = [...wanted.riichi].sort().map((seat) => ["riichi", seat]);
  const rulings = SEATS.filter((seat) => wanted.rulings[seat]).map((seat) => [wanted.rulings[seat], seat]);
  const events = [...others, ...riichi, ...rulings, ...(is_end ? ending(form) : [])];
  return first === last ? { of: first, events } : { of: first, to: last, events };
}

// Whether two of these acts are of one seat.
const twice = (acts) => new Set(acts.map((act) => act.fields.seat)).size < acts.length;

const alike = (one, other) =>
  [...one.riichi].sort().join() === [...other.riichi].sort().join() && one.rulings.join() === other.rulings.join();

// An event as a correction carries it; a start signal that was given at once keeps its second.
function carried({ kind, at, fields }) {
  const values = kind === "session" ? { start: at, ...fields } : fields;
  return [kind, ...CARRIED[kind].map((name) => values[name] ?? null)];
}

// How the hand ended, as a correction carries it.
export function ending({ kind, wins, tenpai, nagashi, abort, offenders, along, again }) {
  if (kind === "chombo") return [along ? ["chombo", offenders, along] : ["chombo", offenders]];
  if (kind === "win") return [["win", wins.map(plain)]];
  if (kind === "draw") return [nagashi.length ? ["draw", tenpai, nagashi] : ["draw", tenpai]];
  if (kind === "redeal") return [again ? ["redeal", again] : ["redeal"]];
  return kind === "abort" ? [["abort", abort]] : [];
}

// A winner with no more fields than it needs: the line to the table is short.
function plain({ seat, from, han, fu, yakuman, pao, pao_yakuman, pao_other = null }) {
  const more = pao_other === null ? (pao_yakuman ? [pao_yakuman] : []) : [pao_yakuman, pao_other];
  const liable = pao === null || !yakuman ? [] : [pao, ...more];
  return yakuman || liable.length ? [seat, from, yakuman ? 0 : han, yakuman ? 0 : fu, yakuman, ...liable] : [seat, from, han, fu];
}
