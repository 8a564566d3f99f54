"""A program that hangs is said to have failed, on a slow machine too; it does not stop the whole chain."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from workshop import board_build, box_rendering, program_runner

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

WAITS = "import sys; sys.stdin.read()"


def test_a_program_that_does_not_end_has_failed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """With a word about it where its own complaints would stand."""
    monkeypatch.setattr(program_runner, "LONGEST_S", 0)
    done = program_runner.run([sys.executable, "-c", WAITS])
    assert done.returncode
    assert "did not end" in done.stderr
    assert "did not end" in box_rendering.render("clamp", "body", tmp_path / "clamp.stl")
    assert "did not end" in board_build._stage("check", tmp_path / "none.kicad_pcb", tmp_path / "report.txt")
