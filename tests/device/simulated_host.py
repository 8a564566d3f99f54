"""A host that follows a simulated table in the table's own time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from players import Players

from tenbo.devices.follower import Follower
from tenbo.devices.serial_link import SerialLink
from tenbo.simulator.table import VirtualTable
from tenbo_core.errors import LinkFault
from tenbo_core.state_answer import ANSWER, answer_values
from tenbo_core.wire import MessageReader, encode

if TYPE_CHECKING:
    from collections.abc import Callable

    from tenbo.devices.table_client import ByteStream
    from tenbo_core.events import Event
    from tenbo_core.table import Table


class Host:
    """A host on the table's real serial port, its clock being the table's."""

    def __init__(self, virtual: VirtualTable, follower: Follower) -> None:
        self.virtual = virtual
        self.follower = follower
        self.link = SerialLink(virtual.port)
        self.link.send(follower.opening_messages(self.now))

    @property
    def now(self) -> int:
        """Return the table's time in milliseconds."""
        return self.virtual.device_time_us // 1000

    def write(self, data: bytes) -> None:
        """Send bytes that are no message."""
        self.link._serial.write(data)

    def listen(self, ms: int) -> None:
        """Follow the table for some of its time."""
        wait_until = self.now + ms
        while self.now < wait_until:
            self.virtual.wait(100)
            try:
                for message in self.link.read():
                    self.link.send(self.follower.handle_message(message, self.now))
                self.link.send(self.follower.due_messages(self.now))
            except LinkFault:
                # A restart takes the port away, as on a real board; it comes back.
                self.link.close()
                self.link = SerialLink(self.virtual.port)
                self.link.send(self.follower.opening_messages(self.now))

    def catch_up(self, people: Players, patience_ms: int = 60_000) -> None:
        """Follow until the last event of the table has arrived."""
        wait_until = self.now + patience_ms
        while self.follower.last < people.state()["n"]:
            assert self.now < wait_until, "the host never caught up"
            self.listen(200)


class UsbStream:
    """The table's USB port as a stream, in the table's time; while the cable is pulled it carries nothing."""

    def __init__(self, virtual: VirtualTable) -> None:
        self._virtual = virtual
        self._link: SerialLink | None = None

    def read(self, timeout_ms: int) -> bytes:
        """Let the table's time pass, and return the bytes that have come."""
        self._virtual.wait(timeout_ms)
        return self._use(lambda link: bytes(link._serial.read(link._serial.in_waiting))) or b""

    def write(self, data: bytes) -> int:
        """Send bytes, if someone is there to take them."""
        self._use(lambda link: link._serial.write(data))
        return len(data)

    def close(self) -> None:
        """Release the port."""
        if self._link is not None:
            self._link.close()
            self._link = None

    def _use(self, what: Callable[[SerialLink], Any]) -> Any:
        """Do something with the open port; a restart or a pulled cable takes it away."""
        try:
            if self._link is None:
                self._link = SerialLink(self._virtual.port)
            return what(self._link)
        except (LinkFault, OSError):
            self.close()
            return None


class Witness:
    """A stream to the table that folds every event on it, as a host of its own does."""

    def __init__(self, virtual: VirtualTable, stream: ByteStream | None = None) -> None:
        self._service = stream or virtual.service
        self._reader = MessageReader()
        self._before: Table | None = None
        self.follower = Follower(self._followed)
        self.answers: dict[int, dict[str, Any]] = {}
        self.kinds: list[str] = []

    def _followed(self, event: Event, after: Table | None) -> None:
        assert after is not None, f"the host refuses event {event.n}"
        given = answer_values(event.n, event.kind, self._before, after)
        self.answers[event.n] = dict(zip(ANSWER, given, strict=True))
        self.kinds.append(event.kind)
        self._before = after

    def read(self, timeout_ms: int) -> bytes:
        """Return what the table says, and take its events on the way."""
        data = self._service.read(timeout_ms)
        for message in self._reader.read(data):
            for reply in self.follower.handle_message(message, 0):
                self.write(encode(reply))
        return data

    def write(self, data: bytes) -> int:
        """Say something to the table."""
        return self._service.write(data)


def agree(people: Players, follower: Follower) -> None:
    """Prove that device and host tell the same story."""
    state = people.state()
    table = follower.table
    assert table is not None
    assert state["n"] == follower.last
    assert state["scores"] == table.scores
    assert (state["riichi"], state["phase"]) == (table.riichi, table.phase)
