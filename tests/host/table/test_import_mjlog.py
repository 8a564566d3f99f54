"""Games that a server has recorded in XML: names, melds, riichi and lost connections, told again."""

from __future__ import annotations

import pytest

from host.table.server_games import agari, history_of, init, mjlog
from tenbo.formats.logs.mjlog_reader import read


def test_a_game_in_xml_is_told_with_names_dice_melds_and_red_fives(imported):
    """A pon of white and a chi with a red five; the server's bits and numbers."""
    # 4 0 6 of bamboo, the run that begins with 4s, its second tile the first copy; white without its third copy.
    chi = (2 * 7 + 3) * 3 << 10 | 0 << 3 | 0 << 5 | 0 << 7 | 4 | 3
    pon = (31 * 3) << 9 | 2 << 5 | 8 | 1
    win = agari(
        1, 2, "22m345p67p8p", "8p", "30,3900,0", 'yaku="18,1,54,1,52,1"', "250,0,250,39,250,-39,250,0",
        m=f"{chi},{pon}", doraHai="0",
    )  # fmt: skip
    status, records, said = imported(mjlog(init(), win))
    assert "1 hand, 1 win scored again" in said
    assert records[1] == {"event": "hand", "dice": [3, 5]}
    assert records[0]["names"] == ["Anna", "Ben", "千", "Dai"]
    won = records[2]["wins"][0]
    # The indicator 1m shows 2m twice.
    assert "dora 2" in said
    assert status == 1
    told_right = win.replace("52,1", "52,2").replace("30,3900", "30,7700").replace("39", "77")
    status, records, said = imported(mjlog(init(), told_right))
    won = records[2]["wins"][0]
    assert (status, won["declared"]["melds"]) == (0, ["chi 4s0s6s", "pon 5z5z5z"]), said


def test_a_liable_player_pays_for_three_dragons_in_xml(imported):
    """As the server parts it: the liable one pays the whole self-drawn yakuman."""
    pons = [(kind * 3) << 9 | 3 << 5 | 8 | 1 for kind in (31, 32, 33)]
    win = agari(
        2, 2, "22m345p", "5p", "0,32000,5", 'yakuman="39"', "250,0,250,0,250,320,250,-320",
        m=",".join(map(str, pons)), doraHai="130", paoWho="3", owari="250,-5.0,250,-5.0,570,57.0,-70,-47.0",
    )  # fmt: skip
    status, records, said = imported(mjlog(init(), win))
    assert records[2]["wins"][0]["pao"] == 3
    assert "E1-0" not in said, said
    assert "the record's totals" in said
    assert status == 1


def test_two_rons_in_xml_are_one_win_of_two(imported):
    """Each winner has an element of its own."""
    one = '<AGARI ba="0,0" ten="30,1000,0" yaku="8,1" who="0" fromWho="3" sc="250,10,250,0,250,0,250,-10"/>'
    two = '<AGARI ba="0,0" ten="40,2600,0" yaku="8,1,52,1" who="1" fromWho="3" sc="260,0,250,26,250,0,240,-26"/>'
    status, records, said = imported(mjlog(init(2), one, two))
    assert [win["seat"] for win in records[2]["wins"]] == [0, 1]
    assert "E3-0: the hand's tiles are impossible: the winning tile is not in the hand" in said
    assert status == 1
    history = history_of(records)
    assert history.table.scores == [26000, 27600, 25000, 21400]


def test_riichi_draws_and_lost_connections_in_xml(imported):
    """A stake that was paid, one that was not, who was tenpai, who was away and came back."""
    hand = (
        init() + '<REACH who="2" step="1"/><F3/><REACH who="2" step="2" ten="250,250,240,250"/><BYE who="1"/>'
        '<REACH who="0" step="1"/><UN n1="Ben"/>'
        '<RYUUKYOKU ba="0,1" hai2="1,2" hai3="4,5" sc="250,-15,250,-15,240,15,250,15"/>'
    )
    winds = '<RYUUKYOKU type="kaze4" sc="235,0,235,0,255,0,265,0"/>'
    status, records, said = imported(mjlog(hand, init(1, 1, 1, "235,235,255,265"), winds))
    assert status == 0, said
    assert records[2:4] == [{"event": "riichi", "seat": 2}, {"event": "draw", "tenpai": [2, 3]}]
    assert records[-1] == {"event": "abort", "kind": "four_winds"}
    assert "Ben lost the connection in E1-0" in said
    assert "Ben came back in E1-0" in said


@pytest.mark.parametrize(
    ("moved", "winners"),
    [
        ((-40, 80, -20, -20), [1]),
        ((-40, 100, -30, -30), [1]),
        ((-20, 40, 40, -60), [1, 2]),
        ((0, 0, 0, 0), [0, 1, 2, 3]),
        ((-40, 40, 0, 0), [1]),
        ((-10, -10, -10, -10), [0, 1, 2, 3]),
    ],
)
def test_nagashi_mangan_is_theirs_whose_payments_were_recorded(imported, moved, winners):
    """Payments that no book makes are told as a difference, with those who got something."""
    sc = ",".join(f"250,{points}" for points in moved)
    status, records, said = imported(mjlog(init(), f'<RYUUKYOKU type="nm" ba="0,0" sc="{sc}"/>'))
    assert records[2] == {"event": "draw", "tenpai": [], "nagashi": winners}
    assert ("points moved" in said) == (status == 1) == (moved not in [(-40, 80, -20, -20), (0, 0, 0, 0)])


def test_a_record_that_breaks_off_is_told_up_to_there(imported):
    """A file that was saved while the game ran."""
    status, records, said = imported(mjlog(init(), '<RYUUKYOKU type="yao9" sc="250,0,250,0,250,0,250,0"/>', init(0, 1)))
    assert status == 0
    assert "the record breaks off in E1-1, which is left out" in said
    assert len(records) == 3


@pytest.mark.parametrize(("kind", "length"), [(9, "hanchan"), (1, "east")])
def test_the_length_of_a_game_in_xml_is_that_of_its_kind(kind, length):
    """A game of east alone that is told as one of east and south has no end."""
    win = agari(0, 1, "123m456p789s11z22z", "1z", "30,1500,0", 'yaku="8,1"', "250,15,250,-15,250,0,250,0")
    assert read(mjlog(init(), win, kind=kind)).rules["length"] == length


def test_the_indicators_below_the_others_are_told_of_a_winner_in_riichi_alone():
    """Anyone who has not declared riichi has none, no matter what the record's attribute says."""
    win = agari(
        0, 1, "123m456p789s11z22z", "1z", "30,1500,0", 'yaku="8,1"', "250,15,250,-15,250,0,250,0", doraHaiUra="4"
    )
    game = read(mjlog(init(), '<REACH who="0" step="1"/><REACH who="0" step="2" ten="240,250,250,250"/>', win))
    assert game.hands[0].wins[0].declared["ura"] == ["2m"]
    assert "ura" not in read(mjlog(init(), win)).hands[0].wins[0].declared
