"""Power, flash and the USB line of a simulated table: what they lose and what they keep."""

from __future__ import annotations

import random
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest
import serial
from test_sim_parts import Probe

from tenbo.simulator import VirtualTable
from tenbo_core.errors import LinkFault, Refused

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

# Real time that a byte may need through a pseudo terminal on a busy machine; no test waits for it to pass.
PATIENCE_S = 120.0


@contextmanager
def host(table: VirtualTable) -> Iterator[serial.Serial]:
    """Open the table's port as any host would."""
    with serial.Serial(table.port, 115200, timeout=PATIENCE_S) as port:
        yield port


def vanishes(port: serial.Serial) -> bool:
    """Return whether an open port reports, as on a real unplug, that it is gone."""
    try:
        port.read(1)
    except (serial.SerialException, OSError):
        return True
    return False


@pytest.fixture
def probe() -> Iterator[Probe]:
    made = Probe()
    with made.table:
        yield made


# ---------------------------------------------------------------- flash


def test_the_flash_is_formatted_once_and_kept_over_a_cut(probe: Probe) -> None:
    assert probe.table.scene.formatted == 1
    probe.ask("write('sheet', 'east 25000')")
    probe.table.cut_power()
    assert probe.table.is_powered is False
    probe.table.power_on()
    assert probe.ask("read('sheet')") == "east 25000"
    assert probe.ask("machine.reset_cause() == machine.PWRON_RESET") is True
    assert probe.table.scene.formatted == 1


def test_the_flash_stays_in_a_folder_between_runs(tmp_path: Path) -> None:
    for run in range(2):
        probe = Probe(flash=tmp_path / "flash")
        with probe.table:
            assert probe.ask("'sheet' in os.listdir()") is bool(run)
            probe.ask("write('sheet', 'x')")


def test_two_tables_cannot_share_a_flash(tmp_path: Path) -> None:
    with Probe(flash=tmp_path).table, pytest.raises(LinkFault, match="another simulated table uses"):
        VirtualTable(frozen=True, flash=tmp_path).start()


@pytest.mark.parametrize("torn", [False, True])
@pytest.mark.thorough("power cuts at many moments")
def test_a_cut_at_any_flash_operation_leaves_the_old_or_the_new_content(torn: bool) -> None:
    """The file system promises it; that it holds here shows that operations are cut where a real chip would stop."""
    probe = Probe()
    old, new = "old" * 300, "new" * 400
    with probe.table as table:
        probe.ask(f"write('sheet', 'old' * {300})")
        table.cut_power()
        image = table.flash_image
        seen = []
        for operation in range(1, 40):
            table.load_flash(image)
            table.power_on()
            table.cut_power_after(operation, torn=torn)
            probe.send("write('sheet', 'new' * 400)")
            table.wait(2000)
            was_cut = not table.is_powered
            table.read_service_output()
            table.power_on()
            seen.append(probe.ask("read('sheet')"))
            table.cut_power()
            if not was_cut:
                break
        assert seen[-1] == new, "the last round is the one that no cut has reached"
        assert len(seen) > 5
        assert set(seen) == {old, new}
        assert table.scene.formatted == 1


def test_flash_takes_time_and_is_counted(probe: Probe) -> None:
    """An erase takes 45 ms, a page 0.4 ms; what is read for it takes 56 ns a byte."""
    erased, programmed = probe.table.scene.erased, probe.table.scene.programmed
    took = probe.ask("took(write, 'sheet', 'x' * 5000)")
    erased, programmed = probe.table.scene.erased - erased, probe.table.scene.programmed - programmed
    assert erased >= 1
    assert programmed >= 20
    assert 0 <= took - (45_000 * erased + 400 * programmed) <= 1000


def test_a_flash_full_of_nonsense_is_formatted_as_on_the_pico(probe: Probe) -> None:
    probe.table.cut_power()
    probe.table.load_flash(random.Random(7).randbytes(352 * 4096))
    probe.table.power_on()
    assert probe.table.scene.formatted == 2
    assert probe.ask("os.listdir()") == []


def test_the_flash_cannot_be_exchanged_under_power(probe: Probe) -> None:
    with pytest.raises(Refused, match="cut the power"):
        probe.table.load_flash(b"")


def test_power_can_go_at_a_moment(probe: Probe) -> None:
    """In the middle of a second of sleep, and all that lives by power is dark."""
    probe.ask("i2c = set_up(0)")
    probe.ask("i2c.writeto(0x3c, bytes((0, 0xaf, 0xa5)))")
    begun = probe.table.device_time_us
    probe.table.cut_power_in(700)
    probe.send("time.sleep(1)")
    probe.table.wait(2000)
    assert probe.table.is_powered is False
    assert probe.table.restarts[-1][0] - begun == pytest.approx(700_000, abs=300)
    assert probe.table.device_time_us - begun == pytest.approx(2_000_000, abs=300)
    assert probe.table.display(0).count_lit() == 0


# ---------------------------------------------------------------- the USB line


def test_every_byte_value_passes_both_ways(probe: Probe) -> None:
    """Also 0x03 and 0x04, which mean something to a terminal."""
    data = bytes(range(256))
    with host(probe.table) as port:
        port.write(data)
        assert port.read(256) == data


def test_nothing_that_is_said_to_nobody_is_heard_later(probe: Probe) -> None:
    """A real port drops what it sends while no host has it open."""
    probe.run("import sys\nsys.stdout.buffer.write(b'too early')")
    with host(probe.table) as port:
        probe.run("sys.stdout.buffer.write(b'now')")
        assert port.read(3) == b"now"


def test_pulling_the_cable_is_an_unplug_for_the_host_and_the_name_stays(probe: Probe) -> None:
    name = probe.table.port
    with host(probe.table) as port:
        port.write(b"x")
        assert port.read(1) == b"x"
        probe.table.set_usb_connected(on=False)
        assert vanishes(port)
    with pytest.raises(serial.SerialException):
        serial.Serial(name)
    probe.table.set_usb_connected(on=True)
    assert probe.table.port == name
    with host(probe.table) as port:
        port.write(b"y")
        assert port.read(1) == b"y"


def test_a_cut_takes_the_port_away_and_power_brings_it_back(probe: Probe) -> None:
    with host(probe.table) as port:
        probe.table.cut_power()
        assert vanishes(port)
    probe.table.power_on()
    with host(probe.table) as port:
        port.write(b"z")
        assert port.read(1) == b"z"


def test_noise_can_be_put_on_the_line_in_both_directions(probe: Probe) -> None:
    probe.table.noise_to_device = lambda data: data.replace(b"a", b"")
    probe.table.noise_to_host = lambda data: data.replace(b"b", b"bb")
    with host(probe.table) as port:
        port.write(b"abc")
        assert port.read(3) == b"bbc"


def test_live_time_follows_the_wall_clock() -> None:
    """No one grants time, yet a host gets its answer; `wait` skips ahead."""
    probe = Probe()
    probe.table.frozen = False
    with probe.table as table, host(table) as port:
        port.write(b"live")
        assert port.read(4) == b"live"
        begun = table.device_time_us, time.monotonic()
        table.wait(60_000)
        assert table.device_time_us - begun[0] >= 59_999_000
        assert time.monotonic() - begun[1] < 60


@pytest.mark.thorough("simulated tables play for seconds")
def test_a_flood_from_a_mad_host_arrives_whole(probe: Probe) -> None:
    """USB holds back what the device has no room for; nothing of it is lost, however much it is."""
    probe.run(
        "import sys, select\npoll = select.poll()\npoll.register(sys.stdin, 1)\ncount = 0\n"
        "async def swallow():\n global count\n one = bytearray(1)\n while True:\n  turn = 0\n"
        "  while turn < 4000 and poll.poll(0):\n   sys.stdin.buffer.readinto(one)\n   count += 1\n   turn += 1\n"
        "  await asyncio.sleep_ms(1)\n"
    )
    probe.ask("echoing.cancel()")
    probe.ask("asyncio.create_task(swallow())")
    with host(probe.table) as port:
        for _ in range(60):
            port.write(bytes(5000))
        for _ in range(2000):
            probe.table.wait(5)
            if probe.ask("count") == 300_000:
                break
        assert probe.ask("count") == 300_000
