"""KiCad's own command line in place of its Python module: what it is asked for, and what is made of its answers.

No such KiCad can be had on every machine, so a small program with its name stands in for it.
"""

from __future__ import annotations

import json
import shutil
import sys
from typing import TYPE_CHECKING

import pytest

from workshop import board, design, kicad_cli, steps

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

STAND_IN = """#!{python}
import json, os, pathlib, sys
words = sys.argv[1:]
told = dict(zip(words, words[1:]))
source, folder = pathlib.Path(words[-1]), pathlib.Path(__file__).parent
with (folder / "asked.jsonl").open("a") as asked:
    asked.write(json.dumps(words) + "\\n")
assert "(filled_polygon" in source.read_text() or "filled by" in source.read_text(), "the ground is not filled"
if words[1] == "drc":
    assert source.with_suffix(".kicad_pro").exists()
    found = json.loads((folder / "found.json").read_text())
    pathlib.Path(told["--output"]).write_text(json.dumps(found))
elif words[2] == "gerbers":
    assert told["--output"].endswith("/")
    endings = {{"F.Cu": "gtl", "B.Cu": "gbl", "F.Mask": "gts", "B.Mask": "gbs", "F.Paste": "gtp", "F.SilkS": "gto",
               "B.SilkS": "gbo", "Edge.Cuts": "gm1"}}
    for layer in told["--layers"].split(","):
        name = f"{{source.stem}}-{{layer.replace('.', '_')}}.{{endings[layer]}}"
        pathlib.Path(told["--output"], name).write_text("M02*")
elif words[2] == "drill":
    for kind in ("PTH", "NPTH"):
        pathlib.Path(told["--output"], f"{{source.stem}}-{{kind}}.drl").write_text("M30")
"""


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Put the program on the path, let there be KiCad 9, and let filling be a word in the file."""
    path = tmp_path / "bin" / "kicad-cli"
    path.parent.mkdir()
    path.write_text(STAND_IN.format(python=sys.executable))
    path.chmod(0o755)
    (path.parent / "found.json").write_text(json.dumps({"violations": [], "unconnected_items": []}))
    monkeypatch.setenv("PATH", str(path.parent), prepend=":")
    monkeypatch.setattr(board, "kicad_version", lambda: "9.0.2")
    monkeypatch.setattr(board, "BUILD", tmp_path / "build")

    def fill(stage: str, source: Path, target: Path) -> str:
        assert stage == "fill"
        target.write_text(source.read_text() + "filled by a stand-in")
        return ""

    monkeypatch.setattr(board, "_stage", fill)
    return path


def asked(program: Path) -> list[list[str]]:
    """Return what the program was asked for."""
    return [json.loads(line) for line in (program.parent / "asked.jsonl").read_text().splitlines()]


def test_a_later_kicad_plots_the_same_files_from_a_filled_board(program: Path) -> None:
    """Every layer that a house wants, paste among them, and plated and bare holes apart."""
    assert board.fabricate("keys") == []
    gerbers, drills = asked(program)
    assert gerbers[:3] == ["pcb", "export", "gerbers"]
    assert drills[:3] == ["pcb", "export", "drill"]
    assert "--excellon-separate-th" in drills
    made = {path.suffix for path in (board.BUILD / "keys").iterdir()}
    assert {".gtl", ".gbl", ".gts", ".gbs", ".gto", ".gtp", ".gm1", ".drl"} <= made
    assert "filled by" not in board.file_of("keys").read_text("utf-8"), "the stored board stays as it is"


def test_what_its_design_rules_find_is_said(program: Path) -> None:
    """Violations and open connections, by kind; nothing when there are none."""
    assert board.design_rules("keys") == []
    found = {
        "violations": [{"type": "clearance", "description": "too near", "severity": "error"}],
        "unconnected_items": [{"type": "unconnected_items", "description": "open", "severity": "error"}],
    }
    (program.parent / "found.json").write_text(json.dumps(found))
    assert board.design_rules("keys") == ["keys: [clearance]: too near", "keys: [unconnected_items]: open"]


def test_a_program_that_fails_or_writes_nothing_is_said(program: Path) -> None:
    """A layer that is missing, and a program that stops."""
    program.write_text(program.read_text().replace('"F.Paste": "gtp"', '"F.Paste": "txt"'))
    assert board.fabricate("keys") == ["keys: no .gtp file was made"]
    program.write_text(f"#!{sys.executable}\nimport sys\nsys.exit('no such layer')\n")
    assert any("no such layer" in line for line in board.fabricate("keys"))
    assert any("no such layer" in line for line in board.design_rules("keys"))


def test_boards_are_checked_and_plotted_with_it_but_laid_out_with_the_older_one_alone(program: Path) -> None:
    """The step runs where the program is, and a board that is not current is not made with it."""
    (step,) = [step for step in steps.STEPS if step.name == "boards"]
    assert step.missing() == []
    assert board.lay_out(design.load(), "keys") == ["keys: a board is laid out with KiCad 6, not 9.0.2"]
    program.unlink()
    if shutil.which("kicad-cli") is None and kicad_cli.find() is None:
        assert step.missing() == ["kicad 6, not 9.0.2"]
