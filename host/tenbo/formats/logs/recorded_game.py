"""A game as a server has recorded it, in one form for all file formats: hands, wins and their recorded values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from tenbo.formats.logs.yaku_names import BONUS, MOMENTS
from tenbo.validation.points_text import points_text
from tenbo_core.errors import Malformed
from tenbo_core.seats import WIND_LETTERS
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

WIN, DRAW, ABORT = "win", "draw", "abort"

# No game has more, and no name is longer.
MOST_HANDS = 200
LONGEST_NAME = 60

YAKUMAN, YAKUMAN_OF_EAST = 32_000, 48_000
# The han of a word that cannot be read.
NO_HAN = -1
# From this number of han on, ordinary yaku are paid as a yakuman.
COUNTED = 13


class RecordedWorth(NamedTuple):
    """The recorded value of a hand: its yaku by our names, its han with all dora, fu and points.

    A value that the record lacks is None; `yakuman` is 0 for an ordinary hand, `unknown` are the unknown words.
    """

    yaku: list[tuple[str, int]]
    bonus: dict[str, int]
    han: int
    fu: int | None
    yakuman: int
    points: int | None
    unknown: list[str]

    def __str__(self) -> str:
        names = ", ".join([*(name for name, _ in self.yaku), *(f"unknown {word!r}" for word in self.unknown)])
        bonus = "".join(f", {name} {number}" for name, number in self.bonus.items() if number)
        if self.yakuman:
            worth = "yakuman" if self.yakuman == 1 else f"{self.yakuman} yakuman"
        else:
            worth = f"{self.han} han" + (f" {self.fu} fu" if self.fu else "")
        return f"{names}{bonus}: {worth}" + ("" if self.points is None else f", {points_text(self.points)}")

    def declared_flags(self, *, in_riichi: bool) -> dict[str, Any]:
        """Return the fields of a declared hand that its tiles do not show."""
        names = [name for name, _ in self.yaku]
        fields: dict[str, Any] = {MOMENTS[name]: True for name in names if name in MOMENTS}
        if in_riichi:
            fields["riichi"] = 2 if "double_riichi" in names else 1
        if "ippatsu" in names:
            fields["ippatsu"] = True
        return fields


def check_hand_number(kyoku: int, honba: int, sticks: int, players: int, field: str) -> None:
    """Raise if no game has a hand of this number, counted from 0 by four a wind, with these counters and sticks."""
    if not 0 <= kyoku < 4 * len(WIND_LETTERS) or kyoku % 4 >= players or honba < 0 or sticks < 0:
        raise Malformed(
            "bad_field",
            sentence(
                "impossible_hand_number",
                "no game has such a hand: number {kyoku}, honba {honba}, riichi sticks {sticks}",
                kyoku=kyoku,
                honba=honba,
                sticks=sticks,
            ),
            field,
        )


def check_hand_count(count: int, field: str) -> None:
    """Raise if no game has so many hands."""
    if count > MOST_HANDS:
        raise Malformed(
            "bad_field",
            sentence(
                "too_many_hands",
                "a game has at most {most_hands} hands, not {count}",
                most_hands=MOST_HANDS,
                count=count,
            ),
            field,
        )


def recorded_worth(
    named_han: Iterable[tuple[str, int]],
    fu: int | None,
    points: int | None,
    unknown: Sequence[tuple[str, int]],
    *,
    is_dealer: bool,
    in_all: int | None = None,
    shares_lost: bool = False,
) -> RecordedWorth:
    """Return the worth of yaku with their han; those of a yakuman have 0, and their number follows from the points.

    `shares_lost` says that only two paid a tsumo, which a book may let them pay in full.

    A word that is not known counts its han, too. Where it has none, the han are those that the record says `in_all`.

    >>> str(recorded_worth([("riichi", 1), ("dora", 2)], 40, 5200, [], is_dealer=False))
    'riichi, dora 2: 3 han 40 fu, 5,200'
    >>> recorded_worth([("daisangen", 0), ("tsuuiisou", 0)], None, 96000, [], is_dealer=True).yakuman
    2
    >>> recorded_worth([("kokushi_13", 0)], None, 48000, [], is_dealer=False, shares_lost=True).yakuman
    2
    """
    yaku = [(name, han) for name, han in named_han if name not in BONUS]
    bonus = {kind: sum(han for name, han in named_han if name == kind) for kind in BONUS}
    if not bonus["north"]:
        del bonus["north"]
    yakuman = sum(han == 0 for _, han in [*yaku, *unknown])
    if yakuman and points:
        yakuman = max(1, points // value_of_one_yakuman(points, is_dealer=is_dealer, shares_lost=shares_lost))
    han = sum(han for _, han in yaku) + sum(bonus.values()) + sum(max(0, han) for _, han in unknown)
    if in_all is not None and any(han == NO_HAN for _, han in unknown):
        han = in_all
    return RecordedWorth(yaku, bonus, 0 if yakuman else han, fu, yakuman, points, [word for word, _ in unknown])


def value_of_one_yakuman(points: int, *, is_dealer: bool, shares_lost: bool) -> int:
    """Return what one yakuman is worth to its winner; `points` show if two pay for it what two of three would.

    >>> value_of_one_yakuman(24000, is_dealer=False, shares_lost=True)
    24000
    >>> value_of_one_yakuman(64000, is_dealer=False, shares_lost=True)
    32000
    """
    value, lost = (YAKUMAN_OF_EAST, YAKUMAN_OF_EAST // 3) if is_dealer else (YAKUMAN, YAKUMAN // 4)
    return value - lost if shares_lost and points % (value - lost) == 0 else value


class RecordedWin(NamedTuple):
    """One winner: the discarder, the recorded value, and the declared hand if the record has the tiles."""

    seat: int
    source: int
    worth: RecordedWorth
    declared: dict[str, Any] | None
    pao: int | None


class RecordedHand(NamedTuple):
    """One hand: its round and honba, the riichi stakes, its end and the points that it moved.

    `abort` is the kind of an abortive draw, `tenpai` None where the record does not say; `tiles_wrong` is why the
    tiles of the record cannot be.
    """

    round: int
    number: int
    honba: int
    sticks: int
    scores: list[int]
    riichi: list[int]
    ending: str
    wins: list[RecordedWin]
    abort: str
    tenpai: list[int] | None
    nagashi: bool
    deltas: list[int]
    dice: list[int] | None = None
    tiles_wrong: str = ""

    @property
    def label(self) -> str:
        """Return the hand as players write it: round and number, and the counters."""
        return f"{WIND_LETTERS[self.round]}{self.number}-{self.honba}"


class RecordedGame(NamedTuple):
    """A whole game; `rules` are the recorded switches, `final` the points and totals at the end if recorded.

    Every list by seats has as many entries as the game has `players`.
    """

    title: str
    names: list[str]
    rules: dict[str, Any]
    hands: list[RecordedHand]
    final: list[tuple[int, float]] | None
    notes: list[str]
    players: int = 4


def printable_name(name: str) -> str:
    """Return a name that can be shown: a line without signs that steer a terminal."""
    return "".join(letter for letter in name if letter.isprintable())[:LONGEST_NAME].strip()
