"""How long a connection to the desk's database is waited for: longer where the network is slow, and only there."""

from __future__ import annotations

import psycopg
import pytest

from tenbo.store.postgres import connection as postgres_connection
from tenbo_core.errors import StorageFault

URL = "postgresql://red:secret@desk,standby/tenbo"


@pytest.fixture
def tried(monkeypatch):
    """Yield the patience of each try, which ends as the list says."""
    seen, ends, now = [], [], [0.0]

    def connect(*, connect_timeout, **_words):
        seen.append(connect_timeout)
        end, took = ends.pop(0)
        now[0] += took
        if end:
            raise psycopg.OperationalError(end)
        return psycopg.Connection.__new__(psycopg.Connection)

    monkeypatch.setattr(postgres_connection.psycopg, "connect", connect)
    monkeypatch.setattr(postgres_connection.time, "monotonic", lambda: now[0])
    return seen, ends


def tries(link, ends, *wanted):
    """Connect once for each end, as after a connection that broke."""
    for end, took in wanted:
        ends.append((end, took))
        link._connection = None
        if end:
            with pytest.raises(StorageFault):
                link.run(lambda connection: connection)
        else:
            link._connect()


def test_each_connection_that_took_too_long_gives_the_next_one_more_time_up_to_a_bound(tried):
    seen, ends = tried
    link = postgres_connection.DatabaseConnection(URL)
    tries(link, ends, *[("connection timeout expired", 4)] * 4, ("", 7))
    assert seen == [4, 8, 16, 16, 16]


def test_a_slow_network_keeps_its_patience_and_a_quick_one_has_the_usual_again(tried):
    """Of two addresses that of a dead laptop costs its patience each time: never more of it than is needed."""
    seen, ends = tried
    link = postgres_connection.DatabaseConnection(URL)
    tries(link, ends, ("connection timeout expired", 4), ("", 7), ("", 1), ("", 1))
    assert seen == [4, 8, 8, 4]


def test_a_server_that_refuses_at_once_is_given_no_more_time(tried):
    seen, ends = tried
    tries(postgres_connection.DatabaseConnection(URL), ends, *[("Connection refused", 0)] * 2)
    assert seen == [4, 4]


def test_an_address_that_says_how_long_is_believed(tried):
    seen, ends = tried
    tries(
        postgres_connection.DatabaseConnection(URL + "?connect_timeout=30"),
        ends,
        *[("connection timeout expired", 30)] * 2,
    )
    assert seen == [30, 30]
