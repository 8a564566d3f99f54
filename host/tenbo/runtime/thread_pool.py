"""A pool of worker threads with a bounded size and a bounded queue."""

from __future__ import annotations

import threading
from collections import deque
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any, TypeVar

from tenbo.runtime.worker import Worker

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")


class PoolFull(Exception):
    """Every thread of a pool is busy, and so many jobs wait that no more are accepted."""


class WorkerPool:
    """Runs jobs on at most `size` threads, in the order in which they are submitted.

    Threads start when they are needed first, and stay. At most `queue_size` jobs wait for a thread. An exception of a
    job is the result of its future and ends no thread.
    """

    def __init__(self, name: str, size: int, queue_size: int) -> None:
        self._name, self._size, self._queue_size = name, size, queue_size
        self._changed = threading.Condition(threading.Lock())
        self._jobs: deque[tuple[Callable[[], Any], Future[Any]]] = deque()
        self._workers: list[Worker] = []
        # Threads that wait for a job, those that were notified and have not taken theirs yet among them.
        self._idle = 0
        self._is_closed = False

    @property
    def busy_count(self) -> int:
        """Return how many threads run a job."""
        with self._changed:
            return len(self._workers) - self._idle

    def submit(self, job: Callable[[], T]) -> Future[T]:
        """Run a job on a thread of the pool and return the future of its result; raise PoolFull if there is no room."""
        future: Future[T] = Future()
        with self._changed:
            is_grown = len(self._workers) >= self._size
            if self._is_closed or (is_grown and len(self._jobs) - self._idle >= self._queue_size):
                raise PoolFull(f"{self._name}: {self._size} jobs run and {len(self._jobs)} wait")
            self._jobs.append((job, future))
            if not is_grown and len(self._jobs) > self._idle:
                self._add_worker()
            self._changed.notify()
        return future

    def close(self) -> None:
        """Cancel the waiting jobs and let the threads end; a running job is not waited for."""
        with self._changed:
            self._is_closed = True
            for _, future in self._jobs:
                future.cancel()
            self._changed.notify_all()

    def _add_worker(self) -> None:
        worker = Worker(f"{self._name} {len(self._workers) + 1}", self._run)
        self._workers.append(worker)
        # It counts as waiting from now on, so that the next job starts a thread only if this one has a job.
        self._idle += 1
        worker.start()

    def _run(self) -> None:
        while True:
            with self._changed:
                while not self._jobs and not self._is_closed:
                    self._changed.wait()
                if not self._jobs:
                    return
                self._idle -= 1
                job, future = self._jobs.popleft()
            _complete(job, future)
            # A thread that waits must not hold on to what the last job has made.
            del job, future
            with self._changed:
                self._idle += 1


def _complete(job: Callable[[], Any], future: Future[Any]) -> None:
    """Run a job and set its result, unless it was cancelled."""
    if not future.set_running_or_notify_cancel():
        return
    try:
        result = job()
    except BaseException as error:  # noqa: BLE001 - the error is raised where the result is awaited
        future.set_exception(error)
    else:
        future.set_result(result)
