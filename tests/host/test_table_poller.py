"""The poller of tables: a large hall is asked by turns, and all of it at once when something has changed."""

from __future__ import annotations

import queue

import pytest

from tenbo.hall.service_log import ServiceLog
from tenbo.hall.table_poller import GROUP_SIZE, POLL_S, TablePoller

TABLES = 4 * GROUP_SIZE


class _Fleet:
    def stations_by_number(self):
        return dict.fromkeys(range(1, TABLES + 1), "station")


class _Rounds:
    """A poller whose every wait ends when the test says so."""

    def __init__(self):
        self.polled: queue.SimpleQueue[int] = queue.SimpleQueue()
        self._waits: queue.SimpleQueue[float] = queue.SimpleQueue()
        self._next: queue.SimpleQueue[bool] = queue.SimpleQueue()
        self.poller = TablePoller(_Fleet(), lambda number, _station: self.polled.put(number), ServiceLog())
        self.poller._thread.wait = self._wait
        self.poller.start()

    def _wait(self, seconds):
        self._waits.put(seconds)
        return self._next.get()

    def seconds_until_next(self):
        return self._waits.get(timeout=60)

    def turn(self, *, changed=False):
        self._next.put(changed)

    def numbers(self, count):
        return sorted(self.polled.get(timeout=60) for _ in range(count))

    def close(self):
        self.poller._thread.request_stop()
        self.turn()
        self.poller.close()


@pytest.fixture
def rounds():
    found = _Rounds()
    yield found
    found.close()


def test_tables_are_polled_in_groups_and_each_once_in_the_interval(rounds):
    rounds.numbers(TABLES)
    groups = []
    for _ in range(TABLES // GROUP_SIZE):
        assert rounds.seconds_until_next() == POLL_S * GROUP_SIZE / TABLES
        rounds.turn()
        groups.append(rounds.numbers(GROUP_SIZE))
        assert rounds.polled.empty()
    assert sorted(number for group in groups for number in group) == list(range(1, TABLES + 1))


def test_a_change_has_every_table_polled_at_once(rounds):
    rounds.numbers(TABLES)
    rounds.seconds_until_next()
    rounds.turn(changed=True)
    assert rounds.numbers(TABLES) == list(range(1, TABLES + 1))
