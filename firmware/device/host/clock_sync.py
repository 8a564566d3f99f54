"""Sets the ledger's clock by the hall's clock, so that a session ends at all tables together."""

from micropython import const

from tenbo_core import clock
from tenbo_core.errors import Malformed, Refused
from tenbo_core.events import DESK

if False:  # for the type checker alone, and gone when compiled
    from device.parts import HostCommands

# Largest backward correction accepted; anything more is an error, not drift.
_LONGEST_WAIT_MS = const(10_000)
# No session of the hall has been over for longer.
_LONGEST_OVER_MS = const(86_400_000)


def set_clock(commands: "HostCommands", left_ms: int, ticks: int, proved: bool) -> None:
    """Move the ledger's clock so that the session has as much left as in the whole hall.

    If another host has set the clock far too late, an authenticated host restarts the session.
    """
    keeper, seconds = commands.keeper, commands.seconds
    table = keeper.table
    if table is None:
        raise Refused("not_allowed_now", "no game has begun", "clock")
    session = clock.session_of(table)
    if session.stopped is not None:
        raise Refused("not_allowed_now", "the clock is stopped", "clock")
    if left_ms < -_LONGEST_OVER_MS:
        raise Malformed("bad_field", "a session that was over a day ago moves no clock", "left")
    ahead = _end_ms(session) - seconds.ms_at(ticks) - left_ms
    if ahead < -_LONGEST_WAIT_MS:
        # A signal that has sounded in time stays: the hands after it are being played.
        in_time = table.hands_left is not None and left_ms <= 1000 * session.signal
        if not proved or in_time or left_ms > 1000 * session.length:
            raise Refused("contradiction", "the table's clock is far ahead of the hall's", "left")
        keeper.record("pause", DESK, {"why": "hall"})
        keeper.record("session", DESK, {"minutes": session.length // 60})
        commands.queue_event_note(table)
        ahead = (
            _end_ms(clock.session_of(table if keeper.table is None else keeper.table)) - seconds.ms_at(ticks) - left_ms
        )
    seconds.shift(ahead)


def _end_ms(session: "clock.Session") -> int:
    """Return when a session ends, by the ledger's clock in milliseconds."""
    return 1000 * (session.start + session.length + session.paused)
