"""Whole random games, folded by the core and by a second table that was written apart from it."""

from __future__ import annotations

import os

import pytest

from core.random_games import Dice, play
from host.table.plain_table import PlainTable
from rings import mostly_thorough
from tenbo_core.books import BOOKS, load
from tenbo_core.events import fields_of
from tenbo_core.results import GameResult

# More of them with TENBO_GAMES=2000 in the environment.
GAMES = int(os.environ.get("TENBO_GAMES", "40"))


def values_of(event):
    """Return an event's fields by name, winners as plain objects."""
    values = {
        name: value for (name, _), value in zip(fields_of(event.kind), event.args, strict=True) if value is not None
    }
    if event.kind == "win":
        names = ("seat", "from", "han", "fu", "yakuman", "pao", "pao_yakuman", "pao_other")
        values["wins"] = [dict(zip(names, win.as_list(), strict=True)) for win in event.args[0]]
    return values


def second_opinion(events):
    """Fold effective events by the second table."""
    start = values_of(events[0])
    table = PlainTable(load(start["rules"]).changed(dict(start.get("set", []))), start)
    for event in events[1:]:
        if event.kind not in ("name", "session", "pause", "resume", "extra", "dead_hand"):
            table.take(event.kind, values_of(event))
    return table


@pytest.mark.parametrize("book", mostly_thorough(BOOKS, "games by chance in every book", inner=2))
def test_both_tables_agree_after_every_event(book):
    """One reading of a book can be wrong in the same way twice, a slip of the pen hardly."""
    looked_at = 0

    def witness(ledger, event, _before):
        nonlocal looked_at
        looked_at += 1
        table, second = ledger.table, second_opinion(ledger.effective_events())
        found = (table.scores, table.sticks, table.penalty_points, table.later, table.phase, table.hands_left)
        assert (second.scores, second.pot, second.taken, second.later, second.phase, second.left) == found, event
        assert (second.wind, second.deal, second.honba) == (table.round, table.dealer, table.honba), event
        assert second.totals() == GameResult(table).totals, event

    for seed in range(GAMES):
        play(Dice(seed), book, witness)
    assert looked_at > 5 * GAMES
