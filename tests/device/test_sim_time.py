"""The simulated table's time, and how its firmware starts and ends, as on a real one."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest
from firmware_probe import Probe
from players import broken_firmware

from tenbo.devices import table_client
from tenbo.simulator import TableDied, VirtualTable, firmware_process

# ---------------------------------------------------------------- time


def test_waiting_advances_the_device_by_exactly_that_time(probe: Probe) -> None:
    """A script that waits can compute when things happen."""
    before = probe.table.device_time_us
    probe.table.wait(12_345)
    assert probe.table.device_time_us - before == pytest.approx(12_345_000, abs=300)


def test_frozen_time_stands_still_without_a_grant(probe: Probe) -> None:
    first = probe.table.device_time_us
    assert probe.table.device_time_us == first
    assert probe.ask("time.ticks_ms()") >= first // 1000


def test_the_tick_counter_wraps_like_the_picos() -> None:
    """After 12.4 days; a difference right across the wrap is still right."""
    probe = Probe(ticks_ms=(1 << 30) - 400)
    with probe.table:
        early = probe.ask("time.ticks_ms()")
        probe.table.wait(500)
        late = probe.ask("time.ticks_ms()")
        assert early > 1 << 29
        assert late < 1 << 29
        assert 500 <= probe.ask(f"time.ticks_diff({late}, {early})") < 520
        assert probe.ask("time.ticks_add(0, -1)") == (1 << 30) - 1


def test_sleeping_tasks_wake_in_order_across_the_wrap() -> None:
    probe = Probe(ticks_ms=(1 << 30) - 300)
    with probe.table:
        probe.ask("order = []")
        probe.run("async def note(ms):\n await asyncio.sleep_ms(ms)\n order.append(ms)")
        probe.ask("[asyncio.create_task(note(ms)) for ms in (700, 30, 500, 31)]")
        probe.table.wait(1000)
        assert probe.ask("order") == [30, 31, 500, 700]


def test_a_cancelled_task_ends_at_once_whatever_it_waits_for(probe: Probe) -> None:
    probe.ask("order = []; gate = asyncio.Event()")
    probe.run("async def waits(on):\n try:\n  await on()\n except asyncio.CancelledError:\n  order.append(1)\n  raise")
    probe.ask("tasks = [asyncio.create_task(waits(on)) for on in (lambda: asyncio.sleep(60), gate.wait)]")
    probe.table.wait(10)
    probe.ask("[task.cancel() for task in tasks]")
    probe.table.wait(10)
    assert probe.ask("order") == [1, 1]
    assert probe.ask("[task.done() for task in tasks]") == [True, True]


def test_a_loop_that_only_looks_at_the_clock_sees_it_move(probe: Probe) -> None:
    assert 50 <= probe.ask("took(time.sleep_us, 50)") < 70
    probe.ask("end = time.ticks_add(time.ticks_ms(), 30)")
    probe.run("while time.ticks_diff(end, time.ticks_ms()) > 0: pass")
    assert probe.ask("time.ticks_diff(time.ticks_ms(), end) >= 0") is True


# ---------------------------------------------------------------- starts and ends


def test_a_watchdog_that_is_not_fed_restarts_the_device(probe: Probe) -> None:
    probe.ask("dog = WDT(timeout=2000)")
    probe.table.wait(1900)
    assert probe.table.restarts == []
    probe.table.wait(200)
    assert [why for _, why in probe.table.restarts] == ["watchdog"]
    assert probe.ask("(machine.reset_cause() == machine.WDT_RESET, machine.mem32[0x40058008])") == (True, 1)


def test_a_device_that_hangs_is_restarted_by_its_watchdog(probe: Probe) -> None:
    """A stopped processor feeds nothing; no real time is spent waiting for the bite."""
    probe.ask("dog = WDT(timeout=2000)")
    probe.table.hang_processor()
    probe.table.wait(1000)
    assert probe.table.restarts == []
    probe.table.wait(2000)
    assert [why for _, why in probe.table.restarts] == ["watchdog"]
    assert probe.ask("1 + 1") == 2


def test_a_device_that_has_answered_while_we_were_kept_from_looking_does_not_hang(probe: Probe) -> None:
    """On a busy machine the one that waits is late, too: a sound table was taken for one that its watchdog restarts."""
    running = probe.table._child
    assert running is not None
    running.send_order("run 1000")
    while b"ok " not in running._control.recv(firmware_process.CHUNK, socket.MSG_PEEK):
        pass
    assert running.read_until_idle(0, lambda _: None, lambda: False).why == "granted"


def test_an_endless_loop_without_watchdog_is_reported_and_does_not_hang_the_harness() -> None:
    probe = Probe(timeout_s=0.3)
    with probe.table:
        probe.send("exec('while True: pass')")
        with pytest.raises(TableDied, match="hangs, and no watchdog"):
            probe.table.wait(1000)


@pytest.mark.thorough("simulated tables play for seconds")
def test_a_host_that_speaks_before_the_firmware_listens_harms_nothing(tmp_path: Path) -> None:
    """At a start that looks through a full flash the service port is opened late; what came before is lost."""
    slow = broken_firmware(tmp_path / "slow", "import time\ntime.sleep_ms(500)")
    with VirtualTable(frozen=True, firmware=slow, boot_ms=100) as virtual:
        virtual.service.write(b"lost\n")
        virtual.wait(3000)
        assert virtual.restarts == []
        assert table_client.TableClient(virtual.service).ask("ping")


def test_a_reset_keeps_what_the_boxes_know(probe: Probe) -> None:
    """The processor alone starts again: lamps stay lit and displays keep their picture."""
    probe.ask("i2c = set_up(2)")
    probe.ask("i2c.writeto(0x20, bytes((10, 0x80 | 0x20)))")
    probe.ask("i2c.writeto(0x3c, bytes((0, 0xaf, 0xa5)))")
    probe.send("machine.reset()")
    probe.table.wait(500)
    assert [why for _, why in probe.table.restarts] == ["reset"]
    assert probe.table.lamps()["riichi"][2] is True
    assert probe.table.display(2).count_lit() == 128 * 64
    assert probe.ask("bus(2).readfrom_mem(0x20, 6, 1)") == b"\x1f"
    assert probe.ask("machine.reset_cause() == machine.PWRON_RESET") is False


def test_a_firmware_that_dies_says_why(probe: Probe) -> None:
    probe.send("1 // 0")
    with pytest.raises(TableDied, match="ZeroDivisionError"):
        probe.table.wait(100)
    assert "in answer" in probe.table.stderr()


@pytest.mark.thorough("simulated tables play for seconds")
def test_a_firmware_that_resets_without_end_is_reported(tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text("import machine\nmachine.reset()\n")
    table = VirtualTable(frozen=True, firmware=tmp_path, boot_ms=60_000)
    with pytest.raises(TableDied, match="restarts without end"):
        table.start()
    table.close()


def test_a_broken_firmware_says_why_at_the_start(tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text("import nowhere\n")
    table = VirtualTable(frozen=True, firmware=tmp_path)
    with pytest.raises(TableDied, match="no module named 'nowhere'"):
        table.start()


def test_the_same_script_gives_the_same_log() -> None:
    """Byte for byte and microsecond for microsecond: a failure can be looked at again."""
    logs = []
    for _ in range(2):
        probe = Probe()
        with probe.table as table:
            probe.ask("i2c = set_up(1)")
            table.press(1, "ok")
            probe.ask("write('table', 'east')")
            probe.ask("i2c.writeto(0x3c, bytes((0, 0xaf)))")
            table.wait(1000)
            logs.append((list(table.scene.log), table.device_time_us, table.flash_image))
    assert logs[0] == logs[1]


def test_a_device_on_a_busy_machine_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """It wants to run, but others have the processor: this is no hang, however long it takes by the wall clock."""
    monkeypatch.setattr(firmware_process, "MAX_TIMEOUT_FACTOR", 10_000)
    monkeypatch.setattr(firmware_process.FirmwareProcess, "_cpu_seconds", lambda _: 0.0)
    monkeypatch.setattr(firmware_process.FirmwareProcess, "_state", lambda _: "R")
    with VirtualTable(timeout_s=0.01) as table:
        table.wait(2000)
        assert table.restarts == []
