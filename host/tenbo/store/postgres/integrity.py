"""Verifies a database: every row, every chain, every end, and the triggers that protect them."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from tenbo.store.chain import NOTHING
from tenbo.store.integrity import PLAYERS, Damage, IntegrityReport, row_faults, wrong_end_text
from tenbo.store.player_names import STREAM, find_player_mismatches
from tenbo.store.postgres.store import PgStore

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tenbo.store import Head
    from tenbo.store.postgres.connection import Connection

PROGRESS_EVERY = 5000
# The triggers that keep events from being changed; "O" means enabled.
GUARDS = ("event_follows", "event_remains", "event_stays", "event_told")
LIMIT = (
    "which of two ledgers was stored first: the database does not record one order of all events; each host's "
    "own store does "
    "(run tenbo verify on the host)"
)


def verify_database(url: str, progress: Callable[[int], None] | None = None) -> IntegrityReport:
    """Verify everything without changing it."""
    with PgStore(url, readonly=True) as store:
        rows, damage, ends = 0, list(_missing_guards(store)), {}
        heads = store.heads()
        for stream in sorted({*heads, *store.streams_with_rows()}):
            last, prev = -1, NOTHING
            for row in store.rows(stream):
                rows += 1
                damage += [Damage(stream, row.seq, what) for what in row_faults(row, (last, prev))]
                last, prev = row.seq, row.hash
                if progress is not None and rows % PROGRESS_EVERY == 0:
                    progress(rows)
            damage += _missing_end(stream, heads.get(stream), last, prev)
            ends[stream] = prev.hex()
        damage += [Damage(PLAYERS, number, what) for number, what in _changed_players(store)]
    # The ends of all streams by name, to be printed and compared later.
    whole = hashlib.sha256("".join(f"{name}={end}\n" for name, end in ends.items()).encode()).hexdigest()
    return IntegrityReport(rows, damage, ends, whole if rows else "", (LIMIT,))


def _missing_end(stream: str, head: Head | None, last: int, end: bytes) -> Iterator[Damage]:
    # A host may have added rows meanwhile, but the rows from the start of this check must still exist.
    if head is None or last < head.seq or (last == head.seq and end != head.hash):
        expected = -1 if head is None else head.seq
        yield Damage(stream, last, wrong_end_text(last, expected))


def _missing_guards(store: PgStore) -> Iterator[Damage]:
    query = """SELECT tgname FROM pg_trigger
        WHERE tgrelid = 'tenbo.event'::regclass AND NOT tgisinternal AND tgenabled = 'O'"""

    def work(connection: Connection) -> tuple[set[str], bool]:
        secured = connection.execute("SELECT relrowsecurity FROM pg_class WHERE oid = 'tenbo.event'::regclass")
        return {name for (name,) in connection.execute(query)}, secured.fetchone() == (True,)

    there, secured = store.link.run(work)
    for name in GUARDS:
        if name not in there:
            yield Damage(
                "", -1, f"the database's {name} is missing or disabled: the database was edited with another program"
            )
    if not secured:
        yield Damage(
            "",
            -1,
            "hosts are no longer kept from the rows of other hosts: the database was edited with another program",
        )


def _changed_players(store: PgStore) -> Iterator[tuple[int, str]]:
    """Find players whose rows were changed, each with the fault."""
    return find_player_mismatches(((row.kind, row.body) for row in store.rows(STREAM)), store.salted_players())
