"""A game as a page tells it: every point is accounted for, and what was put right stays to be read."""

from __future__ import annotations

import pytest

from tenbo.game.game_report import build_game_report, event_json
from tenbo.game.hand_history import history_of
from tenbo_core.event_notation import event_of
from tenbo_core.ledger import Ledger

GAME = (
    "start ema-2016", 'name 1 "Bo"', "hand 1+2", "riichi 2", "win 1<0 3/40", "hand", "riichi 0", "draw tenpai 0 2",
    "penalty 3 -1000", "hand", "riichi 1",
)  # fmt: skip
PUT_RIGHT = ('correct 4 "a fu was forgotten": win 1<0 3/50', "swap 2 3 of 5", "undo")


def game(*lines):
    """Return a game as it is told."""
    ledger = Ledger(0)
    for n, line in enumerate(lines):
        ledger.append(event_of(line, n))
    return build_game_report(history_of(ledger, [""] * 4)), ledger.table


def test_every_hand_says_who_paid_whom_and_by_which_section():
    story, table = game(*GAME)
    first, second, between, running = story["hands"]
    assert [act["kind"] for act in first["acts"]] == ["hand", "riichi", "win"]
    assert first["acts"][-1]["fields"]["wins"] == [
        {"seat": 1, "from": 0, "han": 3, "fu": 40, "yakuman": 0, "pao": None, "pao_yakuman": 0, "pao_other": None}
    ]
    assert [(move["from"], move["to"], move["points"], move["why"]) for move in first["moves"]] == [
        (2, 4, 1000, "riichi"), (0, 1, 5200, "ron"), (4, 1, 1000, "sticks"),
    ]  # fmt: skip
    assert {move["section"] for move in first["moves"]} == {"3.3.14, 4.2.1", "4.1.3", "4.1"}
    assert (first["where"], second["where"], between["where"], running["where"]) == ("E1-0", "E2-0", "E3-1", "E3-1")
    assert [hand["runs"] for hand in story["hands"]] == [False, False, False, True]
    assert running["scores"] == table.scores


@pytest.mark.parametrize("lines", [GAME, GAME + PUT_RIGHT[:1], GAME + PUT_RIGHT[:2], (*GAME, "end")])
def test_all_that_moved_adds_up_to_the_scores_in_every_hand_and_account(lines):
    """A player asks why the points are what they are: no point without a line."""
    story, table = game(*lines)
    scores = story["start"]["scores"]
    for hand in story["hands"]:
        moved = [0] * 6
        for move in hand["moves"]:
            moved[move["from"]] -= move["points"]
            moved[move["to"]] += move["points"]
        assert moved[:4] == hand["deltas"]
        scores = [score + delta for score, delta in zip(scores, hand["deltas"], strict=True)]
        assert scores == hand["scores"]
    assert scores == table.scores
    for seat, account in enumerate(story["accounts"]):
        in_game = [entry for entry in account if entry["where"] != "result"]
        assert in_game[-1]["balance"] == table.scores[seat]
        assert sum(entry["points"] for entry in account) == account[-1]["balance"]


def test_a_correction_shows_what_was_before_and_what_is_now():
    """Nothing disappears: who looks later sees both."""
    story, _ = game(*GAME, *PUT_RIGHT)
    correction, swap, undo = story["repairs"]
    assert correction["fields"]["why"] == "a fu was forgotten"
    assert correction["before"][0]["fields"]["wins"][0]["fu"] == 40
    assert correction["now"][0]["fields"]["wins"][0]["fu"] == 50
    assert [correction["now"][0][name] for name in ("n", "kind", "by", "at")] == [0, "win", 4, 0]
    assert (swap["fields"]["seats"], swap["before"]) == ([2, 3], [])
    assert [act["kind"] for act in undo["before"]] == ["swap"]
    assert story["hands"][0]["acts"][-1]["fields"]["wins"][0]["fu"] == 50
    # The number of the replaced event is kept: the hand can be corrected once more.
    assert story["hands"][0]["acts"][-1]["n"] == 4
    assert story["last"] == len(GAME) + 2


def test_a_seat_is_told_what_it_needs_for_each_place_and_a_dead_hand_nothing():
    story, _ = game("start ema-2016 scores 32000 30000 30000 28000 round S hand 4", "hand", "dead_hand 0")
    assert story["needs"][0] == []
    second = {(need["place"], need["from"]): need["ways"] for need in story["needs"][1]}
    assert second[1, 1][0] == {"han": 2, "fu": 30, "yakuman": 0, "limit": ""}
    # East is 4,000 behind: 640 and 640 times six are not enough, 800 are.
    last = [need for need in story["needs"][3] if need["place"] == 1 and need["from"] == 2]
    assert [(way["han"], way["fu"]) for way in last[0]["ways"]] == [(3, 25), (2, 50), (1, 90)]
    assert game("start ema-2016", "hand", "end")[0]["needs"] == [[], [], [], []]


def test_a_limit_is_named_where_fu_do_not_matter():
    story, _ = game("start ema-2016 scores 50000 30000 30000 10000 round S hand 4", "hand")
    named = {way["limit"] for need in story["needs"][3] for way in need["ways"] if not way["fu"] and not way["yakuman"]}
    assert named & {"mangan", "haneman", "baiman", "sanbaiman"}
    assert "" not in named


@pytest.mark.parametrize(("line", "fields"), [
    ("hand", {}), ("penalty 0 -1000", {"seat": 0, "points": -1000}),
    ("penalty 0 -1000 now", {"seat": 0, "points": -1000, "when": "now"}), ("draw", {"tenpai": []}),
    ("draw tenpai 0 nagashi 2", {"tenpai": [0], "nagashi": [2]}), ("undo", {}), ("chombo 1", {"seats": [1]}),
    ("win 1<0 3/40", {"wins": [{"seat": 1, "from": 0, "han": 3, "fu": 40, "yakuman": 0}]}),
])  # fmt: skip
def test_an_act_has_the_fields_that_were_said(line, fields):
    """What was left out is not there."""
    told = event_json(event_of(line, 7))["fields"]
    if "wins" in told:
        told["wins"] = [{name: win[name] for name in fields["wins"][0]} for win in told["wins"]]
    assert told == fields
