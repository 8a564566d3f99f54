"""Shanten: compared with the waits, and with an independent program."""

from __future__ import annotations

import random

import pytest
from mahjong.shanten import Shanten

import tenbo
from tenbo.scoring.shanten import shanten_of_checked_tiles
from tenbo.scoring.tenpai import waits
from tenbo.scoring.tiles import NAMES


def some_tiles(seed: int, number: int) -> list[int]:
    """Return tiles of a wall from which some kinds were taken out, so that hands near tenpai come up, too."""
    chance = random.Random(seed)
    kinds = chance.sample(range(34), chance.randint(5, 34))
    return chance.sample([kind for kind in kinds for _ in range(4)], number)


@pytest.mark.thorough("seconds of a processor")
@pytest.mark.parametrize("seed", range(8))
def test_shanten_is_that_of_another_program(seed: int) -> None:
    """Of 13 tiles and of 14, with pairs, orphans and four of a kind."""
    other = Shanten()
    for part in range(60):
        for number in (13, 14):
            tiles = some_tiles(100 * seed + part, number)
            assert shanten_of_checked_tiles(tiles) == other.calculate_shanten(
                [tiles.count(kind) for kind in range(34)]
            ), tiles


@pytest.mark.thorough("seconds of a processor")
@pytest.mark.parametrize("seed", range(4))
def test_a_hand_is_tenpai_when_it_has_waits_and_at_no_other_time(seed: int) -> None:
    """Drawing a wait completes it, and a discard leads back at most one step."""
    chance = random.Random(seed)
    for part in range(40):
        tiles = some_tiles(5000 * (seed + 1) + part, 13)
        away = shanten_of_checked_tiles(tiles)
        assert (away == 0) == bool(waits(tiles))
        assert [shanten_of_checked_tiles([*tiles, kind]) for kind in waits(tiles)] == [-1] * len(waits(tiles))
        drawn = [*tiles, next(kind for kind in range(34) if tiles.count(kind) < 4)]
        assert away - 1 <= shanten_of_checked_tiles(drawn) <= away
        drawn.pop(chance.randrange(14))
        assert abs(shanten_of_checked_tiles(drawn) - away) <= 1


def test_a_tile_of_which_all_four_are_held_cannot_be_drawn() -> None:
    """Neither in the hand nor in melds: what is no wait is no way to tenpai."""
    assert tenbo.shanten("1111m234567p999s") == 1
    assert tenbo.shanten("1234p", ["pon 555z", "chi 234m", "ankan 9999s"]) == 0
    assert tenbo.shanten("2z", "ankan 1111z, ankan 3333z, ankan 4444z, ankan 5555z") == 0
    assert tenbo.waits("12m" + "99s", ["ankan 3333m", "pon 555z", "pon 666z"]) == []
    assert tenbo.shanten("12m99s", ["ankan 3333m", "pon 555z", "pon 666z"]) == 1


@pytest.mark.parametrize(
    ("tiles", "melds", "code", "at"),
    [
        ("123m", (), "wrong_tile_count", "hand"),
        ("11111m234567p99s", (), "too_many_tiles", "hand"),
        ("1234p", "pon", "bad_meld", "melds"),
        (None, (), "bad_tile", "hand"),
        ("1234x", (), "bad_tile", "hand"),
    ],
)
def test_a_hand_that_cannot_be_is_refused(tiles, melds, code, at) -> None:
    """As everywhere, by the field."""
    with pytest.raises(tenbo.TenboError) as refused:
        tenbo.shanten(tiles, melds)
    assert (refused.value.code, refused.value.at) == (code, at)


def test_tiles_may_be_given_in_every_form() -> None:
    """One text, several, or numbers."""
    numbers = [NAMES.index(name) for name in ("1m", "2m", "3m", "5m", "5m")]
    melds = ["pon 555z", "pon 666z", "pon 777z"]
    assert tenbo.shanten("12355m", melds) == tenbo.shanten(["123m", "55m"], melds) == -1
    assert tenbo.shanten(numbers, ", ".join(melds)) == -1
    assert tenbo.waits(numbers[:4], melds) == tenbo.waits("1235m", ", ".join(melds)) == ["5m"]
