"""A bounded part of what `benchmarks/device.py` does for hours: power cuts at random, and hostile lines."""

from __future__ import annotations

import pytest
from hostile_lines import attack
from random_power_cuts import cut_power


@pytest.mark.thorough("power cuts at many moments")
def test_no_power_cut_loses_or_doubles_an_event_or_sets_the_clock_back() -> None:
    """Many games of all books on one flash, cut within commands, flash operations and pauses."""
    came = cut_power(25, seed=1)
    assert came.faults == []
    assert (came.cuts, came.games > 1, came.events > 25) == (25, True, True)


def test_no_hostile_line_restarts_the_table_or_keeps_a_host_from_its_events() -> None:
    """Noise, fields of every wrong kind, pieces, replays; and afterwards a host is told everything."""
    came = attack(300, seed=1)
    assert (came.lines, came.restarts) == (300, [])
