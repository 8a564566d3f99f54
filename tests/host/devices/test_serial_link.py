"""A serial port from the host's side: what a read and a write make of every state that the port may be in."""

from __future__ import annotations

import errno
import os
import pty
import select
import socket
import struct
import tty

import pytest
import serial

from tenbo.devices import serial_link as module
from tenbo.devices.follower import Follower
from tenbo.devices.link import read_and_answer
from tenbo.devices.serial_link import SerialLink, port_open_fault
from tenbo_core.errors import LinkFault
from tenbo_core.wire import MessageReader, encode

# Longer than a test may take: what returns before has not waited for its end.
FOR_EVER_S = 600


class Cable:
    """A port whose other end the test holds."""

    def __init__(self):
        self.end, self._port = pty.openpty()
        tty.setraw(self._port)
        os.set_blocking(self.end, False)
        self.link = SerialLink(os.ttyname(self._port))

    def say(self, *messages):
        os.write(self.end, b"".join(encode(list(message)) for message in messages))

    def heard(self):
        """Return the messages that the host has sent."""
        reader, found = MessageReader(), []
        while select.select([self.end], [], [], 0)[0]:
            found += reader.read(os.read(self.end, 4096))
        return found

    def pull(self):
        """Pull the cable out."""
        for number in (self.end, self._port):
            if number >= 0:
                os.close(number)
        self.end = self._port = -1

    def close(self):
        self.link.close()
        self.pull()


@pytest.fixture
def cable():
    """Yield a cable with a host at one end."""
    made = Cable()
    yield made
    made.close()


def test_what_has_come_is_read_at_once_and_counted(cable):
    """Events to the letter, for they are compared; in every other text what a terminal would obey is shown."""
    cable.say(["upto", 4], ["event", 0, "name", 1, 0, 2, "\x1b[2J"], ["fault", 0, "\x1b[2J"])
    found = []
    while len(found) < 3:
        found += cable.link.read(FOR_EVER_S)
    assert found[0] == ["upto", 4]
    assert found[1] == ["event", 0, "name", 1, 0, 2, "\x1b[2J"]
    assert found[2][:2] == ["fault", 0]
    assert "\x1b" not in found[2][2]
    sent = (["upto", 4], ["event", 0, "name", 1, 0, 2, "\x1b[2J"], ["fault", 0, "\x1b[2J"])
    assert cable.link.bytes == sum(len(encode(message)) for message in sent)


def test_nothing_is_read_where_nothing_has_come(cable):
    """After the time that its reader has named."""
    assert (cable.link.read(0), cable.link.bytes) == ([], 0)


def test_one_read_takes_no_more_than_its_share(cable, monkeypatch):
    """A port that floods us cannot keep its thread for itself."""
    monkeypatch.setattr(module, "MOST_BYTES", 5)
    cable.say(["upto", 4])
    assert (cable.link.read(FOR_EVER_S), cable.link.bytes) == ([], 5)
    assert (cable.link.read(FOR_EVER_S), cable.link.bytes) == ([], 10)


def test_a_thread_that_reads_is_woken_and_the_bell_rings_once(cable):
    """What was rung before the read counts as well; a port that is closed has no bell."""
    cable.link.wake()
    cable.link.wake()
    assert cable.link.read(FOR_EVER_S) == []
    assert cable.link.read(0) == []
    cable.link.wake()
    cable.say(["upto", 4])
    found = cable.link.read(FOR_EVER_S) or cable.link.read(FOR_EVER_S)
    assert found == [["upto", 4]]
    cable.link.close()
    cable.link.wake()


def test_a_cable_that_is_pulled_is_told_with_its_port(cable):
    """Whether someone reads or writes."""
    name = cable.link.port
    cable.pull()
    for act in (lambda: cable.link.read(FOR_EVER_S), lambda: cable.link.send([["who"]])):
        with pytest.raises(LinkFault, match=f"{name} is gone") as fault:
            act()
        assert (fault.value.code, fault.value.at) == ("line_broken", "port")
    cable.link.send([])


def test_messages_are_sent_a_line_each_and_none_when_there_are_none(cable):
    """In order; after the port was closed only nothing can be sent."""
    cable.link.send([["who"], ["after", 3]])
    cable.link.send([])
    assert cable.heard() == [["who"], ["after", 3]]
    cable.link.close()
    cable.link.send([])
    with pytest.raises(LinkFault, match=r"is gone: .*it was closed"):
        cable.link.send([["who"]])
    with pytest.raises(LinkFault, match="is gone"):
        cable.link.read(0)


def test_a_line_that_is_taken_in_pieces_arrives_whole(cable, monkeypatch):
    """Where it is full for a moment, it is waited for."""
    write = os.write
    takes = iter([3, None, None, 4, 500])

    def some(number, data):
        count = next(takes)
        if count is None:
            raise BlockingIOError
        return write(number, data[:count])

    monkeypatch.setattr(os, "write", some)
    cable.link.send([["who"], ["after", 3]])
    monkeypatch.undo()
    assert (cable.heard(), next(takes, "none")) == ([["who"], ["after", 3]], "none")


def test_a_port_that_takes_nothing_is_given_up_after_its_time(cable, monkeypatch):
    """No one reads at the other end."""
    monkeypatch.setattr(module, "WRITE_TIMEOUT_S", 0)
    with pytest.raises(LinkFault, match="it no longer accepts data"):
        cable.link.send([["who"]] * 20_000)


@pytest.mark.parametrize(("ready", "wanted", "may"), [
    (0, select.POLLIN, False),
    (select.POLLIN, select.POLLIN, True),
    (select.POLLIN | select.POLLHUP, select.POLLIN, True),
    (select.POLLOUT, select.POLLOUT, True),
    (select.POLLHUP, select.POLLIN, None),
    (select.POLLERR, select.POLLOUT, None),
])  # fmt: skip
def test_a_port_that_is_gone_is_told_apart_from_one_that_is_silent(ready, wanted, may):
    """What it still has is read before."""
    if may is None:
        with pytest.raises(OSError, match="the cable was pulled"):
            module._is_ready(ready, wanted)
    else:
        assert module._is_ready(ready, wanted) is may


def test_a_read_that_finds_nothing_after_all_waits_for_the_next_and_an_end_is_an_end(cable, monkeypatch):
    """Another may have read it; an empty read says that there is no one any more."""
    cable.say(["upto", 4])

    def none(*_):
        raise BlockingIOError

    monkeypatch.setattr(os, "read", none)
    assert cable.link.read(FOR_EVER_S) == []
    monkeypatch.setattr(os, "read", lambda *_: b"")
    with pytest.raises(LinkFault, match="the cable was pulled"):
        cable.link.read(FOR_EVER_S)


class Plain:
    """A port of a system without `poll`."""

    def __init__(self, data):
        self.data, self.sent, self.cancelled = data, b"", 0

    @property
    def in_waiting(self):
        return len(self.data)

    def read(self, size):
        taken, self.data = self.data[:size], self.data[size:]
        return taken

    def write(self, data):
        self.sent += data

    def cancel_read(self):
        self.cancelled += 1

    def close(self):
        self.data = None


def test_where_there_is_no_poll_the_port_itself_waits(cable, monkeypatch):
    """It returns with the first byte, and the rest is taken with it, no more than its share."""
    monkeypatch.setattr(module, "MOST_BYTES", 6)
    cable.link._serial.close()
    cable.link._fd = cable.link._news = None
    plain = cable.link._serial = Plain(encode(["upto", 4]))
    whole = len(plain.data)
    assert cable.link.read() == []
    assert cable.link.bytes == 7
    monkeypatch.setattr(module, "MOST_BYTES", 8192)
    assert (cable.link.read(), cable.link.bytes) == ([["upto", 4]], whole)
    assert cable.link.read() == []
    cable.link.send([["who"]])
    cable.link.wake()
    assert (plain.sent, plain.cancelled) == (encode(["who"]), 1)


def test_a_turn_reads_answers_and_says_what_is_due(cable):
    """The follower decides what."""
    follower = Follower()
    cable.say(["event", 2, "riichi", 1, 9, 1])
    assert read_and_answer(cable.link, follower) == [["event", 2, "riichi", 1, 9, 1]]
    assert cable.heard() == [["after", -1], ["who"], ["after", -1]]


NO_PORT = [
    (OSError(errno.EBUSY, "busy"), "port_busy", "is in use: close the program that is using it"),
    (OSError(errno.EAGAIN, "again"), "port_busy", "is in use"),
    (serial.SerialException("Could not exclusively lock port"), "port_busy", "is in use"),
    (serial.SerialException("could not open port 'COM3': PermissionError(13)"), "port_busy", "is in use"),
    (serial.SerialException("could not open: PermissionError(13)"), "no_port", "check that it is a serial port"),
    (serial.SerialException("could not open port 'COM3'"), "no_port", "check that it is a serial port"),
    (OSError(errno.EACCES, "denied"), "no_permission", "you do not have permission to use"),
    (OSError(errno.EPERM, "denied"), "no_permission", "you do not have permission to use"),
    (OSError(errno.ENOENT, "gone"), "no_port", "there is no port tty: plug the table in"),
    (OSError(errno.ENXIO, "gone"), "no_port", "there is no port tty"),
    (OSError(errno.ENODEV, "gone"), "no_port", "there is no port tty"),
    (serial.SerialException("could not open port: FileNotFoundError(2)"), "no_port", "there is no port tty"),
    (OSError(errno.EISDIR, "Is a directory"), "no_port", r"cannot be opened \(it is a folder\)"),
    (OSError(errno.ENOTTY, "Inappropriate"), "no_port", r"cannot be opened \(it is a file\)"),
    (serial.SerialException("ioctl failed"), "no_port", r"cannot be opened \(it is a file\)"),
    (ValueError("odd"), "no_port", r"cannot be opened \(odd\): check that it is a serial port"),
]


@pytest.mark.parametrize(("error", "code", "words"), NO_PORT, ids=lambda value: str(value)[:40])
def test_why_a_port_cannot_be_opened_is_one_sentence(error, code, words):
    """With what to do: each system has its own words for it."""
    fault = port_open_fault("tty", error)
    assert (fault.code, fault.at) == (code, "port")
    with pytest.raises(LinkFault, match=words):
        raise fault


def test_a_port_that_is_none_is_refused_when_it_is_opened(tmp_path):
    """A name that was mistyped, a folder, a file."""
    (tmp_path / "file").touch()
    for name, words in (("none", "there is no port"), ("file", "it is a file"), (".", "it is a folder")):
        with pytest.raises(LinkFault, match=words):
            SerialLink(str(tmp_path / name))


def test_a_line_over_tcp_whose_other_end_is_gone_keeps_no_socket():
    """Its shutdown is refused then, and pyserial goes no further."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        link = SerialLink(f"socket://127.0.0.1:{listening.getsockname()[1]}")
        end, _ = listening.accept()
        carrier = link._serial._socket
        # Broken off, not ended.
        end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        end.close()
        with pytest.raises(LinkFault, match="is gone"):
            link.read()
        link.close()
        assert carrier.fileno() == -1
