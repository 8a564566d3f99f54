"""The serial line to one table: bytes and messages, nothing of what they mean."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import serial

from tenbo_core.errors import LinkFault
from tenbo_core.wire import Reader, encode

if TYPE_CHECKING:
    from tenbo.follow import Follower, Message

# USB serial has no baud rate; pyserial wants a number.
BAUD = 115200
READ_TIMEOUT_S = 0.02


def now_ms() -> int:
    """Give the host's monotonic clock."""
    return time.monotonic_ns() // 1_000_000


class Link:
    """An open port: messages in and out."""

    def __init__(self, port: str) -> None:
        try:
            self._serial = serial.Serial(port, BAUD, timeout=READ_TIMEOUT_S, write_timeout=2, exclusive=True)
        except (serial.SerialException, OSError) as error:
            message = f"cannot open {port}: {error}. Is another program using it, and may you read and write it?"
            raise LinkFault("not_allowed_now", message, "port") from error
        self.port = port
        self.reader = Reader()

    def read(self) -> list[Message]:
        """Give the messages that have come in; wait a moment when there are none."""
        try:
            data = self._serial.read(max(1, self._serial.in_waiting))
        except (serial.SerialException, OSError, TypeError) as error:
            # TypeError: pyserial reads from a port that another thread has closed.
            raise LinkFault("not_allowed_now", f"{self.port} is gone: {error}", "port") from error
        return self.reader.take(data)

    def send(self, messages: list[Message]) -> None:
        """Send messages, a line each."""
        try:
            for message in messages:
                self._serial.write(encode(message))
        except (serial.SerialException, OSError) as error:
            raise LinkFault("not_allowed_now", f"{self.port} is gone: {error}", "port") from error

    def close(self) -> None:
        """Give the port back."""
        self._serial.close()


def pump(link: Link, follower: Follower) -> list[Message]:
    """Read once, let the follower answer, and give the messages that were read."""
    found = link.read()
    for message in found:
        link.send(follower.take(message, now_ms()))
    link.send(follower.tick(now_ms()))
    return found
