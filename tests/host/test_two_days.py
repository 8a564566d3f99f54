"""The drill of a two-day tournament, in small: played by its own program from the beginning to the ceremony."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.thorough("a whole tournament")

PROGRAM = Path(__file__).parents[1] / "soak" / "two_days.py"


def test_two_days_with_people_who_come_and_go_end_with_nothing_lost():
    """Withdrawals, a late player, a wrong seat, a host that dies twice: by the commands alone, and proved."""
    words = ("--tables", "2", "--hands", "1", "--steps", "500")
    played = subprocess.run([sys.executable, str(PROGRAM), *words], capture_output=True, text=True, check=False)
    assert played.returncode == 0, played.stdout + played.stderr
    lines = played.stdout.splitlines()
    assert lines[-1] == "nothing was lost"
    assert "results    12 tables, 10 players, as worked out from the play" in lines
    assert "kills      2 of the host: nothing that was acknowledged was missing" in lines
    for answer in (
        "have already swapped seats in session 1", "is locked: unlock it first", "no one would sit at tables 1, 2",
        "session 6: hidden until it is released", "did you mean", "player 10 is Ida Ink",
    ):  # fmt: skip
        assert answer in played.stdout
