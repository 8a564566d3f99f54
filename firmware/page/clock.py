"""The page's clock: the computer's own time passes by itself, so that nothing that a part does has to be waited for."""

from js import world


def simulate_busy_time(us: int) -> None:
    """Take the time of a part: it has passed already."""


def arm_watchdog(timeout_ms: int) -> None:
    """Arm the watchdog, which is the page's."""
    world.watch(timeout_ms)


def feed_watchdog() -> None:
    """Put off the watchdog's bite."""
    world.feed()
