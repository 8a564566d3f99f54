"""Patience for tests of threads and processes: a machine that is busy with other things delays a table, and no more."""

from __future__ import annotations

import pytest

from patient_client import patient_clients
from recorded_locks import out_of_order, record_locks

# Rooms whose tests have tables at the other end of a line; elsewhere time is an argument.
WITH_TABLES = ("devices", "flash", "integrations", "service")
# A follower has neither port nor clock.
TIME_IS_GIVEN = ("test_follower.py", "test_hello.py")
# Rooms whose tests have the threads of a host.
WITH_THREADS = ("cluster", "devices", "integrations", "service")
PATIENCE_MS = 300_000


@pytest.fixture(autouse=True, scope="session")
def patient():
    """Have each client wait for a service on a busy machine."""
    with patient_clients():
        yield


@pytest.fixture(autouse=True)
def lock_order(request, monkeypatch):
    """See that every thread takes its locks in the order of `docs/dev/concurrency.md`."""
    if request.path.parent.name not in WITH_THREADS:
        yield
        return
    pairs = record_locks(monkeypatch)
    yield
    assert out_of_order(pairs) == []


@pytest.fixture(autouse=True)
def patience(request, monkeypatch):
    """Take no table for silent and no question for unanswered within seconds that a busy machine stretches.

    A test that is about such a limit sets it itself.
    """
    if request.path.parent.name in WITH_TABLES and request.path.name not in TIME_IS_GIVEN:
        monkeypatch.setattr("tenbo.devices.follower.SILENCE_MS", PATIENCE_MS)
        monkeypatch.setattr("tenbo.devices.pending_commands.GIVE_UP_MS", PATIENCE_MS)
