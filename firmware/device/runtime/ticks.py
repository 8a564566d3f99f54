"""Time on the device: a millisecond counter that wraps every 12.4 days, always taken as a difference."""

import time

# Where the millisecond counter begins again.
TICKS_PERIOD = 1 << 30


class DeviceClock:
    """The device's own clock; everything that needs the time is given this."""

    def ms(self) -> int:
        """Return the counter; only differences of it mean anything."""
        return time.ticks_ms()  # type: ignore[return-value] # the stubs have a type of their own for a reading

    def since(self, then: int) -> int:
        """Return the milliseconds that have passed since an earlier reading."""
        return time.ticks_diff(time.ticks_ms(), then)


def ticks_between(later: int, earlier: int) -> int:
    """Return the milliseconds between two readings."""
    return time.ticks_diff(later, earlier)


def hours_minutes_seconds(seconds: int) -> str:
    """Return hours, minutes and seconds."""
    return f"{seconds // 3600}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"
