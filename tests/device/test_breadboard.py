"""The firmware lights the displays of a breadboard and reads its buttons, with either expander."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from firmware_probe import Probe
from players import Players, players

from device.input.expander import SETUP, Expander
from device.input.seat_box_driver import BREADBOARD_SETUP, DISPLAY_SETUP
from tenbo.simulator import VirtualTable
from tenbo.simulator.display_controller_specs import SSD1306, SSD1309, ControllerSpec
from tenbo.simulator.ssd1309 import SimulatedDisplay

if TYPE_CHECKING:
    from collections.abc import Iterator

EXPANDERS = ("MCP23008", "MCP23017")
PORT_A, PORT_B = 0x1F, 0xFF


@pytest.fixture(params=EXPANDERS)
def breadboard(request: pytest.FixtureRequest) -> Iterator[Players]:
    with players(breadboard=request.param) as people:
        yield people
        assert people.virtual.faults() == []


def fresh(controller: ControllerSpec) -> SimulatedDisplay:
    """Return a display that has its supply and has been reset."""
    display = SimulatedDisplay(controller)
    display.set_supply(on=True)
    display.set_reset_line(high=False)
    display.set_reset_line(high=True)
    return display


# ---------------------------------------------------------------- the displays


@pytest.mark.parametrize(
    ("controller", "setup"), [(SSD1309, DISPLAY_SETUP), (SSD1306, BREADBOARD_SETUP)], ids=["SSD1309", "SSD1306"]
)
def test_each_controller_takes_its_own_settings_and_is_lit(controller: ControllerSpec, setup: bytes) -> None:
    display = fresh(controller)
    display.receive(setup)
    assert not display.is_lit
    display.receive(b"\x00\xaf")
    assert display.is_lit
    assert display.faults == []


def test_an_ssd1306_with_the_settings_of_a_seat_box_stays_dark() -> None:
    """Its charge pump is off after a reset, and the first command is one it has not."""
    display = fresh(SSD1306)
    display.receive(DISPLAY_SETUP + b"\xaf")
    assert not display.is_lit
    assert display.picture().count_lit() == 0
    assert display.faults == ["it has no command 0xFD"]


def test_an_ssd1309_with_the_settings_of_a_breadboard_is_told_of() -> None:
    display = fresh(SSD1309)
    display.receive(BREADBOARD_SETUP + b"\xaf")
    assert display.faults == ["it has no command 0x8D"]


def test_a_reset_stops_the_charge_pump() -> None:
    display = fresh(SSD1306)
    display.receive(BREADBOARD_SETUP + b"\xaf")
    display.set_reset_line(high=False)
    display.set_reset_line(high=True)
    display.receive(b"\x00\xaf")
    assert not display.is_lit


def test_a_setting_that_the_charge_pump_has_not_is_told_of() -> None:
    display = fresh(SSD1306)
    display.receive(b"\x00\x8d\x24")
    assert display.faults == ["its charge pump has no setting 0x24"]


# ---------------------------------------------------------------- the table


def test_all_four_displays_of_a_breadboard_show_the_score(breadboard: Players) -> None:
    assert all(breadboard.virtual.display(seat).count_lit() > 0 for seat in range(4))


def test_a_button_on_a_breadboard_declares_riichi(breadboard: Players) -> None:
    breadboard.press("dice, 1 riichi")
    assert breadboard.state()["riichi"] == [1]


def test_a_seat_whose_wires_were_pulled_comes_back(breadboard: Players) -> None:
    """Without supply both chips forget everything: an MCP23017 its order of registers, an SSD1306 its pump."""
    table = breadboard.virtual
    table.unplug_seat(2)
    table.wait(300)
    assert table.display(2).count_lit() == 0
    table.plug_seat(2)
    table.wait(1500)
    assert table.display(2).count_lit() > 0


def test_a_box_of_a_table_has_no_breadboard(table: VirtualTable) -> None:
    """Without the link to ground the displays get the settings of an SSD1309."""
    assert table.display(0).count_lit() > 0
    assert table.faults() == []


@pytest.fixture
def table() -> Iterator[VirtualTable]:
    with VirtualTable(frozen=True) as running:
        yield running


# ---------------------------------------------------------------- the MCP23017


@pytest.fixture
def paired() -> Iterator[Probe]:
    probe = Probe(breadboard="MCP23017")
    with probe.table:
        yield probe


def test_after_power_on_the_registers_of_both_ports_lie_in_turn(paired: Probe) -> None:
    assert paired.ask("bus(0).readfrom_mem(0x20, 0, 4)") == bytes((0xFF, PORT_B, 0, 0))
    assert paired.ask("bus(0).readfrom_mem(0x20, 0x12, 1)") == b"\xff"


def test_one_bit_puts_the_registers_of_a_port_side_by_side(paired: Probe) -> None:
    paired.ask("i2c = bus(0)")
    paired.ask("i2c.writeto(0x20, bytes((0x0a, 0x80)))")
    paired.ask(f"i2c.writeto(0x20, {SETUP!r})")
    assert paired.ask("i2c.readfrom_mem(0x20, 0, 11)") == SETUP[1:] + bytes((0, 0, 0xFF & PORT_A, 0))
    assert paired.ask("i2c.readfrom_mem(0x20, 0x10, 1)") == bytes((PORT_B,))
    assert paired.ask("i2c.readfrom_mem(0x20, 0x15, 1)") == b"\x80", "IOCON is one for both ports"


def test_a_setting_without_that_bit_puts_them_in_turn_again(paired: Probe) -> None:
    paired.ask("i2c = bus(0)")
    paired.ask("i2c.writeto(0x20, bytes((0x0a, 0x80)))")
    paired.ask("i2c.writeto(0x20, bytes((0x05, 0)))")
    assert paired.ask("i2c.readfrom_mem(0x20, 1, 1)") == bytes((PORT_B,))


def test_a_chip_that_does_not_count_gives_one_register(paired: Probe) -> None:
    paired.ask("i2c = bus(0)")
    paired.ask("i2c.writeto(0x20, bytes((0x0a, 0xa0)))")
    assert paired.ask("i2c.readfrom_mem(0x20, 0, 3)") == b"\xff\xff\xff"


class Recorder:
    """A bus that keeps what is written."""

    def __init__(self) -> None:
        self.writes: list[bytes] = []

    def writeto(self, _: int, data: bytes) -> None:
        """Take a write."""
        self.writes.append(bytes(data))


@pytest.mark.thorough("simulated tables play for seconds")
@pytest.mark.parametrize("outputs", [0x80, 0xA0, 0xC0, 0xE0, 0x60])
@pytest.mark.parametrize("expander", EXPANDERS)
def test_outputs_that_come_before_a_set_up_do_no_harm(expander: str, outputs: int) -> None:
    """After a loss of supply that has not been noticed they reach IOCON of an MCP23017, and may stop its counting."""
    bus = Recorder()
    driver = Expander()
    driver.write_outputs(bus, outputs)
    driver.set_up(bus)
    with (probe := Probe(breadboard=expander)).table:
        probe.ask("i2c = bus(0)")
        for data in bus.writes:
            probe.ask(f"i2c.writeto(0x20, {data!r})")
        assert probe.ask("i2c.readfrom_mem(0x20, 6, 3)") == bytes((PORT_A, 0, 0))
        assert probe.ask("i2c.readfrom_mem(0x20, 0, 3)") == bytes((PORT_A, 0, PORT_A))
        assert probe.ask("i2c.readfrom_mem(0x20, 10, 1)") == bytes((outputs & 0x60,))


def test_an_mcp23008_has_not_the_bit() -> None:
    with (probe := Probe(breadboard="MCP23008")).table:
        probe.ask("i2c = bus(0)")
        probe.ask("i2c.writeto(0x20, bytes((0x05, 0x80)))")
        assert probe.ask("i2c.readfrom_mem(0x20, 5, 1)") == b"\x00"
