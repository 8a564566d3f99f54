"""Follows one table: folds its events in order, although the line may lose, duplicate or repeat messages.

No port, no clock and no disk in here: messages and milliseconds go in, messages come out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tenbo.devices.admission_errors import NotAdmitted
from tenbo.devices.hello import Hello, int_field
from tenbo_core import books, events, messages
from tenbo_core.errors import TenboError
from tenbo_core.field_checks import require_seat
from tenbo_core.ledger import Ledger
from tenbo_core.seats import SEATS, WIND_LETTERS
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Callable

    from tenbo.store.ledgers import StoredLedgers
    from tenbo_core.events import Event
    from tenbo_core.rules import Rules
    from tenbo_core.table import Table

Message = list[object]

# The messages by which a table answers a command; they carry its number.
ANSWERS = frozenset(
    name for name, speaker, _, fields in messages.message_rows() if speaker == "table" and fields.startswith("c:int")
)

# How long to wait for asked events before asking again, and how often to show that we are here.
ASK_AGAIN_MS = 300
SPEAK_MS = 1000
WAIT_FOR_WORD_MS = 250
# A table says something every second; after this silence it is away.
SILENCE_MS = 3500
# Events that came before one that was lost are kept until it comes again, so that on a bad line each
# repetition only has to bring what is still missing.
MOST_AHEAD = 2000
# Reports of errors inside a firmware that are kept to be looked at, and the letters of one that comes in parts.
MOST_FAULTS = 20
LONGEST_FAULT = 2000
# A table that must show a stored event does so at once; one that has not by then is refused.
SHOW_MS = 5000
# A call is told again behind each hello, its age in whole seconds; one that began later than this is another call.
SAME_CALL_MS = 3000


class PlayerPick(NamedTuple):
    """A seat that asks for the list of people (-1), or has picked a player of it; 0 is a guest."""

    seat: int
    player: int


# A seat asks no longer than this; a question that is older has no one who waits for the answer.
PICK_WAITS_MS = 3000


class Follower:
    """The host's copy of a table's ledger, always a prefix of it; the running game is kept in memory.

    >>> follower = Follower()
    >>> follower.handle_message(["event", 0, "start", 4, 0, "ema-2016"], now_ms=0)
    []
    >>> follower.handle_message(["event", 2, "riichi", 1, 9, 1], now_ms=0)
    [['after', 0]]
    >>> follower.last
    0

    With a `memory` it waits for the hello, which says which ledger this is, before it takes events; and
    `admit` may then raise why nothing is taken from this table.
    """

    def __init__(
        self,
        on_event: Callable[[Event, Table | None], None] | None = None,
        memory: StoredLedgers | None = None,
        admit: Callable[[Hello], None] | None = None,
        load: Callable[[str], Rules] = books.load,
    ) -> None:
        self.hello: Hello | None = None
        self.rejected_reason = ""
        self.ledger = Ledger(load=load)
        # Whether a hand of the game was begun.
        self.has_hands = False
        # Faults: another event under a known number, a table that has fewer events than it once sent,
        # an event that our fold refuses.
        self.fork: int | None = None
        self.rewound: int | None = None
        self.replay_error = ""
        self.faults: list[str] = []
        self.notices: list[str] = []
        self.seats_away: set[int] = set()
        # The seats that call the referee, and the time of each call.
        self.calling: set[int] = set()
        self.called_ms: dict[int, int] = {}
        # What seats have asked about who sits there, for the station to hand on.
        self.picks: list[PlayerPick] = []
        self.refused = 0
        self._on_event = on_event
        self._memory = memory
        self._admit = admit
        self._load = load
        self._asked_at: int | None = None
        self._spoke_at: int | None = None
        # How often a table that has not said hello is asked to: a line may lose the question.
        self.who_again_ms = SPEAK_MS
        # When it said something last.
        self.heard_at: int | None = None
        self._oldest: int | None = None
        self._ahead: dict[int, Event] = {}
        self._unproved: int | None = None
        # Whether the table has shown an event that is stored of it, or nothing is.
        self.is_recognised = False
        # Why it is not followed when it cannot show one, None when it need not; and since when it should.
        self.proof_demand: str | None = None
        self._unproved_at = 0
        # The ledger of which the stored events were read.
        self._begun: str | None = None

    @property
    def last(self) -> int:
        """Return the number of the last event that is folded, -1 before the first."""
        return self.ledger.next - 1

    @property
    def table(self) -> Table | None:
        """Return the table as the followed events leave it."""
        return self.ledger.table

    @property
    def can_take_events(self) -> bool:
        """Return whether events can be taken: their ledger is known, and no fork was found."""
        return self.fork is None and not self.rejected_reason and (self._memory is None or self.hello is not None)

    @property
    def is_awaiting_proof(self) -> bool:
        """Return whether the table has still to show an event that is stored of it."""
        return self._unproved is not None and not self.is_recognised

    def proof_timed_out(self, now_ms: int) -> bool:
        """Return whether the table must show an event and has not, although there was time."""
        return self.is_awaiting_proof and bool(self.proof_demand) and now_ms - self._unproved_at > SHOW_MS

    def is_away(self, now_ms: int) -> bool:
        """Return whether the table has been silent for too long."""
        return self.heard_at is None or now_ms - self.heard_at > SILENCE_MS

    def opening_messages(self, now_ms: int) -> list[Message]:
        """Return the messages for a newly opened port: `who`, and a request for the missed events."""
        self._spoke_at = now_ms
        if self._memory is not None:
            return [["who"]]
        self._asked_at = now_ms
        return [["who"], ["after", self.last]]

    def due_messages(self, now_ms: int) -> list[Message]:
        """Return the messages that are due: the host's heartbeat, and the acknowledgement of stored events."""
        again_ms = self.who_again_ms if self.hello is None else SPEAK_MS
        if self._spoke_at is not None and now_ms - self._spoke_at < again_ms:
            return []
        if self.hello is None:
            return self.opening_messages(now_ms)
        self._spoke_at = now_ms
        return [["stored", self.last]] if self.can_take_events else []

    def until_due_ms(self, now_ms: int) -> int:
        """Return for how long nothing is to be said or noticed while the table says nothing.

        A table speaks as often as we do: we wait a little for its word, and answer it instead of waking for ourselves.
        """
        speak = now_ms if self._spoke_at is None else self._spoke_at + SPEAK_MS + WAIT_FOR_WORD_MS
        away = now_ms if self.heard_at is None else self.heard_at + SILENCE_MS + 1
        return max(0, min(speak, away) - now_ms)

    def handle_message(self, message: Message, now_ms: int) -> list[Message]:
        """Handle one message of the table and return the answers."""
        try:
            messages.check(message)
            return self._dispatch(message, now_ms)
        except TenboError:
            self.refused += 1
            return []

    def _dispatch(self, message: Message, now_ms: int) -> list[Message]:
        self.heard_at = now_ms
        name = message[0]
        if name == "event":
            return self._event(message[1:], now_ms) if self.can_take_events else []
        if name == "upto":
            if self.rewound is not None and int_field(message[1]) >= self.last:
                # A greeting that was older than the event read before it: the table has all that it had told.
                self.rewound = None
            missing = int_field(message[1]) > self.last or self._unproved is not None
            return self._request_missing(now_ms) if self.can_take_events and missing else []
        if name == "hello":
            return self._hello(Hello(message[1:]), now_ms)
        if name == "oldest":
            self._oldest = int_field(message[1])
            if self._unproved is not None and self._oldest > self._unproved:
                self._fail_proof()
        elif name == "seat":
            (self.seats_away.discard if message[2] else self.seats_away.add)(require_seat("seat", message[1]))
        elif name == "call":
            called_ms = now_ms - 1000 * int_field(message[3])
            self._set_calling(require_seat("seat", message[1]), called_ms, calls=bool(message[2]))
        elif name == "pick":
            self.picks.append(PlayerPick(require_seat("seat", message[1]), int_field(message[2])))
        elif name == "stuck":
            place = f"seat {WIND_LETTERS[message[1]]}" if message[1] in SEATS else "the centre"
            self.notices = [*self.notices[-MOST_FAULTS + 1 :], f"button {message[2]} at {place} is stuck"]
        elif name == "fault":
            self._append_fault(int_field(message[1]), str(message[2]))
        return []

    def _set_calling(self, seat: int, called_ms: int, *, calls: bool) -> None:
        """Record that a seat calls the referee since a moment, or calls no more."""
        if not calls:
            self.calling.discard(seat)
        elif seat not in self.calling or called_ms > self.called_ms[seat] + SAME_CALL_MS:
            self.calling.add(seat)
            self.called_ms[seat] = called_ms

    def reprocess_hello(self, now_ms: int) -> list[Message]:
        """Take the last hello once more: it has turned out whether the table is to be followed."""
        return [] if self.hello is None else self._hello(self.hello, now_ms)

    def _fail_proof(self) -> None:
        """Go on without the event that both should have, or bar a table that must show one."""
        if self.proof_demand:
            self.rejected_reason = self.proof_demand
        else:
            self._unproved = None

    def _hello(self, hello: Hello, now_ms: int) -> list[Message]:
        """Handle the table's identity, which it sends after each start; another ledger starts a new history."""
        before = self.hello
        if before is not None and before.id != hello.id:
            # One cable leads to one device. Its first id stays, so that no device gets a new number at each hello.
            self.rejected_reason = sentence(
                "another_device_id",
                "reports a different ID from the one it had when it was plugged in: unplug its cable and "
                "plug it in again",
            )
            return []
        self.rejected_reason = ""
        try:
            hello.check_compatible()
            if self._admit is not None:
                self._admit(hello)
        except NotAdmitted as error:
            self.rejected_reason = error.message
        self.hello = hello
        if self.rejected_reason:
            return []
        if self._begun != hello.ledger:
            self._load_ledger(hello.ledger, fresh=self._begun is not None)
        if not self.can_take_events:
            return []
        self.rewound = hello.last if hello.last < self.last else None
        # The last event that both have is asked for again and compared before anything is added to it: a
        # ledger that was changed behind our back shows there, and so does a device that only says this id.
        both = min(self.last, hello.last)
        if self._unproved is None:
            self._unproved_at = now_ms
        self._unproved = both if both >= 0 else None
        self.is_recognised = self.last < 0 or (self.is_recognised and not self.proof_demand)
        if hello.last > self.last or self._unproved is not None:
            self._asked_at = None
            return self._request_missing(now_ms)
        return []

    def _load_ledger(self, ledger: str, *, fresh: bool) -> None:
        """Continue from the stored events of a ledger; without a memory only another ledger changes anything."""
        self._begun = ledger
        self.is_recognised = False
        self._oldest = None
        self._ahead = {}
        if self._memory is None and not fresh:
            return
        self.fork = self.rewound = None
        self.replay_error = ""
        stored = [] if self._memory is None else self._memory.latest_game_events(ledger)
        self.ledger = Ledger(stored[0].n if stored else 0, self._load)
        self.has_hands = False
        for event in stored:
            self._fold(event)

    def _event(self, plain: Message, now_ms: int) -> list[Message]:
        event = events.from_plain(plain)
        if event.n <= self.last:
            is_stored = self._check_repeated(event)
            if event.n == self._unproved and not is_stored:
                self._fail_proof()
            elif event.n == self._unproved:
                self._unproved = None
                self.is_recognised = True
        elif len(self._ahead) < MOST_AHEAD or event.n == self.last + 1:
            self._ahead[event.n] = event
        if self.fork is None and self._unproved is None:
            self._apply_buffered()
        return self._request_missing(now_ms) if self._ahead or self._unproved is not None else []

    def _apply_buffered(self) -> None:
        """Take the events that are there, in order, up to the next one that is missing."""
        if self._oldest is not None and self._oldest > self.last + 1 and self._oldest in self._ahead:
            # The gap is the table's own: it has dropped its oldest games by now.
            event = self._ahead.pop(self._oldest)
            if event.kind == "start":
                self._add(event)
        while self.last + 1 in self._ahead:
            self._add(self._ahead.pop(self.last + 1))

    def _add(self, event: Event) -> None:
        self._asked_at = None
        if event.kind == "start" and self.ledger.events:
            # A game that is over is in the store; memory stays flat however long the table lives.
            self.ledger = Ledger(event.n, self._load)
        self._fold(event)
        if self._on_event is not None:
            self._on_event(event, self.table)

    def _fold(self, event: Event) -> None:
        """Fold an event; the table has recorded it, so one that we refuse is still an event."""
        if event.kind == "start":
            self.replay_error = ""
        self.has_hands = event.kind == "hand" or (self.has_hands and event.kind != "start")
        try:
            self.ledger.append(event)
        except TenboError as error:
            self.replay_error = self.replay_error or f"event {event.n} ({event.kind}): {error.message}"
            self.ledger.events.append(event)
            self.ledger.next = event.n + 1
            self.ledger.table = None

    def _check_repeated(self, event: Event) -> bool:
        """Hold an event that came again against the one we have under its number; return whether we have one."""
        first = self.ledger.first
        known: Message | None = None
        if event.n >= first and event.n - first < len(self.ledger.events):
            known = self.ledger.events[event.n - first].plain()
        elif self._memory is not None and self.hello is not None:
            known = self._memory.event(self.hello.ledger, event.n)
        if known is not None and known != event.plain():
            self.fork = event.n
        return known is not None

    def _request_missing(self, now_ms: int) -> list[Message]:
        """Request the missing events, but not again while the answer may be on its way."""
        if self._asked_at is not None and now_ms - self._asked_at < ASK_AGAIN_MS:
            return []
        self._asked_at = now_ms
        return [["after", self.last if self._unproved is None else self._unproved - 1]]

    def _append_fault(self, part: int, text: str) -> None:
        if part == 0 or not self.faults:
            self.faults = [*self.faults[-MOST_FAULTS + 1 :], text]
        else:
            self.faults[-1] = (self.faults[-1] + text)[:LONGEST_FAULT]
