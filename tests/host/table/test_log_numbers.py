"""Every number that a server writes for a tile or a meld: read as what it was written for, and nothing else is one."""

from __future__ import annotations

from itertools import combinations, product

import pytest

from tenbo.formats.logs.mjlog_reader import meld_text, read
from tenbo.formats.logs.recorded_game import RecordedWin, RecordedWorth
from tenbo.formats.logs.rescoring import rescore_win
from tenbo.formats.logs.tile_numbers import tile_from_136, tile_from_two_digits
from tenbo_core.errors import Malformed, TenboError
from tenbo_core.event_notation import event_of
from tenbo_core.fold import apply

KINDS = [f"{number}{suit}" for suit in "mps" for number in range(1, 10)] + [f"{number}z" for number in range(1, 8)]
RED = {16: "0m", 52: "0p", 88: "0s"}


def test_every_number_of_two_digits_is_its_tile_or_none():
    """An eighth honour would be a hand that no one ever held."""
    suits = {10 * suit + number: f"{number}{'mpsz'[suit - 1]}" for suit in (1, 2, 3, 4) for number in range(1, 10)}
    wanted = {number: tile for number, tile in suits.items() if number not in (48, 49)} | {51: "0m", 52: "0p", 53: "0s"}
    found = {}
    for number in range(-1, 120):
        try:
            found[number] = tile_from_two_digits(number)
        except TenboError as error:
            assert error.code == "bad_tile"
    assert found == wanted


@pytest.mark.parametrize("number", [True, False, None, "11", 11.0, [11], {}])
def test_what_is_no_whole_number_is_no_tile(number):
    """Anything that JSON can hold."""
    with pytest.raises(Malformed, match="is not a tile in tenhou") as refused:
        tile_from_two_digits(number)
    assert refused.value.code == "bad_tile"


def test_every_one_of_136_tiles_is_read_with_its_red_fives_where_there_are_any():
    """Four of each kind, one number after the other."""
    for number in range(136):
        plain = KINDS[number // 4]
        assert tile_from_136(number, red=False) == plain
        assert tile_from_136(number, red=True) == RED.get(number, plain)
    for number in (-1, 136):
        with pytest.raises(Malformed, match="0 to 135"):
            tile_from_136(number, red=True)


def test_every_meld_is_read_as_it_was_called():
    """All runs with all copies, and all sets of three and four: as the server packs them into sixteen bits."""
    for run, source in product(range(21), (1, 2, 3)):
        first = 9 * (run // 7) + run % 7
        text = "chi " + "".join(KINDS[first : first + 3])
        for copies in product(range(4), repeat=3):
            called = run * 3 << 10 | copies[0] << 3 | copies[1] << 5 | copies[2] << 7 | 4 | source
            assert meld_text(called, red=False) == text
    for kind, source in product(range(34), (1, 2, 3)):
        for unused in range(4):
            assert meld_text(kind * 3 << 9 | unused << 5 | 8 | source, red=False) == "pon " + 3 * KINDS[kind]
            assert meld_text(kind * 3 << 9 | unused << 5 | 16 | source, red=False) == "kakan " + 4 * KINDS[kind]
        for copy in range(4):
            assert meld_text(4 * kind + copy << 8 | source, red=False) == "kan " + 4 * KINDS[kind]
            assert meld_text(4 * kind + copy << 8, red=False) == "ankan " + 4 * KINDS[kind]


def test_a_meld_shows_the_red_five_when_it_is_in_it():
    """The first copy of a five is the red one."""
    for suit in range(3):
        five = 9 * suit + 4
        for copies in combinations(range(4), 3):
            unused = 6 - sum(copies)
            text = meld_text(five * 3 << 9 | unused << 5 | 8 | 1, red=True)
            assert ("0" in text) == (0 in copies), text
        assert meld_text(4 * five << 8, red=True).count("0") == 1


@pytest.mark.parametrize("run", [suit * 7 + first for suit in range(3) for first in (2, 3, 4)])
def test_a_run_shows_the_red_five_when_its_copy_is_the_first(run):
    """Whichever place the five has in it, no matter where the copies of the two others are."""
    place = 4 - run % 7
    for copies in product(range(4), repeat=3):
        called = run * 3 << 10 | copies[0] << 3 | copies[1] << 5 | copies[2] << 7 | 4 | 3
        text = meld_text(called, red=True)
        assert [sign for sign in text if sign.isdigit()][place] == ("0" if copies[place] == 0 else "5"), text
        assert text.count("0") == (copies[place] == 0)


@pytest.mark.parametrize("code", [-1, 0x10000, 4 | 21 * 3 << 10, 8 | 34 * 3 << 9, 4 * 34 << 8, 0x20])
def test_what_is_no_meld_is_refused(code):
    """The number beside the last meld of each kind, and what three players do."""
    with pytest.raises(Malformed, match=r"not a meld|a north was set aside"):
        meld_text(code, red=True)


def test_the_final_points_and_totals_are_those_of_each_seat():
    """They stand in turns: the points in hundreds, then the total in thousands."""
    game = read(
        '<mjloggm><GO type="169"/><UN n0="a" n1="b" n2="c" n3="d"/>'
        '<INIT seed="0,0,0,1,1,130" ten="250,250,250,250" oya="0"/>'
        '<RYUUKYOKU ba="0,0" sc="250,10,250,-10,250,0,250,0" owari="260,1.5,240,-2.5,251,3.0,249,-4.0"/></mjloggm>'
    )
    assert game.final == [(26000, 1.5), (24000, -2.5), (25100, 3.0), (24900, -4.0)]
    assert game.hands[0].deltas == [1000, -1000, 0, 0]


@pytest.mark.parametrize(
    ("han", "fu", "recorded"),
    [(4, None, (4, 40)), (3, None, (3, 70)), (2, None, (2, 30)), (4, 30, (4, 30)), (5, None, (5, 0)), (6, 40, (6, 40))],
)
def test_a_win_whose_tiles_are_not_known_is_told_as_it_was_recorded(han, fu, recorded):
    """A mangan below five han is one with the fewest fu that make it."""
    table = apply(apply(None, event_of("start tenhou")), event_of("hand"))
    told = rescore_win(table, RecordedWin(1, 0, RecordedWorth([], {}, han, fu, 0, None, []), None, None)).win
    assert (told["seat"], told["from"], told["han"], told.get("fu", 0)) == (1, 0, *recorded)
