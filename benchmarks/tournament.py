"""How long the commands take on the results of a large tournament: each as a process of its own, start included.

python benchmarks/tournament.py                         40 tables x 8 sessions
python benchmarks/tournament.py --tables 16 --sessions 5 --gate

Prints a row for each command: the processor's seconds, which a computer with nothing else to do needs, and those on the
wall, each of the quickest run. `--gate` gives exit status 1 when a command needs more than the second that is promised.
"""

from __future__ import annotations

import argparse
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT / part) for part in ("host", "firmware/lib", "tests")]

from tenbo.simulator.fake_tables import FakeTable  # noqa: E402
from tenbo.store import SqliteStore  # noqa: E402
from tenbo.store.ledgers import entry_of  # noqa: E402
from tenbo.tournament.record_log import TournamentLog  # noqa: E402
from tenbo_core.table import OVER  # noqa: E402

PROMISED_S = 1.0

COMMANDS = (
    "results", "results --session 8", "results --session 8 --table 3", "results --teams", "results --only country=NED",
    "session show", "export standings.csv", "export tables.csv", "export hands.csv", "export ema.csv",
    "export results.json", "export sheets.txt", "log --desk", "pace", "pace 8", "pace --players", "pace --json",
)  # fmt: skip


def build(path: Path, tables: int, sessions: int, chance: random.Random) -> int:
    """Play a tournament into a new store; return the number of its events."""
    players = 4 * tables
    with SqliteStore(path) as store:
        people = [(n, f"First{n}", f"Last{n}", f"{11_990_000 + n}", ("NED", "GER")[n % 2], "", f"Club {n % 9}",
                   f"Team {n % 40}", "") for n in range(1, players + 1)]  # fmt: skip
        store.store_players(people)
        desk = TournamentLog(store)
        about = {"title": "Large open", "rules": "ema-2016", "place": "Utrecht", "country": "NED", "date": "22.03.2026"}
        desk.record("tournament", "desk", **about)
        plan = []
        for session in range(1, sessions + 1):
            order = chance.sample(range(1, players + 1), players)
            plan += [[session, table, order[4 * table - 4 : 4 * table]] for table in range(1, tables + 1)]
        desk.record("plan", "desk", tables=plan)
        events = 0
        for number in range(1, tables + 1):
            table = FakeTable(path, f"e66000{number:010x}")
            desk.record("bind", "desk", device=table.device, table=number)
            desk.record("ledger", "host", ledger=table.id, device=table.device)
            for session in range(1, sessions + 1):
                start = table.play("start", rules="ema-2016", session=session, table=number, tournament="00000000")
                _play(table, chance)
                place = {"session": session, "table": number}
                desk.record("game", "host", **place, ledger=table.id, start=start.n)
            store.append([entry_of(table.id, event) for event in table.all])
            events += len(table.all)
    return events


def _play(table: FakeTable, chance: random.Random) -> None:
    """Play a game with names and a clock to its end, of a dozen hands or so."""
    for seat in range(4):
        table.play("name", seat=seat, name=f"Player {seat}")
    table.play("session", minutes=90)
    for _ in range(100):
        now = table.ledger.table
        assert now is not None
        if now.phase == OVER:
            return
        table.play_random_event(chance)
    table.play("end")


def time_command(words: str, store: Path, times: int) -> tuple[float, float]:
    """Return the least seconds that a command takes of the processor and on the wall, each time as a new process."""
    needed, took = [], []
    for _ in range(times):
        began, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
        command = [sys.executable, "-m", "tenbo", *words.split(), "--store", str(store)]
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        took.append(time.monotonic() - began)
        needed.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(needed), min(took)


def main() -> int:
    """Print a row for each command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--sessions", type=int, default=8)
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--gate", action="store_true", help="exit status 1 when a command takes too long")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        store = Path(folder) / "hall.db"
        events = build(store, args.tables, args.sessions, random.Random(1))
        print(f"{args.tables} tables x {args.sessions} sessions, {events} events (promised: {PROMISED_S} s each)")
        slow = 0
        for words in COMMANDS:
            needed, took = time_command(words.replace("8", str(args.sessions)), store, args.times)
            slow += needed > PROMISED_S
            print(f"{words:32}{needed:8.2f} s of the processor{took:8.2f} s on the wall", flush=True)
    return 1 if args.gate and slow else 0


if __name__ == "__main__":
    sys.exit(main())
