"""Parses tiles: letters, kanji and the tiles of Unicode, alone, in lists, or packed at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from operator import index

from tenbo.scoring.tiles import EAST, GREEN, KIND, NAMES, NORTH, NUMBER_SHIFT, RED, TILES, UNIT, WEST, pack
from tenbo.validation.suggestions import quote_value
from tenbo_core.errors import Malformed
from tenbo_core.sentences import sentence

# Other ways to write a tile: letters, kanji, and the tiles of Unicode.
HONOUR_SIGNS = {
    **dict(zip("ESWNPFC", range(27, 34), strict=True)),
    # The small letters that are no suits.
    "e": EAST,
    "w": WEST,
    "n": NORTH,
    "f": GREEN,
    "c": RED,
    **dict(zip("東南西北白發中", range(27, 34), strict=True)),
    "东": EAST,
    "发": GREEN,
    "発": GREEN,
    **dict(zip("🀀🀁🀂🀃🀆🀅🀄", range(27, 34), strict=True)),
    **{chr(0x1F007 + rank): rank for rank in range(9)},
    **{chr(0x1F019 + rank): 9 + rank for rank in range(9)},
    **{chr(0x1F010 + rank): 18 + rank for rank in range(9)},
}
RANK_SIGNS = {
    **{sign: rank for rank, sign in enumerate("0123456789")},
    **{sign: rank for rank, sign in enumerate("０１２３４５６７８９")},
    **{sign: rank + 1 for rank, sign in enumerate("一二三四五六七八九")},
}
SUIT_SIGNS = {"m": "m", "p": "p", "s": "s", "z": "z", "萬": "m", "万": "m", "筒": "p", "索": "s", "条": "s"}

# What may stand between groups of tiles beside spaces, and how an emoji is to be drawn, which changes no tile.
SEPARATORS = frozenset(",;.+|-\u2010\u2011\u2012\u2013\u2014\u2212")
VARIATIONS = "\ufe0e\ufe0f"
FIVES = (4, 13, 22)

# What can be iterated over, and is no list of texts: bytes would be read as the numbers of tiles.
NO_LISTS = (bytes, bytearray, memoryview, Mapping)


def parse_tiles(text: str, at: str = "hand") -> list[int]:
    """Read tiles in any notation, sign by sign; `at` is the field an error names.

    >>> from tenbo.scoring.tiles import tile_text
    >>> tile_text(parse_tiles("123m0p77z"))
    '123m0p77z'
    >>> tile_text(parse_tiles("E S W N P F C 5mr"))
    '0m1234567z'
    >>> tile_text(parse_tiles("一二三萬 東東 赤五筒"))
    '123m0p11z'
    >>> tile_text(parse_tiles("p34-r5m 123S")), tile_text(parse_tiles("234-567m, 11,99p"))
    ('0m34p123s', '234567m1199p')
    """
    try:
        return [tile for run in _runs_of(text) for tile in RUN_TILES[run]]
    except (KeyError, AttributeError):
        return _read_by_signs(text, at)


def _runs_of(text: str) -> list[str]:
    """Return plain `123m0p77z` cut behind each suit; a search for a pattern takes nearly twice as long."""
    return text.replace("m", "m ").replace("p", "p ").replace("s", "s ").replace("z", "z ").split()


def _read_by_signs(text: str, at: str) -> list[int]:
    """Read tiles that are not written in the plain form."""
    try:
        return _Reader(text, at).read()
    except Malformed as error:
        from tenbo.scoring.notation_normalizer import join_tile_groups, normalize_notation  # noqa: PLC0415 - only for what was not understood as it is

        written = normalize_notation(text)
        for attempt in (written, join_tile_groups(written)):
            with suppress(Malformed):
                return _Reader(attempt, at, text).read()
        if written == text:
            raise error from None
    return _Reader(written, at, text).read()


def pack_tiles(text: str, at: str = "hand") -> int:
    """Read tiles in any notation, and pack them, their number above: `PACKED_BITS` and `NUMBER_SHIFT` part the two.

    >>> from tenbo.scoring.tiles import PACKED_BITS, kinds_of, red_five_count, tile_text
    >>> read = pack_tiles("123m0p77z")
    >>> tile_text(kinds_of(read & PACKED_BITS)), red_five_count(read & PACKED_BITS), read >> NUMBER_SHIFT
    ('123m5p77z', 1, 6)
    """
    read = 0
    try:
        for run in text.replace("m", "m ").replace("p", "p ").replace("s", "s ").replace("z", "z ").split():
            read += RUNS[run]
    except KeyError:
        tiles = parse_tiles(text, at)
        read = pack(tiles) + (len(tiles) << NUMBER_SHIFT)
    return read


class _Runs(dict[str, int]):
    """Tiles of one suit packed, their number above, by how they are written; forgotten when there are too many."""

    def __missing__(self, text: str) -> int:
        if len(text) < 2:
            raise KeyError(text)
        if len(self) >= MOST_RUNS:
            self.clear()
        # One number and no list: a run is nearly always far from the processor, and each object costs a way there.
        unit = ONE_TILE[text[-1]]
        run = 0
        for rank in text[:-1]:
            run += unit[rank]
        self[text] = run
        return run


# The tiles of each suit by rank.
SUITED = {suit: {name[0]: tile for name, tile in TILES.items() if name[1] == suit} for suit in "mpsz"}
# What one tile adds to a run, by suit and rank.
ONE_TILE = {
    suit: {rank: UNIT[tile] + (1 << NUMBER_SHIFT) for rank, tile in by_rank.items()} for suit, by_rank in SUITED.items()
}
MOST_RUNS = 20_000
RUNS = _Runs()


class _RunTiles(dict[str, tuple[int, ...]]):
    """The tiles of one suit by how they are written; forgotten when there are too many."""

    def __missing__(self, text: str) -> tuple[int, ...]:
        if len(text) < 2:
            raise KeyError(text)
        if len(self) >= MOST_RUNS:
            self.clear()
        suit = SUITED[text[-1]]
        self[text] = tiles = tuple([suit[rank] for rank in text[:-1]])
        return tiles


RUN_TILES = _RunTiles()


def _is_separator(sign: str) -> bool:
    return sign.isspace() or sign in SEPARATORS


class _Reader:
    """Reads tiles sign by sign; ranks wait for the suit behind them, or follow the suit `suit_before` them."""

    def __init__(self, text: str, at: str, typed: str | None = None) -> None:
        self.text = text
        # Errors quote the text as it was typed, before it was normalised.
        self.typed = text if typed is None else typed
        self.at = at
        self.tiles: list[int] = []
        self.ranks: list[int] = []
        self.suit_before = ""
        self.red = False

    def read(self) -> list[int]:
        """Return the tiles of the whole text."""
        for place, sign in enumerate(self.text):
            self.read_sign(place, sign)
        return self.end()

    def read_sign(self, place: int, sign: str) -> None:
        """Take the next sign."""
        last = self.text[place - 1] if place else " "
        if sign in VARIATIONS:
            return
        if sign in RANK_SIGNS:
            self._add_rank(sign)
        elif self.ranks and not self.suit_before and sign.lower() in SUIT_SIGNS:
            self._flush(SUIT_SIGNS[sign.lower()])
        elif sign in SUIT_SIGNS and (self.suit_before or _is_separator(last)):
            # A suit in front: m123p456s.
            self._flush_before()
            self.suit_before = SUIT_SIGNS[sign]
        elif sign in HONOUR_SIGNS and not self.ranks:
            self.tiles.append(HONOUR_SIGNS[sign])
        elif (
            sign == "r" and self.tiles and not self.suit_before and last in SUIT_SIGNS and KIND[self.tiles[-1]] in FIVES
        ):
            self.tiles[-1] = 34 + KIND[self.tiles[-1]] // 9
        elif sign == "r" and self.ranks[-1:] == [5] and self.text[place + 1 : place + 2].lower() in (*SUIT_SIGNS, ""):
            self.ranks[-1] = 0
        elif sign in "rR赤" and not self.red:
            self.red = True
        elif _is_separator(sign) and not self.red and (self.suit_before or not self.ranks):
            self._flush_before()
        elif _is_separator(sign) and self.ranks and not self.red:
            raise self._no_suit()
        else:
            raise self._no_tile(sign)

    def _no_suit(self) -> Malformed:
        ranks = "".join(map(str, self.ranks))
        message = sentence(
            "suit_missing_behind",
            "no suit follows {ranks} in {typed}; write m, p, s or z after the numbers",
            ranks=ranks,
            typed=repr(self.typed),
        )
        return Malformed("bad_tile", message, self.at)

    def _add_rank(self, sign: str) -> None:
        rank = RANK_SIGNS[sign]
        if self.red and rank not in (0, 5):
            raise self._no_tile("r" + sign)
        self.ranks.append(0 if self.red else rank)
        self.red = False

    def _no_tile(self, sign: str) -> Malformed:
        if sign not in self.typed:
            return Malformed(
                "bad_tile",
                sentence(
                    "more_than_tiles",
                    "{typed} contains something other than tiles; write tiles like 123m0p77z",
                    typed=repr(self.typed),
                ),
                self.at,
            )
        return Malformed(
            "bad_tile",
            sentence(
                "not_a_tile",
                "{sign} in {typed} is not a tile; write tiles like 123m0p77z",
                sign=repr(sign),
                typed=repr(self.typed),
            ),
            self.at,
        )

    def _flush(self, suit: str) -> None:
        self.tiles += [_tile_of(rank, suit, self.typed, self.at) for rank in self.ranks]
        self.ranks = []

    def _flush_before(self) -> None:
        if self.suit_before and not self.ranks:
            raise self._no_tile(self.suit_before)
        if self.suit_before:
            self._flush(self.suit_before)
        self.suit_before = ""

    def end(self) -> list[int]:
        """Return the tiles, or raise which part is missing."""
        self._flush_before()
        if self.ranks or self.red:
            message = sentence(
                "suit_missing_at_end",
                "{typed} ends without a suit; write m, p, s or z after the numbers",
                typed=repr(self.typed),
            )
            raise Malformed("bad_tile", message, self.at)
        return self.tiles


def _tile_of(rank: int, suit: str, text: str, at: str) -> int:
    tile = TILES.get(f"{rank}{suit}")
    if tile is None:
        message = sentence(
            "unknown_tile",
            "{tile} in {text} is not a tile; honours are 1z to 7z",
            tile=f"{rank}{suit}",
            text=repr(text),
        )
        raise Malformed("bad_tile", message, at)
    return tile


def parse_tile(text: str, at: str = "win") -> int:
    """Read exactly one tile.

    >>> NAMES[parse_tile("C")]
    '7z'
    """
    tile = TILES.get(text)
    if tile is not None:
        return tile
    tiles = parse_tiles(text, at)
    if len(tiles) != 1:
        raise Malformed(
            "bad_tile", sentence("one_tile_wanted", "{at} takes one tile, not {text}", at=at, text=repr(text)), at
        )
    return tiles[0]


def tile_from_number(tile: object, at: str) -> int:
    """Return a tile that is given by its number.

    >>> tile_from_number(33, "win")
    33
    >>> tile_from_number(-1, "win")
    Traceback (most recent call last):
    tenbo_core.errors.Malformed: win takes a tile such as 3p, not -1
    """
    with suppress(TypeError):
        number = index(tile)  # type: ignore[arg-type]
        if 0 <= number < len(NAMES) and not isinstance(tile, bool):
            return number
    raise Malformed("bad_tile", f"{at} takes a tile such as 3p, not {quote_value(tile)}", at)


def tiles_from_input(tiles: object, at: str = "hand") -> list[int]:
    """Return tiles that are given as one text, as a list of texts, or by their numbers.

    >>> from tenbo.scoring.tiles import tile_text
    >>> [tile_text(tiles_from_input(tiles)) for tiles in ("123m0p", ["123m", "0p"], [0, 1, 2, 35])]
    ['123m0p', '123m0p', '123m0p']
    """
    if isinstance(tiles, str):
        return parse_tiles(tiles, at)
    if not isinstance(tiles, Iterable) or isinstance(tiles, NO_LISTS):
        raise Malformed("bad_tile", f"{at} takes tiles such as 123m0p77z, not {quote_value(tiles)}", at)
    return [
        one
        for tile in tiles
        for one in (tiles_of_item(tile, at) if isinstance(tile, str) else [tile_from_number(tile, at)])
    ]


def tiles_of_item(text: str, at: str) -> list[int]:
    """Return the tiles of one text of a list, which names at least one.

    >>> tiles_of_item(" ", "dora")
    Traceback (most recent call last):
    tenbo_core.errors.Malformed: dora takes a tile such as 3p, not ' '
    """
    tiles = parse_tiles(text, at)
    if not tiles:
        raise Malformed("bad_tile", f"{at} takes a tile such as 3p, not {quote_value(text)}", at)
    return tiles
