"""What the drills of many hosts share: acts at their instants, a disk that is full, and the count of what is lost."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / part) for part in ("host", "firmware/lib", "tests")]

import psycopg  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    import postgres

HOSTS = ("red", "blue", "green", "white", "black")
SMALL_DISK_MB = 400


class EventLossCount(NamedTuple):
    """How many events were made, and how many are lost, doubled, missing before another, or other ones."""

    made: int = 0
    lost: int = 0
    doubled: int = 0
    gaps: int = 0
    others: int = 0

    def plus(self, other: EventLossCount) -> EventLossCount:
        """Return the count of both."""
        return EventLossCount(*map(sum, zip(self, other, strict=True)))

    @property
    def is_whole(self) -> bool:
        """Return whether everything that was made is there once, and nothing else is."""
        return not any(self[1:])

    def __str__(self) -> str:
        """Say it in a line."""
        return f"{self.made} events, {self.lost} lost, {self.doubled} doubled, {self.gaps} gaps, {self.others} others"


def count_differences(own: Sequence[Any], there: Sequence[Any], numbers: Sequence[int]) -> EventLossCount:
    """Compare one ledger with what has arrived of it, and the numbers of that."""
    return EventLossCount(
        len(own),
        sum(one not in there for one in own) if own != there else 0,
        len(numbers) - len(set(numbers)),
        sum(later != earlier + 1 for earlier, later in pairwise(numbers)),
        sum(one not in own for one in there) if own != there else 0,
    )


def befall(acts: Iterable[tuple[float, Callable[[], None]]], seconds: float) -> list[tuple[float, float]]:
    """Do each act at its part of the time and say so; return from when to when each went on."""
    begun, went_on = time.monotonic(), []
    for when, act in sorted(acts, key=lambda one: one[0]):
        time.sleep(max(0.0, begun + when * seconds - time.monotonic()))
        start = time.monotonic()
        what, whom = getattr(act, "func", act).__doc__, " ".join(map(str, getattr(act, "args", ())))
        print(f"{start - begun:6.1f} s  {what} {whom}".rstrip(), flush=True)
        act()
        went_on.append((start, time.monotonic()))
    time.sleep(max(0.0, begun + seconds - time.monotonic()))
    return went_on


def wait(condition: Callable[[], object], seconds: float, every_s: float = 0.05) -> bool:
    """Wait until something is true."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(every_s)
    return False


def is_writable(url: str) -> bool:
    """Return whether a database answers and can be written."""
    with suppress(psycopg.Error), psycopg.connect(url, connect_timeout=3, target_session_attrs="read-write"):
        return True
    return False


def execute_statement(server: postgres.Postgres, statement: str) -> None:
    """Execute one statement as the owner of everything."""
    with psycopg.connect(server.url("postgres"), autocommit=True) as connection:
        connection.execute(statement.encode())


def small_disk(folder: Path) -> bool:
    """Put a small disk where a database will lie; only root can."""
    program = shutil.which("mount") or "mount"
    words = [program, "-t", "tmpfs", "-o", f"size={SMALL_DISK_MB}m,mode=777", "tmpfs", str(folder)]
    return os.geteuid() == 0 and subprocess.run(words, check=False).returncode == 0


def fill(folder: Path) -> Path:
    """Fill a disk to its last byte."""
    ballast = folder / "ballast"
    with suppress(OSError), ballast.open("wb", buffering=0) as file:
        while True:
            file.write(b"x" * 65536)
    return ballast
