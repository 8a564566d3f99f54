"""The link: sends a host every event, answers its questions and carries out its commands.

Nothing here decides anything: events come from the keeper, commands are carried out by HostCommands, and a host
that misses a line loses nothing, because it can ask for any event again.
"""

import asyncio

from micropython import const

from device.host.host_commands import QUESTIONS
from tenbo_core import messages
from tenbo_core.errors import LinkFault, TenboError
from tenbo_core.wire import MessageReader, encode

if False:  # for the type checker alone, and gone when compiled
    from device.parts import Beat, Callable, DeviceClock, HostCommands, LedgerWriter, Message, Port

# How much one pass may read and write, so that the other tasks get their turn: few milliseconds of a Pico. A message
# that has come ends a pass, and so does an answer, which must be put into words; events are ready on flash.
_BYTES_A_PASS = const(64)
_EVENTS_A_PASS = const(4)
# The number of answers that are kept for repeated commands.
_ANSWERS_KEPT = const(8)
# While this number of lines is waiting, no more questions are read: a host that asks without reading has to wait.
_MOST_WAITING = const(32)
# The answers to the last question that was read still fit, and the report of a fault.
_MOST_QUEUED = const(64)
# What a host says without a seal: it begins again, or asks for the seal once more.
_BEGINNING = ("who", "prove", "seal")
# Commands are numbered below this.
_NUMBERS = const(1 << 31)
# A host sends something at least once a second; after this silence it is gone.
_SILENCE_MS = const(3500)
# A refusal arrives as a whole sentence; one that takes several lines is sent in parts.
_LONGEST_REASON = const(240)
# Longer reports of faults in the firmware are cut to fit a line.
_LONGEST_TEXT = const(70)


class HostLink:
    """One port and the host behind it."""

    def __init__(
        self,
        port: "Port",
        host_commands: "HostCommands",
        keeper: "LedgerWriter",
        now: "DeviceClock",
        trusted: bool = False,
    ) -> None:
        self.port = port
        # Whether the host has shown the key of a hall that has this table; always where the box must be open for it.
        self.trusted = self.proved = trusted
        # The hall, the host's text and the table's own of the last `prove`.
        self.challenge: "tuple[str, str, str] | None" = None
        # The same of the proof that the host has shown, until the line is sealed.
        self.session: "tuple[str, str, str] | None" = None
        self.host_commands = host_commands
        self.keeper = keeper
        self.now = now
        # Returns what stands at the seats when a host is greeted.
        self.standing: "Callable[[], list[Message]]" = list
        self.reader = MessageReader()
        self.reader.unsealed = _BEGINNING
        self.sent = keeper.last
        self.stored = -1
        self.heard_at: "int | None" = None
        # Put into words only when they are sent.
        self._queue: "list[Message]" = []
        self._rest = b""
        # Whether the last pass has read a message: then the next one writes.
        self.has_read = False
        self._answers: "list[tuple[int, list[Message]]]" = []
        # Numbered commands that wait to be carried out; nothing more is read until then.
        self.waiting: "list[Message]" = []

    @property
    def host_here(self) -> bool:
        """Return whether a message has come on this port lately."""
        return self.heard_at is not None and self.now.since(self.heard_at) < _SILENCE_MS

    def send(self, *message: object) -> None:
        """Queue a message; without a host that reads, it is dropped."""
        if self.host_here and len(self._queue) < _MOST_QUEUED:
            self._queue.append(list(message))

    def hello(self) -> None:
        """Send this table's identity and what stands. The host must authenticate again: it may be another one."""
        self.proved = self.trusted
        self.challenge = self.session = self.reader.seal = None
        self.send("hello", *self.host_commands.hello_fields())
        self.send_seat_states()

    def send_seat_states(self) -> None:
        """Send what stands at the seats, which the host has not seen begin or end."""
        self._send_all(self.standing())

    def run_once(self) -> bool:
        """Read and write a little, and return whether there may be more."""
        # Hosts wait for a few hundredths of a second, players do not.
        if self.host_commands.is_press_pending():
            return False
        # Not a message and an answer in one pass: over a sealed line each takes a Pico nearly 10 ms, and the buttons
        # are read between.
        if self.has_read:
            self.has_read = False
            self._write_some()
            return True
        busy = self._read_some()
        if busy and self.has_read:
            return True
        return self._write_some() or busy

    def _read_some(self) -> bool:
        """Read the received bytes; a look that finds none, the usual case, takes no memory."""
        if self.waiting or len(self._queue) >= _MOST_WAITING:
            return False
        byte = self.port.read_byte()
        return byte >= 0 and self._read_from(byte)

    def _read_from(self, byte: int) -> bool:
        """Read on behind a byte that has come."""
        left = _BYTES_A_PASS
        while byte >= 0 and not self.reader.feed(byte):
            left -= 1
            byte = self.port.read_byte() if left and len(self._queue) < _MOST_WAITING else -1
        if byte >= 0:
            self.has_read = True
            for message in self.reader.messages():
                self._handle(message)
            if self.reader.stale:
                # It goes on with a session that ended with this table's last start.
                self.reader.stale = False
                self.heard_at = self.now.ms()
                self.hello()
        return True

    def _write_some(self) -> bool:
        """Write the rest of a line, then answers, then events that have not been sent yet."""
        if not self.host_here:
            if self._queue or self._rest:
                self._queue = []
                self._rest = b""
            return False
        for _ in range(_EVENTS_A_PASS):
            answers = bool(self._queue)
            if not self._rest and not self._next_line():
                return False
            written = self.port.write(self._rest)
            self._rest = self._rest[written:]
            if self._rest:
                return False
            if answers:
                break
        return True

    def _next_line(self) -> bool:
        while self._queue:
            try:
                self._rest = encode(self._queue.pop(0))
            except LinkFault:
                continue  # it is longer than any host takes
            return self._seal()
        following = self.keeper.line_after(self.sent)
        if following is None:
            return False
        self.sent, self._rest = following
        return self._seal()

    def _seal(self) -> bool:
        """Seal what is to be written, once host and table have proved themselves."""
        if self.reader.seal is not None:
            self._rest = self.reader.seal.close(self._rest)
        return True

    def _handle(self, message: "Message") -> None:
        """Carry out one message of the host, or have it wait for its turn."""
        new = not self.host_here
        if new:
            self.proved = self.trusted
        self.heard_at = self.now.ms()
        try:
            messages.check(message)
        except TenboError as error:
            self._refuse(message, error)
            return
        name = message[0]
        if name == "who":
            self.hello()
        elif name == "after":
            # A host that has more events than this table gets the next ones all the same, and sees where they differ.
            self.sent = max(-1, min(message[1], self.keeper.last))
            self.send("oldest", self.keeper.first_sendable_after(self.sent))
            self.send("upto", self.keeper.last)
        elif name == "stored":
            self.stored = message[1]
            if new:
                self.hello()
        elif name == "ping":
            self.send("pong", message[1], *self.host_commands.clock_reading())
        else:
            self._command(message)

    def _command(self, message: "Message") -> None:
        """Have a numbered command wait for its turn, and give a repeated one the same answer again."""
        number = message[1]
        for known, answers in self._answers:
            if known == number:
                self._send_all(answers)
                return
        self.waiting.append(message)

    def carry_out(self) -> None:
        """Carry out the command that waits, or load one of the modules that it needs and have not been loaded.

        `serve` calls this itself: each function between the two, and each module that is loaded during another's load,
        would use some of the stack, of which a Pico has 8 KB.
        """
        message = self.waiting[0]
        number = message[1]
        try:
            if self.host_commands.must_wait(message[0]) or self.host_commands.load_for(message):
                return
            answers = self.host_commands.execute(message, self)
        except TenboError as error:
            answers = [self._refusal(number, error)]
            if error.code == "not_proved":
                # It may be given again when the host has proved itself.
                del self.waiting[0]
                self._send_all(answers)
                return
        except Exception as error:
            if self.keeper.is_behind():
                # An event on flash is in force after a restart.
                raise
            answers = [["refused", number] + _mistake(error)]
        # A question may simply be asked again: only what a command has done must not happen twice.
        del self.waiting[0]
        if message[0] not in QUESTIONS:
            self._store_answers(number, answers)
        self._send_all(answers)
        # Before other tasks run: a command may restart the table.
        self._write_some()

    def _store_answers(self, number: int, answers: "list[Message]") -> None:
        """Keep the answers to a command; the oldest are dropped, except of one that the seats are still asked about."""
        if len(self._answers) >= _ANSWERS_KEPT:
            for place, (_, kept) in enumerate(self._answers):
                if not kept or kept[0][0] != "heard":
                    del self._answers[place]
                    break
        self._answers.append((number, answers))

    def send_outcome(self, number: int, answers: "list[Message]") -> None:
        """Send the outcome of a command that the seats were asked about, if it came on this port."""
        for place, (known, kept) in enumerate(self._answers):
            # A host on the other port may have had the same number for a command of its own, which is answered.
            if known == number and kept and kept[0][0] == "heard":
                self._answers[place] = (number, answers)
                self._send_all(answers)

    def _send_all(self, answers: "list[Message]") -> None:
        for answer in answers:
            self.send(*answer)

    def _refuse(self, message: "Message", error: TenboError) -> None:
        number = message[1] if len(message) > 1 and isinstance(message[1], int) else -1
        if not 0 <= number < _NUMBERS:
            number = -1
        self._send_all([self._refusal(number, error)])

    @staticmethod
    def _refusal(number: int, error: TenboError) -> "Message":
        return ["refused", number, error.code, error.at[:12], error.message[:_LONGEST_REASON]]

    def heartbeat(self) -> None:
        """Send the number of the last event, so that a host notices what it has missed."""
        if not self._queue:
            self.send("upto", self.sent)


def _mistake(error: Exception) -> "Message":
    """Return code, place and sentence of an error that is a mistake of the firmware, or more than it has room for."""
    if isinstance(error, RuntimeError):
        return ["stack_full", "", "this takes more of the stack than the table has: nothing was recorded"]
    if isinstance(error, MemoryError):
        return ["memory_full", "", "this takes more memory than the table has: nothing was recorded"]
    return ["our_mistake", "", repr(error)[:_LONGEST_TEXT]]


async def serve(links: "list[HostLink]", pause_ms: int, beat: "Beat") -> None:
    """Read and write on all ports until cancelled; `beat` shows the watchdog that this task is alive.

    They have one task together: to change between two takes longer than to look at a port. Without a host the pause is
    twice as long, for a look at both takes a millisecond of a Pico: what a host says first has room in a port's buffer.
    """
    while True:
        beat()
        busy = here = False
        for link in links:
            busy = link.run_once() or busy
            here = here or link.host_here
            if link.waiting:
                busy = True
                # Not in the pass that has read it.
                if not link.has_read:
                    link.carry_out()
        await asyncio.sleep_ms(0 if busy else pause_ms if here else 2 * pause_ms)
