"""The interface of a rehearsal's table, which plays by itself and takes faults; and the fake tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from tenbo.simulator.fake_tables import FakeTable, FakeTables
from tenbo_core.errors import TenboError
from tenbo_core.table import BETWEEN, OVER

if TYPE_CHECKING:
    import random
    from contextlib import ExitStack
    from pathlib import Path

    from tenbo_core.events import Event

# An event that the book does not allow is replaced by another one, at most so often.
TRIES = 50
# Seconds between dice and what follows, and from a hand's end to the next dice, at a table of paper.
EVENT_S, WALLS_S = (60, 25), (45, 15)


class DrillTable(Protocol):
    """A table that plays: `off` is one without power, `pulled` one without its cable."""

    number: int
    device: str
    off: bool
    is_unplugged: bool

    @property
    def port(self) -> str:
        """Return the port that a host opens."""

    def set_expected_session(self, session: int) -> None:
        """Expect the game of a session."""

    def has_begun(self) -> bool:
        """Return whether the game of the session has begun."""

    def progress(self, hands: int) -> float:
        """Return the played fraction of its game, from 0 to 1; it is ended after `hands` hands."""

    def step(self, chance: random.Random, hands: int) -> None:
        """Play on a little; after `hands` hands the game is ended."""

    def unplug_host(self) -> None:
        """Pull the host's cable."""

    def plug_host(self) -> None:
        """Put the host's cable back."""

    def cut_power(self) -> None:
        """Take the power away."""

    def restore_power(self) -> None:
        """Put the power back."""

    def last_acknowledged(self) -> int:
        """Return the last event that the host has acknowledged as stored; -1 for none, or if that is unknown."""

    def last(self) -> int:
        """Return the number of its last event."""

    def events(self) -> list[Event]:
        """Return everything that it has recorded."""

    def ledger(self) -> str:
        """Return the id of its ledger."""


def fraction_played(round_: int, hand: int, played: int, most: int) -> float:
    """Return how much of a hanchan, which is ended after `most` hands, lies before a hand.

    >>> (fraction_played(0, 1, 0, 100), fraction_played(1, 3, 7, 100),
    ... fraction_played(2, 1, 11, 100), fraction_played(0, 2, 1, 2))
    (0.0, 0.75, 0.99, 0.5)
    """
    return min(0.99, max((4 * round_ + hand - 1) / 8, played / most))


class FakeDrillTable:
    """A table of paper."""

    def __init__(self, number: int, paper: FakeTable, pace: float) -> None:
        self.number = number
        self.device = paper.device
        self.off = self.is_unplugged = False
        self._paper = paper
        # How much longer or shorter than usual everything takes; 0 where time goes as the clock on the wall does.
        self._pace = pace
        self._session = 0

    @property
    def port(self) -> str:
        """Return the port that a host opens."""
        return str(self._paper.path)

    def set_expected_session(self, session: int) -> None:
        """Expect the game of a session."""
        self._session = session

    def has_begun(self) -> bool:
        """Return whether the game of the session has begun."""
        with self._paper.lock:
            events = self._paper.ledger.events
            return bool(events) and events[0].field("session") == self._session

    def progress(self, hands: int) -> float:
        """Return how much of its game is played, from 0 to 1."""
        table = self._paper.ledger.table
        assert table is not None
        return 1.0 if table.phase == OVER else fraction_played(table.round, table.hand, self._hands_begun() - 1, hands)

    def _hands_begun(self) -> int:
        return sum(event.kind == "hand" for event in self._paper.ledger.events)

    def step(self, chance: random.Random, hands: int) -> None:
        """Record one event."""
        with self._paper.lock:
            table = self._paper.ledger.table
            assert table is not None
            if table.phase == BETWEEN and self._hands_begun() >= hands:
                self._paper.play("end")
                return
            mean, spread = WALLS_S if table.phase == BETWEEN else EVENT_S
            self._paper.clock_offset_ms += round(1000 * self._pace * max(5.0, chance.gauss(mean, spread)))
            for left in reversed(range(TRIES)):
                try:
                    self._paper.play_random_event(chance)
                except TenboError:
                    if not left:
                        raise
                else:
                    return

    def unplug_host(self) -> None:
        """Pull the host's cable."""
        self.is_unplugged = True
        self._paper.pull()

    def plug_host(self) -> None:
        """Put the host's cable back."""
        self.is_unplugged = False
        if not self.off:
            self._paper.plug()

    def cut_power(self) -> None:
        """Take the power away."""
        self.off = True
        self._paper.pull()
        self._paper.cut_power()

    def restore_power(self) -> None:
        """Put the power back."""
        self.off = False
        if not self.is_unplugged:
            self._paper.plug()

    def last_acknowledged(self) -> int:
        """Return the last event that the host has acknowledged as stored."""
        return self._paper.stored

    def last(self) -> int:
        """Return the number of its last event."""
        return self._paper.ledger.next - 1

    def events(self) -> list[Event]:
        """Return everything that it has recorded."""
        return list(self._paper.all)

    def ledger(self) -> str:
        """Return the id of its ledger."""
        return self._paper.id


def create_fake_tables(
    stack: ExitStack, folder: Path, count: int, chance: random.Random, *, makes_up_time: bool = True
) -> list[DrillTable]:
    """Return a number of fake tables, which exist until the stack is closed; some play faster than others."""
    hall = stack.enter_context(FakeTables(folder, count))
    return [
        FakeDrillTable(number, paper, 0.8 + 0.4 * chance.random() if makes_up_time else 0)
        for number, paper in enumerate(hall.tables, 1)
    ]
