"""A sealed line whose host asks anew: nothing of what the table had said before its hello is lost."""

from __future__ import annotations

from tenbo.devices.link import DeviceLink
from tenbo_core.line_seal import HOST, TABLE, LineSeal
from tenbo_core.wire import encode

SESSION = ("key", "nonce", "own")
# It comes in two pieces.
HELLO = encode(["hello", 3, "e66", "1.0.0", 1, "5f2c", -1, "power"])


class MemoryLink(DeviceLink):
    """A line in memory."""

    def __init__(self):
        super().__init__("memory")
        self.sent, self.arrives = b"", b""

    def _receive(self, timeout_s):
        data, self.arrives = self.arrives, b""
        return data

    def _transmit(self, data):
        self.sent += data

    def wake(self):
        """Nobody waits."""

    def close(self):
        """Nothing is open."""


def test_what_the_table_sealed_before_it_heard_the_question_is_read():
    """A seat takes back its call just then: the referee must not walk for ever."""
    link, table = MemoryLink(), LineSeal(TABLE, *SESSION)
    link.send([["seal", 1]], LineSeal(HOST, *SESSION))
    link.send([["who"]])
    link.send([["stored", 4]])
    assert (b"*" in link.sent, link.sent.count(b"\n"), link.is_sealed) == (True, 3, False)
    link.arrives = table.close(encode(["call", 2, False, 9])) + HELLO[:4]
    assert link.read() == [["call", 2, False, 9]]
    link.arrives = HELLO[4:] + encode(["upto", 4])
    assert [message[0] for message in link.read()] == ["hello", "upto"]
    # Now the session is over: what is sealed is old, and no seal is asked of anything.
    link.arrives = table.close(encode(["call", 2, True, 0])) + encode(["upto", 5])
    assert link.read() == [["upto", 5]]
