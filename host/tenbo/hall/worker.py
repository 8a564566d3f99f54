"""A thread that news wakes: it works, waits until there is news, or for a while, and works again until it is to end."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


class Worker:
    """One such thread; `run` is its loop, which ends soon after `is_ending`.

    News that comes while it works is not lost: the next wait is over at once.
    """

    def __init__(self, name: str, run: Callable[[], None]) -> None:
        self._news, self._stop = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=run, name=name, daemon=True)

    @property
    def is_stopping(self) -> bool:
        """Return whether it is to end."""
        return self._stop.is_set()

    @property
    def is_started(self) -> bool:
        """Return whether it was started."""
        return self._thread.ident is not None

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def notify(self) -> None:
        """Have it work at once, or as soon as it has done what it is at."""
        self._news.set()

    def request_stop(self) -> None:
        """Tell it to end, and do not wait for that."""
        self._stop.set()
        self._news.set()

    def close(self, timeout_s: float | None = None) -> None:
        """End it and wait for that, as long as it takes or as long as said; never started, it is over."""
        self.request_stop()
        if self.is_started:
            self._thread.join(timeout_s)

    # ---------------------------------------------------------------- for the thread itself

    def wait(self, seconds: float | None = None) -> bool:
        """Wait for news, so long at most, and take it; return whether there was some. The end is news for ever."""
        woken = self._news.wait(seconds)
        self._news.clear()
        if self._stop.is_set():
            # Whoever ends it has woken it before this line, or does after it: nobody waits for ever.
            self._news.set()
        return woken

    def sleep(self, seconds: float) -> bool:
        """Wait so long, whatever the news, which the next `wait` finds; return at once, and true, when it is to end."""
        return self._stop.wait(seconds)
