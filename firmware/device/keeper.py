"""The one owner of the ledger: every event of this table is written here, and nowhere else."""

from micropython import const

from device.journal import Journal
from device.lazy_modules import call_once
from tenbo_core import events
from tenbo_core.errors import Refused
from tenbo_core.events import Event
from tenbo_core.ledger import Ledger
from tenbo_core.snapshot import answer
from tenbo_core.table import PLAYING, Table

# Events whose points a seat can look back on.
_REMEMBERED = const(16)
# The longest games have some two hundred events; what goes on and on must not fill the memory.
_MOST_EVENTS = const(600)


class Keeper:
    """Keeps the ledger and its journal in step and tells when something has changed.

    `changes` grows with each event; whoever draws or sends compares it with what he last saw. Who must
    not be late sets `on_change`, which is called after each.
    """

    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        self.given = call_once("device.handover", "is_given", journal.id)
        self.changes = 0
        self.on_change: "object | None" = None
        self.seconds = 0
        # The second at which the game began.
        self.began = 0
        self.ledger = Ledger(small=True)
        # The events of an older game that a host is reading, and the number of the next of them.
        self._older: "object" = iter(())
        self._older_next = -1
        self.answer: "list[object] | None" = None
        self.history: "list[tuple[str, list[int]]]" = []
        for event in journal.resume():  # type: ignore[no-untyped-call]
            self._accept(event, self.ledger.preview(event))
            self.seconds = event.at

    @property
    def table(self) -> "Table | None":
        """Give the table as it is now, or None before the first game."""
        return self.ledger.table

    @property
    def last(self) -> int:
        """Give the number of the last event, -1 before the first."""
        return self.ledger.next - 1

    @property
    def last_at(self) -> int:
        """Return the second of the last event, 0 before the first."""
        return self.ledger.events[-1].at if self.ledger.events else 0

    @property
    def oldest(self) -> int:
        """Give the number of the oldest event that is still here, in memory or on flash."""
        games = self.journal.games()
        return games[0] if games else self.ledger.first

    def add(self, kind: str, by: int, values: "dict[str, object]") -> Table:
        """Write an event: first checked, then on flash, then in force."""
        if self.given:
            text = "another device keeps this table's game now: ask the desk"
            raise Refused("not_allowed_now", text, "ledger", "see the desk")
        if kind == "start" and self.table is not None and self.table.phase == PLAYING:
            raise Refused(
                "not_allowed_now", "a hand is running: finish it, or end the game first", "event", "a hand is running"
            )
        if len(self.ledger.events) >= _MOST_EVENTS and kind not in ("start", "signal", "end"):
            text = f"this game has {_MOST_EVENTS} events, more than a table keeps: end it and begin a new one"
            raise Refused("not_allowed_now", text, "ledger", "end this game")
        event = events.make(self.ledger.next, kind, by, self.seconds, values)
        table = self.ledger.preview(event)
        if kind == "undo":
            self.ledger.check_undo(event)
        self.journal.write(event)
        self._accept(event, table)
        return table

    def request(self, kind: str, by: int, fields: "list[object]") -> Table:
        """Write an event that came over the link, its fields in order."""
        event = events.from_plain([self.ledger.next, kind, by, self.seconds] + fields)
        names = [name for name, _ in events.FIELDS[kind]]
        return self.add(kind, by, dict(zip(names, event.args)))

    def _accept(self, event: Event, table: Table) -> None:
        self.answer = answer(event.n, event.kind, self.table, table)
        self._remember(event.kind, self.answer[2])  # type: ignore[arg-type]
        if event.kind == "start":
            # Older games stay on flash only; memory holds the running one.
            self.ledger = Ledger(event.n, small=True)
            self.began = event.at
        self.ledger.accept(event, table)
        self.changes += 1
        if self.on_change is not None:
            self.on_change()  # type: ignore[operator]

    def _remember(self, kind: str, deltas: "list[int]") -> None:
        """Keep what the last events moved, for the players to look at."""
        if kind == "start":
            self.history = []
        if any(deltas):
            self.history = self.history[-_REMEMBERED + 1 :] + [(kind, deltas)]

    def after(self, n: int) -> "Event | None":
        """Return the first event with a number above n, from memory or from flash, or None."""
        if n >= self.last:
            return None
        if n + 1 >= self.ledger.first:
            return self.ledger.events[n + 1 - self.ledger.first]
        return self._from_flash(n + 1)

    def oldest_after(self, n: int) -> int:
        """Return the number of the oldest event from which on a host that has n gets all events that follow.

        It is above n + 1 when those in between are not here any more: dropped with an old game, or damaged.
        """
        following = self.after(n)
        return self.oldest if following is None or following.n == n + 1 else following.n

    def _from_flash(self, n: int) -> "Event | None":
        """Return the first event from n on; what is not kept any more is passed over.

        A host that asks for one after the other is answered from where the last answer stood.
        """
        if n == self._older_next:
            for event in self._older:  # type: ignore[attr-defined]
                self._older_next = event.n + 1
                return event  # type: ignore[no-any-return]
        older = [first for first in self.journal.games() if first < self.ledger.first]
        for place, first in enumerate(older):
            if place + 1 < len(older) and older[place + 1] <= n:
                continue
            self._older = self.journal.read(first)
            for event in self._older:  # type: ignore[attr-defined]
                if event.n >= n:
                    self._older_next = event.n + 1
                    return event  # type: ignore[no-any-return]
        self._older_next = -1
        return self.ledger.events[0] if self.ledger.events else None
