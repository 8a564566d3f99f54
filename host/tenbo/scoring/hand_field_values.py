"""The values that the fields of a declared hand may have: ways, winds, moments, a liable player, numbers."""

from __future__ import annotations

from contextlib import suppress
from operator import index

from tenbo.validation.suggestions import quote_value
from tenbo_core.errors import Malformed
from tenbo_core.seats import WIND_LETTERS
from tenbo_core.sentences import sentence

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Any

WAYS = RON, TSUMO = ("ron", "tsumo")
RIICHI = (0, 1, 2)

# The special moments of winning; a hand is won at one moment only.
ORDINARY = ""
RINSHAN = "rinshan"
CHANKAN = "chankan"
LAST_TILE = "last_tile"
FIRST_TURN = "first_turn"
MOMENTS = (ORDINARY, RINSHAN, CHANKAN, LAST_TILE, FIRST_TURN)

MOST_INDICATORS = 5
MOST_NORTHS = 4
# Upper bounds of counters and sticks: a larger number is points in the wrong field, or mistyped.
MAX_COUNTERS = 99_999

WIND_NUMBER = {
    letter: number for letters in (WIND_LETTERS, WIND_LETTERS.lower()) for number, letter in enumerate(letters)
}


def wind_number(letter: object, at: str) -> int:
    """Return the number of a wind letter, which may be a small one.

    >>> wind_number("W", "seat"), wind_number("n", "round")
    (2, 3)
    """
    if isinstance(letter, str) and letter in WIND_NUMBER:
        return WIND_NUMBER[letter]
    code = "bad_seat" if "seat" in at else "bad_field"
    raise Malformed(
        code,
        sentence("not_a_wind", "{at} must be one of E, S, W, N, not {letter}", at=at, letter=quote_value(letter)),
        at,
    )


def integer_of(value: Any, at: str) -> int:
    """Return an integer of any type, NumPy's too, but no boolean: `True` may be meant for more than 1."""
    if not isinstance(value, bool):
        with suppress(TypeError):
            return index(value)
    if at == "riichi":
        message = f"riichi must be 0, 1, or 2 for double riichi, not {quote_value(value)}"
        raise Malformed("bad_field", message, at)
    raise Malformed(
        "bad_field",
        sentence("integer_0_not", "{at} must be a non-negative integer, not {value}", at=at, value=quote_value(value)),
        at,
    )


class Liability:
    """The seat that made a yakuman certain (pao), and the discarder.

    The discarder is that of the winning tile, after a ron. `four_kans` is a
    second liable player, who fed the last of four kans beside the other
    yakuman. All are winds; another letter raises `bad_seat` or `bad_field`.

    >>> import tenbo
    >>> pao = tenbo.Liability("W", "N")
    >>> dragons = "pon 555z, pon 666z, pon 777z"
    >>> tenbo.Hand("23m55s", "1m", "ron", melds=dragons, pao=pao).pao
    Liability('W', 'N')
    """

    __slots__ = {
        "discarder": "The wind of the discarder as a number: 0 is East; None by tsumo.",
        "four_kans": "The wind of the second liable player as a number, or None.",
        "liable": "The wind of the liable player, as a number: 0 is East.",
    }

    def __init__(self, liable: str, discarder: str | None = None, four_kans: str | None = None) -> None:
        self.liable = wind_number(liable, "pao.seat_wind")
        self.discarder = None if discarder is None else wind_number(discarder, "pao.from")
        self.four_kans = None if four_kans is None else wind_number(four_kans, "pao.seat_wind")

    def _values(self) -> tuple[int, int | None, int | None]:
        return self.liable, self.discarder, self.four_kans

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Liability) and self._values() == other._values()

    def __hash__(self) -> int:
        return hash(self._values())

    def __repr__(self) -> str:
        discarder = None if self.discarder is None else WIND_LETTERS[self.discarder]
        second = "" if self.four_kans is None else f", {WIND_LETTERS[self.four_kans]!r}"
        return f"Liability({WIND_LETTERS[self.liable]!r}, {discarder!r}{second})"
