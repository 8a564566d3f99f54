"""A newcomer's first line: thirty ways to write a hand, each right at the first try, and none that loses a word."""

from __future__ import annotations

import json
import shlex

import pytest

from tenbo.cli.dispatch import main
from tenbo.scoring.tile_parser import parse_tiles
from tenbo.scoring.tiles import tile_text
from tenbo_core.errors import Malformed

# A hand of South's: 123m 456p 234p 789s and a pair of South, won with 9s by tsumo after riichi.
PLAIN = [
    "123m456p234p78s22z --win 9s",
    "123m456p234p789s22z --win 9s",
    "123m456p234p22z789s",
    "123M456P234P78S22Z --win 9S",
    "123M 456P 234P 78S SS --win 9S",
    "M123P456P234S78Z22 --win S9",
    "m123 p456 p234 s78 z22 --win s9",
    "'123m 456p 234p 78s 22z' --win 9s",
    "123m 456p 234p 78s 22z 9s",
    "1m2m3m4p5p6p2p3p4p7s8s2z2z --win 9s",
    "1m 2m 3m 4p 5p 6p 2p 3p 4p 7s 8s S S --win 9s",
    "123m,456p,234p,78s,22z --win 9s",
    "123m-456p-234p-78s-22z --win=9s",
    "123m.456p.234p.78s.南南 --win 9索",
    "123m456p234p78s22z+9s",
    "123man456pin234pin78sou22z --win 9sou",
    "'123 man 456 pin 234 pin 78 sou south south' --win '9 sou'",
    "１２３ｍ４５６ｐ２３４ｐ７８ｓ２２ｚ --win ９ｓ",
    "一二三萬四五六筒二三四筒七八索南南 --win 九索",
    "一万二万三万 四筒五筒六筒 二筒三筒四筒 七条八条 南南 --win 九条",
    "🀇🀈🀉🀜🀝🀞🀚🀛🀜🀖🀗🀁🀁 --win 🀘",
    "🀇🀈🀉 🀜🀝🀞 🀚🀛🀜 🀖🀗🀘 🀁🀁 --win 🀘",
    "123m/456p/234p/78s/22z --win 9s",
    "123m_456p_234p_78s_22z --win 9s",
    "123c456d234d78b22z --win 9b",
    "'C123 D456 D234 B78 SS' --win B9",
    "123wan 456tong 234tong 78tiao ss --win 9tiao",
    "123 characters 456 dots 234 dots 78 bamboo south wind south wind --win '9 bamboo'",
    "123m456p234p78s22h --win 9s",
    "123m 456p 234p 78s nan nan --win 9s",
    "一二三④⑤⑥②③④78南南 --win 9s",
    "11,12,13,24,25,26,22,23,24,37,38,42,42,39",
    "'(123m)(456p)(234p)(78s)(22z)' --win 9s",
    "'123m456p234p78s22z (9s)'",
    "123m456p234p78s22z win 9s",
    "123m456p234p78s22z tsumo9s",
    "123m456p234p78s22z winning 9s",
    "123m456p234p78s22z 9s by tsumo",
    "'Zahlen 123 Kreise 456 234 Bambus 78 Südwind Südwind' --win 'Bambus 9'",
    "123 Zahlen 456 Kreise 234 Kreise 78 Bambus Süd Süd --win '9 Bambus'",
    "123 karakters 456 cirkels 234 cirkels 789 bamboes zuid zuid --win '9 bamboes'",
    "123 caractères 456 cercles 234 cercles 78 bambous sud sud --win '9 bambous'",
    "123 caratteri 456 cerchi 234 cerchi 78 bambù sud sud --win '9 bambù'",
    "123 caracteres 456 círculos 234 circulos 78 bambúes sur sur --win '9 bambú'",
    "123 znaki 456 kropki 234 kropki 78 bambusy południe południe --win '9 bambusów'",
    "wan123 tong456 tong234 suo78 nan nan --win suo9",
    "'m: 123 p: 456 234 s: 78 z: 22' --win 's: 9'",
    "M: 123 P: 456 234 S: 789 Z: 22 --win S:9",
    "bams 78 dots 456 234 cracks 123 South South --win 'bams 9'",
    "マンズ123 ピンズ456 234 ソーズ78 ナン ナン --win ソーズ9",
    "萬子123 筒子456 234 索子78 南南 --win 索子9",
    "123m456p234p78s22z ツモ9s",
    "123만 456통 234통 78삭 남남 쯔모9삭",
    "123m456p234p78s22z 9s ツモ",
    "'123m 456p 234p 78s 22z tsumo: 9s'",
    "'123m456p234p78s22z, wins on 9s, tsumo'",
    "'123m456p234p78s22z winning tile: 9s'",
    "123m456p234p78s22z win:9s tsumo",
    "'123m456p234p78s22z -> 9s'",
    "123m456p234p78s22z → 9s",
    "123m456p234p78s22z drew 9s tsumo",
    "123m456p234p78s22z self-draw tsumo 9s",
    "123m456p234p78s22z 9s self draw tsumo",
    "123m456p234p78s22z 9s Selbstzug tsumo",
    "123m456p234p78s22z 9s zelf getrokken tsumo",
    "'123m456p234p78s22z. Tsumo 9s.'",
    "'`123m456p234p78s22z` 9s tsumo'",
    "'\"123m456p234p78s22z\" 9s tsumo'",
    "'https://tenhou.net/2/?q=123m456p234p789s22z' --win 9s",
    "'https://tenhou.net/2/?q=123m456p234p78s22z9s'",
    "'123 Charaktere 456 Punkte 234 Punkte 78 Bambus Südwind Südwind' --win '9 Bambus'",
    "'123 tekens 456 rondjes 234 rondjes 78 stokjes zuid zuid' --win '9 stokjes'",
    "'123 wan 456 bing 234 bing 78 tiao nan nan' --win '9 tiao'",
    "'一二三マン四五六ピン二三四ピン七八ソー南南' --win 九ソー",
    "'まんず123 ぴんず456 234 そーず78 なん なん' --win そーず9",
    "123m456p234p78s22z つも9s",
    "'<123m><456p><234p><78s><22z>' --win 9s",
    "'[1m 2m 3m 4p 5p 6p 2p 3p 4p 7s 8s 2z 2z] 9s'",
    '\'["1m","2m","3m","4p","5p","6p","2p","3p","4p","7s","8s","2z","2z"]\' --win 9s',
    "\"['1m', '2m', '3m', '4p', '5p', '6p', '2p', '3p', '4p', '7s', '8s', '2z', '2z']\" --win 9s",
    "\"man='123', pin='456234', sou='78', honors='22'\" --win 9s",
    "'123m 456p 234p 78s(9s) 22z'",
    "'123m 456p 234p 789s 22z (won on 9s)'",
]

# The same with the five of circles red, in a book with red fives.
RED = [
    "123m4r56p234p78s22z --win 9s",
    "123m406p234p78s22z --win 9s",
    "1m2m3m4pr5p6p2p3p4p7s8s2z2z --win 9s",
    "1m2m3m4p5pr6p2p3p4p7s8s2z2z --win 9s",
    "m123 p4r56 p234 s78 z22 --win s9",
    "123M 4P R5P 6P 234P 78S SS --win 9S",
    "一二三萬 四筒 赤五筒 六筒 二三四筒 七八索 南南 --win 九索",
    "'123 man 406 pin 234 pin 78 sou 22z' --win 9s",
    "123m 4p red 5p 6p 234p 78s 22z --win 9s",
    "123만 4통 적5통 6통 234통 78삭 남남 --win 9삭",
    "11 12 13 24 52 26 22 23 24 37 38 42 42 39",
    "123m 46p rote 5p 234p 78s 22z --win 9s",
]

# Tiles alone in words of other languages, and which they are.
NAMED = [
    ("Ost Süd West Nord Weiß Grün Rot", "1234567z"),
    ("Ostwind Suedwind Westwind Nordwind Weisser Drache Grüner Drache Roter Drache", "1234567z"),
    ("oost zuid west noord wit groen rood", "1234567z"),
    ("oostenwind zuidenwind witte draak groene draak rode draak", "12567z"),
    ("Est Sud Ouest Nord blanc vert rouge", "1234567z"),
    ("восток юг запад север белый зелёный красный дракон", "1234567z"),
    ("123 ман 55 пин 7 соу", "123m55p7s"),
    ("동남서북백발중", "1234567z"),
    ("123만 적5통 7삭수 백 백", "123m0p7s55z"),
    ("wschód południe zachód północ biały zielony czerwony", "1234567z"),
    ("Est Sud Ovest Nord bianco verde rosso", "1234567z"),
    ("Este Sur Oeste Norte blanco verde rojo", "1234567z"),
    ("トン ナン シャー ペー ハク ハツ チュン", "1234567z"),
    ("トンナンシャペーハクハツチュン", "1234567z"),
    ("punkt 5 punkte 67", "567p"),
    ("rode 5p rote 5s", "0p0s"),
    ("rood 5p rot 5s", "0p0s"),
]


def answered(capsys: pytest.CaptureFixture[str], line: str) -> dict[str, object]:
    """Run `tenbo score` with a line as it is typed, and return its answer."""
    status = main(["score", *shlex.split(line), "--json"])
    told = capsys.readouterr()
    assert (status, told.err) == (0, ""), line
    answer: dict[str, object] = json.loads(told.out)
    return answer


@pytest.mark.thorough("seconds of a processor")
@pytest.mark.parametrize(("line", "red"), [(line, 0) for line in PLAIN] + [(line, 1) for line in RED])
def test_thirty_notations_are_right_at_the_first_try(capsys: pytest.CaptureFixture[str], line: str, red: int) -> None:
    """What stands on a page, in a chat or in another program is typed as it is."""
    how = "" if any(word in line.lower() for word in ("tsumo", "ツモ", "つも", "쯔모")) else " --tsumo"
    answer = answered(capsys, f"{line}{how} --riichi --rules tenhou")
    assert answer["reading"] == ["123m", "234p", "456p", "789s", "22z"]
    assert answer["bonus"] == {"dora": 0, "ura": 0, "red": red}
    assert (answer["han"], answer["fu"], answer["value"]) == ((3, 30, 4000) if red else (2, 30, 2000))


@pytest.mark.parametrize(("words", "tiles"), NAMED)
def test_winds_and_dragons_are_named_in_the_languages_of_the_displays(words: str, tiles: str) -> None:
    assert tile_text(parse_tiles(words)) == tiles


@pytest.mark.parametrize(
    ("words", "told"),
    [("South-wait", "'South-wait' is not recognised"), ("FOO=1", "'FOO=1' is not recognised")],
)
def test_a_word_that_says_nothing_is_told_as_it_was_typed(
    capsys: pytest.CaptureFixture[str], words: str, told: str
) -> None:
    """Not with the small letters and strokes that it is looked for with."""
    assert main(["score", "123m456p234p78s22z", "9s", "tsumo", words]) == 1
    assert told in capsys.readouterr().err


@pytest.mark.parametrize("line", ["123 wun 456p", "1-2-3 Zahl", "7_8s"])
def test_numbers_without_a_suit_are_told(line: str) -> None:
    """That a blank is no tile would help no one."""
    with pytest.raises(Malformed, match=r"^no suit follows [0-9]+ in .*; write m, p, s or z after the numbers$"):
        parse_tiles(line)


def test_a_single_tile_is_no_meld_without_a_word(capsys: pytest.CaptureFixture[str]) -> None:
    """It would be three of them, without anyone having said so."""
    assert main(["score", "123m456p78s22z", "9s", "--ron", "--melds", "5z"]) == 1
    assert "'5z' must begin with chi, pon, kan, kakan or ankan" in capsys.readouterr().err


def test_the_line_that_is_shown_can_be_typed(capsys: pytest.CaptureFixture[str]) -> None:
    """A shell would take brackets and quotes for its own."""
    assert main(["score", "[123m][456p][234p]78s22z"]) == 2
    shown = capsys.readouterr().err.partition("for example tenbo score ")[2].rstrip("\n")
    assert shown == "'[123m][456p][234p]78s22z' --win 9s --ron"


@pytest.mark.parametrize("words", ["Bambusss 789 Kreise 456", "punkte 5 hase"])
def test_a_word_that_is_not_known_is_told_in_what_was_typed(words: str) -> None:
    """Not in what was made of it on the way."""
    with pytest.raises(Malformed, match=f"{words}' is") as refusal:
        parse_tiles(words)
    assert "'b'" not in refusal.value.message


@pytest.mark.parametrize(
    "words",
    ["リーチ ロン ドラ3p1z 裏ドラ=5s 2本場 1供託 親 一発", "立直 栄和 ドラ 3p1z 裏5s 2 本場 1 供託 親 一発"],
)
def test_the_words_of_the_game_may_be_japanese(capsys: pytest.CaptureFixture[str], words: str) -> None:
    hand = "123m456p234p78s22z 9s"
    options = "--riichi --ron --dora 3p1z --ura 5s --honba 2 --sticks 1 --seat E --ippatsu"
    assert answered(capsys, f"{hand} {words}") == answered(capsys, f"{hand} {options}")


@pytest.mark.parametrize(
    "melds",
    [
        "--melds 'pon 555z'",
        "--melds '555z pon'",
        "--melds pon555z",
        "--melds 555z",
        "--melds 'PON haku'",
        "--melds 'pon P'",
        "--melds 白白白",
        "pon 555z",
        "meld=pon:555z",
        "[555z]",
        "'(P P P)'",
        "+555z",
        "--melds '[555z]'",
        '--melds "5\'55z"',
        "--melds 'white white white'",
        "--melds WdWdWd",
        "퐁 백백백",
    ],
)
def test_a_meld_is_named_before_or_behind_its_tiles(capsys: pytest.CaptureFixture[str], melds: str) -> None:
    answer = answered(capsys, f"123m456p78sSS 9s {melds} --ron")
    assert (answer["yaku"], answer["value"]) == ([["haku", 1]], 1000)


def test_the_winning_tile_may_lie_behind_the_melds(capsys: pytest.CaptureFixture[str]) -> None:
    """As it lies on the table: the closed tiles, what is open, and apart from them the last one."""
    for line in ("123m456p78sSS pon 555z 9s ron", "123m456p78s22z [555z] 9s --ron"):
        assert answered(capsys, line)["value"] == 1000


@pytest.mark.parametrize(
    "words", ["2 honba 1 stick double riichi dealer", "honba=2 1 sticks double_riichi oya", "2본장 1공탁 더블리치 오야"]
)
def test_what_lay_on_the_table_is_said_as_players_say_it(capsys: pytest.CaptureFixture[str], words: str) -> None:
    hand = "123m456p234p78s22z 9s tsumo"
    options = "--honba 2 --sticks 1 --riichi --riichi --seat E"
    assert answered(capsys, f"{hand} {words}") == answered(capsys, f"{hand} {options}")


@pytest.mark.parametrize(
    "melds",
    ["pon 555z, chi 123p", "555z 123p", "555z;123p", "555z123p", "[555z][123p]", "pon 555z chi 123p", "555z + 1'23p"],
)
def test_several_melds_are_parted_by_anything_or_nothing(capsys: pytest.CaptureFixture[str], melds: str) -> None:
    beside = melds if melds.startswith("[") else f"[{melds}]"
    for line in (["123m78s22z", "--win", "9s", "--melds", melds], [f"123m78s22z {beside}", "--win", "9s"]):
        assert main(["score", *line, "--ron", "--json"]) == 0
        answer = json.loads(capsys.readouterr().out)
        assert (answer["value"], answer["reading"]) == (2000, ["123m", "789s", "555z", "123p", "22z"])


@pytest.mark.parametrize(
    ("meld", "fu"), [("ankan 5555z", 32), ("x55xz", 32), ("5xx5z", 32), ("closed kan 5555z", 32), ("暗槓白", 32),
                     ("kan 5555z", 16), ("5'555z", 16), ("open kan P", 16), ("加槓白", 16), ("5'5'55z", 16)]
)  # fmt: skip
def test_a_kan_is_closed_or_open_as_it_is_laid(capsys: pytest.CaptureFixture[str], meld: str, fu: int) -> None:
    answer = answered(capsys, f'123m456p78s22z --win 9s --ron --melds "{meld}"')
    assert [item[1] for item in answer["fu_items"] if "kan" in item[0]] == [fu]


@pytest.mark.parametrize("line", ["123m 456p 78s*9s 111z 22z", "123m456p78s9s!11122z", "1-3m456p78s9s11122z"])
def test_a_mark_that_could_mean_something_is_not_passed_over(capsys: pytest.CaptureFixture[str], line: str) -> None:
    assert main(["score", *line.split(), "--ron"]) in (1, 2)
    assert capsys.readouterr().out == ""


def test_waits_take_melds_beside_the_hand_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["waits", "3456s [555z]", "(123m)", "+", "x99xp"]) == 0
    assert capsys.readouterr().out == "waits for 3s 6s\n"


@pytest.mark.parametrize(
    "line",
    [
        "123m456p234p78s22z9s --tsumo --riichi --seat W --round S --dora 8s --dora 1p",
        "123m456p234p78s22z 9s tsumo riichi seat=W round=S dora=8s1p",
        "123m 456p 234p 78s 22z 9s Tsumo Riichi seat west round south dora 8s,1p",
        "123m456p234p78s22z9s tsumo riichi --seat 西 --round 南 --dora '8s 1p'",
        "123m456p234p78s22z 9s by tsumo riichi seat:W round:S dora:8s1p",
        "123m456p234p78s22z 9s by tsumo riichi seat:W round:S dora 8s dora=1p",
    ],
)
def test_what_else_there_was_is_said_in_options_or_in_words(capsys: pytest.CaptureFixture[str], line: str) -> None:
    """No indicator is lost, however they are given."""
    answer = answered(capsys, line)
    assert (answer["han"], answer["bonus"]) == (4, {"dora": 2, "ura": 0, "red": 0})


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (
            "123m456p234p789s22z --win 1z --ron",
            "closed tiles besides the winning tile must be 13, not 14: leave the winning tile out",
        ),
        (
            "123m456p234p78s22z --win 9s --ron --melds 123m",
            "besides 1 meld and the winning tile must be 10, not 13: leave the tiles of the melds out",
        ),
        (
            "123m456p78s22z --win 9s --ron",
            "closed tiles besides the winning tile must be 13, not 10: enter the melds, too",
        ),
        ("123m456p234p789s222z --ron", "HAND has 15 tiles: it needs 13 closed tiles besides the winning tile"),
        ("222z --ron --melds '123m 456p 234p 789s'", "it needs 1 closed tile besides 4 melds and the winning tile"),
        ("123m456p234p78s22z --win 9s --ron --seat E --seat W", "--seat is given twice: give it once"),
        ("123m456p234p78s22z --win 9s --tsumo --from W", "name the liable player with --liable"),
        ("123m456p234p78s22z --win 9s --tsumo --all-rules --set kiriage=true", "leave --set out"),
        ("123m456p234p78s22z win 9s --win 8s --ron", "--win contradicts HAND: leave the option out, or correct HAND"),
        ("123m456p234p78s22z 9s tsumo --ron", "--ron contradicts HAND: leave the option out, or correct HAND"),
        (
            "123m456p234p78s22z 9s ron seat=W dora=1m --seat W --dora 2m",
            ("--dora contradicts HAND: leave the option out, or correct HAND"),
        ),
        ("123m456p234p78s22z --yaku", "--yaku lists the yaku of a book: leave HAND out"),
    ],
)
def test_what_would_be_dropped_or_counted_wrongly_is_told(
    capsys: pytest.CaptureFixture[str], line: str, sentence: str
) -> None:
    """Fourteen tiles without a winning one; an option that says nothing."""
    assert main(["score", *shlex.split(line)]) in (1, 2)
    told = capsys.readouterr()
    assert (told.out, told.err.count("\n")) == ("", 1)
    assert sentence in told.err


def test_a_hand_of_fourteen_has_no_waits(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["waits", "123m456p234p789s22z"]) == 1
    assert capsys.readouterr().err == (
        "tenbo waits: a waiting hand must have 13 closed tiles, not 14: leave the winning tile out\n"
    )


@pytest.mark.thorough("seconds of a processor")
@pytest.mark.parametrize("digits", [6, 5_000])
@pytest.mark.parametrize("word", ["{}本場", "{}供託", "honba={}", "{} honba", "sticks {}"])
def test_counters_and_sticks_of_more_digits_than_a_table_has_are_told(
    capsys: pytest.CaptureFixture[str], word: str, digits: int
) -> None:
    """However they are written, and however many."""
    words = word.format("9" * digits).split()
    assert main(["score", "123m456p234p78s22z", "9s", "ron", *words]) in (1, 2)
    told = capsys.readouterr()
    assert (told.out, told.err.count("\n")) == ("", 1)
    assert "is not recognised" in told.err
