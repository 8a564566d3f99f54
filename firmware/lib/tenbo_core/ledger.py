"""The ledger: numbered events that are never removed, and the table they fold to.

Undo and correction are events too: they change which events count, and the fold goes over those.
"""

from tenbo_core import books, fold, wire
from tenbo_core.compact_event_list import CompactEventList
from tenbo_core.errors import StorageFault
from tenbo_core.events import REPAIRS, Event, make
from tenbo_core.table import Table

if False:  # for the type checker alone, and gone when compiled
    from tenbo_core.kinds import Any, Callable, Iterator
    from tenbo_core.rules import Rules

# The events that players record hand by hand. The rest are rulings of the desk, or belong to the clock.
PLAYED = (
    "hand", "riichi", "riichi_void", "riichi_invalid", "win", "draw", "abort", "redeal", "chombo", "dead_hand", "end",
)  # fmt: skip

# Tables are kept at regular intervals, so that an undo does not fold the whole game again; and the last ones,
# because most undos take back one event, and the time signal after it.
SNAPSHOT_EVERY = 96
SNAPSHOTS_LAST = 3


class Ledger:
    """All events of one game and the table after the last of them.

    >>> ledger = Ledger()
    >>> for kind, values in (("start", {}), ("hand", {}), ("riichi", {"seat": 3}), ("undo", {})):
    ...     table = ledger.append(make(ledger.next, kind, 3, 0, values))
    >>> table.riichi, table.scores, ledger.next
    ([], [30000, 30000, 30000, 30000], 4)

    A `small` one keeps the events as the lines that they are in the journal, a third as large; where `read` returns
    the lines of a page of them again, it keeps the last ones only.
    """

    def __init__(
        self,
        first: int = 0,
        load: "Callable[[str], Rules]" = books.load,
        small: bool = False,
        read: "Callable[[int], list[bytes]] | None" = None,
    ) -> None:
        self.first = first
        self.load = load
        self.next = first
        self.events: "CompactEventList | list[Event]" = CompactEventList(read) if small else []
        self.table: "Table | None" = None
        # The events of the present game that no undo has taken back, corrections among them: spans
        # of places in `events`, each from its first up to, but not including, its last.
        self.standing: "list[tuple[int, int]]" = []
        # Called after each event that is folded again, so that a device can read its buttons meanwhile.
        self.poll: "Callable[[], object] | None" = None
        # Snapshots for undo: how many standing events, and the table after them.
        self.snapshots: "list[tuple[int, Table]]" = []

    def __repr__(self) -> str:
        return f"<Ledger of {len(self.events)} events, the next is {self.next}: {self.table}>"

    def append(self, event: Event) -> Table:
        """Add the next event and return the table after it; a refused event changes nothing.

        Numbers only grow.  They may leave gaps, where a record was refused.
        """
        table = self.preview(event)
        self.append_previewed(event, table)
        return table

    def append_previewed(self, event: Event, table: Table, line: bytes = b"") -> None:
        """Record an event whose table `preview` gave; between the two the journal is written, with the event's line."""
        if event.kind == "undo":
            from tenbo_core import ledger_undo

            self.standing = ledger_undo.spans_after(self, event)
            length = event_count(self.standing)
            self.snapshots = [kept for kept in self.snapshots if kept[0] < length]
        else:
            if event.kind == "start":
                self.standing = []
                self.snapshots = []
            self._add_standing(len(self.events))
        self._store_snapshot(table)
        if isinstance(self.events, CompactEventList):
            self.events.append(event, line)
        else:
            self.events.append(event)
        self.next = event.n + 1
        self.table = table

    def line(self, n: int) -> bytes:
        """Return the line of an event in the journal and on the wire."""
        if isinstance(self.events, CompactEventList):
            return self.events.line(n - self.first)
        return wire.encode(["event"] + self.events[n - self.first].plain())

    def begin(self, lines: "list[bytes]", count: int, standing: "list[tuple[int, int]]", table: Table) -> None:
        """Begin a small ledger with a number of events, the last ones' lines, the events in effect, and their table."""
        assert isinstance(self.events, CompactEventList)
        self.events.begin(lines, count)
        self.next = self.first + count
        self.standing = standing
        self.table = table
        self._store_snapshot(table)

    def _store_snapshot(self, table: Table) -> None:
        """Keep the current table, and drop kept ones that are neither recent nor at a round number."""
        length = event_count(self.standing)
        oldest = length - SNAPSHOTS_LAST
        self.snapshots = [kept for kept in self.snapshots if kept[0] > oldest or kept[0] % SNAPSHOT_EVERY == 0]
        self.snapshots.append((length, table))

    def is_undo_cached(self, undo: "list[Any]") -> bool:
        """Return whether the table after an undo with these fields is at hand, and nothing is to be folded for it."""
        left = event_count(self.standing) - 1
        return undo[:1] in ([], [None]) and any([length == left for length, _ in self.snapshots])

    def _add_standing(self, place: int) -> None:
        """Add a place in `events` to those that stand."""
        if self.standing and self.standing[-1][1] == place:
            self.standing[-1] = (self.standing[-1][0], place + 1)
        else:
            self.standing.append((place, place + 1))

    def preview(self, event: Event) -> Table:
        """Return the table as it would be after an event, without recording it."""
        if event.n < self.next:
            raise StorageFault("contradiction", f"event {event.n} comes after event {self.next - 1}", "event")
        if event.kind == "undo" or (event.kind in REPAIRS and self.table is not None):
            from tenbo_core import ledger_undo

            return ledger_undo.table_after(self, event)
        return fold.apply(self.table, event, self.load)

    def poll_buttons(self) -> None:
        """Let the buttons be read, between two steps of long work."""
        if self.poll is not None:
            self.poll()

    def walk_back(self) -> "Iterator[Event]":
        """Yield the events that stand one by one, the last first."""
        for first, last in reversed(self.standing):
            for place in range(last - 1, first - 1, -1):
                yield self.events[place]

    def last_effective_event(self) -> "Event | None":
        """Return the last event that is not undone."""
        for event in self.walk_back():
            return event
        return None

    def last_play_event(self) -> "Event | None":
        """Return the last event of the play itself, without later events of the desk or the clock."""
        for event in self.walk_back():
            if event.kind in PLAYED:
                return event
        return None

    def effective_events(self) -> "list[Event]":
        """Return the events that the table is the fold of: nothing undone, corrections carried out."""
        from tenbo_core import ledger_undo

        return ledger_undo.effective_events(list(ledger_undo.walk_span_events(self, self.standing)))

    def has_begun(self) -> bool:
        """Return whether the game has events besides the players' names and the session, which would be lost."""
        from tenbo_core import ledger_undo

        return ledger_undo.has_game_begun(self)

    def events_to_undo(self) -> "list[Event]":
        """Return the events that an undo at the table takes back, the last first: one, and a time signal after it."""
        from tenbo_core import ledger_undo

        return ledger_undo.events_to_undo(self)

    def check_undo(self, undo: Event) -> None:
        """Refuse a seat or the centre an undo of an event that the desk has recorded."""
        from tenbo_core import ledger_undo

        ledger_undo.check_undo(self, undo)

    def events_after(self, n: int) -> "list[Event]":
        """Return the events with a number above n, for a reader that has missed them."""
        return [event for event in self.events if event.n > n]


def event_count(spans: "list[tuple[int, int]]") -> int:
    """Return how many events spans hold."""
    return sum([last - first for first, last in spans])


def record(ledger: Ledger, kind: str, by: int, at: int, values: "dict[str, object]") -> Table:
    """Make the next event of a ledger from named fields and append it."""
    return ledger.append(make(ledger.next, kind, by, at, values))
