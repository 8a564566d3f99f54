"""Stands in for the browser's timers in `asyncio`: the page has one timer, set at the end of a pass over the tasks.

The port's own sets one for each task that goes to sleep, and makes a function of JavaScript for each of them.
"""

from asyncio import core

from js import world


class Timers:
    """The two functions that `asyncio` takes from the browser."""

    def __init__(self) -> None:
        self._runs = False

    def run(self) -> None:
        """Run the tasks that are due."""
        self._runs = True
        try:
            core._run_iter()  # noqa: SLF001 - the port has no other way in
        finally:
            self._runs = False

    def setTimeout(self, _run: "object", delay_ms: int) -> int:  # noqa: N802 - the browser's name
        """Run the tasks after some time; a task that is due at once during a pass is run by that pass."""
        if delay_ms or not self._runs:
            world.wake_after(delay_ms)
        return 0

    def clearTimeout(self, _timer: int) -> None:  # noqa: N802 - the browser's name
        """Do nothing: a new time takes the place of the old."""


core.js = timers = Timers()
run = timers.run
