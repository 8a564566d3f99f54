"""Files letter by letter: what spreadsheets, federations and printers get, and what a seating script brings."""

from __future__ import annotations

import json
import time

import pytest

from tenbo.formats.csv_rows import FORMULA, escape_formula, write_csv
from tenbo.formats.plan_files import read_plan
from tenbo.formats.result_files import export_file, sheet_text
from tenbo.tournament.overview import annotation_text, overview_page
from tenbo.tournament.player_directory import Player
from tenbo.tournament.point_transfer_history import counted_point_transfers
from tenbo.tournament.record_schema import make
from tenbo.tournament.record_values import SheetAnnotation
from tenbo.tournament.table_result import all_sheets
from tenbo_core.errors import Malformed

from .test_results import PLAYED, SEATED, SHORT, game, tournament

PEOPLE = {
    11: Player(11, "Ada", "Lovelace", "11990001", "UK"),
    12: Player(12, "Zoë", "O'Brien, Jr.", "", "IE"),
    13: Player(13, "Maximiliane-Theodora", "von Hohenlohe", "05990002", "DE"),
}
HALL = (
    SEATED,
    PLAYED,
    ("seats", {"session": 2, "table": 3, "players": [12, 13, 14, 0]}),
    ("seats", {"session": 3, "table": 3, "players": [12, 13, 14, 0]}),
    ("tournament", {"title": "Open", "rules": "ema-2016", "place": "Delft", "country": "NED", "date": "22.03.2026"}),
    ("withdraw", {"session": 2, "player": 11, "why": "ill"}),
    ("strike", {"player": 11, "why": "fever"}),
    ("penalty", {"session": 1, "table": 3, "seat": 1, "points": -1000, "why": "late"}),
    ("open", {"session": 1}),
    ("end", {"session": 1}),
    ("open", {"session": 2}),
)

STANDINGS = """\
place,player,first name,last name,EMA number,country,total,session 1,session 2,session 3,state
1,13,Maximiliane-Theodora,von Hohenlohe,05990002,DE,18700,18700,,,{0}
2,14,,Player 14,,,6500,6500,,,{0}
3,12,Zoë,"O'Brien, Jr.",,IE,-7500,-7500,,,{0}
""".format('"provisional: sessions 2, 3: table 3 has no result"')

TABLES = """\
session,table,state,rules,seat,player,name,score,place,uma,oka,penalties,desk penalties,total
1,3,complete,ema-2016,E,11,Ada Lovelace,26300,4,-15000,0,0,0,-18700
1,3,complete,ema-2016,S,12,"Zoë O'Brien, Jr.",28500,3,-5000,0,0,-1000,-7500
1,3,complete,ema-2016,W,13,Maximiliane-Theodora von Hohenlohe,33700,1,15000,0,0,0,18700
1,3,complete,ema-2016,N,14,Player 14,31500,2,5000,0,0,0,6500
2,3,missing,ema-2016,E,12,"Zoë O'Brien, Jr.",0,0,0,0,0,0,0
"""

HANDS = """\
session,table,event,second,round,honba,what,sticks,moved E,moved S,moved W,moved N,score E,score S,score W,score N
1,3,1,0,E1,0,hand,0,0,0,0,0,30000,30000,30000,30000
1,3,2,0,E1,0,riichi 2,1,0,0,-1000,0,30000,30000,29000,30000
1,3,3,0,E1,0,win 2<0 3/40,0,-5200,0,6200,0,24800,30000,35200,30000
1,3,4,0,E2,0,hand,0,0,0,0,0,24800,30000,35200,30000
1,3,5,0,E2,0,draw tenpai 0 3,0,1500,-1500,-1500,1500,26300,28500,33700,31500
1,3,6,0,E3,1,end,0,0,0,0,0,26300,28500,33700,31500
"""

PRINTED = """\
Open   session 1   table 3   ema-2016   complete

  player                         points place     uma     oka  penalty    total
E 11 Ada Lovelace                26,300     4 -15,000       0        0  -18,700
S 12 Zoë O'Brien, Jr.            28,500     3  -5,000       0   -1,000   -7,500
W 13 Maximiliane-Theodora von    33,700     1 +15,000       0        0  +18,700
N 14 Player 14                   31,500     2  +5,000       0        0   +6,500
                                120,000                                  -1,000  adds up
  penalty S -1,000 by referee Ada: late

E ______________  S ______________  W ______________  N ______________
referee ______________
\fOpen   session 2   table 3   ema-2016   missing

  player                         points place     uma     oka  penalty    total
E 12 Zoë O'Brien, Jr.                 0     0       0       0        0        0
S 13 Maximiliane-Theodora von         0     0       0       0        0        0
W 14 Player 14                        0     0       0       0        0        0
N -                                   0     0       0       0        0        0
  this table has no result yet

E ______________  S ______________  W ______________  N ______________
referee ______________
"""

OVERVIEW = (
    "Open   ema-2016   Delft   NED   22.03.2026\n\n   11  Ada Lovelace                    11990001  UK "
    " withdrawn from session 2 on  not ranked: fever\n   12  Zoë O'Brien, Jr.                          "
    "IE\n   13  Maximiliane-Theodora von Hohenlohe  05990002  DE\n   14  Player 14\n\nsession 1: ended\n  "
    "table 3   complete  E 11 Ada Lovelace   S 12 Zoë O'Brien, Jr.   W 13 Maximiliane-Theodora von "
    "Hohenlohe   N 14 Player 14\n      penalty S -1,000 by referee Ada: late\n\nsession 2: begun\n  "
    "table 3   missing   E 12 Zoë O'Brien, Jr.   S 13 Maximiliane-Theodora von Hohenlohe   W 14 "
    "Player 14   N -\n\nsession 3: planned\n  table 3   missing   E 12 Zoë O'Brien, Jr.   S 13 "
    "Maximiliane-Theodora von Hohenlohe   W 14 Player 14   N -\n"
)


def files(name, *more):
    """Return a file of a tournament that has played one session of three, and more records."""
    held = tournament(*HALL, *more)
    sheets = all_sheets(held, lambda _: game(*SHORT))
    return export_file(
        name, held, sheets, PEOPLE, lambda: counted_point_transfers(held, lambda _: game(*SHORT)), provisional=True
    )


def test_an_association_gets_both_names_and_the_club_of_each_player():
    """The IDs are its own, and their column is to be filled in."""
    held = tournament(*HALL)
    people = {**PEOPLE, 13: PEOPLE[13]._replace(shown="Max", club="Riichi Delft")}
    text = export_file("ara.csv", held, all_sheets(held, lambda _: game(*SHORT)), people)
    assert text.splitlines() == [
        "Place,Legal name,Preferred name,ARA ID,Organization,Hanchan,Points",
        "1,Maximiliane-Theodora von Hohenlohe,Max,,Riichi Delft,1,18700",
        "2,Player 14,,,,1,6500",
        '3,"Zoë O\'Brien, Jr.",,,,1,-7500',
    ]


def test_every_file_is_what_it_has_always_been():
    """Others read them by column and by line; what is struck is in no ranking, and stays at its table."""
    assert files("standings.csv") == STANDINGS
    assert files("tables.csv").startswith(TABLES)
    assert files("hands.csv") == HANDS
    assert files("sheets.txt").startswith(PRINTED)


def test_the_page_of_a_tournament_has_everybody_and_every_table():
    """A long name keeps its distance, and what is not known leaves no gap."""
    held = tournament(*HALL)
    assert overview_page(held, PEOPLE, all_sheets(held, lambda _: game(*SHORT)), 0) == OVERVIEW
    assert overview_page(tournament(), {}, [], 0) == "no title   ema-2025\n"
    country = ("tournament", {"title": "Open", "rules": "wrc", "country": "NED"})
    assert overview_page(tournament(country), {}, [], 0) == "Open   wrc   NED\n"
    hidden = [SEATED, ("hide", {"session": 1})]
    assert "\nsession 1: planned   (hidden until it is released)\n" in overview_page(tournament(*hidden), {}, [], 0)
    released = tournament(*hidden, ("release", {"at": 1_000_000}))
    at = time.strftime("%H:%M", time.localtime(1000))
    assert f"\nsession 1: planned   (hidden until {at})\n" in overview_page(released, {}, [], 999_999)
    assert "\nsession 1: planned\n" in overview_page(released, {}, [], 1_000_000)
    left = tournament(SEATED, ("withdraw", {"session": 2, "player": 11, "why": "ill"}))
    assert f"\n   11  {'Player 11':30}  withdrawn from session 2 on\n" in overview_page(left, {}, [], 0)
    resting = overview_page(tournament(SEATED), {15: Player(15, "Eve", "X"), 11: Player(11, "", "")}, [], 0)
    assert resting.endswith("session 1: planned\n  no seat   15 Eve X\n")
    broken = tournament(SEATED, ("correct", {"session": 1, "table": 3, "scores": [1, 2, 3, 4], "why": "x"}))
    page = overview_page(broken, {}, all_sheets(broken, lambda _: []), 0)
    assert "\n  table 3   broken    E 11 Player 11   S 12" in page
    assert (
        "\n      the correction of table 3 in session 1 cannot be right: scores must be multiples of 100, not 1"
    ) in page


def test_the_file_of_everything_says_what_it_rests_on():
    """Standings, proof, what is missing, who was struck, and each table's events up to its lock."""
    text = files("results.json")
    told = json.loads(text)
    assert (list(told), "Zoë" in text) == (sorted(told), True)
    assert [told[name] for name in ("title", "rules", "place", "country", "date", "provisional", "struck")] == [
        "Open", "ema-2016", "Delft", "NED", "22.03.2026", True, {"11": "fever"},
    ]  # fmt: skip
    assert told["mers"] == {
        "weight": 1, "days": 1, "players": 3, "countries": 2, "qualification": False, "unknown": 1,
    }  # fmt: skip
    missing = {"session": 2, "table": 3, "state": "missing", "why": "", "reason": None, "params": None}
    assert told["unfinished"] == [missing, {**missing, "session": 3}]
    assert told["proof"] == {"tables": 1, "totals": -1000, "expected": -1000, "wrong": [], "holds": True}
    assert told["standings"][0] == {
        "place": 1, "player": 13, "total": 18700, "sessions": {"1": 18700}, "places": [1], "disqualified": False,
        "name": "Maximiliane-Theodora von Hohenlohe", "mers": 1000,
    }  # fmt: skip
    first, second, _ = told["tables"]
    assert first["names"] == ["Ada Lovelace", "Zoë O'Brien, Jr.", "Maximiliane-Theodora von Hohenlohe", "Player 14"]
    assert (first["adds_up"], first["notes"][0]["value"], first["added"]) == (True, [1, -1000], [0, -1000, 0, 0])
    assert ([len(first["events"]), second["events"]], second["names"][3]) == ([6, []], "")
    locked = json.loads(files("results.json", ("lock", {"session": 1, "table": 3, "last": 4})))
    assert [one["n"] for one in locked["tables"][0]["events"]] == [1, 2, 3, 4]
    assert locked["tables"][0]["scores"] == [24800, 30000, 35200, 30000]
    with pytest.raises(Malformed, match="there is no file 'x'; use one of: standings\\.csv, tables\\.csv"):
        files("x")


def test_a_game_that_cannot_be_followed_is_one_broken_sheet():
    """It says how to go on, and its moves are left out."""
    held = tournament(SEATED, PLAYED)
    (sheet,) = all_sheets(held, lambda _: game("hand"))
    assert sheet.state == "broken"
    assert "detach it (tenbo session detach 1 3) and type the scores" in sheet_text(sheet, {})
    assert counted_point_transfers(held, lambda _: game("hand")) == {(1, 3): []}


def test_an_undone_event_is_among_the_moves_with_what_it_gave_back():
    """The column still adds up."""
    held = tournament(SEATED, PLAYED)
    undone = game("start ema-2016", "hand", 'name 0 "Ada"', "riichi 2", "undo", "end")
    moves = counted_point_transfers(held, lambda _: undone)[1, 3]
    assert [(one["event"], one["deltas"]) for one in moves] == [
        ("hand", [0] * 4), ("riichi 2", [0, 0, -1000, 0]), ("undo", [0, 0, 1000, 0]), ("end", [0] * 4),
    ]  # fmt: skip


@pytest.mark.parametrize("first", FORMULA)
def test_a_cell_that_begins_like_a_formula_is_text(first):
    """Behind spaces, too; and numbers stay numbers."""
    assert escape_formula(first + "1") == "'" + first + "1"
    assert escape_formula("a" + first) == "a" + first
    assert (escape_formula("  =1"), escape_formula("  a")) == ("'  =1", "  a")
    assert write_csv([[-1, "Ada"]]) == "-1,Ada\n"


def test_every_note_has_its_line():
    """With the number by which it is taken back, where it has one."""
    assert (
        annotation_text(SheetAnnotation("penalty", "Bo", "late", [3, 100], 0))
        == "penalty N +100 by Bo: late (record 0)"
    )
    assert annotation_text(SheetAnnotation("correct", "Bo", "x", [[1, 2, 3, 4], 0])) == "correct 1 2 3 4 by Bo: x"
    assert (
        annotation_text(SheetAnnotation("correct", "Bo", "x", [[1, 2, 3, 4], 2], 7))
        == "correct 1 2 3 4 and 2 sticks by Bo: x (record 7)"
    )
    assert annotation_text(SheetAnnotation("lock", "Bo", "", None, 3)) == "lock by Bo (record 3)"


@pytest.mark.parametrize("dash", "-\u2010\u2013\u2014\u2212")
def test_a_script_may_have_passed_through_a_word_processor(dash):
    """It makes dashes of hyphens."""
    assert read_plan(f"1{dash}2{dash}3{dash}4\n") == {(1, 1): [1, 2, 3, 4]}


@pytest.mark.parametrize("head", ["session,table,E,S,W,N", "Round;Table;E;S;W;N", '"Session";"Table";"E";"S";"W";"N"'])
def test_a_table_of_places_is_known_by_its_head(head):
    """The desk calls a round a session; the other files do, too."""
    row = "3;2;1;5;9;13" if ";" in head else "3,2,1,5,9,13"
    assert read_plan(f"{head}\n{row}\n") == {(3, 2): [1, 5, 9, 13]}
    with pytest.raises(Malformed, match=r"^line 2: the column session is empty or missing"):
        read_plan("table;E;S;W;N\n2;1;5;9;13\n")


def test_a_seating_script_counts_sessions_and_tables():
    """Remarks and empty lines at either end count for nothing; a file of one session can be a later one."""
    text = "\ufeff\n\n# first\n1-2-3-4\n# second table\n5-6-7-8\n\n\n 2 - 1-4-3 \n\n"
    assert read_plan(text, 3) == {(3, 1): [1, 2, 3, 4], (3, 2): [5, 6, 7, 8], (4, 1): [2, 1, 4, 3]}
    assert read_plan("1-2-3-0\n4-5-0-0\n") == {(1, 1): [1, 2, 3, 0], (1, 2): [4, 5, 0, 0]}
    assert read_plan(';;;;;\n"Round",table,e,s,w,n\n3,2,1,2,3,999999999\n') == {(3, 2): [1, 2, 3, 999_999_999]}
    for text, sentence in (
        ("1-2-3-4\n\n1-2-3-4-5\n", "line 3: a table needs 4 players"),
        ("1-2-3-1000000000\n", "line 1: '1000000000' is not a number of at most 9 digits"),
        ("1-2-3-²\n", "line 1: '²' is not a number"),
        ("1-2-3-3\n", "player 3 sits twice in session 1: at table 1 and at table 1"),
        ("1-2-3-4\n5-6-7-1\n", "player 1 sits twice in session 1: at table 1 and at table 2"),
        ("round;table;E;S;W;N\nx;1;1;2;3;4\n", "line 2: 'x' is not a number"),
    ):
        with pytest.raises(Malformed, match=sentence):
            read_plan(text)


# ---------------------------------------------------------------- what is kept


@pytest.mark.parametrize(
    ("kind", "fields", "sentence"),
    [
        ("nonsense", {}, "there is no kind of record 'nonsense'"),
        ("lok", {}, "there is no kind of record 'lok'; did you mean lock?"),
        ("lock", {"session": 1, "tables": 2}, "lock has no field 'tables'; did you mean table?"),
        ("open", {"session": 1, "x": 2}, "open has no field 'x'; the only one is session"),
        ("open", {}, "open needs the field session"),
        ("open", {"session": -1}, "session must be an integer from 0 to 2147483647, not -1"),
        ("open", {"session": True}, "session must be an integer from 0 to 2147483647"),
        ("open", {"session": 1 << 31}, "session must be an integer from 0 to 2147483647"),
        ("bind", {"device": " "}, "device must be one non-empty line of at most 200 characters"),
        ("bind", {"device": 7}, "device must be one non-empty line of at most 200 characters"),
        ("bind", {"device": "a\nb"}, "device must be one non-empty line of at most 200 characters"),
        ("bind", {"device": "a" * 201}, "one non-empty line of at most 200 characters, not 'aaa"),
        ("clock", {"act": "jump", "at": 0}, "act must be one of start, pause, resume, extra, stop"),
        ("clock", {"act": "stop", "at": -1}, "at must be a time in milliseconds since 1970"),
        ("clock", {"act": "stop", "at": 253_402_300_800_000}, "at must be a time in milliseconds since 1970"),
        ("clock", {"act": "stop", "at": True}, "at must be a time in milliseconds since 1970"),
        ("swap", {"session": 1, "players": [1]}, "players must be a list of two integers"),
        ("swap", {"session": 1, "players": (1, 2)}, "players must be a list of two integers"),
        ("swap", {"session": 1, "players": [1, "2"]}, "players must be a list of two integers"),
        ("plan", {"tables": []}, "tables must be a list of"),
        ("plan", {"tables": [[1, 2]]}, "tables must be a list of"),
        ("plan", {"tables": [{}]}, "tables must be a list of"),
        ("plan", {"tables": [[1, 2, [3, 4]]]}, "players must be a list of three or four integers"),
        ("penalty", {"session": 1, "table": 1, "seat": 4, "points": 1, "why": "x"}, "seat must be a seat from 0 to 3"),
        (
            "penalty",
            {"session": 1, "table": 1, "seat": 3, "points": 1.5, "why": "x"},
            "points must be an integer from",
        ),
    ],
)
def test_a_record_with_a_wrong_field_is_not_kept(kind, fields, sentence):
    """The field is named."""
    with pytest.raises(Malformed, match=sentence):
        make(kind, "desk", fields)


def test_a_record_with_the_last_right_values_is_kept():
    """One more would be refused."""
    assert make("clock", "desk", {"act": "stop", "at": 253_402_300_799_999}).fields["at"] == 253_402_300_799_999
    assert make("clock", "desk", {"act": "stop", "at": 0}).session_table is None
    assert make("bind", "desk", {"device": "a" * 200}).fields == {"device": "a" * 200}
    assert make("lock", "desk", {"session": 0, "table": 0}).session_table == (0, 0)
    assert make("penalty", "desk", {"session": 1, "table": 1, "seat": 3, "points": -8, "why": "x"}).fields["seat"] == 3
    with pytest.raises(Malformed, match="by must be one non-empty line"):
        make("open", "", {"session": 1})
