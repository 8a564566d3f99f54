"""The pace of a session: minutes of each table, waiting times, time owed, and the expected end."""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple

from tenbo.tournament.pace.confidence_intervals import Mean, mean_of
from tenbo.tournament.pace.forecast import forecast_end, hall_pace
from tenbo.tournament.pace.game_timing import AGAIN

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tenbo.tournament.pace.forecast import Forecast
    from tenbo.tournament.pace.game_timing import GameTiming, HandTiming

# The state of a table: before its first dice, playing, over, broken off, or without a known game.
WAITING, PLAYING, OVER, BROKEN_OFF, UNKNOWN = "waiting", "playing", "over", "broken off", "no ledger"

# A start up to this much later than the others' is not counted as lost, because dice are thrown after the walls are
# built.
USUAL_DELAY_S = 60


class TablePace(NamedTuple):
    """One table in a session; all times are seconds of play, and `after` means after the start signal."""

    table: int
    state: str
    # The current or last hand, and the number of finished hands.
    hand: str
    hands: int
    # Seconds of a hand, and from its end to the next dice.
    hand_s: Mean
    between_s: Mean
    longest: HandTiming | None
    began_after: int | None
    over_after: int | None
    # Time lost without play: a late start, hands played again, results recorded again.
    late_s: int
    again_s: int
    settling_s: int
    # Extra time of this table alone, and the further time that it is owed.
    given_s: int
    owed_s: int
    paused_s: int
    # How long its players waited for the last table to end, or have waited so far.
    waited_s: int
    forecast: Forecast | None

    @property
    def lost_s(self) -> int:
        """Return all lost seconds."""
        return self.late_s + self.again_s + self.settling_s

    def record(self) -> dict[str, Any]:
        """Return the table as a JSON object."""
        longest = self.longest
        fields = self._asdict()
        fields["hand_s"], fields["between_s"] = self.hand_s.record(), self.between_s.record()
        fields["longest"] = None if longest is None else {"hand": longest.name, "seconds": longest.duration_s}
        fields["forecast"] = None if self.forecast is None else self.forecast._asdict()
        return {**fields, "lost_s": self.lost_s}


class SessionPace(NamedTuple):
    """A session: its tables, the hall's usual values, and its end or expected end."""

    session: int
    tables: list[TablePace]
    hand_s: Mean
    between_s: Mean
    # Median seconds from the start signal to the first dice.
    began_after: int | None
    # The end of the last table; while tables play, the expected end and the table that is expected to be last.
    over_after: int | None
    forecast: Forecast | None
    last_table: int | None
    # The moment (ms since 1970) of the start signal, if it is known.
    began_ms: int | None

    def record(self) -> dict[str, Any]:
        """Return the session as a JSON object."""
        fields = self._asdict()
        fields["tables"] = [table.record() for table in self.tables]
        fields["hand_s"], fields["between_s"] = self.hand_s.record(), self.between_s.record()
        fields["forecast"] = None if self.forecast is None else self.forecast._asdict()
        return fields


class GameProgress(NamedTuple):
    """A game's timing, with the time, host and state of its last stored event."""

    game: GameTiming | None
    stored_ms: int = 0
    goes_on: bool = True
    # The host of the game; "" is this one.
    host: str = ""

    def to_our_clock(self, ahead: dict[str, int]) -> GameProgress:
        """Return the game with its storage time by our own clock, because a host's clock may be wrong."""
        return self._replace(stored_ms=self.stored_ms - ahead.get(self.host, 0))

    def seconds_after_start(self, now_ms: int) -> int | None:
        """Return the seconds since the start signal at this table; the clock of a finished game stands still."""
        if self.game is None:
            return None
        at = self.game.last.at
        if self.goes_on and not self.game.is_over:
            at += max(0, now_ms - self.stored_ms) // 1000
        return self.game.seconds_after_start(at)


def session_pace(session: int, games: dict[int, GameProgress], now_ms: int) -> SessionPace:
    """Return the pace of a session from the games of its tables, at a moment."""
    timings = [known.game for known in games.values() if known.game is not None]
    hall = hall_pace(timings)
    usual = _Usual(
        _median(game.began_after for game in timings if game.began_after is not None),
        min((game.extra for game in timings), default=0),
        _end_or_now(games, now_ms),
    )
    rows = []
    for table, known in sorted(games.items()):
        now = known.seconds_after_start(now_ms)
        ahead = forecast_end(known.game, now, hall) if known.game and now is not None and known.goes_on else None
        rows.append(_table(table, known, usual)._replace(forecast=ahead))
    running = any(row.state in (WAITING, PLAYING) for row in rows)
    ends = [(row.over_after, row.table) for row in rows if row.over_after is not None]
    coming = [(row.forecast, row.table) for row in rows if row.forecast is not None]
    over, last, ahead = None, None, None
    if ends and not running:
        over, last = max(ends)
    elif coming:
        ahead, last = max(coming)
    return SessionPace(
        session, rows, mean_of(hand_seconds(timings)), mean_of(pauses_between_hands(timings)), usual.began_after,
        over, ahead, last, _began_ms(games),
    )  # fmt: skip


class _Usual(NamedTuple):
    """What a table is compared with: the usual first dice, the common extra time, and the last table's end or now."""

    began_after: int | None
    extra: int
    until: int | None


def _median(values: Iterable[int]) -> int | None:
    known = list(values)
    return round(median(known)) if known else None


def _end_or_now(games: dict[int, GameProgress], now_ms: int) -> int | None:
    """Return the current seconds since the start signal while a table plays, else those at the last end."""
    if any(_state(known) in (WAITING, PLAYING) for known in games.values()):
        return max(
            (after for known in games.values() if (after := known.seconds_after_start(now_ms)) is not None),
            default=None,
        )
    ends = [known.game.over_after for known in games.values() if known.game is not None]
    return max((end for end in ends if end is not None), default=None)


def _began_ms(games: dict[int, GameProgress]) -> int | None:
    """Return the moment of the start signal by the stored times of most tables; pauses count as elapsed."""
    moments = []
    for known in games.values():
        after = None if known.game is None else known.game.seconds_after_start(known.game.last.at)
        if known.game is not None and after is not None:
            moments.append(known.stored_ms - 1000 * (after + known.game.paused))
    return _median(moments)


def _state(known: GameProgress) -> str:
    if known.game is None:
        return UNKNOWN
    if known.game.is_over:
        return OVER
    if not known.goes_on:
        return BROKEN_OFF
    return PLAYING if known.game.hands else WAITING


def _table(table: int, known: GameProgress, usual: _Usual) -> TablePace:
    """Return a table's row, without its forecast."""
    game, state, nothing = known.game, _state(known), mean_of([])
    if game is None:
        return TablePace(table, state, "", 0, nothing, nothing, None, None, None, 0, 0, 0, 0, 0, 0, 0, None)
    hands, began, over = game.finished, game.began_after, game.over_after
    late = 0 if began is None or usual.began_after is None else began - usual.began_after
    late = late if late > USUAL_DELAY_S else 0
    again = sum(hand.duration_s for hand in game.hands if hand.ending in AGAIN)
    settling = sum(hand.settling for hand in game.hands)
    given = game.extra - usual.extra
    waited = 0 if usual.until is None or over is None else max(0, usual.until - over)
    return TablePace(
        table, state, game.hands[-1].name if game.hands else "", len(hands),
        mean_of(hand_seconds([game])), mean_of(pauses_between_hands([game])),
        max(hands, key=lambda hand: hand.duration_s, default=None), began, over,
        late, again, settling, given, max(0, late + again + settling - given), game.paused, waited, None,
    )  # fmt: skip


def hand_seconds(games: Iterable[GameTiming]) -> list[int]:
    """Return the seconds of each finished hand, from the dice to the recorded end."""
    return [hand.duration_s for game in games for hand in game.finished]


def pauses_between_hands(games: Iterable[GameTiming]) -> list[int]:
    """Return the seconds from each hand's end to the next dice."""
    return [
        following.begun - hand.ended
        for game in games
        for hand, following in zip(game.hands, game.hands[1:], strict=False)
        if hand.ended is not None
    ]
