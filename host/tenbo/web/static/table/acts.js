// What referee and desk do at a table: each act is told first, with what it would change, and done when it is meant.
import { asked } from "../desk/confirm.js";
import { Doing } from "../parts/form.js";
import { html, nothing } from "../parts/element.js";
import { act, ask, me } from "../live/acts.js";
import { headed, listed, points, say, signed } from "../words.js";
import { Correction } from "./correction.js";
import { account, is_dealt, refused } from "./event_text.js";
import { round_text } from "../parts/table-state.js";

const MINUTE_MS = 60000;

export class Acts {
  constructor(number, draw) {
    const doing = new Doing(draw, { seen: () => this.seen, look: () => this.look(), says: (error) => refused(this.names, error), asks: asked });
    Object.assign(this, { names: [], number, doing, role: "", seen: undefined });
    this.correction = new Correction(this, draw);
    me().then(({ role }) => {
      this.role = role;
      draw();
    }, () => {});
  }

  get may() {
    return this.role === "referee" || this.role === "desk";
  }

  // The number of the last record, read when a question is asked: not what the stream tells before or after it.
  async look() {
    this.seen = (await ask("/v1")).seen;
  }

  // Ask the table what an event would change and show it as a question; yes counts as long as it still changes that.
  async tell(name, event, fields, names) {
    const path = `/v1/tables/${this.number}/events`;
    this.doing.set(name, { busy: true });
    try {
      const told = await act(path, { event, fields, preview: true });
      this.doing.question(name, effect(names, told), path, { event, fields, last: told.last });
    } catch (error) {
      this.doing.set(name, { bad: refused(names, error) });
    }
  }

  // The question says what the table has already; who gives time meanwhile is noticed by the number of the last record.
  async more_time(minutes) {
    this.doing.set("time", { busy: true });
    try {
      await this.look();
      const { tables } = await ask("/v1/clock");
      const extra = Math.round((tables?.[this.number]?.extra_ms ?? 0) / MINUTE_MS);
      const question = say("Change the time of table {} by {} min? Extra time so far: {} min.", this.number, minutes, extra);
      this.doing.question("time", question, "/v1/clock", { act: "extra", minutes, table: this.number });
    } catch (error) {
      this.doing.set("time", { bad: error.message });
    }
  }

  answer(seat) {
    return this.doing.send("call", `/v1/tables/${this.number}/answer`, { seat }, () => say("Your answer to the call has been recorded."));
  }

  // A game that is over takes no more time.
  view(names, game, is_over) {
    this.names = names;
    if (!this.may) return nothing;
    return html`<section class="acts part" aria-labelledby="acts">
      <h2 id="acts">${say("Referee actions")}</h2>
      ${this.doing.view("call")}
      <div class="forms">${is_over ? nothing : this.time()} ${game ? this.swap(names, game) : nothing}</div>
      ${game ? this.correction.view(names, game) : nothing}
    </section>`;
  }

  time() {
    const submit = (event) => {
      event.preventDefault();
      this.more_time(Number(event.target.elements.minutes.value));
    };
    return html`<form @submit=${submit} class="time">
      <h3>${say("Extra time")}</h3>
      <label>${say("Minutes")} <input name="minutes" type="number" min="-60" max="60" value="5" required></label>
      <button>${say("Give extra time")}</button>
      ${this.doing.view("time")}
    </form>`;
  }

  // What was recorded for one seat is the other's; who sits where stays as it is.
  swap(names, game) {
    const submit = (event) => {
      event.preventDefault();
      const { one, other, since, why } = event.target.elements;
      const fields = { seats: [Number(one.value), Number(other.value)], why: why.value };
      if (since.value) fields.of = Number(since.value);
      this.tell("swap", "swap", fields, names);
    };
    const seats = (chosen) =>
      names.map((_, seat) => html`<option value=${seat} .selected=${seat === chosen}>${account(names, seat)}</option>`);
    return html`<form @submit=${submit} class="swap">
      <h3>${say("Recorded for the wrong seat")}</h3>
      <label>${say("This seat")} <select name="one">${seats(0)}</select></label>
      <label>${say("and this one")} <select name="other">${seats(1)}</select></label>
      <label>${say("Recorded wrongly since")} <select name="since">
        <option value="">${say("the beginning of the game")}</option>
        ${game.hands.filter(is_dealt).map((hand) => html`<option value=${hand.acts[0].n}>${round_text(hand.where)}</option>`)}
      </select></label>
      <label>${say("Reason")} <input name="why" required maxlength="60"></label>
      <button>${say("Exchange the records")}</button>
      ${this.doing.view("swap")}
    </form>`;
  }
}

const CHANGED = {
  hand: () => say("Hand played"),
  honba: () => say("Honba"),
  sticks: () => say("Sticks"),
  phase: () => say("Game"),
  penalties: () => say("penalties"),
  after_the_game: () => say("penalties after the game"),
  dead: () => say("dead hand"),
  riichi: () => say("Riichi"),
  disqualified: () => say("disqualified"),
  substitutes: () => say("substitute"),
};
const PHASES = { between: () => say("between hands"), playing: () => say("running"), over: () => say("over") };
const OF_SEATS = ["dead", "riichi", "disqualified"];

function value(names, name, one) {
  if (name === "phase") return PHASES[one]();
  if (name === "substitutes") return value(names, "dead", [...one.keys()].filter((seat) => one[seat]));
  if (OF_SEATS.includes(name)) return listed(one.map((seat) => account(names, seat))) || say("no one");
  return Array.isArray(one) ? one.map((number) => points(number)).join(" ") : one;
}

// What an act would change, as a question tells it.
function effect(names, { deltas, changed }) {
  const moved = [...deltas.keys()].filter((seat) => deltas[seat]);
  const others = Object.entries(changed);
  if (!moved.length && !others.length) return say("This correction has no effect.");
  return html`${say("This would change:")}
    <ul class="effect">
      ${moved.map((seat) => html`<li>${account(names, seat)} <strong>${signed(deltas[seat])}</strong></li>`)}
      ${others.map(([name, [before, after]]) => html`<li>${headed(CHANGED[name]?.() ?? name, `${value(names, name, before)} → ${value(names, name, after)}`)}</li>`)}
    </ul>`;
}
