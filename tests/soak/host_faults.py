"""Faults of a hall: the service is killed, cables are pulled; nothing that was acknowledged may be missing.

    python tests/soak/host_faults.py kills --times 60
    python tests/soak/host_faults.py pulls --tables 4

They are two parts of `benchmarks/host_load_and_faults.py`, and take its settings.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / part) for part in ("host", "firmware/lib", "tests", "benchmarks")]

from service_over_fake_tables import has_all_events, service_over, until  # noqa: E402 - the path first

from tenbo.client.local_service_client import LocalServiceClient  # noqa: E402
from tenbo.simulator.fake_tables import FakeTables, noisy_channel  # noqa: E402
from tenbo.store import SqliteStore, verify  # noqa: E402
from tenbo.store.ledgers import stream_of  # noqa: E402
from tenbo_core.errors import TenboError  # noqa: E402

if TYPE_CHECKING:
    import argparse

# A store is proved after every kill, which takes longer the more it holds: after so many a new one begins.
KILLS_A_STORE = 25
# On a busy machine a service takes seconds until it answers; killed before that, the desk would have recorded nothing.
START_S = 30


def kills(args: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """Kill the service at random instants while tables play; nothing acknowledged may be missing."""
    chance = random.Random(5)
    events = records = missing = 0
    whole = True
    for first in range(0, args.times, KILLS_A_STORE):
        hall = folder / str(first)
        hall.mkdir()
        round_ = _kills_of_one_store(args.tables, min(KILLS_A_STORE, args.times - first), hall, chance)
        events, records, missing = events + round_["events"], records + round_["records"], missing + round_["missing"]
        whole = whole and round_["equal"]
        print(f"{first + KILLS_A_STORE} kills: {missing} missing", file=sys.stderr)
    return {
        "kills": args.times,
        "events": events,
        "desk_records": records,
        "missing": missing,
        "equal": whole,
        "kept": whole and records > 0 and not missing,
    }


def _kills_of_one_store(tables: int, times: int, folder: Path, chance: random.Random) -> dict[str, Any]:
    """Kill the service so many times over a store of its own; return what was there and what was missing."""
    store = folder / "hall.db"
    words = [sys.executable, "-m", "tenbo", "run", "--no-search", "--number-new", "--listen", "127.0.0.1:0"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    missing = 0
    with FakeTables(folder, tables) as paper:
        words += ["--store", str(store), *[word for port in paper.ports for word in ("--port", port)]]
        stop = threading.Event()
        decided: list[str] = []
        others = [
            threading.Thread(target=_play_until, args=(paper, stop, chance)),
            threading.Thread(target=_decide_until, args=(store, stop, decided)),
        ]
        for other in others:
            other.start()
        for _ in range(times):
            with subprocess.Popen(words, stderr=subprocess.DEVNULL, env=environment) as service:
                _let_live(store, chance)
                service.send_signal(signal.SIGKILL)
            missing += _missing(store, {table.id: table.stored for table in paper.tables}, list(decided))
        stop.set()
        for other in others:
            other.join()
        with service_over(folder, paper.ports) as service:
            until(lambda: all(table.stored == table.ledger.next - 1 for table in paper.tables))
            whole = all(has_all_events(service.store, table) for table in paper.tables)
        events = sum(len(table.all) for table in paper.tables)
    return {"events": events, "records": len(decided), "missing": missing, "equal": whole}


def _let_live(store: Path, chance: random.Random) -> None:
    """Wait as long as the service may live: a moment of its start, or one after it has answered the desk."""
    if chance.random() < 0.4:
        time.sleep(0.2 + 2 * chance.random())
        return
    until_s = time.monotonic() + START_S
    while time.monotonic() < until_s:
        with suppress(TenboError, OSError):
            LocalServiceClient(store).get("/v1")
            break
        time.sleep(0.05)
    time.sleep(chance.random())


def _missing(store: Path, told: dict[str, int], acknowledged: list[str]) -> int:
    """Return how much of what was acknowledged is not in a store; end where the store is damaged."""
    if not store.exists():
        return len(acknowledged) + sum(last >= 0 for last in told.values())
    report = verify(store)
    if report.damage:
        raise SystemExit(f"damaged: {report.damage[:3]}")
    with SqliteStore(store, readonly=True) as kept:
        events = sum(kept.head(stream_of(ledger)).seq < last for ledger, last in told.items())
        rows = [json.loads(row.body) for row in kept.rows("desk") if row.kind == "bind"]
    recorded = {fields["device"] for fields in rows}
    return events + sum(device not in recorded for device in acknowledged)


def _decide_until(store: Path, stop: threading.Event, decided: list[str]) -> None:
    """Have the service record what the desk decides, and keep what it has acknowledged."""
    number = 0
    while not stop.wait(0.02):
        number += 1
        with suppress(TenboError, OSError):
            LocalServiceClient(store).post("/v1/bind", device=f"spare{number}")
            decided.append(f"spare{number}")


def _play_until(paper: FakeTables, stop: threading.Event, chance: random.Random) -> None:
    while not stop.wait(0.02):
        chance.choice(paper.tables).play_random_event(chance)


def pulls(args: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """Pull cables at random instants on a line that damages 1 % of the bytes."""
    chance = random.Random(6)
    with FakeTables(folder, args.tables) as paper, service_over(folder, paper.ports) as service:
        for table in paper.tables:
            table.noise = noisy_channel(random.Random(table.device), 0.01)
        stop = threading.Event()
        player = threading.Thread(target=_play_until, args=(paper, stop, chance))
        player.start()
        for _ in range(args.times):
            table = random.choice(paper.tables)
            time.sleep(0.2 * random.random())
            table.pull()
            time.sleep(0.05 * random.random())
            table.plug()
        stop.set()
        player.join()
        until(lambda: all(table.stored == table.ledger.next - 1 for table in paper.tables), 120)
        whole = all(has_all_events(service.store, table) for table in paper.tables)
        forks = [station.snapshot.fork for station in service.hall.fleet.stations if station.snapshot.fork is not None]
        damaged = sum(station.snapshot.damaged_lines for station in service.hall.fleet.stations)
        events = sum(len(table.all) for table in paper.tables)
    good = whole and not forks
    return {"pulls": args.times, "events": events, "damaged_lines_last": damaged, "equal": whole, "kept": good}


if __name__ == "__main__":
    import host_load_and_faults

    host_load_and_faults.main()
