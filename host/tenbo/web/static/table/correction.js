// The correction of a hand that is over: how it ended, who won what from whom, who had declared riichi, whose hand is dead.
import { html, nothing } from "../parts/element.js";
import { round_text } from "../parts/table-state.js";
import { in_turn, plural, say } from "../words.js";
import { account, in_words } from "./event_text.js";
import { corrections, correction, ending, parted } from "./clock_stops.js";

const SEATS = [0, 1, 2, 3];
const ENDS = ["win", "draw", "abort", "chombo", "redeal"];
const FU = [20, 25, 30, 40, 50, 60, 70, 80, 90, 100, 110];
const MOST_WINNERS = 3;
const KINDS = { win: () => say("Win"), draw: () => say("Draw"), abort: () => say("Abortive draw"), chombo: () => say("Chombo"), redeal: () => say("Redeal"), none: () => say("Not ended (recorded by mistake)") };
const ABORTS = {
  nine_terminals: () => say("nine terminals"), four_winds: () => say("four winds"), four_kans: () => say("four kans"),
  four_riichi: () => say("four riichi"), triple_ron: () => say("triple ron"),
};
// What is ruled of a seat while a hand is played; the last two are of a riichi.
const RULINGS = {
  dead_hand: () => say("dead hand"),
  riichi_invalid: () => say("invalid riichi: the stick goes back, the hand is dead"),
  riichi_void: () => say("riichi taken back: the riichi discard was ronned"),
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
    this.of = hand.acts[0].n;
    this.form = { ...recorded(end), why: "", ended: JSON.stringify(ending(recorded(end))) };
    this.take(hand);
    const { stretches } = this.form;
    this.form.riichi = stretches.flatMap(({ riichi }) => riichi).sort();
    this.form.rulings = SEATS.map((seat) => stretches.map(({ rulings }) => rulings[seat]).find(Boolean) ?? "");
    this.acts.doing.set("correct", {});
    this.draw();
  }

  // Where the hand is recorded; what the form says stays as it is.
  take(hand) {
    Object.assign(this.form, parted(hand.acts, end_of(hand)), { record: JSON.stringify(hand.acts) });
    if (this.form.only_end) Object.assign(this.form, { riichi: [], rulings: SEATS.map(() => "") });
  }

  // What is recorded is another since the form was opened: a part of what it says has come, or someone else has corrected it.
  follow(hand) {
    if (JSON.stringify(hand.acts) === this.form.record) return;
    const end = end_of(hand);
    if (!end) {
      this.of = undefined;
      return;
    }
    this.take(hand);
    this.form.ended = JSON.stringify(ending(recorded(end)));
  }

  close() {
    this.of = undefined;
    this.draw();
  }

  // The events that put the form in the place of what is recorded, one for each stretch of it that changes.
  get steps() {
    const { form } = this;
    const steps = corrections(form);
    // It asks what it would change, though it is nothing.
    const end = form.stretches.length - 1;
    return steps.length ? steps : [correction(form, form.stretches[end], end)];
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
    return html`<p><button type="button" class="begin-correction" @click=${begin}>${say("Correct this hand")}</button></p>`;
  }

  view(names, game) {
    const hand = game.hands.find((one) => one.acts[0].n === this.of);
    if (!this.acts.may || !hand) return nothing;
    this.follow(hand);
    if (this.of === undefined) return nothing;
    const { form, steps } = this;
    const submit = (event) => {
      event.preventDefault();
      form.several ||= steps.length > 1;
      this.acts.tell("correct", "correct", { ...steps[0], why: form.why }, names);
    };
    return html`<form class="correction" @submit=${submit}>
      <h3>${say("Correct {}", round_text(hand.where))}</h3>
      <label>${say("How the hand ended")} ${this.select("kind", Object.entries(KINDS).map(([kind, words]) => [kind, words()]))}</label>
      ${form.kind === "win" ? form.wins.map((win, place) => this.win(names, win, place)) : nothing}
      ${form.kind === "win" && form.wins.length < MOST_WINNERS
        ? html`<button type="button" @click=${() => this.put(() => form.wins.push({ ...NEW_WIN, from: form.wins[0].from }))}>${say("Add a winner")}</button>`
        : nothing}
      ${form.kind === "draw" ? html`${this.seats(names, "tenpai", say("Tenpai"))} ${this.seats(names, "nagashi", say("Nagashi mangan"))}` : nothing}
      ${form.kind === "abort" ? html`<label>${say("Reason for the abortive draw")} ${this.select("abort", Object.entries(ABORTS).map(([kind, words]) => [kind, words()]))}</label>` : nothing}
      ${form.kind === "chombo" ? this.seats(names, "offenders", say("Who is at fault")) : nothing}
      ${form.only_end
        ? html`<p class="hint">${say("One seat has two riichi or two rulings in this hand, so only the way the hand ended can be corrected.")}</p>`
        : html`${this.seats(names, "riichi", say("Riichi"))} ${this.rulings(names)}`}
      ${this.parts(names)}
      <label>${say("Reason")} <input name="why" required maxlength="60" .value=${form.why} @input=${(event) => (form.why = event.target.value)}></label>
      <button>${say("Preview the change")}</button>
      <button type="button" @click=${() => this.close()}>${say("Leave it as it is")}</button>
      ${this.acts.doing.view("correct")}
    </form>`;
  }

  // What stays as it is between the stretches, and how many corrections what the form says still takes.
  parts(names) {
    const { form } = this;
    const number = corrections(form).length;
    const stays = form.stretches.length > 1 ? in_turn(form.stays.map((act) => in_words(names, act))) : "";
    const more = number > 1 ? plural(number, "This takes {} correction.", "This takes {} corrections, one after the other.") : say("One more correction is needed.");
    return html`${stays ? html`<p class="hint">${say("Unchanged: {}.", stays)}</p>` : nothing}
      ${number > 1 || (number && form.several) ? html`<p class="hint more-corrections" role="status">${more}</p>` : nothing}`;
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
    return html`<fieldset><legend>${say("Rulings in this hand")}</legend>
      ${names.map(
        (_, seat) => html`<label>${account(names, seat)}
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
      ${names.map(
        (_, seat) => html`<label><input type="checkbox" name=${field} value=${seat} .checked=${this.form[field].includes(seat)} @change=${turn(seat)}>
          ${account(names, seat)}</label>`,
      )}
    </fieldset>`;
  }

  win(names, win, place) {
    const set = (field) => (event) => this.put(() => (win[field] = Number(event.target.value)));
    const seats = (chosen, own) =>
      names.map((_, seat) => html`<option value=${seat} .selected=${seat === chosen}>${seat === own ? say("Tsumo") : account(names, seat)}</option>`);
    return html`<fieldset class="win"><legend>${say("Winner {}", place + 1)}</legend>
      <label>${say("Who won")} <select name="seat" @change=${set("seat")}>${seats(win.seat)}</select></label>
      <label>${say("From whom")} <select name="from" @change=${set("from")}>${seats(win.from, win.seat)}</select></label>
      <label>${say("Han")} <input name="han" type="number" min="0" max="99" .value=${String(win.han)} @change=${set("han")}></label>
      <label>${say("Fu")} <select name="fu" @change=${set("fu")}>
        ${[0, ...FU].map((fu) => html`<option value=${fu} .selected=${fu === win.fu}>${fu || "-"}</option>`)}</select></label>
      <label>${say("Yakuman")} <input name="yakuman" type="number" min="0" max="9" .value=${String(win.yakuman)} @change=${set("yakuman")}></label>
      ${win.yakuman ? this.liable(names, win) : nothing}
      ${place ? html`<button type="button" @click=${() => this.put((form) => form.wins.splice(place, 1))}>${say("Remove this winner")}</button>` : nothing}
    </fieldset>`;
  }

  // Who has made a yakuman certain pays it; another one, or no one, had no part of it.
  liable(names, win) {
    const set = ({ target }) => this.put(() => Object.assign(win, { pao: target.value === "" ? null : Number(target.value), pao_yakuman: 0, pao_other: null }));
    const others = [...names.keys()].filter((seat) => seat !== win.seat);
    return html`<label>${say("Who is liable")} <select name="pao" @change=${set}>
      <option value="" .selected=${win.pao === null}>${say("no one")}</option>
      ${others.map((seat) => html`<option value=${seat} .selected=${seat === win.pao}>${account(names, seat)}</option>`)}
    </select></label>`;
  }
}

// What ended a hand, if it can be put right here.
const end_of = (hand) => (hand.runs ? undefined : hand.acts.findLast((act) => ENDS.includes(act.kind)));

// How a hand ended, in the fields of the form.
const recorded = ({ kind, fields }) => ({
  kind, wins: structuredClone(fields.wins ?? [NEW_WIN]), tenpai: [...(fields.tenpai ?? [])], nagashi: [...(fields.nagashi ?? [])],
  abort: fields.kind ?? "nine_terminals", offenders: kind === "chombo" ? [...fields.seats] : [], along: fields.with ?? null,
  again: kind === "redeal" ? fields.why : null,
});
