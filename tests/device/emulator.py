"""An RP2040 in a process of its own, with the table's four seat boxes on its buses.

    python emulator.py IMAGE.uf2 FILES.img NUMBER

runs a MicroPython image with a file system; NUMBER is the open master end of a pseudo terminal, which is
its USB line. Orders come as JSON lists on standard input, answers go as JSON to standard output. It is
a process of its own because the emulator would keep a test's other threads from running.

I2C transfers and the flash take their time of the chip's; its own computing is the emulator's, which knows
nothing of the cache before the flash: it is a lower limit. Emulated time never runs ahead of the wall clock.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from pathlib import Path
from typing import Any

from emulated_box import Box
from emulated_wires import Bus, FlashTime, Pictures, is_erase, reset_with
from rp2040py.boards import resolve_board_spec
from rp2040py.device import MicroPythonDevice
from rp2040py.utils.firmware_retrieve import MICROPYTHON

from device import pins

# Where the RPI_PICO build has its file system.
FILES_START, FILES_SIZE = 0xA0000, 352 * 4096
FLASH_PAGE = 256

I2C_FUNCTION = 3
# What the converter reads of the supply and of the light, of 4096.
ANALOG = (3100, 2000)
MICROSECOND = 1000
UART_TX_INTERRUPT = 1 << 5
MILLISECOND = 1_000_000
# What the emulated USB endpoint may hold unread.
USB_ROOM = 400


class Emulator:
    """The chip, its wires and its USB line."""

    def __init__(self, image: str, files: str, line: int) -> None:
        self.device = MicroPythonDevice(board=resolve_board_spec("pico", MICROPYTHON, image), filesystem=Path(files))
        self.chip = self.device.mcu
        self.boxes = [Box() for _ in range(4)]
        self._clock = self.device.simulator.clock
        self.pictures = Pictures(self._clock, self.boxes)
        self.flash_time = FlashTime(self._clock)
        self._lamps: list[tuple[int, int]] = []
        self._lit = [0] * 4
        self.buses = [self._bus(number) for number in (0, 1)]
        reset_with(self.chip.resets, self.chip.i2c)
        # A sound supply and a lit room; without them the table says for four seconds that its supply is weak.
        self.chip.adc.channel_values = [*ANALOG, 0, 0, 0]
        self._releases: dict[tuple[int, str], Any] = {}
        for seat, (_block, sda, scl) in enumerate(pins.SEATS):
            self.chip.gpio[scl].add_listener(self._clock_by_hand(seat))
            self._pull_held(seat, sda, scl)
        for uart in self.chip.uart:
            uart.check_interrupts = quiet(uart)
        self._reads = True
        self._erases_alone = False
        self._line = line
        self._pending = bytearray()
        self._held: tuple[int, int] | None = None
        self._cuts: list[bytes] | None = None
        os.set_blocking(line, False)
        self.device.cdc.on_serial_data = self._to_host
        # An endpoint that is given nothing would interrupt the chip all the time: it waits until a byte is there.
        self._finish = self.chip.usb_ctrl.on_endpoint_read
        self.chip.usb_ctrl.on_endpoint_read = self._wait_for_bytes
        self._flash_command = self.chip.ssi._apply_command
        self.chip.ssi._apply_command = self._watched_flash_command

    def _bus(self, number: int) -> Bus:
        """Return an I2C block with the boxes whose data pins are attached to it."""
        seats = [(box, sda) for box, (block, sda, _scl) in zip(self.boxes, pins.SEATS, strict=True) if block == number]
        return Bus(
            self.chip.i2c[number],
            self._clock,
            lambda: [box for box, sda in seats if self.chip.gpio[sda].ctrl & 0x1F == I2C_FUNCTION],
            self._box_changed,
        )

    def _box_changed(self, box: Box, address: int) -> None:
        """Note what a transfer has changed that someone sees, the processor at its interrupt wire included."""
        if address == pins.DISPLAY_ADDRESS:
            self.pictures.look(box)
            return
        seat = self.boxes.index(box)
        lit = box.outputs & 1 << pins.LAMP
        if lit != self._lit[seat]:
            self._lit[seat] = lit
            self._lamps.append((int(self._clock.nanos) // MICROSECOND, seat))
        self._call(seat)

    def _call(self, seat: int) -> None:
        """Set, at the processor, the level of a box's interrupt wire, where its lead has one."""
        if pins.INTERRUPTS[seat] is not None:
            self.chip.gpio[pins.INTERRUPTS[seat]].set_input_value(not self.boxes[seat].calls)

    def _clock_by_hand(self, seat: int) -> Any:
        def listen(level: Any, before: Any) -> None:
            if level and not before:
                self.boxes[seat].clock()
                _block, sda, scl = pins.SEATS[seat]
                self._pull_held(seat, sda, scl)

        return listen

    def _pull_held(self, seat: int, sda: int, scl: int) -> None:
        """Set, at the processor, the level of a wire that a box holds low, or of its pull-up."""
        for name, pin in (("sda", sda), ("scl", scl)):
            self.chip.gpio[pin].set_input_value(self.boxes[seat].held != name)

    async def run(self) -> None:
        """Start, say that it runs, and carry out orders for ever."""
        loop = asyncio.get_running_loop()
        loop.add_reader(self._line, self._from_host)
        loop.add_reader(0, self._orders)
        await self.device.astart(60)
        self._alarm = self._clock.create_alarm(self._every_millisecond)
        self._alarm.schedule(MILLISECOND)
        self._epoch = time.monotonic() - self._clock.nanos / 1e9
        run_cli("ready")
        await asyncio.Event().wait()

    def _every_millisecond(self) -> None:
        self._push()
        ahead = self._clock.nanos / 1e9 - (time.monotonic() - self._epoch)
        if ahead > 0.002:
            time.sleep(ahead)
        elif ahead < -0.05:
            self._epoch -= ahead  # what was slow is not caught up
        self._alarm.schedule(MILLISECOND)

    # ------------------------------------------------------------ the USB line

    def _to_host(self, data: bytes) -> None:
        if self._reads:
            try:
                os.write(self._line, bytes(data))
            except OSError:
                pass  # no one reads, and the terminal is full

    def _from_host(self) -> None:
        try:
            self._pending += os.read(self._line, 4096)
        except OSError:
            return
        self._push()

    def _wait_for_bytes(self, endpoint: int, size: int) -> None:
        if endpoint and self.device.cdc.tx_fifo.empty:
            self._held = (endpoint, size)
        else:
            self._finish(endpoint, size)

    def _push(self) -> None:
        waiting = self.device.cdc.tx_fifo
        for byte in self._pending[: max(0, USB_ROOM - waiting.item_count)]:
            self.device.cdc.send_serial_byte(byte)
            del self._pending[0]
        if self._held is not None and not waiting.empty:
            held, self._held = self._held, None
            self._finish(*held)

    # ------------------------------------------------------------ flash

    def _files(self) -> bytes:
        return bytes(self.chip.flash[FILES_START : FILES_START + FILES_SIZE])

    def _watched_flash_command(self) -> None:
        """Keep the file system after every erase and program, and as it is in the middle of each."""
        before = self._files()
        self._flash_command()
        after = self._files()
        if after == before:
            return
        self.flash_time.spend(before, after)
        if self._cuts is None or (self._erases_alone and (self._cuts or not is_erase(before, after))):
            return
        if self._erases_alone:
            self._cuts.append(before)
        changed = [at for at in range(0, FILES_SIZE, FLASH_PAGE) if after[at : at + 256] != before[at : at + 256]]
        if changed:
            middle = (changed[0] + changed[-1] + FLASH_PAGE) // 2
            self._cuts += [before[:middle] + after[middle:], after]

    # ------------------------------------------------------------ orders

    def _orders(self) -> None:
        data = os.read(0, 65536)
        if not data:
            os._exit(0)
        for line in data.splitlines():
            name, *values = json.loads(line)
            run_cli(getattr(self, "do_" + name)(*values))

    def do_key(self, seat: int, key: str, down: bool) -> None:
        """Press a key of a seat box or let it go."""
        bit = 1 << pins.BUTTONS[key]
        self.boxes[seat].keys = self.boxes[seat].keys | bit if down else self.boxes[seat].keys & ~bit
        self._call(seat)

    def do_button(self, pin: int, down: bool) -> None:
        """Press a button of the centre, which pulls its pin low, or let it go."""
        if down:
            self.chip.gpio[pin].set_input_value(False)
        else:
            self.chip.gpio[pin].release_input()

    def do_lamp(self, seat: int) -> bool:
        """Return whether a riichi lamp is lit."""
        return bool(self.boxes[seat].outputs & 1 << pins.LAMP)

    def do_rows(self, seat: int) -> list[str]:
        """Return what a display shows."""
        return list(self.boxes[seat].display.picture().rows)

    def do_faults(self) -> list[str]:
        """Return what the displays could not make sense of."""
        return [fault for box in self.boxes for fault in box.display.faults]

    def do_time(self) -> float:
        """Return the chip's time in seconds."""
        return self._clock.nanos / 1e9

    def do_tap(self, seat: int, key: str, ms: int) -> int:
        """Press a key for some time of the chip's, and return the moment in microseconds."""
        self.do_key(seat, key, down=True)
        release = self._releases.setdefault(
            (seat, key), self._clock.create_alarm(lambda: self.do_key(seat, key, down=False))
        )
        release.schedule(ms * MILLISECOND)
        self.pictures.changes.clear()
        self._lamps.clear()
        return int(self._clock.nanos) // MICROSECOND

    def do_seen(self) -> dict[str, list[tuple[int, int]]]:
        """Return when pictures and lamps have changed since the last tap, and at which seat."""
        return {"pictures": self.pictures.changes, "lamps": self._lamps}

    def do_flash(self) -> tuple[int, int]:
        """Return how many blocks were erased and pages programmed."""
        return self.flash_time.erases, self.flash_time.programs

    def do_plug(self, seat: int, there: bool) -> None:
        """Pull a box or put it back."""
        self.boxes[seat].plug(there=there)
        _block, sda, scl = pins.SEATS[seat]
        self._pull_held(seat, sda, scl)
        self._call(seat)

    def do_hold(self, seat: int, wire: str, wait_until: str) -> None:
        """Let a box hold a wire of its bus low."""
        self.boxes[seat].hold(wire, wait_until)
        _block, sda, scl = pins.SEATS[seat]
        self._pull_held(seat, sda, scl)

    def do_reads(self, on: bool) -> None:
        """Let the host stop reading its line, or read again what comes from now on."""
        self._reads = on

    def do_replug(self) -> None:
        """Pull the host's cable and put it back: the device is enumerated again."""
        self._pending.clear()
        self._held = None
        self.chip.usb_ctrl.reset_device()

    def do_record(self) -> None:
        """Begin to keep the file system at every flash operation."""
        self._cuts = []

    def do_record_erases(self) -> None:
        """Begin to keep the file system around the next erase alone."""
        self._cuts = []
        self._erases_alone = True

    def do_erased(self) -> bool:
        """Return whether an erase was recorded."""
        return bool(self._cuts)

    def do_files(self, path: str) -> str:
        """Write the file system to a file, and return its path."""
        Path(path).write_bytes(self._files())
        return path

    def do_cuts(self, folder: str) -> int:
        """Write what was kept to files, and give their number."""
        cuts, self._cuts = self._cuts or [], None
        for number, files in enumerate(cuts):
            Path(folder, f"{number:03d}.img").write_bytes(files)
        return len(cuts)


def quiet(uart: Any) -> Any:
    """Return a UART's look at its interrupts that does not raise the one for sending for ever."""

    def check() -> None:
        status = uart._interrupt_status & ~UART_TX_INTERRUPT
        uart.rp2040.set_interrupt(uart.irq, bool(status & uart._interrupt_mask))

    return check


def run_cli(answer: object) -> None:
    """Answer an order."""
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    asyncio.run(Emulator(sys.argv[1], sys.argv[2], int(sys.argv[3])).run())
