"""A hundred tables at five hosts, each a process in a network of its own, and a desk above them; everything is killed.

    python tests/soak/isolated_hosts.py                          two minutes as tables play: an event each three seconds
    python tests/soak/isolated_hosts.py --speed 10 --seconds 60  ten times as fast
    python tests/soak/isolated_hosts.py --hosts 2 --tables 3 --seconds 40 --seed 7      a small one, at other instants
    python tests/soak/isolated_hosts.py --without disk --without standby                some faults left out

The hosts are `tenbo run`, the desk `tenbo desk --database`, the database PostgreSQL, the tables of paper behind
pseudo terminals. At instants of chance, which the seed decides: hosts, desk and database are killed (kill -9), cables
are pulled, a host is cut off, the desk's disk is full, wall clocks are minutes off and moved, and the desk's computer
dies, so that the standby is promoted. All the while the desk begins sessions and wants penalties and clocks of the
tables: each is to be done once, or refused with a sentence. Where the kernel cannot make a network bad (tc netem),
each host reaches the database through a bad Wi-Fi (tests/soak/bad_wifi.py): late, with stalls of seconds, and broken
off. Then every table's own ledger is compared with what the desk was told, and the standings with those that follow
from what the hosts themselves have stored. Needs root for the networks.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import threading
import time
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from bad_wifi import Wifi
from desk_computers import DeskComputers, RestartedCommand
from desk_requests import RequestingDesk, SessionStarter, most_said
from drill import HOSTS, EventLossCount, befall, count_differences, is_writable, wait
from false_clock import FalseClock, compiled
from host_standings import differences
from networks import Network, alone

from tenbo.client.local_service_client import LocalServiceClient
from tenbo.simulator.fake_tables import FakeTable, FakeTables
from tenbo.store.ledgers import event_of, stream_of
from tenbo.store.postgres.integrity import verify_database
from tenbo.store.postgres.store import PgStore
from tenbo_core.errors import Refused, TenboError

if TYPE_CHECKING:
    from collections.abc import Callable

    Acts = list[tuple[float, Callable[[], None]]]

EVENT_EVERY_S = 3.0
PATIENCE_S = 300
# The wall clocks of the first two hosts are off by so much from the beginning, and another's is moved by up to so much.
CLOCKS_MS = (-7 * 60_000, 11 * 60_000)
MOST_MOVED_MS = 15 * 60_000
FAULTS = ("wifi", "database", "desk", "host", "cable", "cut", "disk", "clocks", "standby", "wishes", "sessions")


class HostsApartDrill:
    """The hosts with their tables, the desk's computers, and what befalls them."""

    def __init__(self, args: argparse.Namespace, folder: Path, network: Network, hosts: list[str]) -> None:
        self.args, self.network, self.chance = args, network, random.Random(args.seed)
        self.faults = [fault for fault in FAULTS if fault not in args.without]
        self.desks = DeskComputers(
            folder, network, self.chance, small="disk" in self.faults, standby="standby" in self.faults
        )
        self.tables: dict[str, list[FakeTable]] = {}
        self.hosts: dict[str, RestartedCommand] = {}
        self.stores: dict[str, Path] = {}
        self.clocks: dict[str, FalseClock] = {}
        self.wifis: list[Wifi] = []
        library = compiled(folder) if "clocks" in self.faults else None
        if library is None and "clocks" in self.faults:
            print("no cc is here (apt-get install gcc): the hosts' clocks are right")
        for place, host in enumerate(hosts):
            home = folder / host
            home.mkdir()
            if library is not None:
                self.clocks[host] = FalseClock(library, home / "clock")
            self.tables[host] = [
                FakeTable(home / f"port{n:02}", f"e66{place:x}00{n:010x}", f"{place:x}{n:07x}")
                for n in range(args.tables)
            ]
            ports = [word for table in self.tables[host] for word in ("--port", table.path)]
            self.stores[host] = home / "hall.db"
            places = self.desks.database_addresses
            if "wifi" in self.faults and not network.is_bad:
                self.wifis.append(Wifi(home / "wifi", host, places, args.seed + place))
                places = self.wifis[-1].places
            self.hosts[host] = RestartedCommand(
                home / "log", "run", "--no-search", "--name", host, "--listen", "127.0.0.1:0",
                "--store", self.stores[host], "--desk", self.desks.address_for(host, places), *ports,
                network=host, environment=self.clocks[host].environment if host in self.clocks else None,
            )  # fmt: skip
        for clock, ahead_ms in zip(self.clocks.values(), CLOCKS_MS, strict=False):
            clock.set(ahead_ms)
        self.over = threading.Event()
        self.wishes = RequestingDesk(lambda: self.desks.store, args.seed, len(self.all_tables))
        self.sessions = SessionStarter(lambda: self.desks.store, args.seed, self.all_tables, args.sessions)

    @property
    def all_tables(self) -> list[FakeTable]:
        """Return every table, by its number."""
        return [table for tables in self.tables.values() for table in tables]

    def assign_table_numbers(self) -> None:
        """Have the desk number every table, as soon as it knows all of them, and seat everybody."""
        store, devices = self.desks.store, [table.device for table in self.all_tables]

        def known() -> bool:
            with suppress(TenboError):
                return {one["device"] for one in LocalServiceClient(store).get("/v1/unassigned_devices")} >= set(
                    devices
                )
            return False

        if not wait(known, PATIENCE_S):
            sys.exit("the desk does not know all tables")
        for number, device in enumerate(devices, 1):
            LocalServiceClient(store).post("/v1/bind", device=device, table=number)
        if "sessions" in self.faults:
            self.sessions.plan()

    def play(self, host: str) -> None:
        """Play a host's tables until the time is over."""
        chance = random.Random(f"{self.args.seed} {host}")
        while not self.over.wait(chance.expovariate(self.args.tables * self.args.speed / EVENT_EVERY_S)):
            # A table that waits for the session's start signal takes no dice.
            table = chance.choice(self.tables[host])
            with suppress(Refused), table.lock:
                table.play_random_event(chance)

    def run(self) -> None:
        """Play, and have everything happen at instants of chance."""
        others = [threading.Thread(target=self.play, args=(host,), daemon=True) for host in self.hosts]
        if "wishes" in self.faults:
            others.append(threading.Thread(target=self.wishes.make_wishes, args=(self.over,), daemon=True))
        if "sessions" in self.faults:
            words = (self.over, self.args.seconds)
            others.append(threading.Thread(target=self.sessions.begin_sessions, args=words, daemon=True))
        for other in others:
            other.start()
        befall(self.acts(), self.args.seconds)
        self.over.set()
        for other in others:
            other.join()
        for host in self.hosts:
            self.network.join(host)
        self.sessions.end_games()

    def acts(self) -> Acts:
        """Return what befalls them, and when."""
        at, names, long = self.chance.uniform, list(self.hosts), self.args.seconds
        cut_s = long / 3 if self.args.cut_off is None else self.args.cut_off
        cut_at, cut = at(0.05, max(0.06, 0.9 - cut_s / long)), self.chance.choice(names)
        of: dict[str, Acts] = {
            "database": [(at(0.05, 0.9), self.desks.kill_database) for _ in range(self.args.kills)],
            "desk": [(at(0.05, 0.9), self.desks.kill_desk) for _ in range(2)],
            "host": [(at(0.05, 0.9), partial(self.kill_host, host)) for host in names],
            "cable": [(at(0.05, 0.8), partial(self.pull, host)) for host in names],
            "cut": [(cut_at, partial(self.cut, cut)), (cut_at + cut_s / long, partial(self.join, cut))],
            "disk": [(at(0.1, 0.6), self.full_disk)] if self.desks.has_small_disk else [],
            "clocks": [(at(0.1, 0.9), partial(self.move_clock, host)) for host in names[2:] or names],
            "standby": [(at(0.65, 0.85), self.desks.fail_over)],
        }
        return [act for fault in self.faults for act in of.get(fault, [])]

    def kill_host(self, host: str) -> None:
        """Kill a host, which is begun again."""
        self.hosts[host].kill()

    def pull(self, host: str) -> None:
        """Pull the cable of a table, and put it in again, at a host."""
        table = self.chance.choice(self.tables[host])
        table.pull()
        time.sleep(self.chance.uniform(0, 1))
        table.plug()

    def cut(self, host: str) -> None:
        """Cut a host off."""
        self.network.cut(host)

    def join(self, host: str) -> None:
        """Join a host again."""
        self.network.join(host)

    def move_clock(self, host: str) -> None:
        """Move the wall clock of a host."""
        if host in self.clocks:
            self.clocks[host].set(self.chance.randint(-MOST_MOVED_MS, MOST_MOVED_MS))

    def full_disk(self) -> None:
        """Fill the disk of the database until the hosts are refused, then make room."""
        refused = {host: program.said().count("the desk receives no data") for host, program in self.hosts.items()}
        self.desks.full_disk(
            lambda: all(program.said().count("the desk receives no data") > refused[host]
                        for host, program in self.hosts.items())
        )  # fmt: skip

    def end(self) -> None:
        """Kill everything."""
        self.over.set()
        for program in self.hosts.values():
            program.end()
        for wifi in self.wifis:
            wifi.end()
        self.desks.end()


def compare(drill: HostsApartDrill) -> EventLossCount:
    """Compare what was played with what the database has."""
    count = EventLossCount()
    with PgStore(drill.desks.database_url, readonly=True) as store:
        for host, tables in drill.tables.items():
            for table in tables:
                rows = list(store.rows(f"from/{host}/{stream_of(table.id)}"))
                there = [event_of(row._replace(stream=stream_of(table.id))).plain() for row in rows]
                count = count.plus(
                    count_differences([event.plain() for event in table.all], there, [row.seq for row in rows])
                )
        forks = sum("~" in stream for stream in store.streams())
    return count._replace(doubled=count.doubled + forks)


def parse_arguments() -> argparse.Namespace:
    """Return what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--speed", type=float, default=1.0, help="how many times as fast as tables play")
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--hosts", type=int, default=5, choices=range(1, len(HOSTS) + 1))
    parser.add_argument("--tables", type=int, default=20, help="tables of each host")
    parser.add_argument("--seed", type=int, default=1, help="decides every instant")
    parser.add_argument("--sessions", type=int, default=3, help="sessions that are begun")
    parser.add_argument("--kills", type=int, default=10, help="how often the database is killed")
    parser.add_argument("--cut-off", type=float, metavar="SECONDS", help="how long a host is (default: a third)")
    parser.add_argument("--without", action="append", default=[], choices=FAULTS, help="leave this out")
    parser.add_argument("--verbose", action="store_true", help="print what every program has said")
    args = parser.parse_args()
    if args.cut_off is not None and args.cut_off > 0.8 * args.seconds:
        parser.error("a host is cut off for 0.8 of --seconds at most")
    return args


def main() -> int:
    """Run the drill and print what is left."""
    args = parse_arguments()
    alone()
    hosts = list(HOSTS[: args.hosts])
    with tempfile.TemporaryDirectory() as folder, Network(hosts) as network:
        if "wifi" not in args.without:
            network.worsen()
        drill = HostsApartDrill(args, Path(folder), network, hosts)
        print(f"the network: {'tc netem' if network.is_bad else 'a bad Wi-Fi' if drill.wifis else 'good'}", flush=True)
        try:
            with FakeTables(Path(folder), 0, drill.all_tables):
                drill.assign_table_numbers()
                drill.run()
                ended = time.monotonic()
                wait(lambda: is_writable(drill.desks.database_url) and compare(drill).lost == 0, PATIENCE_S, 1)
                count = compare(drill)
                print(f"everything was there {time.monotonic() - ended:.0f} s after the last fault")
                told, wrong = drill.wishes.broken_wishes(drill.all_tables)
                begun, wrong_too = drill.sessions.broken_starts()
                standings, other_standings = differences(drill.desks.store, drill.stores.values(), PATIENCE_S)
            damage = verify_database(drill.desks.database_url).damage
        finally:
            drill.end()
            if args.verbose:
                for name, program in {**drill.hosts, "desk": drill.desks.desk}.items():
                    print(f"---- {name}\n{program.said()}")
                refusals = [*(one.said for one in drill.wishes.wanted), *drill.wishes.clocks, *drill.sessions.said]
                print("---- refused\n" + "\n".join(most_said(refusals)))
    print(f"{count}, {len(damage)} damaged")
    print("\n".join([told, begun, standings, *wrong, *wrong_too, *other_standings]))
    return 1 if not count.is_whole or damage or wrong or wrong_too or other_standings else 0


if __name__ == "__main__":
    sys.exit(main())
