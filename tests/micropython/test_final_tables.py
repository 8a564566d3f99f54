"""The vector games end with the same tables on both interpreters, byte for byte."""

from __future__ import annotations

import pytest

from core.run_games import lines_of, worked_out
from unix_port import ROOT, micropython

GAMES = sorted(path.relative_to(ROOT) for path in (ROOT / "tests" / "vectors" / "games").glob("*.txt"))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_the_final_tables_are_equal_byte_for_byte(path):
    """Events and tables as text: what one side writes down, the other must read the same."""
    done = micropython("tests/core/run_games.py", "--tables", path)
    here = [line + "\n" for line in worked_out(lines_of(str(ROOT / path)), tables=True)]
    assert "".join(here) == done.stdout, done.stderr
