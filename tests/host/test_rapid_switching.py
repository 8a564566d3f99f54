"""The tests of stations and service once more, with threads that change every microsecond."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from programs import ROOT

# Stations, use cases, requests, streams and clocks; what is long and has one thread stays out.
REPRESENTATIVE = (
    "tests/host/devices",
    *(
        f"tests/host/service/test_{name}.py"
        for name in (
            "api", "clock_faults", "desk_people", "desk_results", "desk_slips", "handover", "late_registration",
            "many_readers", "referee_role", "request_lanes", "second_desk", "service", "streams",
            "table_acts", "table_clock", "transactions",
        )
    ),
)  # fmt: skip


@pytest.mark.thorough("some minutes of tests once more")
@pytest.mark.limit(1800)
def test_stations_and_service_have_no_race_that_a_thread_switch_every_microsecond_finds():
    """A race that comes once in a tournament comes here, because no statement is safe from the other threads."""
    words = ["-m", "pytest", "-q", "-p", "rapid_switching", "-p", "no:cacheprovider", "-n", "2", *REPRESENTATIVE]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "tests")}
    words = [sys.executable, *words]
    done = subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-6000:]
