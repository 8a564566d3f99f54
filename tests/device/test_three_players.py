"""A game of three at the device: the flows go round three seats, the fourth seat is dark and does nothing."""

from __future__ import annotations

import pytest
from players import players

from compiled_firmware import compiled_firmware
from tenbo.simulator.table import VirtualTable


@pytest.mark.thorough("simulated tables play for seconds")
def test_three_players_play_every_flow_and_the_fourth_seat_is_dark() -> None:
    """Dice, riichi, a win by tsumo and ron, a draw, an undo, a penalty of the menu: seat 3 is never asked."""
    with players("tenhou-sanma") as table:
        table.tap("table", "dice")
        assert table.state()["phase"] == "playing"
        dark = table.view(3)
        assert (dark["screen"], [line for line in dark["lines"] if line]) == ("dark", [])
        for button in ("riichi", "ok", "back", "up", "down"):
            table.tap(3, button)
        assert table.state()["riichi"] == []
        assert {table.view(seat)["screen"] for seat in range(3)} == {"score"}
        table.virtual.wait(5000)  # the dice leave the displays
        # The others as they sit: nobody is at the left of seat 0, or across from seat 1.
        assert [line.split()[0] for line in table.view(0)["lines"][1:]] == ["across", "right"]
        assert [line.split()[0] for line in table.view(1)["lines"][1:]] == ["left", "right"]
        # Riichi, and a ron from the left: seat 2 has no player at its right, whose key does nothing.
        table.tap(0, "riichi")
        table.tap(2, "ok")
        lines = table.view(2)["lines"]
        assert [line.split()[0] for line in lines[1:3]] == ["UP", "RIICHI"]
        table.tap(2, "down")
        assert table.view(2)["screen"] == "how"
        table.press("2 riichi, 2 ok")
        assert [table.view(seat)["screen"] for seat in range(4)] == ["preview", "preview", "preview", "dark"]
        table.press("1 ok")
        state = table.state()
        assert (state["phase"], state["hand"], state["dealer"]) == ("between", 2, 1)
        assert sum(state["scores"]) == 105000
        assert len(state["scores"]) == 3
        # A win by tsumo is paid by the two others.
        table.tap("table", "dice")
        table.press("1 ok, 1 ok, 1 ok, 0 ok, 2 ok")
        after = table.state()
        assert (after["hand"], after["honba"]) == (2, 1)
        assert after["deltas"][0] == after["deltas"][2] < 0
        # A draw: each of three declares.
        table.tap("table", "dice")
        table.menu(0, "Draw")
        table.press("0 ok, 1 back, 2 back, 1 ok, 2 ok")
        table.virtual.wait(9000)
        assert table.state()["deltas"] == [2000, -1000, -1000]
        # It is taken back, agreed by another seat, and the hand goes on to the last of the round.
        table.tap("table", "undo")
        table.press("2 ok")
        assert table.state()["phase"] == "playing"
        table.menu(2, "Chombo")
        table.press("2 ok, 0 ok, 1 ok")
        assert table.state()["scores"] != after["scores"]
        assert table.virtual.restarts == []
        assert table.virtual.faults() == []


@pytest.mark.thorough("simulated tables play for seconds")
def test_all_that_the_menu_has_asks_three_seats() -> None:
    """Offences, aborts, a hand dealt again, who sits there: no line names North, and two others agree at most."""
    with players("sanma-club") as table:

        def settle() -> None:
            table.virtual.wait(9000)  # what was recorded leaves the displays
            assert table.view(3)["screen"] == "dark"

        def lines(seat: int) -> list[str]:
            return table.view(seat)["lines"][1:-1]

        table.tap("table", "dice")
        settle()
        table.menu(2, "Dead hand")
        assert lines(2) == ["> mine", "East", "South"]
        table.press("2 down, 2 down, 2 ok, 0 ok")
        settle()
        table.tap(0, "riichi")
        settle()
        table.menu(1, "Riichi not valid", "East")
        table.press("0 ok")
        settle()
        assert (table.state()["event"], table.state()["deltas"]) == ("riichi_invalid", [1000, 0, 0])
        table.menu(2, "Deal again")
        table.press("0 ok")
        settle()
        assert table.state()["phase"] == "between"
        for honba, kind in enumerate(("Nine terminals", "Four kans"), 1):
            table.tap("table", "dice")
            settle()
            table.menu(2, kind)
            table.press("0 ok")
            settle()
            assert (table.state()["event"], table.state()["honba"]) == ("abort", honba)
        table.menu(1, "Who sits here?")
        settle()
        assert lines(1) == ["> Guest 2"]
        table.tap(1, "back")
        table.tap("table", "dice")
        settle()
        # Each offender pays the two others, and the halves of what a fourth player would get.
        table.menu(0, "Chombo", "two players")
        assert lines(0) == ["> mine", "South", "West"]
        table.press("0 ok")
        assert lines(0) == ["> South", "West"]
        table.press("0 ok, 2 ok, 1 ok")
        settle()
        assert (table.state()["event"], table.state()["deltas"]) == ("chombo", [-7000, -2000, 9000])
        assert table.virtual.faults() == []


def test_a_box_that_the_fourth_seat_lacks_is_no_fault() -> None:
    """Three boxes are enough where three play; the game goes on after a cut."""
    with VirtualTable(frozen=True, firmware=compiled_firmware()) as virtual:
        from players import Players

        table = Players(virtual)
        table.begin("sanma-club")
        virtual.unplug_seat(3)
        table.tap("table", "dice")
        table.tap(1, "riichi")
        virtual.cut_power()
        virtual.power_on()
        virtual.wait(3000)
        assert table.state()["riichi"] == [1]
        assert not any("no box" in line for seat in range(3) for line in table.view(seat)["lines"])
