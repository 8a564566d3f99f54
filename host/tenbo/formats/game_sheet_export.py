"""Writes a game's sheet for other programs: CSV and JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tenbo.formats.csv_rows import write_csv
from tenbo.game.replay import result_if_ended_now
from tenbo.game.seat_payment_history import hand_label, seat_statement
from tenbo_core.event_notation import event_text

if TYPE_CHECKING:
    from tenbo.game.hand_history import GameHistory


def as_csv(history: GameHistory) -> str:
    """Return every event of a game as a row: its hand, its text, the points that it moved, the scores after it."""
    moved = [f"moved {name}" for name in history.names]
    rows: list[list[object]] = [["n", "at", "hand", "event", *moved, *history.names, "table", "penalties"]]
    before = history.tables[0]
    for event, table in zip(history.events, history.tables, strict=True):
        deltas = [table.scores[seat] - before.scores[seat] for seat in table.rules.seats]
        rows.append(
            [
                event.n,
                event.at,
                hand_label(before),
                event_text(event),
                *deltas,
                *table.scores,
                table.sticks * 1000,
                table.penalty_points,
            ]
        )
        before = table
    return write_csv(rows)


def as_dict(history: GameHistory) -> dict[str, Any]:
    """Return a game as one object: hands, result, corrections, and the account of every seat."""
    seats = history.table.rules.seats
    accounts = [seat_statement(history.events, history.book, seat, history.rules_of) for seat in seats]
    return {
        "rules": history.book.id,
        "title": history.book.title,
        "names": history.names,
        "over": history.is_over,
        "why": history.table.why,
        "events": [event_text(event) for event in history.events],
        "hands": [row._asdict() for row in history.rows()],
        "result": result_if_ended_now(history.table),
        "corrections": history.correction_texts(),
        "accounts": [[entry.as_record() for entry in account] for account in accounts],
    }


def as_json(history: GameHistory) -> str:
    """Return a game as JSON."""
    return json.dumps(as_dict(history), ensure_ascii=False, indent=1) + "\n"
