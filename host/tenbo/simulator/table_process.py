"""The process of a running table: the firmware, its time, its power and its USB line.

Device time is granted in portions.  Frozen, only `wait` and what is built on it grants some, so a test
is repeatable to the microsecond; live, time follows the wall clock and `wait` skips ahead.
"""

from __future__ import annotations

import tempfile
import threading
import time
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Self

from tenbo.devices.port_discovery import SIMULATED_FOLDER
from tenbo.flash.build.browser_rom_image import build_tablet_image, words_by_language_file
from tenbo.flash.build.files import find_firmware_folder as firmware_folder
from tenbo.runtime.worker import Worker
from tenbo.simulator import interpreter_lookup
from tenbo.simulator.display_controller_specs import SSD1306, SSD1309
from tenbo.simulator.firmware_process import FirmwareProcess, StopReason
from tenbo.simulator.flash_folder import FlashFolder
from tenbo.simulator.instruction_counter import module_sizes
from tenbo.simulator.interpreter_lookup import NODE, UNIX
from tenbo.simulator.interpreter_process import InterpreterProcess
from tenbo.simulator.microcontrollers import CHIPS
from tenbo.simulator.nodejs_firmware_process import NodeJsProcess
from tenbo.simulator.observed_state import SEATS, ObservedState
from tenbo.simulator.service_uart import ServiceUart
from tenbo.simulator.usb import make_cable
from tenbo_core.errors import LinkFault, TenboError

if TYPE_CHECKING:
    from collections.abc import Callable

    Noise = Callable[[bytes], bytes]

# The number of bytes that a host may leave unread before the device must wait; a test may set a smaller one.
USB_ROOM = 1 << 20
# What the simulated parts themselves take of the heap, in the Pico's 32-bit words.
SIMULATION_KB = 32
# Counted, the holes among them are filled, and what is then left over the chip's heap.
COUNTING_KB = 160
# The factor by which counting instructions slows the firmware.
SLOWER_COUNTED = 100
# The seconds of a portion of time in live mode, and the longest stall that is made up.
TICK_S = 0.005
STALL_S = 0.1
# In frozen mode, the time that the device goes on after the last byte from or to a USB host.
LINE_MS = 10
LINE_POLL_S = 0.01
NOT_UNDER_NODE = "Node simulates only a plain Pico and cannot count instructions: use MicroPython's unix port"
# A restart that comes again and again without time passing would never end.
MOST_RESTARTS = 20


class TableDied(TenboError):
    """The firmware ended by itself, or hangs without a watchdog; the message says how."""


class TableProcess:
    """The table as a machine; use it in a `with` statement, or `start` and `close` it.

    `flash` is a folder that keeps the flash between runs, `seed` makes the dice repeatable,
    `chip` is the board's, an RP2040 or the RP2350 of a Pico 2, `heap_kb` the firmware's heap in the words of a 32-bit
    chip; by default it is what that chip has,
    `ticks_ms` is what the device's millisecond counter shows at each start, `boot_ms` how long the
    device may run before `start` returns. `timeout_s` is the real time in seconds after which a
    device that does not come back counts as hanging. `usb_room` is how many bytes a host may leave
    unread before the device must wait with more. With `computing` what the firmware computes takes
    a Pico's time too, by the model in `firmware/sim/compute_cost_model.py`: that needs valgrind on an x86-64, a
    `firmware` of compiled modules, and a hundred times the patience. `breadboard` names the expander of the four seats
    on breadboards, `"MCP23008"` or `"MCP23017"`, whose displays are SSD1306; without it these are the boxes.
    With `radio` it is a Pico W, or a Pico 2 W, whose connections are real ones of this computer.

    Where Node runs it (`interpreter_lookup`), parts take no time, and `heap_kb` and `usb_room` set nothing.
    """

    def __init__(  # noqa: PLR0913 - every one has its default, all are named
        self,
        *,
        frozen: bool = False,
        flash: Path | None = None,
        firmware: Path | None = None,
        seed: str | None = None,
        ticks_ms: int = 0,
        chip: str = "RP2040",
        heap_kb: int | None = None,
        boot_ms: int = 1000,
        timeout_s: float = 5.0,
        usb_room: int | None = None,
        identity: str = "e66138528343a02f",
        computing: bool = False,
        breadboard: str = "",
        radio: bool = False,
    ) -> None:
        self.frozen = frozen
        self.timeout_s = timeout_s * SLOWER_COUNTED if computing else timeout_s
        self._computing = computing
        self._expander = breadboard
        self.scene = ObservedState(SSD1306 if breadboard else SSD1309)
        self.service = ServiceUart(self)
        self.restarts: list[tuple[int, str]] = []
        self.noise_to_device: Noise | None = None
        self.noise_to_host: Noise | None = None
        self._tree = firmware_folder()
        self._firmware = (firmware or interpreter_lookup.firmware_folder()).resolve()
        self._seed = ("tenbo" if frozen else "") if seed is None else seed
        self._ticks_ms = ticks_ms
        self._chip = chip
        self._radio = radio
        self._interpreter = interpreter_lookup.find_interpreter()
        if self._interpreter == NODE and (computing or radio or chip != "RP2040"):
            raise LinkFault("not_installed", NOT_UNDER_NODE, "micropython")
        simulation_kb = COUNTING_KB if computing else SIMULATION_KB
        self._heap = f"{(heap_kb or CHIPS[chip].heap_kb) + simulation_kb}wK"
        self._boot_ms = boot_ms
        self._identity = identity
        self._lock = threading.RLock()
        # Removed when the program ends, also if Ctrl-C interrupts `close`.
        self._made = tempfile.TemporaryDirectory(prefix=SIMULATED_FOLDER, ignore_cleanup_errors=True)
        self._folder = Path(self._made.name)
        size = CHIPS[chip].file_system_size if self._interpreter == UNIX else None
        self._flash = FlashFolder(flash or self._folder, size)
        self._errors: IO[bytes] = (self._folder / "stderr").open("w+b")
        self._usb_room = usb_room
        self._usb = make_cable(self._folder, USB_ROOM if usb_room is None else usb_room)
        self._cable = True
        self._child: FirmwareProcess | None = None
        self._started_by = "power"
        self._line_was_used = False
        self._hangs = False
        self._death: TableDied | None = None
        self._plugged = [True] * 4
        self._down: set[tuple[int | str, str]] = set()
        self._standing: dict[str, str] = {}
        self._keeper = Worker("simulated table", self._carry_usb)
        self._caught_up = 0.0

    # ------------------------------------------------------------ beginning and end

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.close()

    def start(self) -> Self:
        """Return the table power and let it boot."""
        try:
            self._flash.claim()
            self.power_on()
        except BaseException:
            self.close()
            raise
        self._caught_up = time.monotonic()
        self._keeper.start()
        return self

    def close(self) -> None:
        """Take the table away with all that belongs to it."""
        self._keeper.close()
        with self._lock:
            self._end_child()
            self._usb.close()
            self._errors.close()
            self._made.cleanup()
            self._flash.release()

    # ------------------------------------------------------------ time

    @property
    def device_time_us(self) -> int:
        """Return the time since the table was made, in microseconds of the device."""
        return self.scene.began + (self._child.now if self._child is not None else 0)

    def wait(self, ms: int) -> None:
        """Let device time pass, as fast as the machine can."""
        with self._lock:
            self._check_alive()
            self._forward_input()
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
                pause = StopReason("watchdog", before + child.watchdog_left)
            elif self._hangs:
                child.watchdog_left -= us if child.watchdog_left >= 0 else 0
                child.now += us
                return
            else:
                pause = child.run(us, self.timeout_s + us / 50_000_000, self._from_device, self._usb.is_full)
            if pause.why == "granted":
                return
            us = max(0, us - (pause.at - before))
            self._handle_pause(pause)
            restarts += 1
            if restarts > MOST_RESTARTS:
                self._die(f"the firmware restarts without end ({pause.why}); its last output: {self._last_output()}")
        self.scene.began += us

    def _handle_pause(self, pause: StopReason) -> None:
        """Deal with a run that has ended: restart it as the board would, or leave it dead."""
        assert self._child is not None
        why, at = pause
        if why == "hangs" and self._child.watchdog_left >= 0:
            why, at = "watchdog", self._child.now + self._child.watchdog_left
        self._child.now = at
        self.restarts.append((self.device_time_us, why))
        self._end_child()
        if why == "cut":
            self.scene.record_power_loss()
        elif why in ("reset", "watchdog"):
            self._begin(why)
        elif why == "hangs":
            self._die("the firmware hangs, and no watchdog is armed")
        elif why == "prompt":
            self._die("the firmware has ended at the MicroPython prompt")
        elif why == "bootloader":
            self._die("the firmware has restarted the board into its bootloader")
        else:
            self._die(f"the firmware died: {self._last_output()}")

    def _die(self, message: str) -> None:
        self._end_child()
        self._death = TableDied("firmware_died", message, "firmware")

    def _check_alive(self) -> None:
        if self._death is not None:
            raise self._death

    def _last_output(self) -> str:
        lines = self.stderr().strip().splitlines()
        return lines[-1] if lines else "(none)"

    # ------------------------------------------------------------ the child

    def _begin(self, why: str) -> None:
        self._started_by = why
        self._hangs = False
        self.scene.record_start(self.device_time_us)
        settings = {
            "firmware": str(self._firmware),
            "lib": str((self._firmware if (self._firmware / "lib").is_dir() else self._tree) / "lib"),
            "ticks": self._ticks_ms,
            "seed": self._seed and f"{self._seed} {len(self.restarts)}",
            "started_by": why,
            "id": self._identity,
            "chip": self._chip,
            "radio": self._radio,
            "expander": self._expander,
            "blocks": CHIPS[self._chip].blocks,
            "flash": str(self._flash.path),
            "boxes": [{"plugged": self._plugged[seat], "registers": self.scene.registers[seat]} for seat in SEATS],
        }
        if self._computing:
            settings.update(module_sizes(self._firmware))
        child = self._child = self._start_process(settings)
        if self._cable:
            self._usb.plug()
        pause = child.read_until_idle(self.timeout_s, self._from_device, self._usb.is_full)
        if pause.why != "granted":
            self._handle_pause(pause)
            return
        child.send_order("analog V5_SENSE 49648")
        # On a breadboard the input for the light in the room is wired to 3.3 V.
        child.send_order(f"analog LIGHT {65535 if self._expander else 20000}")
        for place, name in sorted(self._down, key=str):
            child.send_order(f"button {name} 1" if place == "table" else f"key {place} {name} 1")
        for order in self._standing.values():
            child.send_order(order)

    def _start_process(self, settings: dict[str, Any]) -> FirmwareProcess:
        if self._interpreter == NODE:
            settings["image"] = str(self._node_image())
            return NodeJsProcess(settings, self._errors, self.scene.handle_line)
        world = self._tree / "sim"
        return InterpreterProcess(world, settings, self._heap, self._errors, self.scene.handle_line, self._usb_room)

    def _node_image(self) -> Path:
        """Return the image of the firmware that Node runs: the page's, or one of another folder's modules."""
        if self._firmware == self._tree.resolve():
            return interpreter_lookup.IMAGE
        image = self._folder / "firmware.img"
        if not image.exists():
            for name, words in words_by_language_file(self._firmware).items():
                image.with_name(name).write_bytes(words)
            image.write_bytes(build_tablet_image(self._firmware, self._tree))
        return image

    def _end_child(self) -> None:
        if self._child is not None:
            self.scene.began = self.device_time_us
            self._child.kill()
            self._child = None
        self._usb.pull()

    def send_order(self, line: str) -> None:
        """Have a part of the running device do something; without power nothing happens."""
        with self._lock:
            if self._child is not None:
                self._child.send_order(line)

    def stderr(self) -> str:
        """Return the firmware's error output: tracebacks, of all its runs."""
        with self._lock:
            self._errors.flush()
            return (self._folder / "stderr").read_text(errors="replace")

    @property
    def is_powered(self) -> bool:
        """Return whether the table has power."""
        return self._child is not None

    def power_on(self) -> None:
        """Switch the table on and let it boot."""
        with self._lock:
            if self._child is None:
                self._death = None
                self._begin("power")
                self._run(self._boot_ms * 1000)
                self._check_alive()

    def cut_power(self) -> None:
        """Take the power away at this very instant."""
        with self._lock:
            if self._child is not None:
                self._handle_pause(StopReason("cut", self._child.now))

    def read_service_output(self) -> bytes:
        """Take the bytes that the device has sent on its service UART since the last time."""
        with self._lock:
            data = bytes(self.scene.service)
            self.scene.service.clear()
            return data

    # ------------------------------------------------------------ the USB line and the wall clock

    def _from_device(self, data: bytes) -> None:
        self._line_was_used = True
        self._usb.send(self.noise_to_host(data) if self.noise_to_host else data)

    def _forward_input(self) -> bool:
        self._usb.flush()
        if self._child is None:
            return False
        if self._child.has_unsent_input():
            self._child.send_to_usb()
            return True
        data = self._usb.receive()
        if not data:
            return False
        self._child.send_to_usb(self.noise_to_device(data) if self.noise_to_device else data)
        return True

    def _carry_usb(self) -> None:
        """Carry the USB line, and in live mode let time follow the wall clock, until the table is closed."""
        while not self._keeper.is_stopping:
            if self.frozen:
                self._usb.wait(0 if self._line_was_used else LINE_POLL_S)
            else:
                self._keeper.sleep(TICK_S)
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
        if self._forward_input() or talks:
            self._run(LINE_MS * 1000)

    def _follow_wall_clock(self) -> None:
        self._forward_input()
        now = time.monotonic()
        due = min(now - self._caught_up, STALL_S)
        self._caught_up = now
        if due > 0:
            self._run(int(due * 1_000_000))
