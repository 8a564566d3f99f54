"""A hall for the tests: a store, tables of paper or simulated ones, and patience instead of clocks."""

from __future__ import annotations

import io
import threading
from contextlib import contextmanager
from types import SimpleNamespace

import pytest

from tenbo.app.hall_services import build_hall
from tenbo.runtime.service_log import ServiceLog
from tenbo.store import SqliteStore
from tenbo.store.ledgers import event_of, stream_of

# A test that has to wait for threads gives up after so many looks; a look waits for news, never for time.
LOOKS = 6000
LOOK_S = 0.02


def wait_until(condition, what="the tables to get there"):
    """Wait until something has become true."""
    waiting = threading.Event()
    for _ in range(LOOKS):
        if condition():
            return
        waiting.wait(LOOK_S)
    raise AssertionError(f"waited in vain for {what}")


def wait_until_followed(hall, paper):
    """Wait until all tables of paper are followed, each behind its proof and its seal: before that all begins anew."""
    wait_until(
        lambda: (
            all(table.reader.seal is not None for table in paper.tables)
            and [one["state"] for one in hall.tables.tables()] == ["following"] * len(paper.tables)
        )
    )


def stored(hall, table):
    """Return what the store has of a paper table's ledger."""
    return [event_of(row) for row in hall.repository.store.rows(stream_of(table.id))]


def same(hall, table):
    """Return whether the store has every event of a table, once and in order."""
    return [event.plain() for event in stored(hall, table)] == [event.plain() for event in table.all]


@pytest.fixture
def open_hall(tmp_path):
    """Return a function that opens the hall of this test, again and again over the same store."""

    @contextmanager
    def open_it(named, *, number_new=True):
        log = io.StringIO()
        with SqliteStore(tmp_path / "hall.db") as store:
            services = build_hall(store, ServiceLog(out=log), named, search=False, number_new=number_new)
            hall = SimpleNamespace(**vars(services), log_text=log.getvalue)
            hall.fleet.start()
            try:
                yield hall
            finally:
                hall.fleet.close()

    return open_it
