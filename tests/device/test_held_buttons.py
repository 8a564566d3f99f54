"""At every seat a held OK throws the dice between two hands, and a held BACK takes back, as the centre does."""

from __future__ import annotations

import pytest
from players import Players, players

HELD_MS = 1000


def hold(people: Players, seat: int, button: str) -> None:
    """Hold a button for a second."""
    people.virtual.press(seat, button, HELD_MS)


def test_any_seat_throws_the_dice_and_takes_back_what_happened_last() -> None:
    """A short press says how; the keys in the centre do what they did."""
    with players() as people:
        people.press("2 ok")
        assert "hold OK: dice" in people.view(2)["lines"]
        assert people.state()["phase"] == "between"
        hold(people, 3, "ok")
        assert (people.state()["event"], people.state()["phase"]) == ("hand", "playing")
        assert people.view(0)["lines"][-1].startswith("dice ")
        assert people.view(3)["screen"] == "score"
        # In a hand it shows the points, and declares nothing.
        hold(people, 3, "ok")
        assert people.state()["phase"] == "playing"
        people.press("1 riichi")
        people.virtual.wait(4500)
        hold(people, 0, "back")
        assert people.view(2)["lines"][:2] == ["Take back?", "Riichi: South"]
        # The button that asked is no answer, nor one that comes before the question is read.
        assert people.state()["riichi"] == [1]
        people.press("2 ok")
        assert people.state()["riichi"] == []
        people.press("undo, 1 ok")
        assert people.state()["phase"] == "between"
        people.press("dice")
        assert people.state()["phase"] == "playing"


def test_a_button_held_for_something_else_throws_no_dice_and_takes_nothing_back() -> None:
    """The OK that agrees to a win, and one that was pressed in a hand which the desk ended meanwhile."""
    with players() as people:
        people.press("dice, 1 ok, 1 ok, 1 ok")
        people.virtual.wait(600)
        people.virtual.hold(0, "ok")
        people.press("2 ok, 3 ok")
        people.virtual.wait(1500)
        people.virtual.release(0, "ok")
        assert (people.state()["event"], people.state()["phase"]) == ("win", "between")
        people.press("dice")
        people.virtual.hold(2, "ok")
        people.virtual.wait(300)
        people.asker.ask("do", "redeal", 4)
        people.virtual.wait(1000)
        people.virtual.release(2, "ok")
        assert (people.state()["event"], people.state()["phase"]) == ("redeal", "between")
        # A short press of BACK lists what can have happened; undo stands there, too.
        people.press("dice, 1 riichi")
        people.menu(2, "Undo: hold BACK")
        assert people.view(0)["lines"][:2] == ["Take back?", "Riichi: East"]
        people.press("0 back")
        assert people.state()["riichi"] == [1]


def test_held_dice_are_refused_as_those_of_the_centre_are() -> None:
    """Before the start signal of a session, and when the game is over; then BACK sets up the next one."""
    with players() as people:
        people.asker.ask("do", "session", 4, 60, 100_000)
        people.virtual.wait(1000)
        hold(people, 1, "ok")
        assert "wait: start" in people.view(1)["lines"]
        people.set_up(1, "End the game", "yes, end it")
        hold(people, 1, "ok")
        assert people.state()["event"] == "end"
        hold(people, 1, "back")
        assert people.view(1)["lines"][0] == "Set up"
        people.press("1 back")
        people.menu(1, "Undo")
        assert people.view(3)["lines"][:2] == ["Take back?", "End of the game"]


@pytest.mark.parametrize(("rules", "count"), [("ema-2016", 4), ("tenhou-sanma", 3)])
def test_each_seat_throws_and_takes_back_by_holding_and_in_a_hand_ok_does_neither(rules: str, count: int) -> None:
    """Two of four cannot reach the table's box, and of three who sit around a dark seat none may be forgotten."""
    with players(rules) as people:
        for seat in range(count):
            people.tap(seat, "ok", 300)
            assert people.state()["phase"] == "between"
            hold(people, seat, "ok")
            assert (people.state()["event"], people.state()["phase"]) == ("hand", "playing")
            before = people.state()
            hold(people, seat, "ok")
            assert people.state() == before
            hold(people, seat, "back")
            assert {people.view(place)["screen"] for place in range(count)} == {"undo"}
            people.virtual.wait(600)
            people.tap((seat + 1) % count, "ok")
            assert people.state()["phase"] == "between"
