"""Commands that a table has not answered yet: each has a number, and its sender waits for the answer."""

from __future__ import annotations

import secrets
import threading
from typing import TYPE_CHECKING, Any, NamedTuple

from tenbo.devices.follower import ANSWERS
from tenbo.devices.hello import int_field
from tenbo_core import messages
from tenbo_core.errors import LinkFault, Refused, TenboError
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from tenbo.devices.follower import Message

# A table answers within milliseconds; a command without an answer by then was lost on the line.
ASK_AGAIN_MS = 500
GIVE_UP_MS = 5000
# On a cable a ping is answered at once or lost. Over a network it may only be late, see `PendingCommands`.
PING_GIVE_UP_MS = 1000
# Seats that are asked about a proposal take their time.
SEATS_GIVE_UP_MS = 120_000
# The picture of a display has some hundred lines; a table that answers without end is not kept.
MOST_ANSWERS = 2000
# Commands that make a table record an event.  A restarted table does not remember which commands it has answered, so
# these are repeated to it only if it has recorded nothing since: they might be carried out twice.
RECORDED = ("do", "propose")
# Commands that only ask: a table answers each as often as it comes, in several lines and an end.
QUESTIONS = ("view", "pixels", "state", "health")
# A hello may also answer a question of before the command: then the answer to the command follows it by itself.
DOUBT_MS = 2000
# The code by which a table of a hall refuses a host without the hall's key, and the remedy.
NOT_PROVED = "not_proved"
OF_ANOTHER_HALL = sentence(
    "table_of_another_hall",
    "the table belongs to another hall and accepts commands only from that hall: to free it, press BACK at a "
    "seat, choose Leave the hall, then press OK at all four seats",
)
# Numbers wrap here; they fit a MicroPython small integer.
NUMBERS = 1 << 30


class LedgerPosition(NamedTuple):
    """A table's ledger, and its last event."""

    ledger: str
    last: int


class PendingCommand:
    """One command: its line, the time of sending, and the answers so far."""

    def __init__(self, message: Message, now_ms: int, position: LedgerPosition | None = None) -> None:
        self.message = message
        # How far the table was known to be when it was sent.
        self.position = position
        self.begun = self.asked = now_ms
        self.timeout_ms = PING_GIVE_UP_MS if message[0] == "ping" else GIVE_UP_MS
        self.is_acknowledged = False
        # How it was refused by a table that may obey once this host has proved itself.
        self.unproved: Message | None = None
        self.answers: list[Message] = []
        self.ended: Message | None = None
        # When the table said hello before it had answered, as after a restart.
        self.doubted: int | None = None
        self.over = threading.Event()


class PendingCommands:
    """The open requests of one table.

    Numbers begin anywhere: neither a restarted host nor another port uses one that the table remembers as answered.
    """

    def __init__(self, first: int | None = None) -> None:
        self._lock = threading.Lock()
        self._next = secrets.randbelow(NUMBERS) if first is None else first
        self.ask_again_ms = ASK_AGAIN_MS
        # Whether the line loses nothing: then a ping is waited for as long as any other command.
        self.loses_nothing = False
        self._open: dict[int, PendingCommand] = {}
        # Whether the table may obey after another proof, and whether it has asked for one.
        self.may_prove = False
        self.proof_wanted = False
        # How far the table is by its own word: its events may still be on their way.
        self._reported: LedgerPosition | None = None

    @property
    def is_waiting(self) -> bool:
        """Return whether an answer is waited for."""
        return bool(self._open)

    def add(
        self, name: str, fields: tuple[Any, ...], now_ms: int, followed: LedgerPosition | None = None
    ) -> PendingCommand:
        """Add a request under the next number, and keep it until it is answered; `followed` is what has arrived."""
        with self._lock:
            reported = self._reported
            if followed is not None and reported is not None and reported.ledger == followed.ledger:
                followed = max(followed, reported)
            request = PendingCommand([name, self._take_number(), *fields], now_ms, followed)
            if self.loses_nothing:
                request.timeout_ms = GIVE_UP_MS
            self._open[_number_of(request.message)] = request
        return request

    def _take_number(self) -> int:
        """Return the next number; the caller holds the lock."""
        number, self._next = self._next, (self._next + 1) % NUMBERS
        return number

    def remove(self, request: PendingCommand) -> None:
        """Forget a request."""
        with self._lock:
            self._open.pop(_number_of(request.message), None)

    def handle_answer(self, message: Message) -> bool:
        """Take a message that answers a request; return whether it did. One with wrong fields is no answer."""
        if message[0] not in ANSWERS or not is_valid_message(message):
            return False
        with self._lock:
            request = self._open.get(_number_of(message))
        if request is None:
            return False
        if message[0] == "heard":
            request.is_acknowledged = True
            request.timeout_ms = SEATS_GIVE_UP_MS
        elif message[0] == "refused" and message[2] == NOT_PROVED and self.may_prove and not _proves(request):
            # It is said again, until the table has taken the proof.
            request.unproved = message
            self.proof_wanted = True
            if request.asked == request.begun:
                # It was sent once, and this is what became of that.
                request.doubted = None
        elif message[0] in ("done", "refused"):
            if message[0] == "done" and self._reported is not None:
                self._reported = self._reported._replace(last=int_field(message[2]))
            request.ended = message
            request.over.set()
        else:
            # A question that was repeated may be answered twice, each time in part: what has come is kept once.
            if len(request.answers) < MOST_ANSWERS and message not in request.answers:
                request.answers.append(message)
            if message[0] == "pong":
                request.ended = message
                request.over.set()
        return True

    def collect_due_resends(self, now_ms: int) -> list[Message]:
        """Return the commands that should be sent again, and end those that were never answered."""
        repeated = []
        with self._lock:
            for request in self._open.values():
                if request.doubted is not None:
                    if now_ms - request.doubted > DOUBT_MS:
                        request.over.set()
                elif now_ms - request.begun > request.timeout_ms:
                    request.ended = request.unproved
                    request.over.set()
                elif now_ms - request.asked > self.ask_again_ms and request.message[0] != "ping":
                    request.asked = now_ms
                    repeated.append(request.message)
        return repeated

    def update_progress(self, reported: LedgerPosition | None) -> None:
        """Keep how far the table is by its hello."""
        self._reported = reported

    def suppress_unsafe_resends(self, reported: LedgerPosition | None, now_ms: int) -> None:
        """Repeat no request to record something of which a table that may have started again says too much.

        A table that is where it was before the request has not recorded it, and does so once. Else its answer is waited
        for a little longer, because this hello may be older than the request.
        """
        with self._lock:
            for request in self._open.values():
                known = request.position
                is_unrecorded = (
                    reported is not None
                    and known is not None
                    and reported.ledger == known.ledger
                    and reported.last <= known.last
                )
                if request.message[0] in RECORDED and request.doubted is None and not is_unrecorded:
                    request.doubted = now_ms

    def renew_questions(self, now_ms: int) -> list[Message]:
        """Return the open questions under new numbers, and end the pings: the line has another seal.

        Of an answer on its way, the lines from before the seal are not read, and its end is: it would be taken for the
        whole answer. A ping that is sent again would measure nothing.
        """
        renewed = []
        with self._lock:
            for number, request in list(self._open.items()):
                if request.message[0] == "ping":
                    request.over.set()
                elif request.message[0] in QUESTIONS and not request.over.is_set():
                    del self._open[number]
                    request.message = [request.message[0], self._take_number(), *request.message[2:]]
                    request.answers, request.asked = [], now_ms
                    self._open[_number_of(request.message)] = request
                    renewed.append(request.message)
        return renewed

    def abandon_all(self) -> None:
        """End all requests without an answer: the table is gone."""
        with self._lock:
            for request in self._open.values():
                request.over.set()
            self._open = {}


def is_valid_message(message: Message) -> bool:
    """Return whether a message has the fields that its name asks for."""
    try:
        messages.check(message)
    except TenboError:
        return False
    return True


def answers_or_raise(request: PendingCommand) -> list[Message]:
    """Return the answers to a finished request, or raise why it failed."""
    if request.ended is None and request.doubted is not None:
        message = sentence(
            "table_restarted_before_answer",
            "the table restarted before it answered: check on its page whether the command was recorded (tenbo log)",
        )
        raise LinkFault("no_answer", message, "table")
    if request.ended is None:
        message = sentence(
            "table_did_not_answer",
            "the table did not answer (command: {message}): check that it is on and connected",
            message=request.message[0],
        )
        raise LinkFault("no_answer", message, "table")
    if request.ended[0] == "refused":
        code, at, why = ([str(field) for field in request.ended[2:]] + ["bad_field", "", ""])[:3]
        if code == NOT_PROVED:
            why = OF_ANOTHER_HALL
        raise Refused(code, why, at)
    return request.answers


def _proves(request: PendingCommand) -> bool:
    """Return whether a request is part of the proof itself, seals the line after it, or gives a key."""
    return request.message[0] in ("host_proof", "seal", "key")


def _number_of(message: Message) -> int:
    number = message[1]
    assert isinstance(number, int)
    return number
