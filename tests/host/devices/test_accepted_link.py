"""A line to a table that has dialled: what its station reads and sends."""

from __future__ import annotations

import threading

import pytest

from tenbo.devices import accepted_link as module
from tenbo.devices.accepted_link import AcceptedLink
from tenbo_core.errors import LinkFault
from tenbo_core.wire import encode

# Longer than a test may take: what returns before has not waited for its end.
FOR_EVER_S = 600


class Connection:
    """The event loop's side of a line."""

    def __init__(self):
        self.sent, self.codes, self.drained = b"", [], 0
        self.link = AcceptedLink("websocket 192.168.1.7", self.take, self.codes.append, self.drain)

    def take(self, data):
        self.sent += data

    def drain(self):
        self.drained += 1


@pytest.fixture
def connection():
    """Return a connection that was just accepted."""
    return Connection()


def test_what_has_come_is_read_at_once_and_counted(connection):
    """A line may come in pieces."""
    line = encode(["upto", 4])
    assert connection.link.feed(line[:3])
    assert connection.link.read(FOR_EVER_S) == []
    assert connection.link.feed(line[3:])
    assert (connection.link.read(FOR_EVER_S), connection.link.bytes) == ([["upto", 4]], len(line))
    assert connection.link.read(0) == []


def test_a_reader_that_waits_is_woken_by_a_line_and_by_the_bell(connection):
    """Both come from other threads."""
    for ring in (connection.link.wake, lambda: connection.link.feed(encode(["upto", 4]))):
        read = []
        thread = threading.Thread(target=lambda read=read: read.append(connection.link.read(FOR_EVER_S)))
        thread.start()
        ring()
        thread.join()
        assert len(read) == 1


def test_a_flood_waits_outside_until_it_is_read(connection, monkeypatch):
    """Memory is bounded: the event loop stops reading, and is told when there is room."""
    monkeypatch.setattr(module, "ROOM", 100)
    monkeypatch.setattr(module, "MOST_BYTES", 40)
    assert not connection.link.feed(b"x" * 120)
    connection.link.read(0)
    assert connection.drained == 0
    connection.link.read(0)
    assert connection.drained == 1
    connection.link.read(0)
    assert (connection.drained, connection.link.bytes) == (1, 120)


def test_a_table_that_takes_nothing_is_given_up_after_its_time(connection, monkeypatch):
    """A half-open connection takes some, and then no more."""
    monkeypatch.setattr(module, "ROOM", 20)
    monkeypatch.setattr(module, "WRITE_TIMEOUT_S", 0)
    connection.link.send([["who"], ["after", 3]])
    assert connection.sent == encode(["who"]) + encode(["after", 3])
    connection.link.mark_sent(len(connection.sent))
    connection.link.send([["who"], ["after", 3]])
    with pytest.raises(LinkFault, match="it no longer accepts data"):
        connection.link.send([["who"]])


def test_what_came_before_the_end_is_read_and_then_the_end_is_told(connection):
    """With the name of the line."""
    connection.link.feed(encode(["upto", 4]))
    connection.link.mark_ended("the other side has hung up")
    assert connection.link.read(FOR_EVER_S) == [["upto", 4]]
    for act in (lambda: connection.link.read(FOR_EVER_S), lambda: connection.link.send([["who"]])):
        with pytest.raises(LinkFault, match=r"websocket 192.168.1.7 is gone: the other side has hung up") as fault:
            act()
        assert (fault.value.code, fault.value.at) == ("line_broken", "port")


def test_a_refusal_is_told_by_its_word(connection):
    """The table says on its own screen what is to be done."""
    connection.link.refuse("not_proved")
    connection.link.close()
    assert connection.codes == ["not_proved", ""]
    with pytest.raises(LinkFault, match="it was closed"):
        connection.link.read(0)
