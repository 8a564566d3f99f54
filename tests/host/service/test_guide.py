"""Every command of the guide for a hall is one that the program takes."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from tenbo.cli.support.registry import find_command

GUIDE = Path(__file__).parents[3] / "docs" / "hall.md"
LINES = [line.strip() for line in GUIDE.read_text("utf-8").splitlines() if line.startswith("    tenbo ")]


@pytest.mark.parametrize("line", LINES)
def test_a_command_of_the_guide_is_understood(line):
    """A guide that is wrong in one word is worse than none."""
    _, name, *words = shlex.split(line.partition(" > ")[0])
    assert find_command(name).parser().parse_words(words) is not None


def test_the_guide_shows_the_whole_way():
    """From three tables to a file with results."""
    named = {line.split()[1] for line in LINES}
    assert {"sim", "run", "tables", "session", "clock", "hand", "results", "export"} <= named
