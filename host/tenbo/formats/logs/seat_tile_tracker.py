"""Follows the tiles of one seat through a hand of tenhou.net/6: dealt, drawn or called, and discarded."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tenbo.formats.logs.tile_numbers import join_tiles, sort_tiles, tile_from_two_digits, without_red
from tenbo_core.errors import Malformed

if TYPE_CHECKING:
    from collections.abc import Sequence

# A discard of the tile that was just drawn, and the place of a discard after an open kan.
JUST_DRAWN = 60
NOTHING = 0

# The letter before the called tile, or before the tile that made a kan.
_CALLS = {"c": "chi", "p": "pon", "m": "kan"}
_CALL = re.compile(r"(?:\d\d)*[acpmk](?:\d\d)+")
_RIICHI = re.compile(r"r[0-9]{2}")
# A north that one of three players sets aside.
_NORTH_ASIDE, NORTH = "f44", "4z"


class SeatTiles:
    """The tiles of a seat at the end of a hand, and its last action.

    >>> seat = SeatTiles([11, 11, 11, 22, 22, 22, 33, 33, 33, 44, 45, 45, 46], [47, "p454545"], [60, 46])
    >>> seat.hand, seat.melds, seat.last_discard
    ('1m1m1m2p2p2p3s3s3s4z', ['pon 5z5z5z'], '6z')
    """

    def __init__(self, dealt: Sequence[object], drawn: Sequence[object], discarded: Sequence[object]) -> None:
        self.closed = [tile_from_two_digits(number) for number in dealt]
        self.melds: list[str] = []
        self.norths = 0
        # Riichi was declared with this discard of the hand, counted from 0.
        self.riichi_at: int | None = None
        self.last_drawn = self.last_discard = ""
        for turn in range(max(len(drawn), len(discarded))):
            if turn < len(drawn):
                self._draw_or_call(drawn[turn])
            if turn < len(discarded):
                self._discard_or_kan(discarded[turn], turn)
        self.declared_last = self.riichi_at == len(discarded) - 1

    @property
    def hand(self) -> str:
        """Return the closed tiles as text."""
        return join_tiles(sort_tiles(self.closed))

    def closed_without(self, tile: str) -> str:
        """Return the closed tiles but one as text."""
        if tile not in self.closed:
            raise _missing_tile_error(tile)
        rest = list(self.closed)
        rest.remove(tile)
        return join_tiles(sort_tiles(rest))

    def _draw_or_call(self, what: object) -> None:
        if not isinstance(what, str):
            self.last_drawn = tile_from_two_digits(what)
            self.closed.append(self.last_drawn)
            return
        letter, called, tiles = _call(what)
        if letter not in _CALLS:
            raise _contradiction(f"{what[:20]!r} is not a call of another player's discard")
        own = list(tiles)
        own.remove(called)
        self._remove(own)
        self.melds.append(f"{_CALLS[letter]} {join_tiles(sort_tiles(tiles))}")
        self.last_drawn = ""

    def _discard_or_kan(self, what: object, turn: int) -> None:
        if what == NOTHING and not isinstance(what, (bool, str)):
            return
        if isinstance(what, str) and _RIICHI.fullmatch(what):
            self.riichi_at = turn
            what = int(what[1:])
        if what == _NORTH_ASIDE:
            self._remove([NORTH])
            self.norths += 1
            self.last_discard = NORTH
            return
        if isinstance(what, str):
            self._kan(what)
            return
        tile = self.last_drawn if what == JUST_DRAWN else tile_from_two_digits(what)
        self._remove([tile])
        self.last_discard = tile

    def _kan(self, what: str) -> None:
        letter, added, tiles = _call(what)
        self.last_discard = added
        if letter == "a":
            self._remove(tiles)
            self.melds.append(f"ankan {join_tiles(sort_tiles(tiles))}")
            return
        pon = next((meld for meld in self.melds if meld.startswith("pon") and _kind(meld) == without_red(added)), None)
        if letter != "k" or pon is None:
            raise _contradiction(f"{what[:20]!r} is not a kan that this seat can make")
        self._remove([added])
        self.melds[self.melds.index(pon)] = f"kakan {join_tiles(sort_tiles(tiles))}"

    def _remove(self, tiles: Sequence[str]) -> None:
        for tile in tiles:
            if tile not in self.closed:
                raise _missing_tile_error(tile)
            self.closed.remove(tile)


def _kind(meld: str) -> str:
    return without_red(meld.split()[1][-2:])


def _call(text: str) -> tuple[str, str, list[str]]:
    """Return the letter of a call or kan, the tile behind it, and all its tiles.

    >>> _call("47p4747")
    ('p', '7z', ['7z', '7z', '7z'])
    """
    if not _CALL.fullmatch(text):
        raise _contradiction(f"{text[:20]!r} is not a call")
    letter = next(sign for sign in text if sign.isalpha())
    before, _, behind = text.partition(letter)
    digits = before + behind
    tiles = [tile_from_two_digits(int(digits[at : at + 2])) for at in range(0, len(digits), 2)]
    return letter, tile_from_two_digits(int(behind[:2])), tiles


def _missing_tile_error(tile: str) -> Malformed:
    return _contradiction(f"{tile or 'a tile'} is taken from a hand that does not contain it")


def _contradiction(text: str) -> Malformed:
    return Malformed("contradiction", text, "log")
