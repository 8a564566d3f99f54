"""A simulated table for tests: presses its buttons, pulls its cables, cuts its power, and reads its displays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tenbo.simulator.observed_state import SEATS
from tenbo.simulator.table_process import TableDied, TableProcess
from tenbo_core.errors import Refused

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tenbo.devices.display_image import DisplayImage

__all__ = ["TableDied", "VirtualTable"]

BUTTONS = {"riichi": "RIICHI", "ok": "OK", "up": "UP", "down": "DOWN", "back": "BACK"}
CENTRE_BUTTONS = {"dice": "TABLE", "undo": "UNDO"}
# A press is held so long, and the release given so long to be noticed.
PRESS_MS = 60
SETTLE_MS = 40


class VirtualTable(TableProcess):
    """One table with its buttons, boxes, cables, flash and displays.

    >>> with VirtualTable(frozen=True) as table:
    ...     table.press("table", "dice")
    ...     table.display(0).count_lit() > 0
    True
    """

    # ------------------------------------------------------------ hands on the table

    def press(self, place: int | str, button: str, ms: int = PRESS_MS) -> None:
        """Press a button at seat 0-3 or, with `"table"`, in the centre, and let it go."""
        self.press_together([(place, button)], ms)

    def press_together(self, presses: Iterable[tuple[int | str, str]], ms: int = PRESS_MS) -> None:
        """Press several buttons at the same moment."""
        presses = list(presses)
        for place, button in presses:
            self.hold(place, button)
        self.wait(ms)
        for place, button in presses:
            self.release(place, button)
        self.wait(SETTLE_MS)

    def hold(self, place: int | str, button: str) -> None:
        """Push a button down and leave it there; no time passes."""
        self._set_button(place, button, down=True)

    def release(self, place: int | str, button: str) -> None:
        """Let a button go; no time passes."""
        self._set_button(place, button, down=False)

    def _set_button(self, place: int | str, button: str, *, down: bool) -> None:
        if place == "table":
            name = _pin_name(button, CENTRE_BUTTONS, "in the centre")
            order = f"button {name} {down:d}"
        else:
            self._check_seat(place)
            name = _pin_name(button, BUTTONS, "at a seat")
            order = f"key {place} {name} {down:d}"
        with self._lock:
            (self._down.add if down else self._down.discard)((place, name))
            self.send_order(order)

    @staticmethod
    def _check_seat(seat: int | str) -> None:
        if seat not in SEATS:
            raise Refused("bad_seat", f"there is no seat {seat}: the seats are 0 to 3", "seat")

    def unplug_seat(self, seat: int) -> None:
        """Pull a seat box off its cable."""
        self._set_box(seat, there=False)

    def plug_seat(self, seat: int) -> None:
        """Put a seat box back on its cable."""
        self._set_box(seat, there=True)

    def _set_box(self, seat: int, *, there: bool) -> None:
        self._check_seat(seat)
        with self._lock:
            self._plugged[seat] = there
            self.send_order(f"box {seat} {there:d}")

    # ------------------------------------------------------------ power and cables

    def cut_power_after(self, operations: int, *, torn: bool = False) -> None:
        """Take the power away after so many more flash operations, or in the middle of the last."""
        self.send_order(f"cut {operations} {torn:d}")

    def cut_power_in(self, ms: int) -> None:
        """Cut the power when so much device time has passed, regardless of what the device does then."""
        self.send_order(f"cut_in {ms * 1000}")

    def set_usb_connected(self, *, on: bool) -> None:
        """Pull the host cable or put it back; the port's name stays the same."""
        with self._lock:
            self._cable = on
            if not on:
                self._usb.pull()
            elif self._child is not None:
                self._usb.plug()

    @property
    def port(self) -> str:
        """Return the serial port that a host can open."""
        return self._usb.name

    @property
    def flash_image(self) -> bytes:
        """Return the whole flash as it is now."""
        with self._lock:
            return self._flash.read_image()

    def load_flash(self, image: bytes) -> None:
        """Put another content into the flash, while the power is off."""
        with self._lock:
            if self._child is not None:
                raise Refused("not_allowed_now", "cut the power before the flash is changed", "flash")
            self._flash.write_image(image)

    # ------------------------------------------------------------ faults

    def hang_processor(self) -> None:
        """Stop the processor, as an endless loop does: only a watchdog helps."""
        with self._lock:
            if self._child is not None:
                self._child.suspend()
                self._hangs = True

    def hold_wire(self, seat: int, wire: str, until: str) -> None:
        """Hold `"sda"` or `"scl"` of a box low until nine `"clocks"`, the `"power"` or `"unplug"` frees it."""
        self._check_seat(seat)
        self.send_order(f"hold {seat} {wire} {until}")

    def set_chip_muted(self, seat: int, part: str, *, on: bool = True) -> None:
        """Let the `"display"` or the `"expander"` of a box stop answering, or answer again."""
        self._check_seat(seat)
        self._set_persistently(f"mute {seat} {part}", f"{on:d}")

    def set_analog_input(self, name: str, value: int) -> None:
        """Set the value of an analog input, 0-65535: `"V5_SENSE"` or `"LIGHT"`."""
        self._set_persistently(f"analog {name}", str(value))

    def _set_persistently(self, what: str, value: str) -> None:
        """Order something that also holds after the next start."""
        with self._lock:
            self._standing[what] = f"{what} {value}"
            self.send_order(self._standing[what])

    def set_radio_condition(self, what: str, value: str | int = 0) -> None:
        """Change what is around the radio: `is_up`, `is_deaf`, `no_memory`, `no_room`, `short`, `reset` and so on."""
        self._set_persistently(f"air {what}", str(value))

    # ------------------------------------------------------------ looking

    def display(self, seat: int) -> DisplayImage:
        """Return the picture of a seat's display."""
        self._check_seat(seat)
        with self._lock:
            return self.scene.display(seat).picture()

    def lamps(self) -> dict[str, Any]:
        """Return riichi lamps, button lights, the marker's colours and the tone that sounds."""
        with self._lock:
            return self.scene.lamps()

    def faults(self) -> list[str]:
        """Return what a real table would suffer from, as sentences; a good firmware causes none."""
        with self._lock:
            displays = [f"seat {seat}: {fault}" for seat in SEATS for fault in self.scene.display(seat).faults]
            return self.scene.faults + displays


def _pin_name(button: str, buttons: dict[str, str], where: str) -> str:
    if button not in buttons:
        raise Refused(
            "bad_field", f"there is no button {button!r} {where}: the buttons are {', '.join(buttons)}", "button"
        )
    return buttons[button]
