"""A host that follows a simulated table in the table's own time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from players import Players

from tenbo.line.follow import Follower
from tenbo.line.link import Link
from tenbo.virtual.table import VirtualTable
from tenbo_core.errors import LinkFault

if TYPE_CHECKING:
    pass


class Host:
    """A host on the table's real serial port, its clock being the table's."""

    def __init__(self, virtual: VirtualTable, follower: Follower) -> None:
        self.virtual = virtual
        self.follower = follower
        self.link = Link(virtual.port)
        self.link.send(follower.greet(self.now))

    @property
    def now(self) -> int:
        """Give the table's time in milliseconds."""
        return self.virtual.now_us // 1000

    def write(self, data: bytes) -> None:
        """Send bytes that are no message."""
        self.link._serial.write(data)

    def listen(self, ms: int) -> None:
        """Follow the table for some of its time."""
        until = self.now + ms
        while self.now < until:
            self.virtual.wait(100)
            try:
                for message in self.link.read():
                    self.link.send(self.follower.take(message, self.now))
                self.link.send(self.follower.tick(self.now))
            except LinkFault:
                # A restart takes the port away, as on a real board; it comes back.
                self.link.close()
                self.link = Link(self.virtual.port)
                self.link.send(self.follower.greet(self.now))

    def catch_up(self, people: Players, patience_ms: int = 60_000) -> None:
        """Follow until the last event of the table has arrived."""
        until = self.now + patience_ms
        while self.follower.last < people.state()["n"]:
            assert self.now < until, "the host never caught up"
            self.listen(200)


def agree(people: Players, follower: Follower) -> None:
    """Prove that device and host tell the same story."""
    state = people.state()
    table = follower.table
    assert table is not None
    assert state["n"] == follower.last
    assert state["scores"] == table.scores
    assert (state["riichi"], state["phase"]) == (table.riichi, table.phase)
