"""The sheet of a game, the account of every point, and sessions added up."""

from __future__ import annotations

import csv
import io
import json
import xml.dom.minidom
from itertools import pairwise

import pytest

from tenbo.cli import dispatch
from tenbo.formats.game_sheet_export import as_csv, as_json
from tenbo.game.overall_standings import standing_lines, standings, verify_balance
from tenbo.game.replay import Replay
from tenbo.game.score_chart import chart
from tenbo.game.score_sheet_text import games_from_records, sheet_lines
from tenbo.game.seat_payment_history import seat_statement
from tenbo.rulebooks import ids, load
from tenbo_core.seats import SEATS

NAMES = ["A", "B", "C", "D"]
GAME = [
    {"event": "start", "rules": "ema-2016", "names": NAMES},
    {"event": "hand", "dice": [3, 4]},
    {"event": "riichi", "seat": 2},
    {"event": "win", "wins": [{"seat": 2, "from": 0, "han": 3, "fu": 40}]},
    {"event": "hand"},
    {"event": "riichi", "seat": 1},
    {"event": "draw", "tenpai": [1, 3]},
    {"event": "hand"},
    {"event": "chombo", "seat": 3},
    {"event": "hand"},
    {"event": "win", "wins": [{"seat": 0, "from": 1, "han": 1, "fu": 30}, {"seat": 3, "from": 1, "han": 2, "fu": 30}]},
    {"event": "undo", "why": "40 fu"},
    {"event": "win", "wins": [{"seat": 0, "from": 1, "han": 1, "fu": 30}, {"seat": 3, "from": 1, "han": 2, "fu": 40}]},
    {"event": "penalty", "seat": 0, "points": -8000, "why": "telephone", "when": "now"},
    {"event": "correct", "of": 3, "events": [["win", [[2, 0, 4, 40]]]], "by": "referee", "why": "dora overlooked"},
    {"event": "end"},
]


def lines_of(*records):
    """Return records as a file has them."""
    return [json.dumps(record).encode() for record in records]


def told(*records, rules="ema-2016"):
    """Return the one game that records tell."""
    games, refusals = games_from_records(Replay(rules), lines_of(*(records or GAME)))
    assert refusals == []
    assert len(games) == 1
    return games[0]


def test_a_sheet_has_every_hand_with_what_it_moved():
    """Players sign what they can read."""
    text = "".join(sheet_lines(told()))
    assert text.startswith("EMA Riichi 2016 (ema-2016)\nEast A, South B, West C, North D\n")
    assert "riichi C; C ron from A 4 han 40 fu" in text
    assert "22,000  30,000  38,000  30,000" in text
    assert "-8,000          +8,000" in text
    assert "chombo by D" in text
    assert "taken away by penalties" in text


def test_names_of_a_file_steer_no_terminal_and_break_no_line():
    """Anyone who sends a game could clear the screen, or turn the writing round."""
    records = [{"event": "start", "names": ["a\x1b[31m", "b\u202ec", "d\ne", ""]}, {"event": "hand"}]
    games, refusals = games_from_records(Replay("ema-2016"), [json.dumps(record).encode() for record in records])
    text = "".join(sheet_lines(games[0], accounts=True))
    assert refusals == []
    assert text.replace("\n", "").isprintable()
    assert "East a\\x1b[31m, South b\\u202ec, West d\\ne, North North\n" in text


def test_corrections_stand_on_the_sheet_with_who_why_before_and_after():
    """A correction that no one sees is a quarrel for later."""
    assert told().correction_texts() == [
        "event 11 by desk: undo, undone: win 0<1 1/30  3<1 2/30 (40 fu)",
        "event 14 by referee: correction, before: win 2<0 3/40, now: win 2<0 4/40 (dora overlooked)",
    ]


def test_exchanged_seats_stand_on_the_sheet():
    """Everybody sees whose hands became whose."""
    records = [*GAME[:4], {"event": "swap", "seats": [0, 1], "by": "referee", "why": "wrong chairs"}]
    assert told(*records).correction_texts() == ["event 4 by referee: seats 0 and 1 exchanged (wrong chairs)"]
    assert told(*records[:-1], records[-1] | {"of": 3}).correction_texts() == [
        "event 4 by referee: seats 0 and 1 exchanged from event 3 on (wrong chairs)"
    ]


def test_an_unfinished_game_says_what_it_would_be():
    """If the game ended now."""
    assert "If the game ended now" in "".join(sheet_lines(told(*GAME[:4])))


def test_the_account_leads_from_the_start_to_the_total():
    """Why do I have -9600? Line by line, with the section of the book."""
    game = told()
    for seat in SEATS:
        entries = seat_statement(game.events, game.book, seat, game.rules_of)
        assert entries[0].balance == 30000
        for earlier, later in pairwise(entries):
            assert earlier.balance + later.points == later.balance
        assert entries[-1].balance == game.result.totals[seat]
    assert [(entry.reason_text(), entry.points, entry.section) for entry in entries[-3:]][-2:] == [
        ("uma", 5000, "3.6.1"),
        ("chombo penalty after the game", -20000, "3.4.6"),
    ]


def test_stakes_come_back_for_different_reasons():
    """A void or invalid riichi, a chombo, a hand dealt again and an own win give a stick back by their sections."""
    start, hand, riichi = GAME[0], {"event": "hand"}, {"event": "riichi", "seat": 2}
    for event, section in (
        ({"event": "riichi_void", "seat": 2}, "3.3.14, 4.2.1"),
        ({"event": "riichi_invalid", "seat": 2}, "3.3.14, 4.2.1"),
        ({"event": "chombo", "seat": 1}, "3.4.6"),
        ({"event": "redeal", "why": "a wall fell"}, "5.2"),
        ({"event": "win", "wins": [{"seat": 2, "han": 1, "fu": 30}]}, "4.1"),
    ):
        game = told(start, hand, riichi, event)
        backs = [entry for entry in seat_statement(game.events, game.book, 2, game.rules_of) if "stake" in entry.reason]
        assert [entry.section for entry in backs] == [section]


@pytest.mark.parametrize("book", ids())
def test_every_transfer_has_a_section_or_the_reason_of_a_silent_book(book):
    """No point moves because a program says so."""
    rules = load(book).rules
    records = [{"event": "start", "rules": book}, {"event": "hand"}, {"event": "riichi", "seat": 1}]
    records += [
        {"event": "draw", "tenpai": [1, 2]},
        {"event": "hand"},
        {"event": "chombo", "seat": 2},
        {"event": "hand"},
    ]
    records += [{"event": "win", "wins": [{"seat": 0, "from": 1, "han": 2, "fu": 30}]}, {"event": "hand"}]
    records += [{"event": "win", "wins": [{"seat": 0, "han": 2, "fu": 30}]}, {"event": "end"}]
    if rules.late_per_minute:
        records.insert(1, {"event": "late", "seat": 1, "minutes": 2})
    if rules.substitute_result:
        records.insert(1, {"event": "substitute", "seat": 2, "since": "now"})
    game = told(*records)
    for seat in rules.seats:
        for entry in seat_statement(game.events, game.book, seat, game.rules_of):
            assert entry.section, entry


def test_csv_has_a_row_for_every_event_that_counts():
    """The rows' movements add up to the scores."""
    rows = list(csv.DictReader(io.StringIO(as_csv(told()))))
    assert len(rows) == 13
    for seat, name in enumerate(NAMES):
        assert 30000 + sum(int(row[f"moved {name}"]) for row in rows) == int(rows[-1][name]), seat
    for row in rows:
        on_the_table = int(row["table"]) + int(row["penalties"])
        assert sum(int(row[name]) for name in NAMES) + on_the_table == 120000, row["n"]
    assert any(int(row["table"]) for row in rows)


def test_json_has_everything():
    """What a program wants to know about a game, in one object."""
    record = json.loads(as_json(told()))
    assert record["result"]["totals"] == [-31200, -8700, 21500, -9600]
    assert record["names"] == NAMES
    assert len(record["accounts"]) == 4
    assert record["events"][3] == "win 2<0 4/40"


def test_the_graph_is_a_drawing_of_four_scores():
    """Told apart without colours, and safe against names that look like markup."""
    game = told({**GAME[0], "names": ["<b>", "B & C", '"', "D"]}, *GAME[1:])
    drawing = xml.dom.minidom.parseString(chart(game))
    curves = drawing.getElementsByTagName("polyline")
    assert len(curves) == 4
    assert len({curve.getAttribute("stroke-dasharray") for curve in curves}) == 4
    assert len({curve.getAttribute("points").count(",") for curve in curves}) == 1


def test_a_graph_of_a_game_without_hands_is_drawn_too():
    """A game that was stopped before it began."""
    assert chart(told(GAME[0])).count("<polyline") == 4


def test_sessions_are_added_up_and_the_sum_is_proved():
    """Two games with penalties: the totals add up to them, and the proof says so."""
    games = [told(), told()]
    assert [(one.player, one.total, one.places) for one in standings(games)] == [
        ("C", 43000, [1, 1]),
        ("B", -17400, [3, 3]),
        ("D", -19200, [2, 2]),
        ("A", -62400, [4, 4]),
    ]
    assert str(verify_balance(games[0])) == "-28,000 = penalties -20,000, penalties paid in the game -8,000"


@pytest.mark.parametrize(
    ("records", "proof"),
    [
        (
            [{"event": "start", "rules": "alarm", "scores": [29000, 30000, 30000, 30000], "sticks": 1}],
            "-1,000 = riichi sticks that no player gets -1,000",
        ),
        ([{"event": "start", "rules": "tenhou"}], "0"),
        (
            [{"event": "start"}, {"event": "substitute", "seat": 0, "since": "start"}],
            "-30,000 = uma -15,000, fixed results of substitutes -15,000",
        ),
    ],
)
def test_every_point_that_a_sum_lacks_is_named(records, proof):
    """Sticks for no one, oka that the players put in, fixed results of substitutes."""
    assert str(verify_balance(told(*records, {"event": "end"}))) == proof


def test_records_may_hold_several_games_and_refused_lines():
    """A whole evening in one file."""
    games, refusals = games_from_records(Replay(), [*lines_of(*GAME), b"{", *lines_of(*GAME[:4])])
    assert [game.is_over for game in games] == [True, False]
    assert len(refusals) == 1
    assert refusals[0].startswith("line 17 was not recorded: the line is not JSON")


def test_a_disqualified_player_is_last_over_several_sessions():
    """No matter what was won before (EMA 2016, 5.8)."""
    start = {
        "event": "start",
        "rules": "ema-2016",
        "names": ["A", "B", "C", "D"],
        "scores": [60000, 30000, 20000, 10000],
    }
    games, refusals = games_from_records(
        Replay(), lines_of(start, {"event": "end"}, start, {"event": "disqualify", "seat": 0}, {"event": "end"})
    )
    assert refusals == []
    lines = standing_lines(games)
    assert [line.split()[0] for line in lines[1:5]] == ["B", "C", "D", "A"]
    assert lines[4].rstrip().endswith("places 1 4  disqualified")


def test_a_refused_start_does_not_end_the_game_before():
    """Nothing changes when a record is refused."""
    games, refusals = games_from_records(Replay(), lines_of(*GAME[:4], {"event": "start", "rules": "none"}))
    assert (len(games), len(refusals)) == (1, 1)


@pytest.mark.parametrize("form", ["--csv", "--json", "--svg", "--why"])
def test_the_command_prints_each_form(form, tmp_path, capsys):
    """Exit status 0, something on stdout, nothing on stderr."""
    path = tmp_path / "game.jsonl"
    path.write_bytes(b"\n".join(lines_of(*GAME)))
    assert dispatch.main(["sheet", str(path), form]) == 0
    out, err = capsys.readouterr()
    assert out.strip()
    assert err == ""


def test_the_command_says_what_is_wrong(tmp_path, capsys):
    """No file, no game, two games for one drawing, a refused record."""
    path = tmp_path / "game.jsonl"
    assert dispatch.main(["sheet", str(path)]) == 2
    path.write_text("")
    assert dispatch.main(["sheet", str(path)]) == 1
    path.write_bytes(b"\n".join(lines_of(*GAME)))
    assert dispatch.main(["sheet", str(path), str(path), "--svg"]) == 2
    assert dispatch.main(["sheet", str(path), str(path)]) == 0
    assert "2 sessions added up" in capsys.readouterr().out
    path.write_bytes(b"\n".join(lines_of(*GAME, {"event": "hand"})))
    assert dispatch.main(["sheet", str(path)]) == 1


def test_replay_without_jsonl_prints_the_sheet(tmp_path, capsys):
    """For a person."""
    path = tmp_path / "game.jsonl"
    path.write_bytes(b"\n".join(lines_of(*GAME)))
    assert dispatch.main(["replay", str(path)]) == 0
    assert "EMA Riichi 2016 (ema-2016)" in capsys.readouterr().out


def test_a_player_named_like_a_seat_keeps_their_points_and_their_name(capsys, tmp_path):
    """The names of an account come from who sits there, never from a word in the finished text."""
    names = ["Ann", "seat 0", "seat 1", "the table"]
    path = tmp_path / "game.jsonl"
    records = [{**GAME[0], "names": names}, {"event": "hand"}, {"event": "riichi", "seat": 1}]
    records.append({"event": "win", "wins": [{"seat": 1, "from": 2, "han": 2, "fu": 30}]})
    path.write_bytes(b"\n".join(lines_of(*records)))
    assert dispatch.main(["sheet", str(path), "--why"]) == 0
    account = capsys.readouterr().out.partition("\nseat 0\n")[2].partition("\nseat 1\n")
    assert "ron: from seat 1" in account[0]
    assert "riichi: to the table" in account[0]
    assert "ron: to seat 0" in account[2]
