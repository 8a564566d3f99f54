// A hand while it is being declared: what lies there, what can still be added, and the record that is scored.
import { SIZE, fits, meld_with } from "./melds.js";
import { in_order, kind } from "./notation.js";

const MOST_INDICATORS = 5;
// What a tile that is tapped becomes; a hand is where one begins. A called kan counts the same, however it was called.
export const TARGETS = ["hand", "chi", "pon", "kan", "ankan", "dora", "ura"];

// What only some books let a hand say.
export const FLAGS = ["open_riichi", "sorted_in"];

const EMPTY = {
  closed: [], melds: [], dora: [], ura: [],
  by: "ron", seat: "S", round: "E", riichi: 0, ippatsu: false, open_riichi: false, sorted_in: false, moment: "", honba: 0, sticks: 0,
  rules: "ema-2025",
};

export class Declared {
  constructor() {
    Object.assign(this, structuredClone(EMPTY));
  }

  // The last of the closed tiles has won, here as in the line.
  get win() {
    return this.closed[this.closed.length - 1];
  }

  // The closed tiles without the winning one, as a player holds them.
  get held() {
    return in_order(this.closed.slice(0, -1));
  }

  get missing() {
    return 14 - 3 * this.melds.length - this.closed.length;
  }

  get is_empty() {
    return !this.closed.length && !this.melds.length;
  }

  get is_open() {
    return this.melds.some((meld) => meld.kind !== "ankan");
  }

  // How many of a kind are seen already; a red one is there once.
  seen(tile) {
    const every = [...this.closed, ...this.melds.flatMap((meld) => meld.tiles), ...this.dora, ...this.ura];
    return every.filter((other) => (tile[0] === "0" ? other === tile : kind(other) === kind(tile))).length;
  }

  room(tile, number = 1) {
    if (tile[0] === "0") return this.seen(tile) === 0 && this.seen(kind(tile)) + number <= 4;
    return this.seen(tile) + number <= 4;
  }

  // The tiles that a tap on this one lays down.
  laid(tile, target) {
    if (target === "chi") {
      const rank = Number(kind(tile)[0]);
      if (tile[1] === "z" || rank > 7) return [];
      return [tile, `${rank + 1}${tile[1]}`, `${rank + 2}${tile[1]}`];
    }
    return [tile, ...Array((SIZE[target] ?? 1) - 1).fill(kind(tile))];
  }

  // Whether a tap on this tile can mean anything.
  possible(tile, target) {
    const laid = this.laid(tile, target);
    if (!laid.length) return false;
    if (target === "chi") return this.missing >= 3 && laid.every((one) => this.room(one));
    if (target in SIZE) return this.missing >= 3 && this.room(tile, laid.length);
    if (target === "hand") return this.missing > 0 && this.room(tile);
    return this[target].length < MOST_INDICATORS && this.room(tile);
  }

  add(tile, target) {
    if (!this.possible(tile, target)) return false;
    if (target in SIZE) this.melds.push({ kind: target, tiles: this.laid(tile, target) });
    else if (target === "hand") this.closed.push(tile);
    else this[target].push(tile);
    this.close_if_open();
    return true;
  }

  // Lay down what was written: the melds first, because the closed tiles are what they leave room for. Return the first
  // meld that is none, and how many tiles are too many.
  write(tiles, melds) {
    Object.assign(this, { closed: [], melds: [] });
    let wrong = "";
    for (const meld of melds) {
      const laid = meld.tiles.length === 1 ? this.laid(meld.tiles[0], meld.kind) : meld.tiles;
      if (this.missing >= 3 && fits(meld.kind, laid)) this.melds.push({ kind: meld.kind, tiles: laid });
      else wrong ||= `${meld.kind} ${meld.tiles.join("")}`;
    }
    const open = this.missing;
    this.closed = tiles.slice(0, open);
    this.close_if_open();
    return { wrong, too_many: tiles.length - open };
  }

  // Lay tiles of the hand open as the meld that is meant; return whether there is one.
  lay_open(tiles) {
    const meld = meld_with(tiles, this.closed, this.melds);
    if (!meld) return false;
    const { pon, ...made } = meld;
    for (const tile of pon ? tiles : made.tiles) this.take(tile);
    if (pon) Object.assign(pon, made);
    else this.melds.push(made);
    this.close_if_open();
    return true;
  }

  // Take a meld back into the hand, as many of its tiles as there is room for.
  take_in(place) {
    const [meld] = this.melds.splice(place, 1);
    this.closed.unshift(...meld.tiles.slice(0, this.missing));
  }

  // Take one tile out of the closed ones; the winning one goes last.
  take(tile) {
    this.closed.splice(this.closed.indexOf(tile), 1);
  }

  // An open hand has no riichi.
  close_if_open() {
    if (this.is_open) Object.assign(this, { riichi: 0, ippatsu: false, open_riichi: false, ura: [] });
  }

  // The tiles of a stroke from one tile of a suit to another; a red five is meant where the stroke begins or ends on it.
  static stroke(from, to) {
    const [first, last] = [from, to].map((tile) => Number(kind(tile)[0]));
    const step = first <= last ? 1 : -1;
    return Array.from({ length: Math.abs(last - first) + 1 }, (_, at) => {
      const tile = `${first + at * step}${from[1]}`;
      return [from, to].find((end) => kind(end) === tile) ?? tile;
    });
  }

  // Take over what words say, and forget what they said before.
  say(said, before) {
    for (const field of before) if (!(field in said)) this[field] = structuredClone(EMPTY[field]);
    Object.assign(this, said);
    // No one wins in the turn after a riichi without one.
    if (said.ippatsu || said.open_riichi) this.riichi ||= 1;
    this.close_if_open();
  }

  // Lay down a stroke, all of it or nothing; with a meld to be laid open it is a run.
  add_stroke(tiles, target) {
    if (target === "chi") {
      const whole = fits("chi", tiles) && this.missing >= 3 && tiles.every((tile) => this.room(tile));
      if (whole) this.melds.push({ kind: "chi", tiles: in_order(tiles) });
      this.close_if_open();
      return whole;
    }
    if (target !== "hand" || tiles.length > this.missing || !tiles.every((tile) => this.room(tile))) return false;
    this.closed.push(...tiles);
    return true;
  }

  // Say that a tile of the hand is the one that won.
  name_winner(tile) {
    this.take(tile);
    this.closed.push(tile);
  }

  back(target) {
    const list = target in SIZE ? this.melds : this[target === "hand" ? "closed" : target];
    list.pop();
  }

  clear() {
    Object.assign(this, structuredClone({ closed: [], melds: [], dora: [], ura: [] }), {
      riichi: 0, ippatsu: false, open_riichi: false, sorted_in: false, moment: "",
    });
  }

  // What is asked of the service, in the fields of a declared hand.
  record() {
    const { by, seat, round, riichi, ippatsu, moment, dora, ura, honba, sticks, rules } = this;
    const flags = FLAGS.filter((flag) => this[flag]).concat(moment || []);
    const melds = this.melds.map((meld) => `${meld.kind} ${meld.tiles.join("")}`);
    return {
      hand: this.held.join(""), win: this.win, by, melds, seat, round, riichi, ippatsu, dora,
      ura: riichi ? ura : [], honba, sticks, rules, ...Object.fromEntries(flags.map((flag) => [flag, true])),
    };
  }

  // The same for a table, which knows seats, counters and riichi itself.
  declared() {
    const { by, seat, round, riichi, honba, sticks, rules, ...others } = this.record();
    return others;
  }
}
