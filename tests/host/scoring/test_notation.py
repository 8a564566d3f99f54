"""Hands are understood as people write them; what is written back is always the one form."""

from __future__ import annotations

import pytest

from tenbo.cli import main
from tenbo.scoring.melds import parse_meld
from tenbo.scoring.records import answer_score, answer_waits
from tenbo.scoring.tiles import parse_tiles, tile_text


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
]


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
    assert "--win TILE is missing: tenbo score 234567m345p678s9s --win 9s --ron, for one" in capsys.readouterr().err
