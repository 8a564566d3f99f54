"""Wins entered at the seats: presses, previews that each payer sees, two winners, a liable player."""

from __future__ import annotations

import pytest
from players import players


@pytest.mark.thorough("simulated tables play for seconds")
def test_the_most_common_wins_take_at_most_six_presses_and_the_payers_agreement() -> None:
    """30 fu with 1 to 4 han and mangan, by tsumo and from each of the three others."""
    steps = {1: "0 down, 0 down, ", 2: "0 down, ", 3: "", 4: "0 up, ", 5: "0 up, 0 up, "}
    for source, how in ((0, "ok"), (1, "down"), (2, "up"), (3, "riichi")):
        for han, moves in steps.items():
            script = f"0 ok, 0 {how}, {moves}0 ok"
            assert len(script.split(",")) <= 6
            if (source, han) in ((0, 3), (1, 1), (2, 5), (3, 4)):
                _check_win(script, source, han)


def _check_win(script: str, source: int, han: int) -> None:
    with players() as people:
        people.press("dice, " + script)
        assert people.view(0)["screen"] == "preview"
        for seat in range(1, 4):
            people.press(f"{seat} ok") if people.view(seat)["screen"] == "preview" and source in (0, seat) else None
        east = {(0, 3): 6000, (1, 1): 1500, (2, 5): 12000, (3, 4): 11600}[source, han]
        state = people.state()
        assert state["event"] == "win"
        assert state["deltas"][0] == east
        assert state["honba"] == 1


def test_a_preview_says_to_each_seat_what_it_pays_and_a_back_stops_it() -> None:
    """Two-seat agreement: nothing is recorded against someone's will."""
    with players() as people:
        people.press("dice, 2 riichi, 1 ok, 1 riichi, 1 ok")
        lines = [people.view(seat)["lines"] for seat in range(4)]
        assert "You pay 3900" in lines[0]
        assert "You get 4900" in lines[1]
        assert "Nothing for you" in lines[2]
        assert "30000 > 26100" in lines[0]
        people.press("0 back")
        assert people.state()["event"] == "riichi"
        assert "not agreed: nothing changed" in people.view(3)["lines"]


def test_a_preview_that_nobody_vetoes_is_recorded_after_some_seconds() -> None:
    """A table must not wait for a player who has stood up."""
    with players() as people:
        people.press("dice, 1 ok, 1 ok, 1 ok")
        people.virtual.wait(7000)
        assert people.state()["event"] == "hand"
        people.virtual.wait(1500)
        assert people.state()["event"] == "win"
        assert people.state()["deltas"] == [-2000, 4000, -1000, -1000]


@pytest.mark.thorough("simulated tables play for seconds")
def test_an_event_may_wait_longer_or_ask_for_every_payer() -> None:
    """Two seconds; and with 0 nothing is recorded until all who pay have agreed by hand."""
    with players(begin=False) as people:
        people.begin(set=[["agree_seconds", 2]])
        people.press("dice, 1 ok, 1 ok, 1 ok")
        people.virtual.wait(2500)
        assert people.state()["event"] == "win"
        people.begin(set=[["agree_seconds", 0]])
        people.press("dice, 1 ok, 1 ok, 1 ok")
        people.virtual.wait(61_000)
        assert people.state()["event"] == "hand"
        people.press("1 ok, 1 ok, 1 ok, 0 ok, 2 ok, 3 ok")
        assert people.state()["event"] == "win"


def test_a_second_winner_joins_the_same_discard() -> None:
    """Seat 1 and seat 2 win on a tile of seat 0; the stake of seat 3 goes to the nearer one."""
    with players() as people:
        people.press("dice, 3 riichi, 2 ok, 2 up, 2 down, 2 ok")
        people.press("1 up, 1 down, 1 down, 1 ok, 0 ok")
        state = people.state()
        assert state["event"] == "win"
        assert state["deltas"] == [-3000, 2000, 2000, 0]


def test_a_yakuman_can_have_a_liable_player() -> None:
    """Big three dragons: who fed the third set pays for a self-drawn hand alone (EMA 2016, 3.3.9)."""
    with players() as people:
        people.press("dice, 1 ok, 1 ok, 1 down, 1 down, 1 down, 1 ok")
        assert people.view(1)["lines"][0] == "Who is liable?"
        people.press("1 down, 1 ok")
        people.press("2 ok")
        assert people.state()["deltas"] == [0, 32000, -32000, 0]
