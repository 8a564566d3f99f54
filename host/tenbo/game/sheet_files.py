"""A game's sheet for other programs: CSV and JSON."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING, Any

from tenbo.game.replay import RESULT
from tenbo.game.statement import statement, where
from tenbo_core.event_text import event_text
from tenbo_core.seats import SEATS

if TYPE_CHECKING:
    from tenbo.game.history import Told


def as_csv(told: Told) -> str:
    """Give every event of a game as a row: where, the event as text, what it moved, the scores after it."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    moved = [f"moved {name}" for name in told.names]
    writer.writerow(["n", "at", "hand", "event", *moved, *told.names, "table", "penalties"])
    before = told.tables[0]
    for event, table in zip(told.events, told.tables, strict=True):
        deltas = [table.scores[seat] - before.scores[seat] for seat in SEATS]
        row = [
            event.n,
            event.at,
            where(before),
            event_text(event),
            *deltas,
            *table.scores,
            table.sticks * 1000,
            table.taken,
        ]
        writer.writerow(row)
        before = table
    return out.getvalue()


def as_record(told: Told) -> dict[str, Any]:
    """Give a game as one object: hands, result, corrections, and the account of every seat."""
    result = told.result
    accounts = [[entry._asdict() for entry in statement(told.events, told.book, seat, told.rules_of)] for seat in SEATS]
    return {
        "rules": told.book.id,
        "title": told.book.title,
        "names": told.names,
        "over": told.is_over,
        "why": told.table.why,
        "events": [event_text(event) for event in told.events],
        "hands": [row._asdict() for row in told.rows()],
        "result": {name: getattr(result, name) for name in RESULT},
        "corrections": told.corrections(),
        "accounts": accounts,
    }


def as_json(told: Told) -> str:
    """Give a game as JSON."""
    return json.dumps(as_record(told), ensure_ascii=False, indent=1) + "\n"
