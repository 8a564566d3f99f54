// The correction of a hand that is over: how it ended, who won what from whom, who had declared riichi, whose hand is dead.
import { html, nothing } from "../parts/element.js";
import { round_text } from "../parts/table-state.js";
import { say } from "../words.js";
import { account } from "./in_words.js";

const SEATS = [0, 1, 2, 3];
const ENDS = ["win", "draw", "abort", "chombo"];
const FU = [20, 25, 30, 40, 50, 60, 70, 80, 90, 100, 110];
const MOST_WINNERS = 3;
// What may lie between a riichi and the end is put in again as it was, its fields in this order; a stop of the clock cannot
// be, for it would be given another second.
const CARRIED = {
  hand: ["dice"], name: ["seat", "name"], session: ["minutes", "start"], extra: ["minutes", "why"], signal: [],
  penalty: ["seat", "points", "why", "when"], late: ["seat", "minutes"], substitute: ["seat", "since"], disqualify: ["seat", "why"],
};

const KINDS = { win: () => say("Win"), draw: () => say("Draw"), abort: () => say("Abortive draw"), chombo: () => say("Chombo"), none: () => say("Not recorded at all") };
const ABORTS = {
  nine_terminals: () => say("nine terminals"), four_winds: () => say("four winds"), four_kans: () => say("four kans"),
  four_riichi: () => say("four riichi"), triple_ron: () => say("triple ron"),
};
// What is ruled of a seat while a hand is played; the last two are of a riichi.
const RULINGS = {
  dead_hand: () => say("dead hand"),
  riichi_invalid: () => say("invalid riichi: the stick goes back, the hand is dead"),
  riichi_void: () => say("riichi taken back: its own tile was ronned"),
};
const OF_A_RIICHI = ["riichi_invalid", "riichi_void"];
const NEW_WIN = { seat: 0, from: 1, han: 1, fu: 30, yakuman: 0, pao: null, pao_yakuman: 0 };

export class Correction {
  constructor(acts, draw) {
    Object.assign(this, { acts, draw, of: undefined });
  }

  // Take what is recorded of a hand into the form.
  begin(hand) {
    const end = end_of(hand);
    const riichi = hand.acts.filter((act) => act.kind === "riichi");
    const ruled = hand.acts.filter((act) => act.kind in RULINGS);
    const first = Math.min(end.n, ...[...riichi, ...ruled].map((act) => act.n));
    const told = [end, ...riichi, ...ruled];
    const between = hand.acts.filter((act) => act.n >= first && act.n <= end.n && !told.includes(act));
    // What cannot be carried along would be lost with a range: then only the end itself is put right.
    const others = twice(riichi) || twice(ruled) || between.some((act) => !(act.kind in CARRIED));
    const rulings = SEATS.map((seat) => ruled.find((act) => act.fields.seat === seat)?.kind ?? "");
    this.of = hand.acts[0].n;
    this.form = {
      first, last: end.n, others, carried: between.map(carried), kind: end.kind, why: "",
      recorded: riichi.map((act) => act.fields.seat), riichi: riichi.map((act) => act.fields.seat),
      ruled: rulings, rulings: [...rulings], together: hand.acts.some((act) => act !== end && act.n === end.n),
      wins: structuredClone(end.fields.wins ?? [NEW_WIN]), tenpai: [...(end.fields.tenpai ?? [])],
      nagashi: [...(end.fields.nagashi ?? [])], abort: end.fields.kind ?? "nine_terminals",
      offenders: end.kind === "chombo" ? [...end.fields.seats] : [], along: end.fields.with ?? null,
    };
    this.acts.doing.set("correct", {});
    this.draw();
  }

  close() {
    this.of = undefined;
    this.draw();
  }

  // The event that puts the form in the place of what is recorded.
  get fields() {
    const { form } = this;
    const whole = form.together || !same(form.riichi, form.recorded) || form.rulings.some((kind, seat) => kind !== form.ruled[seat]);
    const before = whole ? [...form.carried, ...form.riichi.map((seat) => ["riichi", seat]), ...rulings_of(form)] : [];
    const range = whole && form.first !== form.last ? { of: form.first, to: form.last } : { of: form.last };
    return { ...range, events: [...before, ...ending(form)], why: form.why };
  }

  // Below a hand: the way to the form, which stands in one place however many hands are played meanwhile.
  button(hand) {
    if (!this.acts.may || !end_of(hand)) return nothing;
    const begin = () => {
      this.begin(hand);
      const form = document.querySelector(".correction");
      form.scrollIntoView({ block: "center" });
      form.elements.kind.focus({ preventScroll: true });
    };
    return html`<p><button type="button" class="begin-correction" @click=${begin}>${say("Put this hand right")}</button></p>`;
  }

  view(names, game) {
    const hand = game.hands.find((one) => one.acts[0].n === this.of);
    if (!this.acts.may || !hand) return nothing;
    const submit = (event) => {
      event.preventDefault();
      this.acts.tell("correct", "correct", this.fields, names);
    };
    const { form } = this;
    return html`<form class="correction" @submit=${submit}>
      <h3>${say("Put {} right", round_text(hand.where))}</h3>
      <label>${say("It ended with")} ${this.select("kind", Object.entries(KINDS).map(([kind, words]) => [kind, words()]))}</label>
      ${form.kind === "win" ? form.wins.map((win, place) => this.win(names, win, place)) : nothing}
      ${form.kind === "win" && form.wins.length < MOST_WINNERS
        ? html`<button type="button" @click=${() => this.put(() => form.wins.push({ ...NEW_WIN, from: form.wins[0].from }))}>${say("One more winner")}</button>`
        : nothing}
      ${form.kind === "draw" ? html`${this.seats(names, "tenpai", say("Tenpai"))} ${this.seats(names, "nagashi", say("Nagashi mangan"))}` : nothing}
      ${form.kind === "abort" ? html`<label>${say("Why it was broken off")} ${this.select("abort", Object.entries(ABORTS).map(([kind, words]) => [kind, words()]))}</label>` : nothing}
      ${form.kind === "chombo" ? this.seats(names, "offenders", say("Who is at fault")) : nothing}
      ${form.others ? nothing : html`${this.seats(names, "riichi", say("Riichi"))} ${this.rulings(names)}`}
      <label>${say("Why")} <input name="why" required maxlength="60" .value=${form.why} @input=${(event) => (form.why = event.target.value)}></label>
      <button>${say("See what it would change")}</button>
      <button type="button" @click=${() => this.close()}>${say("Leave it as it is")}</button>
      ${this.acts.doing.view("correct")}
    </form>`;
  }

  // A change of the form is a new question.
  put(change) {
    change(this.form);
    this.acts.doing.set("correct", {});
    this.draw();
  }

  select(field, options) {
    const choose = (event) => this.put((form) => (form[field] = event.target.value));
    return html`<select name=${field} @change=${choose}>
      ${options.map(([one, words]) => html`<option value=${one} .selected=${one === this.form[field]}>${words}</option>`)}
    </select>`;
  }

  // A ruling of a riichi needs one: either goes with the other.
  rulings(names) {
    const choose = (seat) => ({ target }) =>
      this.put((form) => {
        form.rulings[seat] = target.value;
        if (OF_A_RIICHI.includes(target.value)) form.riichi = [...new Set([...form.riichi, seat])].sort();
      });
    return html`<fieldset><legend>${say("Ruled in this hand")}</legend>
      ${SEATS.map(
        (seat) => html`<label>${account(names, seat)}
          <select name="ruling" data-seat=${seat} @change=${choose(seat)}>
            <option value="" .selected=${!this.form.rulings[seat]}>-</option>
            ${Object.entries(RULINGS).map(([kind, words]) => html`<option value=${kind} .selected=${kind === this.form.rulings[seat]}>${words()}</option>`)}
          </select></label>`,
      )}
    </fieldset>`;
  }

  seats(names, field, words) {
    const turn = (seat) => () =>
      this.put((form) => {
        form[field] = form[field].includes(seat) ? form[field].filter((one) => one !== seat) : [...form[field], seat].sort();
        if (field === "riichi" && !form.riichi.includes(seat) && OF_A_RIICHI.includes(form.rulings[seat])) form.rulings[seat] = "";
      });
    return html`<fieldset><legend>${words}</legend>
      ${SEATS.map(
        (seat) => html`<label><input type="checkbox" name=${field} value=${seat} .checked=${this.form[field].includes(seat)} @change=${turn(seat)}>
          ${account(names, seat)}</label>`,
      )}
    </fieldset>`;
  }

  win(names, win, place) {
    const set = (field) => (event) => this.put(() => (win[field] = Number(event.target.value)));
    const seats = (chosen, own) =>
      SEATS.map((seat) => html`<option value=${seat} .selected=${seat === chosen}>${seat === own ? say("self-draw") : account(names, seat)}</option>`);
    return html`<fieldset class="win"><legend>${say("Winner {}", place + 1)}</legend>
      <label>${say("Who won")} <select name="seat" @change=${set("seat")}>${seats(win.seat)}</select></label>
      <label>${say("From whom")} <select name="from" @change=${set("from")}>${seats(win.from, win.seat)}</select></label>
      <label>${say("Han")} <input name="han" type="number" min="0" max="99" .value=${String(win.han)} @change=${set("han")}></label>
      <label>${say("Fu")} <select name="fu" @change=${set("fu")}>
        ${[0, ...FU].map((fu) => html`<option value=${fu} .selected=${fu === win.fu}>${fu || "-"}</option>`)}</select></label>
      <label>${say("Yakuman")} <input name="yakuman" type="number" min="0" max="9" .value=${String(win.yakuman)} @change=${set("yakuman")}></label>
      ${win.yakuman ? this.liable(names, win) : nothing}
      ${place ? html`<button type="button" @click=${() => this.put((form) => form.wins.splice(place, 1))}>${say("Take this winner away")}</button>` : nothing}
    </fieldset>`;
  }

  // Who has made a yakuman certain pays it; another one, or nobody, had no part of it.
  liable(names, win) {
    const set = ({ target }) => this.put(() => Object.assign(win, { pao: target.value === "" ? null : Number(target.value), pao_yakuman: 0 }));
    const others = SEATS.filter((seat) => seat !== win.seat);
    return html`<label>${say("Who is liable")} <select name="pao" @change=${set}>
      <option value="" .selected=${win.pao === null}>${say("nobody")}</option>
      ${others.map((seat) => html`<option value=${seat} .selected=${seat === win.pao}>${account(names, seat)}</option>`)}
    </select></label>`;
  }
}

// What ended a hand, if it can be put right here.
const end_of = (hand) => (hand.runs ? undefined : hand.acts.findLast((act) => ENDS.includes(act.kind)));

// Whether two of these acts are of one seat: this form has no place for that.
const twice = (acts) => new Set(acts.map((act) => act.fields.seat)).size < acts.length;

// An event as a correction carries it; a start signal that was given at once keeps its second.
function carried({ kind, at, fields }) {
  const values = kind === "session" ? { start: at, ...fields } : fields;
  return [kind, ...(CARRIED[kind] ?? []).map((name) => values[name] ?? null)];
}

const rulings_of = (form) => SEATS.filter((seat) => form.rulings[seat]).map((seat) => [form.rulings[seat], seat]);

const same = (one, other) => one.length === other.length && one.every((seat) => other.includes(seat));

// How the hand ended, as a correction carries it.
function ending({ kind, wins, tenpai, nagashi, abort, offenders, along }) {
  if (kind === "chombo") return [along ? ["chombo", offenders, along] : ["chombo", offenders]];
  if (kind === "win") return [["win", wins.map(plain)]];
  if (kind === "draw") return [nagashi.length ? ["draw", tenpai, nagashi] : ["draw", tenpai]];
  return kind === "abort" ? [["abort", abort]] : [];
}

// A winner with no more fields than it needs: the line to the table is short.
function plain({ seat, from, han, fu, yakuman, pao, pao_yakuman }) {
  const liable = pao === null || !yakuman ? [] : [pao, ...(pao_yakuman ? [pao_yakuman] : [])];
  return yakuman || liable.length ? [seat, from, yakuman ? 0 : han, yakuman ? 0 : fu, yakuman, ...liable] : [seat, from, han, fu];
}
