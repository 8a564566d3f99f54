"""`--out -` means standard output, as in other programs; where it cannot, it is refused, and no file is named `-`."""

from __future__ import annotations

import pytest

from tenbo.cli.dispatch import main
from tenbo.formats.plan_files import read_plan
from tenbo.store import SqliteStore
from tenbo.tournament.record_log import TournamentLog


@pytest.fixture
def hall(tmp_path, monkeypatch):
    """Make a folder with a store of one planned table, and stand in it."""
    monkeypatch.chdir(tmp_path)
    with SqliteStore(tmp_path / "hall.db") as store:
        log = TournamentLog(store)
        log.record("tournament", "desk", title="Open", rules="ema-2025")
        log.record("seats", "desk", session=1, table=1, players=[1, 2, 3, 4])
        log.record("correct", "desk", session=1, table=1, scores=[30000] * 4, why="slip")
    yield tmp_path
    assert not (tmp_path / "-").exists()


@pytest.mark.parametrize(
    "words",
    [
        ("export", "standings.csv", "--store", "hall.db"),
        ("export", "plan.csv", "--store", "hall.db"),
        ("seating", "--pair", "swiss", "--session", "2", "--store", "hall.db"),
    ],
)
def test_a_file_named_by_a_hyphen_is_standard_output(hall, capsys, words):
    """It is what comes without --out, and nothing says that a file was written."""
    del hall
    assert main([*words]) == 0
    plain = capsys.readouterr()
    assert main([*words, "--out", "-"]) == 0
    assert capsys.readouterr() == plain
    assert plain.out


def test_a_plan_on_standard_output_is_the_plan_alone(hall, capsys):
    """What is for a person goes to standard error, so that a pipe to tenbo session plan has nothing else."""
    del hall
    words = ["seating", "--players", "8", "--rounds", "2", "--steps", "500"]
    assert main([*words, "--out", "-"]) == 0
    out, err = capsys.readouterr()
    assert len(read_plan(out)) == 4
    assert "session 2" in err
    assert main([*words, "--out", "-", "--json"]) == 2


@pytest.mark.parametrize(
    "words",
    [
        ("print", "standings", "--store", "hall.db", "--out", "-"),
        ("backup", "-", "--store", "hall.db"),
        ("tablet", "--out", "-"),
        ("rehearse", "--keep", "-"),
        ("demo", "--png", "-"),
    ],
)
def test_what_standard_output_cannot_take_is_refused_as_wrong_usage(hall, capsys, words):
    """Before anything is done: a paper's name decides its form, a backup is verified, a folder has many files."""
    del hall
    assert main([*words]) == 2
    out, err = capsys.readouterr()
    assert (out, len(err.splitlines()) > 0) == ("", True)
