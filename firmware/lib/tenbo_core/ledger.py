"""The ledger: numbered events that are never removed, and the table they fold to.

Undo and correction are events too: they change which events count, and the fold goes over those.
"""

from tenbo_core import books, fold
from tenbo_core.errors import Refused, StorageFault, TenboError
from tenbo_core.events import Event, make
from tenbo_core.table import Table

# Events about the past; `repair` carries them out.
REPAIRS = ("correct", "swap")


class Ledger:
    """All events of one game and the table after the last of them.

    >>> ledger = Ledger()
    >>> for kind, values in (("start", {}), ("hand", {}), ("riichi", {"seat": 3}), ("undo", {})):
    ...     table = ledger.append(make(ledger.next, kind, 3, 0, values))
    >>> table.riichi, table.scores, ledger.next
    ([], [30000, 30000, 30000, 30000], 4)
    """

    def __init__(self, first: int = 0, load: "object" = books.load) -> None:
        self.first = first
        self.load = load
        self.next = first
        self.events: "list[Event]" = []
        self.table: "Table | None" = None
        # The events of the present game that no undo has taken back, corrections among them.
        self._history: "list[Event]" = []

    def append(self, event: Event) -> Table:
        """Add the next event and give the table after it; a refused event changes nothing.

        Numbers only grow.  They may leave gaps, where a record was refused.
        """
        table = self.preview(event)
        self.accept(event, table)
        return table

    def accept(self, event: Event, table: Table) -> None:
        """Record an event whose table `preview` gave; between the two the journal is written."""
        if event.kind == "undo":
            self._history = self._left_after(event)
        else:
            if event.kind == "start":
                self._history = []
            self._history.append(event)
        self.events.append(event)
        self.next = event.n + 1
        self.table = table

    def preview(self, event: Event) -> Table:
        """Give the table as it would be after an event, without recording it."""
        if event.n < self.next:
            raise StorageFault("contradiction", f"event {event.n} comes after event {self.next - 1}", "event")
        if event.kind == "undo":
            return self._folded(self._left_after(event))
        if event.kind in REPAIRS and self.table is not None:
            return self._folded(self._history + [event])
        return fold.apply(self.table, event, self.load)

    def _left_after(self, undo: Event) -> "list[Event]":
        """Give the history that an undo leaves: all but the last event, or those up to `to`."""
        if not self._history:
            raise Refused("not_allowed_now", "there is no game yet, so nothing can be undone", "event")
        to = undo.args[0]
        if to is None:
            left = self._history[:-1]
        else:
            left = [event for event in self._history if event.n <= to]  # type: ignore[operator]
        if not left:
            raise Refused("not_allowed_now", "undo ends at the game's start", "event" if to is None else "to")
        if len(left) == len(self._history):
            raise Refused("not_allowed_now", f"nothing after event {to} can be taken back", "to")
        return left

    def _folded(self, history: "list[Event]") -> Table:
        """Fold a history from its start; a correction at its end must leave every event possible."""
        table: "Table | None" = None
        for event in effective(history):
            try:
                table = fold.apply(table, event, self.load)
            except TenboError as error:
                from tenbo_core.repair import impossible

                raise impossible(history[-1], event, error)
        assert table is not None
        return table

    def effective(self) -> "list[Event]":
        """Give the events that the table is the fold of: nothing undone, corrections carried out."""
        return effective(self._history)

    def last_effective(self) -> "Event | None":
        """Give the event that an undo would take back, or None."""
        return self._history[-1] if len(self._history) > 1 else None

    def after(self, n: int) -> "list[Event]":
        """Give the events with a number above n, for whoever has missed them."""
        return [event for event in self.events if event.n > n]


def effective(history: "list[Event]") -> "list[Event]":
    """Give a history with its corrections carried out."""
    if not any([event.kind in REPAIRS for event in history]):
        return history
    from tenbo_core.repair import resolved

    return resolved(history)


def record(ledger: Ledger, kind: str, by: int, at: int, values: "dict[str, object]") -> Table:
    """Make the next event of a ledger from named fields and append it."""
    return ledger.append(make(ledger.next, kind, by, at, values))
