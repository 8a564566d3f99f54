"""The question at a draw: every seat answers for itself, may think again, may leave, and may be away."""

from __future__ import annotations

import pytest
from players import players

pytestmark = pytest.mark.thorough("draws, press by press")

DESK = 4


def test_an_answer_is_changed_until_the_last_has_come() -> None:
    """A slip of the finger is put right without anyone else."""
    with players() as people:
        people.press("dice, 2 back, 2 ok, 2 ok, 0 back")
        assert people.view(2)["lines"][-1] == "BACK noten"
        people.press("2 back, 0 ok, 1 back")
        assert [people.view(seat)["lines"][1] for seat in (0, 1, 2)] == ["Tenpai", "Noten", "Noten"]
        people.press("3 back")
        people.virtual.wait(8500)
        assert people.state()["deltas"] == [3000, -1000, -1000, -1000]


def test_back_leaves_the_question_of_a_draw_at_every_seat() -> None:
    """After its own noten, in riichi, and with a dead hand; nothing is recorded, and everybody is told."""
    for leaving in ("2 back, 2 back", "1 back", "3 back"):
        with players() as people:
            people.press("dice, 1 riichi")
            people.asker.ask("do", "dead_hand", 3, 3)
            stood = people.state()
            people.press(f"2 back, 2 ok, {leaving}")
            assert all("nothing changed" in people.view(seat)["lines"] for seat in range(4))
            assert people.state() == stood


def test_the_seat_that_asks_answers_for_a_box_that_is_pulled() -> None:
    """A draw is recorded with three boxes, and with two; a box that comes back is asked itself."""
    with players() as people:
        people.virtual.unplug_seat(3)
        people.virtual.unplug_seat(2)
        people.virtual.wait(1000)
        people.press("dice, 0 back, 0 ok, 0 back")
        assert people.view(0)["lines"][:2] == ["Draw", "West: no box"]
        people.press("0 ok")
        assert people.view(0)["lines"][:2] == ["Draw", "North: no box"]
        people.virtual.plug_seat(3)
        people.virtual.wait(1500)
        assert people.view(0)["lines"][:2] == ["Draw", "Noten"]
        people.press("1 ok, 3 back")
        people.virtual.wait(9000)
        state = people.state()
        assert (state["event"], state["deltas"]) == ("draw", [-1500, 1500, 1500, -1500])


def test_a_box_that_is_pulled_during_the_question_is_answered_for_by_who_asked() -> None:
    """A seat in riichi may be the one that asks."""
    with players() as people:
        people.press("dice, 1 riichi, 1 back, 1 ok, 0 ok, 2 ok")
        people.virtual.unplug_seat(3)
        people.virtual.wait(1500)
        assert "North: no box" in people.view(1)["lines"]
        people.press("1 ok")
        people.virtual.wait(9000)
        assert (people.state()["event"], people.state()["deltas"]) == ("draw", [0, 0, 0, 0])


def test_the_question_outlives_the_loss_of_all_four_boxes() -> None:
    """Someone stumbles over the cables: nothing restarts, and anyone who is back first goes on."""
    with players(earlier=1) as people:
        people.press("dice, 0 back, 0 ok, 0 ok")
        for seat in range(4):
            people.virtual.unplug_seat(seat)
        people.virtual.wait(5000)
        people.virtual.plug_seat(2)
        people.virtual.wait(1500)
        people.press("2 back, 2 back, 2 back")
        people.virtual.wait(9000)
        assert people.virtual.restarts == []
        assert (people.state()["event"], people.state()["deltas"]) == ("draw", [3000, -1000, -1000, -1000])


def test_nagashi_is_claimed_with_four_riichi() -> None:
    """EMA 2012 has it, and no one is asked for tenpai then: the question waits for one OK."""
    with players("ema-2012") as people:
        people.press("dice, 0 riichi, 1 riichi, 2 riichi, 3 riichi, 0 back, 0 ok")
        assert people.view(2)["lines"] == ["Draw", "Riichi: tenpai", "OK yes  UP nagashi  BACK no"]
        people.press("2 up, 2 ok")
        assert people.view(0)["lines"][0] == "Nagashi mangan"
        people.virtual.wait(8500)
        assert people.state()["deltas"] == [-4000, -2000, 8000 + 4000, -2000]


def test_a_draw_goes_by_the_table_as_it_is_when_the_last_has_answered() -> None:
    """The desk takes a riichi back under the question: the seat answers for itself then."""
    with players() as people:
        people.press("dice, 1 riichi, 0 back, 0 ok")
        assert "Riichi: tenpai" in people.view(1)["lines"]
        people.asker.ask("do", "undo", DESK)
        people.virtual.wait(50)
        assert people.view(1)["lines"][1] == "Tenpai?"
        people.press("0 ok, 1 back, 2 back, 3 back")
        people.virtual.wait(8500)
        assert people.state()["deltas"] == [3000, -1000, -1000, -1000]


def test_a_question_that_nobody_answers_goes_away_and_says_so() -> None:
    with players() as people:
        people.press("dice, 2 back, 2 ok, 0 ok")
        people.virtual.wait(61_000)
        assert all("nothing changed" in people.view(seat)["lines"] for seat in range(4))
        assert people.state()["event"] == "hand"


def test_a_press_that_means_nothing_is_answered_where_it_was() -> None:
    """An OK too many, and a button that the question does not have; the other displays stay as they are."""
    with players() as people:
        people.press("dice, 2 riichi, 0 back, 0 ok, 0 ok")
        for press, words in (("0 ok", "already answered"), ("2 down", "no effect")):
            people.press(press)
            assert [seat for seat in range(4) if words in people.view(seat)["lines"]] == [int(press[0])]
