"""Five hosts with a hundred tables tell a desk's database, while everything that can break does; then all is compared.

    python tests/soak/many_hosts.py                       as tables play: an event each three seconds, for two minutes
    python tests/soak/many_hosts.py --speed 10 --seed 3   ten times as fast, faults at other instants

The database is killed (kill -9) ten times, the desk is begun again, a host is cut off for a third of the time so that
nothing says so, the database's disk is full, two hosts' clocks are minutes off, and at last its computer dies and the
standby is promoted. Needs root for the small disk; without it that fault is left out.
"""

from __future__ import annotations

import argparse
import io
import random
import shutil
import socket
import subprocess
import tempfile
import threading
import time
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from drill import (
    HOSTS,
    EventLossCount,
    befall,
    count_differences,
    execute_statement,
    fill,
    is_writable,
    small_disk,
    wait,
)

import postgres
from tenbo.app.provisioning import standby as standby_server
from tenbo.cluster.uploader import EventUploader
from tenbo.hall.change_log import ChangeBuffer
from tenbo.runtime.service_log import ServiceLog
from tenbo.store import Entry, SqliteStore
from tenbo.store.merged_store import MergedStore
from tenbo.store.postgres.database_setup import (
    create_host_role,
    create_standby_role,
    create_tables,
    host_connection_url,
)
from tenbo.store.postgres.integrity import verify_database
from tenbo.store.postgres.listener import DatabaseListener
from tenbo.store.postgres.store import PgStore
from tenbo.store.sqlite_store import wall_clock_ms

if TYPE_CHECKING:
    from collections.abc import Callable

TABLES = 20
EVENT_EVERY_S = 3.0
# The first and the second host's clocks are off by so much.
CLOCKS_MS = {"red": -7 * 60_000, "blue": 11 * 60_000}
PATIENCE_S = 300


class Cable:
    """A host's way to the database's two computers, which can be cut so that no one is told."""

    def __init__(self, port: int) -> None:
        self._to = port
        self.whole = threading.Event()
        self.whole.set()
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port = self._server.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            near, _ = self._server.accept()
            threading.Thread(target=self._join, args=(near,), daemon=True).start()

    def _join(self, near: socket.socket) -> None:
        self.whole.wait()
        try:
            far = socket.create_connection(("127.0.0.1", self._to), 5)
        except OSError:
            near.close()
            return
        for one, other in ((near, far), (far, near)):
            threading.Thread(target=self._carry, args=(one, other), daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while data := one.recv(65536):
                self.whole.wait()
                other.sendall(data)
        for end in (one, other):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()


class Host:
    """A host: its own store, its tables, and what tells the desk."""

    def __init__(self, name: str, folder: Path, address: str, cables: list[Cable]) -> None:
        self.name, self.cables = name, cables
        self.said = io.StringIO()
        off = CLOCKS_MS.get(name, 0)
        self.store = SqliteStore(folder / f"{name}.db", clock=lambda: wall_clock_ms() + off)
        self.changes = ChangeBuffer()
        self.made: dict[tuple[str, int], float] = {}
        log = ServiceLog(out=self.said)
        self.collector = EventUploader(self.store, address, log, lambda: wall_clock_ms() + off)

    def play(self, table: int, chance: random.Random) -> None:
        """Store an event of a table, as its session does."""
        stream = f"table/{self.name}{table:02}"
        n = self.store.head(stream).seq + 1
        self.store.append([Entry(stream, n, "start" if n % 150 == 0 else "riichi", f"[4,{n},{chance.randrange(4)}]")])
        self.made[f"from/{self.name}/{stream}", n] = time.monotonic()
        self.changes.publish("event", {})


class Desk:
    """The desk, as far as the database goes: it is woken and looks, and keeps when it saw each event."""

    def __init__(self, url: str) -> None:
        self.seen: dict[tuple[str, int], float] = {}
        self._last: dict[str, int] = {}
        self.url = url
        self.begin()

    def begin(self) -> None:
        """Begin from nothing, as a desk that was started again."""
        self.store = PgStore(self.url)
        with suppress(Exception):
            MergedStore(self.store)
        self.watch = DatabaseListener(self.url, self._look, ServiceLog(out=io.StringIO()))
        self.watch.start()

    def end(self) -> None:
        """End without a word."""
        self.watch.close()
        self.store.close()

    def _look(self) -> None:
        self.store.invalidate_heads()
        now = time.monotonic()
        for stream, head in self.store.heads().items():
            for n in range(self._last.get(stream, -1) + 1, head.seq + 1):
                self.seen[stream, n] = now
            self._last[stream] = head.seq


class ManyHostsDrill:
    """The hosts, the desk, the database and what befalls them."""

    def __init__(self, args: argparse.Namespace, folder: Path, elsewhere: Path) -> None:
        self.args, self.chance = args, random.Random(args.seed)
        self.server = postgres.Postgres()
        execute_statement(self.server, "CREATE DATABASE tenbo")
        url = self.server.url("tenbo")
        create_tables(url)
        # The standby is another computer, with a disk of its own.
        self.second, self.second_port = elsewhere / "second", postgres.free_port()
        standby = host_connection_url(
            f"postgresql://127.0.0.1:{self.server.port}/", "tenbo_standby", create_standby_role(url)
        )
        standby_server.create_standby(standby, self.second, self.second_port)
        self.hosts = []
        for name in HOSTS:
            cables = [Cable(self.server.port), Cable(self.second_port)]
            servers = ",".join(f"127.0.0.1:{cable.port}" for cable in cables)
            address = host_connection_url(f"postgresql://{servers}/tenbo", name, create_host_role(url, name))
            self.hosts.append(Host(name, folder, address, cables))
        both = f"{self.server.folder},{self.server.folder}&port={self.server.port},{self.second_port}"
        self.url = f"postgresql://postgres@/tenbo?host={both}"
        self.desk = Desk(self.url)
        self.quiet: list[tuple[float, float]] = []
        self.over = threading.Event()

    def play(self, host: Host) -> None:
        """Play a host's tables until the time is over."""
        chance = random.Random(f"{self.args.seed} {host.name}")
        while not self.over.wait(chance.expovariate(TABLES * self.args.speed / EVENT_EVERY_S)):
            host.play(chance.randrange(TABLES), chance)

    def run(self, small: bool) -> None:
        """Play, and have everything happen at instants of chance."""
        for host in self.hosts:
            host.collector.start(host.changes)
            threading.Thread(target=self.play, args=(host,), daemon=True).start()
        cut = self.hosts[2]
        acts: list[tuple[float, Callable[[], None]]] = [
            (self.chance.uniform(0.15, 0.7), self.kill_database) for _ in range(10)
        ]
        acts += [(0.3, partial(self.cut, cut)), (0.63, partial(self.join, cut))]
        acts += [(self.chance.uniform(0.2, 0.7), self.kill_desk)]
        acts += [(0.75, self.full_disk)] if small else []
        acts += [(0.88, self.fail_over)]
        went_on = befall(acts, self.args.seconds)
        self.quiet = [(start - 5, end + 5) for start, end in went_on]
        self.over.set()

    def kill_database(self) -> None:
        """Kill the database at once, and start it a little later."""
        self.server.kill()
        time.sleep(self.chance.uniform(0, 1.5))
        self.server.start()

    def kill_desk(self) -> None:
        """Begin the desk again."""
        self.desk.end()
        time.sleep(1)
        self.desk.begin()

    def cut(self, host: Host) -> None:
        """Cut a host off."""
        for cable in host.cables:
            cable.whole.clear()

    def join(self, host: Host) -> None:
        """Join the host again."""
        for cable in host.cables:
            cable.whole.set()

    def full_disk(self) -> None:
        """Fill the disk of the database until the hosts are refused, then make room."""
        ballast = fill(self.server.folder)
        refused = wait(lambda: all(host.collector.behind for host in self.hosts), 20)
        ballast.unlink()
        if not is_writable(self.server.url("postgres")):
            with suppress(Exception):
                self.server.kill()
            self.server.start()
        print(f"          full disk: {'all hosts were refused' if refused else 'some host was not refused'}")

    def fail_over(self) -> None:
        """Kill the database's computer for good, and promote the standby."""
        self.server.kill()
        standby_server.promote_standby(self.second)


def compare(drill: ManyHostsDrill) -> EventLossCount:
    """Compare what was made with what the database has."""
    count = EventLossCount()
    with PgStore(drill.url) as store:
        for host in drill.hosts:
            for stream in host.store.streams():
                there = [row._replace(stream=stream) for row in store.rows(f"from/{host.name}/{stream}")]
                count = count.plus(count_differences(list(host.store.rows(stream)), there, [row.seq for row in there]))
        forks = sum("~" in stream for stream in store.streams())
    return count._replace(doubled=count.doubled + forks)


def main() -> int:
    """Run the drill and print what is left."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--speed", type=float, default=1.0, help="how many times as fast as tables play")
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    elsewhere, disk = postgres.folder_for("standby"), postgres.folder_for("disk")
    small = small_disk(disk)
    tempfile.tempdir = str(disk) if small else None
    with tempfile.TemporaryDirectory(dir=elsewhere.parent) as folder:
        drill = ManyHostsDrill(args, Path(folder), elsewhere)
        try:
            drill.run(small)
            wait(lambda: compare(drill).lost == 0, PATIENCE_S, 1)
            count = compare(drill)
            wait(lambda: len(drill.desk.seen) >= count.made, 30)
            damage = verify_database(drill.url).damage
            took = sorted(
                1000 * (drill.desk.seen[event] - at)
                for host in drill.hosts
                for event, at in list(host.made.items())
                if event in drill.desk.seen and not any(start < at < end for start, end in drill.quiet)
                and host is not drill.hosts[2]
            )  # fmt: skip
            print(f"{count}, {len(damage)} damaged")
            if took:
                p50, p99 = (took[int(len(took) * part)] for part in (0.5, 0.99))
                print(f"stored at a host to seen at the desk, away from faults: p50 {p50:.0f} ms, p99 {p99:.0f} ms")
        finally:
            for host in drill.hosts:
                host.collector.close()
            drill.desk.end()
            with suppress(Exception):
                standby_server.stop_server(drill.second)
            drill.server.stop()
            shutil.rmtree(elsewhere, ignore_errors=True)
    if small:
        subprocess.run([shutil.which("umount") or "umount", "-l", str(disk)], check=False)
    shutil.rmtree(disk, ignore_errors=True)
    return 0 if count.is_whole and not damage else 1


if __name__ == "__main__":
    raise SystemExit(main())
