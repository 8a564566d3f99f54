"""Hostile tables: devices that lie, flood, shout or never listen, each kind of mischief one function.

A mischief gives what a device says in one turn, without end; it is served like a table of paper.
"""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

from tenbo.simulator.fake_tables import ROOM, FakeTable
from tenbo_core import messages

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterator
    from pathlib import Path

    Mischief = Callable[["HostileTable", random.Random], Iterator[list[list[object]]]]

# Turns the cursor, colours and titles a terminal that takes it as it comes.
ESCAPE = "\x1b]0;owned\x07\x1b[2J\x1b[31m"


class HostileTable(FakeTable):
    """A device that answers `who` like a table and says besides all that its mischief tells it to."""

    def __init__(
        self, path: Path, device: str, mischief: Mischief, chance: random.Random, *, deaf: bool = False
    ) -> None:
        super().__init__(path, device)
        self.deaf = deaf
        self.said = 0
        self.refusal = ""
        self._turns = mischief(self, chance)

    def serve(self, now: float) -> None:
        """Say the next lies, and listen unless it is deaf."""
        with self.lock:
            if self._listened and len(self._out) < ROOM:
                for message in next(self._turns):
                    self.said += 1
                    self._send(*message)
            if self.deaf and self._listened:
                self._write()
            else:
                super().serve(now)

    def _execute(self, message: list[object]) -> list[list[object]]:
        if self.refusal:
            return [["refused", message[1], "not_allowed_now", self.refusal, self.refusal]]
        return super()._execute(message)

    def say_bytes(self, data: bytes) -> None:
        """Put bytes on the line that are no message."""
        self._out += data

    def greet(self, *, device: str = "", ledger: str = "", last: int = 0, firmware: str = "0.1.0") -> list[object]:
        """Return a hello, false where it is told to be."""
        return [
            "hello",
            messages.PROTOCOL,
            device or self.device,
            firmware,
            self.fingerprint,
            ledger or self.id,
            last,
            "power",
        ]


def huge_numbers(table: HostileTable, chance: random.Random) -> Iterator[list[list[object]]]:
    """Yield events numbers beyond what any database knows."""
    while True:
        n = 1 << chance.randrange(63, 300)
        yield [
            table.greet(last=n),
            ["oldest", n],
            ["event", n, "start", 4, 0, "ema-2016"],
            ["event", n + 1, "penalty", 4, n, 0, -n],
            ["upto", n],
            ["pong", n, n, n],
        ]


def calls_from_everywhere(_: HostileTable, chance: random.Random) -> Iterator[list[list[object]]]:
    """Call the referee from seats that no table has, and report parts that never end."""
    for part in count(1):
        seat = chance.randrange(-(1 << 30), 1 << 30)
        yield [
            ["call", seat, True, 5],
            ["seat", seat, False],
            ["fault", part, "x" * 40],
            ["stuck", seat, ESCAPE],
        ]


def events_without_end(_: HostileTable, __: random.Random) -> Iterator[list[list[object]]]:
    """Record games faster than anyone can play."""
    for n in count():
        yield [["event", n, "start", 4, n, "ema-2016"] if n % 50 == 0 else ["event", n, "name", 4, n, n % 4, "n" * 30]]


def a_new_device_every_time(table: HostileTable, chance: random.Random) -> Iterator[list[list[object]]]:
    """Be another device with every hello, with letters that move a cursor."""
    while True:
        yield [table.greet(device=f"{chance.randrange(1 << 62):x}{ESCAPE}", ledger=f"{chance.randrange(1 << 31):x}")]


def a_new_id_every_time(table: HostileTable, chance: random.Random) -> Iterator[list[list[object]]]:
    """Be another device with every hello, each with an id like any."""
    while True:
        yield [table.greet(device=f"{chance.randrange(1 << 62):x}", ledger=f"{chance.randrange(1 << 31):x}")]


def speaks_in_escapes(table: HostileTable, _: random.Random) -> Iterator[list[list[object]]]:
    """Say letters that move a cursor wherever a text can be said."""
    table.refusal = f"no{ESCAPE}"
    while True:
        yield [
            table.greet(firmware=ESCAPE),
            ["fault", 0, ESCAPE],
            ["stuck", 1, ESCAPE],
            ["event", 0, "start", 4, 0, "ema-2016"],
            ["event", 1, "name", 4, 0, 2, ESCAPE],
        ]


def another_table_s_ledger(ledger: str) -> Mischief:
    """Return the mischief of a device that says another one's ledger and goes on in it."""

    def goes_on(table: HostileTable) -> Iterator[list[list[object]]]:
        for n in count(1000, 10):
            yield [table.greet(last=n), ["oldest", n], ["event", n, "start", 4, 0, "ema-2016"]]

    def mischief(table: HostileTable, _: random.Random) -> Iterator[list[list[object]]]:
        table.id = ledger
        return goes_on(table)

    return mischief


def says_the_ledger(ledger: str, last: int) -> Mischief:
    """Return the mischief of a device that says a ledger and how far it goes, and shows nothing of it."""

    def says(table: HostileTable) -> Iterator[list[list[object]]]:
        while True:
            yield [table.greet(last=last), ["upto", last]]

    def mischief(table: HostileTable, _: random.Random) -> Iterator[list[list[object]]]:
        table.id = ledger
        return says(table)

    return mischief


def noise_of_bytes(table: HostileTable, chance: random.Random) -> Iterator[list[list[object]]]:
    """Say bytes that are no line, lines without end, parts without a whole."""
    while True:
        table.say_bytes(bytes(chance.randrange(256) for _ in range(200)) + b"[" * 3000 + b"\n")
        yield [["part", chance.randrange(20), chance.randrange(20), "[[[["], ["dance", 1]]


def wrong_shapes(_: HostileTable, chance: random.Random) -> Iterator[list[list[object]]]:
    """Answer everything with fields of the wrong kind."""
    names = (
        "hello",
        "event",
        "upto",
        "oldest",
        "done",
        "refused",
        "pong",
        "view_field",
        "health_field",
        "seat",
        "call",
        "fault",
    )
    values: tuple[object, ...] = (None, True, -1, 1.5, 1 << 70, "", ESCAPE, [], [[[1]]], {"a": 1}, "²")
    while True:
        yield [[chance.choice(names), *[chance.choice(values) for _ in range(chance.randrange(8))]] for _ in range(4)]


MISCHIEFS: tuple[Mischief, ...] = (
    huge_numbers,
    calls_from_everywhere,
    events_without_end,
    a_new_device_every_time,
    a_new_id_every_time,
    speaks_in_escapes,
    noise_of_bytes,
    wrong_shapes,
)


def hostile_tables(folder: Path, many: int, chance: random.Random) -> list[HostileTable]:
    """Return so many hostile tables of all kinds; the last of each round never reads what it is told."""
    kinds = [*MISCHIEFS, events_without_end]
    tables = []
    for place in range(many):
        mischief = kinds[place % len(kinds)]
        deaf = place % len(kinds) == len(kinds) - 1
        tables.append(
            HostileTable(folder / f"bad{place:03d}", f"e66bad{place:02x}0bad{place:04x}", mischief, chance, deaf=deaf)
        )
    return tables
