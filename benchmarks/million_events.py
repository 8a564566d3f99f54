"""A desk's database with a million events: how long standings take, at first and after an event, and other questions.

python benchmarks/million_events.py                  100 tables on 5 hosts, a million events
python benchmarks/million_events.py --events 100000
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from itertools import cycle, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / part) for part in ("host", "firmware/lib", "tests")]

import psycopg  # noqa: E402

import postgres  # noqa: E402
from tenbo.formats.result_files import standings_dict  # noqa: E402
from tenbo.simulator.fake_tables import FakeTable  # noqa: E402
from tenbo.store.chain import NOTHING, Entry, chain_entry  # noqa: E402
from tenbo.store.ledgers import entry_of, stream_of  # noqa: E402
from tenbo.store.merged_store import MergedStore  # noqa: E402
from tenbo.store.postgres.connection import ROW  # noqa: E402
from tenbo.store.postgres.database_setup import create_tables  # noqa: E402
from tenbo.store.postgres.integrity import verify_database  # noqa: E402
from tenbo.store.postgres.store import PgStore  # noqa: E402
from tenbo.store.stream_replicas import replica_stream_name  # noqa: E402
from tenbo.tournament.repository import TournamentRepository  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tenbo.store import Row

HOSTS = ("red", "blue", "green", "white", "black")
TABLES = 100
# Different games that are played again and again, and the events of one: a hanchan with what is pressed besides.
GAMES = 40
EVENTS = 120


def random_game_events(chance: random.Random) -> list[Entry]:
    """Return the events of one game, numbered from 0."""
    table = FakeTable(Path(), "e66138528343a02e")
    entries = [entry_of("x", table.play_random_event(chance))]
    while len(entries) < EVENTS:
        now = table.ledger.table
        if now is not None and now.phase == "over":
            break
        # A game ends by its hands; with hands that are dealt again it is as long as one in which much is pressed.
        again = now is not None and now.phase == "playing" and chance.random() < 0.65
        event = table.play("redeal", why="dealt again") if again else table.play_random_event(chance)
        entries.append(entry_of("x", event))
    return entries


def rows_of(host: str, ledger: str, games: list[list[Entry]], count: int) -> Iterator[Row]:
    """Yield the rows of a ledger as its host has them: one game after another."""
    stream, prev = stream_of(ledger), NOTHING
    for seq, entry in enumerate(islice((entry for game in cycle(games) for entry in game), count)):
        row = chain_entry(Entry(stream, seq, entry.kind, entry.body), 1_700_000_000_000 + 3000 * seq, prev)
        prev = row.hash
        yield row._replace(stream=replica_stream_name(host, stream))


def fill(url: str, events: int, games: list[list[Entry]]) -> dict[str, list[int]]:
    """Fill the database as fast as it goes; return where the games of each ledger begin."""
    starts: dict[str, list[int]] = {}
    with psycopg.connect(url) as connection:
        connection.execute("SET session_replication_role = replica")
        with connection.cursor().copy(f"COPY tenbo.event ({ROW}) FROM STDIN") as copy:
            for table in range(TABLES):
                ledger = f"{table:08x}"
                mine = games[table % GAMES :] + games[: table % GAMES]
                for row in rows_of(HOSTS[table % len(HOSTS)], ledger, mine, events // TABLES):
                    copy.write_row(row)
                    if row.kind == "start":
                        starts.setdefault(ledger, []).append(row.seq)
        connection.execute("""INSERT INTO tenbo.head
            SELECT DISTINCT ON (stream) stream, seq, hash,
              (SELECT max(seq) FROM tenbo.event AS other WHERE other.stream = event.stream AND kind = 'start')
            FROM tenbo.event ORDER BY stream, seq DESC""")
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("VACUUM ANALYZE tenbo.event")
    return starts


def record_tournament(stored: TournamentRepository, starts: dict[str, list[int]]) -> None:
    """Record what a desk would have: who sits where, and which game is whose result."""
    acts: list[tuple[str, dict[str, Any]]] = [("tournament", {"title": "A million", "rules": "ema-2016"})]
    ledgers = sorted(starts)
    sessions = range(1, min(map(len, starts.values())) + 1)
    for number, ledger in enumerate(ledgers, 1):
        acts += [
            ("bind", {"device": f"d{ledger}", "table": number}),
            ("ledger", {"ledger": ledger, "device": f"d{ledger}"}),
        ]
    for session in sessions:
        seats = [[session, table, [4 * table - place for place in (3, 2, 1, 0)]] for table in range(1, TABLES + 1)]
        acts.append(("plan", {"tables": seats}))
    for session in sessions:
        for table, ledger in enumerate(ledgers, 1):
            game = {"session": session, "table": table, "ledger": ledger, "start": starts[ledger][session - 1]}
            acts.append(("game", game))
    stored.desk.record_all("desk", acts)


def timed(what: str, work: Any) -> float:
    """Do something and print how long it took."""
    begun, worked = time.perf_counter(), time.process_time()
    work()
    took, worked = time.perf_counter() - begun, time.process_time() - worked
    print(f"{what:<50} {1000 * took:8.0f} ms, of them at work {1000 * worked:8.0f} ms", flush=True)
    return took


def main() -> int:
    """Fill a database, ask it, and print the times."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--events", type=int, default=1_000_000)
    parser.add_argument("--verify", action="store_true", help="follow every chain, too")
    args = parser.parse_args()
    chance = random.Random(7)
    games = [random_game_events(chance) for _ in range(GAMES)]
    server = postgres.Postgres()
    try:
        with psycopg.connect(server.url("postgres"), autocommit=True) as connection:
            connection.execute("CREATE DATABASE million")
        url = server.url("million")
        create_tables(url)
        starts: dict[str, list[int]] = {}
        timed(f"fill with {args.events} events", lambda: starts.update(fill(url, args.events, games)))
        with MergedStore(PgStore(url)) as store:
            store.store_players(
                [(n, f"F{n}", f"L{n}", "", "AUT", f"F{n}", "", "", "") for n in range(1, 4 * TABLES + 1)]
            )
            stored = TournamentRepository(store)
            timed("the desk's records", lambda: record_tournament(stored, starts))

        with MergedStore(PgStore(url)) as store:
            opened: list[TournamentRepository] = []
            timed("a desk starts: its records folded", lambda: opened.append(TournamentRepository(store)))
            (stored,) = opened

            def standings() -> None:
                record = standings_dict(stored.tournament, stored.results.sheets(), stored.people())
                assert len(record["standings"]) == 4 * TABLES

            print(f"{len(stored.tournament.games)} games of {sum(map(len, games)) // GAMES} events in all")
            timed("standings for the first time: every game folded", standings)

        with MergedStore(PgStore(url)) as store:
            del opened[:]
            timed("another desk starts", lambda: opened.append(TournamentRepository(store)))
            (stored,) = opened
            first = timed("its first standings: what was kept", standings)
            again = timed("standings again", standings)
            red = next(name for name in store.base.heads() if name.startswith("from/red/"))
            end = store.base.head(red)
            last = chain_entry(
                Entry(red.partition("/red/")[2], end.seq + 1, "start", games[0][0].body), 1_800_000_000_000, end.hash
            )
            store.store_replica_rows("red", [last])
            after = timed("standings after a new event", standings)
            if args.verify:
                timed("every chain followed (tenbo verify)", lambda: print(verify_database(url).damage))
    finally:
        server.stop()
    return 0 if max(first, again, after) < 1 else 1


if __name__ == "__main__":
    raise SystemExit(main())
