"""A table at which a substitute sat: its total is the rule book's in every file, and its game is no player's."""

from __future__ import annotations

import csv
import io
import json

import pytest

from tenbo.cli.dispatch import main
from tenbo.formats.result_files import tables_csv
from tenbo.hall.score_import import ScoreImport
from tenbo.hall.slip_entry import SlipEntry
from tenbo.store import SqliteStore
from tenbo.store.ledgers import entry_of
from tenbo.tournament.player_directory import Player
from tenbo.tournament.record_validator import DeskRecordValidator
from tenbo.tournament.repository import TournamentRepository
from tenbo_core.errors import Refused
from tenbo_core.event_notation import event_of

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


def test_a_slip_with_leftover_sticks_agrees_with_the_result_that_it_has_given(halls):
    """The sticks are not for a substitute who came during the session, however many points lie there."""
    hall = halls[1]
    hall.act(SEATED, (SUBSTITUTE[0], {**SUBSTITUTE[1], "since": "now"}))
    slips = SlipEntry(hall.stored, hall)
    answer = slips.enter((1, 2), "Ada", [40000, 30000, 29000, 20000], 1).answer
    assert answer["slips"][0]["comes_to"] == answer["scores"] == [40000, 31000, 29000, 20000]
    assert answer["state"] == "once"


# East of table 2 is away in session 1, in session 2 the table itself has recorded a substitute in seat W.
GAME_EVENTS = ("start ema-2025", "substitute 2 now", "hand", "win 2<0 3/40", "hand", "draw", "end")


@pytest.fixture
def substituted(tmp_path, capsys):
    """Return a function that runs a command over two sessions with a substitute each, and returns what it prints."""
    hall = Hall(tmp_path / "hall.db")
    hall.store.store_players([Player(number, f"Pl{number}", f"Na{number}") for number in (8, 6, 3, 5)])
    hall.store.append([entry_of("aa", event_of(line, n, at=10 * n)) for n, line in enumerate(GAME_EVENTS)])
    second = ("seats", {**SEATED[1], "session": 2})
    fined = ("penalty", {"session": 1, "table": 2, "seat": 0, "points": -1000, "why": "late"})
    hall.act(HELD, SEATED, second, SUBSTITUTE, SLIP, fined)
    hall.act(("game", {"session": 2, "table": 2, "ledger": "aa", "start": 0}))
    hall.store.close()

    def run(*words):
        capsys.readouterr()
        status = main([*words, "--store", str(tmp_path / "hall.db")])
        said = capsys.readouterr()
        assert status == 0, said
        return said.out or said.err

    return run


def test_a_season_counts_no_game_that_a_substitute_played(substituted):
    """The player who was away has not played it, and the rating knows nothing of it; the standings count it."""
    season = json.loads(substituted("season", "--json"))
    assert [game["players"] for game in season["games"]] == [[0, 6, 3, 5], [8, 6, 0, 5]]
    assert [game["substitutes"] for game in season["games"]] == [["start", "", "", ""], ["", "", "now", ""]]
    assert {row["name"]: row["games"] for row in season["standings"]} == {
        "Pl6 Na6": 2, "Pl5 Na5": 2, "Pl8 Na8": 1, "Pl3 Na3": 1}  # fmt: skip
    assert {row["player"]: row["total"] for row in season["standings"]}[3] == season["games"][0]["totals"][2]
    rows = list(csv.DictReader(io.StringIO(substituted("season", "--csv"))))
    assert [[row[name] for name in ("name", "games", "total", "rating")] for row in rows] == [
        [str(row[name]) for name in ("name", "games", "counted", "rating")] for row in season["standings"]]  # fmt: skip
    games = list(csv.DictReader(io.StringIO(substituted("season", "games", "--csv"))))
    assert (games[0]["east"], games[1]["west"]) == ("guest", "guest")
    lines = substituted("season", "games").splitlines()
    assert ["substitute -31,000" in lines[0], "substitute -30,000" in lines[1]] == [True, True]
    ranked = json.loads(substituted("results", "--json"))["standings"]
    assert {row["player"]: len(row["sessions"]) for row in ranked} == {8: 2, 6: 2, 3: 2, 5: 2}


def test_every_row_of_a_substitute_says_why_its_total_is_not_the_sum(substituted):
    """The other rows add up as the rule book says; a substitute's is the book's result with the desk's penalties."""
    numbers = ("score", "uma", "oka", "penalties", "desk penalties", "total")
    rows = list(csv.DictReader(io.StringIO(substituted("export", "tables.csv"))))
    assert [(row["session"], row["seat"], row["substitute"]) for row in rows if row["substitute"]] == [
        ("1", "E", "from the start"), ("2", "W", "during the session")]  # fmt: skip
    for row in rows:
        score, uma, oka, penalties, added, total = (int(row[name]) for name in numbers)
        own = int(row["substitute result"]) if row["substitute"] else score - 30000 + uma + oka + penalties
        assert total == own + added, row
    for sheet, wind in zip(substituted("export", "sheets.txt").split("\f"), "EW", strict=True):
        assert sum(f"substitute {wind}" in line and "-30,000" in line for line in sheet.splitlines()) == 1
    everything = json.loads(substituted("export", "results.json"))
    assert [(table["substitutes"], table["substitute_result"]) for table in everything["tables"]] == [
        (["start", "", "", ""], -30000), (["", "", "now", ""], -30000)]  # fmt: skip


def test_a_substitute_whom_the_table_has_recorded_is_named_beside_scores_alone(substituted):
    """As one is whom the desk has recorded."""
    said = substituted("export", "riichinomi.csv", "--out", "/dev/null")
    assert [f"table 2 in session {session}" in said for session in (1, 2)] == [True, True]


def test_the_hands_of_a_substitute_are_in_no_player_s_statistics(tmp_path, substituted):
    """They stay in the hall's; the three others have theirs."""
    del substituted
    with SqliteStore(tmp_path / "hall.db") as store:
        everybody, each = TournamentRepository(store).timings.play_statistics([1, 2])
    assert (sorted(each), everybody.hands) == ([5, 6, 8], 8)
