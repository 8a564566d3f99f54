"""A client that dials and floods, in a process of its own: how much later than without it are the other tables' events.

    python tests/soak/dialled_flood.py                  every kind, 15 s each
    python tests/soak/dialled_flood.py --kinds lines    one of them

The service is a process, the tables are one, and the flood is a third. Prints for each kind how long an event takes
until its table is told that it is stored, and how much of a processor the service takes; ends with 1 where the slowest
of a hundred takes longer than it may. On a busy machine they are late without a flood, too: see the kind `none`.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / part) for part in ("host", "firmware/lib", "tests", "tests/host")]

from wsproto.events import TextMessage  # noqa: E402

from dialled_tables import DialledTable, Hangup, dial  # noqa: E402
from tenbo.app.config import Config  # noqa: E402
from tenbo.app.service import Service  # noqa: E402
from tenbo.runtime.service_log import ServiceLog  # noqa: E402
from tenbo.simulator.fake_tables import FakeTables  # noqa: E402
from tenbo_core.wire import encode  # noqa: E402

TABLES, EVENT_EVERY_S = 8, 0.05
# The slowest of a hundred events may take so long.
BOUND_MS = 250
JUNK = (encode(["hello", 3, "evil", "1", 1, "x", -1, "power"]) + encode(["upto", 3])) * 20 + b"x" * 3000 + b"\n"
LINES = encode(["upto", 3]) * 200
KINDS = ("none", "junk", "lines", "socket", "dials", "sockets", "idle", "four", "keyed")
PATIENCE_S = 2


class TimedTable(DialledTable):
    """A table that times each event from the moment it happened until it is told that it is stored."""

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.late: list[float] = []
        self.played: dict[int, float] = {}

    def _handle(self, message: list[object]) -> None:
        before = self.stored
        super()._handle(message)
        for n in range(before + 1, self.stored + 1):
            if n in self.played:
                self.late.append(time.monotonic() - self.played.pop(n))

    def play_timed(self, chance: random.Random) -> None:
        """Record some event and look at the clock."""
        with self.lock:
            moment = time.monotonic()
            self.played[self.play_random_event(chance).n] = moment


def serve(folder: Path) -> None:
    """Run a service, and say where it is and which keys its tables have; until the input ends."""
    config = Config(folder / "hall.db", [], search=False, listen=("127.0.0.1", 0), listen_tables=("127.0.0.1", 0))
    with (folder / "log").open("w") as log, Service(config, ServiceLog(out=log)) as service:
        keys = service.access.table_keys()
        places = {"url": service.server.url, "lines": service.server.lines.address}
        print(json.dumps({**places, "hall": keys.hall, "keys": {n: key for key, n in keys.tables.items()}}), flush=True)
        for line in sys.stdin:
            if line.strip() == "tables":
                print(json.dumps([[one["table"], one["state"]] for one in service.hall.tables.tables()]), flush=True)


def processor_s(process: int) -> float:
    """Return the seconds of a processor that a process has taken."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def flood_with_key(address: tuple[str, int], hall: str, key: str) -> None:
    """Be a table of this hall, with its seal, and say as much as goes, until killed."""
    with tempfile.TemporaryDirectory() as folder, FakeTables(Path(folder), 0) as paper:
        table = DialledTable(Path(folder, "t"), "e66000000000ffff", address, carrier="tcp")
        table.keys = {hall: key}
        table.plug()
        paper.tables.append(table)
        while table.reader.seal is None:
            time.sleep(0.01)
        paper.tables.clear()
        sock, seal = table._socket, table.reader.seal
        sock.settimeout(None)
        while True:
            sock.sendall(b"".join(seal.close(encode(["upto", 0])) for _ in range(200)))


def flood(kind: str, address: tuple[str, int], url: str) -> None:
    """Send as fast as it goes, until killed."""
    if kind == "four":
        for _ in range(3):
            threading.Thread(target=flood, args=("lines", address, url), daemon=True).start()
        kind = "lines"
    kept = []
    while True:
        with suppress(OSError, Hangup):
            if kind in ("socket", "sockets"):
                sock, protocol = dial(url)
                sock.settimeout(PATIENCE_S)
                while kind == "socket":
                    sock.sendall(b"".join(protocol.send(TextMessage(LINES[:240].decode())) for _ in range(50)))
                sock.close()
                continue
            sock = socket.create_connection(address, timeout=PATIENCE_S)
            while kind in ("junk", "lines"):
                sock.sendall(JUNK if kind == "junk" else LINES)
            if kind == "idle":
                kept.append(sock)
                time.sleep(0.01)
            else:
                sock.close()


def measure(kind: str, seconds: float) -> float:
    """Play beside a flood of a kind, print how late events were, and return the slowest of a hundred."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        words = [sys.executable, __file__, "--serve", name]
        service = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        said = json.loads(service.stdout.readline())
        address = tuple(said["lines"])

        def state() -> list[list[Any]]:
            service.stdin.write("tables\n")
            service.stdin.flush()
            return json.loads(service.stdout.readline())

        with FakeTables(folder, 0) as paper:
            tables = []
            for number in range(1, TABLES + 1):
                carrier = ("websocket", "tcp")[number % 2]
                place = said["url"] if carrier == "websocket" else address
                table = TimedTable(folder / f"t{number}", f"e6600000{number:08x}", place, carrier=carrier)
                table.keys = {said["hall"]: said["keys"][str(number)]}
                tables.append(table)
                paper.tables.append(table)
                table.plug()
            while state() != [[number, "following"] for number in range(1, TABLES + 1)]:
                time.sleep(0.05)
            enemy = None
            if kind != "none":
                host, port = address
                last = [said["hall"], said["keys"][str(TABLES + 1)]] if kind == "keyed" else [said["url"]]
                enemy = subprocess.Popen([sys.executable, __file__, "--flood", kind, host, str(port), *last])
            chance, begun, count = random.Random(1), time.monotonic(), 0
            used = processor_s(service.pid)
            while time.monotonic() - begun < seconds:
                chance.choice(tables).play_timed(chance)
                count += 1
                time.sleep(max(0.0, begun + count * EVENT_EVERY_S - time.monotonic()))
            used = processor_s(service.pid) - used
            until = time.monotonic() + 60
            while any(table.played for table in tables) and time.monotonic() < until:
                time.sleep(0.01)
            followed = sum(one == "following" for number, one in state() if number <= TABLES)
            if enemy is not None:
                enemy.kill()
                enemy.wait()
            late = sorted(1000 * one for table in tables for one in table.late)
            lost = sum(len(table.played) for table in tables)
            slow = late[min(len(late) - 1, len(late) * 99 // 100)]
            print(
                f"{kind:<8} {len(late)} events, p50 {late[len(late) // 2]:.0f} ms, p99 {slow:.0f} ms, "
                f"most {late[-1]:.0f} ms, {lost} not stored; {followed} of {TABLES} followed, "
                f"{sum(table.redials for table in tables) - TABLES} dialled again, {used / seconds:.0%} of a processor",
                flush=True,
            )
        service.stdin.close()
        service.wait()
    return slow if not lost else float("inf")


def main() -> int:
    """Measure each kind."""
    if sys.argv[1:2] == ["--serve"]:
        serve(Path(sys.argv[2]))
    elif sys.argv[1:3] == ["--flood", "keyed"]:
        flood_with_key((sys.argv[3], int(sys.argv[4])), *sys.argv[5:7])
    elif sys.argv[1:2] == ["--flood"]:
        flood(sys.argv[2], (sys.argv[3], int(sys.argv[4])), sys.argv[5])
    else:
        parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
        parser.add_argument("--kinds", nargs="+", choices=KINDS, default=KINDS)
        parser.add_argument("--seconds", type=float, default=15)
        given = parser.parse_args()
        slow = {kind: measure(kind, given.seconds) for kind in given.kinds}
        return int(max(slow.values()) > BOUND_MS)
    return 0


if __name__ == "__main__":
    sys.exit(main())
