"""A restart in a later game of the flash: a host gets every event of every game, and the table goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from players import Players, filled_firmware, players
from simulated_host import Host, agree

from tenbo.devices.follower import Follower

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pytestmark = pytest.mark.thorough("the same in a later game of the flash")


def _end(people: Players) -> None:
    people.asker.ask("do", "end", 4)


ENDS: dict[str, Callable[[Players], None]] = {
    "in a hand": lambda people: people.press("dice, 2 riichi"),
    "between hands": lambda people: None,
    "when it is over": _end,
}


def restarted(people: Players, how: str) -> None:
    """Restart the table by a power cut, or by its watchdog."""
    if how == "cut":
        people.virtual.cut_power()
        people.virtual.power_on()
    else:
        people.virtual.hang_processor()
        people.virtual.wait(10_000)
    people.virtual.wait(1000)


@pytest.mark.parametrize("how", ["cut", "watchdog"])
@pytest.mark.parametrize("end", ENDS)
def test_a_new_host_is_told_every_game_in_order_after_a_restart(earlier: int, end: str, how: str) -> None:
    """From the first event of the flash on, at the first asking; and a host that was there gets the next event."""
    with players(earlier=earlier) as people:
        ENDS[end](people)
        restarted(people, how)
        seen: list[int] = []
        follower = Follower(lambda event, _table: seen.append(event.n))
        host = Host(people.virtual, follower)
        host.catch_up(people)
        assert seen == list(range(people.state()["n"] + 1))
        people.asker.ask("do", "name", 4, 1, "Anna")
        host.catch_up(people)
        agree(people, follower)
        assert [why for _, why in people.virtual.restarts] == [how]
        host.link.close()


def test_a_host_on_each_port_reads_the_older_games_at_its_own_pace() -> None:
    """The two share the flash; neither may be given what the other one asked for."""
    with players(earlier=3) as people:
        restarted(people, "cut")
        seen: list[int] = []
        host = Host(people.virtual, Follower(lambda event, _table: seen.append(event.n)))
        for n in (-1, 4, 11, 2):
            people.virtual.send_order("uart " + _after(n))
            host.listen(100)
        host.catch_up(people)
        assert seen == list(range(people.state()["n"] + 1))
        assert len(people.virtual.restarts) == 1
        host.link.close()


def _after(n: int) -> str:
    from tenbo_core.wire import encode

    return encode(["after", n]).hex()


def test_a_gap_in_an_older_game_holds_no_host_up(tmp_path: Path) -> None:
    """What is damaged is gone; the table says where it can go on, and the host does."""
    with players(flash=tmp_path / "flash") as people:
        for number in range(30):
            people.asker.ask("do", "name", 4, number % 4, f"Player {number}")
        people.asker.ask("do", "end", 4)
        people.begin("tenhou")
        people.press("dice")
        people.virtual.cut_power()
        image = bytearray(people.virtual.flash_image)
        at = image.find(b'"Player 21"')
        while at >= 0:
            image[at + 8 : at + 10] = b"??"
            at = image.find(b'"Player 21"', at + 1)
        people.virtual.load_flash(bytes(image))
        people.virtual.power_on()
        people.virtual.wait(1000)
        seen: list[int] = []
        follower = Follower(lambda event, _table: seen.append(event.n))
        host = Host(people.virtual, follower)
        host.catch_up(people)
        assert seen == [*range(22), 32, 33]
        agree(people, follower)
        host.link.close()


def test_a_table_whose_flash_is_full_of_old_games_drops_the_oldest_and_goes_on(tmp_path: Path) -> None:
    """The game that is played counts more than one of last month; power may go at any time."""
    flash = tmp_path / "flash"
    with players(flash=flash, earlier=4):
        pass
    filled = filled_firmware(tmp_path / "firmware", blocks=5)
    with players(flash=flash, begin=False, boot_ms=60_000, firmware=filled) as people:
        for _ in range(4):
            people.begin("austria")
            for number in range(130):
                people.asker.ask("do", "name", 4, number % 4, f"Player {number}")
            people.press("dice, 1 riichi")
            restarted(people, "cut")
            assert people.state()["riichi"] == [1]
            people.asker.ask("do", "end", 4)
        seen: list[int] = []
        host = Host(people.virtual, Follower(lambda event, _table: seen.append(event.n)))
        host.catch_up(people)
        assert seen == list(range(seen[0], people.state()["n"] + 1))
        assert seen[0] > 0
        assert people.health()["journal_damage"] == 0
        host.link.close()
