"""Time on the device: a millisecond counter that wraps every 12.4 days, always taken as a difference."""

import time


class Now:
    """The device's own clock; everything that needs the time is given this."""

    def ms(self) -> int:
        """Give the counter; only differences of it mean anything."""
        return time.ticks_ms()  # type: ignore[no-any-return,return-value]  # the stubs have a type of their own for it

    def since(self, then: int) -> int:
        """Give the milliseconds that have passed since an earlier reading."""
        return time.ticks_diff(time.ticks_ms(), then)


class Seconds:
    """Counts whole seconds from readings that wrap, so that no second is lost or counted twice."""

    def __init__(self, now: Now, start: int = 0) -> None:
        self.value = start
        self._now = now
        self._last = now.ms()
        self._rest = 0

    def tick(self) -> int:
        """Take a reading and give the seconds so far."""
        reading = self._now.ms()
        self._rest += time.ticks_diff(reading, self._last)
        self._last = reading
        if self._rest >= 1000:
            self.value += self._rest // 1000
            self._rest %= 1000
        return self.value

    def reading(self) -> int:
        """Give the millisecond counter."""
        return self._now.ms()

    def ms_at(self, reading: int) -> int:
        """Give the clock in milliseconds at a reading of the counter that is not long ago."""
        return self.value * 1000 + self._rest + time.ticks_diff(reading, self._last)

    def move(self, ms: int) -> None:
        """Put the clock forward, or let it wait: a second that was counted is never taken back."""
        self._rest += ms


def as_clock(seconds: int) -> str:
    """Give hours, minutes and seconds."""
    return f"{seconds // 3600}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"
