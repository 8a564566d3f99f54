"""Clocks a chip out of a half-read byte: the processor's own blocks have no such recovery."""

import time

from micropython import const

if False:  # for the type checker alone, and gone when compiled
    from device.parts import Pin

_HALF_CLOCK_US = const(5)
_CLOCKS = const(9)


def free(sda: "Pin", scl: "Pin", pin: "type[Pin]") -> None:
    """Send nine clocks by hand, then a STOP; the two wires belong to no block meanwhile."""
    scl.init(pin.OPEN_DRAIN, pin.PULL_UP, value=1)
    for _ in range(_CLOCKS):
        scl.value(0)
        time.sleep_us(_HALF_CLOCK_US)
        scl.value(1)
        time.sleep_us(_HALF_CLOCK_US)
    scl.value(0)
    sda.init(pin.OPEN_DRAIN, pin.PULL_UP, value=0)
    time.sleep_us(_HALF_CLOCK_US)
    scl.value(1)
    time.sleep_us(_HALF_CLOCK_US)
    sda.value(1)
