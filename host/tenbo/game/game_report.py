"""A game's report as JSON for a page: its hands, the payments with their sections, the seats' needs, the corrections.

Nothing in it is a sentence: a page says it in its reader's language.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tenbo.game.seat_payment_history import cited_section, hand_label, seat_statement
from tenbo.scoring.result import limit_name
from tenbo_core.declared_win import Win
from tenbo_core.events import fields_of, from_plain
from tenbo_core.hand_value import base_points_of
from tenbo_core.required_wins import wins_needed_for_places
from tenbo_core.table import ACCOUNT_NAMES, PLAYING
from tenbo_core.win_parser import WIN_FIELDS

if TYPE_CHECKING:
    from tenbo.game.hand_history import EventCorrection, EventSpan, GameHistory
    from tenbo_core.events import Event
    from tenbo_core.table import Table, Transfer

Json = dict[str, Any]


def build_game_report(history: GameHistory) -> Json:
    """Return a game's report for a page.

    >>> from tenbo.game.hand_history import history_of
    >>> from tenbo_core.event_notation import event_of
    >>> from tenbo_core.ledger import Ledger
    >>> ledger = Ledger()
    >>> for n, line in enumerate(("start ema-2016", "hand", "riichi 2", "win 2<0 1/30")):
    ...     _ = ledger.append(event_of(line, n))
    >>> game = build_game_report(history_of(ledger, [""] * 4))
    >>> game["hands"][0]["deltas"], game["hands"][0]["moves"][0]
    ([-1000, 0, 1000, 0], {'n': 2, 'from': 2, 'to': 4, 'points': 1000, 'why': 'riichi', 'section': '3.3.14, 4.2.1'})
    """
    start = history.tables[0]
    return {
        "rules": history.book.id,
        "title": history.book.title,
        "start": {"n": history.events[0].n, "scores": start.scores, "sticks": start.sticks},
        "last": history.log[-1].n,
        "over": history.is_over,
        "hands": [_span(history, span) for span in history.spans() if any(e.kind != "name" for e in span.events)],
        "accounts": [_account(history, seat) for seat in start.rules.seats],
        "needs": needed_wins_json(history.table),
        "repairs": [_repair(repair) for repair in history.correction_events()],
    }


def needed_wins_json(table: Table) -> list[list[Json]]:
    """Return the wins that each seat needs for each place from the first to its own, as on its display."""
    return [
        [
            {
                "place": need.place,
                "from": need.source,
                "ways": [_worth(table, win) for win in need.values],
                "shared": need.shared,
            }
            for need in wins_needed_for_places(table, seat)
        ]
        for seat in table.rules.seats
    ]


def _worth(table: Table, win: Win) -> Json:
    """Return the value that a win needs, with the name of the limit if fu do not matter any more."""
    rules = table.rules
    is_limit = rules.counts_fu and not win.fu and not win.yakuman
    limit = limit_name(base_points_of(rules, win.han, 0)) if is_limit else ""
    return {"han": win.han, "fu": win.fu, "yakuman": win.yakuman, "limit": limit}


def event_json(event: Event) -> Json:
    """Return an event with its fields by name.

    >>> from tenbo_core.event_notation import event_of
    >>> event_json(event_of("riichi 2", 7))
    {'n': 7, 'kind': 'riichi', 'by': 4, 'at': 0, 'fields': {'seat': 2}}
    """
    named = zip(fields_of(event.kind), event.args, strict=True)
    fields = {name: _plain(value) for (name, _), value in named if value is not None}
    return {"n": event.n, "kind": event.kind, "by": event.by, "at": event.at, "fields": fields}


def _plain(value: Any) -> Any:
    """Return the value of a field as JSON: winners as objects."""
    if isinstance(value, list) and value and isinstance(value[0], Win):
        return [dict(zip(WIN_FIELDS, win.as_list(), strict=True)) for win in value]
    return value


def _span(history: GameHistory, span: EventSpan) -> Json:
    return {
        "where": hand_label(span.before),
        "dealer": span.before.dealer,
        "runs": span.after.phase == PLAYING,
        "acts": [event_json(event) for event in span.events],
        "moves": [
            _move(history, event, move)
            for event, table in zip(span.events, span.tables, strict=True)
            for move in table.moves
        ],
        "deltas": span.deltas,
        "scores": span.after.scores,
        "sticks": span.after.sticks,
    }


def _move(history: GameHistory, event: Event, move: Transfer) -> Json:
    """Return a transfer between two accounts: a seat, 4 for the table, 5 for penalties."""
    section = cited_section(history.book, event.kind, move.why)
    return {"n": event.n, "from": move.source, "to": move.target, "points": move.points, "why": move.why,
            "section": section}  # fmt: skip


def _account(history: GameHistory, seat: int) -> list[Json]:
    """Return the account of a seat; `other` is the other account, None for an entry of the seat alone."""
    entries = []
    for entry in seat_statement(history.events, history.book, seat, history.rules_of):
        far = entry.source if entry.points > 0 else entry.target
        other = ACCOUNT_NAMES.index(far) if entry.source and entry.target else None
        entries.append({"n": entry.n, "where": entry.where, "other": other, "points": entry.points,
                        "why": entry.reason, "section": entry.section, "balance": entry.balance})  # fmt: skip
    return entries


def _repair(repair: EventCorrection) -> Json:
    """Return the corrections: the act, the old event, and the new one if it was replaced."""
    now = []
    if repair.event.kind == "correct":
        now = [
            event_json(from_plain([0, item[0], repair.event.by, 0, *item[1:]])) for item in repair.event.field("events")
        ]
    return {**event_json(repair.event), "before": [event_json(event) for event in repair.before], "now": now}
