"""What stands around a table's end of the line in its tests: the port, what carries commands out, and the turns."""

from __future__ import annotations

from device.host.link import HostLink, serve
from tenbo_core.errors import Refused
from tenbo_core.wire import MessageReader, encode

# Between two looks at a port while a host speaks there.
PAUSE_MS = 20


class Wire:
    """A serial port: what has come and not been read, and room for what is written."""

    def __init__(self):
        self.coming = b""
        self.room = 1 << 20
        self.reader = MessageReader()
        self.written = b""

    def read_byte(self):
        byte, self.coming = (self.coming[0], self.coming[1:]) if self.coming else (-1, b"")
        return byte

    def write(self, data):
        taken = bytes(data[: self.room])
        self.room -= len(taken)
        self.written += taken
        return len(taken)

    def heard(self):
        """Return the messages that were written since the last look."""
        data, self.written = self.written, b""
        return self.reader.read(data)


class Commands:
    """What carries the commands out: it counts them, and refuses some."""

    def __init__(self):
        self.asked = []
        self.pressed = False

    def hello_fields(self):
        return [1, "5f2c", "1.0", 7, "aa", 3, "power"]

    def clock_reading(self):
        return [11, 22]

    def is_press_pending(self):
        return self.pressed

    def must_wait(self, _name):
        return self.pressed

    def load_for(self, _message):
        return False

    def execute(self, message, link):
        assert not link.proved
        self.asked.append(message[:2])
        name, number = message[:2]
        if name == "blink":
            raise Refused("not_allowed_now", "x" * 300, "a place that is long")
        if name == "repl":
            raise KeyError("k" * 200)
        if name == "propose":
            return [["heard", number]]
        return [["done", number, len(self.asked)]]


class Table:
    """A link with a host that speaks when it is told to."""

    def __init__(self, table):
        self.base = table
        self.wire, self.commands = Wire(), Commands()
        self.beats = 0
        self.link = HostLink(self.wire, self.commands, table.keeper, table.clock)
        self._running = serve([self.link], PAUSE_MS, self._beat)

    def _beat(self):
        self.beats += 1

    def turn(self, times=1):
        """Let it have its turn, and return for how long it sleeps then."""
        return [self._running.send(None) for _ in range(times)][-1]

    def say(self, *messages, turns=12):
        """Say some messages and return what is answered."""
        self.wire.coming += b"".join(encode(list(message)) for message in messages)
        self.turn(turns)
        return self.wire.heard()

    def close(self):
        self._running.close()
