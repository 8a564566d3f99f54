"""Executes the host's commands; a module that is loaded on demand answers its questions."""

from micropython import const

from device.outputs.displays import Displays
from device.runtime.lazy_modules import call_and_unload, load_function, load_next_module
from device.runtime.task_watchdog import TaskWatchdog
from device.storage.ledger_writer import LedgerWriter
from tenbo_core import VERSION, books, events, messages
from tenbo_core.errors import Refused
from tenbo_core.fold import MOVES, RESIDENT

if False:  # for the type checker alone, and gone when compiled
    from device.parts import Any, Board, Callable, Event, HostLink, LedgerReceiver, Message, SecondCounter, Table

QUESTIONS = ("view", "pixels", "state", "health", "prove")
# All other commands change something: a host has to prove itself first where a hall has the table.
_FOR_ALL = QUESTIONS + ("host_proof", "seal", "blink")
_BLINK_MS = const(3000)
# A player who has called the referee looks at the display now and then.
_COMING_MS = const(30_000)
# Several events may come between two looks; the seats are notified of the last ones.
_MOST_BOOKED = const(8)


class HostCommands:
    """Executes a host's commands; every answer ends with `done`."""

    def __init__(
        self, board: "Board", keeper: LedgerWriter, displays: Displays, pulse: TaskWatchdog, seconds: "SecondCounter"
    ) -> None:
        self.seconds = seconds
        self.board = board
        self.keeper = keeper
        self.displays = displays
        self.pulse = pulse
        self._blink_from: "int | None" = None
        self.leaving = False
        self.restarting = False
        # Set only during a ledger transfer from the host.
        self.handover: "LedgerReceiver | None" = None
        # Further figures of the table's health: a name, and the function that returns the figure.
        self.figures: "list[tuple[str, Callable[[], Any]]]" = []
        # The event that the seats are to be asked about, as (number, event), and whether a dialogue is open.
        self.proposal: "tuple[int, events.Event] | None" = None
        self.in_dialogue = False
        # The start and the length of the pause in which the seats are not asked; the length is 0 without a pause.
        self.calm_from = self.calm_ms = 0
        # Events of hosts that the seats still have to be notified of: the time, the event, the table before it and, of
        # an undo, the event that was taken back.
        self.booked: "list[tuple[int, Event, Table | None, Event | None]]" = []
        self.booked_at = self.displays.now.ms()
        # How many commands of hosts without proof were refused of late, and when the seats were told of one.
        self.strangers = 0
        self.strangers_told = -1
        self.boot = board.reset_cause()
        # Whether the modules of a command are being loaded, one in each turn: none may be unloaded meanwhile.
        self.loading = False
        # Begins the checkpoint that is overdue.
        self.save: "Callable[[], None] | None" = None

    def hello_fields(self) -> "Message":
        """Return the fields of the hello."""
        keeper = self.keeper
        unique = self.board.unique_id()
        return [messages.PROTOCOL, unique, VERSION, books.FINGERPRINT, keeper.journal.id, keeper.last, self.boot]

    def load_for(self, message: "Message") -> bool:
        """Load one of the modules that a command needs, if there is one to load; return whether there was.

        Loading during the command would load them deep in the stack, which is short on a Pico.
        """
        self.loading = False
        if message[0] in ("view", "pixels", "state"):
            self.loading = load_next_module("answer_query")
        elif message[0] != "do" or message[2] not in MOVES or MOVES[message[2]][0] != RESIDENT:
            self.loading = load_next_module("module_for") or load_function("module_for")(self, message)
        return self.loading

    def must_wait(self, name: str) -> bool:
        """Return whether a command has to wait: for a press that is not shown yet, or an event for a checkpoint."""
        if name != "do" or self.save is None or not self.keeper.is_checkpoint_overdue():
            return self.is_press_pending()
        self.save()
        return True

    def execute(self, message: "Message", link: "HostLink") -> "list[Message]":
        """Carry out a numbered command that has come on a link, and return its answers."""
        name, number = message[0], message[1]
        if not link.proved and name not in _FOR_ALL:
            call_and_unload("check_stranger", self, message, link.port.is_cable)
        if name in QUESTIONS:
            answers: "list[Message]" = load_function("answer_query")(self, message, link)
            return answers + [["done", number, self.keeper.last]]
        if name == "do":
            # Not in a function of its own: what writes an event is deep enough.
            keeper = self.keeper
            before = keeper.table
            undone = keeper.ledger.last_effective_event() if message[2] == "undo" else None
            keeper.record_request(message[2], message[3], message[4:])
            self.queue_event_note(before, undone)
        elif name == "propose":
            return self._propose(message)
        elif name in ("blink", "note"):
            self._show(message)
        elif name == "repl":
            self.leaving = True
        else:
            load_function("seldom")(self, message, link)
        return [["done", number, self.keeper.last]]

    def queue_event_note(self, before: "Table | None", undone: "Event | None" = None) -> None:
        """Queue a note at the seats about the event that was recorded last."""
        event = self.keeper.ledger.events[-1]
        self.booked_at = self.displays.now.ms()
        self.booked = self.booked[-_MOST_BOOKED:] + [(self.booked_at, event, before, undone)]

    def clock_reading(self) -> "Message":
        """Return the millisecond counter and the milliseconds of the ledger's clock at that reading."""
        ticks = self.displays.now.ms()
        return [ticks, self.seconds.ms_at(ticks)]

    def _show(self, message: "Message") -> None:
        """Blink to identify this table, or notify a seat that the referee is coming."""
        if message[0] == "blink":
            self._blink_from = self.displays.now.ms()
        else:
            seat = message[2]
            self.displays.show_note(seat, self.displays.words.localize(seat & 3, "referee is coming"), _COMING_MS)

    def _propose(self, message: "Message") -> "list[Message]":
        """Note an event that the seats are to be asked about; IdleButtonHandler asks them when no dialogue is open."""
        if self.in_dialogue or self.proposal is not None:
            raise Refused("not_allowed_now", "the seats are busy: propose it again in a moment", "propose")
        keeper = self.keeper
        event = events.from_plain([keeper.ledger.next, message[2], message[3], keeper.seconds] + message[4:])
        keeper.ledger.preview(event)
        self.proposal = (message[1], event)
        return [["heard", message[1]]]

    def is_press_pending(self) -> bool:
        """Return whether a press is not on the displays yet."""
        return self.displays.prioritized

    def is_identify_requested(self) -> bool:
        """Return whether a host wants to see which table this is."""
        if self._blink_from is not None and self.displays.now.since(self._blink_from) > _BLINK_MS:
            self._blink_from = None
        return self._blink_from is not None
