"""Setting up beside a game: nothing is given up without a question, no one is kept from playing."""

from __future__ import annotations

import pytest
from players import players

from rings import mostly_thorough
from tenbo_core.wire import encode

pytestmark = pytest.mark.thorough("the settings, press by press")

DESK = 4


@pytest.mark.parametrize("rules", ["ema-2016", "austria"])
def test_a_running_game_is_given_up_only_after_a_question_and_undo_brings_it_back(rules: str) -> None:
    """In the second game of the day too; the answer that comes first is no."""
    with players(begin=False) as people:
        people.begin("tenhou")
        people.begin(rules)
        people.press("dice, 1 ok, 1 ok, 1 ok")
        people.virtual.wait(8500)
        stood = people.state()
        people.set_up(0)
        people.press("0 ok")
        assert people.view(0)["lines"][0] == "End the game?"
        people.press("0 ok, 0 ok, 0 ok")
        people.press("0 back, 0 back")
        assert people.state() == stood
        people.set_up(2, "New game", "yes, end it")
        assert (people.state()["event"], people.state()["phase"]) == ("end", "over")
        assert people.view(3)["screen"] == "final"
        people.press("undo, 3 ok")
        again = people.state()
        assert [again[name] for name in ("scores", "round", "hand", "phase")] == [
            stood[name] for name in ("scores", "round", "hand", "phase")
        ]


@pytest.mark.parametrize("layout", [{"scores": [31000, 29000, 30000, 30000]}, {"honba": 2}, {}])
def test_a_game_that_was_laid_out_or_has_a_penalty_is_not_given_up_either(layout: dict[str, object]) -> None:
    """Nothing was played yet, but what stands on the table would be gone."""
    with players(begin=False) as people:
        people.begin("ema-2016", **layout)
        if not layout:
            people.asker.ask("do", "late", DESK, 1, 3)
        people.set_up(0, "New game")
        assert people.view(0)["lines"][0] == "End the game?"


def test_a_game_of_which_nothing_was_played_is_replaced_without_a_question() -> None:
    """The wrong book, the wrong minutes: chosen again."""
    with players(begin=False) as people:
        people.set_up(0, "New game", "austria", "45 minutes")
        people.set_up(0, "My name")
        # Nothing is there yet that could be done, or taken away.
        assert people.view(0)["lines"][1:] == ["[A]", "OK take  BACK leave"]
        people.press("0 ok")
        assert people.view(0)["lines"][1:] == ["A[A]", "RIICHI done", "OK take  BACK delete"]
        people.press("0 riichi")
        people.set_up(1, "New game", "ema-2016", "90 minutes")
        assert people.state()["scores"] == [30000] * 4
        assert people.view(2)["clock"].startswith("1:")


@pytest.mark.parametrize(
    "lines", mostly_thorough([("My name",), ("My language",), ("Test this seat",), ()], "more dialogues")
)
def test_riichi_is_declared_while_another_seat_sets_something_up(lines: tuple[str, ...]) -> None:
    """A hand goes on; what else would need the displays of everybody waits, and says so."""
    with players() as people:
        people.press("dice")
        people.set_up(0, *lines)
        people.virtual.wait(3000)
        shown = people.view(0)["lines"]
        people.press("1 riichi, 1 riichi")
        assert people.state()["riichi"] == [1]
        assert "riichi already" in people.view(1)["lines"]
        assert people.view(0)["lines"] == shown
        people.press("2 down")
        assert "wait: East asks" in people.view(2)["lines"]
        people.press("0 back, 0 back" if lines == ("Test this seat",) else "0 back")
        people.virtual.press(1, "riichi", 1500)
        assert people.state()["event"] == "riichi_void"


def test_a_seat_test_is_left_with_a_second_back_and_others_do_not_prolong_it() -> None:
    """BACK is one of the buttons to try; after that it leaves as everywhere."""
    with players() as people:
        people.set_up(1, "Test this seat")
        people.virtual.wait(3000)
        people.press("1 back")
        assert people.view(1)["lines"] == ["Press each button", "RIICHI OK UP DOWN", "BACK leave"]
        people.press("1 back")
        assert people.view(1)["screen"] == "score"
        assert "faulty: tell the desk" in people.view(1)["lines"]
        people.set_up(1, "Test this seat")
        people.virtual.wait(3000)
        for _ in range(3):
            people.virtual.wait(7000)
            people.press("3 ok")
        assert people.view(1)["screen"] == "score"


def test_a_press_just_before_the_desk_proposes_something_is_carried_out_before_it() -> None:
    """Riichi is declared at once, not when the seats have answered; an OK that no one meant agrees to nothing."""
    with players() as people:
        people.press("dice")
        people.virtual.hold(2, "riichi")
        people.virtual.service.write(encode(["propose", 900, "win", DESK, [[1, 0, 3, 30]]]))
        people.virtual.wait(300)
        assert people.state()["riichi"] == [2]
        assert "You get 4900" in people.view(1)["lines"]


@pytest.mark.parametrize("question", mostly_thorough(["0 back", "0 ok", "0 ok, 0 ok"], "more questions"))
def test_a_question_to_one_seat_is_not_kept_alive_by_the_presses_of_the_others(question: str) -> None:
    """Who has left the table must not lock it for as long as someone tries to go on."""
    with players() as people:
        people.press("dice, " + question)
        for _ in range(3):
            people.virtual.wait(4500)
            people.press("2 down")
            assert "wait: East asks" in people.view(2)["lines"]
        people.virtual.wait(2000)
        assert people.view(0)["screen"] == "score"
        people.press("2 riichi")
        assert people.state()["riichi"] == [2]
