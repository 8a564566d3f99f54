"""Forecasts the end of a table that plays: by its last hand or by the time signal, whichever comes first."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

from tenbo.tournament.pace.confidence_intervals import deviation_of, two_sided_quantile
from tenbo_core.clock import Session

if TYPE_CHECKING:
    from tenbo.tournament.pace.game_timing import GameTiming
    from tenbo_core.table import Table

# The hall's mean counts like this many hands of the table's own.
HALL_COUNTS = 4
# The assumption before any data: dealers stay once in three hands, weighted like three hands.
STAYED, OF_HANDS = 1, 3


class HallPace(NamedTuple):
    """The finished hands of a hall: seconds from dice to dice, their deviation, and the share of dealer repeats."""

    hands: int
    cycle: float
    deviation: float
    stays: float


class Forecast(NamedTuple):
    """Seconds after the start signal: the expected end of a table, and the interval around it."""

    end: int
    earliest: int
    latest: int


def hall_pace(games: list[GameTiming]) -> HallPace | None:
    """Return the pace of some games' hands, or None before any hand is finished."""
    cycles = [cycle for game in games for cycle in hand_cycle_seconds(game)]
    if not cycles:
        return None
    mean = sum(cycles) / len(cycles)
    decided = [hand.dealer_stays for game in games for hand in game.finished if hand.dealer_stays is not None]
    return HallPace(len(cycles), mean, deviation_of(cycles), (sum(decided) + STAYED) / (len(decided) + OF_HANDS))


def hand_cycle_seconds(game: GameTiming) -> list[int]:
    """Return the seconds of each finished hand with the pause before the next one, if that has begun."""
    hands = game.hands
    return [
        (following.begun if following is not None else hand.ended or hand.begun) - hand.begun
        for hand, following in zip(hands, [*hands[1:], None], strict=False)
        if hand.ended is not None
    ]


def forecast_end(game: GameTiming, now: int, hall: HallPace | None) -> Forecast | None:
    """Return the expected end of a table that plays; `now` is a second after the start signal.

    None without a session, without a finished hand in the hall, and for a finished game.
    """
    if hall is None or game.is_over or not isinstance(game.table.session, Session):
        return None
    own = hand_cycle_seconds(game)
    cycle = (sum(own) + HALL_COUNTS * hall.cycle) / (len(own) + HALL_COUNTS)
    last = game.seconds_after_start(game.last.at)
    assert last is not None
    running = game.hands[-1] if game.hands and game.hands[-1].ended is None else None
    # How long the running hand has run; between two hands, how long the dice are overdue.
    gone = (game.now - running.begun if running else 0) + max(0, now - last)
    left = _hands_left(game.table, hall.stays)
    end = max(now, now - min(gone, cycle) + left * cycle)
    hands, signal = left, _after_signal(game.table, cycle)
    if signal is not None and game.table.hands_left is None and signal < end:
        end, hands = max(now, signal), max(1.0, (signal - now) / cycle)
    half = two_sided_quantile() * hall.deviation * sqrt(hands)
    latest = end + half
    if signal is not None and game.table.hands_left is None:
        # The time signal limits the end: the hand that runs then, and the hands that the rule book adds.
        latest = min(latest, max(end, signal + cycle / 2 + two_sided_quantile() * hall.deviation))
    return Forecast(round(end), round(max(now, end - half)), round(latest))


def _hands_left(table: Table, stays: float) -> float:
    """Return the expected number of remaining hands, including a running one; it is known after the time signal."""
    if table.hands_left is not None:
        return float(table.hands_left)
    players = table.rules.players
    deals = max(1, players * (table.last_regular_round - table.round) + players + 1 - table.hand)
    return deals / (1 - stays)


def _after_signal(table: Table, cycle: float) -> float | None:
    """Return the expected end by the time signal: half a hand after it, and the hands that the rule book adds."""
    session = table.session
    if not isinstance(session, Session) or not table.rules.has_signal:
        return None
    return session.length - session.signal + cycle * (0.5 + max(0, table.rules.hands_after_signal))
