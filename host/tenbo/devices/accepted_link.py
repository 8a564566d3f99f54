"""The line to a table that has dialled: an event loop feeds it what comes, and takes from it what is to be sent."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from tenbo.devices.link import MOST_BYTES, WRITE_TIMEOUT_S, DeviceLink
from tenbo_core.errors import LinkFault

if TYPE_CHECKING:
    from collections.abc import Callable

# So much is kept that was not read, and that was not sent, before the other side has to wait.
ROOM = 1 << 16


class AcceptedLink(DeviceLink):
    """A connection that has been accepted.

    `transmit` and `hang_up` are called from any thread, and neither waits. The event loop calls `feed`, `mark_sent` and
    `mark_ended`; `drained` is called when there is room again after `feed` has said that there is none.
    """

    def __init__(
        self,
        port: str,
        transmit: Callable[[bytes], None],
        hang_up: Callable[[str], None],
        drained: Callable[[], None],
    ) -> None:
        super().__init__(port)
        self._give = transmit
        self._hang_up = hang_up
        self._drained = drained
        self._changed = threading.Condition(threading.Lock())
        self._came = bytearray()
        self._unsent = 0
        self._is_woken = self._is_full = False
        # Why the line has ended, or "".
        self._ended = ""

    # ---------------------------------------------------------------- the event loop

    def feed(self, data: bytes) -> bool:
        """Take what has come; return whether there is room for more."""
        with self._changed:
            self._came += data
            self._is_full = len(self._came) >= ROOM
            self._changed.notify_all()
            return not self._is_full

    def mark_sent(self, count: int) -> None:
        """Record that so many bytes are on their way."""
        with self._changed:
            self._unsent -= count
            self._changed.notify_all()

    def mark_ended(self, why: str) -> None:
        """Record that the other side has hung up, or cannot be reached."""
        with self._changed:
            self._ended = self._ended or why
            self._changed.notify_all()

    # ---------------------------------------------------------------- the station

    def _receive(self, timeout_s: float) -> bytes:
        with self._changed:
            self._changed.wait_for(lambda: self._came or self._ended or self._is_woken, timeout_s)
            self._is_woken = False
            if not self._came:
                self._check_open()
                return b""
            data = bytes(self._came[:MOST_BYTES])
            del self._came[:MOST_BYTES]
            has_room = self._is_full and len(self._came) < ROOM // 2
            self._is_full = self._is_full and not has_room
        if has_room:
            self._drained()
        return data

    def _transmit(self, data: bytes) -> None:
        with self._changed:
            if not self._changed.wait_for(lambda: self._unsent < ROOM or self._ended, WRITE_TIMEOUT_S):
                self._ended = self._ended or "it no longer accepts data"
            self._check_open()
            self._unsent += len(data)
        self._give(data)

    def _check_open(self) -> None:
        if self._ended:
            raise LinkFault("line_broken", f"{self.port} is gone: {self._ended}", "port")

    def wake(self) -> None:
        """Have the thread that reads return at once; called from another one."""
        with self._changed:
            self._is_woken = True
            self._changed.notify_all()

    def close(self) -> None:
        """Hang up."""
        self.refuse("")

    def refuse(self, code: str) -> None:
        """Hang up, and tell the table why by a word."""
        self.mark_ended("it was closed")
        self._hang_up(code)
