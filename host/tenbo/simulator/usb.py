"""The USB cable of a simulated table, which a host opens like any serial port.

Pulling the cable closes it, so a host sees what it sees on a real unplug; putting it back makes a new one behind the
same name. It is a pseudo terminal, or where the system has none a TCP port of this computer.
"""

from __future__ import annotations

import os
import select
import socket
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from tenbo.devices.port_discovery import SIMULATED_LINK

if TYPE_CHECKING:
    from pathlib import Path

CHUNK = 4096
HERE = "127.0.0.1"


def make_cable(folder: Path, most_waiting: int) -> UsbCable:
    """Return the cable that this system has; a host may leave so many bytes unread before the device must wait."""
    return PtyCable(folder / SIMULATED_LINK, most_waiting) if hasattr(os, "openpty") else TcpCable(most_waiting)


class UsbCable(ABC):
    """A cable; `name` stays the same over unplugging and restarts."""

    name: str

    def __init__(self, most_waiting: int) -> None:
        self._most_waiting = most_waiting
        self._waiting = bytearray()

    @abstractmethod
    def plug(self) -> None:
        """Make the port."""

    @abstractmethod
    def pull(self) -> None:
        """Remove the port; a program that has it open sees it vanish."""

    def close(self) -> None:
        """Remove the port for good."""
        self.pull()

    @abstractmethod
    def host_listens(self) -> bool:
        """Return whether a host has the port open."""

    @abstractmethod
    def receive(self) -> bytes:
        """Return the bytes that the host has written since."""

    @abstractmethod
    def wait(self, seconds: float) -> None:
        """Wait until the host has written something, or a while."""

    @abstractmethod
    def _write(self, data: bytes) -> int:
        """Write what the host has room for, and return how much that was; raise that it is gone."""

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
        while self._waiting:
            try:
                sent = self._write(bytes(self._waiting[:CHUNK]))
            except OSError:
                return
            del self._waiting[:sent]


class PtyCable(UsbCable):
    """A pseudo terminal behind a symbolic link."""

    def __init__(self, path: Path, most_waiting: int) -> None:
        super().__init__(most_waiting)
        self.name = str(path)
        self._path = path
        self._end: int | None = None

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
        self._path.unlink(missing_ok=True)
        self._path.symlink_to(name)

    def pull(self) -> None:
        """Remove the port; a program that has it open sees it vanish."""
        if self._end is not None:
            os.close(self._end)
            self._end = None
            self._waiting.clear()
            self._path.unlink(missing_ok=True)

    def host_listens(self) -> bool:
        """Return whether a host has the port open."""
        if self._end is None:
            return False
        poll = select.poll()
        poll.register(self._end, select.POLLOUT)
        return not any(state & select.POLLHUP for _, state in poll.poll(0))

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

    def _write(self, data: bytes) -> int:
        if self._end is None:
            raise OSError("the cable is pulled")
        return os.write(self._end, data)


class TcpCable(UsbCable):
    """A TCP port of this computer; one host at a time has it open."""

    def __init__(self, most_waiting: int) -> None:
        super().__init__(most_waiting)
        self._door = socket.create_server((HERE, 0))
        self._door.setblocking(False)  # noqa: FBT003
        self.name = f"socket://{HERE}:{self._door.getsockname()[1]}"
        self._plugged = False
        self._host: socket.socket | None = None

    def plug(self) -> None:
        """Let a host in."""
        self._plugged = True

    def pull(self) -> None:
        """End the connection; a host that comes meanwhile is turned away."""
        self._plugged = False
        self._hang_up()

    def host_listens(self) -> bool:
        """Return whether a host has the port open."""
        try:
            connection, _ = self._door.accept()
        except OSError:
            return self._host is not None
        if self._host is None and self._plugged:
            connection.setblocking(False)  # noqa: FBT003
            self._host = connection
        else:
            connection.close()
        return self._host is not None

    def receive(self) -> bytes:
        """Return the bytes that the host has written since."""
        if not self.host_listens() or self._host is None:
            return b""
        try:
            data = self._host.recv(CHUNK)
        except BlockingIOError:
            return b""
        except OSError:
            data = b""
        if not data:
            self._hang_up()
        return data

    def wait(self, seconds: float) -> None:
        """Wait until a host comes or has written something, or a while."""
        try:
            select.select([self._door, *([self._host] if self._host is not None else [])], [], [], seconds)
        except (OSError, ValueError):  # the cable was pulled meanwhile
            return

    def close(self) -> None:
        """Remove the port for good."""
        self.pull()
        self._door.close()

    def _write(self, data: bytes) -> int:
        if self._host is None:
            raise OSError("no host is there")
        return self._host.send(data)

    def _hang_up(self) -> None:
        if self._host is not None:
            self._host.close()
            self._host = None
        self._waiting.clear()
