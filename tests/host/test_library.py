"""The library: what `import tenbo` offers to a program, tried from outside."""

from __future__ import annotations

import copy
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


def test_every_name_of_the_door_is_there_and_has_a_docstring() -> None:
    """What `__all__` promises can be imported, and `dir` shows it."""
    for name in tenbo.__all__:
        assert getattr(tenbo, name) is not None
        assert name in dir(tenbo)
        if name != "__version__":
            assert getattr(tenbo, name).__doc__


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


# ---------------------------------------------------------------- games


def begun(**start) -> tenbo.Game:
    game = tenbo.Game("ema-2016", names=["Anna", "Ben", "Carla", "Dai"], **start)
    game.hand()
    return game


def test_a_declared_hand_is_scored_as_the_table_stands() -> None:
    """Seat, round, counters and riichi sticks are the table's, not the hand's."""
    game = begun(honba=2, sticks=1, scores=[30000, 30000, 29000, 30000])
    game.riichi(1)
    answer = game.win(1, source=3, hand=tenbo.Hand(**TANYAO, riichi=1, honba=7, seat="E"))
    assert answer["deltas"] == [0, 3900 + 600 + 2000, 0, -3900 - 600]


def test_a_refused_act_leaves_no_trace() -> None:
    """Neither in the table nor in the numbers that a later undo names."""
    game = begun()
    game.riichi(2)
    before = (repr(game), game.events)
    for act in (
        lambda: game.riichi(2),
        lambda: game.riichi(7),
        game.hand,
        lambda: game.win(1, source=0, han=0, fu=30),
        lambda: game.undo(to=40),
        lambda: game.apply_record({"event": "start"}),
        lambda: game.apply_record({"event": "no such thing"}),
    ):
        with pytest.raises(tenbo.TenboError):
            act()
        assert (repr(game), game.events) == before
    game.win(2, source=0, han=2, fu=40)
    game.undo(to=1)
    assert game.in_riichi == []
    assert tenbo.Game.replay(game.events) == game


def test_every_act_is_answered_with_the_table_after_it() -> None:
    """What a program shows next it need not ask for; and what it changes in it changes nothing here."""
    game = begun()
    for act in (
        lambda: game.riichi(0),
        lambda: game.dead_hand(2),
        lambda: game.chombo(1),
        game.hand,
        lambda: game.draw(tenpai=[0]),
        lambda: game.penalty(3, -1000),
        game.undo,
        game.end,
    ):
        answer = act()
        assert (answer["scores"], answer["deltas"] is not None) == (game.scores, True)
        game.scores.append(0)
        game.names.append("Eve")
    assert (len(game.scores), game.names) == (4, ["Anna", "Ben", "Carla", "Dai"])
    assert game.standing().totals == tenbo.Game.replay(game.events).standing().totals
    assert game != tenbo.Game.replay(game.events[:-1])
    with pytest.raises(tenbo.TenboError, match="there are no events"):
        tenbo.Game.replay([])


def test_a_game_of_every_act_replays_to_the_same_table() -> None:
    """Events are the whole truth of a game: what they tell again is equal in every number."""
    game = begun(changes={"abortive": ["four_winds"]})
    game.abort("four_winds")
    game.hand([3, 4])
    game.riichi(0)
    game.draw(tenpai=[0, 2])
    game.hand()
    game.chombo(1, 3)
    game.hand()
    game.dead_hand(2)
    game.riichi(1)
    game.riichi_invalid(1)
    game.redeal("a tile fell")
    game.hand()
    game.wins([{"seat": 1, "from": 0, "han": 2, "fu": 30}, {"seat": 2, "from": 0, "yakuman": 1}])
    game.penalty(3, -1000, "noise", when="after_uma")
    game.late(0, 4)
    game.substitute(3)
    game.signal()
    game.undo()
    game.end()
    again = tenbo.Game.replay(game.events)
    assert again == game
    assert repr(again) == repr(game)
    assert again.standing() == game.standing()
    assert hash(again.standing()) == hash(game.standing())
    assert repr(again.standing()).startswith("GameResult(scores=[")
    assert game.is_over
    assert game.phase == "over"
    assert (game.round, game.hand_number, game.honba, game.sticks, game.dealer) == ("E", 2, 0, 0, 1)


def test_an_own_book_is_a_file_and_a_record_cannot_name_one(tmp_path: Path) -> None:
    """Only the programmer's own argument may be a file; records come from anyone."""
    own = tmp_path / "club.toml"
    own.write_text(
        'extends = "ema-2016"\nid = "club"\ntitle = "Our \\"club\\""\nstart_points = 25000\ntarget_points = 25000\n'
    )
    game = tenbo.Game(str(own))
    assert game.scores == [25000] * 4
    assert tenbo.Game.replay(game.events, str(own)) == game
    with pytest.raises(tenbo.TenboError) as refused:
        tenbo.Game.replay(game.events)
    assert refused.value.code == "unknown_rules"
    with pytest.raises(tenbo.TenboError, match="there are no events"):
        tenbo.Game.replay([])


def test_what_a_game_hands_out_is_a_copy() -> None:
    """A program that changes its list of events has not changed the game."""
    game = begun()
    game.events[0]["rules"] = "alarm"
    game.names[0] = "Zoe"
    game.scores[0] = 0
    assert (game.events[0]["rules"], game.names[0], game.scores[0]) == ("ema-2016", "Anna", 30000)


@pytest.mark.parametrize("given", ["234567m345p678s9s", None, ["1m"]])
@pytest.mark.parametrize("book", ["ema-2016", "wrc", tenbo.load_book("austria")])
def test_what_is_no_hand_is_refused_in_a_sentence(given, book):
    with pytest.raises(tenbo.TenboError, match="what is scored is a hand, such as Hand"):
        tenbo.score(given, book)


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """Return the file of a club's own book."""
    file = tmp_path / "club.toml"
    file.write_text('extends = "ema-2016"\nstart_points = 25000\ntarget_points = 25000\n[yaku]\ntanyao = [1, 0]\n')
    return file


def test_a_game_is_played_by_a_book_in_every_form(club: Path) -> None:
    """An id, a file, a loaded book, its rules; what the records tell is played again without the file."""
    book = tenbo.load_book(str(club))
    for form in (str(club), club, book, book.rules):
        game = tenbo.Game(form)
        assert game.scores == [25000] * 4
        assert game.table.rules.yaku["tanyao"] == [1, 0]
    game = tenbo.Game(book, changes={"bust": True, "yaku": {"pinfu": [2, 0]}})
    club.unlink()
    again = tenbo.Game.replay(game.events)
    assert again.table.rules.values == game.table.rules.values
    assert again.table.rules.bust
    assert [again.table.rules.yaku[name] for name in ("tanyao", "pinfu")] == [[1, 0], [2, 0]]


def test_records_without_a_book_are_played_by_the_one_that_is_given(club: Path) -> None:
    """A loaded one and its rules as well as a file."""
    book = tenbo.load_book(str(club))
    for form in (club, book, book.rules, book.with_changes({"bust": True})):
        game = tenbo.Game.replay([{"event": "start", "set": {"kiriage": True}}, {"event": "hand"}], form)
        assert (game.scores, game.table.rules.kiriage) == ([25000] * 4, True)
    assert tenbo.Game.replay([{"event": "start", "rules": "alarm"}], book).scores == [30000] * 4


def test_tiles_are_a_text_or_a_list_of_texts() -> None:
    """The form that an imported game has them in, too."""
    one = tenbo.Hand("234567m345p678s9s", "9s", "ron", riichi=1, dora="3p", ura="1z")
    for tiles in (["234567m", "345p", "6789s"], ["2m", "3m", "4m", "567m", "345p", "678s", "9s"]):
        assert tenbo.Hand(tiles, "9s", "ron", riichi=1, dora=["3p"], ura=["1z"]) == one
    assert tenbo.waits(["1112345678999m"]) == tenbo.waits("1112345678999m")
    with pytest.raises(tenbo.TenboError) as refused:
        tenbo.Hand("234567m345p678s9s", "9s", "ron", dora=["3x"])
    assert (refused.value.code, refused.value.at) == ("bad_tile", "dora")


def test_a_win_from_the_own_seat_is_refused() -> None:
    """It was taken for a tsumo in silence."""
    game = tenbo.Game("ema-2016")
    game.hand()
    with pytest.raises(tenbo.TenboError) as refused:
        game.win(0, source=0, han=1, fu=30)
    assert (refused.value.code, refused.value.at) == ("bad_field", "source")
    assert game.scores == [30000] * 4
    assert game.win(0, han=2, fu=30)["deltas"][0] > 0


def test_a_game_of_a_server_is_read_as_a_game() -> None:
    """The example of the import, as text and as the bytes of a file."""
    text = (ROOT / "examples" / "server-game.json").read_text("utf-8")
    game = tenbo.read_log(text)
    assert game == tenbo.read_log(text.encode())
    assert (game.is_over, game.standing().totals) == (True, [59800, 2900, -24300, -38400])
    with pytest.raises(tenbo.TenboError):
        tenbo.read_log("hello")
