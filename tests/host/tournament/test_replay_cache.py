"""A large tournament's results are worked out once, no matter who asks for them."""

from __future__ import annotations

import json

import pytest

from tenbo.cli.dispatch import main
from tenbo.game.event_parser import parse_event_record
from tenbo.store import SqliteStore
from tenbo.store.ledgers import entry_of
from tenbo.tournament import play_statistics as statistics
from tenbo.tournament.game_replay_cache import ReplayCache, game_steps
from tenbo.tournament.pace.game_timing import game_timing
from tenbo.tournament.record_log import TournamentLog
from tenbo_core import event_notation, fold
from tenbo_core.errors import TenboError

GAME = [
    {"event": "start", "rules": "ema-2016"}, {"event": "hand"}, {"event": "riichi", "seat": 2},
    {"event": "draw", "tenpai": [2]}, {"event": "hand"}, {"event": "draw", "tenpai": []}, {"event": "end"},
]  # fmt: skip


def game(*lines):
    return [event_notation.event_of(line, n) for n, line in enumerate(lines)]


@pytest.fixture
def store(tmp_path):
    """Return a store with two games of a session, one of which was locked before its end."""
    path = tmp_path / "hall.db"
    with SqliteStore(path) as store:
        acts = []
        for table, ledger in ((1, "5f2c"), (2, "77aa")):
            place = {"session": 1, "table": table}
            store.append([entry_of(ledger, parse_event_record(n, line)) for n, line in enumerate(GAME)])
            acts += [("seats", {**place, "players": [4 * table - 3 + seat for seat in range(4)]})]
            acts += [("game", {**place, "ledger": ledger, "start": 0})]
        TournamentLog(store).record_all("desk", [*acts, ("lock", {**place, "last": 4})])
    return path


@pytest.mark.parametrize("name", ["results.json", "hands.csv"])
def test_a_file_with_results_and_moves_folds_every_event_once(store, capsys, monkeypatch, name):
    """A tournament has ten thousand and more, and the desk waits; what comes after a lock is not folded at all."""
    folds, apply = [], fold.apply
    monkeypatch.setattr(
        fold, "apply", lambda before, event, *more: folds.append(event.n) or apply(before, event, *more)
    )
    assert main(["export", name, "--store", str(store)]) in (0, 1)
    assert sorted(folds) == sorted([*range(7), *range(5)])
    if name == "results.json":
        tables = json.loads(capsys.readouterr().out)["tables"]
        assert [table["events"][-1]["event"] for table in tables] == ["end", "hand"]


def test_a_game_that_cannot_be_followed_says_so_to_everybody_who_asks():
    """Its result first, then the list of moves; up to the event before it is followed all the same."""
    broken = ReplayCache(game("start ema-2016", "hand", "hand"))
    for _ in range(2):
        with pytest.raises(TenboError):
            list(game_steps(broken))
        assert [step.event.n for step in game_steps(broken, 1)] == [0, 1]


def test_two_who_ask_for_the_steps_of_a_game_in_turn_have_the_same():
    """Neither is ahead of what the other has folded."""
    stored = ReplayCache(game("start ema-2016", "hand", "riichi 1", "end"))
    one, other = game_steps(stored), game_steps(stored)
    first = [next(one), next(one)]
    whole = list(other)
    assert first + list(one) == whole
    assert [step.event.n for step in whole] == [0, 1, 2, 3]


def test_the_figures_of_a_hall_are_worked_out_once_for_all_players(monkeypatch):
    """Each player's are compared with them; a hall of 160 has ten thousand hands."""
    asked = []
    work_out = statistics.deviation_of
    monkeypatch.setattr(statistics, "deviation_of", lambda values: asked.append(len(values)) or work_out(values))
    told = game_timing(game("start ema-2016", "hand", "win 1<0 3/40", "hand", "win 2<3 1/30", "end"))
    hall, each = statistics.play_statistics([(1, told, [1, 2, 3, 4]), (2, told, [5, 6, 7, 8])])
    for figures in each.values():
        figures.significant_differences(hall, len(each))
        figures.record(hall)
    assert len(asked) <= len(statistics.MEANS) * (1 + len(each))
