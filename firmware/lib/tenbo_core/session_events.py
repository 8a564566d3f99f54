"""The events of a timed session: its start, its pauses, extra time, the book's signal."""

from tenbo_core.clock import Session, session_of
from tenbo_core.errors import Malformed, Refused
from tenbo_core.hand_end import end_game
from tenbo_core.table import PLAYING, Table


def session(table: Table, at: int, minutes: "int | None", start: "int | None") -> None:
    """Sound the start signal, at once or at a second to come; the book's length unless one is given.

    A stopped session may be given a new length: the first one was mistyped, or the hall starts again.
    """
    if table.session is not None and session_of(table).stopped is None:
        raise Refused("not_allowed_now", "the session clock is already set: stop it first", "event")
    if minutes is None:
        minutes = table.rules.session_minutes
    if not minutes:
        raise Malformed("missing_field", "this rule book has no session time: give the minutes", "minutes")
    if start is not None and start < at:
        raise Malformed("bad_field", "the start signal cannot be in the past", "start")
    signal = min(minutes, table.rules.signal_minutes)
    if table.session is not None:
        # The signal of a time that was given wrongly limits nothing.
        table.hands_left = None
    table.session = Session(at if start is None else start, 60 * minutes, 60 * signal)


def pause(table: Table, at: int, why: "str | None") -> None:  # noqa: ARG001 - the reason is for the sheet
    """Stop the clock; no hand begins until it goes on."""
    before = session_of(table)
    if before.stopped is not None:
        raise Refused("not_allowed_now", "the clock is stopped already", "event", "session stopped")
    table.session = before.changed(stopped=at)


def resume(table: Table, at: int) -> None:
    """Let the clock go on."""
    before = session_of(table)
    if before.stopped is None:
        raise Refused("not_allowed_now", "the clock is not stopped", "event", "the clock is running")
    table.session = before.after_pause(at)


def extra(table: Table, minutes: int, why: "str | None") -> None:  # noqa: ARG001 - the reason is for the sheet
    """Add time to this table, or take time off with a negative number; its signal sounds so much later or earlier."""
    before = session_of(table)
    if table.hands_left is not None:
        raise Refused("not_allowed_now", "the time signal has sounded: undo it before you change the time", "event")
    length = before.length + 60 * minutes
    if length <= 0:
        raise Refused("not_allowed_now", "that would leave no time: stop the clock instead", "minutes")
    table.session = before.changed(length=length)


def signal(table: Table) -> None:
    """Mark the time signal: a hand begun is finished, and the book says how many more are played.

    Begun means that the dice are thrown (EMA 2016, 5.9).
    """
    if not table.rules.has_signal:
        raise Refused("not_in_this_rule_book", "this rule book has no time signal", "event")
    if table.hands_left is not None:
        raise Refused("not_allowed_now", "the time signal has sounded already", "event")
    running = 1 if table.phase == PLAYING else 0
    table.hands_left = running + max(0, table.rules.hands_after_signal)
    if table.hands_left == 0:
        end_game(table, "time")
