"""What was remarkable in one game, by its hands: the highest hand, the longest run of a dealer, the most wins."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tenbo.tournament.pace.game_timing import HandTiming


class Highlight(NamedTuple):
    """A seat and its value; `hand` is the first hand of it, such as E3-1, where there is one."""

    seat: int
    value: int
    hand: str = ""


# By kind: highest_hand in points from the others, dealer_run in hands as dealer in a row, most_wins in hands.
GameHighlights = dict[str, list[Highlight]]


def game_highlights(hands: Sequence[HandTiming]) -> GameHighlights:
    """Return the highlights of a game by kind, each seat's best, the highest first; a dealer's run has two hands.

    >>> from tenbo.tournament.pace.game_timing import HandTiming, WinGain
    >>> def hand(name, dealer, seat, points):
    ...     return HandTiming(name, dealer, 0, 60, "win", 0, (), (WinGain(seat, 3, points),), (), True)
    >>> found = game_highlights([hand("E1-0", 0, 0, 2000), hand("E1-1", 0, 1, 7700), hand("E2-0", 1, 1, 1000)])
    >>> [(kind, *best[0]) for kind, best in found.items()]
    [('highest_hand', 1, 7700, 'E1-1'), ('dealer_run', 0, 2, 'E1-0'), ('most_wins', 1, 2, '')]
    """
    highest: dict[int, Highlight] = {}
    wins: dict[int, int] = {}
    for hand in hands:
        for won in hand.won:
            wins[won.seat] = wins.get(won.seat, 0) + 1
            if won.seat not in highest or won.points > highest[won.seat].value:
                highest[won.seat] = Highlight(won.seat, won.points, hand.name)
    runs: dict[int, Highlight] = {}
    for (dealer, _), run in groupby(hands, key=lambda hand: (hand.dealer, hand.name.partition("-")[0])):
        names = [hand.name for hand in run]
        if len(names) > 1 and (dealer not in runs or len(names) > runs[dealer].value):
            runs[dealer] = Highlight(dealer, len(names), names[0])
    found = {
        "highest_hand": highest.values(),
        "dealer_run": runs.values(),
        "most_wins": [Highlight(seat, count) for seat, count in wins.items()],
    }
    return {kind: sorted(ones, key=lambda one: (-one.value, one.seat)) for kind, ones in found.items()}
