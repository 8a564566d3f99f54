"""Simulated `machine`: the Pico's pins and peripherals as the rp2 port offers them."""

import clock
import control
import wires
from bus import I2C
from pins import ADC, PWM, Pin
from uart import UART

__all__ = ["ADC", "I2C", "PWM", "UART", "Pin"]

PWRON_RESET = 1
WDT_RESET = 3
LONGEST_WATCHDOG_MS = 8388

# Registers of the chip that a program may look at: all pins at one instant, and why it was reset.
GPIO_IN = 0xD0000004
WATCHDOG_REASON = 0x40058008
# Four bits a pin: low, high, fallen, risen; the last two stay until ones are written there.
GPIO_EDGES = 0x400140F0
FALLEN = 4
BY_TIMER = 1
BY_FORCE = 2

# How many ones are in four bits.
ONES = b"\x00\x01\x01\x02\x01\x02\x02\x03\x01\x02\x02\x03\x02\x03\x03\x04"

# How the last run ended, and the number of this board; set by the start.
started_by = "power"
number = b""


class WDT:
    """The watchdog: it cannot be disarmed."""

    def __init__(self, id: int = 0, timeout: int = 5000) -> None:
        if id != 0:
            raise ValueError("WDT(%d) doesn't exist" % id)
        if timeout <= 0:
            raise ValueError("WDT timeout too short")
        if timeout > LONGEST_WATCHDOG_MS:
            raise ValueError("timeout exceeds " + str(LONGEST_WATCHDOG_MS))
        control.say("watchdog", timeout)
        clock.watch(timeout)

    def feed(self) -> None:
        """Restart the watchdog's time."""
        clock.feed()


class _Memory:
    def __getitem__(self, address: int) -> int:
        if address == GPIO_IN:
            return sum([wires.level(pin) << pin for pin in range(wires.PINS)])
        if address == WATCHDOG_REASON:
            return {"watchdog": BY_TIMER, "reset": BY_FORCE}.get(started_by, 0)
        if GPIO_EDGES <= address < GPIO_EDGES + 16:
            first = (address - GPIO_EDGES) * 2
            return sum([FALLEN << 4 * pin for pin in range(8) if wires.fallen >> first + pin & 1])
        raise ValueError("the simulated chip has no register at 0x%08x" % address)

    def __setitem__(self, address: int, value: int) -> None:
        if not GPIO_EDGES <= address < GPIO_EDGES + 16:
            raise ValueError("the simulated chip has no register to write at 0x%08x" % address)
        if wires.fallen:
            first = (address - GPIO_EDGES) * 2
            for pin in range(8):
                if value >> 4 * pin & FALLEN:
                    wires.fallen &= ~(1 << first + pin)


mem32 = _Memory()


def bitstream(pin: Pin, encoding: int, timing: "tuple[int, int, int, int]", data: "bytes | bytearray") -> None:
    """Send bits to a chain of lights by their length, with the interrupts off all the time."""
    if encoding != 0:
        raise ValueError("the only encoding is 0")
    ones = 0
    for byte in data:
        ones += ONES[byte >> 4] + ONES[byte & 15]
    zeros = 8 * len(data) - ones
    clock.spend((zeros * (timing[0] + timing[1]) + ones * (timing[2] + timing[3])) // 1000)
    pin.shine(data)


def reset() -> None:
    """Restart the device."""
    control.end("reset")


soft_reset = reset


def reset_cause() -> int:
    """Return why the device started; a reset that was asked for goes through the watchdog too."""
    return PWRON_RESET if started_by == "power" else WDT_RESET


def bootloader(timeout: int = 0) -> None:  # noqa: ARG001
    """Leave for the USB drive that takes new firmware."""
    control.end("bootloader")


def unique_id() -> bytes:
    """Return the chip's number."""
    return number


def freq(hertz: "int | None" = None) -> "int | None":
    """Return the processor's clock; setting it changes nothing here."""
    return 125_000_000 if hertz is None else None


def idle() -> None:
    """Wait for the next interrupt, which a running timer gives every millisecond."""
    clock.spend(1000)


def disable_irq() -> int:
    """Keep interrupts away; the simulated parts have none."""
    return 0


def enable_irq(state: int) -> None:
    """Let interrupts come again."""
