"""The session at the table: its start, its warnings, the book's signal and the end, as light, tone and words."""

from device.keeper import Keeper
from tenbo_core import clock
from tenbo_core.errors import TenboError
from tenbo_core.events import CENTRE
from tenbo_core.table import OVER, Table


class SessionWatch:
    """Looks at the clock once a second and tells the players what they have to know."""

    def __init__(self, keeper: Keeper, dialogue: "object", buzzer: "object") -> None:
        self._keeper = keeper
        self._dialogue = dialogue
        self._buzzer = buzzer
        self._before = keeper.seconds
        self._was_over = keeper.table is None or keeper.table.phase == OVER
        # How things stood when the signal could not be written: until that changes it is not tried again.
        self._refused: "tuple[int, bool] | None" = None

    def second(self) -> None:
        """Sound what has fallen due since the last second."""
        before, now = self._before, self._keeper.seconds
        self._before = now
        table = self._keeper.table
        if table is None:
            return
        if clock.signal_due(table, now) and not self._taken_back(table):
            table = self._signal(table)
        elif table.session is not None and table.phase != OVER:
            session = clock.of(table)
            if session.stage(before) == clock.WAITING and session.stage(now) == clock.RUNNING:
                self._tell("start", "session: throw dice")
            minutes = clock.warning(table, before, now)
            if minutes is not None:
                self._tell("warning", "{} minutes left", minutes)
        is_over = table.phase == OVER
        if is_over and not self._was_over:
            self._buzzer.play("end")  # type: ignore[attr-defined]
        self._was_over = is_over

    def _taken_back(self, table: Table) -> bool:
        """Return whether the signal has sounded and was taken back, and nothing has happened since.

        Sounding again at once it would be the last event for ever, and the win before it final. The hands left
        come out the same when it waits for the next event; and the desk has time to give more of it.
        """
        last = self._keeper.ledger.events[-1]
        return last.kind == "undo" and clock.signal_due(table, last.at)

    def _signal(self, table: Table) -> Table:
        """Record the signal, for the hands still to be played depend on it; a table that cannot says why, once."""
        keeper = self._keeper
        stands = keeper.changes, bool(keeper.given)
        if stands == self._refused:
            return table
        try:
            after = keeper.add("signal", CENTRE, {})
        except TenboError as error:
            self._refused = stands
            self._tell("warning", error.brief)
            return table
        self._tell("warning", clock.still_to_play(after))
        return after

    def _tell(self, tone: str, text: str, *values: object) -> None:
        self._buzzer.play(tone)  # type: ignore[attr-defined]
        self._dialogue.tell_all(text, *values)  # type: ignore[attr-defined]


def clock_text(keeper: Keeper, as_clock: "object", words: "object", seat: int) -> str:
    """Return what stands in the clock's place: the time left, the hands left, or the time since the game began."""
    table, now = keeper.table, keeper.seconds
    assert table is not None
    if table.hands_left is not None and table.phase != OVER:
        left = table.hands_left
        return words.say(seat, "{} hand" if left == 1 else "{} hands", left)  # type: ignore[attr-defined,no-any-return]
    if table.session is None:
        return as_clock(max(0, now - keeper.began))  # type: ignore[operator,no-any-return]
    return as_clock(clock.of(table).left(now))  # type: ignore[operator,no-any-return]
