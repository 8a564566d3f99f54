"""A pool of workers: so many jobs run, so many wait, and one more is refused at once."""

from __future__ import annotations

import threading
from contextlib import contextmanager

import pytest

from tenbo.runtime.thread_pool import PoolFull, WorkerPool

# Nothing here waits so long unless it is broken.
LONG_S = 60.0


@contextmanager
def busy_pool(size, queue_size):
    """Yield a pool whose threads all work until `let_go` is set."""
    pool, let_go, at_work = WorkerPool("job", size, queue_size), threading.Event(), threading.Semaphore(0)

    def hold():
        at_work.release()
        assert let_go.wait(LONG_S)
        return threading.current_thread().name

    held = [pool.submit(hold) for _ in range(size)]
    try:
        for _ in range(size):
            assert at_work.acquire(timeout=LONG_S)
        yield pool, held, let_go
    finally:
        let_go.set()
        pool.close()


def test_jobs_run_beside_each_other_on_threads_with_numbers():
    with busy_pool(3, 0) as (pool, held, let_go):
        assert pool.busy_count == 3
        let_go.set()
        assert sorted(one.result(LONG_S) for one in held) == ["job 1", "job 2", "job 3"]


def test_one_job_more_than_threads_and_queue_hold_is_refused_and_the_others_are_done():
    with busy_pool(2, 3) as (pool, _, let_go):
        waiting = [pool.submit(lambda number=number: number) for number in range(3)]
        with pytest.raises(PoolFull):
            pool.submit(lambda: 4)
        assert not any(one.done() for one in waiting)
        let_go.set()
        assert [one.result(LONG_S) for one in waiting] == [0, 1, 2]


def test_the_threads_are_used_again():
    pool, names = WorkerPool("job", 1, 5), set()
    for _ in range(20):
        names.add(pool.submit(lambda: threading.current_thread().name).result(LONG_S))
    pool.close()
    assert names == {"job 1"}


def test_an_exception_is_the_result_of_its_job_and_ends_no_thread():
    pool = WorkerPool("job", 1, 5)
    with pytest.raises(ZeroDivisionError):
        pool.submit(lambda: 1 / 0).result(LONG_S)
    assert pool.submit(lambda: 7).result(LONG_S) == 7
    pool.close()


def test_a_job_that_is_cancelled_while_it_waits_is_not_done():
    done = []
    with busy_pool(1, 2) as (pool, _, let_go):
        first, second = pool.submit(lambda: done.append(1)), pool.submit(lambda: done.append(2))
        assert first.cancel()
        let_go.set()
        second.result(LONG_S)
    assert done == [2]


def test_a_closed_pool_cancels_what_waits_and_takes_nothing():
    with busy_pool(1, 2) as (pool, held, let_go):
        waiting = pool.submit(lambda: 1)
        pool.close()
        assert waiting.cancelled()
        with pytest.raises(PoolFull):
            pool.submit(lambda: 2)
        let_go.set()
        assert held[0].result(LONG_S) == "job 1"
