"""Conditions of the records of a game, one at a time: each side has a case of its own, each bound the value at it."""

from __future__ import annotations

import gzip
import json
import re
from itertools import pairwise
from types import SimpleNamespace

import pytest

from host.table.server_games import START, of_hands, results_only
from tenbo.formats.game_sheet_export import as_csv, as_dict, as_json
from tenbo.formats.logs.file_reader import MOST_BYTES, read_game
from tenbo.game.event_parser import parse_event_record as record_event_of
from tenbo.game.game_report import build_game_report
from tenbo.game.hand_history import history_of
from tenbo.game.jsonl_answers import LONGEST_LINE, error_record, parse_line
from tenbo.game.overall_standings import standings, verify_balance
from tenbo.game.replay import Replay
from tenbo.game.score_chart import chart
from tenbo.game.score_sheet_text import first_refusals, sheet_lines
from tenbo_core.errors import Malformed, StorageFault
from tenbo_core.event_notation import event_of
from tenbo_core.ledger import Ledger

DAISANGEN = {"hand": "23m99p", "win": "4m", "melds": ["pon 555z", "pon 666z", "pon 777z"]}


def history(*lines, names=("A", "B", "C", "D")):
    """Return the history of a game told in words."""
    ledger = Ledger(0)
    for n, line in enumerate(lines):
        ledger.append(event_of(line, n))
    return history_of(ledger, names)


def drawn(*lines):
    """Return the chart of a game told in words."""
    return chart(history(*lines))


# ---------------------------------------------------------------- records


@pytest.mark.parametrize(("by", "asker"), [(None, 4), (0, 0), (6, 6), ("seat 3", 3), ("desk", 4), ("centre", 6)])
def test_who_asked_is_a_number_or_a_name(by, asker):
    """The desk, where nothing is said."""
    assert record_event_of(3, {"event": "hand", "by": by}).by == asker


@pytest.mark.parametrize("by", [-1, 7, True, "table", "", [4], 4.0])
def test_nobody_else_can_have_asked(by):
    """And the field is named."""
    with pytest.raises(Malformed, match="by must be a seat from 0 to 3, desk, referee or centre") as refused:
        record_event_of(3, {"event": "hand", "by": by})
    assert refused.value.at == "by"


@pytest.mark.parametrize("at", [-1, True, "7", 1 << 31])
def test_a_second_is_a_number_from_nothing_on(at):
    """And the field is named."""
    with pytest.raises(Malformed, match="at must be a whole, non-negative number of seconds") as refused:
        record_event_of(3, {"event": "hand", "at": at})
    assert refused.value.at == "at"


def test_a_start_without_switches_is_one_with_none():
    """Whether the field is left out, empty or null."""
    plain = [record_event_of(0, {"event": "start", **more}).plain() for more in ({}, {"set": None}, {"set": {}})]
    assert plain[0] == plain[1] == plain[2] == [0, "start", 4, 0, None, []]


def test_nobody_has_a_name_before_the_first_start():
    """And no one has one after a start that was refused."""
    replay = Replay()
    assert replay.names == ["", "", "", ""]
    assert "error" in replay.answer({"event": "start", "names": ["A", "B", "C", "D"], "honba": -1})
    assert replay.names == ["", "", "", ""]


@pytest.mark.parametrize(("book", "changes", "section"), [
    (None, None, "3.4.2"), ("austria", None, "3.6.2.2"), (None, {"noten_pool": 6000}, "silent: changed by `set`"),
])  # fmt: skip
def test_a_payment_is_told_by_the_book_as_it_was_changed_at_the_start(book, changes, section):
    """What the table plays is no section of any book."""
    replay = Replay(include_moves=True)
    replay.apply({"event": "start", "rules": book, "set": changes})
    replay.apply({"event": "hand"})
    moves = replay.apply({"event": "draw", "tenpai": [0]})["moves"]
    assert {move[-1] for move in moves} == {section}


# ---------------------------------------------------------------- declared hands


@pytest.mark.parametrize(("pao", "said"), [
    ({"seat_wind": "W", "form": "E"}, "field 'form' is not recognised; did you mean from"),
    ({"seat_wind": "S"}, "^winners cannot be liable for their own hand$"),
])  # fmt: skip
def test_who_is_liable_is_refused_by_its_own_words(pao, said):
    """South has won."""
    replay = Replay()
    replay.apply({"event": "start"})
    replay.apply({"event": "hand"})
    win = {"seat": 1, "from": 3, "declared": {**DAISANGEN, "pao": pao}}
    with pytest.raises(Malformed, match=said) as refused:
        replay.apply({"event": "win", "wins": [win]})
    assert refused.value.at.startswith("wins[0].declared.pao")


# ---------------------------------------------------------------- lines and files


def test_a_message_of_five_hundred_letters_is_shown_whole():
    """Of a longer one the beginning and the end, half and half."""
    whole = "a" * 250 + "b" * 250
    assert error_record(Malformed("code", whole, "at"))["message"] == whole
    longer = error_record(Malformed("code", "a" * 250 + "x" + "b" * 250, "at"))["message"]
    assert longer == "a" * 250 + " ... " + "b" * 250


def test_a_line_of_the_most_bytes_is_read_and_a_longer_one_is_not():
    """The mark with which editors of Windows begin a file is no part of it."""
    line = b'{"event":"hand"}'
    assert parse_line(line.ljust(LONGEST_LINE)) == {"event": "hand"}
    assert parse_line("\ufeff".encode() + line) == {"event": "hand"}
    with pytest.raises(Malformed, match="a record has at most 100000"):
        parse_line(line.ljust(LONGEST_LINE + 1))
    for empty in (b"", b" \n"):
        with pytest.raises(Malformed, match="the line is empty; send one JSON object per line"):
            parse_line(empty)


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_a_file_of_the_most_bytes_is_read_and_a_longer_one_is_not(pack):
    """Counted when it is unpacked."""
    game = json.dumps(of_hands(results_only([0, 0, 0], START, ["流局"]))).encode()
    assert len(read_game(pack(game.ljust(MOST_BYTES))).hands) == 1
    with pytest.raises(Malformed, match="more than 4000000 bytes"):
        read_game(pack(game.ljust(MOST_BYTES + 1)))


def test_an_address_is_one_that_begins_as_one():
    """A title may have the words of one in it."""
    game = of_hands(results_only([0, 0, 0], START, ["流局"]), title=["#json={", ""])
    assert read_game(json.dumps(game).encode()).title == "#json={"
    with pytest.raises(Malformed, match=r"neither tenhou\.net/6 JSON"):
        read_game(b"http://localhost/")


@pytest.mark.parametrize(("refused", "shown"), [(5, 5), (6, 6), (7, 6), (8, 6)])
def test_many_refusals_are_shortened_where_that_saves_a_line(refused, shown):
    """Five are told, and how many there are besides."""
    lines = first_refusals([f"line {n}" for n in range(refused)])
    assert len(lines) == shown
    assert (lines[-1] == f"{refused - 5} more lines were not recorded") == (refused > 6)


# ---------------------------------------------------------------- charts


@pytest.mark.parametrize(("apart", "step"), [(59_800, 5_000), (60_000, 5_000), (60_200, 20_000), (65_000, 20_000)])
def test_a_chart_has_larger_steps_where_the_scores_lie_far_apart(apart, step):
    """From more than sixty thousand on."""
    between = (120_000 - apart) // 2
    picture = drawn(f"start ema-2016 scores 0 {apart} {between} {between}")
    grid = [int(score.replace(",", "")) for score in re.findall(r'text-anchor="end">(-?[\d,]+)<', picture)]
    assert {after - before for before, after in pairwise(grid)} == {step}


def test_a_game_of_one_hand_fills_the_whole_chart():
    """From the left to the right."""
    marks = re.findall(r'<text x="(\d+)" y="450" text-anchor="middle">', drawn("start ema-2016", "hand", "draw"))
    assert marks == ["70", "810"]


# ---------------------------------------------------------------- a game told afterwards


def test_an_undo_after_an_undo_took_back_what_stood_then():
    """Not what the first one had taken back already."""
    twice = history("start ema-2016", "hand", "riichi 1", "riichi 2", "undo", "undo", "riichi 3", "undo to 1")
    assert twice.correction_texts() == [
        "event 4 by desk: undo, undone: riichi 2",
        "event 5 by desk: undo, undone: riichi 1",
        "event 7 by desk: undo, undone: riichi 3",
    ]


def test_a_game_begins_with_the_points_at_its_start():
    """No matter what the next event has moved."""
    assert build_game_report(history("start ema-2016", "penalty 0 -1000 now"))["start"] == {
        "n": 0,
        "scores": [30000] * 4,
        "sticks": 0,
    }


def test_each_row_of_a_table_for_other_programs_has_what_its_event_moved():
    """The start moves nothing."""
    rows = as_csv(history("start ema-2016 scores 31000 29000 30000 30000", "penalty 0 -1000 now", "hand")).splitlines()
    assert rows == [
        "n,at,hand,event,moved A,moved B,moved C,moved D,A,B,C,D,table,penalties",
        "0,0,E1-0,start ema-2016 scores 31000 29000 30000 30000,0,0,0,0,31000,29000,30000,30000,0,0",
        "1,0,E1-0,penalty 0 -1000 now,-1000,0,0,0,30000,29000,30000,30000,0,1000",
        "2,0,E1-0,hand,0,0,0,0,30000,29000,30000,30000,0,1000",
    ]


def test_a_long_name_is_cut_above_its_column():
    """One blank parts it from the next one."""
    lines = list(sheet_lines(history("start ema-2016", names=("Annabella", "Benedict", "Carla", "D"))))
    assert lines[2].split() == ["Annabel", "Benedic", "Carla", "D", "table"]


def test_an_entry_of_an_account_has_these_fields_for_other_programs():
    """The words say it with the account at the far end."""
    account = as_dict(history("start ema-2016", "hand", "riichi 1"))["accounts"][1]
    assert account[1] == {
        "n": 2, "where": "E1-0", "source": "seat 1", "target": "the table", "points": -1000,
        "why": "riichi: to the table", "section": "3.3.14, 4.2.1", "balance": 29000,
    }  # fmt: skip


def test_an_account_names_the_account_at_the_far_end():
    """Whom it was from, or to whom it went; no one where a point begins, or where a result is worked out."""
    game = build_game_report(
        history("start ema-2016", "hand", "riichi 1", "win 2<1 1/30", "penalty 2 -1000 now", "end")
    )
    others = [[(entry["points"], entry["other"]) for entry in account] for account in game["accounts"]]
    assert others[1][:3] == [(30000, None), (-1000, 4), (-1000, 2)]
    assert others[2][:4] == [(30000, None), (1000, 1), (1000, 4), (-1000, 5)]
    assert {other for account in others for _, other in account[4:]} == {None}


def test_a_book_that_pays_by_han_alone_names_no_limit_for_what_is_needed():
    """Its units have no such names; where fu count, five han are a mangan no matter what they are."""
    lines = ("scores 50000 30000 30000 10000", "round S hand 4")
    limits = {}
    for book in ("ema-2016", "alarm"):
        needed = build_game_report(history(f"start {book} {' '.join(lines)}", "hand"))["needs"]
        ways = [way for seat in needed for need in seat for way in need["ways"]]
        assert ways
        limits[book] = {way["limit"] for way in ways if not way["fu"]}
        assert {way["limit"] for way in ways if way["fu"] or way["yakuman"]} <= {""}
    assert limits["alarm"] == {""}
    assert {"mangan", "haneman"} & limits["ema-2016"]


def test_a_correction_on_a_sheet_is_wrapped_behind_ninety_four_letters():
    """What just finds room stays on one line."""
    for letters, parts in ((34, 1), (35, 2)):
        undo = history("start ema-2016", "hand", "riichi 1", f'undo "{"x" * 15} {"y" * letters}"')
        (line,) = undo.correction_texts()
        corrections = "".join(sheet_lines(undo)).partition("Corrections\n")[2].splitlines()
        assert len("  " + line) == 94 + parts - 1
        assert len(corrections) == parts
        assert corrections[0].startswith("  event")
        assert all(one.startswith("    ") for one in corrections[1:])


def test_names_stand_in_json_as_they_are_written():
    """A person may read it, too."""
    written = as_json(history("start ema-2016", names=("千代", "B", "C", "D")))
    assert '"千代"' in written
    assert written.startswith('{\n "rules": "ema-2016",\n')


def test_each_penalty_after_the_game_is_an_entry_of_its_own():
    """With its own points."""
    account = as_dict(history("start ema-2016", "penalty 1 -1000 after_uma", "penalty 1 -500 after_uma", "end"))
    owed = [entry["points"] for entry in account["accounts"][1] if entry["why"] == "penalty after the game"]
    assert owed == [-1000, -500]


def test_players_with_the_same_total_stand_in_the_order_of_their_names():
    """Anyone who was told of first."""
    places = [(one.place, one.player) for one in standings([history("start ema-2016", names=("D", "B", "C", "A"))])]
    assert places == [(1, "A"), (1, "B"), (1, "C"), (1, "D")]


@pytest.mark.parametrize("wrong", ["scores", "totals"])
def test_points_and_totals_that_do_not_add_up_are_a_fault_of_ours(wrong):
    """No one adds such sessions up."""
    game = history("start ema-2016", "hand", "win 1<0 3/40", "end")
    table, result = game.table, game.result
    assert verify_balance(game).total == sum(result.totals)
    if wrong == "scores":
        table.accounts[0] += 100
    else:
        result.totals[0] += 100
    with pytest.raises(StorageFault, match="do not add up") as fault:
        verify_balance(SimpleNamespace(table=table, result=result))
    assert fault.value.at == wrong
