"""The link: tells a host every event, answers its questions and carries out its commands.

Nothing here decides anything: events come from the keeper, questions are answered by the desk of
the app, and a host that hears nothing loses nothing, because it can ask for any event again.
"""

import asyncio

from micropython import const

from tenbo_core import messages
from tenbo_core.errors import LinkFault, TenboError
from tenbo_core.wire import Reader, encode

# How much one pass may read and write, so that the other tasks get their turn.
_BYTES_A_PASS = const(256)
_LINES_A_PASS = const(8)
# Answers that are kept for commands that come twice.
_ANSWERS_KEPT = const(8)
# With so many lines waiting no more questions are read: a host that only asks and never reads waits itself.
_MOST_WAITING = const(32)
# The answers to the last question that was read still fit, and the report of a fault.
_MOST_QUEUED = const(64)
# Commands are numbered below this.
_NUMBERS = const(1 << 31)
# A host speaks at least once a second; after this silence it is gone.
_SILENCE_MS = const(3500)
# Whoever reads a refusal reads the whole sentence; one that takes several lines goes in parts.
_LONGEST_REASON = const(240)
# Longer reports of our own faults are cut to fit a line.
_LONGEST_TEXT = const(70)


class Link:
    """One port and the host behind it."""

    def __init__(self, port: "object", host_commands: "object", keeper: "object", now: "object", pause_ms: int) -> None:
        self.port = port
        self.pause_ms = pause_ms
        self.host_commands = host_commands
        self.keeper = keeper
        self.now = now
        self.reader = Reader()
        self.told = keeper.last  # type: ignore[attr-defined]
        self.stored = -1
        self.heard_at: "int | None" = None
        self._queue: "list[bytes]" = []
        self._rest = b""
        self._answers: "list[tuple[object, list[list[object]]]]" = []

    @property
    def host_here(self) -> bool:
        """Say whether somebody has spoken on this port lately."""
        return self.heard_at is not None and self.now.since(self.heard_at) < _SILENCE_MS  # type: ignore[attr-defined]

    def say(self, *message: object) -> None:
        """Queue a message; without a host that reads it is dropped, for nobody waits for it."""
        if not self.host_here or len(self._queue) >= _MOST_QUEUED:
            return
        try:
            self._queue.append(encode(list(message)))
        except LinkFault:
            pass  # it is longer than any host takes

    def hello(self) -> None:
        """Say who we are."""
        self.say("hello", *self.host_commands.hello())  # type: ignore[attr-defined]

    async def run(self, beat: "object") -> None:
        """Read and write for ever; `beat` shows the watchdog that this task is alive."""
        while True:
            beat()  # type: ignore[operator]
            busy = self._read_some()
            busy = self._write_some() or busy
            await asyncio.sleep_ms(0 if busy else self.pause_ms)

    def _read_some(self) -> bool:
        for count in range(_BYTES_A_PASS):
            if len(self._queue) >= _MOST_WAITING:
                return count > 0
            byte = self.port.read()  # type: ignore[attr-defined]
            if byte < 0:
                return count > 0
            if self.reader.feed(byte):
                for message in self.reader.messages():
                    self._take(message)
        return True

    def _write_some(self) -> bool:
        """Write the rest of a line, then answers, then events the host has not been told yet."""
        if not self.host_here:
            self._queue = []
            self._rest = b""
            return False
        for _ in range(_LINES_A_PASS):
            if not self._rest and not self._next_line():
                return False
            written = self.port.write(self._rest)  # type: ignore[attr-defined]
            self._rest = self._rest[written:]
            if self._rest:
                return False
        return True

    def _next_line(self) -> bool:
        if self._queue:
            self._rest = self._queue.pop(0)
            return True
        event = self.keeper.after(self.told)  # type: ignore[attr-defined]
        if event is None:
            return False
        self.told = event.n
        self._rest = encode(["event"] + event.plain())
        return True

    def _take(self, message: "list[object]") -> None:
        """Carry out one message of the host."""
        new = not self.host_here
        self.heard_at = self.now.ms()  # type: ignore[attr-defined]
        try:
            messages.check(message)
        except TenboError as error:
            self._refuse(message, error)
            return
        name = message[0]
        if name == "who":
            self.hello()
        elif name == "after":
            # A host that has more than this table gets what comes next all the same, and sees where they part.
            self.told = max(-1, min(message[1], self.keeper.last))  # type: ignore[attr-defined,call-overload]
            self.say("oldest", self.keeper.oldest_after(self.told))  # type: ignore[attr-defined]
            self.say("upto", self.keeper.last)  # type: ignore[attr-defined]
        elif name == "stored":
            self.stored = message[1]  # type: ignore[assignment]
            if new:
                self.hello()
        elif name == "ping":
            self.say("pong", message[1], *self.host_commands.time())  # type: ignore[attr-defined]
        else:
            self._command(message)

    def _command(self, message: "list[object]") -> None:
        """Answer a numbered command, and a repeated one with the same answer again."""
        number = message[1]
        for known, answers in self._answers:
            if known == number:
                self._say_all(answers)
                return
        try:
            answers = self.host_commands.ask(message)  # type: ignore[attr-defined]
        except TenboError as error:
            answers = [self._refusal(number, error)]
        except Exception as error:  # noqa: BLE001 - a question must never bring the table down
            answers = [["refused", number, "bad_field", "", repr(error)[:_LONGEST_TEXT]]]
        self._keep(number, answers)
        self._say_all(answers)

    def _keep(self, number: object, answers: "list[list[object]]") -> None:
        """Keep the answers to a command; the oldest go, but not while the seats are still being asked about one."""
        if len(self._answers) >= _ANSWERS_KEPT:
            for place, (_, kept) in enumerate(self._answers):
                if not kept or kept[0][0] != "heard":
                    del self._answers[place]
                    break
        self._answers.append((number, answers))

    def conclude(self, number: int, answers: "list[list[object]]") -> None:
        """Say how a command ended that the seats were asked about, if it came on this port."""
        for place, (known, _) in enumerate(self._answers):
            if known == number:
                self._answers[place] = (number, answers)
                self._say_all(answers)

    def _say_all(self, answers: "list[list[object]]") -> None:
        for answer in answers:
            self.say(*answer)

    def _refuse(self, message: "list[object]", error: TenboError) -> None:
        number = message[1] if len(message) > 1 and isinstance(message[1], int) else -1
        if not 0 <= number < _NUMBERS:  # type: ignore[operator]
            number = -1
        self._say_all([self._refusal(number, error)])

    @staticmethod
    def _refusal(number: object, error: TenboError) -> "list[object]":
        return ["refused", number, error.code, error.at[:12], error.message[:_LONGEST_REASON]]

    def heartbeat(self) -> None:
        """Say the number of the last event, so that a host notices what it has missed."""
        if not self._queue:
            self.say("upto", self.told)
