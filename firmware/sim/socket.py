"""`socket` of a Pico 2 W over a real connection, with lwIP's manners: what waits there stops the table here, too.

A closed port is noticed at the next call, a write takes what has room, and one that finds lwIP's memory full waits for
ten seconds although the socket must not wait.
"""

import errno

import usocket

import air
import clock

# What lwIP keeps of what is sent and not acknowledged.
_MEMORY = 8000
_FULL_US = 10_000_000
_CONNECT_US = 18_500_000
_LOOKUP_US = 7_000_000
_CALL_US = 100
_TCP, _NO_DELAY = 6, 1


def getaddrinfo(host: str, port: int) -> "list[object]":
    """Look a name up, for which the whole table waits."""
    air.stall_device(_LOOKUP_US, "it looks %s up" % host)
    return usocket.getaddrinfo(host, port)


class socket:  # noqa: N801 - the name of the module's own
    """One connection of TCP."""

    def __init__(self) -> None:
        clock.simulate_busy_time(_CALL_US)
        if air.no_memory:
            air.no_memory -= 1
            raise OSError(errno.ENOMEM)
        self._real = usocket.socket()
        # The computer would hold small pieces back by its own time, which is not the table's.
        self._real.setsockopt(_TCP, _NO_DELAY, 1)
        self._may_wait = True
        self._unsent = b""
        self._resets = air.resets

    def setblocking(self, flag: bool) -> None:
        """Set whether calls may wait."""
        self._may_wait = flag
        self._real.setblocking(False)

    def connect(self, address: "tuple[str, int]") -> None:
        """Begin to connect to a numeric address."""
        clock.simulate_busy_time(_CALL_US)
        host, port = address
        if self._may_wait:
            air.stall_device(_CONNECT_US, "it waits for a connection")
        if not all([one in ".0123456789" for one in host]):
            raise OSError(errno.EINVAL)
        if air.is_silent():
            raise OSError(errno.EINPROGRESS)
        self._real.connect(usocket.getaddrinfo(host, port)[0][-1])
        raise OSError(errno.EINPROGRESS)

    def readinto(self, buffer: bytearray) -> "int | None":
        """Return how many bytes have come, none when the other side has hung up, or None where nothing has come."""
        clock.simulate_busy_time(_CALL_US)
        self._check()
        if air.is_silent():
            return None
        self._send_on()
        count: "int | None" = self._real.readinto(buffer)
        # What has come was a packet, and so is what acknowledges it.
        air.spend_on_packets(2 if count else 0)
        return count

    def write(self, data: "bytes | memoryview") -> "int | None":
        """Take what has room, and return how many bytes that was, or None where there is no room."""
        clock.simulate_busy_time(_CALL_US)
        self._check()
        if air.no_room:
            air.no_room -= 1
            return None
        taken = bytes(data[: air.short or len(data)])
        if len(self._unsent) + len(taken) > _MEMORY:
            air.stall_device(_FULL_US, "lwIP's memory is full")
            raise OSError(errno.ENOMEM)
        self._unsent += taken
        air.spend_on_packets(2)
        if not air.is_silent():
            self._send_on()
        return len(taken)

    def close(self) -> None:
        """Hang up."""
        self._real.close()

    def _check(self) -> None:
        if self._resets != air.resets:
            raise OSError(errno.ECONNRESET)

    def _send_on(self) -> None:
        """Send what was kept."""
        if self._unsent:
            self._unsent = self._unsent[self._real.write(self._unsent) or 0 :]
