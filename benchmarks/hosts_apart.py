"""A hundred tables at five hosts, each a process in a network of its own, and a desk above them; everything is killed.

    python benchmarks/hosts_apart.py                          two minutes as tables play: an event each three seconds
    python benchmarks/hosts_apart.py --speed 10 --seconds 60  ten times as fast
    python benchmarks/hosts_apart.py --hosts 2 --tables 3 --seconds 20

The hosts are `tenbo run`, the desk `tenbo desk --database`, the database PostgreSQL, the tables of paper behind pseudo
terminals. Hosts, desk and database are killed (kill -9), a host's network is down for a third of the time, cables are
pulled. All the while the desk wants penalties, games and clocks of the tables: each is to be recorded once, or refused
with a sentence. Then every table's own ledger is compared with what the desk was told and with what the database has.
Needs root for the networks; where the kernel can make a network bad (tc netem) every host's is.
"""

from __future__ import annotations

import argparse
import itertools
import os
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import suppress
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple, Self

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / part) for part in ("host", "firmware/lib", "tests")]

from many_hosts import HOSTS, execute, runs, wait  # noqa: E402

import postgres  # noqa: E402
from tenbo.api.client import Client  # noqa: E402
from tenbo.halls.pg_check import verify_database  # noqa: E402
from tenbo.halls.pg_setup import add_host, lay  # noqa: E402
from tenbo.halls.pg_store import PgStore  # noqa: E402
from tenbo.store.ledgers import event_of, stream_of  # noqa: E402
from tenbo.virtual.paper_tables import PaperHall, PaperTable  # noqa: E402
from tenbo_core.errors import Refused, TenboError  # noqa: E402

EVENT_EVERY_S = 3.0
# The desk wants something so often, and waits for an answer so long.
WISH_EVERY_S, WISH_S = 0.7, 20
# Nobody has taken what is answered so.
NOT_DONE = ("has not taken this, and will not", "Connection refused")
PATIENCE_S = 300
DESK = "10.88.0.1"
BRIDGE = "tenbo0"
# What a full hall does to a Wi-Fi.
BAD = ("delay", "30ms", "20ms", "loss", "2%")


def ip(*words: object) -> None:
    """Change a network, or end with what forbids it."""
    program = shutil.which("ip") or sys.exit("there is no ip here: apt-get install iproute2")
    done = subprocess.run([program, *map(str, words)], capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"this kernel or user makes no networks (ip {' '.join(map(str, words))}: {done.stderr.strip()})")


class Network:
    """The desk's network, and one of its own for each host, joined by a cable that can be pulled."""

    def __init__(self, hosts: list[str]) -> None:
        self._hosts = hosts

    def __enter__(self) -> Self:
        self.__exit__()
        ip("link", "add", BRIDGE, "type", "bridge")
        ip("addr", "add", f"{DESK}/24", "dev", BRIDGE)
        ip("link", "set", BRIDGE, "up")
        for place, host in enumerate(self._hosts):
            near, far = f"tn{place}", f"tf{place}"
            ip("netns", "add", f"tenbo-{host}")
            ip("link", "add", near, "type", "veth", "peer", "name", far)
            ip("link", "set", far, "netns", f"tenbo-{host}")
            ip("link", "set", near, "master", BRIDGE, "up")
            ip("-n", f"tenbo-{host}", "addr", "add", f"10.88.0.{place + 10}/24", "dev", far)
            ip("-n", f"tenbo-{host}", "link", "set", far, "up")
            ip("-n", f"tenbo-{host}", "link", "set", "lo", "up")
        return self

    def __exit__(self, *_: object) -> None:
        program = shutil.which("ip") or "ip"
        for words in (*(("netns", "del", f"tenbo-{host}") for host in self._hosts), ("link", "del", BRIDGE)):
            subprocess.run([program, *words], capture_output=True, check=False)

    def worsen(self) -> bool:
        """Make every host's network bad; return whether the kernel can."""
        program = shutil.which("tc")
        words = [("qdisc", "add", "dev", f"tn{place}", "root", "netem", *BAD) for place in range(len(self._hosts))]
        return program is not None and all(
            subprocess.run([program, *one], capture_output=True, check=False).returncode == 0 for one in words
        )

    def cut(self, host: str) -> None:
        """Take a host's network down."""
        ip("link", "set", f"tn{self._hosts.index(host)}", "down")

    def join(self, host: str) -> None:
        """Bring a host's network up again."""
        ip("link", "set", f"tn{self._hosts.index(host)}", "up")


class Program:
    """A command of ours that runs until it is killed, and what it has said."""

    def __init__(self, log: Path, *words: object, network: str = "") -> None:
        inside = ["ip", "netns", "exec", f"tenbo-{network}"] if network else []
        self._words = [*inside, sys.executable, "-m", "tenbo", *map(str, words)]
        self._log = log
        self.start()

    def start(self) -> None:
        """Start it."""
        with self._log.open("ab") as out:
            env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path[:2])}
            self._process = subprocess.Popen(
                self._words, stdin=subprocess.DEVNULL, stdout=out, stderr=out, start_new_session=True, env=env
            )

    def kill(self) -> None:
        """Kill it at once."""
        self._process.kill()
        self._process.wait()

    def said(self) -> str:
        """Return what it has said."""
        return self._log.read_text("utf-8", "replace")


class Wanted(NamedTuple):
    """What the desk wanted of a table, the number that it is known again by, and what it was told came of it."""

    mark: int
    done: bool | None
    said: str


class Wishes:
    """A desk that wants something of a table of chance, one thing after another, whatever is being killed."""

    def __init__(self, store: Path, seed: int, tables: int) -> None:
        self._store, self._tables = store, tables
        self._chance = random.Random(f"{seed} wishes")
        self.wanted: list[Wanted] = []
        self.clocks: list[str] = []

    def go_on(self, over: threading.Event) -> None:
        """Want things until the time is over."""
        for mark in itertools.count(1):
            if over.wait(self._chance.uniform(0, 2 * WISH_EVERY_S)):
                return
            if self._chance.random() < 0.2:
                act = self._chance.choice(("start", "extra", "pause", "resume"))
                minutes = {"start": 60, "extra": 1}.get(act)
                self.clocks.append(self._ask("/v1/clock", act=act, minutes=minutes)[1])
                continue
            place = f"/v1/tables/{self._chance.randint(1, self._tables)}/do"
            fields = {"seat": self._chance.randrange(4), "points": -100, "why": f"wish {mark}", "when": "after_uma"}
            self.wanted.append(Wanted(mark, *self._ask(place, event="penalty", fields=fields)))

    def _ask(self, place: str, **fields: Any) -> tuple[bool | None, str]:
        """Return whether it was done, None where nobody can say, and the sentence."""
        try:
            Client(self._store).post(place, WISH_S, **fields)
        except TenboError as error:
            nobody_knows = error.code == "no_answer" and not any(words in error.message for words in NOT_DONE)
            return (None if nobody_knows else False), error.message
        return True, ""


class Drill:
    """The hosts with their tables, the desk, the database, and what befalls them."""

    def __init__(self, args: argparse.Namespace, folder: Path, network: Network, hosts: list[str]) -> None:
        self.args, self.network, self.chance = args, network, random.Random(args.seed)
        self.server = postgres.Postgres()
        execute(self.server, "CREATE DATABASE tenbo")
        execute(self.server, "ALTER SYSTEM SET listen_addresses = '*'")
        self.server.pg_ctl("stop", "-m", "fast")
        self.server.start()
        self.url = self.server.url("tenbo")
        lay(self.url)
        self.tables: dict[str, list[PaperTable]] = {}
        self.hosts: dict[str, Program] = {}
        for place, host in enumerate(hosts):
            home = folder / host
            home.mkdir()
            count = args.tables
            self.tables[host] = [
                PaperTable(home / f"port{n:02}", f"e66{place:x}00{n:010x}", f"{place:x}{n:07x}") for n in range(count)
            ]
            address = f"postgresql://{host}:{add_host(self.url, host)}@{DESK}:{self.server.port}/tenbo"
            ports = [word for table in self.tables[host] for word in ("--port", table.path)]
            self.hosts[host] = Program(
                home / "log", "run", "--no-search", "--name", host, "--listen", "127.0.0.1:0",
                "--store", home / "hall.db", "--desk", address, *ports, network=host,
            )  # fmt: skip
        self.store = folder / "hall.db"
        words = ("desk", "--name", "desk", "--database", self.url, "--listen", "127.0.0.1:0")
        self.desk = Program(folder / "desk.log", *words, "--store", self.store)
        self.over = threading.Event()
        self.wishes = Wishes(self.store, args.seed, args.tables * len(hosts))

    def number(self) -> None:
        """Have the desk number every table, as soon as it knows all of them."""
        store, devices = self.store, [table.device for tables in self.tables.values() for table in tables]

        def known() -> bool:
            with suppress(TenboError):
                return {one["device"] for one in Client(store).get("/v1/strangers")} >= set(devices)
            return False

        if not wait(known, PATIENCE_S):
            sys.exit("the desk does not know all tables")
        for number, device in enumerate(devices, 1):
            Client(store).post("/v1/bind", device=device, table=number)

    def play(self, host: str) -> None:
        """Play a host's tables until the time is over."""
        chance = random.Random(f"{self.args.seed} {host}")
        while not self.over.wait(chance.expovariate(self.args.tables * self.args.speed / EVENT_EVERY_S)):
            # A table that waits for the session's start signal takes no dice.
            with suppress(Refused):
                chance.choice(self.tables[host]).play_on(chance)

    def run(self) -> None:
        """Play, and have everything happen at instants of chance."""
        for host in self.hosts:
            threading.Thread(target=self.play, args=(host,), daemon=True).start()
        threading.Thread(target=self.wishes.go_on, args=(self.over,), daemon=True).start()
        begun, long, names = time.monotonic(), self.args.seconds, list(self.hosts)
        acts = [(self.chance.uniform(0.05, 0.9), self.kill_database) for _ in range(10)]
        acts += [(self.chance.uniform(0.05, 0.9), self.kill_desk) for _ in range(2)]
        acts += [(self.chance.uniform(0.05, 0.9), partial(self.kill_host, host)) for host in names]
        acts += [(self.chance.uniform(0.05, 0.8), partial(self.pull, host)) for host in names]
        acts += [(0.3, partial(self.cut, names[-1])), (0.63, partial(self.join, names[-1]))]
        for when, act in sorted(acts, key=lambda one: one[0]):
            time.sleep(max(0.0, begun + when * long - time.monotonic()))
            what, whom = getattr(act, "func", act).__doc__, " ".join(getattr(act, "args", ()))
            print(f"{time.monotonic() - begun:6.1f} s  {what} {whom}".rstrip(), flush=True)
            act()
        time.sleep(max(0.0, begun + long - time.monotonic()))
        self.over.set()

    def kill_database(self) -> None:
        """Kill the database, and start it a little later."""
        self.server.kill()
        time.sleep(self.chance.uniform(0, 1.5))
        self.server.start()

    def kill_desk(self) -> None:
        """Kill the desk, and start it."""
        self.desk.kill()
        self.desk.start()

    def kill_host(self, host: str) -> None:
        """Kill a host, and start it."""
        self.hosts[host].kill()
        self.hosts[host].start()

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

    def end(self) -> None:
        """Kill everything."""
        self.over.set()
        for program in (self.desk, *self.hosts.values()):
            program.kill()
        self.server.stop()


def compare(drill: Drill) -> tuple[int, int, int, int, int]:
    """Return how many events were played, and how many are lost, doubled, missing before another, or other ones."""
    made = lost = doubled = gaps = others = 0
    with PgStore(drill.url, readonly=True) as store:
        for host, tables in drill.tables.items():
            for table in tables:
                own = [event.plain() for event in table.all]
                rows = list(store.rows(f"from/{host}/{stream_of(table.id)}"))
                there = [event_of(row._replace(stream=stream_of(table.id))).plain() for row in rows]
                numbers = [row.seq for row in rows]
                made += len(own)
                lost += sum(event not in there for event in own)
                others += sum(event not in own for event in there)
                doubled += len(numbers) - len(set(numbers))
                gaps += sum(later != earlier + 1 for earlier, later in pairwise(numbers))
        doubled += sum("~" in stream for stream in store.streams())
    return made, lost, doubled, gaps, others


def broken(drill: Drill) -> tuple[str, list[str]]:
    """Return what came of the desk's wishes in a line, and each that was recorded otherwise than it was told."""
    recorded: dict[str, int] = {}
    for table in (table for tables in drill.tables.values() for table in tables):
        for event in table.all:
            if event.kind == "penalty" and str(event.field("why")).startswith("wish "):
                recorded[str(event.field("why"))] = recorded.get(str(event.field("why")), 0) + 1
    wanted, wrong = drill.wishes.wanted, []
    for one in wanted:
        times = recorded.get(f"wish {one.mark}", 0)
        if times > 1 or (one.done is not None and times != one.done) or not (one.done or one.said):
            wrong.append(f"wish {one.mark}: recorded {times} times, told {one.done} {one.said}")
    parts = [sum(one.done is done for one in wanted) for done in (True, False, None)]
    clocks = drill.wishes.clocks
    told = (
        f"{parts[0]} done, {parts[1]} refused with a sentence, {parts[2]} told to look, {len(wrong)} of them otherwise"
    )
    return f"{len(wanted)} penalties wanted: {told}; {len(clocks)} clocks, {sum(map(bool, clocks))} refused", wrong


def main() -> int:
    """Run the drill and print what is left."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--speed", type=float, default=1.0, help="how many times as fast as tables play")
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--hosts", type=int, default=5, choices=range(1, len(HOSTS) + 1))
    parser.add_argument("--tables", type=int, default=20, help="tables of each host")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--verbose", action="store_true", help="print what every program has said")
    args = parser.parse_args()
    hosts = list(HOSTS[: args.hosts])
    with tempfile.TemporaryDirectory() as folder, Network(hosts) as network:
        drill = Drill(args, Path(folder), network, hosts)
        tables = [table for some in drill.tables.values() for table in some]
        print("a bad network" if network.worsen() else "a good network: this kernel has no tc netem", flush=True)
        try:
            with PaperHall(Path(folder), 0, tables):
                drill.number()
                drill.run()
                wait(lambda: runs(drill.server) and compare(drill)[1] == 0, PATIENCE_S)
                made, lost, doubled, gaps, others = compare(drill)
                told, wrong = broken(drill)
            damage = verify_database(drill.url).damage
        finally:
            drill.end()
            if args.verbose:
                for name, program in {**drill.hosts, "desk": drill.desk}.items():
                    print(f"---- {name}\n{program.said()}")
    rest = f"{doubled} doubled, {gaps} gaps, {others} others, {len(damage)} damaged"
    print(f"{made} events played, {lost} lost, {rest}")
    print("\n".join([told, *wrong]))
    return 1 if lost + doubled + gaps + others + len(damage) + len(wrong) else 0


if __name__ == "__main__":
    sys.exit(main())
