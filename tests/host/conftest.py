"""Patience for tests of threads and processes: a machine that is busy with other things delays a table, and no more."""

from __future__ import annotations

import pytest

# Rooms whose tests have tables at the other end of a line; elsewhere time is an argument.
WITH_TABLES = ("fleet", "flash", "panel", "service")
PATIENCE_MS = 300_000


@pytest.fixture(autouse=True)
def patience(request, monkeypatch):
    """Take no table for silent and no question for unanswered within seconds that a busy machine stretches.

    A test that is about such a limit sets it itself.
    """
    if request.path.parent.name in WITH_TABLES:
        monkeypatch.setattr("tenbo.devices.follower.SILENCE_MS", PATIENCE_MS)
        monkeypatch.setattr("tenbo.devices.pending_commands.GIVE_UP_MS", PATIENCE_MS)
