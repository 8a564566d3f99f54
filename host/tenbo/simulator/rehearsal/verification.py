"""Verifies that a rehearsal has lost nothing: compares the played events with the store, its chain and its results."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tenbo.simulator.rehearsal.independent_totals import result_differences, totals_of
from tenbo.store import SqliteStore, verify
from tenbo.store.ledgers import event_of, stream_of
from tenbo.validation.plural_rules import english_plural
from tenbo_core.ledger import Ledger
from tenbo_core.table import OVER

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tenbo.simulator.rehearsal.desk import DrillDesk
    from tenbo.simulator.rehearsal.rehearsal_run import Drill
    from tenbo_core.events import Event
    from tenbo_core.table import Table

# So many lines about one thing are enough.
MOST_LINES = 10


def verify_rehearsal(drill: Drill, store: SqliteStore, desk: DrillDesk, show: Callable[[str], None]) -> bool:
    """Compare everything, show the findings, and return whether nothing was lost or wrong."""
    events_by_table = {table.number: table.events() for table in drill.tables.values()}
    wrong = list(_not_stored(drill, events_by_table, store))
    report = verify(store.path)
    damage = [str(row) for row in report.damage]
    tables, unplayed = _expected_results(drill, events_by_table)
    answer = desk.run_quietly("export", "results.json", "--hidden")
    different = (
        [answer.text] if answer.status else result_differences(json.loads(answer.text), tables, _ranked(drill, tables))
    )
    players = len({player for seated, _ in tables.values() for player in seated})
    played = sum(map(len, events_by_table.values()))
    for name, what, problems, otherwise in (
        (
            "events",
            f"{played} played at {_tables_text(len(events_by_table))}",
            wrong,
            ", each in the store once and in order",
        ),
        ("kills", f"{drill.kills} of the host", drill.problems, ": nothing that was acknowledged was missing"),
        ("chain", english_plural(report.rows, "{} row", "{} rows"), damage, ", every one as it was written"),
        (
            "results",
            f"{_tables_text(len(tables))}, {players} players",
            [*unplayed, *different],
            ", as worked out from the play",
        ),
    ):
        show(f"{name:<11}{what}{'' if problems else otherwise}")
        for problem in problems[:MOST_LINES]:
            show(f"WRONG      {problem}")
        if len(problems) > MOST_LINES:
            show(f"WRONG      ... and {len(problems) - MOST_LINES} more")
    good = not (wrong or drill.problems or damage or unplayed or different)
    show("nothing was lost" if good else "something was lost or is wrong")
    return good


def _tables_text(number: int) -> str:
    """Return a number of tables as text."""
    return english_plural(number, "{} table", "{} tables")


def _not_stored(drill: Drill, events_by_table: dict[int, list[Event]], store: SqliteStore) -> Iterator[str]:
    """Yield where the store has something else than what a table has recorded."""
    for number, events in events_by_table.items():
        stored = [event_of(row).plain() for row in store.rows(stream_of(drill.tables[number].ledger()))]
        if stored != [event.plain() for event in events]:
            own = english_plural(len(events), "{} event", "{} events")
            yield f"table {number} has recorded {own}, the store has {len(stored)}, and they differ"


def _expected_results(
    drill: Drill, events_by_table: dict[int, list[Event]]
) -> tuple[dict[tuple[int, int], tuple[list[int], list[int]]], list[str]]:
    """Return players and totals of every game as it was played, by session and table, and which were not."""
    tables, unplayed = {}, []
    for (session, number), players in drill.seats.items():
        table = _game(events_by_table[number], session)
        if table is None or table.phase != OVER:
            unplayed.append(f"session {session} table {number} was not played to its end")
            continue
        own = totals_of(table.rules, table.scores, table.sticks)
        result = table.rules.substitute_result
        if result:
            # A reserve's result is fixed, regardless of the play (EMA 2016, 5.8).
            own = [result if player in drill.reserves else total for player, total in zip(players, own, strict=True)]
            drill.missed = result
        added = drill.penalties.get((session, number), [0] * len(own))
        tables[session, number] = players, [total + more for total, more in zip(own, added, strict=True)]
    return tables, unplayed


def _ranked(
    drill: Drill, tables: dict[tuple[int, int], tuple[list[int], list[int]]]
) -> list[tuple[list[int], list[int]]]:
    """Return whose totals count: a reserve's are the replaced player's, and a missed session has the book's result."""
    if not drill.missed:
        return list(tables.values())
    ranked = [
        ([drill.reserves.get(player, player) for player in players], totals) for players, totals in tables.values()
    ]
    there: dict[int, set[int]] = {}
    for (session, _), (players, _) in tables.items():
        there.setdefault(session, set()).update(drill.reserves.get(player, player) for player in players)
    for player, first in drill.left.items():
        missed = sum(session >= first and player not in players for session, players in there.items())
        ranked += [([player], [drill.missed])] * missed
    return ranked


def _game(events: list[Event], session: int) -> Table | None:
    """Return the table at the end of the last game that was begun for a session."""
    ledger: Ledger | None = None
    last: Ledger | None = None
    for event in events:
        if event.kind == "start":
            ledger = Ledger(event.n) if event.field("session") == session else None
            last = ledger or last
        if ledger is not None:
            ledger.append(event)
    return None if last is None else last.table
