#!/usr/bin/env python3
"""Measure a desk that follows two hosts without an engine: how soon it knows an event, and how far tables' clocks part.

    .venv/bin/python benchmarks/two_host_desk.py
    .venv/bin/python benchmarks/two_host_desk.py --late 20 120
    .venv/bin/python benchmarks/two_host_desk.py --database      over PostgreSQL, where the desk reaches no host
    .venv/bin/python benchmarks/two_host_desk.py --wifi          stalls and breaks, too, as in tests/soak/bad_wifi.py

Hosts and desk are real services over tables of paper, in one process. With --late every piece of every connection
between them waits for some chance milliseconds, each way. Printed are percentiles of the time from an event at a table
to the desk's stream of changes, and the largest spread of the time left at the tables once clocks were compared.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

TESTS = Path(__file__).resolve().parents[1] / "tests"
sys.path[:0] = [str(TESTS), str(TESTS / "host"), str(TESTS / "soak")]

from bad_wifi import worsen  # noqa: E402
from cluster.bad_network import BadNetwork  # noqa: E402
from cluster.fake_table_hosts import RunningHost, places_in, wait_until  # noqa: E402

import postgres  # noqa: E402
from tenbo.store.postgres.database_setup import create_host_role, create_tables  # noqa: E402

if TYPE_CHECKING:
    from tenbo.simulator.fake_tables import FakeTable

# At playing speed a table tells an event each three seconds.
EVENT_S = 3.0
SETTLED_S, LOOKS, LOOK_S = 30, 60, 0.5


def main() -> None:
    """Run both measurements and print them."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--late", nargs=2, type=int, default=(0, 0), metavar="MS", help="the least and most delay")
    words.add_argument("--tables", type=int, default=10, help="tables at each host (default: %(default)s)")
    words.add_argument("--events", type=int, default=400, help="events that are played (default: %(default)s)")
    words.add_argument("--wifi", action="store_true", help="a bad Wi-Fi: late, with stalls of seconds and breaks")
    words.add_argument("--database", action="store_true", help="hosts and desk meet in a database alone")
    args = words.parse_args()
    if args.database:
        measure_over_database(args)
        return
    with tempfile.TemporaryDirectory() as folder, places_in(Path(folder)) as places:
        hosts, follow = [], []
        for place, name in enumerate(("red", "blue")):
            network = BadNetwork(seed=place)
            host = places.host(name, args.tables, first=place * args.tables + 1, names=(network.address,))
            network.target = host.config.listen
            degrade_network(network, args)
            hosts.append(host)
            follow.append(f"{host.code}@{network.address}")
        desk = places.desk(*follow)
        wait_until(lambda: [*desk.states().values()] == ["following"] * 2 * args.tables)
        tables = [table for host in hosts for table in host.paper.tables]
        measure_event_latency(desk, tables, args.events)
        measure_clock_spread(desk, tables)


def degrade_network(network: BadNetwork, args: argparse.Namespace) -> None:
    """Make a network as bad as was asked for."""
    network.delay_s = (args.late[0] / 1000, args.late[1] / 1000)
    if args.wifi:
        worsen(network)


def measure_over_database(args: argparse.Namespace) -> None:
    """Measure the same where hosts and desk meet in a database."""
    tables = args.tables
    server = postgres.Postgres()
    try:
        url = server.url("postgres")
        create_tables(url)
        with tempfile.TemporaryDirectory() as folder, places_in(Path(folder)) as places:
            hosts = []
            for place, name in enumerate(("red", "blue")):
                network = BadNetwork(seed=place)
                network.target = ("127.0.0.1", server.port)
                degrade_network(network, args)
                address = server.url_over_network("postgres", name, create_host_role(url, name))
                address = address.replace(f"127.0.0.1:{server.port}", network.address)
                hosts.append(places.host(name, tables, first=place * tables + 1, desk=(address,)))
            desk = RunningHost(Path(folder) / "desk", "desk", database=url)
            places.stack.callback(desk.end)
            desk.begin()
            wait_until(lambda: [*desk.states().values()] == ["following"] * 2 * tables)
            played = [table for host in hosts for table in host.paper.tables]
            measure_event_latency(desk, played, args.events)
            measure_clock_spread(desk, played)
    finally:
        server.stop()


def measure_event_latency(desk: RunningHost, tables: list[FakeTable], events: int) -> None:
    """Print how soon the desk's stream of changes has an event."""
    heard, made, chance = {}, {}, random.Random(3)

    def listen() -> None:
        for kind, data in desk.client.changes():
            if kind == "event":
                heard[data["table"], data["event"]["n"]] = time.monotonic()

    threading.Thread(target=listen, daemon=True).start()
    time.sleep(1)
    for _ in range(events):
        number = chance.randrange(len(tables))
        event = tables[number].play_random_event(chance)
        made[number + 1, event.n] = time.monotonic()
        time.sleep(EVENT_S / len(tables))
    wait_until(lambda: len(heard) >= len(made))
    took = sorted(1000 * (heard[one] - made[one]) for one in made)
    parts = ", ".join(f"p{part} {took[(len(took) - 1) * part // 100]:.0f} ms" for part in (50, 90, 99, 100))
    print(f"{len(made)} events made, {len(took)} at the desk: {parts}")


def measure_clock_spread(desk: RunningHost, tables: list[FakeTable]) -> None:
    """Print how far the time that is left parts between tables of different hosts."""
    for shift, table in enumerate(tables):
        table.play("start", rules="ema-2016")
        table.clock_offset_ms += 7_777 * shift
    wait_until(
        lambda: all(
            desk.hall.fleet.require_station(number + 1).snapshot.table is not None for number in range(len(tables))
        )
    )
    desk.client.post("/v1/clock", act="start", minutes=60)
    wait_until(lambda: all(table.ledger.table.session for table in tables))
    time.sleep(SETTLED_S)
    spreads = []
    for _ in range(LOOKS):
        left = [table.session_left_ms() for table in tables]
        spreads.append(max(left) - min(left))
        time.sleep(LOOK_S)
    hosts = desk.service.hosts.host_statuses()
    known = ", ".join(f"{one['host']} to {one.get('uncertain_ms', '?')} ms" for one in hosts)
    print(
        f"clocks known: {known}; tables part by {max(spreads)} ms at most, {sorted(spreads)[LOOKS // 2]} ms typically"
    )


if __name__ == "__main__":
    main()
