"""Play statistics, independent of points: riichi, wins, deal-ins, dealer repeats, each with its interval.

A value is marked only if chance hardly explains it: if all players were alike, one column in twenty would have a single
mark.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tenbo.tournament.pace.confidence_intervals import (
    CHANCE,
    Mean,
    Share,
    deviation_of,
    mean_of,
    mean_with_largest_deviation,
)
from tenbo.tournament.pace.forecast import hand_cycle_seconds

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tenbo.tournament.pace.game_timing import GameTiming, HandTiming

# The shares, and the total of each.
SHARES = {
    "riichi": "hands in which riichi was declared",
    "win": "hands won",
    "deal_in": "hands in which the player discarded another player's winning tile",
    "tsumo": "wins by self-draw",
    "riichi_win": "riichi that won",
    "riichi_deal_in": "riichi that dealt in",
    "tenpai": "draws in tenpai",
    "dealer_keeps": "hands as dealer after which the deal stayed",
}
# The means: points paid by others, without riichi sticks; seconds from dice to dice.
MEANS = {
    "win_points": "points of a win",
    "deal_in_points": "points paid for a deal-in",
    "cycle_s": "seconds from dice to dice at the player's tables, less what is usual in that session",
}

# A mean of fewer values is never marked, because a single expensive hand decides it.
FEWEST = 10


class PlayStatistics:
    """The statistics of one player, or of all players together."""

    def __init__(self) -> None:
        self.hands = 0
        self._counts = dict.fromkeys(SHARES, 0)
        self._of = dict.fromkeys(SHARES, 0)
        self._values: dict[str, list[float]] = {name: [] for name in MEANS}
        # The cached count, mean and deviation of values; each player is compared with the hall's.
        self._known: dict[str, tuple[int, float, float]] = {}

    def share(self, name: str) -> Share:
        """Return one of SHARES."""
        return Share(self._counts[name], self._of[name])

    def mean(self, name: str, hall: PlayStatistics | None = None) -> Mean:
        """Return one of MEANS; with the hall's statistics, its deviation is the least that is assumed."""
        usual = 0.0 if hall is None else hall._moments(name)[2]  # noqa: SLF001 - of the same class
        return mean_with_largest_deviation(*self._moments(name), usual)

    def _moments(self, name: str) -> tuple[int, float, float]:
        values = self._values[name]
        known = self._known.get(name)
        if known is None or known[0] != len(values):
            known = self._known[name] = (len(values), mean_of(values).mean, deviation_of(values))
        return known

    def add_hand(self, hand: HandTiming, seat: int) -> None:
        """Count a hand from the view of a seat."""
        self.hands += 1
        winners = [won.seat for won in hand.won]
        paid = [won.points for won in hand.won if won.source == seat != won.seat]
        declared, is_winner = seat in hand.riichi, seat in winners
        self._count("riichi", declared)
        self._count("win", is_winner)
        self._count("deal_in", bool(paid))
        if declared:
            self._count("riichi_win", is_winner)
            self._count("riichi_deal_in", bool(paid))
        if hand.ending == "draw":
            self._count("tenpai", seat in hand.tenpai)
        if hand.dealer == seat and hand.dealer_stays is not None:
            self._count("dealer_keeps", hand.dealer_stays)
        for won in hand.won:
            if won.seat == seat:
                self._count("tsumo", won.source == seat)
                self._values["win_points"].append(won.points)
        if paid:
            self._values["deal_in_points"].append(sum(paid))

    def add_cycle_deviations(self, seconds: Iterable[float]) -> None:
        """Add by how much the hands at a table were longer or shorter than usual."""
        self._values["cycle_s"].extend(seconds)

    def _count(self, name: str, so: bool) -> None:
        self._of[name] += 1
        self._counts[name] += so

    def significant_differences(self, hall: PlayStatistics, players: int) -> dict[str, str]:
        """Return which values differ significantly from those of all players."""
        chance = CHANCE / max(1, players)
        marks = {}
        for name in SHARES:
            usual, spread = hall.share(name).share, self.share(name).interval(chance)
            marks[name] = _mark(spread, usual)
        for name in MEANS:
            own = self.mean(name, hall)
            marks[name] = _mark(own.interval(chance) if own.n >= FEWEST else None, hall.mean(name).mean)
        return {name: mark for name, mark in marks.items() if mark}

    def record(self, hall: PlayStatistics | None = None) -> dict[str, Any]:
        """Return all statistics as a JSON object; the hall's give the deviations."""
        shares = {name: self.share(name).record() for name in SHARES}
        return {"hands": self.hands, **shares, **{name: self.mean(name, hall).record() for name in MEANS}}


def _mark(spread: tuple[float, float] | None, usual: float | None) -> str:
    """Return whether an interval is above or below the usual value.

    >>> _mark((0.2, 0.4), 0.1), _mark((0.2, 0.4), 0.5), _mark((0.2, 0.4), 0.3), _mark(None, 0.3)
    ('higher', 'lower', '', '')
    >>> _mark((0.2, 0.4), 0.2), _mark((0.2, 0.4), 0.4)
    ('', '')
    """
    if spread is None or usual is None:
        return ""
    low, high = spread
    return "higher" if low > usual else "lower" if high < usual else ""


def play_statistics(
    games: Iterable[tuple[int, GameTiming, list[int]]], left_out: Iterable[int] = ()
) -> tuple[PlayStatistics, dict[int, PlayStatistics]]:
    """Return the statistics of all players together and of each, from games with their session and players by seat.

    Empty seats (0) and players who are left out have no statistics, but their hands count for the others and in total.
    """
    hall = PlayStatistics()
    each: dict[int, PlayStatistics] = {}
    sessions: dict[int, list[tuple[GameTiming, list[int]]]] = {}
    hidden = {0, *left_out}
    for session, game, players in games:
        sessions.setdefault(session, []).append((game, players))
        for hand in game.finished:
            for seat in range(len(players)):
                hall.add_hand(hand, seat)
                if players[seat] not in hidden:
                    each.setdefault(players[seat], PlayStatistics()).add_hand(hand, seat)
    for played in sessions.values():
        _add_cycles(played, hall, each)
    return hall, each


def _add_cycles(
    played: list[tuple[GameTiming, list[int]]], hall: PlayStatistics, each: Mapping[int, PlayStatistics]
) -> None:
    """Add the length of the hands at a session's tables, each compared with all other tables of the session."""
    cycles = [hand_cycle_seconds(game) for game, _ in played]
    seconds = [second for own in cycles for second in own]
    if not seconds:
        return
    usual = sum(seconds) / len(seconds)
    for (_, players), own in zip(played, cycles, strict=True):
        hall.add_cycle_deviations([second - usual for second in own])
        for player in players:
            if player in each:
                each[player].add_cycle_deviations([second - usual for second in own])
