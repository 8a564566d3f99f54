"""When a table that plays will end: by its last hand or by the time signal, whichever comes first."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

from tenbo.tournament.pace.statistics import deviation_of, normal_quantile
from tenbo_core.clock import Session

if TYPE_CHECKING:
    from tenbo.tournament.pace.game_timing import GameTiming
    from tenbo_core.table import Table

# What the hall has shown so far counts like so many hands of a table's own.
HALL_COUNTS = 4
# Before a hall has shown how often its dealers stay: once in three hands, counted like three hands.
STAYED, OF_HANDS = 1, 3


class HallPace(NamedTuple):
    """What the finished hands of a hall say: seconds from dice to dice and their spread, and how often dealers stay."""

    hands: int
    cycle: float
    deviation: float
    stays: float


class Forecast(NamedTuple):
    """Seconds after the start signal: when a table will probably end, and between which two with some certainty."""

    end: int
    earliest: int
    latest: int


def hall_pace(games: list[GameTiming]) -> HallPace | None:
    """Return what the hands of some games say, or None before any hand is finished."""
    cycles = [cycle for game in games for cycle in hand_cycles(game)]
    if not cycles:
        return None
    mean = sum(cycles) / len(cycles)
    decided = [hand.dealer_stays for game in games for hand in game.finished if hand.dealer_stays is not None]
    return HallPace(len(cycles), mean, deviation_of(cycles), (sum(decided) + STAYED) / (len(decided) + OF_HANDS))


def hand_cycles(game: GameTiming) -> list[int]:
    """Return the seconds of each finished hand with the pause before the next, or without where none has begun."""
    hands = game.hands
    return [
        (following.begun if following is not None else hand.ended or hand.begun) - hand.begun
        for hand, following in zip(hands, [*hands[1:], None], strict=False)
        if hand.ended is not None
    ]


def forecast(game: GameTiming, now: int, hall: HallPace | None) -> Forecast | None:
    """Return when a table that plays will end, `now` being a second after the start signal.

    None without a session, without a finished hand in the hall, and when the game is over.
    """
    if hall is None or game.is_over or not isinstance(game.table.session, Session):
        return None
    own = hand_cycles(game)
    cycle = (sum(own) + HALL_COUNTS * hall.cycle) / (len(own) + HALL_COUNTS)
    last = game.seconds_after_start(game.last.at)
    assert last is not None
    running = game.hands[-1] if game.hands and game.hands[-1].ended is None else None
    # How long the hand that runs has run; between two hands, how long nobody has thrown the dice.
    gone = (game.now - running.begun if running else 0) + max(0, now - last)
    left = _hands_left(game.table, hall.stays)
    end = max(now, now - min(gone, cycle) + left * cycle)
    hands, signal = left, _after_signal(game.table, cycle)
    if signal is not None and game.table.hands_left is None and signal < end:
        end, hands = max(now, signal), max(1.0, (signal - now) / cycle)
    half = normal_quantile() * hall.deviation * sqrt(hands)
    latest = end + half
    if signal is not None and game.table.hands_left is None:
        # Nobody plays longer than the signal lets them: the hand that runs then, and what the book adds.
        latest = min(latest, max(end, signal + cycle / 2 + normal_quantile() * hall.deviation))
    return Forecast(round(end), round(max(now, end - half)), round(latest))


def _hands_left(table: Table, stays: float) -> float:
    """Return how many hands are to be expected, a running one included; after the time signal it is known."""
    if table.hands_left is not None:
        return float(table.hands_left)
    deals = max(1, 4 * (table.last_round - table.round) + 5 - table.hand)
    return deals / (1 - stays)


def _after_signal(table: Table, cycle: float) -> float | None:
    """Return when a table probably ends by the time signal: half a hand after it, and those that the book adds."""
    session = table.session
    if not isinstance(session, Session) or not table.rules.has_signal:
        return None
    return session.length - session.signal + cycle * (0.5 + max(0, table.rules.hands_after_signal))
