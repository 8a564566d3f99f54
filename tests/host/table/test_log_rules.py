"""By which book a recorded game is told: what its words, its scores and its wins show of the rules, one at a time."""

from __future__ import annotations

import json

import pytest

from host.table.server_games import START, of_hands, results_only
from tenbo.formats.logs import rule_inference
from tenbo.formats.logs.json_log import read
from tenbo.formats.logs.recorded_game import ABORT, DRAW, WIN, RecordedGame, RecordedHand, RecordedWin, RecordedWorth
from tenbo_core.errors import Malformed

DRAWN = results_only([0, 0, 0], START, ["流局", [1500, -1500, 1500, -1500]])
TILES = [[11, 12, 13, 14, 15, 16, 17, 18, 19, 21, 22, 23, 24], [], []]


def rules_of(**rule):
    """Return what a record's rule says, as switches."""
    return read(json.dumps(of_hands(DRAWN) | {"rule": rule})).rules


@pytest.mark.parametrize(("rule", "switches"), [
    ({}, {}),
    ({"aka": 0}, {"red_fives": 0}),
    ({"aka": 1}, {"red_fives": 3}),
    ({"aka51": 0, "aka52": 0, "aka53": 0}, {"red_fives": 0}),
    ({"aka51": 0, "aka52": 1, "aka53": 0}, {"red_fives": 3}),
    ({"aka": "1"}, {}),
    ({"disp": "club"}, {"red_fives": 0}),
    ({"disp": "club 赤"}, {"red_fives": 3}),
    ({"disp": "club 赤", "aka": 0}, {"red_fives": 0}),
    ({"disp": "般東喰赤"}, {"red_fives": 3, "length": "east"}),
    ({"disp": "般南喰赤"}, {"red_fives": 3}),
    ({"disp": "般南赤"}, {"red_fives": 3, "open_tanyao": False}),
    ({"disp": "鳳南喰速"}, {"red_fives": 0}),
    ({"disp": "特東速"}, {"red_fives": 0, "length": "east", "open_tanyao": False}),
    ({"disp": "my 般南"}, {"red_fives": 0}),
])  # fmt: skip
def test_what_a_record_says_of_its_rules_are_switches_of_ours(rule, switches):
    """Numbers come before words, and what it does not say is left to the book."""
    assert rules_of(**rule) == switches


def dealt(*seats):
    """Return a hand in which some seats were dealt tiles."""
    tiles = [part for seat in range(4) for part in (TILES if seat in seats else [[], [], []])]
    return [[0, 0, 0], START, [11], [], *tiles, ["流局", [0, 0, 0, 0]]]


@pytest.mark.parametrize(("change", "three"), [
    ({}, False),
    ({"rule": {"disp": "三般南喰赤"}}, True),
    ({"name": ["Anna", "Ben", "Carla", ""]}, True),
    ({"name": ["Anna", "Ben", "Carla"]}, True),
    ({"name": ["Anna", "", "Carla", ""]}, False),
    ({"name": ["Anna", "Ben", "", ""]}, False),
    ({"name": ["", "Ben", "Carla", ""]}, False),
    ({"name": ["", "", "", ""]}, False),
    ({"name": None}, False),
    ({"log": [dealt(0, 1, 2)]}, True),
    ({"log": [dealt(0, 1, 3)]}, False),
    ({"log": [dealt(0, 1)]}, False),
    ({"log": [dealt()]}, False),
])  # fmt: skip
def test_a_game_of_three_is_known_by_its_rule_its_names_or_its_tiles(change, three):
    """Each of them alone; a record of results has no tiles at all, and names may be left out."""
    text = json.dumps(of_hands(DRAWN) | change)
    assert read(text).players == (3 if three else 4)
    assert len(read(text).hands) == 1


@pytest.mark.parametrize(("given", "final"), [
    (None, None), ([1] * 7, None), ([1] * 9, None), ([1] * 7 + [True], None), ([1] * 7 + ["1"], None),
    ([30000, 20.5, 25000, 0, 24000, -1, 21000, -19.5], [(30000, 20.5), (25000, 0.0), (24000, -1.0), (21000, -19.5)]),
])  # fmt: skip
def test_points_at_the_end_are_all_eight_or_none(given, final):
    """Points and total of each seat, in turns."""
    assert read(json.dumps(of_hands(DRAWN, sc=given))).final == final


@pytest.mark.parametrize(("number", "refused"), [(200, False), (201, True)])
def test_a_game_has_no_more_than_two_hundred_hands(number, refused):
    """It is a file of something else."""
    text = json.dumps(of_hands(*[DRAWN] * number))
    if refused:
        with pytest.raises(Malformed, match="at most 200 hands, not 201"):
            read(text)
    else:
        assert len(read(text).hands) == 200


# ---------------------------------------------------------------- what wins and scores show


def worth(*yaku, han=1, fu=30, yakuman=0, points=None):
    """Return what a record says of a win."""
    return RecordedWorth([(name, 1) for name in yaku], {}, han, fu, yakuman, points, [])


def won(seat, source, of, melds=None):
    """Return a win; with melds its tiles are known."""
    return RecordedWin(seat, source, of, None if melds is None else {"melds": melds}, None)


def hand(number=1, *wins, round=0, scores=(25000,) * 4, sticks=0, deltas=(0,) * 4, abort="", tenpai=None):
    """Return a hand; without wins a draw."""
    ending = WIN if wins else ABORT if abort else DRAW
    given = [] if tenpai is None else tenpai
    points = [*scores], [*deltas]
    return RecordedHand(
        round, number, 0, sticks, points[0], [], ending, [*wins], abort, given, nagashi=False, deltas=points[1]
    )


def game(*hands):
    """Return a recorded game of hands."""
    return RecordedGame("", ["a", "b", "c", "d"], {}, list(hands), None, [])


def shown(*hands):
    """Return the switches that hands show, but the points at the start."""
    changes = rule_inference._recorded_switches(game(*hands), "tenhou")
    changes.pop("start_points")
    return changes


@pytest.mark.parametrize(("scores", "sticks", "start"), [
    ((25000, 25000, 25000, 25000), 0, 25000), ((25000, 25000, 25000, 24000), 1, 25000), ((100, 100, 100, 100), 0, 100),
    ((30000, 30000, 30000, 30100), 0, None), ((0, 0, 0, 0), 0, None), ((-100, -100, -100, -100), 0, None),
])  # fmt: skip
def test_the_points_of_the_first_hand_are_four_times_those_at_the_start(scores, sticks, start):
    """With the stakes that lie on the table."""
    record = game(hand(scores=scores, sticks=sticks))
    if start is None:
        with pytest.raises(Malformed, match="cannot be divided equally among 4 players in whole hundreds"):
            rule_inference._recorded_switches(record, "tenhou")
    else:
        assert rule_inference._recorded_switches(record, "tenhou")["start_points"] == start


@pytest.mark.parametrize(("of", "rounds"), [
    (worth(han=4, fu=30, points=8000), True), (worth(han=4, fu=30, points=12000), True),
    (worth(han=3, fu=60, points=8000), True), (worth(han=3, fu=60, points=12000), True),
    (worth(han=4, fu=30, points=7700), False), (worth(han=4, fu=40, points=8000), False),
    (worth(han=4, fu=None, points=8000), False), (worth(han=4, fu=30), False),
])  # fmt: skip
def test_a_rounded_mangan_shows_that_the_book_rounds_up(of, rounds):
    """Of four han and 30 fu, and of three and 60."""
    assert shown(hand(1, won(1, 0, of))) == ({"kiriage": True} if rounds else {})


@pytest.mark.parametrize(("yaku", "melds", "is_open"), [
    (["tanyao"], ["chi 234m"], True), (["tanyao"], ["ankan 2222m"], False), (["tanyao"], [], False),
    (["tanyao"], None, False), (["yakuhai"], ["chi 234m"], False),
    (["tanyao", "dora"], ["ankan 2222m", "pon 333s"], True),
    (["yakuhai", "tanyao"], ["pon 333s"], True),
])  # fmt: skip
def test_an_open_hand_of_simples_shows_that_it_counts(yaku, melds, is_open):
    """A closed kan opens no hand."""
    assert shown(hand(1, won(1, 0, worth(*yaku), melds))) == ({"open_tanyao": True} if is_open else {})


@pytest.mark.parametrize(("seat", "number", "of", "doubles"), [
    (1, 1, worth("suuankou_tanki", yakuman=2, points=64000), True),
    (0, 1, worth("suuankou_tanki", yakuman=2, points=96000), True),
    (2, 3, worth("suuankou_tanki", yakuman=2, points=96000), True),
    (0, 1, worth("suuankou_tanki", yakuman=2, points=64000), False),
    (1, 1, worth("suuankou_tanki", yakuman=2, points=96000), False),
    (1, 1, worth("suuankou_tanki", yakuman=1, points=64000), False),
    (1, 1, worth("suuankou_tanki", "tsuuiisou", yakuman=2, points=64000), False),
    (1, 1, worth("suuankou_tanki", yakuman=1, points=32000), False),
])  # fmt: skip
def test_a_single_yakuman_that_is_paid_twice_is_one_that_the_book_doubles(seat, number, of, doubles):
    """East is paid half as much again."""
    changes = shown(hand(number, won(seat, (seat + 1) % 4, of)))
    assert changes == ({"double_yakuman": ["suuankou_tanki"]} if doubles else {})
