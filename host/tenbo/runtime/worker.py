"""A worker thread that sleeps until notified or until a timeout, and waits between tries; all threads start here."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from tenbo.runtime.service_log import ServiceLog


class Worker:
    """A worker thread; its loop `run` returns soon after `is_stopping`.

    A notification during work is not lost: the next `wait` returns at once. An exception of `run` ends the thread. It
    goes to the `log` with the thread's name, or to standard error without one.

    The thread is a daemon, so it never keeps the program from ending, and it may end at any statement then. Work that
    has to be whole at the end is whole because the owner calls `close`, which joins the thread.
    """

    def __init__(self, name: str, run: Callable[[], object], log: ServiceLog | None = None) -> None:
        self._news, self._stop = threading.Event(), threading.Event()
        self._run, self._log = run, log
        self._thread = threading.Thread(target=self._run_logged, name=name, daemon=True)

    @property
    def name(self) -> str:
        """Return the name that debuggers and the log show."""
        return self._thread.name

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

    def join(self, timeout_s: float | None = None) -> bool:
        """Wait for the end, with an optional timeout; return whether the thread has ended or never started."""
        if self.is_started:
            self._thread.join(timeout_s)
        return not self._thread.is_alive()

    def close(self, timeout_s: float | None = None) -> bool:
        """Stop and join; return whether the thread has ended or never started."""
        self.request_stop()
        return self.join(timeout_s)

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

    def _run_logged(self) -> None:
        try:
            self._run()
        except Exception as error:
            if self._log is None:
                # The interpreter prints it with the thread's name.
                raise
            self._log.log_exception(error, thread=self.name)


def run_in_background(name: str, work: Callable[[], object], log: ServiceLog | None = None) -> Worker:
    """Start a thread that does one piece of work, and return it."""
    worker = Worker(name, work, log)
    worker.start()
    return worker


def run_later(name: str, seconds: float, work: Callable[[], object], log: ServiceLog | None = None) -> Worker:
    """Start a thread that does one piece of work after a delay, unless its stop is requested before."""

    def run() -> None:
        if not worker.sleep(seconds):
            work()

    worker = Worker(name, run, log)
    worker.start()
    return worker


FIRST_WAIT_S, LAST_WAIT_S = 0.2, 5.0


class Backoff:
    """The waits between tries: each twice the last, up to a limit.

    >>> wait = Backoff()
    >>> [wait.next() for _ in range(7)]
    [0.2, 0.4, 0.8, 1.6, 3.2, 5.0, 5.0]
    """

    def __init__(self, longest_s: float = LAST_WAIT_S) -> None:
        self._wait, self._longest_s = FIRST_WAIT_S, longest_s

    def next(self) -> float:
        """Return the next wait in seconds."""
        wait = self._wait
        self._wait = min(2 * wait, self._longest_s)
        return round(wait, 3)

    def reset(self) -> None:
        """Start again with the shortest wait."""
        self._wait = FIRST_WAIT_S
