"""The session's alarms at the table: its start, its warnings, the book's signal and its end, as tones and notes."""

from device.runtime.ticks import hours_minutes_seconds
from device.storage.ledger_writer import LedgerWriter
from tenbo_core import clock
from tenbo_core.errors import TenboError
from tenbo_core.events import CENTRE
from tenbo_core.table import OVER, Table

if False:  # for the type checker alone, and gone when compiled
    from device.parts import Buzzer, Dialogue, SeatLanguages


class SessionAlarms:
    """Compares the clock with the session once a second and notifies the players of its stages."""

    def __init__(self, keeper: LedgerWriter, dialogue: "Dialogue", buzzer: "Buzzer") -> None:
        self._keeper = keeper
        self._dialogue = dialogue
        self._buzzer = buzzer
        self._before = keeper.seconds
        self._was_over = keeper.table is None or keeper.table.phase == OVER
        # Changes and ownership when the signal could not be written: while they are the same it is not tried again.
        self._refused: "tuple[int, bool] | None" = None

    def is_signal_pending(self) -> bool:
        """Return whether the next `second` records the signal, which needs a module that is not always there."""
        keeper = self._keeper
        table = keeper.table
        if table is None or not clock.is_signal_due(table, keeper.seconds) or self._signal_undone(table):
            return False
        return (keeper.changes, keeper.given) != self._refused

    def tick(self) -> None:
        """Sound the alarms that have become due since the last call."""
        before, now = self._before, self._keeper.seconds
        self._before = now
        table = self._keeper.table
        if table is None:
            return
        if clock.is_signal_due(table, now) and not self._signal_undone(table):
            table = self._signal(table)
        elif table.session is not None and table.phase != OVER:
            session = clock.session_of(table)
            if session.stage(before) == clock.WAITING and session.stage(now) == clock.RUNNING:
                self._alert("start", "session: throw dice")
            minutes = clock.due_warning(table, before, now)
            if minutes is not None:
                text = "{} minutes left" if minutes > 1 else "1 minute left" if minutes else "time is up"
                self._alert("warning", text, minutes)
        is_over = table.phase == OVER
        if is_over and not self._was_over:
            self._buzzer.play("end")
        self._was_over = is_over

    def _signal_undone(self, table: Table) -> bool:
        """Return whether the signal has sounded and was taken back, and nothing has happened since.

        Recorded again at once, the signal would always be the last event, and the win before it could not be undone.
        The hands left are the same when it waits for the next event, and the desk has time to extend the session.
        """
        keeper = self._keeper
        return keeper.last_kind == "undo" and clock.is_signal_due(table, keeper.last_at)

    def _signal(self, table: Table) -> Table:
        """Record the signal, for the hands still to be played depend on it; a table that cannot says why, once."""
        keeper = self._keeper
        state = keeper.changes, keeper.given
        if state == self._refused:
            return table
        try:
            after = keeper.record("signal", CENTRE, {})
        except TenboError as error:
            self._refused = state
            self._alert("warning", error.brief)
            return table
        self._alert("warning", clock.remaining_hands_text(after))
        return after

    def _alert(self, tone: str, text: str, *values: object) -> None:
        self._buzzer.play(tone)
        self._dialogue.show_note_everywhere(text, *values)


def clock_text(keeper: LedgerWriter, table: Table, words: "SeatLanguages", seat: int) -> str:
    """Return the text in the clock's place: the time left, the hands left, or the time since the game began."""
    if table.hands_left is not None and table.phase != OVER:
        left = table.hands_left
        return words.localize(seat, "{} hand" if left == 1 else "{} hands", left)
    if table.session is None:
        return hours_minutes_seconds(max(0, keeper.seconds - keeper.began))
    return hours_minutes_seconds(clock.session_of(table).left(keeper.seconds))
