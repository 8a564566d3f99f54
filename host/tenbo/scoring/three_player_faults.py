"""Finds what cannot be in a hand where three play: tiles, chi and a seat that are not there, norths set aside."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.scoring.melds import CHI
from tenbo.scoring.tiles import KIND, NAMES
from tenbo_core.errors import Malformed, Refused, TenboError
from tenbo_core.seats import NORTH
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tenbo.scoring.hand import Hand
    from tenbo.scoring.melds import Meld
    from tenbo_core.rules import Rules

# 2m to 8m.
MISSING_KINDS = range(1, 8)


def faults_of_excluded_tiles(named: Iterable[tuple[str, Sequence[int]]]) -> Iterator[TenboError]:
    """Yield for each field its first tile of those that are not there where three play."""
    for at, tiles in named:
        for tile in tiles:
            if KIND[tile] in MISSING_KINDS:
                yield Malformed(
                    "bad_tile",
                    sentence("tile_of_four_players", "{tile} is not used with three players", tile=NAMES[tile]),
                    at,
                )
                break


def check_three_player_tiles(tiles: Sequence[int], melds: Sequence[Meld]) -> None:
    """Raise what cannot be in a waiting hand where three play; what is left waits for no tile that is not there.

    >>> from tenbo.scoring.tile_parser import parse_tiles
    >>> check_three_player_tiles(parse_tiles("78m"), ())
    Traceback (most recent call last):
        ...
    tenbo_core.errors.Malformed: 7m is not used with three players
    """
    for fault in faults_of_excluded_tiles((("hand", tiles), *(("melds", meld.tiles) for meld in melds))):
        raise fault
    for fault in faults_of_chi(melds):
        raise fault


def faults_of_chi(melds: Sequence[Meld]) -> Iterator[TenboError]:
    """Yield that a meld is a chi."""
    if any(meld.kind == CHI for meld in melds):
        yield Refused(
            "not_in_this_rule_book", sentence("chi_of_four_players", "there is no chi with three players"), "melds"
        )


def faults_for_three_players(hand: Hand, named: Iterable[tuple[str, Sequence[int]]]) -> Iterator[TenboError]:
    """Yield the faults of a hand under a book for three players; `named` are its tiles by field."""
    yield from faults_of_excluded_tiles(named)
    yield from faults_of_chi(hand.melds)
    winds = () if hand.pao is None else (hand.pao.liable, hand.pao.discarder, hand.pao.four_kans)
    for at, wind in (("seat", hand.seat), *(("pao", wind) for wind in winds)):
        if wind == NORTH:
            yield Malformed("bad_seat", sentence("north_of_four_players", "there is no North with three players"), at)


def faults_of_norths(hand: Hand, rules: Rules | None) -> Iterator[TenboError]:
    """Yield that the book knows no norths set aside."""
    if hand.north and rules is not None and not rules.north_bonus:
        yield Refused(
            "not_in_this_rule_book",
            sentence("book_without_norths", "this rule book does not allow norths to be set aside"),
            "north",
        )
