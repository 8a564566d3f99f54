"""The threads that answer requests: requests that wait for a table take other threads than the reading pages."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

from tenbo.runtime.thread_pool import PoolFull, WorkerPool
from tenbo_core.errors import LinkFault
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Callable

    from tenbo.web.server.http_messages import HttpResponse

# Requests that compute and read at once. More threads would only wait for each other's interpreter.
MOST_AT_ONCE = 24
# Of these, the limit for readers and tables, so that requests of the desk and of referees always have room.
MOST_OF_READERS = 16
# Requests that wait at once for a table, another host or a seat: a proposal waits for minutes.
MOST_THAT_WAIT = 128
MOST_OF_READERS_THAT_WAIT = 96
# Requests of readers, and of desk and referees, that may wait for a thread of each kind.
LONGEST_QUEUE = 200
# A client that was refused for want of a thread may ask again after this time.
RETRY_AFTER_S = 2


class RequestLane:
    """Runs requests on a pool of threads, in the order in which they come; readers leave some threads to the others."""

    def __init__(self, pool: WorkerPool, most: int, most_of_readers: int) -> None:
        self.pool = pool
        self._free = asyncio.Semaphore(most)
        self._free_for_readers = asyncio.Semaphore(most_of_readers)
        # The requests that wait for a thread: of readers, and of the others.
        self._waiting: Counter[bool] = Counter()

    @property
    def waiting_count(self) -> int:
        """Return how many requests wait for a thread."""
        return self._waiting.total()

    async def run(
        self, answer: Callable[[], HttpResponse], check_asked: Callable[[], None], *, is_reader: bool
    ) -> HttpResponse:
        """Return the answer of a request; refuse it if too many wait, and leave it if its client has gone by then."""
        if self._waiting[is_reader] >= LONGEST_QUEUE:
            raise _too_busy()
        async with AsyncExitStack() as stack:
            self._waiting[is_reader] += 1
            try:
                if is_reader:
                    await stack.enter_async_context(self._free_for_readers)
                await stack.enter_async_context(self._free)
            finally:
                self._waiting[is_reader] -= 1
            check_asked()
            try:
                future = self.pool.submit(answer)
            except PoolFull:
                raise _too_busy() from None
            return await asyncio.wrap_future(future)


class RequestLanes:
    """The two lanes: for what computes and reads, and for what waits for a table."""

    def __init__(self) -> None:
        # The lanes let no more requests through than their pools have threads.
        reading = WorkerPool("request", MOST_AT_ONCE, MOST_AT_ONCE)
        self._reading = RequestLane(reading, MOST_AT_ONCE, MOST_OF_READERS)
        waiting = WorkerPool("waiting request", MOST_THAT_WAIT, MOST_THAT_WAIT)
        self._waiting = RequestLane(waiting, MOST_THAT_WAIT, MOST_OF_READERS_THAT_WAIT)

    def lane(self, *, waits: bool) -> RequestLane:
        """Return the lane of the requests that wait for a table, or of the others."""
        return self._waiting if waits else self._reading

    @property
    def busy_count(self) -> int:
        """Return how many requests run."""
        return self._reading.pool.busy_count + self._waiting.pool.busy_count

    def close(self) -> None:
        """Let the threads end; a running request is not waited for."""
        self._reading.pool.close()
        self._waiting.pool.close()


def _too_busy() -> LinkFault:
    return LinkFault(
        "too_busy",
        sentence("service_too_busy", "the service has more requests than it can answer: try again in a moment"),
        "service",
    )
