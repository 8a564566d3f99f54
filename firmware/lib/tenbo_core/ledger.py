"""The ledger: numbered events that are never removed, and the table they fold to.

Undo and correction are events too: they change which events count, and the fold goes over those.
"""

from tenbo_core import books, fold, wire
from tenbo_core.errors import Refused, StorageFault, TenboError
from tenbo_core.event_pages import EventPages
from tenbo_core.events import DESK, REFEREE, REPAIRS, Event, make
from tenbo_core.table import Table

if False:  # for the type checker alone, and gone when compiled
    from tenbo_core.kinds import Callable, Iterable, Iterator
    from tenbo_core.rules import Rules

# What the players record hand by hand. The rest is a ruling of the desk, or belongs to the clock.
PLAYED = (
    "hand", "riichi", "riichi_void", "riichi_invalid", "win", "draw", "abort", "redeal", "chombo", "dead_hand", "end",
)  # fmt: skip
# Recorded by the desk these are rulings all the same.
RULINGS = ("chombo", "dead_hand", "riichi_invalid", "redeal", "end")

# Said at a seat.
NOTHING = "nothing to take back"

# A table is kept after every so many events, so that an undo does not fold the whole game again; and the last ones,
# because most undos take back one event, and the time signal after it.
KEPT_EVERY = 32
KEPT_LAST = 3


class Ledger:
    """All events of one game and the table after the last of them.

    >>> ledger = Ledger()
    >>> for kind, values in (("start", {}), ("hand", {}), ("riichi", {"seat": 3}), ("undo", {})):
    ...     table = ledger.append(make(ledger.next, kind, 3, 0, values))
    >>> table.riichi, table.scores, ledger.next
    ([], [30000, 30000, 30000, 30000], 4)

    A `small` one keeps the events as the lines that they are in the journal, a third as large.
    """

    def __init__(self, first: int = 0, load: "Callable[[str], Rules]" = books.load, small: bool = False) -> None:
        self.first = first
        self.load = load
        self.next = first
        self.events: "EventPages | list[Event]" = EventPages() if small else []
        self.table: "Table | None" = None
        # The events of the present game that no undo has taken back, corrections among them: spans
        # of places in `events`, each from its first up to, but not including, its last.
        self.standing: "list[tuple[int, int]]" = []
        # Called after each event that is folded again, so that a device can read its buttons meanwhile.
        self.between: "Callable[[], object] | None" = None
        # Snapshots for undo: how many standing events, and the table after them.
        self._kept: "list[tuple[int, Table]]" = []

    def __repr__(self) -> str:
        return f"<Ledger of {len(self.events)} events, the next is {self.next}: {self.table}>"

    def append(self, event: Event) -> Table:
        """Add the next event and return the table after it; a refused event changes nothing.

        Numbers only grow.  They may leave gaps, where a record was refused.
        """
        table = self.preview(event)
        self.accept(event, table)
        return table

    def accept(self, event: Event, table: Table, line: bytes = b"") -> None:
        """Record an event whose table `preview` gave; between the two the journal is written, with the event's line."""
        if event.kind == "undo":
            self.standing = self._left_after(event)
            length = _length(self.standing)
            self._kept = [kept for kept in self._kept if kept[0] < length]
        else:
            if event.kind == "start":
                self.standing = []
                self._kept = []
            self._stand(len(self.events))
        self._keep(table)
        if isinstance(self.events, EventPages):
            self.events.append(event, line)
        else:
            self.events.append(event)
        self.next = event.n + 1
        self.table = table

    def line(self, n: int) -> bytes:
        """Return the line of an event in the journal and on the wire."""
        if isinstance(self.events, EventPages):
            return self.events.line(n - self.first)
        return wire.encode(["event"] + self.events[n - self.first].plain())

    def begin(self, pages: "list[bytes]", count: int, standing: "list[tuple[int, int]]", table: Table) -> None:
        """Begin a small ledger with the first events of pages of lines, those of them that stand, and their table."""
        assert isinstance(self.events, EventPages)
        self.events.begin(pages, count)
        self.next = self.first + count
        self.standing = standing
        self.table = table
        self._kept = []
        self._keep(table)

    def _keep(self, table: Table) -> None:
        """Remember the table after what stands now, and forget those that are neither recent nor at a round number."""
        length = _length(self.standing)
        oldest = length - KEPT_LAST
        self._kept = [kept for kept in self._kept if kept[0] > oldest or kept[0] % KEPT_EVERY == 0]
        self._kept.append((length, table))

    def _stand(self, place: int) -> None:
        """Add a place in `events` to those that stand."""
        if self.standing and self.standing[-1][1] == place:
            self.standing[-1] = (self.standing[-1][0], place + 1)
        else:
            self.standing.append((place, place + 1))

    def preview(self, event: Event) -> Table:
        """Return the table as it would be after an event, without recording it."""
        if event.n < self.next:
            raise StorageFault("contradiction", f"event {event.n} comes after event {self.next - 1}", "event")
        if event.kind == "undo":
            return self._folded(self._left_after(event))
        if event.kind in REPAIRS and self.table is not None:
            return self._repaired(event)
        return fold.apply(self.table, event, self.load)

    def _left_after(self, undo: Event) -> "list[tuple[int, int]]":
        """Return what stands after an undo: all but the last event, or those up to `to`."""
        if not self.standing:
            raise Refused("not_allowed_now", "there is no game yet, so nothing can be undone", "event", NOTHING)
        to = undo.args[0]
        count = taken_back(self._walk_back(self.standing), to)
        if not count:
            raise Refused("not_allowed_now", f"nothing after event {to} can be taken back", "to", NOTHING)
        left = self.standing[:]
        while left and count:
            first, last = left.pop()
            if last - first > count:
                left.append((first, last - count))
            count -= min(count, last - first)
        if not left:
            raise Refused("not_allowed_now", "undo ends at the game's start", "event" if to is None else "to", NOTHING)
        return left

    def _walk(self, spans: "list[tuple[int, int]]", skip: int = 0) -> "Iterator[Event]":
        """Yield the events of spans one by one, all but the first `skip`."""
        for first, last in spans:
            for place in range(first, last):
                if skip:
                    skip -= 1
                else:
                    yield self.events[place]
                    self._pause()

    def _folded(self, spans: "list[tuple[int, int]]") -> Table:
        """Fold what stands after an undo, from the last table that was kept on the way."""
        table: "Table | None" = None
        skip = 0
        for length, kept in self._kept:
            if length <= _length(spans):
                skip, table = length, kept
        events: "Iterable[Event]" = self._walk(spans, skip)
        if any([event.kind in REPAIRS for event in events]):
            table = None
            events = effective(list(self._walk(spans)))
        else:
            events = self._walk(spans, skip)
        for event in events:
            table = fold.apply(table, event, self.load)
            self._pause()
        assert table is not None
        return table

    def _pause(self) -> None:
        if self.between is not None:
            self.between()

    def _repaired(self, repair: Event) -> Table:
        """Fold the game again with a correction, which must leave every event possible."""
        from tenbo_core.corrections import impossible

        table: "Table | None" = None
        failed = []
        for event in effective(list(self._walk(self.standing)) + [repair]):
            try:
                table = fold.apply(table, event, self.load)
            except TenboError as error:
                failed.append((event, error))
            self._pause()
        if failed:
            raise impossible(repair, failed)
        assert table is not None
        return table

    def effective(self) -> "list[Event]":
        """Return the events that the table is the fold of: nothing undone, corrections carried out."""
        return effective(list(self._walk(self.standing)))

    def _walk_back(self, spans: "list[tuple[int, int]]") -> "Iterator[Event]":
        """Yield the events of spans one by one, the last first."""
        for first, last in reversed(spans):
            for place in range(last - 1, first - 1, -1):
                yield self.events[place]

    def last_played(self) -> "Event | None":
        """Return the last event of the play itself, whatever the desk or the clock has added since."""
        for event in self._walk_back(self.standing):
            if event.kind in PLAYED:
                return event
        return None

    def has_begun(self) -> bool:
        """Return whether more is recorded of the game than who plays and for how long: it would be lost."""
        for event in self._walk_back(self.standing):
            if event.kind not in ("start", "name", "session"):
                return True
        start = self.events[self.standing[0][0]]
        laid_out = [start.field(name) for name in ("scores", "round", "hand", "honba", "sticks")]
        return any([value is not None for value in laid_out])

    def undone_by_players(self) -> "list[Event]":
        """Return what an undo at the table takes back, the last first: one event, and a time signal after it.

        The signal sounds by itself: it must not make what went before it final.  A session that has begun
        stays, for its clock is nobody's move, and so do names that were there before the first hand.
        What the desk has ruled raises: only the desk takes it back.
        """
        back: "list[Event]" = []
        for event in self._walk_back(self.standing):
            laid_out = event.kind == "name" and event.by >= DESK and not self.last_played()
            if event.kind in ("start", "session") or laid_out:
                break
            _check_ruling(event)
            back.append(event)
            if event.kind != "signal":
                return back
        return []

    def check_undo(self, undo: Event) -> None:
        """Refuse to take back for a seat or the centre what the desk has recorded.

        Only for what is about to be recorded: a history may hold such an undo from before.
        """
        if undo.by in (DESK, REFEREE):
            return
        left = _length(self._left_after(undo))
        for place, event in enumerate(self._walk_back(self.standing)):
            if place >= _length(self.standing) - left:
                break
            _check_ruling(event)

    def after(self, n: int) -> "list[Event]":
        """Return the events with a number above n, for whoever has missed them."""
        return [event for event in self.events if event.n > n]


def taken_back(newest_first: "Iterable[Event]", to: "object") -> int:
    """Return how many of the standing events an undo takes back: the last one, or those with a number above `to`."""
    count = 0
    for event in newest_first:
        if isinstance(to, int) and event.n <= to:
            break
        count += 1
        if to is None:
            break
    return count


def _check_ruling(event: Event) -> None:
    """Raise when the desk or a referee has ruled this."""
    if event.by in (DESK, REFEREE) and (event.kind not in PLAYED or event.kind in RULINGS):
        text = f"only the desk takes back its own {event.kind}, event {event.n}"
        raise Refused("not_allowed_now", text, "event", "ask the desk to undo it")


def _length(spans: "list[tuple[int, int]]") -> int:
    return sum([last - first for first, last in spans])


def effective(history: "list[Event]") -> "list[Event]":
    """Return a history with its corrections carried out."""
    if not any([event.kind in REPAIRS for event in history]):
        return history
    from tenbo_core.corrections import resolved

    return resolved(history)


def record(ledger: Ledger, kind: str, by: int, at: int, values: "dict[str, object]") -> Table:
    """Make the next event of a ledger from named fields and append it."""
    return ledger.append(make(ledger.next, kind, by, at, values))
