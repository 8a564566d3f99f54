"""Chips and yakitori: entered or derived, they are in every result of a book that has them, and in its files."""

from __future__ import annotations

import pytest

from tenbo.formats.result_files import export_file, sheet_dict, tables_csv
from tenbo.formats.score_files import read_scores, riichinomi_csv
from tenbo.hall.score_import import ScoreImport
from tenbo.store import SqliteStore
from tenbo.tournament import Tournament, TournamentLog, make
from tenbo.tournament.record_validator import DeskRecordValidator
from tenbo.tournament.record_values import annotation_text
from tenbo.tournament.repository import TournamentRepository
from tenbo.tournament.standings import standings
from tenbo.tournament.table_result import sheet_of
from tenbo_core.errors import TenboError
from tenbo_core.event_notation import event_of

BOOK = 'extends = "ema-2016"\nchip_points = 2000\nyakitori = 20000\n'
HELD = ("tournament", {"title": "Parlour", "rules": "parlour", "book": BOOK})
SEATED = ("seats", {"session": 1, "table": 3, "players": [11, 12, 13, 14]})
PLAYED = ("game", {"session": 1, "table": 3, "ledger": "aa", "start": 0})
START = "start ema-2016 chip_points=2000 yakitori=20000"
GAME = (START, "hand", "riichi 2", "win 2<0 3/40", "hand", "draw tenpai 0 3", "end")
TYPED = ("correct", {"session": 1, "table": 3, "scores": [40000, 30000, 30000, 20000], "why": "sheet"})


def chips(*numbers: int) -> tuple[str, dict]:
    """Return the record of a table's chips."""
    return "chips", {"session": 1, "table": 3, "chips": list(numbers)}


def tournament(*records) -> Tournament:
    """Fold records of the desk."""
    found = Tournament()
    for kind, fields in (HELD, SEATED, *records):
        found.apply(make(kind, "desk", fields))
    return found


def sheet(*records):
    """Return the sheet of table 3 in session 1."""
    return sheet_of(tournament(*records), 1, 3, lambda _: [event_of(line, n) for n, line in enumerate(GAME)])


def test_chips_and_yakitori_are_in_the_totals():
    """Whoever has won no hand pays yakitori; the chips add up to nothing, so that the totals still do."""
    without, found = sheet(PLAYED), sheet(PLAYED, chips(1, 1, 1, -3), chips(3, -1, -2, 0))
    assert without.penalties == found.penalties == [-20000, -20000, 0, -20000]
    assert [after - before for before, after in zip(without.totals, found.totals, strict=True)] == [
        6000,
        -2000,
        -4000,
        0,
    ]
    assert (without.chips, list(found.chips), found.adds_up) == ((), [3, -1, -2, 0], True)
    assert annotation_text(found.notes[-1]) == "chips +3 -1 -2 0 by desk"


def test_of_typed_scores_nobody_is_a_yakitori():
    """Nothing says who has won: the desk enters it as a penalty."""
    assert sheet(TYPED).penalties == [0, 0, 0, 0]
    assert sheet(PLAYED, TYPED).penalties == [-20000, -20000, 0, -20000]


def test_chips_are_in_the_files_that_have_them():
    """A column of theirs, and only where there are some; what is written is read again."""
    without, found = sheet(PLAYED), sheet(PLAYED, chips(3, -1, -2, 0))
    assert sheet_dict(found, {})["chips"] == [3, -1, -2, 0]
    for written in (tables_csv([found], {}), riichinomi_csv([found])):
        assert read_scores(written)[0].chips == [3, -1, -2, 0]
    assert riichinomi_csv([found]).splitlines()[0].endswith(",Penalties,Shuugi")
    assert read_scores(tables_csv([found], {}))[0].totals == found.totals
    for written in (tables_csv([without], {}), riichinomi_csv([without])):
        assert "chips" not in written.lower()
        assert "shuugi" not in written.lower()
        assert read_scores(written)[0].chips is None
    printed = export_file("sheets.txt", tournament(PLAYED, chips(3, -1, -2, 0)), [found], {})
    assert "chips +3 -1 -2 0" in printed


def test_the_chips_of_a_file_are_recorded_once(tmp_path):
    """Beside the scores, and checked against the file's totals; a second time nothing is added."""
    with SqliteStore(tmp_path / "hall.db") as store:
        stored = TournamentRepository(store)
        check = DeskRecordValidator(stored.games.events_of, yes=True)

        class Writer:
            def record_all(self, by, acts, **_):
                return stored.desk.record_all(by, acts, check)

        stored.desk.record_all("desk", [HELD, SEATED], check)
        text = tables_csv([sheet(TYPED, chips(3, -1, -2, 0))], {})
        importing = ScoreImport(stored, Writer())
        assert importing.record_scores(text, "desk", "file", yes=True).answer["typed"] == [[1, 3]]
        assert stored.results.sheet(1, 3).totals == [31000, -2000, -4000, -25000]
        assert importing.record_scores(text, "desk", "file", yes=True).answer["same"] == 1


@pytest.mark.parametrize(
    ("held", "numbers", "code"),
    [
        (HELD, (3, -1, -2, 1), "contradiction"),
        (("tournament", {"title": "Open", "rules": "ema-2016"}), (3, -1, -2, 0), "not_in_this_rule_book"),
        (HELD, (3, -1, -2, 0), None),
    ],
)
def test_chips_are_refused_that_do_not_add_up_or_that_the_book_has_not(tmp_path, held, numbers, code):
    """And can be taken back like a correction."""
    with SqliteStore(tmp_path / "hall.db") as store:
        records = TournamentLog(store)
        check = DeskRecordValidator(lambda _: [], yes=True)
        records.record_all("desk", [held, SEATED], check)
        if code is None:
            n = records.record_all("desk", [chips(*numbers)], check)[0].n
            records.record_all("desk", [("takeback", {"of": n, "why": "counted wrong"})], check)
            return
        with pytest.raises(TenboError) as refused:
            records.record_all("desk", [chips(*numbers)], check)
        assert (refused.value.code, refused.value.at) == (code, "chips")


THREE = 'extends = "tenhou-sanma"\nchip_points = 1000\nyakitori = 10000\n'
GAME_OF_THREE = ("start tenhou-sanma chip_points=1000 yakitori=10000", "hand", "win 1<2 3/40", "hand", "draw tenpai 0",
                 "end")  # fmt: skip


def of_three(*records):
    """Return the sheet of a table of three, whose seat 1 has won a hand."""
    found = Tournament()
    held = ("tournament", {"title": "Parlour", "rules": "parlour", "book": THREE})
    for kind, fields in (held, ("seats", {"session": 1, "table": 3, "players": [11, 12, 13]}), *records):
        found.apply(make(kind, "desk", fields))
    return sheet_of(found, 1, 3, lambda _: [event_of(line, n) for n, line in enumerate(GAME_OF_THREE)]), found


def test_three_players_have_chips_and_yakitori_in_totals_standings_and_files():
    """Seats 0 and 2 pay; the third column of others' files is the third seat's, and no fourth is written."""
    (without, _), (found, held) = of_three(PLAYED), of_three(PLAYED, chips(4, -1, -3))
    assert (found.scores, found.adds_up) == ([37000, 39200, 28800], True)
    assert without.penalties == found.penalties == [-10000, 0, -10000]
    assert [after - before for before, after in zip(without.totals, found.totals, strict=True)] == [4000, -1000, -3000]
    for written in (tables_csv([found], {}), riichinomi_csv([found])):
        (read,) = read_scores(written, lambda _: 3)
        assert (read.players, read.scores, read.chips) == ([11, 12, 13], found.scores, [4, -1, -3])
    assert riichinomi_csv([found]).splitlines()[1:] == [
        "1,3,11,0,37000,10,4",
        "1,3,12,1,39200,0,-1",
        "1,3,13,2,28800,10,-3",
    ]
    rows = standings([found], held)
    assert [(row.player, row.total) for row in rows] == sorted(
        zip([11, 12, 13], found.totals, strict=True), key=lambda one: -one[1]
    )
