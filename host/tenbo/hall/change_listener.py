"""A thread that acts when the hall changes in a way that matters to it, and tries again after a failure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.runtime.worker import Worker
from tenbo_core.errors import TenboError

if TYPE_CHECKING:
    from collections.abc import Callable

    from tenbo.hall.change_log import ChangeBuffer, HallChange
    from tenbo.runtime.service_log import ServiceLog

# Changes within this time are handled together; after a failure it retries as late.
GATHER_S = 1.0


class ChangeListener:
    """Calls `act` once at the start, and again after each change that `matters`."""

    def __init__(
        self,
        name: str,
        changes: ChangeBuffer,
        log: ServiceLog,
        matters: Callable[[HallChange], bool],
        act: Callable[[], None],
        gather_s: float = GATHER_S,
    ) -> None:
        self._changes = changes
        self._log = log
        self._matters = matters
        self._act = act
        self._gather_s = gather_s
        # The last change that was handled; below the first one none is.
        self._seen = -1
        self._thread = Worker(name, self._run, log)

    @property
    def is_stopping(self) -> bool:
        """Whether `act` should return early."""
        return self._thread.is_stopping

    def start(self) -> None:
        """Start with what is there."""
        self._changes.add_listener(self._thread.notify)
        self._thread.start()

    def close(self) -> None:
        """Stop."""
        self._thread.close()

    def _run(self) -> None:
        while not self._thread.is_stopping:
            pause = self._gather_s
            try:
                self._act_on_news()
            except TenboError:
                # The follower of the tables reports that the store cannot be read.
                pause = GATHER_S
                self._thread.notify()
            except Exception as error:  # noqa: BLE001 - an internal error at one change must not end the thread
                self._log.log_exception(error)
            self._thread.wait()
            self._thread.sleep(pause)

    def _act_on_news(self) -> None:
        last = self._changes.last
        news = self._changes.changes_after(self._seen)
        missed = not news or news[0].id != self._seen + 1
        if last != self._seen and (missed or any(map(self._matters, news))):
            self._act()
        self._seen = last
