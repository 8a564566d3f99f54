"""Games that a server has recorded in JSON: told again, every win scored, what differs named."""

from __future__ import annotations

import gzip
import io
import json
import sys

import pytest

from host.table.server_games import EXAMPLE, START, example, history_of, of_hands, results_only
from tenbo.cli.dispatch import main
from tenbo.formats.logs.yaku_names import yaku_name


def test_a_game_of_a_server_becomes_a_game_of_ours(imported):
    """Riichi, a red five, a called set, a robbed kan, two rons, nagashi mangan: with the recorded result."""
    status, records, said = imported(EXAMPLE.read_bytes())
    assert status == 0
    assert "8 hands, 3 of 6 wins could be scored again: everything agrees" in said
    assert "scored under the rule book tenhou with length east" in said
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


# The same words as converters write them whose users read English, and in other spellings of romaji.
ENGLISH = {
    "立直": "Riichi", "一発": "Ippatsu", "門前清自摸和": "Fully Concealed Hand", "平和": "Pinfu",
    "断幺九": "All Simples", "ドラ": "Dora", "赤ドラ": "Red Five", "裏ドラ": "Ura Dora",
    "役牌 白": "White Dragon", "槍槓": "Robbing a Kan",
    "混一色": "Half Flush", "自風 西": "Seat Wind", "和了": "Agari", "流局": "Exhaustive Draw",
    "流し満貫": "Mangan at Draw", "九種九牌": "Nine Terminal Abortion",
}  # fmt: skip
ROMAJI = ENGLISH | {
    "立直": "Reach", "門前清自摸和": "Menzen Tsumo", "断幺九": "Tan'yao", "赤ドラ": "Aka Dora", "役牌 白": "Haku",
    "槍槓": "Chankan", "混一色": "Hon'itsu", "自風 西": "Jikaze: Sha", "流局": "Ryūkyoku", "流し満貫": "Nagashi Mangan",
    "九種九牌": "Kyuushu Kyuuhai",
}  # fmt: skip


@pytest.mark.parametrize("names", [ENGLISH, ROMAJI | {"流局": "Ryuukyoku"}])
def test_names_in_english_and_romaji_are_read_as_their_japanese_ones(imported, names):
    """Mahjong Soul's records come so; hands were left out for want of han."""
    wanted = imported(EXAMPLE.read_bytes())
    text = EXAMPLE.read_text("utf-8")
    for name, latin in sorted(names.items(), key=lambda pair: -len(pair[0])):
        text = text.replace(f'"{name}(', f'"{latin}(').replace(f'"{name}"', f'"{latin}"')
    assert imported(text.encode()) == wanted


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("north", "Kita|北ドラ|抜きドラ|拔北|拔北宝牌|북도라|North Dora"),
        ("seat_wind", "Seat Wind|自風 西|自风牌|役牌:自風牌|役牌：自风牌|役牌 自風牌|门风 东|자풍패|Jikaze: Nan"),
        ("round_wind", "Prevalent Wind|場風 東|场风牌|役牌:場風牌|役牌：场风牌|역패: 장풍패|Bakaze Ton"),
        ("haku", "White Dragon|役牌：白|役牌:白|役牌 白|白|역패: 백"),
        ("kokushi_13", "Thirteen-wait Thirteen Orphans|国士無双１３面|国士無双13面|国士无双十三面"),
        ("haitei", "Under the Sea|ハイテイ|海底摸月|해저로월"),
    ],
)
def test_a_yaku_is_known_by_all_names_that_converters_write(name: str, words: str) -> None:
    """Three players' norths too, and with marks as wide as the signs."""
    assert {word: yaku_name(word) for word in words.split("|")} == dict.fromkeys(words.split("|"), name)


def test_an_unknown_name_is_told_as_unknown_and_the_hand_stays(imported):
    """Its han count from the brackets, or from the text before the points where it has none."""
    for word in ("Swallow Return(1飜)", "Swallow Return"):
        game = example()
        game["log"][1][16][2][4] = word
        status, records, said = imported(game)
        assert (status, f"unknown {word!r}, dora 2: 3 han 30 fu, 3,900; rescoring gives haku" in said) == (1, True)
        assert "1 difference" in said
        assert "left out" not in said
        assert sum(record["event"] == "hand" for record in records) == 8


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
        (0, lambda end: end[2].pop(), "red 1: 7 han, 24,000; rescoring gives"),
        (1, lambda end: end[2].__setitem__(4, "混一色(1飜)"), "E1-1 West 千代子: the record says honitsu, dora 2"),
        (1, lambda end: end[2].__setitem__(3, "40符3飜5200点"), "rescoring gives haku, dora 2: 3 han 30 fu, 3,900"),
        (3, lambda end: end[2].__setitem__(5, "燕返し(1飜)"), "Anna: the record says chankan, unknown '燕返し(1飜)'"),
        (1, lambda end: end[1].__setitem__(2, 4300),
         "points moved: 0 0 +4,300 -4,200 in the record, 0 0 +4,200 -4,200 under this rule book"),
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
    assert "E1-1: the hand's tiles are impossible: 7z is taken from a hand that does not contain it" in said
    assert history_of(records).result.scores == [49800, 22900, 15700, 11600]


@pytest.mark.parametrize("word", ["r", "rx1", "rr1", "r1x", "r1１", "r-1", "rx", "r99", "r00"])
def test_a_riichi_that_names_no_tile_is_told_and_the_game_goes_on(imported, word):
    """The mark of riichi with anything but the number of a tile behind it."""
    game = example()
    assert isinstance(game["log"][1][12][0], int)
    game["log"][1][12][0] = word
    status, records, said = imported(game)
    assert status == 1
    assert "E1-1: the hand's tiles are impossible: " in said
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
    assert "the end of the game is missing: it is imported as unfinished" in said


def tenpai_with_riichi(seat):
    """Return the tiles of a seat that declares riichi in its first turn, by waits that no one else has."""
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
    assert "result: the record's totals are +59,800 +2,900 -24,300 -38,400, but under this rule book" in said
    assert " rule book they are +54,800 -2,100" in said
    assert "--set" in said


def test_a_game_that_our_book_plays_otherwise_is_told_as_far_as_it_goes(imported):
    """The rest is named, not guessed."""
    game = of_hands(
        results_only([0, 0, 0], START, ["和了", [1000, 0, 0, -1000], [0, 3, 0, "30符1飜1000点", "断幺九(1飜)"]]),
        results_only([1, 0, 0], [26000, 25000, 25000, 24000], ["流局", [0, 0, 0, 0]]),
    )
    status, records, said = imported(game)
    assert status == 1
    assert "E2-0: the record continues with this hand; under this rule book E1-1 would follow" in said
    assert "the last hand is left out" in said
    assert sum(record["event"] == "hand" for record in records) == 1


def test_the_address_of_the_viewer_is_read_too(imported):
    """Converters write it, a hand at a time."""
    game = of_hands(results_only([2, 1, 1], [24000, 25000, 25000, 25000], ["流局", [-1000, -1000, 3000, -1000]]))
    escaped = "".join(f"%{byte:02x}" for byte in json.dumps(game).encode())
    status, records, _ = imported(f"https://tenhou.net/6/#json={escaped}&ts=0\n")
    assert status == 0
    assert (records[0]["round"], records[0]["hand"], records[0]["honba"], records[0]["sticks"]) == ("E", 3, 1, 1)


def test_a_packed_file_is_read_like_a_plain_one(imported):
    """Servers keep them packed."""
    assert imported(gzip.compress(EXAMPLE.read_bytes()))[:2] == imported(EXAMPLE.read_bytes())[:2]
