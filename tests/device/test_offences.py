"""What a table without a host records by buttons beside wins and draws: each needs the yes of a second seat."""

from __future__ import annotations

import pytest
from players import Players, players

pytestmark = pytest.mark.thorough("offences, press by press")


def titles(people: Players) -> list[str]:
    """Return what every seat reads at the top of its preview, where it has one."""
    views = [people.view(seat) for seat in range(4)]
    assert [view["screen"] for view in views] == ["preview"] * 4
    return [view["lines"][0] for view in views]


def test_a_hand_that_nobody_spoiled_is_dealt_again_when_a_second_seat_agrees() -> None:
    """EMA 2016, 5.2: like a chombo, but no one pays; the stakes return and the counters stay."""
    with players(begin=False) as people:
        people.begin("ema-2016", honba=2)
        people.press("dice, 1 riichi")
        people.menu(0, "Deal again")
        assert titles(people) == ["Deal again"] * 4
        people.press("0 ok")
        assert people.state()["event"] == "riichi"
        people.press("2 ok")
        state = people.state()
        assert (state["event"], state["phase"], state["honba"]) == ("redeal", "between", 2)
        assert state["scores"] == [30000] * 4
        people.press("undo")
        assert people.view(1)["lines"][1] == "Dealt again"
        people.press("1 ok")
        assert people.state()["riichi"] == [1]


def test_an_invalid_riichi_returns_the_stake_and_makes_the_hand_dead() -> None:
    """EMA 2016, 5.3; offered only for those who are in riichi, at any moment of the hand."""
    with players() as people:
        people.press("dice, 1 riichi, 3 riichi")
        people.menu(0, "Riichi not valid", "South")
        assert titles(people)[2] == "Riichi not valid: South"
        assert people.view(1)["lines"][1:4] == ["You get 1000", "29000 > 30000", "dead hand until the end"]
        people.press("2 ok")
        state = people.state()
        assert (state["event"], state["riichi"]) == ("riichi_invalid", [3])
        assert state["scores"] == [30000, 30000, 30000, 29000]
        people.press("1 ok")
        assert "dead hand: no win" in people.view(1)["lines"]


def test_two_players_have_a_chombo_in_the_same_hand() -> None:
    """Each pays, and each receives from the other (ALARM: 2000 from each, East 4000)."""
    with players("alarm") as people:
        people.press("dice")
        people.menu(0, "Chombo", "two players", "South", "West", "no, replay the hand")
        assert titles(people)[3] == "Chombo: South, West"
        people.press("3 ok, 1 ok, 2 ok")
        state = people.state()
        assert (state["event"], state["phase"]) == ("chombo", "between")
        assert state["deltas"] == [8000, -6000, -6000, 4000]


@pytest.mark.parametrize("running", [False, True])
def test_lateness_costs_the_books_points_for_each_minute(running: bool) -> None:
    """EMA 2016, 5.7: 1000 a minute after the game; before the first hand as well as in one."""
    with players() as people:
        if running:
            people.press("dice")
        people.menu(2, "Lateness", "North", "3 minutes")
        assert people.view(3)["lines"] == [
            "Lateness: North",
            "after the game -3000",
            "3 minutes",
            "60 s",
            "OK yes  BACK no",
        ]
        people.press("2 ok, 3 ok")
        state = people.state()
        assert (state["event"], state["scores"]) == ("late", [30000] * 4)
        assert all("recorded" in people.view(seat)["lines"] for seat in range(4))
        people.press("undo")
        assert people.view(0)["lines"][1] == "Lateness: North"


def test_who_is_later_than_the_book_allows_has_a_substitute() -> None:
    """EMA 2016, 5.7 and 5.8: since the start of the session."""
    with players() as people:
        people.menu(0, "Lateness", "West", "more: substitute")
        assert people.view(1)["lines"][0] == "Substitute: West"
        assert "from the start" in people.view(1)["lines"]
        people.press("1 ok")
        assert people.state()["event"] == "substitute"


def test_obstruction_and_a_substitute_are_recorded_where_the_book_knows_them() -> None:
    """EMA 2012 takes the points at once, and no one gets them."""
    with players("ema-2012") as people:
        people.press("dice")
        people.menu(1, "Obstruction", "East", "-12000")
        assert people.view(0)["lines"][1] == "You pay 12000"
        people.press("1 ok")
        assert people.state()["event"] == "hand"
        people.press("3 ok, 0 ok")
        state = people.state()
        assert (state["event"], state["deltas"]) == ("penalty", [-12000, 0, 0, 0])
        # What the federation's book names for it (EMA 2016, 5.5), each to be chosen.
        people.menu(2, "Obstruction", "mine")
        amounts = []
        for _ in range(5):
            amounts += [line[2:] for line in people.view(2)["lines"] if line.startswith("> ")]
            people.press("2 down")
        assert amounts == ["-8000", "-12000", "-24000", "-36000", "-48000"]
        people.press("2 back")
        people.menu(3, "Substitute", "South", "from now on")
        people.press("0 ok")
        assert people.state()["event"] == "substitute"


def test_a_book_that_knows_nothing_of_it_does_not_offer_it() -> None:
    """The list stays as short as the book."""
    with players("m-league") as people:
        people.press("dice, 0 back")
        seen = set()
        for _ in range(12):
            seen |= {line.removeprefix("> ") for line in people.view(0)["lines"][1:-1]}
            people.press("0 down")
        entries = {line for line in seen if "/" not in line}
        assert entries == {"Draw", "Call the referee", "Dead hand", "Chombo", "Set up", "Undo: hold BACK"}


@pytest.mark.parametrize(("honba", "hint"), [(4, False), (5, True)])
def test_the_value_says_that_two_han_of_yaku_are_needed(honba: int, hint: bool) -> None:
    """EMA 2012: from five counters on dora alone do not make a win."""
    with players(begin=False) as people:
        people.begin("ema-2012", honba=honba)
        people.press("dice, 1 ok, 1 ok")
        assert ("2 han must be yaku" in people.view(1)["lines"]) is hint
        people.press("1 down" if hint else "1 down, 1 down")
        assert people.view(1)["lines"][1].startswith("2 han" if hint else "1 han")


def test_a_payer_without_a_box_does_not_stop_a_win_that_everybody_has_to_agree_to() -> None:
    """Someone else at the table answers instead, but not the winner."""
    with players(begin=False) as people:
        people.begin(set=[["agree_seconds", 0]])
        people.press("dice")
        people.virtual.unplug_seat(3)
        people.virtual.wait(1500)
        people.press("1 ok, 1 up, 1 ok, 1 ok")
        assert people.state()["event"] == "hand"
        people.press("0 ok")
        assert people.state()["event"] == "win"
