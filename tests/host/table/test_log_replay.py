"""A recorded game told again: how it begins, what is concluded from the next hand, what is compared at its end."""

from __future__ import annotations

import json
import re

import pytest

from host.table.server_games import START, example, of_hands, results_only
from tenbo.formats.logs.json_log import read as read_json
from tenbo.formats.logs.rule_inference import convert_with_inferred_rules
from tenbo.game.hand_history import END_REASONS

NOTHING = ["流局", [0, 0, 0, 0]]
DRAWN = ["流局", [1500, -1500, 1500, -1500]]
OF_NAGASHI = ["流し満貫", [12000, -4000, -4000, -4000]]


def starts(where, scores, **more):
    """Return a game of one hand that begins somewhere."""
    return of_hands(results_only([*where], [*scores], NOTHING), **more)


@pytest.mark.parametrize(("where", "scores", "fields"), [
    ((0, 0, 0), START, None),
    ((1, 0, 0), START, {"hand": 2}),
    ((4, 0, 0), START, {"round": "S"}),
    ((0, 1, 0), START, {"honba": 1}),
    ((0, 0, 1), [25000, 25000, 25000, 24000], {"sticks": 1}),
    ((0, 0, 4), [24000] * 4, {"sticks": 4}),
    ((0, 0, 0), [24000, 24000, 26000, 26000], {}),
    ((7, 3, 2), [30000, 20000, 25000, 23000], {"round": "S", "hand": 4, "honba": 3, "sticks": 2}),
])  # fmt: skip
def test_a_game_that_begins_in_its_middle_is_told_from_there(imported, where, scores, fields):
    """Only where the first hand is not the first of a game with equal points."""
    _, records, _ = imported(starts(where, scores))
    begun = {"event": "start", "rules": "tenhou", "names": ["Anna", "Ben", "Carla", "Dai"]}
    if fields is not None:
        begun |= {"scores": [*scores], "round": "E", "hand": 1, "honba": 0, "sticks": 0, **fields}
    assert {name: value for name, value in records[0].items() if name != "set"} == begun


def test_the_title_of_a_record_is_the_comment_of_its_start(imported):
    """And there is none without one."""
    assert imported(starts((0, 0, 0), START, title=["Club", "May"]))[1][0]["comment"] == "Club May"
    assert "comment" not in imported(starts((0, 0, 0), START))[1][0]


# ---------------------------------------------------------------- who was tenpai


@pytest.mark.parametrize(("end", "following", "tenpai"), [
    (["流局"], [0, 1, 0], [0, 1, 2, 3]), (["流局"], [1, 1, 0], []), (["流局"], [4, 1, 0], []), (["流局"], None, []),
    (OF_NAGASHI, [0, 1, 0], [0]), (OF_NAGASHI, [1, 1, 0], []), (OF_NAGASHI, None, []),
])  # fmt: skip
def test_who_was_tenpai_follows_from_who_deals_next(imported, end, following, tenpai):
    """The dealer goes on dealing when tenpai; a draw that moved nothing had all four so, or no one."""
    scores = [start + moved for start, moved in zip(START, [*end[1:], [0] * 4][0], strict=True)]
    after = [] if following is None else [results_only(following, scores, NOTHING)]
    _, records, _ = imported(of_hands(results_only([0, 0, 0], START, end), *after))
    assert records[2]["tenpai"] == tenpai
    assert ("nagashi" in records[2]) == (end[0] == "流し満貫")


def test_the_dealer_of_a_later_hand_is_the_one_who_was_tenpai(imported):
    """Not the seat that began."""
    end = ["流し満貫", [-4000, 8000, -2000, -2000]]
    later = results_only([2, 1, 0], [21000, 33000, 23000, 23000], NOTHING)
    _, records, _ = imported(of_hands(results_only([2, 0, 0], START, end), later))
    assert (records[2]["tenpai"], records[2]["nagashi"]) == ([2], [1])


# ---------------------------------------------------------------- what differs


def test_sticks_that_differ_are_told_and_the_game_goes_on(imported):
    """The record has two where no one declared riichi."""
    first = results_only([0, 0, 0], START, DRAWN)
    further = [results_only([0, honba, 2], [26500, 23500, 26500, 23500], NOTHING) for honba in (1, 2)]
    status, records, said = imported(of_hands(first, *further))
    assert status == 1
    assert "E1-1: riichi sticks on the table: 2 in the record, 0 under this rule book" in said
    assert [record["event"] for record in records] == ["start", "hand", "draw", "hand", "draw", "hand", "draw"]
    assert "left out" not in said


def test_a_hand_that_our_rules_do_not_allow_is_told_with_the_reason(imported):
    """And it is left out, with all that follows."""
    seats = [[[11, 19, 21, 29, 31, 39, 41, 42, 43, 44, 45, 46, 47], [44], ["r60"]], *[[[], [], []]] * 3]
    hand = [[0, 0, 0], START, [11], [], *(part for seat in seats for part in seat), DRAWN]
    hand[16] = ["流局", [-1000, 3000, -1000, -1000]]
    _, records, said = imported(of_hands(hand, results_only([0, 0, 0], START, DRAWN)))
    assert (
        "E1-0: the game cannot continue from this hand under this rule book: seat 0 is in riichi: mark "
        "it tenpai, or record a chombo"
    ) in said
    assert said.count("the game cannot continue from this hand") == 1
    assert "the last 2 hands are left out" in said
    assert [record["event"] for record in records] == ["start", "hand", "riichi"]


@pytest.mark.parametrize(("further", "said"), [(1, "the last hand is left out"), (3, "the last 3 hands are left out")])
def test_how_many_hands_are_left_out_is_told(imported, further, said):
    """From the first on that the book cannot tell."""
    wrong = [results_only([2, 0, 0], START, NOTHING)] * further
    _, records, told = imported(of_hands(results_only([0, 0, 0], START, DRAWN), *wrong))
    assert said in told
    assert told.count("the record continues with this hand") == 1
    assert len(records) == 3


def test_whoever_has_no_name_is_told_by_the_wind_alone(imported):
    """The wind is that of the hand."""
    end = ["和了", [0, 1000, 0, -1000], [1, 3, 1, "30符1飜1000点", "燕返し(1飜)"]]
    tiles = [[13, 14, 22, 23, 24, 26, 27, 28, 34, 35, 36, 28, 28], [], []]
    other = [[11, 12, 13, 21, 22, 23, 31, 32, 33, 41, 42, 43, 44], [12], [60]]
    hand = [[2, 0, 0], START, [11], [], *other, *tiles, *other, *other, end]
    assert "E3-0 North Ben: the record says" in imported(of_hands(hand))[2]
    assert "E3-0 North: the record says" in imported(of_hands(hand) | {"name": None})[2]


# ---------------------------------------------------------------- the archive

OF_SIMPLES = [13, 14, 22, 23, 24, 26, 27, 28, 34, 35, 36, 28, 28]
NO_HAND = [[11, 19, 21, 29, 31, 39, 41, 42, 43, 44, 45, 46, 47], [44], [60]]


def archived(imported, end, *, kyoku=0, disp="般南喰赤", winner=OF_SIMPLES, drawn=()):
    """Return the hand of seat 1 as it is kept for an audit; seat 3 discards 2m."""
    seats = [NO_HAND, [winner, [*drawn], []], NO_HAND, [NO_HAND[0], [12], [60]]]
    hand = [[kyoku, 0, 0], [30000] * 4, [11], [24], *(part for seat in seats for part in seat), end]
    _, kept, _ = imported(of_hands(hand, disp=disp) | {"rule": {"disp": disp}}, "--hands")
    return kept


def test_a_hand_for_an_audit_is_the_declared_one_with_what_was_recorded(imported):
    """Its seat and round as winds, the switches but the points at the start, and no fu where the record has none."""
    end = ["和了", [0, 2000, 0, -2000], [1, 3, 1, "30符2飜2000点", "断幺九(1飜)", "ドラ(1飜)"]]
    tiles = {"hand": "3m4m2p3p4p6p7p8p8p8p4s5s6s", "win": "2m", "dora": ["1m"]}
    expect = {"yaku": [["tanyao", 1]], "han": 2, "fu": 30, "value": 2000}
    known = {
        "id": "game.log E1-0 1",
        "rules": "tenhou",
        **tiles,
        "by": "ron",
        "seat": "S",
        "round": "E",
        "expect": expect,
    }
    assert archived(imported, end) == [known]
    west = known | {"id": "game.log S3-0 1", "seat": "N", "round": "S"}
    assert archived(imported, end, kyoku=6) == [west]
    end[2][3] = "満貫"
    bare = known | {"expect": {"yaku": [["tanyao", 1]], "han": 2}, "set": {"red_fives": 0}}
    assert archived(imported, end, disp="般南喰") == [bare]
    drawn = ["和了", [0, 2000, 0, -2000], [1, 1, 1, "30符2飜2000点", "断幺九(1飜)", "ドラ(1飜)"]]
    assert archived(imported, drawn, drawn=[12]) == [known | {"by": "tsumo"}]


def test_a_yakuman_for_an_audit_has_its_number_and_who_is_liable(imported):
    """By ron with the discarder as well: both pay."""
    dragons = [13, 14, 22, 22, 45, 45, 45, 46, 46, 46, 47, 47, 47]
    tiles = {"hand": "3m4m2p2p5z5z5z6z6z6z7z7z7z", "win": "2m", "dora": ["1m"], "seat": "S", "round": "E"}
    ron = ["和了", [0, 32000, -16000, -16000], [1, 3, 2, "役満32000点", "大三元(役満)"]]
    known = {"id": "game.log E1-0 1", "rules": "tenhou", **tiles, "by": "ron"}
    expect = {"yakuman": 1, "value": 32000}
    both = known | {"pao": {"seat_wind": "W", "from": "N"}, "expect": expect}
    assert archived(imported, ron, winner=dragons) == [both]
    tsumo = ["和了", [0, 32000, -32000, 0], [1, 1, 2, "役満32000点", "大三元(役満)"]]
    alone = known | {"by": "tsumo", "pao": {"seat_wind": "W"}, "expect": expect}
    assert archived(imported, tsumo, winner=dragons, drawn=[12]) == [alone]


def test_the_winners_of_a_record_are_told_as_ours_are(imported):
    """A self-drawn win is from no one, a ron from the discarder."""
    ron = ["和了", [1500, 0, 0, -1500], [0, 3, 0, "30符1飜1500点", "断幺九(1飜)"]]
    _, records, _ = imported(of_hands(results_only([0, 0, 0], START, ron)))
    assert records[-1] == {"event": "win", "wins": [{"seat": 0, "from": 3, "han": 1, "fu": 30}]}
    tsumo = ["和了", [1500, -500, -500, -500], [0, 0, 0, "30符1飜500点∀", "断幺九(1飜)"]]
    status, records, said = imported(of_hands(results_only([0, 0, 0], START, tsumo)))
    assert records[-1] == {"event": "win", "wins": [{"seat": 0, "han": 1, "fu": 30}]}
    assert (status, "the end of the game is missing: it is imported as unfinished" in said) == (0, True)


# ---------------------------------------------------------------- the end


@pytest.mark.thorough("seconds of a processor")
@pytest.mark.parametrize(("totals", "differs"), [
    ([59.8, 2.9, -24.3, -38.4], False), ([60, 3, -24, -38], False), ([62, 3, -24, -38], False),
    ([57, 3, -24, -38], False), ([63, 3, -24, -38], True), ([56, 3, -24, -38], True),
    ([60, 2, -24, -38], False), ([60, 4, -24, -38], True), ([60, 1, -24, -38], True),
    ([60, 3, -25, -39], False), ([60, 3, -26, -38], True), ([60, 3, -24, -40], True), ([60, 3, -24, -37], True),
    ([59.8, 2.9, -24.3, -38.3], True), ([59.801, 2.9, -24.3, -38.4], True),
    ([59.8, 3, -24, -38], True), ([59.9, 2.9, -24.3, -38.4], True),
])  # fmt: skip
def test_whole_thousands_are_taken_for_rounded_and_all_else_as_it_is(imported, totals, differs):
    """Anyone who is first gets what the rounding of the others leaves."""
    game = example()
    game["sc"][1::2] = totals
    status, _, said = imported(game)
    assert (status == 1) == ("result: the record's totals are" in said) == differs


def test_points_at_the_end_that_differ_are_told_for_all_seats(imported):
    """As the record has them, and here."""
    game = example()
    game["sc"][0] += 100
    said = imported(game)[2]
    result = next(line for line in said.splitlines() if line.startswith("result: "))
    assert re.findall(r"\d{5} \d{5} \d{5} \d{5}", result) == ["49900 22900 15700 11600", "49800 22900 15700 11600"]


def test_a_result_is_compared_only_where_all_else_agrees(imported):
    """Else it would be told twice."""
    game = example()
    game["sc"][0] += 100
    game["log"][1][16][1][2] = 4300
    said = imported(game)[2]
    assert "points moved" in said
    assert "result:" not in said


def test_a_record_that_ends_where_no_book_does_is_stopped_by_hand(imported):
    """After one draw, with points and totals at its end."""
    game = of_hands(results_only([0, 0, 0], START, DRAWN), sc=[26500, 26.5, 23500, -6.5, 26500, 6.5, 23500, -26.5])
    _, records, said = imported(game)
    assert records[-1] == {"event": "end"}
    assert (
        "the record ends before the game is over under this rule book: the game is imported as stopped by hand"
    ) in said
    assert "unfinished" not in said
    del game["sc"]
    _, records, said = imported(game)
    assert records[-1]["event"] == "draw"
    assert "stopped by hand" not in said


def test_what_a_record_says_of_its_own_length_is_not_stopped_by_hand(imported):
    """A game of east alone, told as one that could go on: the book is fitted to where the record ends."""
    game = example()
    game["rule"]["disp"] = "般南喰赤"
    status, records, said = imported(game)
    assert (status, records[-1]["event"]) == (0, "win"), said
    assert "scored under the rule book tenhou with length east" in said


# ---------------------------------------------------------------- the book is fitted to the record

MANGAN = [1, 3, 1, "満貫8000点", "清一色(5飜)"]
OVER_ALL = [3, 3, 3, "満貫4000点∀", "清一色(5飜)"]
BEHIND = [25000, 33000, 25000, 17000]
LEADING = [20000, 20000, 20000, 40000]
# A bust, a leading dealer in the last hand, the end of the east and that of the south, each with one hand more.
GO_ON = {
    "bust": [
        results_only([0, 0, 0], START, ["和了", [0, 32000, 0, -32000], [1, 3, 1, "役満32000点", "国士無双(役満)"]]),
        results_only([1, 0, 0], [25000, 57000, 25000, -7000], NOTHING),
    ],
    "agari_yame": [
        results_only([7, 0, 0], LEADING, ["和了", [-4000, -4000, -4000, 12000], OVER_ALL]),
        results_only([7, 1, 0], [16000, 16000, 16000, 52000], NOTHING),
    ],
    "length": [
        results_only([2, 0, 0], [25000, 25000, 25000, 25000], ["和了", [0, 8000, 0, -8000], MANGAN]),
        results_only([3, 0, 0], BEHIND, NOTHING),
        results_only([4, 1, 0], BEHIND, NOTHING),
    ],
    "extension": [results_only([7, 0, 0], START, NOTHING), results_only([8, 1, 0], START, NOTHING)],
}


@pytest.mark.parametrize(("switch", "book", "disp", "ends", "instead"), [
    ("bust", "tenhou", "般南喰赤", "true", False), ("agari_yame", "tenhou", "般南喰赤", "true", False),
    ("length", "tenhou", "般東喰赤", "east", None), ("extension", "ema-2016", "般南喰赤", "none", "target"),
])  # fmt: skip
def test_a_game_that_goes_on_is_told_by_a_book_that_lets_it_go_on(imported, switch, book, disp, ends, instead):
    """Unless the switch was given: then the rest is left out, and one sentence says why."""
    game = of_hands(*GO_ON[switch], disp=disp)
    status, records, said = imported(game, "--rules", book)
    assert status == 0, said
    assert records[0].get("set", {}).get(switch) == instead
    assert [record["event"] for record in records].count("hand") == len(GO_ON[switch])
    status, records, said = imported(game, "--rules", book, "--set", f"{switch}={ends}")
    assert status == 1
    assert said.count("under this rule book the game ended before this hand") == 1
    assert [record["event"] for record in records].count("hand") == len(GO_ON[switch]) - 1
    assert said.count("the game cannot continue from this hand") == 0


@pytest.mark.parametrize(("switch", "book", "change", "why"), [
    ("bust", "tenhou", True, "ended_below_zero"), ("agari_yame", "tenhou", True, "ended_by_leading_dealer"),
    ("length", "tenhou", "east", "ended_after_last_hand"), ("extension", "ema-2016", "none", "ended_after_last_hand"),
])  # fmt: skip
def test_why_the_book_has_ended_the_game_is_a_sentence_of_its_own(switch, book, change, why):
    """Not the code that the table has for it, which no page could translate."""
    game = read_json(json.dumps(of_hands(*GO_ON[switch])))
    conversion = convert_with_inferred_rules(game, book, {switch: change})
    assert conversion.over_too_early in END_REASONS
    [said] = [said for _, said in conversion.places if getattr(said, "code", "") == "log_game_over_before"]
    assert said.values["why"].code == why


# East is over with a leader, no one leads at the end of the south, and no one at the end of east.
LED, LEVEL = [31000, 26000, 24000, 19000], [26800, 26000, 24000, 23200]
FROM_FIRST = ["和了", [-4200, 0, 0, 4200], [3, 0, 3, "30符3飜3900点", "混一色(3飜)"]]
OF_EAST = [results_only([3, 0, 0], LED, NOTHING)]
OF_SOUTH = [
    *OF_EAST, results_only([4, 1, 0], LED, FROM_FIRST),
    *(results_only([5 + honba, honba, 0], LEVEL, NOTHING) for honba in range(3)),
]  # fmt: skip


@pytest.mark.parametrize(("hands", "scores", "switches"), [
    (OF_EAST, LED, {"length": "east"}), (OF_SOUTH, LEVEL, {"extension": "none"}),
    ([results_only([3, 0, 0], LEVEL, NOTHING)], LEVEL, {"length": "east", "extension": "none"}),
])  # fmt: skip
def test_a_game_that_ends_is_told_by_a_book_that_ends_it(imported, hands, scores, switches):
    """With as few changes as are needed, and none of what was given."""
    totals = [points / 1000 + more for points, more in zip(scores, (10, -20, -40, -50), strict=True)]
    game = of_hands(*hands, sc=[part for pair in zip(scores, totals, strict=True) for part in pair])
    status, records, said = imported(game)
    assert (status, records[-1]["event"]) == (0, "draw"), said
    assert {name: value for name, value in records[0]["set"].items() if name in ("length", "extension")} == switches
    for name, value in (("length", "hanchan"), ("extension", "target")):
        if name in switches:
            _, records, said = imported(game, "--set", f"{name}={value}")
            assert records[-1]["event"] == "end"
            assert "the game is imported as stopped by hand" in said
