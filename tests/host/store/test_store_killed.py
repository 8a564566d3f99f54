"""Nothing that the store has acknowledged is lost when its process is killed at any instant."""

from __future__ import annotations

import random
import signal
import subprocess
import sys

import pytest

from tenbo.store import SqliteStore, verify

pytestmark = pytest.mark.thorough("a store that is killed at many moments")

WRITER = """
import sys
from tenbo.store import Entry, SqliteStore
store = SqliteStore(sys.argv[1])
number = store.head("table/a").seq
while True:
    number += 1
    store.append([Entry("table/a", number, "hand", "[3,4]")])
    print(number, flush=True)
"""

KILLS = 12


def test_every_acknowledged_event_survives_kill_9(tmp_path):
    """A number is printed only after the commit, so each number we have read must be in the store."""
    path = tmp_path / "hall.db"
    chance = random.Random(9)
    last = -1
    for _ in range(KILLS):
        writer = subprocess.Popen([sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True)
        assert writer.stdout is not None
        for _ in range(chance.randrange(1, 60)):
            last = int(writer.stdout.readline())
        writer.send_signal(signal.SIGKILL)
        rest = writer.stdout.read().splitlines(keepends=True)
        last = max([last, *(int(line) for line in rest if line.endswith("\n"))])
        writer.wait()
        writer.stdout.close()
        with SqliteStore(path) as store:
            assert store.head("table/a").seq >= last
            assert [row.seq for row in store.rows("table/a")] == list(range(store.head("table/a").seq + 1))
    assert verify(path).damage == []
