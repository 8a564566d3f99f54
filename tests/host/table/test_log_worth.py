"""What a server's record says a win was worth: every word and number of it, and what becomes of one that differs."""

from __future__ import annotations

import json

import pytest

from host.table.server_games import START, init, mjlog, of_hands, results_only
from tenbo.formats.logs.json_log import read as read_json
from tenbo.formats.logs.mjlog_reader import read as read_xml
from tenbo.formats.logs.recorded_game import RecordedWin, RecordedWorth
from tenbo.formats.logs.rescoring import rescore_win
from tenbo.formats.logs.yaku_names import BY_LATIN_NAME, BY_NUMBER, yaku_name
from tenbo.rulebooks import load
from tenbo_core.errors import Malformed
from tenbo_core.event_notation import event_of
from tenbo_core.fold import apply

NO_DORA = {"dora": 0, "ura": 0, "red": 0}


def in_json(text, *yaku, kyoku=0, seat=0):
    """Return the worth that a win's words are read as."""
    end = ["和了", [0, 0, 0, 0], [seat, 3, seat, text, *yaku]]
    return read_json(json.dumps(of_hands(results_only([kyoku, 0, 0], START, end)))).hands[0].wins[0].worth


def in_xml(ten, yaku, kyoku=0, seat=0):
    """Return the worth that a win's attributes are read as."""
    win = f'<AGARI ba="0,0" ten="{ten}" {yaku} who="{seat}" fromWho="3" sc="250,0,250,0,250,0,250,0"/>'
    return read_xml(mjlog(init(kyoku), win)).hands[0].wins[0].worth


@pytest.mark.parametrize(("text", "fu", "points"), [
    ("30符1飜1000点", 30, 1000), ("30符1飜300-500点", 30, 1100), ("20符2飜700点∀", 20, 2100),
    ("110符3飜9600点", 110, 9600), ("25符2飜1600点", 25, 1600), ("30符13飜32000点", 30, 32000),
    ("満貫8000点", None, 8000), ("満貫2000-4000点", None, 8000), ("満貫4000点∀", None, 12000),
    ("跳満3000-6000点", None, 12000), ("役満8000-16000点", None, 32000), ("役満16000点∀", None, 48000),
    ("40符4飜満貫8000点", 40, 8000), ("8000点", None, 8000), ("192000点", None, 192000),
    ("満貫", None, None), ("30符1飜", None, None), ("30符1飜1000", None, None), ("5符1飜1000点", None, None),
    ("1234567点", None, None), ("30符100飜1000点", None, None), ("x 1000点 x", None, None), ("", None, None),
])  # fmt: skip
def test_fu_and_points_are_read_of_every_way_to_write_a_worth(text, fu, points):
    """A ron, a tsumo that East and the others pay apart, and one of East that each pays; a limit has no fu."""
    assert in_json(text, "断幺九(1飜)") == RecordedWorth([("tanyao", 1)], NO_DORA, 1, fu, 0, points, [])


@pytest.mark.parametrize(("words", "yaku", "bonus", "unknown"), [
    (["Riichi(1飜)", "Ura Dora(0飜)"], [("riichi", 1)], {"ura": 0}, []),
    (["Double Riichi (2 Han)", "Red Five(3飜)"], [("double_riichi", 2)], {"red": 3}, []),
    (["立直(1飜)", "裏ドラ(2飜)"], [("riichi", 1)], {"ura": 2}, []),
    (["混一色(2飜)", "ドラ(12飜)", "赤ドラ(3飜)"], [("honitsu", 2)], {"dora": 12, "red": 3}, []),
    (["门前清自摸和(1飜)", "两立直(2飜)", "役牌:门风牌(1飜)", "里宝牌(1飜)"],
     [("menzen_tsumo", 1), ("double_riichi", 2), ("seat_wind", 1)], {"ura": 1}, []),
    (["멘젠쯔모(1飜)", "더블 리치(2飜)", "역패: 자풍(1飜)", "역패: 백(1飜)", "뒷도라(1飜)"],
     [("menzen_tsumo", 1), ("double_riichi", 2), ("seat_wind", 1), ("haku", 1)], {"ura": 1}, []),
    (["Full Outside Hand(3飜)", "After a Quad(1飜)"], [("junchan", 3), ("rinshan", 1)], {}, []),
    (["自風 南(1飜)", "場風 東(1飜)"], [("seat_wind", 1), ("round_wind", 1)], {}, []),
    (["燕返し(1飜)"], [], {}, ["燕返し(1飜)"]),
    (["立直"], [], {}, ["立直"]),
    (["立直(飜)"], [], {}, ["立直(飜)"]),
    (["立直(100飜)"], [], {}, ["立直(100飜)"]),
    (["燕" * 40 + "(1飜)", "断幺九(1飜)"], [("tanyao", 1)], {}, ["燕" * 30]),
])  # fmt: skip
def test_yaku_and_dora_are_read_by_their_words_and_what_nobody_knows_is_kept(words, yaku, bonus, unknown):
    """Han count both; what is not known counts its own, and is shown by its first letters."""
    unknown_han = sum(word in unknown or word[:30] in unknown for word in words if word.endswith("(1飜)"))
    han = sum(number for _, number in yaku) + sum(bonus.values()) + unknown_han
    assert in_json("x", *words) == RecordedWorth(yaku, NO_DORA | bonus, han, None, 0, None, unknown)


@pytest.mark.parametrize(("seat", "kyoku", "points", "words", "yakuman"), [
    (0, 1, 32000, ["大三元(役満)"], 1), (0, 1, 64000, ["大三元(役満)", "字一色(役満)"], 2),
    (0, 1, 64000, ["四暗刻単騎(ダブル役満)"], 2),
    (0, 1, 96000, ["大三元(役満)"], 3),
    (0, 0, 48000, ["大三元(役満)"], 1), (0, 0, 96000, ["四暗刻単騎(役満)"], 2), (2, 6, 96000, ["四暗刻単騎(役満)"], 2),
    (0, 4, 48000, ["大三元(役満)"], 1), (3, 4, 64000, ["大三元(役満)"], 2),
    (0, 1, 100, ["大三元(役満)"], 1), (0, 1, None, ["大三元(役満)", "字一色(役満)"], 2),
])  # fmt: skip
def test_how_many_yakuman_there_were_follows_from_the_points(seat, kyoku, points, words, yakuman):
    """East is paid half as much again; where there are no points each yaku is one."""
    worth = in_json("" if points is None else f"役満{points}点", *words, seat=seat, kyoku=kyoku)
    assert (worth.yakuman, worth.han, worth.points) == (yakuman, 0, points)
    assert all(han == 0 for _, han in worth.yaku)
    if points is not None:
        numbers = {"大三元(役満)": 39, "字一色(役満)": 42}
        listed = ",".join(str(numbers.get(word, 41)) for word in words)
        of_xml = in_xml(f"0,{points},5", f'yakuman="{listed}"', seat=seat, kyoku=kyoku)
        assert (of_xml.yakuman, of_xml.han, of_xml.fu, of_xml.yaku) == (yakuman, 0, None, worth.yaku)


@pytest.mark.parametrize("number", [*range(-1, len(BY_NUMBER) + 2)])
def test_every_number_of_a_yaku_is_read_as_the_one_it_stands_for(number):
    """In XML the last three are dora, and everything that is beside the list is not known."""
    worth = in_xml("40,2600,0", f'yaku="{number},2"')
    if not 0 <= number < len(BY_NUMBER):
        assert worth == RecordedWorth([], NO_DORA, 2, 40, 0, 2600, [f"yaku {number}"])
    elif number < 52:
        assert worth == RecordedWorth([(BY_NUMBER[number], 2)], NO_DORA, 2, 40, 0, 2600, [])
    else:
        assert worth == RecordedWorth([], NO_DORA | {BY_NUMBER[number]: 2}, 2, 40, 0, 2600, [])


@pytest.mark.parametrize("words", [["Big Three Dragons(役満)"], ["Four Swallows(Yakuman)"], ["四燕(Double Yakuman)"]])
def test_a_yakuman_is_one_in_any_letters_known_or_not(words):
    """Its number follows from the points."""
    worth = in_json("役満32000点", *words, kyoku=1)
    assert (worth.yakuman, worth.han, worth.points) == (1, 0, 32000)


def test_names_in_latin_letters_mean_one_yaku_each():
    """However vowels are spelt, no two names are alike."""
    names = [*BY_LATIN_NAME, *set(BY_NUMBER)]
    meant = {name: BY_LATIN_NAME.get(name, name) for name in names}
    assert {name: yaku_name(name) for name in names} == meant


@pytest.mark.parametrize("number", range(36, 52))
def test_every_number_of_a_yakuman_is_one(number):
    """They stand in a list of their own, without han."""
    worth = in_xml("0,32000,5", f'yakuman="{number}"', kyoku=1)
    assert worth == RecordedWorth([(BY_NUMBER[number], 0)], NO_DORA, 0, None, 1, 32000, [])


def test_dora_that_count_nothing_are_none():
    """A server lists the ura of everybody in riichi, of which there may be none: that is no yakuman."""
    worth = in_xml("30,2000,0", 'yaku="1,1,0,1,52,0,53,0,54,0"')
    assert worth == RecordedWorth([("riichi", 1), ("menzen_tsumo", 1)], NO_DORA, 2, 30, 0, 2000, [])


@pytest.mark.parametrize("word", ["--1", "-", "1-", "+1", "1 ", "", "1.0", "x", "²", "１", "-²", "1" * 10])
def test_what_is_no_whole_number_in_xml_is_refused_in_a_sentence(word):
    """Signs, blanks, digits of other scripts and more digits than a game has."""
    with pytest.raises(Malformed, match="E1-0, <AGARI>: ten must be whole numbers"):
        in_xml(f"30,{word},0", 'yaku="8,1"')


def test_nine_digits_with_a_sign_are_a_number():
    """A total may be below zero."""
    game = read_xml(mjlog(init(ten="-12345678,123456789,0,250"), '<RYUUKYOKU sc="250,-15,250,15,0,0,0,0"/>'))
    assert game.hands[0].scores == [-1234567800, 12345678900, 0, 25000]
    assert game.hands[0].deltas == [-1500, 1500, 0, 0]


# ---------------------------------------------------------------- scored again


def again(worth, declared=None, seat=1, source=1, book="tenhou"):
    """Return a win in East's first hand, scored again."""
    table = apply(None, event_of(f"start {book}"), lambda name: load(name).rules)
    table = apply(table, event_of("hand"))
    return rescore_win(table, RecordedWin(seat, source, worth, declared, None))


@pytest.mark.parametrize(("change", "said"), [
    ({}, ""),
    ({"fu": None}, ""),
    ({"points": None}, ""),
    ({"points": 1600}, "menzen_tsumo, pinfu: 2 han 20 fu, 1,600; rescoring gives"),
    ({"fu": 30}, "menzen_tsumo, pinfu: 2 han 30 fu, 1,500; rescoring gives"),
    ({"han": 3}, "menzen_tsumo, pinfu: 3 han 20 fu, 1,500; rescoring gives"),
    ({"bonus": {"dora": 0, "ura": 0, "red": 1}}, "menzen_tsumo, pinfu, red 1: 2 han 20 fu, 1,500; rescoring gives"),
    ({"yaku": [("menzen_tsumo", 1)]}, "menzen_tsumo: 2 han 20 fu, 1,500; rescoring gives"),
    ({"yaku": [("menzen_tsumo", 1), ("pinfu", 2)]}, "menzen_tsumo, pinfu: 2 han 20 fu, 1,500; rescoring gives"),
    ({"yaku": [("pinfu", 1), ("menzen_tsumo", 1)]}, ""),
    ({"unknown": ["燕返し(1飜)"]}, "menzen_tsumo, pinfu, unknown '燕返し(1飜)': 2 han 20 fu, 1,500; rescoring gives"),
    ({"yakuman": 1}, "menzen_tsumo, pinfu: yakuman, 1,500; rescoring gives"),
    ({"yakuman": 2, "points": None}, "menzen_tsumo, pinfu: 2 yakuman; rescoring gives"),
])  # fmt: skip
def test_each_thing_in_which_a_record_differs_is_told_in_its_words(change, said):
    """Yaku in any order, dora, han, fu and points: what the record does not say does not differ."""
    declared = {"hand": "234567m34p67899s", "win": "5p"}
    right = RecordedWorth([("menzen_tsumo", 1), ("pinfu", 1)], NO_DORA, 2, 20, 0, 1500, [])
    checked = again(right._replace(**change), declared)
    assert checked.result is not None
    assert ("declared" in checked.win) == (not said)
    ours = "menzen_tsumo, pinfu: 2 han 20 fu, 1,500"
    assert checked.difference == (f"the record says {said} {ours}" if said else "")


@pytest.mark.parametrize(("book", "declared", "said"), [
    ("tenhou", {"hand": "23m99p", "win": "4m", "melds": ["pon 555z", "pon 666z", "pon 777z"]},
     "daisangen: yakuman, 32,000"),
    ("austria", {"hand": "444m55p", "win": "5p", "melds": ["pon 111z", "pon 222z", "pon 333z"]}, None),
    ("austria", {"hand": "4445z", "win": "5z", "melds": ["pon 111z", "pon 222z", "pon 333z"]},
     "tsuuiisou, daisuushii: 3 yakuman, 96,000"),
    ("ema-2012", {"hand": "22334455667m88m", "win": "7m", "dora": ["1m", "2m", "3m"]},
     "pinfu, tanyao, ryanpeikou, chinitsu, dora 6: 17 han 30 fu, 32,000"),
    ("alarm", {"hand": "234m567p22s678s34m", "win": "5m", "dora": ["1m", "4p"]},
     "pinfu, tanyao, dora 2: 4 han, 8,000"),
])  # fmt: skip
def test_a_yakuman_that_the_record_does_not_have_is_told_by_its_number(book, declared, said):
    """One that is counted from its han is told by these; what is no hand at all is told by the refusal.

    A book that counts no fu has none to tell.
    """
    worth = RecordedWorth([("tanyao", 1)], NO_DORA, 1, 30, 0, 1000, [])
    checked = again(worth, declared, source=3, book=book)
    recorded = "the record says tanyao: 1 han 30 fu, 1,000"
    if said is None:
        assert checked.result is None
        assert checked.difference.startswith(f"{recorded}, but ")
        assert checked.win == {"seat": 1, "from": 3, "han": 1, "fu": 30}
    else:
        assert checked.difference == f"{recorded}; rescoring gives {said}"


@pytest.mark.parametrize(("worth", "told"), [
    ({"yakuman": 2, "han": 0, "fu": None}, {"yakuman": 2}),
    ({"han": 2, "fu": None}, {"han": 2, "fu": 20}),
    ({"han": 3, "fu": None}, {"han": 3, "fu": 70}),
    ({"han": 4, "fu": None}, {"han": 4, "fu": 40}),
    ({"han": 5, "fu": None}, {"han": 5}),
    ({"han": 3, "fu": 40}, {"han": 3, "fu": 40}),
    ({"han": 6, "fu": 30}, {"han": 6, "fu": 30}),
])  # fmt: skip
def test_a_win_that_differs_is_told_by_what_the_record_says_it_was_worth(worth, told):
    """The fu that it does not say are ours where the han are the same, else those of a mangan or the least."""
    declared = {"hand": "234567m34p67899s", "win": "5p"}
    wrong = RecordedWorth([("tanyao", 1)], NO_DORA, 2, 20, 0, 1600, [])._replace(**worth)
    assert again(wrong, declared).win == {"seat": 1, "from": 1, **told}
