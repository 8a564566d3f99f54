"""Undo by buttons: what the displays name is what is taken back, and what the desk has ruled stays."""

from __future__ import annotations

import pytest
from players import Players, players

from tenbo_core.errors import Refused

pytestmark = pytest.mark.thorough("every way to take something back")

DESK, REFEREE = 4, 5


def asked(people: Players, seat: int = 0) -> list[str]:
    """Return what an undo asks about, without its title and its footer."""
    lines = people.view(seat)["lines"]
    if lines[0].startswith(("desk: ", "referee: ")):
        # What a host has just booked stands in the title's place for a while.
        people.virtual.wait(4200)
        lines = people.view(seat)["lines"]
    assert lines[0] == "Take back?", lines
    return list(lines[1:-1])


def tsumo(people: Players, seat: int) -> None:
    """Book an ordinary win, which everybody lets pass."""
    people.press(f"{seat} ok, {seat} ok, {seat} ok")
    people.virtual.wait(8500)


def test_an_undo_that_is_asked_about_never_takes_back_what_the_desk_records_meanwhile() -> None:
    """The seats were asked about a riichi; the penalty that came then is none of theirs."""
    with players() as people:
        people.press("dice, 1 riichi, undo")
        assert asked(people) == ["Riichi: South"]
        people.asker.ask("do", "penalty", REFEREE, 2, -8000, "obstruction", "now")
        people.virtual.wait(200)
        assert all("referee: Penalty West -8000" in people.view(seat)["lines"] for seat in range(4))
        people.press("0 ok, 0 back")
        assert people.state()["scores"] == [30000, 29000, 22000, 30000]


def test_what_the_desk_books_is_read_although_it_ends_what_a_seat_was_doing() -> None:
    """Each of these is refused because of it: an undo of which nothing is left, and a win of a hand that is over."""
    with players() as people:
        people.press("dice, undo")
        people.asker.ask("do", "undo", DESK)
        people.virtual.wait(400)
        assert [people.view(seat)["lines"][-1] for seat in range(4)] == ["desk: taken back: Dice"] * 4
        people.press("dice, 1 ok, 1 ok, 1 ok")
        people.asker.ask("do", "redeal", DESK)
        people.virtual.wait(400)
        assert [people.view(seat)["lines"][-1] for seat in range(4)] == ["desk: Dealt again"] * 4


def test_an_undo_asks_anew_when_the_table_has_moved_meanwhile() -> None:
    """The desk took the riichi back itself: then the dice are next, and every seat reads so before it agrees."""
    with players() as people:
        people.press("dice, 1 riichi, 3 riichi, undo")
        assert asked(people) == ["Riichi: North"]
        people.asker.ask("do", "undo", DESK)
        people.virtual.wait(50)
        assert [asked(people, seat) for seat in range(4)] == [["Riichi: South"]] * 4
        people.press("2 ok")
        assert (people.state()["riichi"], people.state()["phase"]) == ([], "playing")


@pytest.mark.parametrize("game", [1, 3])
@pytest.mark.parametrize(
    ("rules", "minutes", "left_then", "left_now"),
    [("ema-2016", 16, 1, 1), ("alarm", 1, 0, 0)],
)
@pytest.mark.thorough("sessions to their signal")
def test_a_win_just_before_the_time_signal_is_taken_back_with_it(
    rules: str, minutes: int, left_then: int, left_now: int, game: int
) -> None:
    """A wrong last win is final no more; the signal sounds again when the game has gone on, and counts the same."""
    with players(begin=False) as people:
        for _ in range(game):
            people.begin(rules)
        people.asker.ask("do", "session", DESK, minutes)
        people.press("dice")
        tsumo(people, 1)
        people.virtual.wait(60_000)
        state = people.state()
        assert (state["event"], state["hands_left"]) == ("signal", left_then)
        people.press("undo")
        win, hand, signal = asked(people)
        assert (win[:12], hand[:2], signal) == ("Win: South +", "東1", "Time signal")
        people.press("3 ok")
        people.virtual.wait(30_000)
        state = people.state()
        assert (state["event"], state["phase"], state["hands_left"]) == ("undo", "playing", None)
        assert sum(state["scores"]) == 4 * 30000
        people.press("undo")
        assert asked(people) == ["Dice"]
        people.press("3 back")
        tsumo(people, 2)
        state = people.state()
        assert (state["event"], state["hands_left"]) == ("signal", left_now)
        assert state["phase"] == ("between" if left_now else "over")


@pytest.mark.thorough("sessions to their signal")
def test_a_signal_that_the_desk_takes_back_leaves_time_to_give_more() -> None:
    """Sounding again within the second, it could never be moved."""
    with players() as people:
        people.asker.ask("do", "session", DESK, 16)
        people.press("dice")
        people.virtual.wait(65_000)
        assert people.state()["hands_left"] == 2
        people.asker.ask("do", "undo", DESK)
        people.virtual.wait(20_000)
        people.asker.ask("do", "extra", DESK, 1, "late tiles")
        people.virtual.wait(40_000)
        assert people.state()["hands_left"] == 2


def test_an_undo_before_the_signal_does_not_hold_it_back() -> None:
    """Only a signal that has sounded waits."""
    with players() as people:
        people.asker.ask("do", "session", DESK, 16)
        people.press("dice, 1 riichi")
        people.virtual.wait(50_000)
        people.press("undo, 1 ok")
        people.virtual.wait(15_000)
        assert people.state()["event"] == "signal"


def test_a_riichi_is_taken_back_by_holding_it_although_the_signal_has_sounded() -> None:
    """The tile was ronned; that a bell rang is no move of the game."""
    with players() as people:
        people.asker.ask("do", "session", DESK, 16)
        people.press("dice")
        people.virtual.wait(55_000)
        people.press("2 riichi")
        people.virtual.wait(10_000)
        assert people.state()["event"] == "signal"
        people.virtual.press(2, "riichi", 1500)
        assert people.state()["event"] == "riichi_void"


def test_the_first_undo_of_a_timed_game_leaves_the_clock_alone() -> None:
    """Set up by buttons; nothing was played, so there is nothing to take back."""
    with players(begin=False) as people:
        people.virtual.press(0, "back", 1200)
        people.press("0 ok, 0 ok, 0 down, 0 ok")
        people.press("undo, 2 ok")
        assert "nothing to take back" in people.view(1)["lines"]
        assert people.view(0)["clock"].startswith("0:4")


def test_names_that_came_from_the_game_before_are_no_move_to_take_back() -> None:
    """The first undo of the second game of the day; a name that a player has just spelled is one."""
    with players() as people:
        people.asker.ask("do", "name", 2, 2, "Carla")
        people.set_up(0, "New game")
        people.press("0 ok, 0 ok")
        assert people.state()["event"] == "name"
        people.press("undo")
        assert "nothing to take back" in people.view(1)["lines"]
        people.asker.ask("do", "name", 3, 3, "Dai")
        people.press("undo")
        assert asked(people) == ["Name: North"]


RULINGS = (
    ("penalty", 2, -8000, "obstruction", "now"),
    ("late", 1, 3),
    ("substitute", 3, "now"),
    ("disqualify", 3, "left"),
    ("session", 90),
    ("chombo", [1]),
    ("dead_hand", 2),
)


def test_what_the_desk_has_ruled_only_the_desk_takes_back() -> None:
    """Neither the centre's undo nor a request in a seat's name; the desk itself may."""
    with players() as people:
        people.press("dice")
        for by in (DESK, REFEREE):
            for kind, *fields in RULINGS:
                people.asker.ask("do", kind, by, *fields)
                before = people.state()
                people.press("undo, 0 ok, 0 back")
                assert people.state() == before, kind
                for asker in (1, 6):
                    with pytest.raises(Refused, match="only the desk"):
                        people.asker.ask("do", "undo", asker, 0)
                assert people.state() == before, kind
                people.asker.ask("do", "undo", DESK)
                people.virtual.wait(2000)
                assert people.state()["event"] == "undo"
        assert (people.virtual.restarts, people.virtual.faults()) == ([], [])


def test_a_win_that_the_desk_has_recorded_is_taken_back_at_the_table() -> None:
    """It is the players' own hand, and no one knows it better."""
    with players() as people:
        people.press("dice")
        people.asker.ask("do", "win", DESK, [[1, 0, 3, 30]])
        people.press("undo, 3 ok")
        assert (people.state()["event"], people.state()["phase"]) == ("undo", "playing")
