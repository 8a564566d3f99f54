"""Runs an RP2040 at 200 MHz if the settings ask for it; no promised response time depends on that."""

import time

from micropython import const

from device.rp2_registers import IS_RP2350

if False:  # for the type checker alone, and gone when compiled
    from device.parts import Any, Callable

_FAST_MHZ = const(200)

# The regulator of an RP2040; four bits of its register are the voltage.
_REGULATOR = const(0x40064000)
_VOLTAGE = const(0xF0)
# Above the usual 1.10 V: what the maker asks for at 200 MHz.
_1_15_V = const(0xC0)


def set_speed(mhz: int, registers: "Any", set_hertz: "Callable[[int], object]") -> None:
    """Set the processor's clock. Call it before any part is made, because the parts' clocks derive from it.

    MicroPython leaves the voltage as it is, so it is raised here, and first. An RP2350 is fast enough as it starts.
    """
    if mhz != _FAST_MHZ or IS_RP2350:
        return
    registers[_REGULATOR] = registers[_REGULATOR] & ~_VOLTAGE | _1_15_V
    time.sleep_ms(1)
    set_hertz(_FAST_MHZ * 1_000_000)
