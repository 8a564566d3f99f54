// The field in which a hand is entered: tiles to tap and one line to write them, and its worth below while it grows.
import { html, nothing, render } from "../lit-html/lit-html.js";
import { act, ask } from "../live/acts.js";
import { bare_tile, tile_name, tile_picture } from "../parts/tile.js";
import { WIND_SIGNS, plural, points, say } from "../words.js";
import { Declared, FLAGS, TARGETS } from "./declared_hand.js";
import { Drag } from "./drag.js";
import { Draft } from "./draft.js";
import { read_line, write_line } from "./line.js";
import { SIZE, meld_with } from "./melds.js";
import { TILES } from "./notation.js";
import { result, short_worth } from "./result.js";
import { strokes } from "./stroke.js";

export const WINDS = ["E", "S", "W", "N"];
const TARGET_WORDS = {
  hand: "Hand", chi: "Chi", pon: "Pon", kan: "Kan", kakan: "Added kan", ankan: "Closed kan", dora: "Dora indicator", ura: "Ura indicator",
};
const FLAG_WORDS = { ippatsu: "Ippatsu", open_riichi: "Open riichi", sorted_in: "The drawn tile was sorted into the hand" };
const MOMENTS = [
  ["", "no special moment"], ["last_tile", "last tile"], ["rinshan", "after a kan"],
  ["chankan", "robbing a kan"], ["first_turn", "first turn"],
];

export class HandEntry extends HTMLElement {
  connectedCallback() {
    this.hand = new Declared();
    this.target = "hand";
    this.books = [];
    this.asked = 0;
    // The fields that words in the line have said.
    this.said = [];
    this.stroked = [];
    this.kept = new Draft(this, this.asked_besides);
    this.draw();
    strokes(this, (tiles, done) => this.stroke(tiles, done));
    this.drag = new Drag(this, {
      dropped: (tiles) => this.chosen((hand) => hand.lay_open(tiles)),
      taken_in: (place) => this.chosen((hand) => hand.take_in(place)),
      gathered: (tiles) => this.gather(tiles),
    });
    ask("/v1/books").then((books) => {
      this.books = books;
      // A hand that no one has begun is one of the tournament's book.
      const played = books.find((book) => book.played);
      if (played && this.hand.is_empty && !this.kept.what) this.hand.rules = played.id;
      this.draw();
    }, () => {});
    this.onkeydown = (event) => this.key(event);
    this.focus_line();
  }

  // Where fingers tap, the line would open a keyboard over the tiles.
  focus_line() {
    if (matchMedia("(pointer: fine)").matches) this.querySelector(".line")?.focus();
  }

  get book() {
    return this.books.find((book) => book.id === this.hand.rules);
  }

  get red_fives() {
    return this.book?.red_fives ?? 0;
  }

  // Every change goes through here: the hand is drawn at once, its worth as soon as it is known.
  changed(change) {
    change?.(this.hand);
    this.everywhere = false;
    this.score();
    this.draw();
    if (change) this.keep();
  }

  // What a person has entered is still there when the page is loaded again.
  keep() {
    this.kept.keep();
  }

  async score() {
    const turn = ++this.asked;
    this.wrong = "";
    if (this.hand.missing !== 0) {
      this.answer = undefined;
      return;
    }
    try {
      const answer = await act("/v1/score", { ...this.hand.record(), ...this.pao(), all_rules: Boolean(this.everywhere) });
      if (turn === this.asked) this.answer = answer;
    } catch (error) {
      if (turn !== this.asked) return;
      this.answer = undefined;
      this.wrong = error.message;
    }
    this.draw();
  }

  tap(tile) {
    const target = this.target;
    this.changed((hand) => hand.add(tile, target));
    // A meld is one tap; the next tile belongs to the hand again, indicators come one after the other.
    if (target in SIZE) this.target = "hand";
    this.show_line();
  }

  // The tiles between two keys; while the finger is on its way they are only marked.
  stroke(tiles, done) {
    this.stroked = done ? [] : tiles;
    if (!done) return this.draw();
    if (tiles.length === 1) return this.tap(tiles[0]);
    const { target } = this;
    this.changed((hand) => hand.add_stroke(tiles, target));
    if (target in SIZE) this.target = "hand";
    return this.show_line();
  }

  // What is not written is written into the line, as far as it has been said there.
  chosen(change) {
    this.changed(change);
    this.show_line();
  }

  // While tiles are carried: whether the place of the melds takes them.
  gather(tiles) {
    this.carried = tiles && { takes: Boolean(meld_with(tiles, this.hand.closed, this.hand.melds)) };
    this.draw();
  }

  // What is written replaces the tiles and the melds; what is tapped is written into the line.
  write(event) {
    const { tiles, melds, said, waiting, wrong, unheard } = read_line(event.target.value, this.at_table);
    this.hear(said);
    this.unread = wrong;
    this.unsuited = waiting;
    this.changed((hand) => {
      const laid = hand.write(tiles, melds);
      hand.say(said, this.said);
      this.unheard = unheard || laid.wrong;
      this.too_many = laid.too_many;
      this.said = Object.keys(said);
    });
  }

  // Take the words that are for the page itself out of what was said.
  hear() {}

  show_line() {
    const line = this.querySelector(".line");
    if (line) line.value = write_line(this.hand, this.said);
    this.unread = this.unsuited = this.unheard = "";
    this.too_many = 0;
    this.draw();
    this.keep();
  }

  key(event) {
    if (event.key === "Escape") {
      this.target = "hand";
      this.draw();
    }
  }

  back() {
    this.changed((hand) => hand.back(this.target));
    this.show_line();
  }

  clear() {
    this.target = "hand";
    this.said = [];
    this.changed((hand) => hand.clear());
    this.show_line();
    this.kept.drop();
    this.focus_line();
  }

  draw() {
    render(this.view(), this);
  }

  view() {
    return html`
      <section class="laid" aria-label=${say("The hand")}>${this.laid()}</section>
      <label class="written">${say("Tiles (winning tile last) and words such as pon 5z, riichi, dora 3p (the indicator)")}
        <input class="line" autocomplete="off" autocapitalize="off" autocorrect="off" spellcheck="false" inputmode="text"
          placeholder="234567m345p678s99s riichi" @input=${(event) => this.write(event)}>
      </label>
      <div class="edits">
        <p class="hint" role="status">${this.hint()}</p>
        <button type="button" @click=${() => this.back()}>${say("Remove the last tile")}</button>
        <button type="button" @click=${() => this.clear()}>${say("New hand")}</button>
      </div>
      ${this.keys()}
      ${this.options()}
      <section class="result" aria-live="polite" aria-label=${say("Value")}>
        ${this.answer ? result(this.answer, () => this.more()) : nothing}
        ${this.wrong ? html`<p class="refused">${this.wrong}</p>` : nothing}
        ${this.answer && this.offer ? this.offer() : nothing}
        ${this.sent ? html`<p class="sent" role="status" tabindex="-1">${this.sent}</p>` : nothing}
      </section>
      ${this.beneath?.() ?? nothing}
    `;
  }

  more() {
    this.everywhere = true;
    this.score();
  }

  hint() {
    if (this.unread) return say("{} is not a tile; write tiles like 123m0p77z", this.unread);
    if (this.unheard) return say("{} is not recognised", this.unheard);
    if (this.too_many > 0) return plural(this.too_many, "{} tile too many", "{} tiles too many");
    if (this.unsuited) {
      const word = /^[a-z]/i.test(this.unsuited);
      return say(word ? "{} waits for its tiles or its wind" : "{} waits for its suit: m, p, s or z", this.unsuited);
    }
    const { missing } = this.hand;
    if (this.answer) return html`<strong>${points(this.answer.gain)}</strong> ${short_worth(this.answer)}`;
    if (missing === 0) return say("complete: tap a tile in the hand to make it the winning tile");
    return missing === 1 ? say("the winning tile is missing") : plural(missing, "{} tile is missing", "{} tiles are missing");
  }

  laid() {
    const { hand } = this;
    const winner = hand.missing === 0 ? hand.win : undefined;
    const held = winner ? hand.held : hand.held.concat(hand.win ?? []);
    return html`
      <span class="closed"><span class="held">
        ${held.map(
          (tile) => html`<button type="button" class="in-hand" data-held=${tile} aria-label=${say("make {} the winning tile", tile_name(tile))}
            @click=${() => this.chosen((changed) => changed.name_winner(tile))}>${bare_tile(tile)}</button>`,
        )}
      </span>
      ${winner ? html`<span class="winner">${tile_picture(winner, say("winning tile: {}", tile_name(winner)))}</span>` : nothing}</span>
      <span class="melds" ?data-open=${Boolean(this.carried)} ?data-takes=${this.carried?.takes}>
        ${hand.melds.map(
          (meld, place) => html`<button type="button" class="meld" data-place=${place} aria-label=${say("remove {}", meld.kind)}
            @click=${() => this.chosen((changed) => changed.melds.splice(place, 1))}>
            ${meld.tiles.map((tile, at) => bare_tile(meld.kind === "ankan" && (at === 0 || at === 3) ? "back" : tile))}
          </button>`,
        )}
        ${this.carried ? html`<small>${this.carried.takes ? say("drop here to make a meld") : say("not a meld yet")}</small>` : nothing}
      </span>
      ${hand.dora.length ? html`<span class="indicators">${say("Dora indicator")} ${hand.dora.map((tile) => tile_picture(tile))}</span>` : nothing}
      ${hand.ura.length ? html`<span class="indicators">${say("Ura indicator")} ${hand.ura.map((tile) => tile_picture(tile))}</span>` : nothing}
    `;
  }

  choice(words, name, values, chosen, choose) {
    return html`<fieldset class="choice"><legend class="unseen">${words}</legend>
      ${values.map(
        ([value, text]) => html`<label><input type="radio" name=${name} .checked=${chosen === value}
          @change=${() => choose(value)}><span>${text}</span></label>`,
      )}
    </fieldset>`;
  }

  // What may be so besides; what the book does not know is asked only where it has been said.
  flag(name) {
    const { hand, book } = this;
    if (name !== "ippatsu" && !book?.[name] && !hand[name]) return nothing;
    return html`<label class="flag"><input type="checkbox" .checked=${hand[name]} ?disabled=${hand.is_open && name !== "sorted_in"}
      @change=${({ target }) => this.chosen((changed) => changed.say({ [name]: target.checked }, []))}> ${say(FLAG_WORDS[name])}</label>`;
  }

  options() {
    const { hand } = this;
    const put = (field) => (value) => this.chosen((changed) => Object.assign(changed, { [field]: value }));
    return html`<div class="options">
      ${this.at_table
        ? nothing
        : html`
            ${this.choice(say("Type of win"), "by", [["ron", say("Ron")], ["tsumo", say("Tsumo")]], hand.by, put("by"))}
            ${this.choice(say("Seat wind"), "seat", WINDS.map((wind) => [wind, WIND_SIGNS[wind]]), hand.seat, put("seat"))}
            ${hand.is_open
              ? nothing
              : this.choice(say("Riichi"), "riichi", [[0, say("no riichi")], [1, say("Riichi")], [2, say("Double riichi")]], hand.riichi, put("riichi"))}
          `}
      ${["ippatsu", ...FLAGS].map((flag) => this.flag(flag))}
      ${this.choice(say("Special moment"), "moment", MOMENTS.map(([value, text]) => [value, say(text)]), hand.moment, put("moment"))}
      ${this.at_table
        ? nothing
        : html`
            ${this.choice(say("Round wind"), "round", WINDS.map((wind) => [wind, say("{} round", WIND_SIGNS[wind])]), hand.round, put("round"))}
            <label>${say("Honba")} <input type="number" min="0" max="99" .value=${String(hand.honba)}
              @change=${(event) => put("honba")(Math.max(0, Math.trunc(Number(event.target.value) || 0)))}></label>
            <label>${say("Sticks")} <input type="number" min="0" max="99" .value=${String(hand.sticks)}
              @change=${(event) => put("sticks")(Math.max(0, Math.trunc(Number(event.target.value) || 0)))}></label>
            <label>${say("Rule book")} <select @change=${(event) => put("rules")(event.target.value)}>
              ${this.books.map((book) => html`<option value=${book.id} .selected=${book.id === hand.rules}>${book.title}</option>`)}
            </select></label>
            <p class="edition" lang="en">${this.books.find((book) => book.id === hand.rules)?.edition}</p>
          `}
    </div>`;
  }

  keys() {
    const targets = TARGETS.filter((target) => target !== "ura" || this.hand.riichi || this.at_table);
    const shown = TILES.filter((tile) => tile[0] !== "0" || this.red_fives);
    return html`<div class="keys ${this.red_fives ? "with-red" : ""}">
      ${this.choice(say("What a tap adds"), "target", targets.map((target) => [target, say(TARGET_WORDS[target])]), this.target, (target) => {
        this.target = target;
        this.draw();
      })}
      <div class="tiles">
        ${[..."mpsz"].map(
          (suit) => html`<div class="suit" role="group" aria-label=${say({ m: "characters", p: "circles", s: "bamboo", z: "honours" }[suit])}>
            ${shown
              .filter((tile) => tile[1] === suit)
              .map(
                (tile) => html`<button type="button" class="key ${this.stroked.includes(tile) ? "stroked" : ""}" aria-label=${tile_name(tile)} data-tile=${tile}
                  ?disabled=${!this.hand.possible(tile, this.target)} @click=${() => this.tap(tile)}>${bare_tile(tile)}</button>`,
              )}
          </div>`,
        )}
      </div>
    </div>`;
  }
}
