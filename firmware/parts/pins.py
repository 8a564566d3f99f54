"""Simulated pins, and the two peripherals that are little more than a pin: PWM and ADC."""

from binascii import hexlify

import harness_channel
import wires
import wiring

ANALOG = range(26, 30)
# The PWM's divider and counter reach from 8 Hz to half the processor's clock.
SLOWEST = 8
FASTEST = 62_500_000


class Pin:
    """A pin by number or by name."""

    IN = wires.IN
    OUT = wires.OUT
    OPEN_DRAIN = wires.OPEN_DRAIN
    PULL_UP = wires.PULL_UP
    PULL_DOWN = wires.PULL_DOWN

    def __init__(self, id: "int | str | Pin", *args: object, **settings: object) -> None:
        if isinstance(id, Pin):
            id = id.number
        elif id == "LED":
            id = 25
        elif isinstance(id, str) and id.startswith("GP"):
            id = int(id[2:])
        if not isinstance(id, int) or not 0 <= id < wires.PINS:
            raise ValueError("invalid pin")
        self.number = id
        if args or settings:
            self.init(*args, **settings)

    def init(self, mode: int = -1, pull: "int | None" = -1, *, value: "int | None" = None, alt: int = 0) -> None:  # noqa: ARG002
        """Make the pin an input or an output, which takes it from any peripheral."""
        number = self.number
        if value is not None:
            wires.drive(number, value)
        if pull != -1:
            wires.set_pull(number, pull or 0)
        if mode != -1:
            wires.mode[number] = mode
            wires.assign_function(number, wires.GPIO)

    def value(self, value: "int | None" = None) -> "int | None":
        """Read the level on the pin, or drive it."""
        if value is None:
            return wires.level(self.number)
        wires.drive(self.number, value)
        return None

    __call__ = value

    def on(self) -> None:
        """Drive the pin high."""
        wires.drive(self.number, 1)

    def off(self) -> None:
        """Drive the pin low."""
        wires.drive(self.number, 0)

    high = on
    low = off

    def toggle(self) -> None:
        """Drive the pin to the other level."""
        wires.drive(self.number, not wires.latch[self.number])

    def send_bits(self, data: "bytes | bytearray") -> None:
        """Send bits out of the pin; lights hang on one pin only, and it must be an output."""
        if wires.function[self.number] != wires.GPIO or wires.mode[self.number] != wires.OUT:
            harness_channel.report_firmware_fault("pixels are sent on pin %d, which is no output" % self.number)
        elif self.number == wiring.PIXELS["pin"]:
            harness_channel.send_to_harness("pixels", hexlify(data).decode() or "-")


def _number_of(pin: "int | Pin") -> int:
    return pin.number if isinstance(pin, Pin) else pin


class PWM:
    """A square wave on a pin, made without the processor."""

    def __init__(self, pin: Pin, **settings: int) -> None:
        self._pin = _number_of(pin)
        self._hertz = 0
        self._duty = 0
        wires.assign_function(self._pin, wires.PWM)
        self.init(**settings)

    def init(self, freq: "int | None" = None, duty_u16: "int | None" = None) -> None:
        """Set frequency and share of high time, each only if given."""
        if freq is not None:
            if not SLOWEST <= freq <= FASTEST:
                raise ValueError("freq too small" if freq < SLOWEST else "freq too large")
            self._hertz = freq
        if duty_u16 is not None:
            self._duty = min(max(duty_u16, 0), 65535)
        if self._pin == wiring.BUZZER["pin"]:
            # A constant level is no tone.
            harness_channel.send_to_harness("tone", self._hertz if 0 < self._duty < 65535 else 0)

    def freq(self, hertz: "int | None" = None) -> "int | None":
        """Return or set the frequency."""
        if hertz is None:
            return self._hertz
        self.init(freq=hertz)
        return None

    def duty_u16(self, duty: "int | None" = None) -> "int | None":
        """Return or set the share of high time, of 65535."""
        if duty is None:
            return self._duty
        self.init(duty_u16=duty)
        return None

    def deinit(self) -> None:
        """Stop, and free the pin."""
        self.init(duty_u16=0)
        wires.assign_function(self._pin, wires.NOTHING)


class ADC:
    """A voltage on a pin, of 3.3 V."""

    def __init__(self, pin: "int | Pin") -> None:
        self._pin = _number_of(pin)
        if self._pin not in ANALOG:
            raise ValueError("Pin doesn't have ADC capabilities")
        wires.assign_function(self._pin, wires.ADC)

    def read_u16(self) -> int:
        """Measure, 0 to 65535."""
        return wires.analog.get(self._pin, 0)
