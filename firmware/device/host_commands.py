"""Answers the host's questions and carries out its commands."""

import binascii
import gc

from micropython import const

from device import views
from device.displays import Displays
from device.frame import PAGES, WIDTH
from device.keeper import Keeper
from device.lazy_modules import call_once, lazy
from device.tasks import Pulse
from tenbo_core import VERSION, books, clock, events, messages
from tenbo_core.errors import Malformed, Refused
from tenbo_core.seats import SEATS
from tenbo_core.snapshot import ANSWER, VIEW

if False:  # for the type checker alone, and gone when compiled
    from device.parts import Any, Board, Callable, Handover, Message

_LONGEST_LINE = const(60)
QUESTIONS = ("view", "pixels", "state", "health", "prove")
# Columns of a picture in one message; a line takes 120 characters.
_COLUMNS_A_LINE = const(32)
_BLINK_MS = const(3000)
# Largest backward correction accepted; anything more is an error, not drift.
_LONGEST_WAIT_MS = const(10_000)
# No session of the hall has been over for longer.
_LONGEST_OVER_MS = const(86_400_000)


class HostCommands:
    """What a host may ask; every answer ends with `done`."""

    def __init__(
        self, board: "Board", keeper: Keeper, displays: Displays, pulse: Pulse, seconds: "clock.Seconds"
    ) -> None:
        self._seconds = seconds
        self._board = board
        self._keeper = keeper
        self._displays = displays
        self._pulse = pulse
        self._blink_from: "int | None" = None
        self.leaving = False
        self.restarting = False
        # Set only during a ledger transfer from the host.
        self._handover: "Handover | None" = None
        # Further figures of the table's health: a name, and the function that returns the figure.
        self.figures: "list[tuple[str, Callable[[], Any]]]" = []
        # The event that the seats are to be asked about, as (number, event), and whether a dialogue is open.
        self.proposal: "tuple[int, events.Event] | None" = None
        self.conversing = False
        self.boot = board.reset_cause()

    def hello(self) -> "Message":
        """Return the fields of the hello."""
        keeper = self._keeper
        unique = self._board.unique_id()
        return [messages.PROTOCOL, unique, VERSION, books.FINGERPRINT, keeper.journal.id, keeper.last, self.boot]

    def ask(self, message: "Message") -> "list[Message]":
        """Carry out a numbered command and give its answers."""
        name, number = message[0], message[1]
        if name in QUESTIONS:
            return self._answers(message) + [["done", number, self._keeper.last]]
        if name == "do":
            self._keeper.request(message[2], message[3], message[4:])
        elif name == "propose":
            return self._propose(message)
        elif name == "clock":
            self._set_clock(message[2], message[3])
        elif name == "blink":
            self._blink_from = self._displays.now.ms()
        elif name == "restore":
            # After a refused `restore` no earlier transfer may go on.
            self._handover = None
            transfer: "Handover" = lazy("new_handover")()
            transfer.begin(message[2], self._keeper)
            self._handover = transfer
        elif name in ("ledger_event", "ledger_commit"):
            if self._handover is None:
                raise Refused("not_allowed_now", "say first which ledger is handed over", "restore")
            if name == "ledger_event":
                self._handover.put(events.from_plain(message[2:]))
            else:
                self._handover.commit(message[2], self._keeper)
                self.restarting = True
        elif name == "write_permission":
            call_once("give_ledger", self._keeper.journal.id, not message[2])
            self._keeper.given = not message[2]
        elif name == "key":
            call_once("keep_key", message[2], message[3])
        elif name == "repl":
            self.leaving = True
        else:
            raise Malformed("bad_field", f"{name} is not a command", "message")
        return [["done", number, self._keeper.last]]

    def _answers(self, message: "Message") -> "list[Message]":
        """Answer a question, a line for each thing."""
        name, number = message[0], message[1]
        if name == "view":
            return [["view_field", number, key, value] for key, value in self._view_fields(message[2])]
        if name == "pixels":
            return [["row", number, start, columns] for start, columns in self._pixels(message[2], message[3])]
        if name == "state":
            return [["state_field", number, key, value] for key, value in self._state_fields()]
        if name == "prove":
            return [["proof", number, call_once("key_proof", message[2], message[3])]]
        return [["health_field", number, key, value] for key, value in self._health_fields()]

    def time(self) -> "Message":
        """Return the millisecond counter and the milliseconds of the ledger's clock at that reading."""
        ticks = self._displays.now.ms()
        return [ticks, self._seconds.ms_at(ticks)]

    def _set_clock(self, left: int, ticks: int) -> None:
        """Move the ledger's clock so that the session has as much left as in the whole hall."""
        table = self._keeper.table
        if table is None:
            raise Refused("not_allowed_now", "no game has begun", "clock")
        session = clock.of(table)
        if session.stopped is not None:
            raise Refused("not_allowed_now", "the clock is stopped", "clock")
        if left < -_LONGEST_OVER_MS:
            raise Malformed("bad_field", "a session that was over a day ago moves no clock", "left")
        end = 1000 * (session.start + session.length + session.paused)
        ahead = end - self._seconds.ms_at(ticks) - left
        if ahead < -_LONGEST_WAIT_MS:
            raise Refused("contradiction", "the table's clock is far ahead of the hall's", "left")
        self._seconds.move(ahead)

    def _propose(self, message: "Message") -> "list[Message]":
        """Note an event that the seats are to be asked about; IdleTable asks them when no dialogue is open."""
        if self.conversing or self.proposal is not None:
            raise Refused("not_allowed_now", "the seats are busy: propose it again in a moment", "propose")
        keeper = self._keeper
        event = events.from_plain([keeper.ledger.next, message[2], message[3], keeper.seconds] + message[4:])
        keeper.ledger.preview(event)
        self.proposal = (message[1], event)
        return [["heard", message[1]]]

    def blinks_left(self) -> bool:
        """Return whether a host wants to see which table this is."""
        if self._blink_from is not None and self._displays.now.since(self._blink_from) > _BLINK_MS:
            self._blink_from = None
        return self._blink_from is not None

    def _view_fields(self, seat: int) -> "list[tuple[str, object]]":
        """Return what a display shows, and the seat's score even when a question covers it."""
        if seat not in SEATS:
            raise Malformed("bad_seat", f"there is no seat {seat!r}", "seat")
        view = self._displays.view(seat)
        fields: "list[tuple[str, object]]" = []
        table = self._keeper.table
        if table is not None:
            fields = list(zip(VIEW, views.words(self._displays.score(table, seat))))[1:]
        words: "Message" = views.words(view)
        lines = words[len(VIEW) :] if words[0] == "score" else words[1:]
        for place, line in enumerate(lines):
            fields.append((f"line {place}", line[:_LONGEST_LINE]))
        return [("screen", words[0])] + fields

    def _pixels(self, seat: int, page: int) -> "list[tuple[int, str]]":
        """Return a page of a seat's picture, in pieces that fit a line."""
        if seat not in SEATS:
            raise Malformed("bad_seat", f"there is no seat {seat!r}", "seat")
        if not 0 <= page < PAGES:
            raise Malformed("bad_field", f"there is no page {page!r}: they are 0 to {PAGES - 1}", "page")
        buffer = self._displays.panels[seat].frame.buffer
        begin = page * WIDTH
        pieces: "list[tuple[int, str]]" = []
        for start in range(0, WIDTH, _COLUMNS_A_LINE):
            columns = buffer[begin + start : begin + start + _COLUMNS_A_LINE]
            pieces.append((start, binascii.b2a_base64(columns).decode().strip()))  # type: ignore[arg-type] # the stubs take bytes only
        return pieces

    def _state_fields(self) -> "list[tuple[str, object]]":
        if self._keeper.answer is None:
            raise Refused("not_allowed_now", "no game has begun", "state")
        return list(zip(ANSWER, self._keeper.answer))

    def _health_fields(self) -> "list[tuple[str, object]]":
        gc.collect()
        here = [port.here for port in self._board.seats]
        return [
            ("free", gc.mem_free()),
            ("used", gc.mem_alloc()),
            ("firmware", VERSION),
            ("books", books.FINGERPRINT),
            ("events", self._keeper.last),
            ("seats", here),
            ("bus_faults", [port.faults for port in self._board.seats]),
            ("interrupts", [port.calls for port in self._board.seats]),
            ("light", self._board.light()),
            ("supply_mv", self._board.supply_mv()),
            ("boot", self.boot),
            ("journal_damage", self._keeper.journal.damaged),
            ("hanging", self._pulse.hanging()),
        ] + [(name, figure()) for name, figure in self.figures]
