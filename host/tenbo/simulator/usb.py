"""The USB cable of a simulated table: a pseudo terminal that a host opens like any serial port.

Pulling the cable closes it, so a host sees what it sees on a real unplug; putting it back makes a
new one behind the same name.
"""

from __future__ import annotations

import os
import select
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

CHUNK = 4096


class UsbCable:
    """The port behind the symbolic link `path`, which stays the same over unplugging and restarts."""

    def __init__(self, path: Path, most_waiting: int) -> None:
        self.path = path
        self._most_waiting = most_waiting
        self._end: int | None = None
        self._waiting = bytearray()

    def plug(self) -> None:
        """Make the port."""
        if self._end is not None:
            return
        import tty  # noqa: PLC0415 - Windows has none, and imports this module all the same

        self._end, far_end = os.openpty()
        tty.setraw(far_end)
        name = os.ttyname(far_end)
        # Only the host holds the far end, which tells whether the port is open.
        os.close(far_end)
        os.set_blocking(self._end, False)
        self.path.unlink(missing_ok=True)
        self.path.symlink_to(name)

    def pull(self) -> None:
        """Remove the port; a program that has it open sees it vanish."""
        if self._end is not None:
            os.close(self._end)
            self._end = None
            self._waiting.clear()
            self.path.unlink(missing_ok=True)

    def host_listens(self) -> bool:
        """Return whether a host has the port open."""
        if self._end is None:
            return False
        poll = select.poll()
        poll.register(self._end, select.POLLOUT)
        return not any(state & select.POLLHUP for _, state in poll.poll(0))

    def is_full(self) -> bool:
        """Return whether the host has let so much lie unread that the device must wait."""
        return len(self._waiting) > self._most_waiting

    def send(self, data: bytes) -> None:
        """Pass bytes on; without a listening host they are lost, as on a real port."""
        if not self.host_listens():
            self._waiting.clear()
            return
        self._waiting += data
        self.flush()

    def flush(self) -> None:
        """Pass on as many bytes as the host has room for."""
        while self._waiting and self._end is not None:
            try:
                sent = os.write(self._end, self._waiting[:CHUNK])
            except (BlockingIOError, OSError):
                return
            del self._waiting[:sent]

    def receive(self) -> bytes:
        """Return the bytes that the host has written since."""
        if self._end is None:
            return b""
        try:
            return os.read(self._end, CHUNK)
        except (BlockingIOError, OSError):
            return b""

    def wait(self, seconds: float) -> None:
        """Wait until the host has written something, or a while."""
        end = [self._end] if self._end is not None and self.host_listens() else []
        try:
            select.select(end, [], [], seconds)
        except (OSError, ValueError, TypeError):  # the cable was pulled meanwhile
            return
