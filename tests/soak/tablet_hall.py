"""A hall of tables in the world of a browser's page, under Node, that dial over a bad network while everything fails.

    python tests/soak/tablet_hall.py                           20 tables, three minutes of play
    python tests/soak/tablet_hall.py --tables 4 --seconds 30

Each table is the firmware in the page's world, with players at its keys, and dials as a tablet does. Every piece is
200 ms late each way, and one in fifty stalls. Every few seconds something fails: the network ends with all tables, the
service is killed, some tables lose their power and start again. At the end all are followed again, and each table's
own events are compared with the store: exit status 1 when one is lost or doubled.
"""

from __future__ import annotations

import argparse
import os
import random
import select
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import ExitStack, suppress
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS), str(TESTS / "host")]
os.environ["TENBO_INTERPRETER"] = "node"

from cluster.bad_network import BadNetwork  # noqa: E402
from wsproto.events import CloseConnection, Message, TextMessage  # noqa: E402
from wsproto.utilities import RemoteProtocolError  # noqa: E402

from dialled_tables import Hangup, dial  # noqa: E402
from tenbo.app.config import Config  # noqa: E402
from tenbo.app.service import Service  # noqa: E402
from tenbo.devices.table_client import TableClient, begin_game, query_state  # noqa: E402
from tenbo.runtime.service_log import ServiceLog  # noqa: E402
from tenbo.simulator import VirtualTable  # noqa: E402
from tenbo.store import SqliteStore, verify  # noqa: E402
from tenbo.store.ledgers import event_of, stream_of  # noqa: E402
from tenbo_core.errors import Refused, TenboError  # noqa: E402
from tenbo_core.events import DESK  # noqa: E402
from tenbo_core.seats import SEATS  # noqa: E402
from tenbo_core.table import OVER  # noqa: E402
from tenbo_core.wire import MessageReader, encode  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable

DELAY_S, LOST, STALL_S = 0.2, 50, (0.5, 1.5)
FAULT_S, AWAY_S, WAIT_S, QUIET_S = (6, 12), 3, 60, 1
POLL_S = 0.2
HANDS_OF_A_GAME = 25
NAMES = ["Ann", "Ben", "Cy", "Di"]
MOST_WAITS_S = 2.5


class Tablet:
    """A table with its players, its line to the hall, and its power."""

    def __init__(self, number: int, through: tuple[str, int], url: str, key: tuple[str, str]) -> None:
        self.table = VirtualTable(identity=f"{0xE66000 + number:016x}", timeout_s=120)
        self.lock = threading.RLock()
        self.over, self.players_rest = threading.Event(), threading.Event()
        self.redials = self.games = self.hands = self.cuts = 0
        self._number, self._through, self._url, self._key = number, through, url, key
        self._client = 0

    def start(self) -> None:
        """Switch it on, and let it dial and play."""
        self.table.start()
        self._asker().ask("key", *self._key)
        for run in (self._keep_dialling, self._keep_playing):
            threading.Thread(target=run, daemon=True).start()

    def restart(self) -> None:
        """Lose the power at this instant, and start again."""
        with self.lock:
            self.cuts += 1
            self.table.cut_power()
            self.table.power_on()

    def events(self) -> tuple[str, list[list[object]]]:
        """Return the ledger that the table itself has: its name, and every event of its last game."""
        told, reader = [], MessageReader()
        with self.lock:
            for message in (["who"], ["after", -1]):
                self.table.service.write(encode(message))
            quiet = time.monotonic() + QUIET_S
            while time.monotonic() < quiet:
                if came := list(reader.read(self.table.service.read(50))):
                    told += came
                    quiet = time.monotonic() + QUIET_S
        ledger = next(str(message[5]) for message in told if message[0] == "hello")
        by_number = {message[1]: list(message[1:]) for message in told if message[0] == "event"}
        return ledger, [by_number[number] for number in sorted(by_number)]

    def _asker(self) -> TableClient:
        self._client += 1
        return TableClient(self.table.service, first=100 * self._client % 9000)

    # ---------------------------------------------------------------- players

    def _keep_playing(self) -> None:
        chance = random.Random(self._number)
        while not self.players_rest.wait(POLL_S):
            # A table that has just lost its power answers later.
            with suppress(TenboError):
                if self._phase() == OVER:
                    self._asked(begin_game, "ema-2016", NAMES)
                    self.games += 1
                self._press("table", "dice")
                for seat in chance.sample(SEATS, 2):
                    self._press(seat, "riichi")
                self._asked(lambda asker: asker.ask("do", "draw", DESK, list(SEATS)))
                self.hands += 1
                if self.hands % HANDS_OF_A_GAME == 0:
                    self._asked(lambda asker: asker.ask("do", "end", DESK))

    def _phase(self) -> str:
        try:
            return str(self._asked(query_state)["phase"])
        except Refused:
            return OVER

    def _asked(self, query: Callable[..., Any], *fields: object) -> Any:
        with self.lock:
            return query(self._asker(), *fields)

    def _press(self, place: int | str, button: str) -> None:
        with self.lock:
            self.table.press(place, button)

    # ---------------------------------------------------------------- line

    def _keep_dialling(self) -> None:
        wait_s = POLL_S
        while not self.over.wait(wait_s * random.uniform(0.5, 1)):
            try:
                sock, connection = dial(self._url, through=self._through)
            except (OSError, Hangup, RemoteProtocolError):
                wait_s = min(2 * wait_s, MOST_WAITS_S)
                continue
            self.redials += 1
            wait_s = POLL_S
            with sock, suppress(OSError, RemoteProtocolError, Hangup):
                port = os.open(self.table.port, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
                try:
                    self._carry(port, sock, connection)
                finally:
                    os.close(port)

    def _carry(self, port: int, sock, connection) -> None:
        """Carry lines from the table to the hall and back, until one of them ends."""
        rest, begun = b"", self.cuts
        while not self.over.is_set() and self.cuts == begun:
            ready, _, _ = select.select([port, sock], [], [], POLL_S)
            if port in ready:
                *lines, rest = (rest + os.read(port, 4096)).split(b"\n")
                for line in lines:
                    sock.sendall(connection.send(Message(line.decode("latin1") + "\n")))
            if sock in ready:
                data = sock.recv(4096)
                connection.receive_data(data or None)
                for event in connection.events():
                    if isinstance(event, TextMessage):
                        os.write(port, event.data.encode())
                    elif isinstance(event, CloseConnection):
                        raise Hangup(reason=event.reason)


class Host:
    """The service, in a process that is killed."""

    def __init__(self, store: Path, address: tuple[str, int]) -> None:
        self._command = [sys.executable, "-m", "tenbo", "run", "--no-search", "--store", str(store), "--listen",
                         "{}:{}".format(*address)]  # fmt: skip
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Begin the service."""
        self._process = subprocess.Popen(self._command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def kill(self) -> None:
        """Kill it at this instant."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()


def stored(store: Path, ledger: str, first: int) -> list[list[object]]:
    """Return what the host has stored of a ledger's last game; all numbers before it must be there once."""
    with SqliteStore(store) as opened:
        rows = [event_of(row).plain() for row in opened.rows(stream_of(ledger))]
    if [row[0] for row in rows] != list(range(len(rows))):
        raise SystemExit(f"the store has doubled events of {ledger}, or not all before the last")
    return [row for row in rows if row[0] >= first]


def break_things(tablets: list[Tablet], host: Host, network: BadNetwork, seconds: float, chance: random.Random) -> None:
    """Let things fail, one after the other."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        time.sleep(chance.uniform(*FAULT_S))
        fault = chance.choice(("network", "service", "tables", "tables"))
        print(f"{end - time.monotonic():6.0f} s left: {fault}")
        if fault == "network":
            network.cut()
            time.sleep(AWAY_S)
            network.mend()
        elif fault == "service":
            host.kill()
            host.start()
        else:
            for tablet in chance.sample(tablets, max(1, len(tablets) // 5)):
                tablet.restart()


def count_differences(tablets: list[Tablet], store: Path) -> int:
    """Return how many tables have a lost or a doubled event, once all that is on its way has come."""
    wrong = events = 0
    for number, tablet in enumerate(tablets, 1):
        begun = time.monotonic()
        while True:
            ledger, own = tablet.events()
            there = stored(store, ledger, own[0][0]) if own else []
            if own == there or time.monotonic() - begun > WAIT_S:
                break
        events += len(own)
        if own != there:
            wrong += 1
            print(f"table {number}: {len(own)} events, {len(there)} stored, last {own[-1:]} and {there[-1:]}")
    games, hands = sum(tablet.games for tablet in tablets), sum(tablet.hands for tablet in tablets)
    redials, cuts = (sum(getattr(tablet, name) for tablet in tablets) for name in ("redials", "cuts"))
    print(f"{len(tablets)} tables, {games} games begun, {hands} hands, {events} events in the last games")
    print(f"{redials} connections, {cuts} power cuts: {wrong} tables with lost or doubled events")
    return wrong


def main() -> int:
    """Play, break and count."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=180)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        store = folder / "hall.db"
        with Service(Config(store, [], search=False, listen=("127.0.0.1", 0)), ServiceLog(out=StringIO())) as service:
            address, url, keys = service.server.server_address[:2], service.server.url, service.access.table_keys()
        by_number = {number: key for key, number in keys.tables.items()}
        network = BadNetwork(seed=given.seed)
        stack.callback(network.close)
        network.target, network.delay_s, network.stalls, network.stall_s = address, (DELAY_S,) * 2, LOST, STALL_S
        name, _, port = network.address.partition(":")
        host = Host(store, address)
        host.start()
        stack.callback(host.kill)
        tablets = [Tablet(number, (name, int(port)), url, (keys.hall, by_number[number]))
                   for number in range(1, given.tables + 1)]  # fmt: skip
        for tablet in tablets:
            stack.callback(tablet.table.close)
            tablet.start()
            stack.callback(tablet.over.set)
            stack.callback(tablet.players_rest.set)
        print(f"{given.tables} tables are on")
        break_things(tablets, host, network, given.seconds, random.Random(given.seed))
        for tablet in tablets:
            tablet.players_rest.set()
        network.delay_s, network.stalls = (0.0, 0.0), 0
        wrong = count_differences(tablets, store)
        damage = verify(store).damage
        print(f"damage in the store: {damage or 'none'}")
    return 1 if wrong or damage else 0


if __name__ == "__main__":
    sys.exit(main())
