"""`time` as on the Pico, on the simulated table's clock."""

from utime import gmtime, localtime, mktime

import clock
from clock import MASK, ticks_ms, ticks_us

__all__ = ["gmtime", "localtime", "mktime", "ticks_ms", "ticks_us"]

HALF = (MASK + 1) // 2
# A Pico has no battery: every start is at the beginning of 2021.
BEGINNING = 1_609_459_200


def ticks_add(ticks: int, delta: int) -> int:
    """Return the reading that comes so much later."""
    return ticks + delta & MASK


def ticks_diff(late: int, early: int) -> int:
    """Return the time between two readings, right across the wrap for up to half a turn."""
    return (late - early + HALF & MASK) - HALF


def ticks_cpu() -> int:
    """Read the finest counter there is."""
    return ticks_us()


def sleep_us(us: int) -> None:
    """Stop the whole device for so many microseconds."""
    clock.simulate_busy_time(max(0, us))


def sleep_ms(ms: int) -> None:
    """Stop the whole device for so many milliseconds."""
    clock.simulate_busy_time(max(0, ms) * 1000)


def sleep(seconds: float) -> None:
    """Stop the whole device for so many seconds."""
    clock.simulate_busy_time(max(0, int(seconds * 1_000_000)))


def time() -> int:
    """Return the seconds since 1970 as a Pico without battery believes them."""
    return BEGINNING + clock.now // 1_000_000


def time_ns() -> int:
    """Return the same in nanoseconds."""
    return BEGINNING * 1_000_000_000 + clock.now * 1000
