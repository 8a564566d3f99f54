"""Who sits here, by the buttons of a simulated table: presses are counted, and its own time is measured."""

from __future__ import annotations

import pytest
from players import players

# A regular's presses, and the seconds from the fourth player to the first dice.
MOST_PRESSES, MOST_S = 3, 10


def test_four_regulars_sit_down_in_three_presses_each_and_a_game_begins_within_ten_seconds() -> None:
    """The host names them last ones first; what the table told stands in the notes of the seats."""
    names = ["Ann Ash", "Ben Box", "Cy Cox", "Jürgen Öz"]
    with players(begin=False) as people:
        for seat, name in enumerate(names):
            people.view(seat)
            presses = ["back", "ok"]
            people.press(f"{seat} back, {seat} ok")
            others = [one for place, other in enumerate(names) if place > seat for one in (place + 1, other)]
            left = [seat + 1, name, *others]
            for first in range(0, len(left) // 2, 3):
                people.asker.ask("names", seat, len(left) // 2, first, *left[2 * first : 2 * first + 6])
            people.virtual.wait(500)
            assert people.view(seat)["lines"][:2] == ["Who sits here?", f"1 {name}"], seat
            people.tap(seat, "ok")
            presses.append("ok")
            people.asker.ask("picked", seat, "")
            people.virtual.wait(300)
            assert f"{name} sits here" in people.view(seat)["lines"], people.view(seat)
            assert len(presses) <= MOST_PRESSES
        fourth_us = people.virtual.device_time_us
        people.tap(0, "back", 1200)
        people.press("0 ok, 0 ok, 0 ok")
        people.tap(2, "ok", 1200)
        people.virtual.wait(300)
        assert people.state()["phase"] == "playing"
        assert (people.virtual.device_time_us - fourth_us) / 1e6 <= MOST_S


@pytest.mark.thorough("a host that is gone, and a power cut")
def test_a_table_whose_host_is_gone_or_whose_power_fails_amid_the_list_plays_on_with_guests() -> None:
    """A late answer is refused, and the next press opens the list again."""
    with players(earlier=1) as people:
        people.press("1 back, 1 ok")
        people.virtual.wait(4500)
        assert people.view(1)["lines"][:2] == ["no host: guests only", "> Guest 2"]
        people.tap(1, "ok")
        people.virtual.wait(4500)
        assert "name" == people.state()["event"]
        people.press("1 back, 1 ok")
        people.virtual.cut_power()
        people.virtual.power_on()
        people.virtual.wait(4000)
        late = people.ask_until_refused("picked", 1, "")
        assert (late.code, people.state()["phase"]) == ("not_allowed_now", "between")
        assert people.virtual.faults() == []
