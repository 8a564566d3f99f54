"""How much the table does for a press, a second and a look at the buttons: counted, so that no more comes unseen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from players import Players, broken_firmware, players
from test_interrupt_wires import WIRES, wired

from tenbo_core.wire import encode

if TYPE_CHECKING:
    from pathlib import Path

# Address, register, address again and four registers.
READING = 7
SEATS = 4


def carried(people: Players) -> int:
    """Return how many bytes the buses have carried."""
    people.virtual.send_order("count_bus")
    people.virtual.wait(1)
    (counts,) = [details for _, kind, details in people.virtual.scene.log if kind == "bus"]
    people.virtual.scene.log.clear()
    return int(counts[0])


def sent(people: Players, seat: int | None = None) -> int:
    """Return how many bytes the displays, or that of one seat, got since the log was cleared."""
    told = [details for _, kind, details in people.virtual.scene.log if kind == "display"]
    return sum(int(details[1]) for details in told if seat in (None, int(details[0])))


def to_the_middle_of_a_second(people: Players) -> None:
    """Wait until no clock is about to change, and no note is about to go."""
    people.virtual.wait(5000)
    people.virtual.scene.log.clear()
    while not sent(people):
        people.virtual.wait(20)
    people.virtual.wait(400)
    people.virtual.scene.log.clear()


def test_a_look_at_the_buttons_costs_one_transfer_of_each_box() -> None:
    """Without interrupt wires: a hundred looks in a second at most."""
    with players(begin=False) as people:
        people.virtual.wait(3000)
        before = carried(people)
        people.virtual.wait(1000)
        assert carried(people) - before <= 101 * SEATS * READING


def test_with_interrupt_wires_a_look_costs_nothing_on_the_bus(tmp_path: Path) -> None:
    """Only the safety look is left, four times a second, and the clocks of four displays."""
    with wired(tmp_path, *WIRES) as people:
        people.virtual.wait(3000)
        before = carried(people)
        people.virtual.wait(1000)
        assert carried(people) - before <= 5 * SEATS * READING + SEATS * 2 * 60


def test_a_second_of_rest_sends_each_display_its_clock_and_nothing_else() -> None:
    """The last digits stand in one piece of sixteen columns, or in two."""
    with players() as people:
        to_the_middle_of_a_second(people)
        people.virtual.wait(1000)
        for seat in range(SEATS):
            assert 0 < sent(people, seat) <= 7 + 24


def test_a_riichi_sends_what_changes_and_the_own_display_comes_first() -> None:
    """Lamp and tone before the flash, the own display after it, then the others, one whole picture after the other."""
    with players() as people:
        people.press("dice")
        to_the_middle_of_a_second(people)
        people.virtual.hold(2, "riichi")
        people.virtual.wait(400)
        log = [(kind, details) for _, kind, details in people.virtual.scene.log]
        kinds = [kind for kind, _ in log if kind in ("lamp", "tone", "flash", "display")]
        assert next(details for kind, details in log if kind == "lamp") == ("2", "LAMP", "1")
        assert kinds.index("lamp") < kinds.index("tone") < kinds.index("flash") < kinds.index("display")
        order = [int(details[0]) for kind, details in log if kind == "display"]
        assert list(dict.fromkeys(order)) == [2, 3, 0, 1]
        assert order == sorted(order, key=[2, 3, 0, 1].index)
        assert sent(people) <= 700
        assert sent(people, 2) <= 300
        for seat in (3, 0, 1):
            assert 0 < sent(people, seat) <= 130


def test_a_host_that_reads_everything_waits_until_a_press_is_shown() -> None:
    """Between the first and the last byte of a riichi for the displays, none goes to the host."""
    with players() as people:
        for _ in range(8):
            people.asker.ask("do", "hand", 4)
            people.asker.ask("do", "undo", 4)
        people.press("dice")
        to_the_middle_of_a_second(people)
        people.virtual.service.write(encode(["after", -1]))
        people.virtual.hold(2, "riichi")
        people.virtual.wait(300)
        told = [(moment, kind) for moment, kind, _ in people.virtual.scene.log]
        pressed = next(moment for moment, kind in told if kind == "lamp")
        shown = [moment for moment, kind in told if kind == "display" and moment < pressed + 100_000]
        said = [moment for moment, kind in told if kind == "uart"]
        assert [moment for moment in said if pressed < moment < max(shown)] == []
        assert [moment for moment in said if moment > max(shown)] != []


def test_a_step_through_a_list_sends_its_lines_alone() -> None:
    """The title, the labels of the keys and the other displays stay as they are."""
    with players() as people:
        people.press("dice, 1 back")
        to_the_middle_of_a_second(people)
        people.virtual.press(1, "down")
        assert 0 < sent(people, 1) <= 750
        people.virtual.press(1, "up")
        assert sent(people, 1) <= 1500


@pytest.mark.thorough("simulated tables play for seconds")
def test_a_press_lights_its_lamp_within_a_look_at_the_buttons_and_the_bus() -> None:
    """At every phase of the scan; what the processor computes is not counted here."""
    for phase_ms in range(0, 10, 3):
        with players() as people:
            people.press("dice")
            to_the_middle_of_a_second(people)
            people.virtual.wait(phase_ms)
            people.virtual.scene.log.clear()
            begun = people.virtual.device_time_us
            people.virtual.hold(1, "riichi")
            people.virtual.wait(100)
            for kind in ("lamp", "tone"):
                first = min(moment for moment, said, _ in people.virtual.scene.log if said == kind)
                assert first - begun <= 15_000, (kind, first - begun)


# Every look at the service port says so.
LOOKING = """
def looking():
    import harness_channel
    import machine
    real = machine.UART.any
    def looked(port):
        harness_channel.send_to_harness("looked")
        return real(port)
    machine.UART.any = looked
looking()
"""


@pytest.mark.thorough("simulated tables play for seconds")
def test_a_port_without_a_host_is_looked_at_half_as_often(tmp_path: Path) -> None:
    """A hundred times in four seconds where no host speaks: each look takes a Pico half a millisecond."""
    with players(firmware=broken_firmware(tmp_path / "firmware", LOOKING), begin=False) as people:
        for host, least, most in ((False, 80, 110), (True, 160, 320)):
            people.virtual.wait(4000)
            people.virtual.scene.log.clear()
            for _ in range(4):
                if host:
                    people.virtual.service.write(encode(["ping", 1]))
                people.virtual.wait(1000)
            looks = [kind for _, kind, _ in people.virtual.scene.log if kind == "looked"]
            assert least <= len(looks) <= most, host
