"""Polls every table in a thread of its own: a few at a time by turns, and all at once when something has changed.

Each answer wakes some threads of the service. Two hundred tables that answer together would keep it from storing an
event for half a second, so a large hall is asked in groups that are spread over the interval.
"""

from __future__ import annotations

import threading
from concurrent.futures import Future, wait
from functools import partial
from typing import TYPE_CHECKING

from tenbo.devices.station import FOLLOWING
from tenbo.runtime.thread_pool import WorkerPool
from tenbo.runtime.worker import Worker

if TYPE_CHECKING:
    from collections.abc import Callable

    from tenbo.devices.station import Station
    from tenbo.devices.station_registry import DeviceRegistry
    from tenbo.runtime.service_log import ServiceLog

# How often every table is polled.
POLL_S = 2.0
# So many tables are polled together, and so many groups there are at least: with each it is seen which tables have come
# back, and these are polled at once.
GROUP_SIZE = 5
LEAST_GROUPS = 4
# More than the tables of any hall; all can be polled in parallel.
MOST_AT_ONCE = 1000


class TablePoller:
    """Calls `poll` with each table's number and station; a table that hangs delays no other."""

    def __init__(self, fleet: DeviceRegistry, poll: Callable[[int, Station], None], log: ServiceLog) -> None:
        self._fleet = fleet
        self._poll = poll
        self._log = log
        self._lock = threading.Lock()
        # The tables that are being polled, and those to poll again at once.
        self._busy: set[int] = set()
        self._again: set[int] = set()
        # One thread for each table; threads are kept, because starting one costs more than a poll.
        self._pool = WorkerPool("clock", MOST_AT_ONCE, MOST_AT_ONCE)
        self._thread = Worker("timekeeper", self._run, log)

    @property
    def is_stopping(self) -> bool:
        """Whether it was asked to stop."""
        return self._thread.is_stopping

    def start(self) -> None:
        """Start polling."""
        self._thread.start()

    def close(self) -> None:
        """Stop, and wait for the polls that have begun."""
        self._thread.close()
        self._pool.close()

    def poll_soon(self) -> None:
        """Poll every table now, and again those that are being polled."""
        self._thread.notify()

    def poll_all(self) -> None:
        """Poll every table once, in parallel, and wait for the end."""
        wait(self._start_polls(self._tables()))

    def _tables(self) -> list[tuple[int, Station]]:
        return sorted(self._fleet.stations_by_number().items(), key=lambda one: one[0])

    def _run(self) -> None:
        urgent, turn, groups = True, 0, LEAST_GROUPS
        # Each by its number and when its line was opened: one may be away for less than a turn.
        followed: dict[int, int | None] = {}
        while not self._thread.is_stopping:
            try:
                tables = self._tables()
                groups = max(LEAST_GROUPS, -(-len(tables) // GROUP_SIZE))
                turn = (turn + 1) % groups
                before, followed = followed, _followed_since(tables)
                back = [one for one in tables if one[0] in followed and followed[one[0]] != before.get(one[0], -1)]
                self._start_polls(tables if urgent else back, urgent=True)
                if not urgent:
                    self._start_polls([one for one in tables[turn::groups] if one not in back])
            except Exception as error:  # noqa: BLE001 - an internal error must not stop the hall's clock
                self._log.log_exception(error)
            urgent = self._thread.wait(POLL_S / groups)

    def _start_polls(self, tables: list[tuple[int, Station]], *, urgent: bool = False) -> list[Future[None]]:
        """Start the poll of every idle table; an urgent one is repeated after a running one."""
        polls = []
        for number, station in tables:
            with self._lock:
                if number in self._busy:
                    if urgent:
                        self._again.add(number)
                    continue
                self._busy.add(number)
            polls.append(self._pool.submit(partial(self._poll_table, number, station)))
        return polls

    def _poll_table(self, number: int, station: Station) -> None:
        """Poll one table, and repeat it if that was requested meanwhile."""
        while True:
            try:
                self._poll(number, station)
            except Exception as error:  # noqa: BLE001 - an internal error at one table must not stop its clock
                self._log.log_exception(error, table=number)
            with self._lock:
                if number not in self._again or self._thread.is_stopping:
                    self._busy.discard(number)
                    return
                self._again.discard(number)


def _followed_since(tables: list[tuple[int, Station]]) -> dict[int, int | None]:
    """Return when the line of each followed table was opened, and None for a table at another host."""
    snapshots = [(number, station.snapshot) for number, station in tables]
    return {number: there.opened_ms for number, there in snapshots if there.state == FOLLOWING}
