"""The library: what `import tenbo` offers to a program, tried from outside."""

from __future__ import annotations

import copy
import doctest
import pickle
import runpy
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tenbo
from random_hands import random_hands

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))
# What 1.0 promised: docs/stable.md. A name goes from here with a major version.
STABLE = (
    "Book", "Change", "Client", "Game", "GameResult", "Hand", "Liability", "Meld", "Result", "TenboError",
    "__version__", "books", "load_book", "read_log", "score", "shanten", "waits", "why_not",
)  # fmt: skip
TANYAO = {"tiles": "234567m345p678s8s", "win": "8s", "by": "ron"}


def declared(seed: int) -> tenbo.Hand:
    """Return a random hand as a program would make it, from text."""
    (hand,) = random_hands(1, seed)
    record = hand.as_record()
    moment = {"moment": hand.moment} if hand.moment else {}
    return tenbo.Hand(
        record["hand"], record["win"], record["by"], melds=record["melds"], seat=record["seat"], round=record["round"],
        riichi=hand.riichi, ippatsu=hand.ippatsu, dora="".join(record["dora"]), ura="".join(record["ura"]), **moment,
    )  # fmt: skip


# ---------------------------------------------------------------- the door


def test_no_name_of_the_door_is_renamed_within_a_major_version() -> None:
    """One was, by a session that looked for better names."""
    assert not [name for name in STABLE if name not in tenbo.__all__]


def test_every_name_of_the_door_is_there_and_has_a_docstring_with_an_example() -> None:
    """What `__all__` promises can be imported, and `dir` shows it and nothing else; the examples run as doctests."""
    assert dir(tenbo) == sorted(tenbo.__all__)
    for name in tenbo.__all__:
        if name != "__version__":
            assert ">>> " in getattr(tenbo, name).__doc__, name


# Those of the client need a service: tests/host/service/test_client_examples.py.
@pytest.mark.parametrize("name", sorted({*tenbo.__all__} - {"__version__", "Client", "GameResult", "TenboError"}))
def test_an_example_of_the_help_can_be_typed(name) -> None:
    """`help(tenbo.Client)` showed `ApiClient(...)`, and `help(tenbo.books)` a name that the library does not have."""
    shown = getattr(tenbo, name)
    texts = [shown.__doc__, *[getattr(getattr(shown, part), "__doc__", None) for part in dir(shown)]]
    examples = [example for text in texts for example in doctest.DocTestParser().get_examples(text or "")]
    assert examples
    for text in texts:
        typed = doctest.DocTestParser().get_doctest(text or "", {}, name, None, None)
        assert "tenbo_core" not in "".join(example.source for example in typed.examples)
        assert doctest.DocTestRunner(verbose=False).run(typed).failed == 0


def test_a_hand_and_a_meld_list_what_is_stable() -> None:
    """What the engine keeps in them is no one's to rely on, and everything that is listed is there."""
    hand, meld = tenbo.Hand(**TANYAO, riichi=1), tenbo.Meld("ankan", "1111z")
    assert {"packed", "situation", "is_sound", "code", "first"} & {*dir(hand), *dir(meld)} == set()
    for made in (hand, meld):
        assert all(hasattr(made, name) for name in dir(made))


def test_a_meld_is_made_of_a_word_and_tiles() -> None:
    """The word of the help gave a TypeError, and tiles that are no such meld were taken."""
    assert tenbo.Meld("pung", ["555z"]) == tenbo.Meld.parse("pon 555z")
    for kind, tiles in (("pon", "556z"), ("peng", "555z"), ("chi", "")):
        with pytest.raises(tenbo.TenboError) as refused:
            tenbo.Meld(kind, tiles)
        assert (refused.value.code, refused.value.at) == ("bad_meld", "melds")


def test_the_result_of_a_game_lists_its_fields() -> None:
    """One of the methods of all values gave a TypeError in it."""
    assert dir(tenbo.Game().standing()) == ["oka", "penalties", "places", "scores", "totals", "uma"]


def test_a_change_lists_its_fields() -> None:
    """The methods of a tuple are of no use with one."""
    assert dir(tenbo.Change(7, "desk", {})) == ["data", "kind", "number"]


def test_a_result_lists_what_is_stable() -> None:
    """What the engine has left in it is no one's to rely on."""
    result = tenbo.score(tenbo.Hand(**TANYAO, riichi=1))
    assert {"packed", "scorer", "word", "shape", "yaku_bits"} & set(dir(result)) == set()
    for name in dir(result):
        assert getattr(result, name) is not ...


def test_the_books_are_those_that_can_be_loaded_and_the_default_is_first() -> None:
    """A program that offers a choice needs no list of its own."""
    assert [tenbo.load_book(name).id for name in tenbo.books()] == list(tenbo.books())
    assert tenbo.books()[0] == tenbo.Game().book == "ema-2025"


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        *[("tiles", value, "bad_tile") for value in (7, None, [99], [-1], [True], b"123m")],
        *[("win", value, "bad_tile") for value in (99, -1, None, "9s9s", True)],
        *[("dora", value, "bad_tile") for value in (3, [99], ["9"])],
        *[
            (field, value, "bad_tile")
            for field in ("tiles", "dora", "ura")
            for value in (
                *([""], [" "], [","], ["-"], ["3p", ""], [["3p"]], [None], ["0z"], ["8z"], ["3p\0"]),
                *(0, False, {}, {"3p": 1}, b"", b"3p", bytearray(b"\1"), memoryview(b"\1")),
            )
        ],
        *[("riichi", value, "bad_field") for value in (True, "1", 1.0, 3)],
        *[(field, value, "bad_field") for field in ("honba", "sticks") for value in ("1", 1.5, None, True)],
        *[
            (field, value, "bad_field")
            for field in ("ippatsu", "open_riichi", "sorted_in")
            for value in ("no", "", None, 2, 1.0)
        ],
        *[("melds", value, "bad_meld") for value in (7, [3], "pon", 0, False, {}, {"555z": 1}, b"", [""], [None])],
        *[("pao", value, "bad_field") for value in ("W", "", 0, False, {})],
        ("seat", 1, "bad_seat"),
    ],
)
def test_a_field_of_another_kind_is_refused_by_its_name(field, value, code) -> None:
    """`True` for a riichi, a float or a negative tile counted as some number that no one had meant."""
    with pytest.raises(tenbo.TenboError) as refused:
        tenbo.Hand(**{**TANYAO, field: value})
    assert (refused.value.code, refused.value.at) == (code, "hand" if field == "tiles" else field)


def test_tiles_and_melds_may_be_one_text_a_list_of_texts_or_numbers() -> None:
    """Wherever tiles are wanted."""
    one = tenbo.Hand("234m678s99s", "5s", "ron", melds="pon 555z, chi 234p", dora="1p3p")
    assert one == tenbo.Hand(["234m", "678s", "99s"], "5s", "ron", melds=["pon 555z", "chi 234p"], dora=["1p", "3p"])
    assert one == tenbo.Hand(one.tiles, one.win, "ron", melds=one.melds, dora=one.dora)
    assert tenbo.Meld(1, "555z") == tenbo.Meld.parse("pon 555z")


@pytest.mark.parametrize("written", ["3p", "3P", "３ｐ", ["3p"], ("3p",), [11], iter(["3p"]), "3p,", "\n3p"])
def test_an_indicator_is_read_however_it_is_written(written) -> None:
    """In the width and the case that a keyboard gives, and as any list."""
    assert tenbo.Hand(**TANYAO, dora=written).dora == (11,)


@pytest.mark.parametrize("nothing", [None, "", " ", (), [], iter(())])
def test_no_tiles_are_none_an_empty_text_or_an_empty_list(nothing) -> None:
    """What else counts as false in Python is something that the caller did not mean: 0 is the number of 1m."""
    assert tenbo.Hand(**TANYAO, dora=nothing, ura=nothing) == tenbo.Hand(**TANYAO)
    assert tenbo.Hand(**TANYAO, melds=None) == tenbo.Hand(**TANYAO, melds=())


def test_an_empty_text_in_a_list_names_no_tile_anywhere() -> None:
    """A cell that was left empty in a file would count as a hand with fewer tiles, or without its dora."""
    thirteen = [*"123456789", ""]
    for call, field in (
        (lambda: tenbo.waits([f"{rank}m" if rank else "" for rank in thirteen]), "hand"),
        (lambda: tenbo.shanten(["1112345678999m", " "]), "hand"),
        (lambda: tenbo.waits("1112345678999m", [""]), "melds"),
        (lambda: tenbo.Meld("pon", ["555z", ""]), "melds"),
        (lambda: tenbo.score_record({"hand": TANYAO["tiles"], "win": "8s", "by": "ron", "dora": [""]}), "dora"),
        (lambda: tenbo.score_record({"hand": TANYAO["tiles"], "win": " ", "by": "ron"}), "win"),
    ):
        with pytest.raises(tenbo.TenboError) as refused:
            call()
        assert (refused.value.code, refused.value.at) in (("bad_tile", field), ("bad_meld", field))


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    """The lazy door answers as an ordinary module does."""
    with pytest.raises(AttributeError, match="module 'tenbo' has no attribute 'Hnad'"):
        _ = tenbo.Hnad  # type: ignore[attr-defined]


def test_importing_tenbo_loads_nothing_that_is_not_asked_for() -> None:
    """A program that only wants the version does not pay for the tables of the scorer."""
    code = "import sys, tenbo; print([name for name in sys.modules if name.startswith(('tenbo.', 'serial', 'numpy'))])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_every_example_runs_as_it_stands(example: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An example that does not run teaches the wrong thing."""
    runpy.run_path(str(example), run_name="__main__")
    assert capsys.readouterr().out


def test_there_are_five_examples() -> None:
    """The parametrised test above says nothing about files that are not there."""
    assert len(EXAMPLES) >= 5


@pytest.mark.thorough("mypy over the whole library")
def test_the_typed_door_passes_strict_checking_from_outside(tmp_path: Path) -> None:
    """The types are part of the door: a program that uses them is checked as its author would check it."""
    program = ROOT / "tests" / "typing" / "api.py"
    command = [
        sys.executable,
        "-m",
        "mypy",
        "--strict",
        "--config-file",
        "",
        "--cache-dir",
        str(tmp_path),
        str(program),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "Success: no issues found in 1 source file\n")


# ---------------------------------------------------------------- hands and results


def test_equal_hands_are_equal_however_they_are_written() -> None:
    """The order of tiles, melds and indicators is no one's choice."""
    one = tenbo.Hand("234m678s99s", "5s", "ron", melds=["pon 555z", "chi 234p"], dora="1p3p")
    other = tenbo.Hand("99876s432m", "5s", "ron", melds=[tenbo.Meld.parse("chi 432p"), "pon 555z"], dora="3p1p")
    assert one == other
    assert hash(one) == hash(other)
    assert one != tenbo.Hand("234m678s99s", "5s", "tsumo", melds=["pon 555z", "chi 234p"], dora="1p3p")
    assert one != "234m678s99s"
    assert len({one, other}) == 1


@pytest.mark.parametrize("flag", ["ippatsu", "sorted_in"])
def test_a_flag_may_be_one_or_zero_as_a_riichi_is(flag) -> None:
    """A program that has numbers needs no conversion; the hand has the truth value."""
    for number in (0, 1):
        hand = tenbo.Hand(**TANYAO, riichi=1, **{flag: number})
        assert hand == tenbo.Hand(**TANYAO, riichi=1, **{flag: bool(number)})
        assert (getattr(hand, flag), repr(hand)) == (bool(number), repr(eval(repr(hand), vars(tenbo))))


def test_the_printed_form_of_a_hand_makes_the_hand_again() -> None:
    """What a program prints can be pasted into the next one."""
    names = {"Hand": tenbo.Hand, "Meld": tenbo.Meld, "Liability": tenbo.Liability}
    melds = ["pon 555z", "pon 666z", "pon 777z"]
    for hand in (
        tenbo.Hand("23m55s", "1m", "tsumo", melds=melds, pao=tenbo.Liability("W"), honba=2, sticks=1),
        *(declared(seed) for seed in range(40)),
    ):
        assert eval(repr(hand), dict(names)) == hand
    assert eval(repr(tenbo.Meld.parse("kan 9999s")), dict(names)) == tenbo.Meld.parse("kan 9999s")


@pytest.mark.parametrize("book", ["ema-2016", "tenhou", "alarm"])
def test_results_survive_pickling_copying_and_another_process(book: str) -> None:
    """Archives are scored on all cores; results come back whole and equal."""
    rules = tenbo.load_book(book).with_changes({"nagashi": "none"}).rules
    scored = [
        (hand, tenbo.score(hand, rules)) for seed in range(30) if not tenbo.why_not(hand := declared(seed), rules)
    ]
    assert len(scored) > 15
    for hand, result in scored:
        for again in (pickle.loads(pickle.dumps(result)), copy.deepcopy(result)):
            assert again == result
            assert hash(again) == hash(result)
            assert (again.value, again.fu_items, again.reading) == (result.value, result.fu_items, result.reading)
        assert pickle.loads(pickle.dumps(hand)) == hand


def test_a_liable_player_pickled_by_an_earlier_release_is_loaded() -> None:
    """Archives of hands outlive a release; the class stood in another module."""
    stored = (
        b"\x80\x04\x95U\x00\x00\x00\x00\x00\x00\x00\x8c\x12tenbo.scoring.hand\x94\x8c\tLiability\x94\x93\x94)\x81\x94N}\x94("
        b"\x8c\tdiscarder\x94K\x03\x8c\tfour_kans\x94N\x8c\x06liable\x94K\x02u\x86\x94b."
    )
    assert pickle.loads(stored) == tenbo.Liability("W", "N")


def test_a_hand_whose_tile_was_sorted_in_is_another_hand_with_another_result() -> None:
    """Without pinfu and wait (Austria, 3.6.1.1); a copy of the result keeps it so."""
    hand, sorted_in = (
        tenbo.Hand("234567m234p5567s", "8s", "tsumo", riichi=1, sorted_in=sorted_in) for sorted_in in (False, True)
    )
    assert hand != sorted_in
    plain, result = tenbo.score(hand, "austria"), tenbo.score(sorted_in, "austria")
    assert plain != result
    assert pickle.loads(pickle.dumps(result)) == result
    assert ("pinfu", 1) in plain.yaku
    assert ("pinfu", 1) not in result.yaku
    game = tenbo.Game("austria")
    game.hand()
    game.riichi(1)
    assert game.win(1, hand=sorted_in)["deltas"][1] == result.gain + 1000


def test_a_refusal_comes_back_from_a_process_of_a_pool():
    """Pickled without its code and place it could not be made again, and a pool that was handed one hung."""
    hand = tenbo.Hand("123m456p789s1155z", "2z", "ron", riichi=1)
    with pytest.raises(tenbo.TenboError) as refused:
        tenbo.score(hand)
    again = pickle.loads(pickle.dumps(refused.value))
    assert type(again) is type(refused.value)
    assert (again.code, again.at, again.message, again.message.code) == (
        refused.value.code, refused.value.at, refused.value.message, refused.value.message.code
    )  # fmt: skip


@pytest.mark.parametrize("honba", range(6))
@pytest.mark.parametrize("seat", ["E", "S"])
def test_counters_are_paid_for_a_hand_whose_tile_was_sorted_in_as_for_any_other(honba: int, seat: str) -> None:
    """The tile's place in the hand changes its fu, not what lies on the table."""
    hands = [
        tenbo.Hand("234567m234p5567s", "8s", "tsumo", seat=seat, riichi=1, sorted_in=True, honba=counters, sticks=2)
        for counters in (0, honba)
    ]
    without, result = (tenbo.score(hand, "austria") for hand in hands)
    assert result.pay.total - without.pay.total == result.gain - without.gain == 300 * honba
    assert (result.yaku, result.han, result.fu, result.value) == (without.yaku, without.han, without.fu, without.value)


def test_scoring_in_other_processes_gives_the_same_results() -> None:
    """`multiprocessing` needs hands that go there and results that come back."""
    hands = [hand for seed in range(12) if not tenbo.why_not(hand := declared(seed))]
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        there = list(pool.map(tenbo.score, hands))
    assert there == [tenbo.score(hand) for hand in hands]


def test_results_under_other_rules_or_winds_differ() -> None:
    """Equality means the same hand, the same book and the same seat."""
    hand = tenbo.Hand(**TANYAO, riichi=1)
    assert tenbo.score(hand, "ema-2016") != tenbo.score(hand, "wrc")
    assert tenbo.score(hand) != tenbo.score(tenbo.Hand(**TANYAO, riichi=1, seat="W"))
    kiriage = tenbo.load_book("ema-2016").with_changes({"kiriage": True})
    assert tenbo.score(hand, kiriage) != tenbo.score(hand, "ema-2016")
    assert tenbo.score(hand, kiriage) == tenbo.score(hand, tenbo.load_book("ema-2016").with_changes({"kiriage": True}))


@settings(max_examples=300)
@given(
    tiles=st.text("0123456789mpsz", max_size=20),
    win=st.sampled_from(["1m", "9s", "0p", "7z"]),
    riichi=st.sampled_from([0, 1, 2]),
    ippatsu=st.booleans(),
    dora=st.sampled_from(["", "1m", "1m1m1m1m1m", "1m1m1m1m1m1m"]),
    ura=st.sampled_from(["", "1m", "9s9s"]),
    honba=st.sampled_from([0, 1, -1]),
)
def test_a_hand_that_is_taken_for_sound_has_no_fault(tiles, win, riichi, ippatsu, dora, ura, honba) -> None:
    """The quick look at a hand may send it to the thorough one, but never past it."""
    try:
        hand = tenbo.Hand(tiles, win, "ron", riichi=riichi, ippatsu=ippatsu, dora=dora, ura=ura, honba=honba)
    except tenbo.TenboError:
        return
    if hand.is_sound:
        assert [list(hand.faults(tenbo.load_book(book).rules)) for book in ("ema-2016", "tenhou")] == [[], []]


@pytest.mark.parametrize("copies", range(5, 14))
def test_any_number_of_equal_tiles_above_four_is_refused(copies: int) -> None:
    """Eight and more of a kind do not spill over into the next one."""
    tiles = "9s" * copies + "".join(f"{rank}p" for rank in range(1, 14 - copies))
    for hand in (tenbo.Hand(tiles, "1z", "ron"), tenbo.Hand(tiles, "9s", "tsumo", riichi=1)):
        assert not hand.is_sound
        assert "too_many_tiles" in [reason.code for reason in tenbo.why_not(hand)]


@pytest.mark.parametrize("seed", range(60))
def test_random_hands_of_a_table_are_sound(seed: int) -> None:
    """The quick look is worth something only when nearly all real hands pass it."""
    hand = declared(seed)
    assert hand.is_sound or hand.moment in ("chankan", "first_turn")


def test_waits_are_tiles_as_text() -> None:
    """And a hand that cannot be is refused as everywhere."""
    assert tenbo.waits("1112345678999m") == [f"{rank}m" for rank in range(1, 10)]
    assert tenbo.waits("1234p", ["pon 555z", "chi 234m", "ankan 9999s"]) == ["1p", "4p"]
    with pytest.raises(tenbo.TenboError) as refused:
        tenbo.waits("123m")
    assert refused.value.code == "wrong_tile_count"
