"""Simulated `machine`: the Pico's pins and peripherals as the rp2 port offers them."""

import clock
import harness_channel
import wires
from bus import I2C
from pins import ADC, PWM, Pin
from uart import UART

__all__ = ["ADC", "I2C", "PWM", "UART", "Pin"]

PWRON_RESET = 1
WDT_RESET = 3
LONGEST_WATCHDOG_MS = 8388

# Registers of the chip that a program may look at: all pins at one instant, why it was reset, and of each pin four
# bits: low, high, fallen, risen; the last two stay until ones are written there.
GPIO_IN = 0xD0000004
WATCHDOG_REASON = {"RP2040": 0x40058008, "RP2350": 0x400D8008}
GPIO_EDGES = {"RP2040": 0x400140F0, "RP2350": 0x40028230}
# The regulator of an RP2040: 1.10 V at the start; its clock may go up to 200 MHz from 1.15 V on.
REGULATOR = 0x40064000
VOLTS_1_15 = 0xC
SAFE_HERTZ = 133_000_000
FALLEN = 4
BY_TIMER = 1
BY_FORCE = 2

# How many ones are in four bits.
ONES = b"\x00\x01\x01\x02\x01\x02\x02\x03\x01\x02\x02\x03\x02\x03\x03\x04"

# How the last run ended, the number of this board and its chip; set by the start.
started_by = "power"
number = b""
chip = "RP2040"

_hertz = 0
_regulator = 0xB1


class WDT:
    """The watchdog: it cannot be disarmed."""

    def __init__(self, id: int = 0, timeout: int = 5000) -> None:
        if id != 0:
            raise ValueError("WDT(%d) doesn't exist" % id)
        if timeout <= 0:
            raise ValueError("WDT timeout too short")
        if timeout > LONGEST_WATCHDOG_MS:
            raise ValueError("timeout exceeds " + str(LONGEST_WATCHDOG_MS))
        harness_channel.send_to_harness("watchdog", timeout)
        clock.arm_watchdog(timeout)

    def feed(self) -> None:
        """Restart the watchdog's time."""
        clock.feed_watchdog()


class _Memory:
    def __getitem__(self, address: int) -> int:
        if address == GPIO_IN:
            return wires.levels()
        if address == WATCHDOG_REASON[chip]:
            return {"watchdog": BY_TIMER, "reset": BY_FORCE}.get(started_by, 0)
        if address == REGULATOR and chip == "RP2040":
            return _regulator
        edges = GPIO_EDGES[chip]
        if edges <= address < edges + 16:
            first = (address - edges) * 2
            return sum([FALLEN << 4 * pin for pin in range(8) if wires.fallen >> first + pin & 1])
        raise ValueError("the simulated chip has no register at 0x%08x" % address)

    def __setitem__(self, address: int, value: int) -> None:
        global _regulator
        edges = GPIO_EDGES[chip]
        if address == REGULATOR and chip == "RP2040":
            _regulator = value
            return
        if not edges <= address < edges + 16:
            raise ValueError("the simulated chip has no register to write at 0x%08x" % address)
        if wires.fallen:
            first = (address - edges) * 2
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
    clock.simulate_busy_time((zeros * (timing[0] + timing[1]) + ones * (timing[2] + timing[3])) // 1000)
    pin.send_bits(data)


def reset() -> None:
    """Restart the device."""
    harness_channel.stop_device("reset")


soft_reset = reset


def reset_cause() -> int:
    """Return why the device started; a reset that was asked for goes through the watchdog too."""
    return PWRON_RESET if started_by == "power" else WDT_RESET


def bootloader(timeout: int = 0) -> None:  # noqa: ARG001
    """Leave for the USB drive that takes new firmware."""
    harness_channel.stop_device("bootloader")


def unique_id() -> bytes:
    """Return the chip's number."""
    return number


def freq(hertz: "int | None" = None) -> "int | None":
    """Return the processor's clock, or set it: with enough voltage, and before any part takes its own clock from it."""
    global _hertz
    if hertz is None:
        return _hertz or {"RP2040": 125_000_000, "RP2350": 150_000_000}[chip]
    if hertz > SAFE_HERTZ and (chip != "RP2040" or _regulator >> 4 & 15 < VOLTS_1_15):
        harness_channel.report_firmware_fault(
            "the clock is set to %d MHz without the voltage for it" % (hertz // 1_000_000)
        )
    if any([made in (wires.I2C, wires.PWM) for made in wires.function]):
        harness_channel.report_firmware_fault("the clock is changed under parts that have been made")
    _hertz = hertz
    harness_channel.send_to_harness("clock", hertz)
    return None


def idle() -> None:
    """Wait for the next interrupt, which a running timer gives every millisecond."""
    clock.simulate_busy_time(1000)


def disable_irq() -> int:
    """Keep interrupts away; the simulated parts have none."""
    return 0


def enable_irq(state: int) -> None:
    """Let interrupts come again."""
