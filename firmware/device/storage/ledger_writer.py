"""The single writer of the ledger: every event of this table is written here."""

import os

from micropython import const

from device.runtime.lazy_modules import call_and_unload
from device.storage.journal import TRANSFERRED_AWAY, Journal, game_file_names
from tenbo_core import events
from tenbo_core.errors import Refused
from tenbo_core.events import Event
from tenbo_core.ledger import Ledger
from tenbo_core.state_answer import answer_values
from tenbo_core.table import PLAYING, Table

if False:  # for the type checker alone, and gone when compiled
    from device.parts import Any, Callable, Fields, Flash, Iterator, Message

# Number of events in a seat's own ledger.
_REMEMBERED = const(16)
# The longest games have some two hundred events; a game without end must not fill the memory.
_MOST_EVENTS = const(600)
# Why an event is taken back that the next one takes the place of.
_REPLACED = "replaced"
# A start folds no more events than this, and those since the last quiet moment.
_CHECKPOINT_EVERY = const(4)
# A desk may record without a quiet moment: from this number of events on it waits until they are in a checkpoint.
_MOST_UNSAVED = const(40)


class LedgerWriter:
    """Keeps the ledger and its journal in step.

    `changes` grows with each event, and consumers poll it; `on_change`, when it is set, is called at once.
    `given` is True while another device writes this ledger, `in_hall` while a hall's key is on flash.
    """

    def __init__(self, journal: Journal, flash: "Flash") -> None:
        self.journal = journal
        self.given: bool = TRANSFERRED_AWAY in os.listdir() and call_and_unload("is_ledger_given", journal.id)
        self.in_hall = "hall.keys" in os.listdir()
        self.changes = 0
        self.on_change: "Callable[[], Any] | None" = None
        self.seconds = 0
        # The lines of an older game that a host is reading, and the number of the next of them.
        self._older: "Iterator[bytes]" = iter(())
        self._older_next = -1
        self.forget()
        # Of a mended game there may be no more than the new file, and of a lost one the checkpoint.
        if game_file_names() or "checkpoint" in os.listdir():
            call_and_unload("resume_game", self, flash)
        self.seconds = self.last_at
        if self.last_kind == "undo" and self.ledger.events[-1].field("why") == _REPLACED:
            call_and_unload("put_back", self)

    def forget(self) -> None:
        """Stand as before the first game."""
        self.ledger = Ledger(small=True)
        self.answer: "Message | None" = None
        # The points that the last events moved, for a seat's own ledger.
        self.history: "list[tuple[str, list[int]]]" = []
        # The second at which the game began.
        self.began = 0
        # The kind and the second of the last event; an empty text and 0 before the first.
        self.last_kind = ""
        self.last_at = 0
        # The number of the last event when a checkpoint was made, or the one before the game's first.
        self.checkpoint = -1

    @property
    def table(self) -> "Table | None":
        """Return the table as it is now, or None before the first game."""
        return self.ledger.table

    @property
    def last(self) -> int:
        """Return the number of the last event, -1 before the first."""
        return self.ledger.next - 1

    @property
    def oldest(self) -> int:
        """Return the number of the oldest event that is still here, in memory or on flash."""
        games = self.journal.games()
        return games[0] if games else self.ledger.first

    def needs_checkpoint(self) -> bool:
        """Return whether a start would have many events to fold."""
        return self.answer is not None and self.last - self.checkpoint >= _CHECKPOINT_EVERY

    def is_checkpoint_overdue(self) -> bool:
        """Return whether a start would take too long: a Pico folds sixty events in a second."""
        return self.answer is not None and self.last - self.checkpoint >= _MOST_UNSAVED

    def is_behind(self) -> bool:
        """Return whether an event is on flash that is not in force, because something failed between the two."""
        return self.journal.count != len(self.ledger.events)

    def make_event(self, kind: str, by: int, values: "Fields") -> Event:
        """Return an event as it would be the next of this ledger now, to be written or only to be previewed."""
        return events.make(self.ledger.next, kind, by, self.seconds, values)

    def record(self, kind: str, by: int, values: "Fields", on_checked: "Callable[[], None] | None" = None) -> Table:
        """Write an event and return the table after it: first checked, then on flash, then in force.

        `on_checked` is called between check and flash, because the player who pressed waits for an answer.
        """
        return self._write(self.make_event(kind, by, values), on_checked)

    def replace_last(self, kind: str, by: int, values: "Fields") -> Table:
        """Take the last event back, which must be the last of the play, and write another one in its place.

        Where power is lost between the two, the next start records the last event again: one of them always counts.
        """
        self._check_room(kind, 2)
        self.record("undo", by, {"to": self.last - 1, "why": _REPLACED})
        return self.record(kind, by, values)

    def record_request(self, kind: str, by: int, fields: "Message") -> Table:
        """Write an event that came over the link, its fields in order, and return the table after it."""
        return self._write(events.from_plain([self.ledger.next, kind, by, self.seconds] + fields))

    def _write(self, event: Event, on_checked: "Callable[[], None] | None" = None) -> Table:
        kind = event.kind
        self.check_writable(kind)
        table = self.ledger.preview(event)
        if kind == "undo":
            self.ledger.check_undo(event)
        if on_checked is not None:
            on_checked()
        line = self.journal.write(event)
        # It is on flash; what is left and the pictures of it take longer than buttons may wait.
        self.journal.poll_buttons()
        self.commit_stored_event(event, table, line)
        return table

    def check_writable(self, kind: str) -> None:
        """Raise if this table can write no event of this kind now, regardless of its fields."""
        if self.given:
            text = "another device keeps this table's game now: ask the desk"
            raise Refused("not_allowed_now", text, "ledger", "see the desk")
        if kind == "start" and self.table is not None and self.table.phase == PLAYING:
            raise Refused(
                "not_allowed_now", "a hand is running: finish it, or end the game first", "event", "a hand is running"
            )
        self._check_room(kind, 1)

    def _check_room(self, kind: str, count: int) -> None:
        if len(self.ledger.events) + count > _MOST_EVENTS and kind not in ("start", "signal", "end"):
            text = f"this game has {_MOST_EVENTS} events, more than a table keeps: end it and begin a new one"
            raise Refused("not_allowed_now", text, "ledger", "end this game")

    def commit_stored_event(self, event: Event, table: Table, line: bytes) -> None:
        """Put an event in force that is on flash as this line, with the table after it."""
        snapshot: "Message" = answer_values(event.n, event.kind, self.table, table)
        self.answer = snapshot
        self._add_to_history(event.kind, snapshot[2])
        if event.kind == "start":
            # Older games stay on flash only; memory holds the running one.
            self.ledger = Ledger(event.n, small=True, read=self.journal.page)
            self.ledger.poll = self.journal.poll_buttons
            self.began = event.at
            self.checkpoint = event.n - 1
        self.ledger.append_previewed(event, table, line)
        self.last_kind = event.kind
        self.last_at = event.at
        self.changes += 1
        if self.on_change is not None:
            self.on_change()

    def _add_to_history(self, kind: str, deltas: "list[int]") -> None:
        """Add the points that an event moved to the history."""
        if kind == "start":
            self.history = []
        if any(deltas):
            self.history = self.history[-_REMEMBERED + 1 :] + [(kind, deltas)]

    def line_after(self, n: int) -> "tuple[int, bytes] | None":
        """Return the number and the line of the first event with a number above n, or None."""
        if n >= self.last:
            return None
        if n + 1 >= self.ledger.first:
            return n + 1, self.ledger.line(n + 1)
        return self._from_flash(n + 1)

    def first_sendable_after(self, n: int) -> int:
        """Return the number of the oldest event from which on a host that has n gets all events that follow.

        It is above n + 1 when those in between are not here any more: dropped with an old game, or damaged.
        """
        following = self.line_after(n)
        return self.oldest if following is None or following[0] == n + 1 else following[0]

    def _from_flash(self, n: int) -> "tuple[int, bytes] | None":
        """Return the number and the line of the first event from n on; those that are not kept any more are skipped.

        A host that asks for one after another is answered from where the last answer ended.
        """
        if n == self._older_next:
            for lines in self._older:
                self._older_next = n + 1
                return n, lines
        older = [first for first in self.journal.games() if first < self.ledger.first]
        for place, first in enumerate(older):
            if place + 1 < len(older) and older[place + 1] <= n:
                continue
            number = first
            self._older = self.journal.read_lines(first)
            for lines in self._older:
                if number >= n:
                    self._older_next = number + 1
                    return number, lines
                number += 1
        self._older_next = -1
        return (self.ledger.first, self.ledger.line(self.ledger.first)) if self.ledger.events else None
