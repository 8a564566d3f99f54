// Entering a hand that was won at a table: the table knows the winds, the counters and who has declared riichi.
import "../parts/status.js";
import "../table/displays.js";
import { Drawn, html, nothing } from "../parts/element.js";
import { HandEntry } from "../hand/entry.js";
import { is_dealt, refused } from "../table/event_text.js";
import { full_name, with_full_names } from "../parts/name.js";
import { kanji, round_name, seat_at_start, seats_of, trouble, wind_of } from "../parts/table-state.js";
import { act, ask } from "../live/acts.js";
import { live } from "../live/live.js";
import { why_text } from "../live/refusals.js";
import { points, say } from "../words.js";

// What is stored may be behind the table for so long.
const BEHIND_MS = 1000;
const number = Number(location.pathname.split("/")[2]);
const now_at = () => with_full_names(live.tables.get(number)?.now, live.tables.get(number)?.in_full);

// The field as a table has it: who won from whom, and a button that shows the hand at the seats.
class TableHand extends HandEntry {
  constructor() {
    super();
    this.at_table = true;
    this.winner = this.source = this.liable = undefined;
    // Who has won on the same discard, entered before this one.
    this.others = [];
    this.asked_besides = ["winner", "source", "liable", "others"];
  }

  connectedCallback() {
    super.connectedCallback();
    this.stop = live.listen(() => this.follow());
    this.follow();
  }

  disconnectedCallback() {
    this.stop?.();
  }

  // What the table knows is filled in, again whenever it changes.
  follow() {
    const now = now_at();
    if (!now) return;
    if (this.early) {
      const said = this.early;
      this.early = undefined;
      this.hear(said);
    }
    const { state } = live.tables.get(number);
    const is_over = this.runs && now.phase !== "playing";
    // Why nothing came of it is of that hand, and of a table that was not there.
    if (this.in_vain && (is_over || (state === "following" && this.state !== state))) {
      this.sent = "";
      this.draw();
    }
    this.state = state;
    // The next hand has a winner of its own.
    if (is_over) this.ask_who();
    this.runs = now.phase === "playing";
    const { winner, hand } = this;
    const before = JSON.stringify([hand.record(), now.last, now.riichi]);
    Object.assign(hand, { round: now.round, honba: now.honba, sticks: now.sticks, rules: now.rules });
    if (winner !== undefined) {
      hand.seat = wind_of(now, winner);
      hand.riichi = now.riichi.includes(winner) ? hand.riichi || 1 : 0;
    }
    const after = JSON.stringify([hand.record(), now.last, now.riichi]);
    if (before === after && this.seen === after) this.draw();
    else this.changed();
    this.seen = after;
    if (!this.came_back) this.come_back();
  }

  // What had been entered before the page was loaded is of this hand, or of none any more.
  async come_back() {
    this.came_back = true;
    if (!this.kept.what) return;
    const game = await ask(`/v1/tables/${number}/game`).catch(() => undefined);
    const { ledger, last } = live.tables.get(number) ?? {};
    // Anyone who began to enter meanwhile goes on with that.
    const { of } = this.kept.what ?? {};
    if (!of || !game) return;
    if (game.last < last) {
      setTimeout(() => this.come_back(), BEHIND_MS);
      return;
    }
    const begun = game.hands.filter(is_dealt).at(-1)?.acts.find(({ kind }) => kind === "hand").n;
    if (this.runs && [game.ledger, ledger].every((one) => one === of.ledger) && of.last >= begun) {
      this.kept.restore();
      this.follow();
    } else this.kept.drop();
  }

  // Entered is what belongs to the hand that runs.
  keep() {
    const { now, ledger, last } = live.tables.get(number) ?? {};
    if (now?.phase === "playing") this.kept.keep({ ledger, last });
    else this.kept.drop();
  }

  // Scored by the table itself, as it stands now: what is shown is what would be proposed.
  async score() {
    const turn = ++this.asked;
    this.wrong = "";
    this.settled = undefined;
    if (this.hand.missing !== 0 || this.winner === undefined || this.source === undefined) {
      this.answer = undefined;
      return;
    }
    this.hand.by = this.winner === this.source ? "tsumo" : "ron";
    try {
      const settled = await act(`/v1/tables/${number}/settle`, { wins: [...this.others, this.win()] });
      const answer = await act("/v1/score", { ...this.hand.record(), ...this.pao(), all_rules: Boolean(this.everywhere) });
      if (turn !== this.asked) return;
      if (this.others.length) this.share(answer, settled.moves);
      Object.assign(this, { settled, answer });
    } catch (error) {
      if (turn !== this.asked) return;
      this.answer = undefined;
      this.wrong = refused(now_at()?.names ?? [], error);
    }
    this.draw();
  }

  // Of several winners one alone gets the sticks, in some books the counters, too: what moves is asked of the table.
  share(answer, moves) {
    const got = moves.filter(({ to }) => to === this.winner);
    const sum = (some) => some.reduce((points, move) => points + move.points, 0);
    const from = (seat) => sum(got.filter((move) => move.from === seat));
    answer.gain = sum(got);
    if (this.liable === this.source) return;
    if (answer.pay.discarder) answer.pay.discarder = from(this.source);
    if (answer.pay.liable) answer.pay.liable = from(this.liable);
  }

  // The win as it is declared now.
  win() {
    const liable = this.liable === undefined ? {} : { pao: this.liable };
    return { seat: this.winner, from: this.source, declared: this.hand.declared(), ...liable };
  }

  // Who is liable, and who else pays, as a hand alone is told it: by winds.
  pao() {
    if (this.liable === undefined) return {};
    const wind = (seat) => wind_of(now_at(), seat);
    const from = this.hand.by === "ron" ? { from: wind(this.source) } : {};
    return { pao: { seat_wind: wind(this.liable), ...from } };
  }

  // Keep this winner, and enter the next one on the same discard, for whom the same indicators lie open.
  one_more() {
    const { dora, ura } = this.hand;
    this.others.push(this.win());
    this.winner = this.liable = undefined;
    this.clear();
    this.changed((hand) => Object.assign(hand, { dora, ura }));
  }

  ask_who() {
    this.winner = this.source = this.liable = undefined;
    this.others = [];
  }

  // What a person changes is a new question; the answer to the last one stays until then.
  changed(change) {
    if (change) this.sent = "";
    super.changed(change);
  }

  async propose() {
    // A second press would find the seats busy with the first.
    if (this.waiting) return;
    const { fields, last } = this.settled;
    this.sent = say("shown at the seats; waiting for the players");
    this.waiting = true;
    this.in_vain = false;
    this.draw();
    this.bring_into_view();
    try {
      const { outcome } = await act(`/v1/tables/${number}/settle`, { fields, last, propose: true });
      this.in_vain = !outcome.agreed;
      if (outcome.agreed) {
        this.ask_who();
        this.clear();
      }
      this.sent = outcome.agreed ? say("agreed at the seats and stored in the ledger") : say("not agreed: {}", why_text(outcome, now_at()?.names));
    } catch (error) {
      this.in_vain = true;
      this.sent = refused(now_at()?.names ?? [], error);
    }
    this.waiting = false;
    this.draw();
    this.show_how_it_ended();
  }

  // What the seats see is looked at now: on a phone it stands below the screen. The button can no longer be pressed, so
  // the focus goes on to the sentence that will say how it ended.
  bring_into_view() {
    const sent = this.querySelector(".sent");
    sent.focus({ preventScroll: true });
    this.querySelector("tenbo-displays").scrollIntoView({ block: "nearest" });
    sent.scrollIntoView({ block: "nearest" });
  }

  // A reader who has looked on and has not begun something else goes on from there.
  show_how_it_ended() {
    const sent = this.querySelector(".sent");
    if (document.activeElement === document.body) sent.focus({ preventScroll: true });
    if (document.activeElement === sent) sent.scrollIntoView({ block: "nearest" });
  }

  // While the seats are asked, what each of them sees and answers.
  beneath() {
    return this.waiting ? html`<tenbo-displays open></tenbo-displays>` : nothing;
  }

  // Who won from whom may be written, too: seat S from E, or tsumo.
  hear(said) {
    const { seat, from, by } = said;
    for (const word of ["seat", "from", "by"]) delete said[word];
    const now = now_at();
    // Until the table is known no wind is a seat: what was written is heard then.
    if (!now) {
      this.early = { seat, from, by };
      return;
    }
    const at = (wind) => seats_of(now).find((one) => wind_of(now, one) === wind);
    const winner = at(seat) ?? this.winner;
    const source = by === "tsumo" ? winner : at(from) ?? this.source;
    if (winner !== this.winner) this.choose("winner", winner);
    if (source !== this.source) this.choose("source", source);
  }

  choose(field, seat) {
    this[field] = seat;
    if (this.liable === this.winner) this.liable = undefined;
    // Another discard has other winners.
    if (field === "source") this.others = [];
    this.follow();
    this.changed();
    this.keep();
  }

  options() {
    const now = now_at();
    if (!now) return nothing;
    const named = (seat) => [seat, `${kanji(wind_of(now, seat))} ${full_name(now, undefined, seat)}`];
    const free = seats_of(now).filter((seat) => !this.others.some((win) => win.seat === seat));
    const from = (seat) => (seat === this.winner ? [seat, say("Tsumo")] : named(seat));
    return html`
      <div class="who">
        <h2>${say("Who won")}</h2>
        ${this.choice(say("Who won"), "winner", free.map(named), this.winner, (seat) => this.choose("winner", seat))}
        <h2>${say("From whom")}</h2>
        ${this.choice(say("From whom"), "source", seats_of(now).map(from), this.source, (seat) => this.choose("source", seat))}
        ${this.others.map(
          (win, place) => html`<p class="also">${say("also won on this discard: {}", named(win.seat)[1])}
            <button type="button" @click=${() => this.changed(() => this.others.splice(place, 1))}>${say("Remove this winner")}</button></p>`,
        )}
        ${this.is_liability_possible()
          ? html`<h2>${say("Who is liable")}</h2>
              ${this.choice(say("Who is liable"), "liable", [[undefined, say("no one")], ...seats_of(now).filter((seat) => seat !== this.winner).map(named)], this.liable, (seat) => this.choose("liable", seat))}`
          : nothing}
      </div>
      ${super.options()}
    `;
  }

  // Only a yakuman makes someone liable; whom the book makes liable, the answer says.
  is_liability_possible() {
    return this.liable !== undefined || Boolean(this.answer?.as_yakuman);
  }

  offer() {
    const { names } = now_at() ?? { names: [] };
    return html`
      <table class="moves"><caption class="unseen">${say("Point changes")}</caption><tbody>
        ${(this.settled?.deltas ?? []).map(
          (delta, seat) => html`<tr><th scope="row">${names[seat] || seat_at_start(seat)}</th>
            <td>${delta > 0 ? "+" : ""}${points(delta)}</td><td>${points(this.settled.scores[seat])}</td></tr>`,
        )}
      </tbody></table>
      ${this.settled && this.source !== this.winner && this.others.length < 2
        ? html`<p><button type="button" class="one-more" @click=${() => this.one_more()}>${say("Add another winner on this discard")}</button></p>`
        : nothing}
      ${this.settled ? html`<button type="button" class="propose" ?disabled=${Boolean(this.waiting)} @click=${() => this.propose()}>${say("Show this win at the seats")}</button>` : nothing}
    `;
  }
}
customElements.define("tenbo-hand-at-table", TableHand);

const not_now = ({ phase }) =>
  phase === "over" ? say("the game is over: start another one first") : say("no hand is in progress: throw the dice first");

class TableHandPage extends Drawn {
  connectedCallback() {
    super.connectedCallback();
    // For how long a table says nothing is counted on, though nothing else comes.
    setInterval(() => this.draw(), 1000);
  }

  view() {
    const table = live.tables.get(number);
    const old = table ? trouble(table) : "";
    this.is_known ||= Boolean(table);
    return html`
      <tenbo-status></tenbo-status>
      <main class="scoring">
        <h1><a href="/table/${number}">${say("Table {}", number)}</a> ${table?.now ? round_name(table.now) : nothing}</h1>
        ${old ? html`<p class="old" role="status">${old}</p>` : nothing}
        ${table?.now && table.now.phase !== "playing" ? html`<p class="old">${not_now(table.now)}</p>` : nothing}
        ${this.is_known || !live.is_live ? html`<tenbo-hand-at-table></tenbo-hand-at-table>` : this.without_table()}
      </main>
    `;
  }

  // A hand can be scored without a table, and shown at no seats.
  without_table() {
    return html`<p>${say("There is no table {}.", number)}</p><p><a class="button" href="/score">${say("Score a hand")}</a></p>`;
  }
}
customElements.define("tenbo-table-hand", TableHandPage);
