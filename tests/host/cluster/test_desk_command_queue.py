"""A desk's queue of commands where the database fails amid one: nothing is missed, and it says where to look."""

from __future__ import annotations

import io
import threading
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest

import postgres
from host.cluster.fake_table_hosts import wait_until
from tenbo.cluster.postgres.desk_command_queue import CommandQueue
from tenbo.runtime.service_log import ServiceLog
from tenbo_core.errors import StorageFault, TenboError
from tenbo_core.events import DESK

from .conftest import NUMBERS, execute

pytestmark = pytest.mark.thorough("drills with PostgreSQL")


def test_an_answer_is_read_again_when_the_first_look_at_it_fails(server, empty, monkeypatch):
    """The database was busy with a lock; its notification does not come twice."""
    name = f"quiet{next(NUMBERS)}"
    execute(server, f"CREATE DATABASE {name} TEMPLATE {empty} STRATEGY file_copy")
    monkeypatch.setattr("tenbo.cluster.postgres.desk_command_queue.ANSWER_S", 120.0)
    poll, failures = CommandQueue._poll_answers, []
    # No answer comes between the look whether there is one and the look at it.
    looking, answered = threading.Lock(), threading.Event()

    def fail_once(queue):
        with looking:
            if queue._asked and not failures and answered.is_set():
                failures.append(1)
                raise StorageFault("in_use", "locked by another connection", "database")
            poll(queue)

    monkeypatch.setattr(CommandQueue, "_poll_answers", fail_once)
    orders = CommandQueue(server.url(name), "desk", ServiceLog(io.StringIO()))
    with psycopg.connect(server.url(name), autocommit=True) as connection, ThreadPoolExecutor(1) as pool:
        orders.start()
        asked = pool.submit(orders.send_command, "red", "d", "blink")
        wait_until(lambda: connection.execute("SELECT n FROM tenbo.command").fetchall())
        with looking:
            connection.execute("INSERT INTO tenbo.outcome SELECT n, host, true, '{\"last\": 4}' FROM tenbo.command")
            answered.set()
        assert asked.result() == {"last": 4}
    orders.close()
    assert failures


def test_where_the_database_goes_amid_a_command_the_desk_says_where_to_look():
    """It may have been written before the database could say so, and the host may do it."""
    orders = CommandQueue(
        f"postgresql://postgres@127.0.0.1:{postgres.free_port()}/tenbo", "desk", ServiceLog(io.StringIO())
    )
    orders.start()
    with pytest.raises(TenboError, match=r"host red may have started the command: check the log .* does not answer"):
        orders.send_command("red", "d", "do", "penalty", DESK, 0, -100)
    with pytest.raises(TenboError, match=r"does not answer .*check that it is running and that the network works$"):
        orders.send_command("red", "d", "blink")
    orders.close()
