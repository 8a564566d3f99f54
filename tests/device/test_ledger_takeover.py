"""A device takes other ledgers over: as often as it is asked, on any flash, and no press is lost in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from players import Players, filled_firmware, players
from simulated_host import Witness

from tenbo_core.errors import Refused
from tenbo_core.events import make
from tenbo_core.ledger import Ledger
from tenbo_core.wire import encode

if TYPE_CHECKING:
    from pathlib import Path

    from tenbo.devices.hello import Hello

# Copying the flash full takes a real one some seconds.
PATIENCE_MS = 60_000
RESTART_MS = 3000


def coming(events: int) -> Ledger:
    """Return a ledger of so many events with a hand running."""
    ledger = Ledger()
    ledger.append(make(0, "start", 4, 0, {"rules": "austria"}))
    while ledger.next < events - 1:
        ledger.append(make(ledger.next, "name", 4, 9, {"seat": ledger.next % 4, "name": "Zoë"}))
    ledger.append(make(ledger.next, "hand", 6, 60, {}))
    return ledger


def hand_over(people: Players, name: str, ledger: Ledger) -> None:
    """Hand a ledger over, as a host does; the device starts again after it."""
    people.asker.ask("restore", name)
    for event in ledger.events:
        people.asker.ask("ledger_event", *event.plain())
    people.asker.ask("ledger_commit", ledger.next - 1)


def hello(people: Players) -> Hello:
    """Return who the table says it is."""
    host = Witness(people.virtual)
    host.write(encode(["who"]))
    while host.follower.hello is None:
        host.read(50)
    return host.follower.hello


@pytest.mark.thorough("a flash that is full")
def test_a_spare_takes_over_as_often_as_it_is_asked(tmp_path: Path) -> None:
    """Each time the ledger before is put aside; the oldest of them make room, and the game goes on."""
    firmware = filled_firmware(tmp_path / "firmware", blocks=40)
    with players(begin=False, boot_ms=PATIENCE_MS, firmware=firmware) as people:
        ledger = coming(12)
        for number in range(12):
            hand_over(people, f"ledger{number}", ledger)
            people.virtual.wait(RESTART_MS)
            said = hello(people)
            assert (said.ledger, said.last) == (f"ledger{number}", ledger.next - 1)
            people.press(f"{number % 4} riichi")
            assert people.state()["riichi"] == [number % 4]
            people.asker.ask("do", "end", 4)
        assert [why for _, why in people.virtual.restarts] == ["reset"] * 12


@pytest.mark.thorough("a flash that is full")
def test_a_device_without_room_for_another_ledger_says_so_and_keeps_its_own(tmp_path: Path) -> None:
    """What the desk reads is a sentence, and the game so far goes on, also after the next start."""
    with players(begin=False, boot_ms=PATIENCE_MS, firmware=filled_firmware(tmp_path / "full", blocks=6)) as people:
        people.begin()
        own = hello(people).ledger
        with pytest.raises(Refused, match="no room for another ledger") as refused:
            hand_over(people, "another", coming(300))
        assert refused.value.code == "no_space"
        people.press("dice, 1 riichi")
        people.virtual.cut_power()
        people.virtual.power_on()
        assert people.state()["riichi"] == [1]
        assert hello(people).ledger == own
        assert [why for _, why in people.virtual.restarts] == ["cut"]


def test_what_is_pressed_between_the_handover_and_the_start_is_refused_and_not_lost() -> None:
    """Up to a second goes by; recorded in the ledger so far, a riichi would be gone with it."""
    with players() as people:
        people.press("dice, 1 riichi")
        own = hello(people).ledger
        before = people.state()["n"]
        hand_over(people, f"{own}.1", coming(12))
        people.press("2 riichi")
        assert "see the desk" in people.view(2)["lines"]
        assert people.state()["n"] == before
        assert people.virtual.restarts == []
        people.virtual.wait(RESTART_MS)
        assert (hello(people).ledger, people.state()["n"]) == (f"{own}.1", 11)
        people.press("2 riichi")
        assert people.state()["riichi"] == [2]
