// A hand while it is being declared: what lies there, what can still be added, and the record that is scored.
import { in_order, kind } from "./notation.js";

const MOST_INDICATORS = 5;
const SIZE = { chi: 3, pon: 3, kan: 4, kakan: 4, ankan: 4 };
// What a tile that is tapped becomes; a hand is where one begins.
export const TARGETS = ["hand", ...Object.keys(SIZE), "dora", "ura"];

const EMPTY = {
  closed: [], melds: [], dora: [], ura: [],
  by: "ron", seat: "S", round: "E", riichi: 0, ippatsu: false, moment: "", honba: 0, sticks: 0, rules: "ema-2016",
};

export class Declared {
  constructor() {
    Object.assign(this, structuredClone(EMPTY));
    // Which of the closed tiles won; the last one that was laid down, until another is named.
    this.won = undefined;
  }

  get win() {
    return this.closed[this.won ?? this.closed.length - 1];
  }

  // The closed tiles without the winning one, as a player holds them.
  get held() {
    const won = this.won ?? this.closed.length - 1;
    return in_order(this.closed.filter((_, place) => place !== won));
  }

  get missing() {
    return 14 - 3 * this.melds.length - this.closed.length;
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
    if (this.is_open) Object.assign(this, { riichi: 0, ippatsu: false, ura: [] });
    return true;
  }

  write(tiles) {
    this.closed = tiles;
    this.won = undefined;
  }

  // Say that a tile of the hand is the one that won.
  name_winner(tile) {
    this.won = this.closed.lastIndexOf(tile);
  }

  back(target) {
    const list = target in SIZE ? this.melds : this[target === "hand" ? "closed" : target];
    list.pop();
    this.won = undefined;
  }

  clear() {
    Object.assign(this, structuredClone({ closed: [], melds: [], dora: [], ura: [] }), { riichi: 0, ippatsu: false, moment: "" });
    this.won = undefined;
  }

  // What is asked of the service, in the fields of a declared hand.
  record() {
    const { by, seat, round, riichi, ippatsu, moment, dora, ura, honba, sticks, rules } = this;
    const melds = this.melds.map((meld) => `${meld.kind} ${meld.tiles.join("")}`);
    return {
      hand: this.held.join(""), win: this.win, by, melds, seat, round, riichi, ippatsu, dora,
      ura: riichi ? ura : [], honba, sticks, rules, ...(moment ? { [moment]: true } : {}),
    };
  }

  // The same for a table, which knows seats, counters and riichi itself.
  declared() {
    const { hand, win, melds, ippatsu, dora, ura, ...others } = this.record();
    return { hand, win, melds, ippatsu, dora, ura, ...(this.moment ? { [this.moment]: others[this.moment] } : {}) };
  }
}
