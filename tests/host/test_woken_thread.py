"""The thread behind every follower: it is woken by news, loses none, and ends when it is told to."""

from __future__ import annotations

import threading

from tenbo.hall.worker import Worker

# Nothing here waits so long unless it is broken.
LONG_S = 60.0


class CountingWorker:
    """Counts its rounds; the first one works until it is let go."""

    def __init__(self) -> None:
        self.thread = Worker("worker", self._run)
        self.rounds = threading.Semaphore(0)
        self.at_work, self.let_go = threading.Event(), threading.Event()
        self.woken: list[bool] = []

    def _run(self) -> None:
        while not self.thread.is_stopping:
            self.at_work.set()
            self.let_go.wait(LONG_S)
            self.rounds.release()
            self.woken.append(self.thread.wait())


def test_news_that_comes_while_it_works_is_not_lost():
    worker = CountingWorker()
    worker.thread.start()
    assert worker.at_work.wait(LONG_S)
    worker.thread.notify()
    worker.let_go.set()
    assert worker.rounds.acquire(timeout=LONG_S)
    assert worker.rounds.acquire(timeout=LONG_S), "it did not look again"
    worker.thread.close()
    assert set(worker.woken) == {True}


def test_news_is_taken_once_and_without_any_the_wait_is_over_in_its_time():
    thread = Worker("nobody", lambda: None)
    thread.notify()
    assert [thread.wait(LONG_S), thread.wait(0)] == [True, False]


def test_a_rest_leaves_the_news_to_the_next_wait():
    thread = Worker("nobody", lambda: None)
    thread.notify()
    assert not thread.sleep(0)
    assert thread.wait(LONG_S)


def test_its_end_ends_every_wait_and_every_rest_however_often_it_asks():
    ends = []
    thread = Worker("patient", lambda: ends.extend((thread.wait(), thread.wait(), thread.sleep(LONG_S))))
    thread.start()
    thread.close(LONG_S)
    assert ends == [True, True, True]
    assert thread.is_stopping


def test_one_that_was_never_begun_is_over_at_once():
    thread = Worker("never", lambda: None)
    thread.close()
    assert not thread.is_started


def test_whoever_ends_it_waits_no_longer_than_it_says():
    held = threading.Event()

    def hold() -> None:
        held.wait(LONG_S)

    thread = Worker("slow", hold)
    thread.start()
    thread.close(0.01)
    assert not held.is_set()
    held.set()
    thread.close()
