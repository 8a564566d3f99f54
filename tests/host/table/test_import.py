"""Games that a server has recorded: told again, every win scored, what differs named; whatever the file holds."""

from __future__ import annotations

import gzip
import io
import json
import sys

import pytest

from host.table.server_games import EXAMPLE, agari, example, init, mjlog, of_hands, results_only
from tenbo.cli import main
from tenbo.game.replay import Replay
from tenbo.game.sheet import read_games

TANYAO = [0, 3, 0, "30符1飜1000点", "断幺九(1飜)"]
START = [25000] * 4
WORTH = "30符1飜1000点"


@pytest.fixture
def imported(tmp_path, capsys):
    """Return a function that imports a game and returns status, records and what is said."""

    def run(game, *words):
        if isinstance(game, dict):
            game = json.dumps(game, ensure_ascii=False)
        path = tmp_path / "game.log"
        path.write_bytes(game if isinstance(game, bytes) else game.encode())
        status = main(["import", str(path), *words])
        out = capsys.readouterr()
        return status, [json.loads(line) for line in out.out.splitlines()], out.err.replace(f"{path}: ", "")

    return run


def history_of(records):
    """Return the one game that records tell, as `tenbo sheet` reads them."""
    games, refusals = read_games(Replay(), [json.dumps(record).encode() for record in records])
    assert refusals == []
    return games[0]


# ---------------------------------------------------------------- tenhou.net/6


def test_a_game_of_a_server_becomes_a_game_of_ours(imported):
    """Riichi, a red five, a called set, a robbed kan, two rons, nagashi mangan: with the recorded result."""
    status, records, said = imported(EXAMPLE.read_bytes())
    assert status == 0
    assert "8 hands, 3 of 6 wins could be scored again: everything agrees" in said
    assert "told by the book tenhou with length east" in said
    history = history_of(records)
    assert history.is_over
    assert history.result.scores == [49800, 22900, 15700, 11600]
    assert history.result.totals == [59800, 2900, -24300, -38400]
    assert history.names[2] == "千代子"
    kinds = [record["event"] for record in records]
    assert kinds.count("hand") == 8
    assert {"riichi", "draw", "abort"} <= set(kinds)
    wins = [win for record in records if record["event"] == "win" for win in record["wins"]]
    assert wins[0]["declared"]["ippatsu"]
    assert wins[0]["declared"]["win"] == "0s"
    assert wins[1]["declared"]["melds"] == ["pon 5z5z5z"]
    assert wins[2]["declared"]["chankan"]


def test_the_hands_of_a_game_are_an_archive_for_audit(imported, monkeypatch, capsys):
    """The same hands, scored one by one."""
    status, hands, _ = imported(EXAMPLE.read_bytes(), "--hands")
    assert status == 0
    assert [hand["expect"]["value"] for hand in hands] == [24000, 3900, 2000]
    lines = "\n".join(json.dumps(hand) for hand in hands)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lines.encode())))
    assert main(["audit", "-"]) == 0
    assert "3 hands, 0 disagreements" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("hand", "change", "said"),
    [
        (0, lambda end: end[2].__setitem__(7, "一盃口(1飜)"), "E1-0 East Anna: the record says riichi, ippatsu"),
        (0, lambda end: end[2].pop(), "red 1: 7 han, 24000; scored again it is"),
        (1, lambda end: end[2].__setitem__(4, "混一色(1飜)"), "E1-1 West 千代子: the record says honitsu, dora 2"),
        (1, lambda end: end[2].__setitem__(3, "40符3飜5200点"), "scored again it is haku, dora 2: 3 han 30 fu, 3900"),
        (3, lambda end: end[2].__setitem__(5, "燕返し(1飜)"), "E2-1 North Anna: the record says chankan, 燕返し(1飜)"),
        (1, lambda end: end[1].__setitem__(2, 4300), "the record moves 0 0 +4300 -4200, this book 0 0 +4200 -4200"),
    ],
)  # fmt: skip
def test_what_differs_from_the_record_is_told_by_hand_and_seat(imported, hand, change, said):
    """One sentence that names the win, what the record says and what we make of it."""
    game = example()
    change(game["log"][hand][16])
    status, _, told = imported(game, "--quiet")
    assert status == 1
    assert said in told
    assert "1 difference" in told or "2 differences" in told


def test_the_tiles_of_a_hand_that_cannot_be_are_told_and_the_game_goes_on(imported):
    """A slip of a converter costs one check, not the game."""
    game = example()
    game["log"][1][11] = ["p474747"]
    status, records, said = imported(game)
    assert status == 1
    assert "E1-1: its tiles cannot be: 7z leaves a hand that has none" in said
    assert history_of(records).result.scores == [49800, 22900, 15700, 11600]


@pytest.mark.parametrize("word", ["r", "rx1", "rr1", "r1x", "r1１", "r-1", "rx", "r99", "r00"])
def test_a_riichi_that_names_no_tile_is_told_and_the_game_goes_on(imported, word):
    """The mark of riichi with anything but the number of a tile behind it."""
    game = example()
    assert isinstance(game["log"][1][12][0], int)
    game["log"][1][12][0] = word
    status, records, said = imported(game)
    assert status == 1
    assert "E1-1: its tiles cannot be: " in said
    assert history_of(records).result.scores == [49800, 22900, 15700, 11600]


def test_a_record_of_results_alone_is_told_with_its_riichi(imported):
    """Points tell who had a stake on the table."""
    end = ["和了", [5300, 0, 0, -3300], [0, 3, 0, "30符3飜3000点", "役牌 中(3飜)"]]
    game = of_hands(
        results_only([0, 0, 0], START, ["流局", [1500, -1500, 1500, -1500]]),
        results_only([0, 1, 2], [25500, 23500, 25500, 23500], end),
    )
    status, records, _ = imported(game)
    assert [record["seat"] for record in records if record["event"] == "riichi"] == [0, 2]
    # 30 fu and 3 han are 5800 for East: the payment is told as a difference.
    assert status == 1


@pytest.mark.parametrize(
    ("word", "kind"),
    [("四風連打", "four_winds"), ("四槓散了", "four_kans"), ("三家和了", "triple_ron"), ("九種九牌", "nine_terminals")],
)
def test_an_abortive_draw_deals_the_hand_again(imported, word, kind):
    """Each by its own name."""
    status, records, said = imported(of_hands(results_only([0, 0, 0], START, [word])))
    assert status == 0
    assert records[-1] == {"event": "abort", "kind": kind}
    assert "the record has no result: the game is told as an unfinished one" in said


def tenpai_with_riichi(seat):
    """Return the tiles of a seat that declares riichi in its first turn, by waits that nobody else has."""
    run = 10 * (seat % 3 + 1)
    tiles = [run + 1, run + 2, run + 3, run + 4, run + 5, run + 6, run + 7, run + 8, run + 9, 41, 41, 42, 42]
    return [tiles, [47], ["r60"]]


def test_four_riichi_all_pay_and_end_the_hand(imported):
    """The fourth stake is paid, too."""
    hand = [[0, 0, 0], START, [11], [], *(part for seat in range(4) for part in tenpai_with_riichi(seat)), ["四家立直"]]
    after = results_only(
        [0, 1, 4], [24000] * 4, ["和了", [5500, 0, 0, -1500], [0, 3, 0, "30符1飜1500点", "断幺九(1飜)"]]
    )
    after[16][1] = [1800 + 4000, 0, 0, -1800]
    status, records, said = imported(of_hands(hand, after))
    assert (status, "everything agrees" in said) == (0, True), said
    assert sum(record["event"] == "riichi" for record in records) == 4


def test_a_riichi_on_the_tile_that_was_won_with_costs_nothing(imported):
    """Its stake was never put down."""
    loser = [[12, 13, 14, 22, 23, 24, 32, 33, 34, 41, 41, 42, 42], [15], ["r60"]]
    winner = [[13, 14, 22, 23, 24, 26, 27, 28, 34, 35, 36, 28, 28], [46], [60]]
    other = [[11, 19, 21, 29, 31, 39, 41, 42, 43, 44, 45, 46, 47], [44], [60]]
    end = ["和了", [2000, 0, 0, -2000], [0, 3, 0, "30符2飜2000点", "断幺九(1飜)", "平和(1飜)"]]
    hand = [[1, 0, 0], START, [11], [], *winner, *other, *other, *loser, end]
    status, records, said = imported(of_hands(hand))
    assert (status, [record["event"] for record in records]) == (0, ["start", "hand", "win"]), said


def test_the_book_takes_what_the_record_shows_of_its_rules(imported):
    """No red fives, closed tanyao alone, other points at the start, rounded mangan, a game that goes on below zero."""
    low = [30000, 30000, 30000, 30000]
    rounded = [1, 3, 1, "30符4飜8000点", "混一色(3飜)", "役牌 中(1飜)"]
    first = results_only([0, 0, 0], low, ["和了", [0, 8000, 0, -8000], rounded])
    dragons = [1, 3, 1, "役満48000点", "大三元(役満)"]
    second = results_only([1, 0, 0], [30000, 38000, 30000, 22000], ["和了", [0, 48000, 0, -48000], dragons])
    third = results_only([1, 1, 0], [30000, 86000, 30000, -26000], ["流局", [0, 0, 0, 0]])
    status, records, said = imported(of_hands(first, second, third, disp="般南"))
    assert status == 0, said
    changes = {"open_tanyao": False, "start_points": 30000, "kiriage": True, "bust": False}
    assert records[0]["set"] == changes
    assert "bust false" in said


def test_switches_that_are_given_are_kept(imported):
    """Who knows better has the last word."""
    game = example()
    status, records, said = imported(game, "--set", "uma=15000,5000,-5000,-15000")
    assert status == 1
    assert records[0]["set"]["uma"] == [15000, 5000, -5000, -15000]
    assert "result: the record's totals are +59800 +2900 -24300 -38400, this book's +54800 -2100" in said
    assert "--set" in said


def test_a_game_that_our_book_plays_otherwise_is_told_as_far_as_it_goes(imported):
    """The rest is named, not guessed."""
    game = of_hands(
        results_only([0, 0, 0], START, ["和了", [1000, 0, 0, -1000], [0, 3, 0, "30符1飜1000点", "断幺九(1飜)"]]),
        results_only([1, 0, 0], [26000, 25000, 25000, 24000], ["流局", [0, 0, 0, 0]]),
    )
    status, records, said = imported(game)
    assert status == 1
    assert "E2-0: the record goes on here, by this book E1-1 would follow" in said
    assert "the last hand is left out" in said
    assert sum(record["event"] == "hand" for record in records) == 1


def test_the_address_of_the_viewer_is_read_too(imported):
    """Converters write it, a hand at a time."""
    game = of_hands(results_only([2, 1, 1], [24000, 25000, 25000, 25000], ["流局", [-1000, -1000, 3000, -1000]]))
    escaped = "".join(f"%{byte:02x}" for byte in json.dumps(game).encode())
    status, records, _ = imported(f"https://tenhou.net/6/#json={escaped}&ts=0\n")
    assert status == 0
    assert (records[0]["round"], records[0]["hand"], records[0]["honba"], records[0]["sticks"]) == ("E", 3, 1, 1)


# ---------------------------------------------------------------- mjlog


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
    assert "E3-0: its tiles cannot be: the tile that won is not in the hand" in said
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
        ((-10, -10, -10, -10), [0]),
    ],
)
def test_nagashi_mangan_is_theirs_whose_payments_were_recorded(imported, moved, winners):
    """Payments that no book makes are told as a difference, with those who got something."""
    sc = ",".join(f"250,{points}" for points in moved)
    status, records, said = imported(mjlog(init(), f'<RYUUKYOKU type="nm" ba="0,0" sc="{sc}"/>'))
    assert records[2] == {"event": "draw", "tenpai": [], "nagashi": winners}
    assert ("the record moves" in said) == (status == 1) == (moved not in [(-40, 80, -20, -20), (0, 0, 0, 0)])


def test_a_record_that_breaks_off_is_told_up_to_there(imported):
    """A file that was saved while the game ran."""
    status, records, said = imported(mjlog(init(), '<RYUUKYOKU type="yao9" sc="250,0,250,0,250,0,250,0"/>', init(0, 1)))
    assert status == 0
    assert "the record breaks off in E1-1, which is left out" in said
    assert len(records) == 3


def test_a_packed_file_is_read_like_a_plain_one(imported):
    """Servers keep them packed."""
    assert imported(gzip.compress(EXAMPLE.read_bytes()))[:2] == imported(EXAMPLE.read_bytes())[:2]


# ---------------------------------------------------------------- what is refused


BOMB = '<!DOCTYPE a [<!ENTITY b0 "ha">' + "".join(f'<!ENTITY b{n + 1} "&b{n};&b{n};">' for n in range(30)) + "]>"
THREE = of_hands(results_only([0, 0, 0], [35000, 35000, 35000, 0], ["流局"]), disp="三般南喰赤")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (BOMB + mjlog(init()), "declares a document type"),
        ('<!DOCTYPE a SYSTEM "file:///etc/passwd">' + mjlog(init()), "declares a document type"),
        (mjlog(init(), kind=25), "a game of three players"),
        (mjlog(init(), names="Anna,Ben,Carla,"), "a game of three players"),
        (THREE, "a game of three players: Tenbo's tables and rule books have four"),
        (of_hands(THREE["log"][0], disp="", name=["A", "B", "C"]), "a game of three players"),
        ("<mjloggm>", "not XML"),
        ("<svg/>", "begins with <mjloggm>"),
        (mjlog(), "there is nothing to tell"),
        (mjlog(init().replace('ten="250', 'ten="' + "9" * 400)), "must be whole numbers"),
        (mjlog(init(), '<AGARI who="7" fromWho="1" sc="" ten="1,1,1"/>'), "there is no seat 7"),
        (mjlog('<REACH who="1" step="2"/>'), "no hand is running here"),
        (mjlog(init(), init()), "E1-0 has no end"),
        ("{" * 100_000, "not JSON"),
        ('{"log": ' + "[" * 100_000, "not JSON"),
        ('{"log": [[NaN]]}', "not JSON"),
        ("{}", "there is no log of hands"),
        ({"log": [1]}, "hand 1 of the record: a hand is 17 lists"),
        ({"log": [[[]] * 16]}, "hand 1 of the record: a hand is 17 lists"),
        ({"log": [[[]] * 18]}, "hand 1 of the record: a hand is 17 lists"),
        ({"log": [[*[[]] * 16, 1]]}, "hand 1 of the record: a hand is 17 lists"),
        (of_hands(results_only([0, 0], START, ["流局"])), "3 whole numbers are wanted"),
        (of_hands(results_only([99, 0, 0], START, ["流局"])), "there is no hand 99"),
        (of_hands(results_only([0, 0, 0], [25000, 25000, 25000, True], ["流局"])), "4 whole numbers are wanted"),
        (of_hands(results_only([0, 0, 0], [25000, 25000, 25000, 25100], ["流局"])), "not four times a number"),
        (of_hands(results_only([0, 0, 0], START, ["雀鬼"])), "'雀鬼' is no end of a hand"),
        (of_hands(results_only([0, 0, 0], START, ["和了", START])), "a win is what it moved"),
        (of_hands(results_only([0, 0, 0], START, ["和了", START, [9, 0, 0, "x"]])), "a win is its winner"),
        (of_hands(*[results_only([0, 0, 0], START, ["流局"])] * 300), "at most 200 hands"),
        (b"\x1f\x8b broken", "cannot be unpacked"),
        (gzip.compress(bytes(5_000_000)), "more than 4000000 bytes"),
        (bytes(5_000_000), "more than 4000000 bytes"),
        (b"\xff\xfe{", "not UTF-8"),
        ("id;name\n1;Ada\n", "neither the JSON of tenhou.net/6 nor the XML of mjlog"),
    ],
)
def test_a_file_that_is_no_game_of_four_is_refused_by_one_sentence(imported, given, said):
    """Hostile, broken, huge, of three players, or of another program."""
    status, records, told = imported(given)
    assert (status, records) == (1, [])
    assert said in told
    assert told.count("\n") == 1
    assert len(told) < 400


@pytest.mark.parametrize(
    "info",
    [
        *([0, 3, 0], [0, 3], [], None, "0"),
        *([4, 3, 0, WORTH], [0, 4, 0, WORTH], [0, 3, 4, WORTH]),
        *([-1, 3, 0, WORTH], [True, 3, 0, WORTH], ["0", 3, 0, WORTH]),
        *([0, 3, 0, 1000], [0, 3, 0, WORTH, 1], [0, 3, 0, WORTH, None], [0, 3, 0, None, "断幺九(1飜)"]),
    ],
)
def test_a_win_that_does_not_say_who_and_what_is_refused(imported, info):
    """Each of its places: the winner, the discarder, who is liable, the worth, and every yaku."""
    end = ["和了", [1000, 0, 0, -1000], info]
    status, _, said = imported(of_hands(results_only([0, 0, 0], START, end)))
    assert status == 1
    assert "a win is its winner, the discarder, who is liable, its worth and its yaku" in said


def test_a_name_cannot_steer_the_terminal(imported):
    """Names come from strangers."""
    game = example()
    game["name"][0] = "\x1b]0;owned\x07Anna\n"
    game["name"][1] = "B" * 61
    # And is cut where ours end.
    assert imported(game)[1][0]["names"][:2] == ["]0;ownedAnna", "B" * 60]
