"""A simulated table to press, watch and maltreat: the firmware runs in a process of its own.

Device time is granted in portions.  Frozen, only `wait` and what is built on it grants some, so a test
is repeatable to the microsecond; live, time follows the wall clock and `wait` skips ahead.
"""

from __future__ import annotations

import fcntl
import shutil
import tempfile
import threading
import time
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Self

from tenbo.virtual import interpreter
from tenbo.virtual.child import Child, Pause
from tenbo.virtual.scene import SEATS, Scene
from tenbo.virtual.service import Service
from tenbo.virtual.usb import UsbCable
from tenbo_core.errors import LinkFault, Refused, TenboError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tenbo.virtual.picture import Picture

    Noise = Callable[[bytes], bytes]

BUTTONS = {"riichi": "RIICHI", "ok": "WIN", "up": "UP", "down": "DOWN", "back": "BACK"}
CENTRE_BUTTONS = {"dice": "TABLE", "undo": "UNDO"}
# A press is held so long, and the release given so long to be noticed.
PRESS_MS = 60
SETTLE_MS = 40

FLASH_SIZE = 352 * 4096
# What the simulated parts themselves take of the heap, in the Pico's 32-bit words.
SIMULATION_KB = 32
# In live mode time is granted in portions of so many milliseconds; a stall beyond the limit is not made up.
TICK_S = 0.005
STALL_S = 0.1
# Frozen, the device goes on for so long after the last byte from or to a USB host.
LINE_MS = 10
LINE_LOOK_S = 0.01
# A restart that comes again and again without time passing would never end.
MOST_RESTARTS = 20


class TableDied(TenboError):
    """The firmware ended by itself, or hangs without a watchdog; the message says how."""


class VirtualTable:
    """One table; use it in a `with` statement, or `start` and `close` it.

    `flash` is a folder that keeps the flash between runs, `seed` makes the dice repeatable,
    `heap_kb` is the firmware's heap in the words of a 32-bit chip, whose free 236 KB are the default,
    `ticks_ms` is what the device's millisecond counter shows at each start, `boot_ms` how long the
    device may run before `start` returns. `patience` is the real time in seconds after which a
    device that does not come back counts as hanging. `usb_room` is how many bytes a host may leave
    unread before the device must wait with more.
    """

    def __init__(  # noqa: PLR0913 - every one has its default, all are named
        self,
        *,
        frozen: bool = False,
        flash: Path | None = None,
        firmware: Path | None = None,
        seed: str | None = None,
        ticks_ms: int = 0,
        heap_kb: int = 236,
        boot_ms: int = 1000,
        patience: float = 5.0,
        usb_room: int = 1 << 20,
        identity: str = "e66138528343a02f",
    ) -> None:
        self.frozen = frozen
        self.patience = patience
        self.scene = Scene()
        self.service = Service(self)
        self.restarts: list[tuple[int, str]] = []
        self.noise_to_device: Noise | None = None
        self.noise_to_host: Noise | None = None
        self._tree = interpreter.firmware()
        self._firmware = (firmware or self._tree).resolve()
        self._seed = ("tenbo" if frozen else "") if seed is None else seed
        self._ticks_ms = ticks_ms
        self._heap = f"{heap_kb + SIMULATION_KB}wK"
        self._boot_ms = boot_ms
        self._identity = identity
        self._lock = threading.RLock()
        self._folder = Path(tempfile.mkdtemp(prefix="tenbo-"))
        self._flash = (flash or self._folder) / "flash.img"
        self._errors: IO[bytes] = (self._folder / "stderr").open("w+b")
        self._usb = UsbCable(self._folder / "usb", usb_room)
        self._cable = True
        self._child: Child | None = None
        self._started_by = "power"
        self._line_was_used = False
        self._hangs = False
        self._death: TableDied | None = None
        self._plugged = [True] * 4
        self._down: set[tuple[int | str, str]] = set()
        self._standing: dict[str, str] = {}
        self._closing = threading.Event()
        self._keeper: threading.Thread | None = None
        self._caught_up = 0.0

    # ------------------------------------------------------------ beginning and end

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.close()

    def start(self) -> Self:
        """Give the table power and let it boot."""
        try:
            self._claim_flash()
            self.power()
        except BaseException:
            self.close()
            raise
        self._caught_up = time.monotonic()
        self._keeper = threading.Thread(target=self._keep, name="simulated table", daemon=True)
        self._keeper.start()
        return self

    def close(self) -> None:
        """Take the table away with all that belongs to it."""
        self._closing.set()
        if self._keeper is not None:
            self._keeper.join()
        with self._lock:
            self._end_child()
            self._usb.pull()
            self._errors.close()
            shutil.rmtree(self._folder, ignore_errors=True)
            if self._flash_file is not None:
                self._flash_file.close()

    _flash_file: IO[bytes] | None = None

    def _claim_flash(self) -> None:
        self._flash.parent.mkdir(parents=True, exist_ok=True)
        self._flash_file = self._flash.open("a+b")
        try:
            fcntl.flock(self._flash_file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            message = f"another simulated table uses {self._flash.parent}: end it, or give this one a folder of its own"
            raise LinkFault("not_allowed_now", message, "flash") from None
        size = self._flash.stat().st_size
        if size < FLASH_SIZE:
            self._flash_file.write(b"\xff" * (FLASH_SIZE - size))
            self._flash_file.flush()

    # ------------------------------------------------------------ time

    @property
    def now_us(self) -> int:
        """Give the time since the table was made, in microseconds of the device."""
        return self.scene.began + (self._child.now if self._child is not None else 0)

    def wait(self, ms: int) -> None:
        """Let device time pass, as fast as the machine can."""
        with self._lock:
            self._check_alive()
            self._take_from_host()
            self._run(ms * 1000)
            self._caught_up = time.monotonic()
            self._check_alive()

    def _run(self, us: int) -> None:
        """Grant time, over restarts and without power too."""
        restarts = 0
        while self._child is not None:
            child = self._child
            before = child.now
            if self._hangs and 0 <= child.watchdog_left <= us:
                pause = Pause("watchdog", before + child.watchdog_left)
            elif self._hangs:
                child.watchdog_left -= us if child.watchdog_left >= 0 else 0
                child.now += us
                return
            else:
                pause = child.run(us, self.patience + us / 50_000_000, self._from_device, self._usb.full)
            if pause.why == "granted":
                return
            us = max(0, us - (pause.at - before))
            self._stopped(pause)
            restarts += 1
            if restarts > MOST_RESTARTS:
                self._die(f"the firmware restarts without end ({pause.why}); its last words: {self._last_words()}")
        self.scene.began += us

    def _stopped(self, pause: Pause) -> None:
        """Deal with a run that has ended: restart it as the board would, or leave it dead."""
        assert self._child is not None
        why, at = pause
        if why == "hangs" and self._child.watchdog_left >= 0:
            why, at = "watchdog", self._child.now + self._child.watchdog_left
        self._child.now = at
        self.restarts.append((self.now_us, why))
        self._end_child()
        if why == "cut":
            self.scene.goes_dark()
        elif why in ("reset", "watchdog"):
            self._begin(why)
        elif why == "hangs":
            self._die("the firmware hangs, and no watchdog is armed")
        elif why == "prompt":
            self._die("the firmware has left for the MicroPython prompt")
        elif why == "bootloader":
            self._die("the firmware has left for the drive that takes new firmware")
        else:
            self._die(f"the firmware died: {self._last_words()}")

    def _die(self, message: str) -> None:
        self._end_child()
        self._death = TableDied("not_allowed_now", message, "firmware")

    def _check_alive(self) -> None:
        if self._death is not None:
            raise self._death

    def _last_words(self) -> str:
        lines = self.stderr().strip().splitlines()
        return lines[-1] if lines else "it said nothing"

    # ------------------------------------------------------------ the child

    def _begin(self, why: str) -> None:
        self._started_by = why
        self._hangs = False
        self.scene.starts(self.now_us)
        settings = {
            "firmware": str(self._firmware),
            "lib": str(self._tree / "lib"),
            "ticks": self._ticks_ms,
            "seed": self._seed and f"{self._seed} {len(self.restarts)}",
            "started_by": why,
            "id": self._identity,
            "flash": str(self._flash.resolve()),
            "boxes": [{"plugged": self._plugged[seat], "registers": self.scene.registers[seat]} for seat in SEATS],
        }
        child = Child(self._tree / "sim", settings, self._heap, self._errors, self.scene.told)
        self._child = child
        if self._cable:
            self._usb.plug()
        pause = child.until_it_stands(self.patience, self._from_device, self._usb.full)
        if pause.why != "granted":
            self._stopped(pause)
            return
        child.order("analog V5_SENSE 49648")
        child.order("analog LIGHT 20000")
        for place, name in sorted(self._down, key=str):
            child.order(f"button {name} 1" if place == "table" else f"key {place} {name} 1")
        for order in self._standing.values():
            child.order(order)

    def _end_child(self) -> None:
        if self._child is not None:
            self.scene.began = self.now_us
            self._child.kill()
            self._child = None
        self._usb.pull()

    def order(self, line: str) -> None:
        """Have a part of the running device do something; without power nothing happens."""
        with self._lock:
            if self._child is not None:
                self._child.order(line)

    def stderr(self) -> str:
        """Give what the firmware wrote to its error output: tracebacks, of all its runs."""
        with self._lock:
            self._errors.flush()
            return (self._folder / "stderr").read_text(errors="replace")

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
        self._move(place, button, down=True)

    def release(self, place: int | str, button: str) -> None:
        """Let a button go; no time passes."""
        self._move(place, button, down=False)

    def _move(self, place: int | str, button: str, *, down: bool) -> None:
        if place == "table":
            name = _known(button, CENTRE_BUTTONS, "in the centre")
            order = f"button {name} {down:d}"
        else:
            self._check_seat(place)
            name = _known(button, BUTTONS, "at a seat")
            order = f"key {place} {name} {down:d}"
        with self._lock:
            (self._down.add if down else self._down.discard)((place, name))
            self.order(order)

    @staticmethod
    def _check_seat(seat: int | str) -> None:
        if seat not in SEATS:
            raise Refused("bad_seat", f"there is no seat {seat}: the seats are 0 to 3", "seat")

    def unplug(self, seat: int) -> None:
        """Pull a seat box off its cable."""
        self._box(seat, there=False)

    def plug(self, seat: int) -> None:
        """Put a seat box back on its cable."""
        self._box(seat, there=True)

    def _box(self, seat: int, *, there: bool) -> None:
        self._check_seat(seat)
        with self._lock:
            self._plugged[seat] = there
            self.order(f"box {seat} {there:d}")

    # ------------------------------------------------------------ power and cables

    @property
    def powered(self) -> bool:
        """Say whether the table has power."""
        return self._child is not None

    def power(self) -> None:
        """Give the table power and let it boot."""
        with self._lock:
            if self._child is None:
                self._death = None
                self._begin("power")
                self._run(self._boot_ms * 1000)
                self._check_alive()

    def cut(self) -> None:
        """Take the power away at this very instant."""
        with self._lock:
            if self._child is not None:
                self._stopped(Pause("cut", self._child.now))

    def cut_after(self, operations: int, *, torn: bool = False) -> None:
        """Take the power away after so many more flash operations, or in the middle of the last."""
        self.order(f"cut {operations} {torn:d}")

    def cut_in(self, ms: int) -> None:
        """Take the power away when so much device time has passed, whatever the device does then."""
        self.order(f"cut_in {ms * 1000}")

    def usb(self, *, on: bool) -> None:
        """Pull the host cable or put it back; the port's name stays the same."""
        with self._lock:
            self._cable = on
            if not on:
                self._usb.pull()
            elif self._child is not None:
                self._usb.plug()

    @property
    def port(self) -> str:
        """Give the serial port that a host can open."""
        return str(self._usb.path)

    @property
    def flash_image(self) -> bytes:
        """Give the whole flash as it is now."""
        with self._lock:
            return self._flash.read_bytes()

    def load_flash(self, image: bytes) -> None:
        """Put another content into the flash, while the power is off."""
        with self._lock:
            if self._child is not None:
                raise Refused("not_allowed_now", "cut the power before the flash is changed", "flash")
            self._flash.write_bytes(image.ljust(FLASH_SIZE, b"\xff"))

    # ------------------------------------------------------------ faults

    def hang(self) -> None:
        """Stop the processor, as an endless loop does: only a watchdog helps."""
        with self._lock:
            if self._child is not None:
                self._child.stop()
                self._hangs = True

    def hold_wire(self, seat: int, wire: str, until: str) -> None:
        """Hold `"sda"` or `"scl"` of a box low until nine `"clocks"`, the `"power"` or `"unplug"` frees it."""
        self._check_seat(seat)
        self.order(f"hold {seat} {wire} {until}")

    def mute(self, seat: int, part: str, *, on: bool = True) -> None:
        """Let the `"display"` or the `"expander"` of a box stop answering, or answer again."""
        self._check_seat(seat)
        self._stand(f"mute {seat} {part}", f"{on:d}")

    def measure(self, name: str, value: int) -> None:
        """Set what an analog input measures, 0-65535: `"V5_SENSE"` or `"LIGHT"`."""
        self._stand(f"analog {name}", str(value))

    def _stand(self, what: str, value: str) -> None:
        """Order something that also holds after the next start."""
        with self._lock:
            self._standing[what] = f"{what} {value}"
            self.order(self._standing[what])

    # ------------------------------------------------------------ looking

    def display(self, seat: int) -> Picture:
        """Give what a seat's display shows."""
        self._check_seat(seat)
        with self._lock:
            return self.scene.display(seat).picture()

    def lamps(self) -> dict[str, Any]:
        """Give riichi lamps, button lights, the marker's colours and the tone that sounds."""
        with self._lock:
            return self.scene.lamps()

    def faults(self) -> list[str]:
        """Give what a real table would suffer from, as sentences; a good firmware causes none."""
        with self._lock:
            displays = [f"seat {seat}: {fault}" for seat in SEATS for fault in self.scene.display(seat).faults]
            return self.scene.faults + displays

    def taken_from_service(self) -> bytes:
        """Take what the device has sent on its service UART since the last time."""
        with self._lock:
            data = bytes(self.scene.service)
            self.scene.service.clear()
            return data

    # ------------------------------------------------------------ the USB line and the wall clock

    def _from_device(self, data: bytes) -> None:
        self._line_was_used = True
        self._usb.to_host(self.noise_to_host(data) if self.noise_to_host else data)

    def _take_from_host(self) -> bool:
        self._usb.push()
        if self._child is None:
            return False
        if self._child.input_waits():
            self._child.to_device()
            return True
        data = self._usb.from_host()
        if not data:
            return False
        self._child.to_device(self.noise_to_device(data) if self.noise_to_device else data)
        return True

    def _keep(self) -> None:
        """Carry the USB line, and in live mode let time follow the wall clock, until the table is closed."""
        while not self._closing.is_set():
            if self.frozen:
                self._usb.wait(0 if self._line_was_used else LINE_LOOK_S)
            else:
                self._closing.wait(TICK_S)
            with self._lock:
                if self._child is None:
                    self._caught_up = time.monotonic()
                    self._line_was_used = False
                elif self.frozen:
                    self._follow_line()
                else:
                    self._follow_wall_clock()

    def _follow_line(self) -> None:
        """Let the frozen device go on for a moment when there was traffic on the line."""
        talks = self._line_was_used and self._usb.host_listens()
        self._line_was_used = False
        if self._take_from_host() or talks:
            self._run(LINE_MS * 1000)

    def _follow_wall_clock(self) -> None:
        self._take_from_host()
        now = time.monotonic()
        due = min(now - self._caught_up, STALL_S)
        self._caught_up = now
        if due > 0:
            self._run(int(due * 1_000_000))


def _known(button: str, buttons: dict[str, str], where: str) -> str:
    if button not in buttons:
        raise Refused("bad_field", f"there is no button {button!r} {where}: there are {', '.join(buttons)}", "button")
    return buttons[button]
