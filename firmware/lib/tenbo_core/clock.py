"""The session clock: the start signal, the book's time signal, pauses, extra time, the hands still to be played.

Everything is a pure function of the events and of the second that is given in.  A second is that of
the ledger, as in an event's `at`: it only grows.  A device counts it from a counter that wraps.
"""

from tenbo_core.errors import Refused
from tenbo_core.table import OVER, PLAYING, Table
from tenbo_core.value_object import ValueObject

if False:  # for the type checker alone, and gone when compiled
    from tenbo_core.kinds import Self

WAITING = "waiting"
RUNNING = "running"
PAUSED = "paused"
FINISHED = "finished"


class Session(ValueObject):
    """A timed session: its start, its length and the signal before its end, on a table all in seconds.

    `paused` is the time that finished pauses took; `stopped` is the moment at which a pause began
    that still lasts, or None.
    """

    FIELDS: "tuple[str, ...]" = ("start", "length", "signal", "paused", "stopped")

    def __init__(self, start: int, length: int, signal: int, paused: int = 0, stopped: "int | None" = None) -> None:
        self.start = start
        self.length = length
        self.signal = signal
        self.paused = paused
        self.stopped = stopped

    def stage(self, now: int) -> str:
        """Return where the session stands: waiting for its start, running, paused, or its time is up.

        >>> Session(start=60, length=5400, signal=900).stage(now=59)
        'waiting'
        """
        if self.stopped is not None:
            return PAUSED
        if now < self.start:
            return WAITING
        return RUNNING if self.until_end(now) > 0 else FINISHED

    def until_end(self, now: int) -> int:
        """Return the time until the end, that until the start included; negative after the end.

        >>> Session(start=60, length=5400, signal=900).until_end(now=0)
        5460
        """
        until = now if self.stopped is None else self.stopped
        return self.length - (until - self.start - self.paused)

    def elapsed(self, now: int) -> int:
        """Return the seconds played so far, pauses not counted."""
        return max(0, self.length - self.until_end(now))

    def left(self, now: int) -> int:
        """Return the seconds that are left, 0 when the time is up.

        >>> Session(start=0, length=5400, signal=900).left(now=4500)
        900
        """
        return max(0, self.length - self.elapsed(now))

    def after_pause(self, at: int) -> "Self":
        """Return the session as it goes on after a pause.

        >>> Session(start=60, length=5400, signal=900, stopped=100).after_pause(at=130).paused
        30
        """
        if self.stopped is None:
            return self
        # A pause before the start moves the start; one that began after it adds to the pauses.
        begun = max(self.stopped, self.start)
        return self.changed(stopped=None, paused=self.paused + max(0, at - begun))

    def until_signal(self, now: int) -> int:
        """Return the seconds until the book's signal, 0 when it is due."""
        return max(0, self.length - self.signal - self.elapsed(now))


def check_start_of_hand(table: Table, at: int) -> None:
    """Refuse a hand before the start signal or during a pause (EMA 2016, 5.9); an untimed game is free."""
    if table.session is None:
        return
    stage = session_of(table).stage(at)
    if stage == WAITING:
        raise Refused("not_allowed_now", "wait for the start signal before throwing the dice", "event", "wait: start")
    if stage == PAUSED:
        raise Refused("not_allowed_now", "the clock is stopped: no hand can begin", "event", "session stopped")


def session_of(table: Table) -> Session:
    """Return the table's session, or say that it has none."""
    if table.session is None:
        raise Refused("not_allowed_now", "this game has no session clock: start one first", "event", "no clock")
    return table.session


def is_signal_due(table: Table, now: int) -> bool:
    """Return whether the time signal should sound now: once, and only in a book that has one."""
    if table.session is None or table.phase == OVER or table.hands_left is not None or not table.rules.has_signal:
        return False
    session = session_of(table)
    return session.stage(now) in (RUNNING, FINISHED) and session.until_signal(now) == 0


def due_warning(table: Table, before: int, now: int) -> "int | None":
    """Return the warning, in minutes left, that fell due between two seconds; the latest if several did, 0 at the end.

    >>> from tenbo_core.books import load
    >>> table = Table(load("ema-2016"))
    >>> table.session = Session(0, 5400, 900)
    >>> due_warning(table, 5099, 5100), due_warning(table, 5399, 5400), due_warning(table, 5400, 5401)
    (5, 0, None)
    """
    if table.session is None:
        return None
    session = session_of(table)
    left, left_before = session.left(now), session.left(before)
    due = [minutes for minutes in [0] + table.rules.warning_minutes if left <= 60 * minutes < left_before]
    return min(due) if due else None


def remaining_hands_text(table: Table) -> str:
    """Return which hands may still be played after the time signal; an empty text before it."""
    if table.phase == OVER:
        return "the game is over"
    if table.hands_left is None:
        return ""
    if table.phase == PLAYING:
        return "finish this hand" if table.hands_left == 1 else "finish this hand and play one more"
    return "play one more hand"


class SecondCounter:
    """Counts whole seconds from readings of a millisecond counter that wraps at `period`.

    No second is lost or counted twice, as long as two readings are less than one period apart.

    >>> seconds = SecondCounter(period=1 << 30, reading=(1 << 30) - 500)
    >>> seconds.advance(1700)
    2
    >>> seconds.advance(2500)
    3
    """

    def __init__(self, period: int, reading: int, value: int = 0) -> None:
        self.value = value
        self._period = period
        self._last = reading
        self._rest = 0

    def advance(self, reading: int) -> int:
        """Take a reading and give the seconds so far; a second that was counted is never taken back."""
        self._rest += (reading - self._last) % self._period
        self._last = reading
        if self._rest >= 1000:
            self.value += self._rest // 1000
            self._rest %= 1000
        return self.value

    def ms_at(self, reading: int) -> int:
        """Return the clock in milliseconds at a reading that is not long ago, before or after the last one.

        >>> SecondCounter(period=1 << 30, reading=5000, value=7).ms_at(4750)
        6750
        """
        half = self._period // 2
        return self.value * 1000 + self._rest + (reading - self._last + half) % self._period - half

    def shift(self, ms: int) -> None:
        """Put the clock forward, or let it wait."""
        self._rest += ms
