"""The line to a host over Wi-Fi, for boards with a radio: it dials, and no call of it waits.

What lwIP does is the reason for most of it: names are never looked up, since that waits for seconds; little is sent
before the host is heard again, since a write with lwIP's memory full waits for ten seconds even on a socket that must
not; and a connection counts as alive only while the host speaks, for `isconnected` and the socket may say so for hours.
"""

import errno
import socket  # type: ignore[import-not-found] # as network

import network  # type: ignore[import-not-found] # the stubs are those of a board without a radio
from micropython import const

if False:  # for the type checker alone, and gone when compiled
    from device.parts import Any, DeviceClock, Entropy

# Bytes that have come and were not read, and that were written and not sent.
_ROOM = const(512)
# So many bytes are sent before the host is heard again. It is heard once a second at least, and after each event.
_UNHEARD = const(1400)
# A connection on which the host says nothing for this long is given up. The host speaks first, so that it need not be
# known when it is open.
_DEAD_MS = const(5000)
# Between two attempts: doubled each time up to the last, and some of that by chance, for thirty tables come back at
# once with their access point.
_FIRST_WAIT_MS, _LONGEST_WAIT_MS = const(500), const(2500)
# While the radio joins the network it is asked so often, and so long before it begins again: DHCP may take long.
_JOINING_MS, _JOIN_MS = const(250), const(15_000)
# After so many attempts in a row the radio leaves the network and joins it again.
_MOST_FAILED = const(4)


class WifiPort:
    """The radio and one connection to the host."""

    is_cable = False

    def __init__(
        self, name: str, password: str, address: "tuple[str, int]", now: "DeviceClock", entropy: "Entropy"
    ) -> None:
        self._radio = network.WLAN(network.STA_IF)
        self._name, self._password = name, password
        self._address = address
        self._now, self._entropy = now, entropy
        self._socket: "Any" = None
        # Another number with each connection that begins or ends.
        self.connection = 0
        self._in, self._at, self._end = bytearray(_ROOM), 0, 0
        self._out, self._length = bytearray(_ROOM), 0
        self._unheard = 0
        self._failed = 0
        # The moment of the last step, and how long after it the next is due.
        self._stepped, self._wait_ms = now.ms(), 0
        self._joined_at = -1

    def step(self, wanted: bool, silent_ms: int) -> None:
        """Join the network, dial or hang up, as it is due; the host has been silent for so long."""
        now = self._now
        if self._socket is not None:
            if not wanted:
                self._failed = 0
                self.drop_connection()
            elif silent_ms > _DEAD_MS and now.since(self._stepped) > _DEAD_MS:
                self.drop_connection()
        elif not wanted:
            self._stepped, self._wait_ms = now.ms(), 0
        elif now.since(self._stepped) >= self._wait_ms:
            self._stepped = now.ms()
            try:
                self._join_or_dial()
            except OSError:
                # No memory for a socket, or no way to the host.
                self.drop_connection()

    def _join_or_dial(self) -> None:
        if not self._radio.isconnected():
            self._wait_ms = _JOINING_MS
            if self._joined_at < 0:
                self._radio.connect(self._name, self._password)
                self._joined_at = self._now.ms()
            elif self._radio.status() not in (1, 2) or self._now.since(self._joined_at) > _JOIN_MS:
                # It does not join, or has lost the network.
                self._joined_at = -1
                self._back_off()
            return
        self._joined_at = -1
        host, port = self._address
        self._socket = dialled = socket.socket()
        self.connection += 1
        self._unheard = 0
        dialled.setblocking(False)
        try:
            dialled.connect((host or self._radio.ifconfig()[2], port))
        except OSError as error:
            if error.errno != errno.EINPROGRESS:
                raise

    def drop_connection(self) -> None:
        """Hang up, and dial again after a while."""
        ending, self._socket = self._socket, None
        self.connection += 1
        self._at = self._end = self._length = 0
        if ending is not None:
            try:
                ending.close()
            except OSError:
                pass  # it is gone already
        self._stepped = self._now.ms()
        self._back_off()

    def _back_off(self) -> None:
        """Wait longer after each failure, and after some leave the network, which may be there in name only."""
        longest = min(_FIRST_WAIT_MS << self._failed, _LONGEST_WAIT_MS)
        self._wait_ms = longest // 2 + longest * self._entropy(1)[0] // 512
        self._failed += 1
        if self._failed % _MOST_FAILED == 0:
            self._failed = _MOST_FAILED
            self._joined_at = -1
            try:
                self._radio.disconnect()
            except OSError:
                pass  # it had none

    def signal(self) -> "int | None":
        """Return the strength of the signal in dBm, or None without a network."""
        return self._radio.status("rssi") if self._radio.isconnected() else None

    def read_byte(self) -> int:
        """Return the next byte, or -1 when none is there."""
        at = self._at
        if at < self._end:
            self._at = at + 1
            return self._in[at]
        return self._receive() if self._socket is not None else -1

    def _receive(self) -> int:
        """Take what has come, and return its first byte."""
        try:
            count = self._socket.readinto(self._in)
        except OSError:
            count = 0
        if count is None:
            return -1
        if not count:
            self.drop_connection()
            return -1
        self._at, self._end = 1, count
        self._unheard = self._failed = 0
        return self._in[0]

    def write(self, line: bytes) -> int:
        """Take what fits of a line, to be sent by `flush`, and return how many bytes that was."""
        if self._socket is None:
            return 0
        count = min(len(line), _ROOM - self._length)
        self._out[self._length : self._length + count] = line[:count]
        self._length += count
        return count

    def flush(self) -> None:
        """Send what was written, as far as the host has been heard since."""
        count = min(self._length, _UNHEARD - self._unheard)
        if self._socket is None or count <= 0:
            return
        try:
            sent = self._socket.write(memoryview(self._out)[:count])
        except OSError:
            self.drop_connection()
            return
        if sent is None:
            return
        self._unheard += sent
        self._length -= sent
        self._out[: self._length] = self._out[sent : sent + self._length]
