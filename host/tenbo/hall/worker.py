"""A worker thread that sleeps until notified or until a timeout, and stops on request."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


class Worker:
    """A worker thread; its loop `run` returns soon after `is_stopping`.

    A notification during work is not lost: the next `wait` returns at once.
    """

    def __init__(self, name: str, run: Callable[[], None]) -> None:
        self._news, self._stop = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=run, name=name, daemon=True)

    @property
    def is_stopping(self) -> bool:
        """Return whether the thread is asked to stop."""
        return self._stop.is_set()

    @property
    def is_started(self) -> bool:
        """Return whether the thread was started."""
        return self._thread.ident is not None

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def notify(self) -> None:
        """Wake the thread, or make its next `wait` return at once."""
        self._news.set()

    def request_stop(self) -> None:
        """Request the stop without waiting for it."""
        self._stop.set()
        self._news.set()

    def close(self, timeout_s: float | None = None) -> None:
        """Stop and join, with an optional timeout; a thread that never started is a no-op."""
        self.request_stop()
        if self.is_started:
            self._thread.join(timeout_s)

    # ---------------------------------------------------------------- for the thread itself

    def wait(self, seconds: float | None = None) -> bool:
        """Block until `notify` or the timeout; return whether it was notified.

        After a stop request it returns True at once.
        """
        woken = self._news.wait(seconds)
        self._news.clear()
        if self._stop.is_set():
            # The stop request sets the event before or after this line, so no later `wait` blocks.
            self._news.set()
        return woken

    def sleep(self, seconds: float) -> bool:
        """Sleep and ignore notifications, which the next `wait` finds; return True at once after a stop request."""
        return self._stop.wait(seconds)
