"""Detects a stale clock: one that is left over from a session that has ended, or from the one before."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, NamedTuple

from tenbo.tournament.hall_clock import MINUTE, replay_clock
from tenbo.tournament.record_replay import effective_records
from tenbo_core.clock import FINISHED
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tenbo.tournament.hall_clock import HallClock
    from tenbo.tournament.record_schema import DeskRecord
    from tenbo.tournament.state import Tournament

# The session has ended and no other is in play; or it has begun and its own clock was not started.
ENDED, UNSTARTED = "ended", "unstarted"


class LeftoverClock(NamedTuple):
    """Why the hall's clock is stale, and the session that has ended or whose clock has to be started."""

    state: str
    session: int


def leftover_time_warnings(stale: LeftoverClock | None, clock: HallClock | None, now: int) -> list[str]:
    """Return the warning that a session would begin with the time that another has left, if it would.

    >>> from tenbo.tournament.hall_clock import MINUTE, HallClock
    >>> clock = HallClock(0, 90 * MINUTE, 0)
    >>> leftover_time_warnings(LeftoverClock(ENDED, 1), clock, 80 * MINUTE)[0].values
    {'minutes': 10}
    >>> leftover_time_warnings(LeftoverClock(ENDED, 1), clock, 90 * MINUTE), leftover_time_warnings(None, clock, 0)
    ([], [])
    """
    if stale is None or stale.state != ENDED or clock is None or clock.stage(now) == FINISHED:
        return []
    minutes = -(-min(clock.until_end(now), clock.length) // MINUTE)
    return [
        sentence(
            "time_left_over",
            "the clock of the previous session is still running, and this session would have only its "
            "remaining {minutes} min: stop the clock first (tenbo clock stop)",
            minutes=minutes,
        )
    ]


def clock_staleness_reason(
    tournament: Tournament, records: Sequence[DeskRecord], now: int, moment_of: Callable[[int], int]
) -> LeftoverClock | None:
    """Return why the clock is stale at a moment, or None while a session in play uses it.

    `moment_of` returns the time of a record. A clock that still ran when a session began belongs to that session,
    because the tables count it.
    """
    playing, clock = tournament.opened - tournament.ended, replay_clock(tournament.clock)
    if clock is None:
        over = not playing and tournament.session in tournament.ended
        return LeftoverClock(ENDED, tournament.session) if over else None
    started = tournament.clock[0].n
    since = effective_records(records[bisect_right(records, started, key=lambda record: record.n) :])
    if not playing:
        ended = [record.fields["session"] for record in since if record.kind == "end"]
        return LeftoverClock(ENDED, ended[-1]) if ended else None
    if clock.stage(now) != FINISHED or not any(record.kind in ("open", "game") for record in since):
        return None
    begun, session = max((_began(records, one), one) for one in playing)
    return (
        LeftoverClock(UNSTARTED, session)
        if begun > started and _was_over(tournament, clock, begun, moment_of)
        else None
    )


def _began(records: Sequence[DeskRecord], session: int) -> int:
    """Return the number of the record that started a session in play; later tables of it start after that record."""
    began = -1
    for record in effective_records(records):
        if record.fields.get("session") != session:
            continue
        if record.kind == "end":
            began = -1
        elif record.kind in ("open", "game") and began < 0:
            began = record.n
    return began


def _was_over(tournament: Tournament, clock: HallClock, n: int, moment_of: Callable[[int], int]) -> bool:
    """Return whether the clock was over when a record was made: it was stopped before, or its time was up."""
    stops = [record.n for record in tournament.clock if record.fields["act"] == "stop"]
    return bool(clock.over and stops[-1] < n) or clock.changed(stopped=None, over=False).until_end(moment_of(n)) <= 0
