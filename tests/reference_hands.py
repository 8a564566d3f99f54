"""Hands for the reference scorer: tiles as lists, and every way to part them into groups."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

Tile = tuple[str, int]  # suit and number, a red five being a five


class Group(NamedTuple):
    """Tiles that belong together; `open` for what another player's tile made."""

    tiles: tuple[Tile, ...]
    open: bool = False
    won: bool = False
    melded: bool = False

    @property
    def sort(self) -> str:
        if self.tiles[0] != self.tiles[1]:
            return "run"
        return {2: "pair", 3: "triplet", 4: "kan"}[len(self.tiles)]

    @property
    def is_set(self) -> bool:
        return self.sort in ("triplet", "kan")


def read(text: str) -> list[Tile]:
    """Read tiles in the plain form; a red five counts as five here."""
    tiles: list[Tile] = []
    numbers: list[int] = []
    for sign in text:
        if sign.isdigit():
            numbers.append(int(sign) or 5)
        else:
            tiles += [(sign, number) for number in numbers]
            numbers = []
    return tiles


def is_outside(tile: Tile) -> bool:
    return tile[0] == "z" or tile[1] in (1, 9)


def groupings(tiles: list[Tile]) -> Iterator[list[tuple[Tile, ...]]]:
    """Yield every way to lay tiles out as sets with one pair."""
    for pair in sorted(set(tiles)):
        if tiles.count(pair) >= 2:
            rest = sorted(tiles)
            rest.remove(pair)
            rest.remove(pair)
            for sets in _sets(rest):
                yield [*sets, (pair, pair)]


def _sets(tiles: list[Tile]) -> Iterator[list[tuple[Tile, ...]]]:
    if not tiles:
        yield []
        return
    first = tiles[0]
    suit, number = first
    if tiles.count(first) >= 3:
        rest = tiles[3:]
        for sets in _sets(rest):
            yield [(first, first, first), *sets]
    run = (first, (suit, number + 1), (suit, number + 2))
    if suit != "z" and all(tile in tiles for tile in run):
        rest = list(tiles)
        for tile in run:
            rest.remove(tile)
        for sets in _sets(rest):
            yield [run, *sets]


def readings(record: dict[str, Any]) -> Iterator[list[Group]]:
    """Yield every way to see the hand as four sets and a pair, and which group the last tile completed."""
    melds = []
    for meld in record.get("melds", []):
        word, tiles = meld.split()
        melds.append(Group(tuple(sorted(read(tiles))), open=word != "ankan", melded=True))
    (win,) = read(record["win"])
    seen = set()
    for groups in groupings([*read(record["hand"]), win]):
        for place, group in enumerate(groups):
            key = (tuple(sorted(groups)), group)
            if win in group and key not in seen:
                seen.add(key)
                ron = record["by"] == "ron"
                yield [
                    *(Group(other, open=ron and at == place and len(set(other)) == 1, won=at == place)
                      for at, other in enumerate(groups)),
                    *melds,
                ]  # fmt: skip
