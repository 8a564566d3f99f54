"""Ports that may lead to a table: those of MicroPython boards, those named by hand, and connections of tables."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from serial.tools import list_ports

if TYPE_CHECKING:
    from collections.abc import Iterable

# Every MicroPython board on an RP2040 or RP2350 has these; only the handshake shows whether it is a table.
VENDOR, PRODUCT = 0x2E8A, 0x0005


# What carries the lines of a port.
USB, WEBSOCKET, TCP = "usb", "websocket", "tcp"
# The port of a simulated table is a link of this name in a folder that begins like this.
SIMULATED_LINK, SIMULATED_FOLDER = "usb", "tenbo-"
# Where there are no pseudo terminals it is a port of this computer, which no board is.
SIMULATED_SOCKET = "socket://127.0.0.1:"


class Port(NamedTuple):
    """A port: its name, the board's serial number and the socket it is plugged into, where these are known."""

    name: str
    serial: str = ""
    location: str = ""
    carrier: str = USB

    @property
    def is_inbound(self) -> bool:
        """Return whether the table has dialled, over a network that others may use."""
        return self.carrier != USB


def is_simulated(port: str) -> bool:
    """Return whether a port is that of a simulated table: there is no board behind it to write to.

    >>> is_simulated("socket://127.0.0.1:49152"), is_simulated("COM7"), is_simulated("/dev/ttyACM0")
    (True, False, False)
    """
    if port.startswith(SIMULATED_SOCKET):
        return True
    path = Path(port)
    return path.name == SIMULATED_LINK and path.parent.name.startswith(SIMULATED_FOLDER) and path.is_symlink()


def find_boards(listed: Iterable[object] | None = None) -> list[Port]:
    """Return the ports of MicroPython boards that are plugged in now, on Linux, macOS and Windows alike.

    A Mac lists each port twice, as tty and cu; only cu opens without waiting for a carrier.
    """
    boards = []
    for port in list_ports.comports() if listed is None else listed:
        if (getattr(port, "vid", None), getattr(port, "pid", None)) == (VENDOR, PRODUCT):
            name = str(getattr(port, "device", "")).replace("/dev/tty.", "/dev/cu.")
            location = str(getattr(port, "location", None) or "")
            boards.append(Port(name, str(getattr(port, "serial_number", None) or ""), location))
    return sorted(set(boards))


def all_ports(named: Iterable[str], *, search: bool = True) -> list[Port]:
    """Return the ports named by hand and, with `search`, all boards besides them."""
    ports = [Port(name) for name in named]
    known = {port.name for port in ports}
    return ports + [port for port in (find_boards() if search else []) if port.name not in known]
