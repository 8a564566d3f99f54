"""The penalties that a table has recorded in its game, one by one, because they explain its result."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tenbo_core import fold
from tenbo_core.errors import TenboError
from tenbo_core.ledger import Ledger

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tenbo_core.events import Event
    from tenbo_core.table import Table

KINDS = ("penalty", "late", "chombo")


def table_penalties(events: Iterable[Event], last: int | None = None) -> list[dict[str, Any]]:
    """Return each penalty of a game that was not undone, optionally up to an event; none of a game with a fault.

    >>> from tenbo_core.event_notation import event_of
    >>> game = [event_of(line, n) for n, line in enumerate(("start ema-2025", "penalty 2 -1000"))]
    >>> [(row["seat"], row["points"], row["kind"]) for row in table_penalties(game)]
    [(2, -1000, 'penalty')]
    """
    game = [event for event in events if last is None or event.n <= last]
    if not any(event.kind in KINDS for event in game):
        return []
    rows: list[dict[str, Any]] = []
    try:
        ledger = Ledger(game[0].n)
        for event in game:
            ledger.append(event)
        before: Table | None = None
        for event in ledger.effective_events():
            after = fold.apply(before, event)
            if before is not None and event.kind in KINDS:
                rows += _taken(event, before, after)
            before = after
    except (TenboError, ValueError):
        # The broken sheet names the fault.
        return []
    return rows


def _taken(event: Event, before: Table, after: Table) -> list[dict[str, Any]]:
    rows = []
    for seat in after.rules.seats:
        later = after.later[seat] - before.later[seat]
        now = _paid_chombo(seat, after) if event.kind == "chombo" else after.scores[seat] - before.scores[seat]
        if later or now:
            why = event.field("why") if event.kind == "penalty" else None
            row = {"n": event.n, "seat": seat, "points": later or now, "when": "after_uma" if later else "now"}
            rows.append(row | {"kind": event.kind, "why": why, "by": event.by})
    return rows


def _paid_chombo(seat: int, after: Table) -> int:
    """Return what an offender has paid to the others, by the books that pay a chombo at once."""
    return -sum(move.points for move in after.moves if move.why == "chombo" and move.source == seat)
