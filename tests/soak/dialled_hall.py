"""A hall of tables that dial, by a plain connection and a WebSocket in turn, over a network as bad as a full hall's.

    python tests/soak/dialled_hall.py                          100 tables, 60 s of play
    python tests/soak/dialled_hall.py --tables 30 --seconds 20

Every piece is 400 ms late each way, and one in fifty stalls as where a packet is lost and sent again. Meanwhile the
access point dies with all tables, some tables go without a word, and some have a second connection. Prints how long all
tables took to be followed again, how far their clocks are apart, and how many tables have a lost or doubled event.
"""

from __future__ import annotations

import argparse
import io
import random
import socket
import sys
import tempfile
import threading
import time
from contextlib import ExitStack
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS), str(TESTS / "host")]

from cluster.bad_network import BadNetwork  # noqa: E402
from wsproto.utilities import RemoteProtocolError  # noqa: E402

from dialled_tables import DialledTable, Hangup, dial  # noqa: E402
from tenbo.app.config import Config  # noqa: E402
from tenbo.app.service import Service  # noqa: E402
from tenbo.client.local_service_client import LocalServiceClient  # noqa: E402
from tenbo.runtime.service_log import ServiceLog  # noqa: E402
from tenbo.simulator.fake_tables import FakeTables  # noqa: E402
from tenbo.store.ledgers import event_of, stream_of  # noqa: E402
from tenbo_core.errors import Refused  # noqa: E402
from tenbo_core.wire import MessageReader  # noqa: E402

DELAY_S, LOST, STALL_S = 0.4, 50, (0.8, 1.6)
# How far the clocks of any two tables may be apart.
APART_MS = 150
FIRST_WAIT_S, LONGEST_WAIT_S = 0.5, 2.5


class RedialledTable(DialledTable):
    """A table that dials again by itself, with a back-off and some chance, as a Pico 2 W does."""

    chance = random.Random(1)
    # Where it is connected: the bad network.
    through = ("", 0)
    dialled_at = 0.0

    def plug(self) -> None:
        """Dial; the table is served meanwhile."""
        if self.end is not None:
            return
        if self.carrier == "websocket":
            made, connection = dial(self.address, through=self.through, source=self.source)
        else:
            made, connection = socket.create_connection(self.through, source_address=self.source), None
        made.settimeout(0)
        with self.lock:
            self._socket, self._connection = made, connection
            self.redials += 1
            self.dialled_at = time.monotonic()
            self.proved = self._listened = False
            self._out.clear()
            self.reader = MessageReader()
            self.end = made.fileno()

    def keep_dialling(self, over: threading.Event) -> None:
        """Dial whenever there is no connection."""
        wait_s = FIRST_WAIT_S
        while not over.wait(wait_s * self.chance.uniform(0.5, 1) if self.end is None else 0.2):
            if self.end is not None:
                wait_s = FIRST_WAIT_S
                continue
            try:
                self.plug()
            except (OSError, Hangup, RemoteProtocolError):
                wait_s = min(2 * wait_s, LONGEST_WAIT_S)


def is_timed(table):
    """Return whether a table has a session with a clock."""
    try:
        table.session_left_ms()
    except (AssertionError, Refused):
        return False
    return True


def wait_for(condition, most_s=120):
    """Return how long it takes until something is true."""
    begun = time.monotonic()
    while not condition():
        if time.monotonic() - begun > most_s:
            raise SystemExit(f"not within {most_s} s: {condition()}")
        time.sleep(0.05)
    return time.monotonic() - begun


def wait_for_return(tables, followed, left_ms):
    """Return how long it takes until all tables are followed, and until all clocks are the hall's; print the last."""
    begun, back, timed = time.monotonic(), {}, {}
    before = {table.device: table.redials for table in tables}

    def all_back():
        now, there = time.monotonic(), followed()
        for number, table in enumerate(tables, 1):
            if table.redials > before[table.device] and number in there:
                back.setdefault(number, (now - begun, table.dialled_at - begun, table.redials - before[table.device]))
                if abs(table.session_left_ms() - left_ms(number)) <= APART_MS / 2:
                    timed.setdefault(number, now - begun)
        return len(timed) == len(tables)

    wait_for(all_back)
    for number, (ready, dialled, dials) in sorted(back.items(), key=lambda one: one[1])[-3:]:
        print(f"  table {number}: dialled {dials} times, last after {dialled:.1f} s, followed after {ready:.1f} s")
    waits = {number: timed[number] - back[number][0] for number in timed}
    slowest = max(waits, key=waits.__getitem__)
    print(f"  table {slowest}: its clock was right {waits[slowest]:.1f} s after it was followed")
    return max(ready for ready, _, _ in back.values()), max(timed.values())


def main() -> int:
    """Play, break and count."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--one-address", action="store_true", help="all tables behind one address, as by NAT")
    given = parser.parse_args()
    chance = random.Random(given.seed)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        config = Config(folder / "hall.db", [], search=False, listen=("127.0.0.1", 0), listen_tables=("127.0.0.1", 0))
        service = stack.enter_context(Service(config, ServiceLog(out=io.StringIO())))
        over = threading.Event()
        networks = []
        for target in (service.server.server_address[:2], service.server.lines.address):
            network = BadNetwork(seed=given.seed)
            network.target, network.delay_s = target, (DELAY_S, DELAY_S)
            network.stalls, network.stall_s = LOST, STALL_S
            stack.callback(network.close)
            networks.append(network)
        keys = service.access.table_keys()
        by_number = {number: key for key, number in keys.tables.items()}
        tables = []
        for number in range(1, given.tables + 1):
            network, carrier = networks[number % 2], ("websocket", "tcp")[number % 2]
            host, _, port = network.address.rpartition(":")
            table = RedialledTable(folder / f"t{number}", f"e6600000{number:08x}", service.server.url, carrier=carrier)
            table.through = (host, int(port))
            # As in a hall each has an address of its own, unless all are behind one.
            table.source = ("127.0.0.1" if given.one_address else f"127.0.{1 + number // 250}.{1 + number % 250}", 0)
            table.keys = {keys.hall: by_number[number]}
            tables.append(table)
        with FakeTables(folder, 0) as paper:
            paper.tables += tables
            for table in tables:
                threading.Thread(target=table.keep_dialling, args=(over,), daemon=True).start()

            def followed():
                return {one["table"] for one in service.hall.tables.tables() if one["state"] == "following"}

            def all_follow():
                return len(followed()) == len(tables)

            def missing():
                wrong = 0
                for table in tables:
                    rows = service.hall.repository.store.rows(stream_of(table.id))
                    wrong += [event_of(row).plain() for row in rows] != [event.plain() for event in table.all]
                return wrong

            print(f"{len(tables)} tables followed after {wait_for(all_follow):.1f} s", flush=True)
            client = LocalServiceClient(config.store)
            people = "name\n" + "".join(f"Ann {number}\n" for number in range(4 * given.tables))
            client.post("/v1/players", text=people)
            seats = range(1, 4 * given.tables + 1, 4)
            client.post("/v1/plan", text="\n".join(f"{a}-{a + 1}-{a + 2}-{a + 3}" for a in seats) + "\n")
            refused = client.post("/v1/sessions/1/begin", 120)["refused"]
            while refused:
                # A command to a table that is just being greeted again is given again, as the desk does.
                print(f"not begun at first: {refused}", flush=True)
                refused = client.post("/v1/sessions/1/begin", 120)["refused"]
            client.post("/v1/clock", 120, act="start")
            wait_for(lambda: all(is_timed(table) for table in tables))
            plan = [(0.25, "die"), (0.5, "silent"), (0.75, "twice")]
            begun = time.monotonic()
            lost = []
            while time.monotonic() - begun < given.seconds:
                time.sleep(0.05)
                for table in chance.sample(tables, max(1, given.tables // 20)):
                    if table.ledger.table is not None:
                        table.play("penalty", by=5, seat=chance.randrange(4), points=-100, why="soak")
                if plan and time.monotonic() - begun > plan[0][0] * given.seconds:
                    _, what = plan.pop(0)
                    if what == "die":
                        for network in networks:
                            network.cut()
                        wait_for(lambda: all(table.end is None for table in tables))
                        time.sleep(5)
                        # Some have lost their supply with it: their clocks have stood.
                        for table in tables[::3]:
                            table.cut_power()
                            table.clock_offset_ms -= 3000
                        for network in networks:
                            network.mend()
                        left = service.timekeeper.remaining_ms
                        ready, timed = wait_for_return(tables, followed, left)
                        print(
                            f"back after an access point that died: {ready:.1f} s, all clocks {timed:.1f} s", flush=True
                        )
                    elif what == "silent":
                        lost += [table.lose() for table in tables[::10]]
                    else:
                        lost += [table.lose() for table in tables[5::10]]
                        for table in tables[5::10]:
                            table.plug()
            print(f"after those that were silent or twice: {wait_for(all_follow):.1f} s", flush=True)
            print(f"all events stored after {wait_for(lambda: not missing()):.1f} s", flush=True)
            lefts = [table.session_left_ms() for table in tables]
            events, wrong = sum(len(table.all) for table in tables), missing()
            print(f"{events} events, tables with a lost or doubled one: {wrong}")
            print(f"clocks apart: {max(lefts) - min(lefts)} ms")
            over.set()
            for sock in lost:
                sock.close()
        return 1 if wrong or max(lefts) - min(lefts) > APART_MS else 0


if __name__ == "__main__":
    sys.exit(main())
