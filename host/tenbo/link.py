"""The serial line to one table: bytes and messages, nothing of what they mean."""

from __future__ import annotations

import errno
import threading
import time
from typing import TYPE_CHECKING

import serial

from tenbo_core.errors import LinkFault
from tenbo_core.wire import Reader, encode

if TYPE_CHECKING:
    from tenbo.follow import Follower, Message

# USB serial has no baud rate; pyserial wants a number.
BAUD = 115200
# A read returns with the first bytes; without any, after this time.
READ_TIMEOUT_S = 0.05
WRITE_TIMEOUT_S = 2
# What one read takes at most, so that a port that floods us cannot keep its thread for itself.
MOST_BYTES = 65536


def now_ms() -> int:
    """Give the host's monotonic clock."""
    return time.monotonic_ns() // 1_000_000


class Link:
    """An open port: messages in and out. One thread reads, any thread may send."""

    def __init__(self, port: str) -> None:
        try:
            self._serial = serial.Serial(
                port, BAUD, timeout=READ_TIMEOUT_S, write_timeout=WRITE_TIMEOUT_S, exclusive=True
            )
        except (serial.SerialException, OSError, ValueError) as error:
            raise LinkFault("not_allowed_now", why_closed(port, error), "port") from error
        self.port = port
        self.reader = Reader()
        self.bytes = 0
        self._sending = threading.Lock()

    def read(self) -> list[Message]:
        """Give the messages that have come in; wait a moment when there are none."""
        try:
            data = self._serial.read(1)
            if data:
                data += self._serial.read(min(self._serial.in_waiting, MOST_BYTES))
        except (serial.SerialException, OSError, TypeError) as error:
            # TypeError: pyserial reads from a port that another thread has closed.
            raise LinkFault("not_allowed_now", f"{self.port} is gone: {error}", "port") from error
        self.bytes += len(data)
        return self.reader.take(data)

    def send(self, messages: list[Message]) -> None:
        """Send messages, a line each."""
        if not messages:
            return
        try:
            with self._sending:
                self._serial.write(b"".join([encode(message) for message in messages]))
        except (serial.SerialException, OSError, TypeError) as error:
            raise LinkFault("not_allowed_now", f"{self.port} is gone: {error}", "port") from error

    def close(self) -> None:
        """Give the port back."""
        self._serial.close()


def why_closed(port: str, error: BaseException) -> str:
    """Say in one sentence why a port could not be opened and what to do.

    >>> why_closed("COM3", OSError(errno.ENOENT, "no such file"))
    'there is no port COM3: plug the table in, or name another port'
    """
    number = getattr(error, "errno", None)
    text = str(error)
    if (
        "exclusively lock" in text
        or number in (errno.EBUSY, errno.EAGAIN)
        or ("PermissionError" in text and "COM" in text)
    ):
        return (
            f"{port} is in use: close the other program that has it (another tenbo run, a terminal, mpremote, Thonny)"
        )
    if number in (errno.EACCES, errno.EPERM):
        return f"{port} may not be used by you: see what tenbo doctor says about rights"
    if number in (errno.ENOENT, errno.ENXIO, errno.ENODEV) or "FileNotFoundError" in text:
        return f"there is no port {port}: plug the table in, or name another port"
    return f"{port} cannot be opened ({text}): is it a serial port?"


def pump(link: Link, follower: Follower) -> list[Message]:
    """Read once, let the follower answer, and give the messages that were read."""
    found = link.read()
    for message in found:
        link.send(follower.take(message, now_ms()))
    link.send(follower.tick(now_ms()))
    return found
