"""A long game fits into a Pico's memory, with room to spare."""

from __future__ import annotations

import os
import re
import subprocess

from tenbo.simulator import interpreter_lookup
from unix_port import ROOT


def test_a_game_of_120_events_holds_at_most_40_kilobytes():
    """Measured with words twice as long as a Pico's, in a heap of 192 KB that no one tidies."""
    done = subprocess.run(
        [interpreter_lookup.find_micropython(), "-X", "heapsize=192K", "tests/micropython/long_game.py"],
        cwd=ROOT,
        env={**os.environ, "MICROPYPATH": "firmware:firmware/lib:.frozen"},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    found = re.match(r"(\d+) events hold (\d+) bytes", done.stdout)
    assert found, done.stdout + done.stderr
    assert int(found[1]) >= 115
    assert int(found[2]) <= 40_000
