// Tiles as they are written: 123m0p77z, letters and kanji for honours, a red five as 0p, 5pr or r5p.
import { narrow } from "../fullwidth.js";

const SUITS = "mpsz";
const HONOURS = "ESWNPFC";
const KANJI = "東南西北白發中";
// As simplified Chinese and Japanese write two of them.
const ALSO = { 东: "東", 发: "發", 発: "發" };
const WINDS = "ESWN";

// The place of an honour by any of its signs, or -1.
const honour_of = (sign) => Math.max(HONOURS.indexOf(sign), KANJI.indexOf(ALSO[sign] ?? sign));

// A wind by any of its signs, or undefined.
export const wind_of = (sign) => WINDS[honour_of(sign.toUpperCase())];

// Every tile in the order of a set of them; a red five stands behind its plain one.
export const TILES = [..."mps"]
  .flatMap((suit) => [..."1234506789"].map((rank) => rank + suit))
  .concat([..."1234567"].map((rank) => `${rank}z`));

const NAMES = new Set(TILES);
const PLACE = new Map(TILES.map((tile, place) => [tile, place]));

// What a tile is to the rules: a red five is a five.
export const kind = (tile) => (tile[0] === "0" ? `5${tile[1]}` : tile);

export const in_order = (tiles) => [...tiles].sort((a, b) => PLACE.get(a) - PLACE.get(b));

// Read what was written so far: the tiles, the numbers that wait for their suit, and the first sign that is no tile.
export function read(text) {
  const tiles = [];
  let ranks = "";
  let wrong = "";
  for (const sign of narrow(text).replace(/\s+/g, "").replace(/r5/gi, "0").replace(/5([mps])r/gi, "0$1")) {
    const honour = honour_of(sign);
    const suit = SUITS.indexOf(sign.toLowerCase());
    if (/[0-9]/.test(sign)) {
      ranks += sign;
    } else if (ranks && suit >= 0) {
      const written = [...ranks].map((rank) => rank + SUITS[suit]);
      wrong ||= written.find((tile) => !NAMES.has(tile)) ?? "";
      tiles.push(...written.filter((tile) => NAMES.has(tile)));
      ranks = "";
    } else if (honour >= 0) {
      tiles.push(`${honour + 1}z`);
    } else {
      wrong ||= sign;
    }
  }
  return { tiles, waiting: ranks, wrong };
}

// Write tiles in the order given, the suit behind each run of them.
export function written(tiles) {
  return tiles.map((tile, place) => (tiles[place + 1]?.[1] === tile[1] ? tile[0] : tile)).join("");
}
