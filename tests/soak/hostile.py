"""Some tables of a hall are hostile, deaf or flooding: how late are the others, how much memory is taken.

    python tests/soak/hostile.py hostile --tables 32

It is a part of `benchmarks/host_load_and_faults.py`, and takes its settings.
"""

from __future__ import annotations

import multiprocessing
import os
import random
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / part) for part in ("host", "firmware/lib", "tests", "benchmarks")]

from hostile_tables import hostile_tables  # noqa: E402 - the path first
from tenbo.simulator.fake_tables import FakeTable, FakeTables  # noqa: E402
from tenbo.store import SqliteStore, verify  # noqa: E402
from tenbo.store.ledgers import event_of, stream_of  # noqa: E402

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable
    from multiprocessing.synchronize import Event

# Twenty events in a hand of six minutes, as at a table.
EVENT_EVERY_S = 18.0
READINGS = 10


class TimedTable(FakeTable):
    """A table of paper that times each event from the moment it happened until it is told that it is stored."""

    def __init__(self, path: Path, device: str) -> None:
        super().__init__(path, device)
        self.late: list[float] = []
        self.played: dict[int, float] = {}

    def _handle(self, message: list[object]) -> None:
        before = self.stored
        super()._handle(message)
        now = time.monotonic()
        for n in range(before + 1, self.stored + 1):
            if n in self.played:
                self.late.append(now - self.played.pop(n))

    def play_timed(self, chance: random.Random) -> None:
        """Record some event and look at the clock."""
        with self.lock:
            moment = time.monotonic()
            self.played[self.play_random_event(chance).n] = moment


def hostile(args: argparse.Namespace, folder: Path, in_ms: Callable[[list[float]], dict[str, float]]) -> dict[str, Any]:
    """Run a service over a hall of which a quarter is hostile; those tables live in a process of their own."""
    chance = random.Random(8)
    bad = hostile_tables(folder, args.tables // 4, chance)
    good = [TimedTable(folder / f"good{place:03d}", f"e66000{place:010x}") for place in range(args.tables - len(bad))]
    over = multiprocessing.Event()
    enemies = multiprocessing.Process(target=_serve, args=(folder, args.tables // 4, over), daemon=True)
    enemies.start()
    ports = [str(table.path) for table in [*good, *bad]]
    words = [sys.executable, "-m", "tenbo", "run", "--no-search", "--number-new", "--listen", "127.0.0.1:0"]
    words += ["--store", str(folder / "hall.db"), *[word for port in ports for word in ("--port", port)]]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    readings: list[float] = []
    with FakeTables(folder, 0, good), subprocess.Popen(words, stderr=subprocess.DEVNULL, env=environment) as service:
        _until(lambda: all(table.received for table in good))
        pace, begun, count = EVENT_EVERY_S / args.speed / len(good), time.monotonic(), 0
        while time.monotonic() - begun < args.seconds:
            chance.choice(good).play_timed(chance)
            count += 1
            time.sleep(max(0.0, begun + count * pace - time.monotonic()))
            if time.monotonic() - begun > len(readings) * args.seconds / READINGS:
                readings.append(_memory_of(service.pid))
        _until(lambda: all(table.stored == table.ledger.next - 1 for table in good))
        over.set()
        service.terminate()
    enemies.join()
    late = [delay for table in good for delay in table.late]
    with SqliteStore(folder / "hall.db", readonly=True) as store:
        whole = all(_kept(store, table) for table in good) and not verify(folder / "hall.db").damage
        stored = sum(store.head(stream).seq for stream in store.streams() if stream.startswith("table/0bad"))
    growth = readings[-1] - readings[READINGS // 2]
    return {
        "tables": len(good),
        "hostile": len(bad),
        "events": count,
        "late_ms": in_ms(late),
        "memory_mb": readings,
        "hostile_events_stored": stored,
        "nothing_lost": whole,
        "kept": whole and max(late) <= 0.25 and growth < 5,
    }


def _serve(folder: Path, many: int, over: Event) -> None:
    """Be the hostile tables."""
    with FakeTables(folder, 0, hostile_tables(folder, many, random.Random(9))):
        over.wait()


def _kept(store: SqliteStore, table: FakeTable) -> bool:
    return [event_of(row).plain() for row in store.rows(stream_of(table.id))] == [event.plain() for event in table.all]


def _memory_of(process: int) -> float:
    """Return the memory of a process in MB."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return round(pages * os.sysconf("SC_PAGE_SIZE") / 1e6, 1)


def _until(condition: Callable[[], bool], patience_s: float = 60.0) -> None:
    begun = time.monotonic()
    while not condition():
        if time.monotonic() - begun > patience_s:
            raise SystemExit("waited in vain: something was lost")
        time.sleep(0.005)


if __name__ == "__main__":
    import host_load_and_faults

    host_load_and_faults.main()
