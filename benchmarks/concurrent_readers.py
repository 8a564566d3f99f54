"""What many readers cost: the processor of each request, and how late events are stored and shown meanwhile."""

from __future__ import annotations

import http.client
import json
import multiprocessing
import random
import selectors
import socket
import threading
import time
from statistics import median
from typing import TYPE_CHECKING, Any

from hostile import EVENT_EVERY_S, TimedTable
from page_latency import MeasuredService

from tenbo.simulator.fake_tables import FakeTables

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable
    from pathlib import Path

# Of all streams so many are read event by event; of the others only that they go on is seen.
TIMED_STREAMS = 4
REQUESTS = 200
# Each kind of request is measured so often, in turns; the median counts.
ROUNDS = 3
# The starts of all games are stored and seen by then.
SETTLED_S = 10
PATHS = (
    "/v1/tables/5", "/v1/tables/5/events", "/v1/tables/5/game", "/v1/tables", "/v1/players/5", "/v1/clock", "/v1",
)  # fmt: skip
# What is promised: milliseconds of processor for what is asked of one table, and how late an event may be.
MOST_COST_MS, MOST_STORED_MS, MOST_SHOWN_MS = 3.0, 250, 300


def readers(args: argparse.Namespace, folder: Path, in_ms: Callable[[list[float]], dict[str, float]]) -> dict[str, Any]:
    """Let a hall play while many follow it and ask; tables, service and readers are a process each."""
    chance = random.Random(12)
    timed = [TimedTable(folder / f"timed{place:03d}", f"e66000{place:010x}") for place in range(args.tables)]
    with FakeTables(folder, 0, timed) as paper:
        service = MeasuredService(folder, paper.ports, database=False)
        for table in paper.tables:
            table.play("start", rules="ema-2016")
        time.sleep(SETTLED_S)
        rounds = [{path: _cost_ms(service, path) for path in PATHS} for _ in range(ROUNDS)]
        cost = {path: median(one[path] for one in rounds) for path in PATHS}
        spawn = multiprocessing.get_context("spawn")
        pipe, far = spawn.Pipe()
        crowd = spawn.Process(target=follow_and_poll, args=(far, service.url, args.streams, args.gets, args.tables))
        crowd.start()
        pipe.recv()
        numbers = {table.id: service.numbers[table.device] for table in timed}
        used, played = service.processor_time(), _played(timed, args, chance)
        used = service.processor_time() - used
        pipe.send("end")
        shown, asked = pipe.recv()
        crowd.join()
        lost = sum(table.stored != table.ledger.next - 1 for table in timed)
        service.end()
    moments = {(numbers[ledger], n): at for (ledger, n), at in played.items()}
    late = [at - moments[key] for key, at in shown if key in moments]
    stored = [one for table in timed for one in table.late]
    found = {"tables": args.tables, "streams": args.streams, "gets_per_s": args.gets, "events": len(played)}
    found |= {"cost_ms": cost, "stored_ms": in_ms(stored), "shown_ms": in_ms(late), "asked_ms": in_ms(asked)}
    kept = max(cost["/v1/tables/5"], cost["/v1/tables/5/events"]) <= MOST_COST_MS and not lost
    kept = kept and found["stored_ms"]["p99"] <= MOST_STORED_MS and found["shown_ms"]["p99"] <= MOST_SHOWN_MS
    return {**found, "processor": round(used / args.seconds, 2), "behind": lost, "kept": kept}


def _played(timed: list[TimedTable], args: argparse.Namespace, chance: random.Random) -> dict[tuple[str, int], float]:
    """Play for some seconds, wait until the host has all of it, and return when each event was made."""
    pace, count, begun = EVENT_EVERY_S / args.speed / args.tables, 0, time.monotonic()
    made: dict[tuple[str, int], float] = {}
    while time.monotonic() - begun < args.seconds:
        table = chance.choice(timed)
        made[table.id, table.ledger.next] = time.monotonic()
        table.play_timed(chance)
        count += 1
        time.sleep(max(0.0, begun + count * pace - time.monotonic()))
    until = time.monotonic() + 10
    while any(table.stored != table.ledger.next - 1 for table in timed) and time.monotonic() < until:
        time.sleep(0.05)
    return made


def _idle_share(service: MeasuredService) -> float:
    """Return the processor time that the service takes in a second without requests."""
    before, begun = service.processor_time(), time.monotonic()
    time.sleep(2)
    return (service.processor_time() - before) / (time.monotonic() - begun)


def _cost_ms(service: MeasuredService, path: str) -> float:
    """Return the processor time of the service for a request of a kind, over what it takes by itself."""
    _ask(service.url, path)
    idle = _idle_share(service)
    before, begun = service.processor_time(), time.monotonic()
    for _ in range(REQUESTS):
        _ask(service.url, path)
    used, took = service.processor_time() - before, time.monotonic() - begun
    used -= (idle + _idle_share(service)) / 2 * took
    return round(1000 * used / REQUESTS, 2)


def _ask(url: str, path: str) -> bytes:
    connection = http.client.HTTPConnection(url.removeprefix("http://"), timeout=60)
    connection.request("GET", path)
    answer = connection.getresponse()
    text = answer.read()
    connection.close()
    if answer.status != http.HTTPStatus.OK:
        raise SystemExit(f"{path}: {answer.status}")
    return text


def follow_and_poll(pipe: Any, url: str, streams: int, gets: int, tables: int) -> None:
    """Follow the changes as so many pages, and ask for tables so often a second; tell when each event came."""
    host, port = url.removeprefix("http://").split(":")
    ready, shown, asked = selectors.DefaultSelector(), list[Any](), list[float]()
    for place in range(streams):
        one = socket.create_connection((host, int(port)))
        one.sendall(b"GET /v1/changes HTTP/1.0\r\nHost: " + f"{host}:{port}".encode() + b"\r\n\r\n")
        ready.register(one, selectors.EVENT_READ, bytearray() if place < TIMED_STREAMS else None)
    over = threading.Event()

    def ask() -> None:
        number = 0
        while gets and not over.wait(1 / gets):
            number = number % tables + 1
            threading.Thread(target=timed, args=(number,), daemon=True).start()

    def timed(number: int) -> None:
        begun = time.monotonic()
        _ask(url, f"/v1/tables/{number}")
        asked.append(time.monotonic() - begun)

    asking = threading.Thread(target=ask)
    asking.start()
    pipe.send("follows")
    while not pipe.poll():
        for key, _ in ready.select(0.2):
            data = key.fileobj.recv(1 << 16)  # type: ignore[union-attr]
            if not data:
                raise SystemExit("a stream has ended")
            if key.data is not None:
                key.data.extend(data)
                _read(key.data, shown)
    over.set()
    asking.join()
    pipe.send([shown, asked or [0.0]])


def _read(data: bytearray, shown: list[Any]) -> None:
    """Take whole lines off what has come and note the events in them."""
    now = time.monotonic()
    *lines, rest = data.split(b"\n")
    data[:] = rest
    for line in lines:
        if line.startswith(b'data: {"table"') and b'"event"' in line:
            told = json.loads(line[6:])
            shown.append(((told["table"], told["event"]["n"]), now))
