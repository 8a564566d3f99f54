"""The tiles of a server's record: what a seat holds at the end of a hand, and with what a winner has won."""

from __future__ import annotations

import pytest

from host.table.server_games import NOBODY, START, agari, hands, in_xml, init, mjlog, played, results_only
from tenbo.formats.logs.mjlog_reader import read as read_xml
from tenbo.formats.logs.recorded_game import DRAW, RecordedHand
from tenbo.formats.logs.seat_tile_tracker import SeatTiles
from tenbo_core.errors import Malformed

WORTH = "30符1飜1000点"
NO_DRAW = [[11, 12, 13, 21, 22, 23, 31, 32, 33, 41, 42, 43, 44], [], []]
FIRST = RecordedHand(0, 1, 0, 0, START, [], DRAW, [], "", None, nagashi=False, deltas=[0] * 4)


# ---------------------------------------------------------------- the tiles of a seat

DEALT = [11, 11, 12, 12, 15, 51, 15, 22, 22, 22, 41, 41, 42]


@pytest.mark.parametrize(("drawn", "thrown", "hand", "melds", "last_out"), [
    ([], [], "1m1m2m2m0m5m5m2p2p2p1z1z2z", [], ""),
    ([43], [60], "1m1m2m2m0m5m5m2p2p2p1z1z2z", [], "3z"),
    ([43], [42], "1m1m2m2m0m5m5m2p2p2p1z1z3z", [], "2z"),
    ([43], ["r60"], "1m1m2m2m0m5m5m2p2p2p1z1z2z", [], "3z"),
    ([43], ["r42"], "1m1m2m2m0m5m5m2p2p2p1z1z3z", [], "2z"),
    (["p414141"], [42], "1m1m2m2m0m5m5m2p2p2p", ["pon 1z1z1z"], "2z"),
    (["41p4141"], [42], "1m1m2m2m0m5m5m2p2p2p", ["pon 1z1z1z"], "2z"),
    (["4141p41"], [42], "1m1m2m2m0m5m5m2p2p2p", ["pon 1z1z1z"], "2z"),
    (["c131112"], [42], "1m2m0m5m5m2p2p2p1z1z", ["chi 1m2m3m"], "2z"),
    (["p155115"], [42], "1m1m2m2m5m2p2p2p1z1z", ["pon 0m5m5m"], "2z"),
    (["p511515"], [42], "1m1m2m2m0m2p2p2p1z1z", ["pon 0m5m5m"], "2z"),
    (["222222m22", 43], [0, 60], "1m1m2m2m0m5m5m1z1z2z", ["kan 2p2p2p2p"], "3z"),
    ([22, 43], ["222222a22", 60], "1m1m2m2m0m5m5m1z1z2z", ["ankan 2p2p2p2p"], "3z"),
    ([22, 43], ["222222a22"], "1m1m2m2m0m5m5m1z1z2z3z", ["ankan 2p2p2p2p"], "2p"),
    (["p414141", 41, 43], [42, "41k414141", 60], "1m1m2m2m0m5m5m2p2p2p", ["kakan 1z1z1z1z"], "3z"),
    (["p414141", "p222222", 41, 43], [42, 11, "41k414141", 60], "1m2m2m0m5m5m2p",
     ["kakan 1z1z1z1z", "pon 2p2p2p"], "3z"),
    (["p414141", "p222222", 45, 43], [42, 11, "22k222222"], "1m2m2m0m5m5m3z5z",
     ["pon 1z1z1z", "kakan 2p2p2p2p"], "2p"),
])  # fmt: skip
def test_a_seat_holds_at_the_end_what_it_was_dealt_drew_called_and_kept(drawn, thrown, hand, melds, last_out):
    """Calls of every kind, with the called tile in each of their places."""
    seat = SeatTiles(DEALT, drawn, thrown)
    assert (seat.hand, seat.melds, seat.last_discard) == (hand, melds, last_out)


def test_the_last_tile_that_came_in_is_the_drawn_one_and_none_after_a_call():
    """With it a hand is won by tsumo."""
    assert SeatTiles(DEALT, [43], []).last_drawn == "3z"
    assert SeatTiles(DEALT, [43, 44], [60]).last_drawn == "4z"
    assert SeatTiles(DEALT, ["p414141"], []).last_drawn == ""
    assert SeatTiles(DEALT, [43, "p414141"], [60]).last_drawn == ""
    assert SeatTiles(DEALT, [43], []).closed_without("3z") == "1m1m2m2m0m5m5m2p2p2p1z1z2z"


@pytest.mark.parametrize(("thrown", "turn", "is_forced_last"), [
    ([60, 60], None, False), (["r60", 60], 0, False), ([60, "r60"], 1, True), (["r60"], 0, True),
])  # fmt: skip
def test_a_riichi_is_known_by_its_turn(thrown, turn, is_forced_last):
    """And whether nothing was discarded after it."""
    seat = SeatTiles(DEALT, [43] * len(thrown), thrown)
    assert (seat.riichi_at, seat.declared_last) == (turn, is_forced_last)


@pytest.mark.parametrize(("drawn", "thrown", "said"), [
    (["k414141"], [], "'k414141' is not a call of another player's discard"),
    (["a41414141"], [], "'a41414141' is not a call of another player's discard"),
    (["x414141"], [], "'x414141' is not a call"),
    (["p4141411"], [], "'p4141411' is not a call"),
    (["p414149"], [], "is not a tile in tenhou.net/6"),
    (["414141p"], [], "'414141p' is not a call"),
    ([43], ["p414141"], "'p414141' is not a kan that this seat can make"),
    ([43], ["41k414141"], "'41k414141' is not a kan that this seat can make"),
    (["p414141", 43], [42, "43k434343"], "'43k434343' is not a kan that this seat can make"),
    (["p414141"], [42, "41k414141"], "1z is taken from a hand that does not contain it"),
    ([22], ["222222a21"], "1p is taken from a hand that does not contain it"),
    (["p414141"], [60], "a tile is taken from a hand that does not contain it"),
    ([], [60], "a tile is taken from a hand that does not contain it"),
    ([43], [44], "4z is taken from a hand that does not contain it"),
    ([43], [False], "is not a tile in tenhou.net/6"),
    ([43], ["0"], "'0' is not a call"),
    ([43], ["r"], "'r' is not a call"),
    ([43], ["r6"], "'r6' is not a call"),
    ([43], ["rx5"], "'rx5' is not a call"),
    ([43], ["r600"], "'r600' is not a call"),
    ([43], ["r６０"], "'r６０' is not a call"),
    ([48], [], "is not a tile in tenhou.net/6"),
    (["p" + "41" * 30 + "x"], [], "'p4141414141414141414' is not a call"),
])  # fmt: skip
def test_what_a_seat_cannot_have_done_is_told(drawn, thrown, said):
    """Each act that its tiles do not allow."""
    with pytest.raises(Malformed, match=said):
        SeatTiles(DEALT, drawn, thrown)


# ---------------------------------------------------------------- the winner's hand

SIMPLE = [[13, 14, 22, 23, 24, 26, 27, 28, 34, 35, 36, 28, 28], [], []]


def declared(end, winner, others=NO_DRAW):
    """Return the hand that seat 0 is told to have won with, and what is wrong with the tiles."""
    read = hands(played(end, [winner, NO_DRAW, NO_DRAW, others]))[0]
    return read.wins[0].declared, read.tiles_wrong


def test_a_winners_hand_is_told_with_what_its_tiles_do_not_show():
    """By ron the discarded tile, by tsumo the drawn one; indicators below the others with riichi alone."""
    ron = ["和了", [1000, 0, 0, -1000], [0, 3, 0, WORTH, "断幺九(1飜)"]]
    discarder = [NO_DRAW[0], [12], [60]]
    known = {"hand": "3m4m2p3p4p6p7p8p8p8p4s5s6s", "win": "2m", "dora": ["1m"]}
    assert declared(ron, SIMPLE, discarder) == (known, "")
    in_riichi = [SIMPLE[0], [45], ["r60"]]
    of_riichi = known | {"ura": ["4p"], "riichi": 1}
    assert declared(ron, in_riichi, discarder) == (of_riichi, "")
    last = ["和了", [1000, 0, 0, -1000], [0, 3, 0, WORTH, "両立直(2飜)", "一発(1飜)", "河底撈魚(1飜)"]]
    assert declared(last, in_riichi, discarder) == (of_riichi | {"riichi": 2, "ippatsu": True, "last_tile": True}, "")
    tsumo = ["和了", [1000, 0, 0, -1000], [0, 0, 0, WORTH, "嶺上開花(1飜)"]]
    assert declared(tsumo, [SIMPLE[0], [12], []]) == (known | {"rinshan": True}, "")
    melded = [[13, 14, 22, 23, 24, 26, 27, 28, 34, 35, 28, 28, 41], ["c363435"], [41]]
    called = {"hand": "3m4m2p3p4p6p7p8p8p8p", "win": "2m", "melds": ["chi 4s5s6s"], "dora": ["1m"]}
    assert declared(ron, melded, discarder) == (called, "")
    kan = ["和了", [1000, 0, 0, -1000], [0, 3, 0, WORTH, "槍槓(1飜)"]]
    robbed = [[12, 12, 16, 19, 23, 26, 29, 34, 36, 38, 42, 44, 47], ["1212p12", 12], [47, "1212k1212"]]
    assert declared(kan, SIMPLE, robbed) == (known | {"chankan": True}, "")


def test_a_win_without_a_tile_to_win_with_is_told_and_nothing_more():
    """A discarder who has discarded nothing, and a winner by tsumo who has drawn nothing or discarded it again."""
    for source in (3, 0):
        end = ["和了", [1000, 0, 0, -1000], [0, source, 0, WORTH]]
        assert declared(end, SIMPLE) == (None, "the winning tile is missing")
        gone = declared(end, [SIMPLE[0], [12], [60]], [NO_DRAW[0], [12], [60]])
        assert gone[1] == ("" if source == 3 else "2m is taken from a hand that does not contain it")
    end = ["和了", [1000, 0, 0, -1000], [0, 3, 0, WORTH]]
    wrong = played(end, [SIMPLE, NO_DRAW, NO_DRAW, [NO_DRAW[0], [12], [60]]])
    wrong[2] = [99]
    assert "is not a tile in tenhou.net/6" in hands(wrong)[0].tiles_wrong


@pytest.mark.parametrize("part", range(4, 16))
def test_tiles_anywhere_are_tiles_of_the_hand(part):
    """No matter whose they are, dealt, drawn or discarded: what cannot be is told."""
    alone = [[0, 0, 0], START, [11], [], *NOBODY, ["流局"]]
    alone[part] = [99]
    assert "is not a tile in tenhou.net/6" in hands(alone, results_only([0, 1, 0], START, ["流局"]))[0].tiles_wrong


@pytest.mark.parametrize("part", [None, *range(4, 16)])
def test_points_tell_of_a_stake_only_where_there_are_no_tiles_at_all(part):
    """Else the tiles do, no matter whose they are."""
    hand = [[0, 0, 0], START, [11], [], *NOBODY, ["流局"]]
    if part is not None:
        hand[part] = [11]
    after = results_only([0, 1, 1], [24000, 25000, 25000, 25000], ["流局"])
    assert hands(hand, after)[0].riichi == ([] if part else [0])


def test_a_winners_hand_in_xml_is_told_with_its_melds_and_indicators():
    """The tile that won is taken out of the hand; without red fives none is red."""
    chi = (2 * 7 + 3) * 3 << 10 | 0 << 3 | 0 << 5 | 0 << 7 | 4 | 3
    win = agari(1, 2, "22m345p0567p8p", "0p", "30,3900,0", 'yaku="5,1"', "250,0,250,39,250,-39,250,0",
                m=chi, doraHai="0,135", doraHaiUra="4", paoWho="0")  # fmt: skip
    known = {"hand": "2m2m3p4p5p5p6p7p8p", "win": "0p", "melds": ["chi 4s0s6s"], "dora": ["1m", "7z"]}
    known["last_tile"] = True
    read = in_xml(win)[0]
    assert (read.wins[0].declared, read.wins[0].pao, read.deltas) == (known, 0, [0, 3900, -3900, 0])
    plain = read_xml(mjlog(init(), win, kind=11)).hands[0].wins[0].declared
    assert (plain["win"], plain["melds"]) == ("5p", ["chi 4s5s6s"])


@pytest.mark.parametrize("machi", ["", "0", "0,4"])
def test_a_tile_that_is_not_one_of_the_hand_wins_nothing_in_xml(machi):
    """None, another one, and two."""
    win = agari(0, 1, "234m456p789s11z22z", "1z", "30,1500,0", 'yaku="8,1"', "250,15,250,-15,250,0,250,0")
    broken = win.replace(f'machi="{win.partition("machi=")[2].split(chr(34))[1]}"', f'machi="{machi}"')
    read = in_xml(broken)[0]
    assert (read.wins[0].declared, read.tiles_wrong) == (None, "the winning tile is not in the hand")


def test_indicators_alone_are_no_tiles_of_anybody():
    """A record of results may have those, too; who was tenpai is not known from them."""
    hand = [[0, 0, 0], START, [11], [24], *NOBODY, ["流局"]]
    assert hands(hand) == [FIRST]
    won = [[0, 0, 0], START, [11], [24], *NOBODY, ["和了", [1000, 0, 0, -1000], [0, 3, 0, WORTH, "立直(1飜)"]]]
    read = hands(won)[0]
    assert (read.wins[0].declared, read.tiles_wrong, read.riichi) == (None, "", [0])
