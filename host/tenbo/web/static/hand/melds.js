// What tiles can be a meld together, and the meld that someone means who points at some of them.
import { in_order, kind } from "./notation.js";

export const SIZE = { chi: 3, pon: 3, kan: 4, kakan: 4, ankan: 4 };

// Whether tiles are a meld of a kind: a run, or so many of one.
export function fits(shape, tiles) {
  const kinds = in_order(tiles.map(kind));
  if (kinds.length !== SIZE[shape]) return false;
  if (shape !== "chi") return kinds.every((one) => one === kinds[0]);
  const [suit, first] = [kinds[0][1], Number(kinds[0][0])];
  return suit !== "z" && kinds.every((one, at) => one === `${first + at}${suit}`);
}

// The meld that tiles of a hand are, the pon to which one of them goes, or the only meld that the hand has with them:
// {kind, tiles}, with `pon` where it grows. Four that lay in the hand are a kan that no one has called.
export function meld_with(tiles, closed, melds) {
  const whole = ["chi", "pon", "ankan"].find((shape) => fits(shape, tiles));
  if (whole) return { kind: whole, tiles: in_order(tiles) };
  const pon = tiles.length === 1 && melds.find((meld) => meld.kind === "pon" && kind(meld.tiles[0]) === kind(tiles[0]));
  if (pon) return { kind: "kakan", tiles: [...pon.tiles, ...tiles], pon };
  const [found, ...others] = melds_around(tiles, closed);
  return others.length ? undefined : found;
}

// Every triplet and run of the closed tiles that has these among its own.
function melds_around(tiles, closed) {
  const [suit, rank] = [tiles[0][1], Number(kind(tiles[0])[0])];
  const runs = suit === "z" ? [] : [-2, -1, 0].map((step) => [0, 1, 2].map((at) => `${rank + step + at}${suit}`));
  const shapes = [["pon", Array(3).fill(kind(tiles[0]))], ...runs.map((run) => ["chi", run])];
  return shapes.flatMap(([shape, wanted]) => {
    const left = [...closed];
    const found = [];
    for (const tile of tiles) {
      if (!wanted.includes(kind(tile))) return [];
      wanted.splice(wanted.indexOf(kind(tile)), 1);
      found.push(...left.splice(left.indexOf(tile), 1));
    }
    for (const one of wanted) {
      const at = left.findIndex((tile) => kind(tile) === one);
      if (at < 0) return [];
      found.push(...left.splice(at, 1));
    }
    return [{ kind: shape, tiles: in_order(found) }];
  });
}
