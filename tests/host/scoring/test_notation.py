"""Hands are understood as people write them; what is written back is always the one form."""

from __future__ import annotations

import pytest

from tenbo.cli.dispatch import main
from tenbo.rulebooks import load
from tenbo.scoring import tile_parser
from tenbo.scoring.explain import first_cited_section
from tenbo.scoring.json_records import answer_score, answer_waits
from tenbo.scoring.melds import parse_meld, tile_count_hint
from tenbo.scoring.tile_parser import parse_tiles
from tenbo.scoring.tiles import tile_text
from tenbo_core.errors import Malformed


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("p34", "34p"),
        ("m123p406s789", "123m406p789s"),
        ("m123 p456,s789", "123m456p789s"),
        ("p34 56s", "34p56s"),
        ("r5m", "0m"),
        ("r5m r5p", "0m0p"),
        ("5mr5p", "0m5p"),
        ("mr5 s34", "0m34s"),
        ("123M", "123m"),
        ("9S", "9s"),
        ("123M45P9SE", "123m45p9s1z"),
        ("19MESWN", "19m1234z"),
        ("234m-567p-89s", "234m567p89s"),
        ("234m–567p—89s", "234m567p89s"),
        ("🀄\ufe0f🀄\ufe0e🀇", "1m77z"),
        ("赤5p", "0p"),
        ("234r567m", "234067m"),
        ("34r5p 5rs", "340p0s"),
        ("345rm11p", "340m11p"),
        ("R5m", "0m"),
        ("M234P067S9", "234m067p9s"),
        ("M123 P45 S6 EEC", "123m45p6s117z"),
        ("S9", "9s"),
        ("P345s", "345s5z"),
        ("P S 345P", "345p25z"),
        ("234man 56pin 7Sou", "234m56p7s"),
        ("man 234 pin 56 sou 7", "234m56p7s"),
        ("123m ee ww c", "123m11337z"),
        ("123m+45p;6s.", "123m45p6s"),
        # Groups that share a suit.
        ("234-567m-345p-678s-9s", "234567m345p6789s"),
        ("234,567m 345p", "234567m345p"),
        ("234–567m", "234567m"),
        ("234 | 567m", "234567m"),
        ("22;33;44s", "223344s"),
        # As Chinese is written today.
        ("东东东一二三万456饼789条发财发财", "123m456p789s11166z"),
        ("东风南风西风北风白板红中", "123457z"),
    ],
)
def test_tiles_are_read_as_people_write_them(written: str, meant: str) -> None:
    """Suits in front, large letters, dashes, the emoji with its sign for colour."""
    assert tile_text(parse_tiles(written)) == tile_text(parse_tiles(meant)) == meant


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("555z", "pon 555z"),
        ("PPP", "pon 555z"),
        ("p055", "pon 055p"),
        ("423s", "chi 234s"),
        ("pung 555z", "pon 555z"),
        ("Pong 555z", "pon 555z"),
        ("chow s234", "chi 234s"),
        ("chii 234s", "chi 234s"),
        ("kong 9999p", "kan 9999p"),
        ("kang 9999p", "kan 9999p"),
        ("pon P", "pon 555z"),
        ("ankan 東", "ankan 1111z"),
        ("pon 0p", "pon 055p"),
    ],
)
def test_melds_are_read_as_people_name_them(written: str, meant: str) -> None:
    """Three tiles say themselves what they are."""
    assert str(parse_meld(written)) == meant


def test_a_small_letter_is_a_wind_too() -> None:
    """On the command line and in a record."""
    hand = {"hand": "m23456p345s67899", "win": "7m", "by": "tsumo", "riichi": 1}
    assert answer_score(hand | {"seat": "e", "round": "s"}) == answer_score(hand | {"seat": "E", "round": "S"})
    fed = {"hand": "234m9p", "win": "9p", "by": "ron", "melds": ["555z", "666z", "777z"]}
    assert answer_score(fed | {"pao": {"seat_wind": "w", "from": "n"}})["pay"] == {"liable": 16000, "discarder": 16000}


def test_waits_read_the_same_notations() -> None:
    """And answer in the one form."""
    assert answer_waits({"hand": "p34-m234s678 22S", "melds": ["PPP"]})["waits"] == ["2p", "5p"]


SAME = [
    ["234567m345p678s9s", "--win", "9s"],
    ["234567m345p678s9s", "--win", "9S"],
    ["234567m345p678s99s"],
    ["234567m345p678s99s", "--win", "9s"],
    ["m234567-p345-s67899"],
    ["m234567p345s67899", "--seat", "s"],
    ["M234567 P345 S6789", "--win", "S9"],
    ["M234567P345S67899"],
    ["2m3m4m5m6m7m3p4p5p6s7s8s9s", "--win", "s9"],
    ["2m 3m 4m 5m 6m 7m 3p 4p 5p 6s 7s 8s 9s 9s"],
    ["234567m345p678s9s + 9s"],
    ["234567m;345p;678s;9s", "--win", "9s"],
    ["二三四五六七萬三四五筒六七八索九索", "--win", "九索"],
    ["二萬三萬四萬五萬六萬七萬三筒四筒五筒六条七条八条九条", "--win", "九条"],
    ["２３４５６７m３４５p６７８s９s", "--win", "９s"],
    ["🀈🀉🀊🀋🀌🀍🀛🀜🀝🀕🀖🀗🀘", "--win", "🀘"],
    ["🀈🀉🀊 🀋🀌🀍 🀛🀜🀝 🀕🀖🀗 🀘🀘"],
    ["234567man 345pin 678sou 9sou", "--win", "9sou"],
    ["man 234567 pin 345 sou 6789", "--win", "9s"],
    ["234567m 345p 6789s", "--win", "9s", "--seat", "South"],
]


@pytest.mark.thorough("seconds of a processor")
@pytest.mark.parametrize("words", SAME, ids=range(len(SAME)))
def test_a_person_may_write_the_winning_tile_with_the_hand(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """As the last one, or named besides."""
    assert main(["score", *SAME[0], "--ron", "--riichi"]) == 0
    wanted = capsys.readouterr().out
    assert main(["score", *words, "--ron", "--riichi"]) == 0
    assert capsys.readouterr().out == wanted


def test_without_a_winning_tile_a_person_is_told_where_it_goes(capsys: pytest.CaptureFixture[str]) -> None:
    """Thirteen tiles and no other."""
    assert main(["score", "234567m345p678s9s", "--ron"]) == 2
    assert "missing: --win TILE; for example tenbo score 234567m345p678s9s --win 9s --ron\n" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("typed", "example"),
    [
        (["123m456p789s11z", "22z", "tsumo"], "tenbo score 123m456p789s11z 22z tsumo --win 9s\n"),
        (["234m567m234p55s", "--win", "8m", "riichi"], "tenbo score 234m567m234p55s riichi --win 8m --ron\n"),
        (["234m567m2345p", "--melds", "pon 555z", "--tsumo"],
         "tenbo score 234m567m2345p --melds 'pon 555z' --win 9s --tsumo\n"),
    ],
)  # fmt: skip
def test_an_example_of_what_is_missing_keeps_what_was_typed(
    typed: list[str], example: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """And contradicts none of it."""
    assert main(["score", *typed]) == 2
    assert example in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        ["234567m345p678s99s", "--ron", "--riichi"],
        ["234 567m 345p 6789s", "--win", "9s", "--ron", "--riichi"],
        ["234", "567m", "345p", "6789s", "--win", "9s", "--ron", "--riichi"],
        ["--ron", "234567m", "345p", "678s", "99s", "--riichi"],
        ["234567m345p678s9s", "9s", "--ron", "--riichi"],
        ["234567m345p678s9s", "9s", "ron", "riichi"],
        ["M234567", "P345", "S6789", "--win", "9S", "--ron", "--riichi"],
    ],
)
def test_a_hand_needs_no_quotes_and_may_have_blanks_anywhere(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """What stands on the score sheet is typed as it is."""
    assert main(["score", *words]) == 0
    assert capsys.readouterr().out.endswith("The winner gets 1,300.\n")
    assert main(["waits", "234", "567m", "34p", "67899s"]) == 0
    assert capsys.readouterr().out == "waits for 2p 5p\n"


def test_a_line_for_which_the_book_has_no_section_has_none():
    """An empty text, which is printed behind the number; the first name that the book has counts."""
    book = load("ema-2016")
    assert first_cited_section(book, "no.such.place") == first_cited_section(book) == ""
    assert first_cited_section(book, "no.such.place", "yaku.pinfu") == "4.2.1"


def test_runs_of_a_suit_are_remembered_up_to_a_number(monkeypatch):
    """Then they are forgotten together: an archive has more than memory should hold."""
    runs = tile_parser._Runs()
    monkeypatch.setattr(tile_parser, "MOST_RUNS", 3)
    kept = [(runs[text], len(runs))[1] for text in ("123m", "456m", "789m", "123p", "123m")]
    assert kept == [1, 2, 3, 1, 2]
    for text in ("m", "1", ""):
        with pytest.raises(KeyError):
            runs[text]


@pytest.mark.parametrize(("meld", "said"), [
    ("1111m", r"specify whether '1111m' is a called kan \(kan\), an added kan \(kakan\) or a closed kan \(ankan\)"),
    ("0555m", "specify whether '0555m' is"), ("1234m", "'1234m' must be three consecutive tiles of one suit"),
    ("1112m", "'1112m' must be three consecutive"), ("124m", "'124m' must be three consecutive tiles of one suit"),
    ("789m", ""), ("8m9m1p", "'8m9m1p' must be three consecutive tiles"), ("123z", "'123z' must be three consecutive"),
    ("111z", ""), ("11z", "must be 3 identical tiles"),
])  # fmt: skip
def test_a_meld_without_a_name_is_what_its_tiles_are(meld: str, said: str) -> None:
    """Three alike or three in a row; of four alike it has to be said who has seen them."""
    if not said:
        assert parse_meld(meld, "melds") is not None
    else:
        with pytest.raises(Malformed, match=said):
            parse_meld(meld, "melds")


def test_what_is_meant_by_a_wrong_number_of_tiles_is_said_where_it_can_be_guessed() -> None:
    """One more is the winning tile, three fewer a meld that was not named, threes more the melds among the tiles."""
    win, among, name = "leave the winning tile out", "leave the tiles of the melds out", "enter the melds"
    wanted = {
        0: {14: win, **dict.fromkeys((1, 4, 7, 10), name)},
        1: {11: win, 13: among, 14: among, **dict.fromkeys((1, 4, 7), name)},
        2: {8: win, 10: among, 11: among, 13: among, 14: among, **dict.fromkeys((1, 4), name)},
        3: {5: win, 7: among, 8: among, 10: among, 11: among, 13: among, 14: among, 1: name},
        4: {2: win, **dict.fromkeys((4, 5, 7, 8, 10, 11, 13, 14), among)},
    }
    for melds, by_tiles in wanted.items():
        for number in range(18):
            if number != 13 - 3 * melds:
                said = tile_count_hint(number, melds)
                assert by_tiles.get(number, "") in said, (number, melds)
                assert bool(said) == (number in by_tiles), (number, melds, said)
