"""Games of three players in both log formats: norths set aside, payments of two, and which book tells them."""

from __future__ import annotations

import json

import pytest

import tenbo
from host.table.server_games import agari, hai, init, mjlog
from tenbo.formats.logs.json_log import read as read_json
from tenbo.formats.logs.mjlog_reader import read as read_xml
from tenbo.formats.logs.rule_inference import convert_with_inferred_rules
from tenbo_core.errors import Refused

EAST = [[11, 19, 41, 42, 43, 45, 46, 47, 29, 29, 31, 31, 39], [21, 21], [60, 39]]
SOUTH = [[21, 22, 23, 28, 28, 31, 32, 33, 41, 41, 42, 42, 43], [47], [60]]
# A north is set aside, and the riichi is declared with its replacement tile.
WEST = [[22, 23, 24, 25, 26, 27, 33, 34, 35, 36, 37, 38, 44], [39, 45], ["f44", "r60"]]
YAKU = ["立直(1飜)", "一発(1飜)", "ドラ(1飜)", "抜きドラ(1飜)"]
WON = ["和了", [-8000, 0, 9000, 0], [2, 0, 2, "満貫8000点", *YAKU]]


def game(fourth, scores, won=WON, **more):
    """Return a game of a win and a draw; records differ in what they have of a fourth seat."""
    first = [[0, 0, 0], [35000] * 3 + scores, [43], [11], *EAST, *SOUTH, *WEST, *fourth, won]
    drawn = ["流局", [-1000, 2000, -1000, *scores]]
    second = [[1, 0, 0], [27000, 35000, 43000, *scores], [11], [], *[[] for _ in range(9)], *fourth, drawn]
    return json.dumps(
        {"name": ["Anna", "Ben", "Carla", ""], "rule": {"disp": "三般南喰赤"}, "log": [first, second], **more}
    )


@pytest.mark.parametrize(("fourth", "scores"), [([[], [], []], [0]), ([], [])])
def test_a_game_of_three_is_told_by_the_book_for_three(fourth, scores):
    """Every payment and the han of each north agree."""
    told = convert_with_inferred_rules(read_json(game(fourth, scores)))
    assert told.differences == []
    assert (told.hands, told.wins, told.scored) == (2, 1, 1)
    assert told.records[0]["rules"] == "tenhou-sanma"
    assert told.records[0]["names"] == ["Anna", "Ben", "Carla"]
    win = next(record for record in told.records if record["event"] == "win")["wins"][0]
    assert win["declared"]["north"] == 1
    assert win["declared"]["dora"] == ["3z"]


@pytest.mark.parametrize(
    "totals", [(-14.0, -3.0, 17.0), (-34.0, -3.0, 37.0), (-34.2, -2.7, 36.9)], ids=["other uma", "whole", "tenths"]
)
def test_the_end_of_a_ranked_game_counts_as_the_server_writes_it(totals):
    """40,000 are the target, the first place has 15,000 of the three who began with 35,000, and the uma is 20 0 -20."""
    final = [part for pair in zip((25800, 37300, 41900), totals, strict=True) for part in pair]
    drawn = [[2, 0, 0], [26800, 35300, 42900, 0], [11], [], *[[] for _ in range(12)], ["流局", [-1000, 2000, -1000, 0]]]
    record = json.loads(game([[], [], []], [0]))
    told = convert_with_inferred_rules(
        read_json(json.dumps({**record, "rule": {"disp": "三般東喰赤"}, "log": [drawn], "sc": [*final, 0, 0]}))
    )
    assert len(told.differences) == (totals[0] == -14.0)


@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_fourth_seat_that_wins_or_pays_in_a_game_of_three_is_refused(place):
    """A record of four in which a name is missing is taken for one of three: it was an IndexError."""
    info = [2, 0, 2, "満貫8000点", *YAKU]
    info[place] = 3
    with pytest.raises(tenbo.TenboError) as refused:
        tenbo.read_log(game([[], [], []], [0], ["和了", [-8000, 0, 9000, 0], info]))
    assert (refused.value.code, refused.value.at) == ("bad_field", "log[0]")


def test_a_payment_that_differs_is_named():
    """As with four players."""
    told = convert_with_inferred_rules(read_json(game([[], [], []], [0], ["和了", [-7700, 0, 8700, 0], WON[2]])))
    assert len(told.differences) >= 1


def test_a_game_of_three_in_xml_has_its_norths_among_the_melds():
    """The server counts them as dora."""
    won = agari(2, 0, "234567p345678s99s", "9s", "40,8000,1", 'yaku="1,1,2,1,52,2"', "350,-80,350,0,340,90,0,0",
                m="31264", doraHai=hai("3z"), doraHaiUra=hai("1m"))  # fmt: skip
    riichi = '<REACH who="2" step="1"/><REACH who="2" ten="350,350,340,0" step="2"/>'
    told = convert_with_inferred_rules(
        read_xml(mjlog(init(ten="350,350,350,0"), riichi, won, kind=185, names="Anna,Ben,Carla,"))
    )
    assert told.differences == []
    win = told.records[-1]["wins"][0]
    assert win["declared"]["north"] == 1


def test_a_book_for_four_does_not_tell_a_game_of_three():
    """It is refused by its field."""
    with pytest.raises(Refused) as refused:
        convert_with_inferred_rules(read_json(game([[], [], []], [0])), "ema-2016")
    assert (refused.value.code, refused.value.at) == ("not_in_this_rule_book", "rules")
