"""Every CSV file of a command has one shape: commas, a header, plain numbers, and no cell that is a formula."""

from __future__ import annotations

import csv
import io
import json
import re

import pytest

from tenbo.cli.dispatch import main
from tenbo.formats.csv_rows import FORMULA
from tenbo.formats.plan_files import read_plan
from tenbo.store import SqliteStore
from tenbo.store.ledgers import entry_of
from tenbo.tournament.player_directory import Player
from tenbo.tournament.record_validator import DeskRecordValidator
from tenbo.tournament.repository import TournamentRepository
from tenbo_core.event_notation import event_of

NAMES = ("=2+5", "+49 30", "-Bob", "@Cat")
GAME_EVENTS = ("start ema-2025", "hand", "win 2<0 3/40", "end")
GAME_RECORDS = [
    {"event": "start", "rules": "ema-2025", "names": list(NAMES)},
    {"event": "hand"},
    {"event": "win", "wins": [{"seat": 2, "from": 0, "han": 3, "fu": 40}]},
    {"event": "end"},
]
EXPORTS = (
    "standings.csv", "tables.csv", "hands.csv", "ema.csv", "plan.csv", "players.csv", "ara.csv", "riichinomi.csv",
    "riichinomi-players.csv",
)  # fmt: skip


@pytest.fixture
def printed(tmp_path, capsys):
    """Return a function that runs a command over a tournament of people with names like formulas."""
    with SqliteStore(tmp_path / "hall.db") as store:
        people = [Player(n, name, name, "", "NED", name, name, name, name) for n, name in enumerate(NAMES, 1)]
        store.store_players(people)
        store.append([entry_of("aa", event_of(line, n, at=10 * n)) for n, line in enumerate(GAME_EVENTS)])
        log = TournamentRepository(store)
        fields = {"title": "=Open", "rules": "ema-2025", "place": "-Delft", "country": "NED", "date": "22.03.2026"}
        place = {"session": 1, "table": 1}
        acts = [
            ("tournament", fields),
            ("seats", {**place, "players": [1, 2, 3, 4]}),
            ("game", {**place, "ledger": "aa", "start": 0}),
            ("play", {"rules": "ema-2025", "date": "2026-12-08", "players": [4, 3, 2, 1], "scores": [30000] * 4}),
        ]
        log.desk.record_all("desk", acts, DeskRecordValidator(log.games.events_of, yes=True))

    def run(*words):
        capsys.readouterr()
        status = main([*words, *(() if words[0] == "sheet" else ("--store", str(tmp_path / "hall.db")))])
        said = capsys.readouterr()
        assert status == 0, said
        return said.out

    return run


def check_shape(text):
    """Check the shape of a file."""
    assert "\r" not in text
    assert text.endswith("\n")
    assert not text.startswith("\ufeff")
    rows = list(csv.reader(io.StringIO(text), strict=True))
    assert len(rows) > 1
    assert {len(row) for row in rows} == {len(rows[0])}
    assert len(rows[0]) > 2, "commas are the separator"
    assert all(rows[0]), "every column has a name"
    assert len(set(rows[0])) == len(rows[0])
    for cell in (cell for row in rows for cell in row):
        assert re.fullmatch(r"-?[0-9]+(\.[0-9]+)?", cell) or not cell.startswith(FORMULA), cell
        assert "\u2212" not in cell, "a minus sign that no spreadsheet reads"


@pytest.mark.parametrize("name", EXPORTS)
def test_every_exported_file_has_one_shape_whatever_people_are_called(printed, name):
    """A spreadsheet opens each of them in the same way, and runs nothing that somebody has typed as a name."""
    text = printed("export", name)
    check_shape(text)
    marked = printed("export", name, "--bom")
    assert marked == "\ufeff" + text


@pytest.mark.parametrize("words", [("season",), ("season", "games")])
def test_the_files_of_a_season_have_the_same_shape_and_the_mark_that_excel_needs(printed, words):
    """Names beyond ASCII are letters in Excel, too; the mark belongs to a CSV file alone."""
    text = printed(*words, "--csv")
    check_shape(text)
    assert printed(*words, "--csv", "--bom") == "\ufeff" + text
    assert main([*words, "--bom"]) == 2


def test_the_sheet_of_a_game_has_the_same_shape(printed, tmp_path):
    """The names of the seats are its columns."""
    (tmp_path / "game.jsonl").write_text("".join(json.dumps(one) + "\n" for one in GAME_RECORDS))
    check_shape(printed("sheet", str(tmp_path / "game.jsonl"), "--csv"))


def test_a_plan_says_session_and_is_read_back_from_other_programs_and_older_files(printed):
    """Spreadsheets write semicolons in half of Europe; files of before said round."""
    text = printed("export", "plan.csv")
    assert text == "session,table,E,S,W,N\n1,1,1,2,3,4\n"
    for other in (text, text.replace(",", ";"), text.replace("session", "round"), "round;table;E;S;W;N\n1;1;1;2;3;4\n"):
        assert read_plan(other) == {(1, 1): [1, 2, 3, 4]}
