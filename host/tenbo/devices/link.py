"""The line to one table, over any carrier: messages in and out, which it does not interpret."""

from __future__ import annotations

import threading
import time
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from tenbo.validation.text_sanitizer import escape_value
from tenbo_core.wire import MessageReader, encode

if TYPE_CHECKING:
    from tenbo.devices.follower import Follower, Message
    from tenbo_core.line_seal import LineSeal

# A read returns with the first bytes; without any, after this time, or the longer one that its reader has named.
READ_TIMEOUT_S = 0.05
WRITE_TIMEOUT_S = 2
# The most bytes of one read, so that a flooding table cannot keep its thread busy.
MOST_BYTES = 8192


def monotonic_ms() -> int:
    """Return the host's monotonic clock."""
    return time.monotonic_ns() // 1_000_000


class DeviceLink(ABC):
    """An open line. One thread reads, any thread may send."""

    def __init__(self, port: str) -> None:
        self.port = port
        self.reader = MessageReader()
        # A table that has started again knows of no session.
        self.reader.unsealed = ("hello",)
        self.bytes = 0
        self._sending = threading.Lock()
        # The seal of what is sent; a host that asks again seals nothing, and still reads what the table had sealed.
        self._own_seal: LineSeal | None = None

    def read(self, timeout_s: float = READ_TIMEOUT_S) -> list[Message]:
        """Return the messages that have come in; wait a moment if none has, until `wake` at most."""
        data = self._receive(timeout_s)
        self.bytes += len(data)
        read = self._read_sealed(data) if self.reader.seal is not None else self.reader.read(data)
        # An event is kept to the letter, for it is compared when it comes again; every other text is only shown.
        return [
            message if message[0] == "event" else [message[0], *[escape_value(field) for field in message[1:]]]
            for message in read
        ]

    def _read_sealed(self, data: bytes) -> list[Message]:
        """Read lines among which a table may say hello: what follows it has no seal."""
        read: list[Message] = []
        for line in data.splitlines(keepends=True):
            damaged = self.reader.damaged
            for message in self.reader.read(line):
                read.append(message)
                if message[0] == "hello":
                    self._end_session()
            if self.reader.seal is not None and not self.reader.seal.heard:
                # Said before the table has heard that lines have a seal now: it is whole, and not read.
                self.reader.damaged = damaged
        return read

    def send(self, messages: list[Message], seal: LineSeal | None = None) -> None:
        """Send messages, a line each; `seal` is the one of the session that a `seal` among them asks for."""
        if messages:
            with self._sending:
                self._transmit(b"".join([self._line(message) for message in messages]))
                if seal is not None:
                    self.reader.seal = self._own_seal = seal

    @property
    def is_sealed(self) -> bool:
        """Return whether each line has a seal, in place of a checksum."""
        return self._own_seal is not None

    def _line(self, message: Message) -> bytes:
        if message[0] == "who":
            self._own_seal = None
        elif message[0] == "prove":
            # The table answers it without one.
            self.reader.seal = self._own_seal = None
        line = encode(message)
        return line if self._own_seal is None or message[0] == "seal" else self._own_seal.close(line)

    def _end_session(self) -> None:
        with self._sending:
            self.reader.seal = self._own_seal = None

    @abstractmethod
    def _receive(self, timeout_s: float) -> bytes:
        """Return at most `MOST_BYTES` that have come in; raise that the line is gone."""

    @abstractmethod
    def _transmit(self, data: bytes) -> None:
        """Send whole lines; raise that the line is gone, or takes nothing any more. The caller holds `_sending`."""

    @abstractmethod
    def wake(self) -> None:
        """Have the thread that reads return at once; called from another one."""

    @abstractmethod
    def close(self) -> None:
        """Close the line."""


def read_and_answer(link: DeviceLink, follower: Follower) -> list[Message]:
    """Read once, let the follower answer, and return the messages that were read."""
    received = link.read()
    for message in received:
        link.send(follower.handle_message(message, monotonic_ms()))
    link.send(follower.due_messages(monotonic_ms()))
    return received
