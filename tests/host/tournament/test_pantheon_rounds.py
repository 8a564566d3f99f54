"""Hands as the rounds of a Pantheon: each kind of hand, and what has no round there."""

from __future__ import annotations

import json

import pytest

from tenbo.formats.pantheon_games import played_games, requests_jsonl
from tenbo.formats.pantheon_sync import normalize_answer
from tenbo.tournament.table_result import all_sheets
from tenbo_core.errors import Refused

from .test_results import PLAYED, SEATED, game, tournament

NOTHING = {"dora": 0, "uradora": 0, "kandora": 0, "kanuradora": 0, "openHand": False}


def told(*lines, records=()):
    """Return the game of table 3 in session 1, with players 11 to 14, as it is told."""
    held = tournament(SEATED, PLAYED, *records)
    games = {"aa": game(*lines)}
    return played_games(held, all_sheets(held, lambda at: games[at.ledger]), lambda at: games[at.ledger])[0]


@pytest.mark.parametrize(
    ("lines", "round_"),
    [
        (
            ("riichi 2", "win 2<0 3/40"),
            {"ron": {"roundIndex": 1, "honba": 0, "riichiBets": [13], "loserId": 11, "winnerId": 13, "han": 3, "fu": 40,
                     "yaku": [33], **NOTHING}},
        ),
        (
            ("riichi 2", "win 2 5/30"),
            {"tsumo": {"roundIndex": 1, "honba": 0, "riichiBets": [13], "winnerId": 13, "han": 5, "fu": 0,
                       "yaku": [33, 36], **NOTHING}},
        ),
        (
            ("riichi 0", "win 3<0 2/30  1<0 1/40"),
            {"multiron": {"roundIndex": 1, "honba": 0, "riichiBets": [11], "loserId": 11, "multiRon": 2, "wins": [
                {"winnerId": 14, "han": 2, "fu": 30, "yaku": [], **NOTHING},
                {"winnerId": 12, "han": 1, "fu": 40, "yaku": [], **NOTHING}]}},
        ),
        (
            ("win 1<2 yakuman:1 pao 3",),
            {"ron": {"roundIndex": 1, "honba": 0, "riichiBets": [], "loserId": 13, "winnerId": 12, "han": -1, "fu": 0,
                     "yaku": [], **NOTHING, "paoPlayerId": 14}},
        ),
        (
            ("riichi 1", "draw tenpai 0 1"),
            {"draw": {"roundIndex": 1, "honba": 0, "riichiBets": [12], "tempai": [11, 12]}},
        ),
        (("chombo 2",), {"chombo": {"roundIndex": 1, "honba": 0, "loserId": 13}}),
    ],
)  # fmt: skip
def test_each_kind_of_hand_is_the_round_that_the_interface_has(lines, round_):
    """Players by number, stakes of this hand, limit hands without fu, yakuman as negative han."""
    found = told("start ema-2016", "hand", *lines)
    assert [one.data for one in found.rounds] == [round_]
    assert (found.provisional, found.cut_short, found.untold) == (True, False, [])


def test_books_with_other_hands_have_them_too():
    """Aborted hands, nagashi, and the one of several callers that is paid."""
    found = told("start tenhou", "hand", "riichi 3", "abort nine_terminals", "hand", "draw tenpai 1 nagashi 2")
    assert [one.data for one in found.rounds] == [
        {"abort": {"roundIndex": 1, "honba": 0, "riichiBets": [14]}},
        {"nagashi": {"roundIndex": 1, "honba": 1, "riichiBets": [], "tempai": [12], "nagashi": [13]}},
    ]
    found = told("start ema-2016 round S hand 2 honba 3", "hand", "draw tenpai 1")
    assert found.rounds[0].data == {"draw": {"roundIndex": 6, "honba": 3, "riichiBets": [], "tempai": [12]}}
    found = told("start m-league", "hand", "win 3<0 2/30  1<0 1/40")
    assert found.rounds[0].data["ron"]["winnerId"] == 12


def test_what_was_undone_or_put_right_is_told_as_it_counts():
    """The server never sees the slip; the scores after each hand are those of the game as it counts."""
    found = told(
        "start ema-2016",
        "hand",
        "win 1<0 3/40",
        "undo",
        "win 2<0 3/40",
        "hand",
        "draw tenpai 0",
        "correct 4: win 3<0 3/40",
    )
    assert [next(iter(one.data)) for one in found.rounds] == ["ron", "draw"]
    assert found.rounds[0].data["ron"]["winnerId"] == 14
    found = told("start ema-2016", "hand", "win 1<0 3/40", "undo", "win 2<0 3/40", "hand", "redeal", "hand", "end")
    assert [one.data["ron"]["winnerId"] for one in found.rounds] == [13]
    assert found.rounds[0].scores == [24800, 30000, 35200, 30000]
    assert (found.cut_short, found.provisional) == (True, False)


def test_what_has_no_round_there_is_said():
    """Anyone who compares the totals must know why they differ."""
    penalty = ("penalty", {"session": 1, "table": 3, "seat": 1, "points": -1000, "why": "late"})
    correct = ("correct", {"session": 1, "table": 3, "scores": [30000] * 4, "why": "sheet"})
    lines = ("start ema-2016", "hand", "penalty 0 -1000", "draw tenpai", "substitute 1 now", "end")
    assert told(*lines, records=(penalty, correct)).untold == [
        "a penalty at the table", "the fixed result of a substitute",
        "the desk's correction of the scores: on the server the hands lead to other scores", "the desk's penalties",
    ]  # fmt: skip
    first, *others = (json.loads(line) for line in requests_jsonl([told(*lines)]).splitlines())
    assert first["untold"] == ["a penalty at the table", "the fixed result of a substitute"]
    assert not any("untold" in line for line in others)
    broken = told("hand")
    assert (broken.rounds, len(broken.untold), broken.cut_short, broken.provisional) == ([], 1, False, True)
    assert told(*lines, records=(("lock", {"session": 1, "table": 3, "last": 1}),)).rounds == []


def test_a_locked_game_is_told_up_to_the_event_that_was_locked_and_with_it():
    """The event that ends the last hand is the one a desk locks a sheet with."""
    lines = ("start ema-2016", "hand", "draw tenpai", "hand", "win 1<0 3/40", "hand")
    hands = [
        len(told(*lines, records=(("lock", {"session": 1, "table": 3, "last": last}),)).rounds) for last in range(6)
    ]
    assert hands == [0, 0, 1, 1, 2, 2]


def test_a_game_is_a_file_of_requests_in_order():
    """With where each belongs; of a game that goes on it is said."""
    lines = [
        json.loads(line)
        for line in requests_jsonl([told("start ema-2016", "hand", "draw tenpai 1", "end")]).splitlines()
    ]
    assert [line["method"] for line in lines] == ["StartGame", "AddRound", "EndGame"]
    assert lines[0] == {
        "session": 1, "table": 3, "method": "StartGame", "request": {"eventId": 0, "players": [11, 12, 13, 14]},
    }  # fmt: skip
    assert lines[1]["request"]["sessionHash"] == lines[2]["request"]["sessionHash"] == "session 1 table 3"
    running = requests_jsonl([told("start ema-2016", "hand", "draw tenpai 1")]).splitlines()
    assert [json.loads(line)["provisional"] for line in running] == [True, True]
    with pytest.raises(Refused, match="there is no game to export: scores that were typed have no hands"):
        requests_jsonl([])


def test_answers_are_read_in_either_spelling():
    """Defaults are left out there, and some servers write names with underlines."""
    answer = {"session_hash": "a", "rounds": [{"round": {"ron": {"fu": 0, "winner_id": 3}}}], "is_finished": False}
    assert normalize_answer(answer) == {"sessionHash": "a", "rounds": [{"round": {"ron": {"winnerId": 3}}}]}
