"""The poller of tables: a large hall is asked by turns, and all of it at once when something has changed."""

from __future__ import annotations

import queue
from types import SimpleNamespace

import pytest

from tenbo.devices.station import FOLLOWING
from tenbo.hall.table_poller import GROUP_SIZE, POLL_S, TablePoller
from tenbo.runtime.service_log import ServiceLog

TABLES = 4 * GROUP_SIZE


class _Fleet:
    """Tables that are followed since the same moment; of one the line may be opened anew."""

    def __init__(self):
        self.opened = dict.fromkeys(range(1, TABLES + 1), 0)

    def stations_by_number(self):
        return {
            number: SimpleNamespace(snapshot=SimpleNamespace(state=FOLLOWING, opened_ms=opened))
            for number, opened in self.opened.items()
        }


class _Rounds:
    """A poller whose every wait ends when the test says so."""

    def __init__(self):
        self.polled: queue.SimpleQueue[int] = queue.SimpleQueue()
        self._waits: queue.SimpleQueue[float] = queue.SimpleQueue()
        self._next: queue.SimpleQueue[bool] = queue.SimpleQueue()
        self.fleet = _Fleet()
        self.poller = TablePoller(self.fleet, lambda number, _station: self.polled.put(number), ServiceLog())
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


def test_a_table_that_has_come_back_does_not_wait_for_its_turn(rounds):
    rounds.numbers(TABLES)
    rounds.seconds_until_next()
    rounds.turn()
    first = rounds.numbers(GROUP_SIZE)
    # One of another group.
    back = next(number for number in rounds.fleet.opened if number not in first and number - 1 not in first)
    rounds.fleet.opened[back] = 7
    rounds.seconds_until_next()
    rounds.turn()
    polled = rounds.numbers(GROUP_SIZE + 1)
    assert back in polled
    assert len(set(polled)) == GROUP_SIZE + 1
    assert rounds.polled.empty()
