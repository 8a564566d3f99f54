"""The panel's parts on the GPIO pins of a Raspberry Pi; outputs are off when the process or the Pi ends."""

from __future__ import annotations

import sys
import threading
import warnings
from typing import TYPE_CHECKING, Any, NamedTuple

from tenbo.integrations.referee_panel.panel_state import (
    BLINK,
    BUTTON_MS,
    LONGEST_MS,
    OFF,
    ON,
    PanelState,
    RefereePanelState,
)
from tenbo.runtime.worker import Worker, run_later
from tenbo.validation.suggestions import quote_value, suggest_or_list
from tenbo_core.errors import Malformed, Refused, TenboError
from tenbo_core.field_checks import is_int

if TYPE_CHECKING:
    from tenbo.hall.referee_calls import RefereeCalls
    from tenbo.hall.timekeeper import Timekeeper
    from tenbo.runtime.service_log import ServiceLog

# The wiring of the referee panel in the hardware guide.
DEFAULTS = {"start": 17, "siren": 27, "beacon": 22}
OPTIONAL = ("guard", "call")
POLL_S = 0.05
# How long the start button must be held, so that a brush of a sleeve does not count.
HOLD_S = 0.5
BLINK_S = 0.5
BOUNCE_S = 0.05


class PanelPins(NamedTuple):
    """The GPIO pin numbers.

    `guard` is a second switch that must be closed for a start. `call` is a lamp that is lit while any table calls.
    `lamps` has one lamp for each table by number.
    """

    start: int = 17
    siren: int = 27
    beacon: int = 22
    guard: int | None = None
    call: int | None = None
    lamps: dict[int, int] = {}  # noqa: RUF012 - a NamedTuple's default, never written to


def parse_pins(table: dict[str, Any]) -> PanelPins:
    """Parse the pins of the settings' `[panel]`; each pin can be used once.

    >>> parse_pins({"siren": 5, "lamps": {"3": 6}})
    PanelPins(start=17, siren=5, beacon=22, guard=None, call=None, lamps={3: 6})
    """
    values: dict[str, Any] = {}
    for name, value in table.items():
        if name == "lamps" and isinstance(value, dict):
            values[name] = {_table(number): _pin(f"lamps.{number}", pin) for number, pin in value.items()}
        elif name in DEFAULTS or name in OPTIONAL:
            values[name] = _pin(name, value)
        else:
            known = suggest_or_list(name, [*DEFAULTS, *OPTIONAL, "lamps"])
            raise Malformed("unknown_option", f"[panel] has the unknown key {quote_value(name)}{known}", name)
    pins = PanelPins(**values)
    used = [pins.start, pins.siren, pins.beacon, pins.guard, pins.call, *pins.lamps.values()]
    used = [pin for pin in used if pin is not None]
    twice = next((pin for pin in used if used.count(pin) > 1), None)
    if twice is not None:
        raise Malformed("contradiction", f"[panel] uses GPIO {twice} twice", "panel")
    return pins


def _table(number: str) -> int:
    if not (number.isascii() and number.isdigit() and len(number) < 10):
        raise Malformed(
            "bad_field", f"[panel] the key of a lamp must be a table number, not {quote_value(number)}", "lamps"
        )
    return int(number)


def _pin(name: str, value: Any) -> int:
    if not is_int(value) or not 2 <= value <= 27:
        raise Malformed(
            "bad_field", f"[panel] {name} must be a GPIO number from 2 to 27, not {quote_value(value)}", name
        )
    return int(value)


class PanelParts:
    """The wired parts. However the process ends, all outputs are off; the siren never sounds longer than its limit."""

    def __init__(self, pins: PanelPins, factory: Any = None) -> None:
        try:
            from gpiozero import (  # type: ignore[import-untyped,import-not-found,unused-ignore]  # noqa: PLC0415
                LED,
                BadPinFactory,
                Button,
                DigitalOutputDevice,
                PinFactoryFallback,
            )
        except ImportError:
            message = (
                "the referee panel needs gpiozero: in the clone, on a Raspberry Pi, "
                f"`{sys.executable} -m pip install '.[panel]'`"
            )
            raise Refused("not_installed", message, "panel") from None
        self.pressed = threading.Event()
        self._made: list[Any] = []
        # gpiozero warns about each pin factory that it fails to load, before it raises its own error.
        warnings.filterwarnings("ignore", category=PinFactoryFallback)
        try:
            self.siren = self._register_part(DigitalOutputDevice(pins.siren, pin_factory=factory))
            self.beacon = self._register_part(LED(pins.beacon, pin_factory=factory))
            self.call = None if pins.call is None else self._register_part(LED(pins.call, pin_factory=factory))
            self.lamps = {
                table: self._register_part(LED(pin, pin_factory=factory)) for table, pin in pins.lamps.items()
            }
            bounce = {"bounce_time": BOUNCE_S, "pin_factory": factory}
            self.guard = None if pins.guard is None else self._register_part(Button(pins.guard, **bounce))
            self.start = self._register_part(Button(pins.start, hold_time=HOLD_S, **bounce))
        except BadPinFactory:
            message = "the referee panel needs a Raspberry Pi: this computer has no GPIO pins"
            raise Refused("not_installed", message, "panel") from None
        except Exception as error:
            self.close()
            message = f"the referee panel's pins cannot be used ({error}): check that no other program uses them"
            raise Refused("in_use", message, "panel") from error
        self.start.when_held = self._on_start_held
        self._beacon = OFF
        self._silence: Worker | None = None

    def _register_part(self, part: Any) -> Any:
        self._made.append(part)
        return part

    def _on_start_held(self) -> None:
        """Accept a start: the button was held, and the guard, if there is one, is closed."""
        if self.guard is None or self.guard.is_pressed:
            self.pressed.set()

    def sound_siren(self, ms: int) -> None:
        """Sound the siren; a timer of its own silences it even if the rest hangs."""
        if self._silence is not None:
            self._silence.request_stop()
        self.siren.on()
        self._silence = run_later("siren", min(ms, LONGEST_MS) / 1000, self.siren.off)

    def apply_state(self, state: PanelState) -> None:
        """Show a state; only changed outputs are switched."""
        if state.beacon != self._beacon:
            self._beacon = state.beacon
            if state.beacon == BLINK:
                self.beacon.blink(BLINK_S, BLINK_S)
            elif state.beacon == ON:
                self.beacon.on()
            else:
                self.beacon.off()
        if state.siren_ms:
            self.sound_siren(state.siren_ms)
        if self.call is not None:
            self.call.value = bool(state.calls)
        for table, lamp in self.lamps.items():
            lamp.value = table in state.calls

    def close(self) -> None:
        """Switch everything off and release the pins."""
        if getattr(self, "_silence", None) is not None:
            self._silence.request_stop()  # type: ignore[union-attr]
        for part in reversed(self._made):
            if hasattr(part, "off"):
                part.off()
            part.close()
        self._made = []


class RefereePanel:
    """The panel and its thread, connected to the hall."""

    def __init__(
        self, referee_calls: RefereeCalls, timekeeper: Timekeeper, log: ServiceLog, pins: PanelPins, factory: Any = None
    ) -> None:
        self.board = PanelParts(pins, factory)
        self._calls = referee_calls
        self._log = log
        self._timekeeper = timekeeper
        self._watch = RefereePanelState()
        self._thread = Worker("referee panel", self._run, log)

    def start(self) -> None:
        """Start the panel."""
        self._thread.start()

    def close(self) -> None:
        """Stop the panel and switch everything off."""
        self._thread.close()
        self.board.close()

    def _run(self) -> None:
        try:
            while not self._thread.sleep(POLL_S):
                try:
                    self.update()
                except Exception as error:  # noqa: BLE001 - the button must start the session even after an error
                    self._log.log_exception(error)
        finally:
            self.board.siren.off()

    def update(self) -> None:
        """Run one cycle: the button, the clock, the calls."""
        timekeeper, calls = self._timekeeper, self._calls.calling_tables()
        if self.board.pressed.is_set():
            self.board.pressed.clear()
            self._start_session()
        # A stale clock sounds no signal.
        clock = timekeeper.clock if timekeeper.staleness_reason is None else None
        self.board.apply_state(self._watch.next_state(clock, timekeeper.day.now(), calls))

    def _start_session(self) -> None:
        """Start the session; the siren sounds even if no table and no clock answers."""
        self.board.sound_siren(BUTTON_MS)
        try:
            self._timekeeper.change_clock("start", "referee panel", lead_ms=5000)
        except TenboError as error:
            self._log.write_line(f"panel: {error.message}", level="warning")
