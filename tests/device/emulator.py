"""An RP2040 in a process of its own, with the table's four seat boxes on its buses.

    python emulator.py IMAGE.uf2 FILES.img NUMBER

runs a MicroPython image with a file system; NUMBER is the open master end of a pseudo terminal, which is
its USB line. Orders come as JSON lists on standard input, answers go as JSON to standard output. It is
a process of its own because the emulator would keep a test's other threads from running.

Emulated time never runs ahead of the wall clock. I2C transfers take no time here.
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
from rp2040py.boards import resolve_board_spec
from rp2040py.device import MicroPythonDevice
from rp2040py.utils.firmware_retrieve import MICROPYTHON

from device import pins

# Where the RPI_PICO build has its file system.
FILES_START, FILES_SIZE = 0xA0000, 352 * 4096
FLASH_PAGE = 256

I2C_FUNCTION = 3
TX_EMPTY = 1 << 4
MILLISECOND = 1_000_000
# What the emulated USB endpoint may hold unread.
USB_ROOM = 400


class Bus:
    """One I2C block: what is sent on it reaches the boxes whose data pin is attached to it now."""

    def __init__(self, chip: Any, number: int, boxes: list[Box]) -> None:
        self._pins = chip.gpio
        self._i2c = chip.i2c[number]
        self._seats = [(boxes[seat], sda) for seat, (block, sda, _scl) in enumerate(pins.SEATS) if block == number]
        self._address = 0
        self._written = bytearray()
        self._i2c.on_connect = self._connect
        self._i2c.on_write_byte = self._write
        self._i2c.on_read_byte = self._read
        self._i2c.on_stop = self._stop

    def _box(self) -> Box | None:
        attached = [box for box, sda in self._seats if self._pins[sda].ctrl & 0x1F == I2C_FUNCTION]
        return attached[0] if len(attached) == 1 else None

    def _connect(self, address: int, _mode: int) -> None:
        self._flush()
        self._address = address
        there = self._box() is not None and address in (pins.EXPANDER_ADDRESS, pins.DISPLAY_ADDRESS)
        self._i2c.complete_connect(there)
        if not there:
            self._i2c.int_raw |= TX_EMPTY  # as on the chip after the flush: EIO at once, no timeout

    def _write(self, value: int) -> None:
        self._written.append(value)
        self._i2c.complete_write(True)

    def _read(self, _acknowledged: bool) -> None:
        self._flush()
        box = self._box()
        self._i2c.complete_read(box.read() if box is not None else 0xFF)

    def _stop(self) -> None:
        self._flush()
        self._i2c.complete_stop()

    def _flush(self) -> None:
        """Hand over what was written since the start or the repeated start."""
        box = self._box()
        if self._written and box is not None:
            box.write(self._address, bytes(self._written))
        self._written.clear()


class Emulator:
    """The chip, its wires and its USB line."""

    def __init__(self, image: str, files: str, line: int) -> None:
        self.device = MicroPythonDevice(board=resolve_board_spec("pico", MICROPYTHON, image), filesystem=Path(files))
        self.chip = self.device.mcu
        self.boxes = [Box() for _ in range(4)]
        self.buses = [Bus(self.chip, number, self.boxes) for number in (0, 1)]
        self._clock = self.device.simulator.clock
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

    async def run(self) -> None:
        """Start, say that it runs, and carry out orders for ever."""
        loop = asyncio.get_running_loop()
        loop.add_reader(self._line, self._from_host)
        loop.add_reader(0, self._orders)
        await self.device.astart(60)
        self._alarm = self._clock.create_alarm(self._every_millisecond)
        self._alarm.schedule(MILLISECOND)
        self._epoch = time.monotonic() - self._clock.nanos / 1e9
        say("ready")
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
        try:
            os.write(self._line, bytes(data))
        except OSError:
            pass  # nobody reads, and the terminal is full

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
        before = self._files() if self._cuts is not None else b""
        self._flash_command()
        if self._cuts is None:
            return
        after = self._files()
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
            say(getattr(self, "do_" + name)(*values))

    def do_key(self, seat: int, key: str, down: bool) -> None:
        """Press a key of a seat box or let it go."""
        bit = 1 << pins.BUTTONS[key]
        self.boxes[seat].keys = self.boxes[seat].keys | bit if down else self.boxes[seat].keys & ~bit

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

    def do_record(self) -> None:
        """Begin to keep the file system at every flash operation."""
        self._cuts = []

    def do_cuts(self, folder: str) -> int:
        """Write what was kept to files, and give their number."""
        cuts, self._cuts = self._cuts or [], None
        for number, files in enumerate(cuts):
            Path(folder, f"{number:03d}.img").write_bytes(files)
        return len(cuts)


def say(answer: object) -> None:
    """Answer an order."""
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    asyncio.run(Emulator(sys.argv[1], sys.argv[2], int(sys.argv[3])).run())
