"""The ledger: numbered events that are never removed, and the table they fold to.

Undo is an event too: it takes effective events off the end, and the fold goes on from there.
"""

from tenbo_core import books, fold
from tenbo_core.errors import Refused, StorageFault
from tenbo_core.events import Event, make
from tenbo_core.table import Table


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
        self._effective: "list[Event]" = []

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
            self._effective = self._left_after(event)
        else:
            if event.kind == "start":
                self._effective = []
            self._effective.append(event)
        self.events.append(event)
        self.next = event.n + 1
        self.table = table

    def preview(self, event: Event) -> Table:
        """Give the table as it would be after an event, without recording it."""
        if event.n < self.next:
            raise StorageFault("contradiction", f"event {event.n} comes after event {self.next - 1}", "event")
        if event.kind == "undo":
            return self._folded(self._left_after(event))
        return fold.apply(self.table, event, self.load)

    def _left_after(self, undo: Event) -> "list[Event]":
        """Give the effective events that an undo leaves: all but the last, or those up to `to`."""
        if not self._effective:
            raise Refused("not_allowed_now", "there is no game yet, so nothing can be undone", "event")
        to = undo.args[0]
        if to is None:
            left = self._effective[:-1]
        else:
            left = [event for event in self._effective if event.n <= to]  # type: ignore[operator]
        if not left or len(left) == len(self._effective):
            raise Refused("not_allowed_now", "there is nothing to take back: undo ends at the game's start", "to")
        return left

    def _folded(self, events: "list[Event]") -> Table:
        table: "Table | None" = None
        for event in events:
            table = fold.apply(table, event, self.load)
        assert table is not None
        return table

    def last_effective(self) -> "Event | None":
        """Give the event that an undo would take back, or None."""
        return self._effective[-1] if len(self._effective) > 1 else None

    def after(self, n: int) -> "list[Event]":
        """Give the events with a number above n, for whoever has missed them."""
        return [event for event in self.events if event.n > n]


def record(ledger: Ledger, kind: str, by: int, at: int, values: "dict[str, object]") -> Table:
    """Make the next event of a ledger from named fields and append it."""
    return ledger.append(make(ledger.next, kind, by, at, values))
