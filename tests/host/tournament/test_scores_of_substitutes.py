"""A table at which a substitute sat moves to another store as its file has it, once the desk has recorded that."""

from __future__ import annotations

import pytest

from tenbo.cli.dispatch import main
from tenbo.formats.result_files import tables_csv
from tenbo.hall.score_import import ScoreImport
from tenbo.store import SqliteStore
from tenbo.tournament.record_validator import DeskRecordValidator
from tenbo.tournament.repository import TournamentRepository
from tenbo_core.errors import Refused

HELD = ("tournament", {"title": "Open", "rules": "ema-2025"})
SEATED = ("seats", {"session": 1, "table": 2, "players": [8, 6, 3, 5]})
SUBSTITUTE = ("substitute", {"session": 1, "table": 2, "seat": 0, "since": "start"})
SLIP = ("correct", {"session": 1, "table": 2, "scores": [32000, 28500, 31500, 27000], "sticks": 1, "why": "slip"})


class Hall:
    """A store with the acts of a desk, and its import."""

    def __init__(self, path):
        self.store = SqliteStore(path)
        self.stored = TournamentRepository(self.store)
        self.check = DeskRecordValidator(self.stored.games.events_of, yes=True)
        self.importing = ScoreImport(self.stored, self)

    def record_all(self, _by, acts, **_):
        return self.act(*acts)

    def act(self, *acts):
        return self.stored.desk.record_all("desk", acts, self.check)

    def sheet(self):
        return self.stored.results.sheet(1, 2)


@pytest.fixture
def halls(tmp_path):
    """Return the store of a tournament and an empty one of the same rule book."""
    found = [Hall(tmp_path / name) for name in ("here.db", "there.db")]
    found[0].act(HELD, SEATED, SUBSTITUTE, SLIP)
    found[1].act(HELD)
    yield found
    for hall in found:
        hall.store.close()


def test_a_table_with_a_substitute_moves_to_another_store(halls):
    """The book's result for a substitute is no contradiction where the desk says that there was one."""
    here, there = halls
    text = tables_csv([here.sheet()], {})
    with pytest.raises(Refused) as refused:
        there.importing.record_scores(text, "desk", "file", yes=True)
    assert refused.value.code == "contradiction"
    there.act(SEATED, SUBSTITUTE)
    assert there.importing.record_scores(text, "desk", "file", yes=True).answer["typed"] == [[1, 2]]
    assert there.sheet().totals == here.sheet().totals == [-30000, -6500, 6500, -18000]
    assert there.importing.record_scores(text, "desk", "file", yes=True).answer["same"] == 1


def test_a_file_that_cannot_say_it_has_its_tables_with_a_substitute_named(tmp_path, capsys):
    """RiichiNomi's file has scores alone: read by its program, they make the absent player the winner."""
    hall = Hall(tmp_path / "hall.db")
    hall.act(HELD, SEATED, SLIP)
    words = ["export", "riichinomi.csv", "--store", str(tmp_path / "hall.db"), "--out", str(tmp_path / "scores.csv")]
    assert main(words) == 0
    assert "session 1" not in capsys.readouterr().err
    hall.act(SUBSTITUTE)
    hall.store.close()
    assert main(words) == 0
    assert "table 2 in session 1" in capsys.readouterr().err
