"""Sets the ledger's clock by the hall's: a session ends at all tables together."""

from micropython import const

from tenbo_core import clock
from tenbo_core.errors import Malformed, Refused

if False:  # for the type checker alone, and gone when compiled
    from device.parts import Table

# Largest backward correction accepted; anything more is an error, not drift.
_LONGEST_WAIT_MS = const(10_000)
# No session of the hall has been over for longer.
_LONGEST_OVER_MS = const(86_400_000)


def set_clock(table: "Table | None", seconds: "clock.Seconds", left: int, ticks: int) -> None:
    """Move the ledger's clock so that the session has as much left as in the whole hall."""
    if table is None:
        raise Refused("not_allowed_now", "no game has begun", "clock")
    session = clock.of(table)
    if session.stopped is not None:
        raise Refused("not_allowed_now", "the clock is stopped", "clock")
    if left < -_LONGEST_OVER_MS:
        raise Malformed("bad_field", "a session that was over a day ago moves no clock", "left")
    end = 1000 * (session.start + session.length + session.paused)
    ahead = end - seconds.ms_at(ticks) - left
    if ahead < -_LONGEST_WAIT_MS:
        raise Refused("contradiction", "the table's clock is far ahead of the hall's", "left")
    seconds.move(ahead)
