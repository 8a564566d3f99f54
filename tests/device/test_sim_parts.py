"""The simulated parts behave as the real ones would, so that a firmware that works here has a chance there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from firmware_probe import Probe

if TYPE_CHECKING:
    pass

EIO = 5
ETIMEDOUT = 110


# ---------------------------------------------------------------- the bus


def test_each_pair_reaches_its_own_box_only(probe: Probe) -> None:
    probe.table.unplug_seat(2)
    assert probe.ask("[fails(bus(seat).writeto, 0x20, bytes(1)) for seat in range(4)]") == [None, None, EIO, None]
    probe.table.plug_seat(2)
    assert probe.ask("fails(bus(2).writeto, 0x20, bytes(1))") is None
    assert probe.table.faults() == []


def test_a_pair_that_is_not_detached_masks_the_bus(probe: Probe) -> None:
    """The rp2 ORs what all attached pins hear: an absent box on a forgotten pair hides the one that is there."""
    probe.table.unplug_seat(0)
    assert probe.ask("fails(attach(0).writeto, 0x20, bytes(1))") == EIO
    assert probe.ask("fails(attach(2).writeto, 0x20, bytes(1))") == EIO
    assert probe.table.faults() == ["an I2C block is attached to several pairs at once: pins [4, 5, 8, 9]"]


def test_two_boxes_on_one_block_are_heard_mixed(probe: Probe) -> None:
    """Forgetting to detach shows as buttons pressed at one seat appearing released through the other."""
    probe.table.hold(0, "riichi")
    assert probe.ask("bus(0).readfrom_mem(0x20, 9, 1)") == b"\xfe"
    assert probe.ask("attach(2).readfrom_mem(0x20, 9, 1)") == b"\xff"


def test_pins_are_checked_for_their_function(probe: Probe) -> None:
    attempt = "try:\n I2C(0, sda=Pin(%d), scl=Pin(%d))\n ok = True\nexcept ValueError as error:\n ok = str(error)"
    for sda, scl, answer in ((4, 5, True), (6, 5, "bad SDA pin"), (4, 7, "bad SCL pin"), (5, 4, "bad SCL pin")):
        probe.run(attempt % (sda, scl))
        assert probe.ask("ok") == answer


def test_bytes_take_their_time_on_the_bus(probe: Probe) -> None:
    """Nine bits a byte at 400 kHz: a page of the display takes 3 ms, a whole picture 23 ms."""
    probe.ask("set_up(1)")
    probe.ask("i2c = I2C(1, sda=Pin(6), scl=Pin(7), freq=400_000, timeout=50_000)")
    assert probe.ask("took(i2c.writeto, 0x3c, bytes(129))") == pytest.approx(2930, abs=20)
    assert probe.ask("took(i2c.writeto, 0x3c, bytes(1025))") == pytest.approx(23_090, abs=20)


def test_a_transfer_longer_than_the_timeout_fails(probe: Probe) -> None:
    """The timeout bounds the whole transfer: 92 ms of picture at 100 kHz do not fit into 20 ms."""
    probe.ask("set_up(1)")
    probe.ask("slow = I2C(1, sda=Pin(6), scl=Pin(7), freq=100_000, timeout=20_000)")
    assert probe.ask("fails(slow.writeto, 0x3c, bytes(1025))") == ETIMEDOUT


def test_nine_clocks_free_a_held_data_line(probe: Probe) -> None:
    probe.table.hold_wire(3, "sda", "clocks")
    assert probe.ask("fails(bus(3).writeto, 0x20, bytes(1))") == ETIMEDOUT
    assert probe.ask("fails(bus(1).writeto, 0x20, bytes(1))") is None
    probe.ask("sda, scl = Pin(10, Pin.IN, Pin.PULL_UP), Pin(11, Pin.OPEN_DRAIN, Pin.PULL_UP, value=1)")
    assert probe.ask("sda.value()") == 0
    probe.ask("[(scl.value(0), scl.value(1)) for clock in range(9)]")
    assert probe.ask("sda.value()") == 1
    assert probe.ask("fails(bus(3).writeto, 0x20, bytes(1))") is None


def test_a_dead_chip_lets_the_line_go_only_without_supply(probe: Probe) -> None:
    probe.table.hold_wire(3, "sda", "power")
    assert probe.ask("fails(bus(3).writeto, 0x20, bytes(1))") == ETIMEDOUT
    probe.ask("power = Pin(12, Pin.OUT, value=0)")
    assert probe.ask("[fails(bus(seat).writeto, 0x20, bytes(1)) for seat in range(4)]") == [EIO] * 4
    probe.ask("power.value(1)")
    assert probe.ask("fails(bus(3).writeto, 0x20, bytes(1))") is None


# ---------------------------------------------------------------- the expander


def test_a_pressed_button_pulls_its_pin_low(probe: Probe) -> None:
    probe.ask("i2c = set_up(0)")
    for pin, button in enumerate(("riichi", "ok", "up", "down", "back")):
        probe.table.hold(0, button)
        assert probe.ask("i2c.readfrom_mem(0x20, 9, 1)[0] & 31") == 31 & ~(1 << pin)
        probe.table.release(0, button)
    assert probe.ask("i2c.readfrom_mem(0x20, 9, 1)[0] & 31") == 31


def test_the_expander_latches_the_first_change_between_two_readings(probe: Probe) -> None:
    """INTF says which pin, INTCAP how all pins stood; reading them arms the latch again."""
    probe.ask("i2c = set_up(0)")
    probe.ask("i2c.writeto(0x20, bytes((2, 0x1f)))")
    probe.ask("i2c.readfrom_mem(0x20, 6, 4)")
    for name in ("down", "up"):
        probe.table.hold(0, name)
        probe.table.release(0, name)
    assert probe.ask("[byte & 31 for byte in i2c.readfrom_mem(0x20, 7, 3)]") == [8, 31 & ~8, 31]
    assert probe.ask("i2c.readfrom_mem(0x20, 7, 1)[0]") == 0


def test_the_chip_remembers_a_falling_edge_until_it_is_told_to_forget(probe: Probe) -> None:
    assert probe.ask("Pin(14, Pin.IN, Pin.PULL_UP).value()") == 1
    probe.table.hold("table", "dice")
    probe.table.release("table", "dice")
    edges = "machine.mem32[0x400140f4] >> 24 & 0xff"
    assert probe.ask(edges) == 4
    probe.ask("machine.mem32.__setitem__(0x400140f4, 4 << 24)")
    assert probe.ask(edges) == 0


def test_the_expander_forgets_everything_when_it_is_pulled(probe: Probe) -> None:
    """That is how a firmware notices a box that came back: GPPU reads 0 again."""
    probe.ask("i2c = set_up(0)")
    assert probe.ask("i2c.readfrom_mem(0x20, 0, 11)") == bytes((0x1F, 0, 0, 0, 0, 0, 0x1F, 0, 0, 0x9F, 0x80))
    probe.table.unplug_seat(0)
    probe.table.plug_seat(0)
    assert probe.ask("i2c.readfrom_mem(0x20, 0, 11)") == bytes((0xFF, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0))


def test_polarity_and_sequence_bits_work(probe: Probe) -> None:
    probe.ask("i2c = set_up(0)")
    probe.ask("i2c.writeto(0x20, bytes((1, 0x01)))")
    assert probe.ask("i2c.readfrom_mem(0x20, 9, 1)[0] & 3") == 2
    probe.ask("i2c.writeto(0x20, bytes((5, 0x20)))")
    assert probe.ask("i2c.readfrom_mem(0x20, 6, 3)") == b"\x1f\x1f\x1f"


def test_outputs_light_the_lamps_and_only_as_outputs(probe: Probe) -> None:
    probe.ask("i2c = set_up(2)")
    probe.ask("i2c.writeto(0x20, bytes((10, 0x80 | 0x20)))")
    assert probe.table.lamps()["riichi"] == [False, False, True, False]
    probe.ask("i2c.writeto(0x20, bytes((10, 0x80 | 0x40)))")
    assert probe.table.lamps()["riichi"] == [False] * 4
    assert probe.table.lamps()["lights"] == [False, False, True, False]
    probe.ask("i2c.writeto(0x20, bytes((0, 0x5f)))")
    assert probe.table.lamps()["lights"] == [False] * 4


def test_an_input_on_gp7_is_reported(probe: Probe) -> None:
    """A change on that pin during a read can corrupt the data line of the real chip."""
    probe.ask("bus(1).writeto(0x20, bytes((0, 0xff)))")
    assert probe.table.faults() == ["seat 1: GP7 of the expander, which may only be an output, is made an input"]


# ---------------------------------------------------------------- the display


def test_a_display_without_a_reset_shows_nothing(probe: Probe) -> None:
    """The SSD1309 needs the low on its reset line; until it has run up it does not even answer."""
    assert probe.ask("fails(bus(0).writeto, 0x3c, bytes((0, 0xaf)))") == EIO
    probe.ask("i2c = bus(0)")
    probe.ask("i2c.writeto(0x20, bytes((0x0a, 0x80)))")
    probe.ask("i2c.writeto(0x20, bytes((0x00, 0x1f)))")
    assert probe.ask("fails(i2c.writeto, 0x3c, bytes((0, 0xaf)))") is None
    assert probe.table.faults() == ["seat 0: it was written to before its reset line had been low and high"]
    assert probe.table.display(0).count_lit() == 0


def test_bytes_on_the_bus_become_pixels(probe: Probe) -> None:
    probe.ask("i2c = set_up(0)")
    probe.ask("i2c.writeto(0x3c, bytes((0, 0xae, 0x20, 0x02, 0xa1, 0xc8)))")
    for page in range(8):
        probe.ask(f"i2c.writeto(0x3c, bytes((0, {0xB0 | page}, 0, 0x10)))")
        probe.ask("i2c.writeto(0x3c, bytes((0x40,)) + bytes(128))")
    probe.ask("i2c.writeto(0x3c, bytes((0, 0xb1, 0x02, 0x10, 0xaf)))")
    probe.ask("i2c.writeto(0x3c, bytes((0x40, 0x81, 0x01)))")
    rows = probe.table.display(0).rows
    lit = {(x, y) for y, row in enumerate(rows) for x, dot in enumerate(row) if dot == "#"}
    assert lit == {(2, 8), (2, 15), (3, 8)}
    assert probe.table.display(1).count_lit() == 0


def test_a_display_in_a_pulled_box_is_dark(probe: Probe) -> None:
    probe.ask("i2c = set_up(0)")
    probe.ask("i2c.writeto(0x3c, bytes((0, 0xaf, 0xa5)))")
    assert probe.table.display(0).count_lit() == 128 * 64
    probe.table.unplug_seat(0)
    probe.table.wait(1)
    assert probe.table.display(0).count_lit() == 0


def test_a_mute_display_does_not_answer_while_the_buttons_do(probe: Probe) -> None:
    probe.ask("i2c = set_up(0)")
    probe.table.set_chip_muted(0, "display")
    assert probe.ask("fails(i2c.writeto, 0x3c, bytes((0, 0xaf)))") == EIO
    assert probe.ask("fails(i2c.writeto, 0x20, bytes(1))") is None


# ---------------------------------------------------------------- the rest of the board


def test_the_centre_buttons_need_their_pull_ups(probe: Probe) -> None:
    assert probe.ask("Pin(14, Pin.IN).value()") == 0
    assert probe.ask("Pin(14, Pin.IN, Pin.PULL_UP).value()") == 1
    probe.table.hold("table", "dice")
    assert probe.ask("(Pin(14).value(), Pin(15, Pin.IN, Pin.PULL_UP).value())") == (0, 1)
    assert probe.ask("machine.mem32[0xd0000004] >> 14 & 3") == 2


def test_the_marker_takes_green_first(probe: Probe) -> None:
    probe.ask("machine.bitstream(Pin(16, Pin.OUT), 0, (400, 850, 800, 450), bytes((1, 2, 3)) * 12)")
    assert probe.table.lamps()["marker"] == [[2, 1, 3]] * 12
    took = probe.ask("took(machine.bitstream, Pin(16), 0, (400, 850, 800, 450), bytes(36))")
    assert took == pytest.approx(365, abs=8)


def test_the_buzzer_sounds_while_its_wave_is_neither_low_nor_high(probe: Probe) -> None:
    probe.ask("buzzer = PWM(Pin(18), freq=2000, duty_u16=0)")
    assert probe.table.lamps()["tone"] is None
    probe.ask("buzzer.duty_u16(32768)")
    assert probe.table.lamps()["tone"] == 2000
    probe.ask("buzzer.freq(2700)")
    assert probe.table.lamps()["tone"] == 2700
    probe.ask("buzzer.duty_u16(65535)")
    assert probe.table.lamps()["tone"] is None


def test_the_supply_reads_five_volts_unless_told_otherwise(probe: Probe) -> None:
    assert probe.ask("ADC(Pin(26)).read_u16() * 6600 // 65535") == 5000
    probe.table.set_analog_input("V5_SENSE", 30_000)
    assert probe.ask("ADC(Pin(26)).read_u16()") == 30_000


def test_dice_follow_the_seed() -> None:
    """The same seed gives the same entropy, another another; so a test can fix the dice."""
    drawn = []
    for seed in ("one", "one", "two"):
        probe = Probe(seed=seed)
        with probe.table:
            drawn.append(probe.ask("os.urandom(8)"))
    assert drawn[0] == drawn[1] != drawn[2]
