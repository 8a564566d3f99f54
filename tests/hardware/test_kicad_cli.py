"""KiCad's own command line in place of its Python module: what it is asked for, and what is made of its answers.

No such KiCad can be had on every machine, so a small program with its name stands in for it. It answers as 9.0.2 does.
"""

from __future__ import annotations

import json
import shutil
import sys
from typing import TYPE_CHECKING

import pytest

from workshop import board_build, board_layout_input, build_pipeline, design, kicad_cli, kicad_text

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
if words[0] == "pcb":
    assert "(filled_polygon" in source.read_text() or "filled by" in source.read_text(), "the ground is not filled"
if words[1] == "erc":
    found = json.loads((folder / "electrical.json").read_text())
    pathlib.Path(told["--output"]).write_text(json.dumps(found))
elif words[1] == "drc":
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
    pathlib.Path(told["--output"], f"{{source.stem}}-job.gbrjob").write_text('{{"CreationDate": "now"}}')
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
    (path.parent / "electrical.json").write_text(json.dumps({"sheets": [{"violations": []}]}))
    monkeypatch.setenv("PATH", str(path.parent), prepend=":")
    monkeypatch.setattr(board_build, "kicad_version", lambda: "9.0.2")
    monkeypatch.setattr(board_build, "BUILD", tmp_path / "build")

    def fill(stage: str, source: Path, target: Path) -> str:
        assert stage == "fill"
        target.write_text(source.read_text() + "filled by a stand-in")
        return ""

    monkeypatch.setattr(board_build, "_stage", fill)
    return path


def asked(program: Path) -> list[list[str]]:
    """Return what the program was asked for."""
    return [json.loads(line) for line in (program.parent / "asked.jsonl").read_text().splitlines()]


def test_a_later_kicad_plots_the_same_files_from_a_filled_board(program: Path) -> None:
    """Every layer that a house wants, paste among them, and plated and bare holes apart."""
    assert board_build.fabricate("keys") == []
    gerbers, drills = asked(program)
    assert gerbers[:3] == ["pcb", "export", "gerbers"]
    assert drills[:3] == ["pcb", "export", "drill"]
    assert "--excellon-separate-th" in drills
    made = {path.suffix for path in (board_build.BUILD / "keys").iterdir()}
    assert made == {".gtl", ".gbl", ".gts", ".gbs", ".gto", ".gbo", ".gtp", ".gm1", ".drl"}, "and nothing with a date"
    assert "filled by" not in board_build.board_file_path("keys").read_text("utf-8"), "the stored board stays as it is"


def test_what_its_design_rules_find_is_said(program: Path) -> None:
    """Violations and open connections, by kind; nothing when there are none."""
    assert board_build.check_board_drc("keys") == []
    found = {
        "violations": [{"type": "clearance", "description": "too near", "severity": "error"}],
        "unconnected_items": [{"type": "unconnected_items", "description": "open", "severity": "error"}],
    }
    (program.parent / "found.json").write_text(json.dumps(found))
    assert board_build.check_board_drc("keys") == ["keys: [clearance]: too near", "keys: [unconnected_items]: open"]


def test_what_a_library_of_another_version_has_is_no_fault_of_a_board(program: Path) -> None:
    """A new user's settings name no library, and a later one draws some parts anew."""
    kinds = ("lib_footprint_issues", "lib_footprint_mismatch", "starved_thermal")
    found = [{"type": kind, "description": "said", "items": [{"description": "pad 13 of U1"}]} for kind in kinds]
    (program.parent / "found.json").write_text(json.dumps({"violations": found, "unconnected_items": []}))
    assert board_build.check_board_drc("keys") == ["keys: [starved_thermal]: said (pad 13 of U1)"]


def test_its_electrical_rules_run_on_the_schematic(program: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What they find is said, but for libraries that are not there; KiCad 6 and 7 have none without a screen."""
    assert board_build.check_schematic_erc("seat") == []
    assert asked(program)[-1][:2] == ["sch", "erc"]
    items = [{"description": "U1 pin 9"}]
    found = [
        {"type": "lib_symbol_issues", "description": "no library", "items": items},
        {"type": "power_pin_not_driven", "description": "not driven", "items": items},
    ]
    (program.parent / "electrical.json").write_text(json.dumps({"sheets": [{"violations": found}]}))
    assert board_build.check_schematic_erc("seat") == ["seat: [power_pin_not_driven]: not driven (U1 pin 9)"]
    monkeypatch.setattr(board_build, "kicad_version", lambda: "6.0.11")
    assert board_build.check_schematic_erc("seat") == []


@pytest.mark.parametrize("name", board_layout_input.BOARDS)
def test_every_supply_of_a_schematic_has_one_source(name: str) -> None:
    """By the rules of KiCad: a pin that feeds it, or a flag that says where it comes from."""
    sheet = kicad_text.parse(board_build.board_file_path(name).with_suffix(".kicad_sch").read_text("utf-8"))
    kinds = {}
    for symbol in kicad_text.child_lists(kicad_text.first_child_list(sheet, "lib_symbols"), "symbol"):
        units = kicad_text.child_lists(symbol, "symbol")
        pins = [pin for unit in units for pin in kicad_text.child_lists(unit, "pin")]
        kinds[symbol[1]] = [
            (pin[1], [float(place) for place in kicad_text.first_child_list(pin, "at")[1:3]]) for pin in pins
        ]
    labels = {
        (round(float(x), 2), round(float(y), 2)): label[1]
        for label in kicad_text.child_lists(sheet, "global_label")
        for _, x, y, *_ in [kicad_text.first_child_list(label, "at")]
    }
    on: dict[str, list[str]] = {}
    for part in kicad_text.child_lists(sheet, "symbol"):
        _, x, y, *_ = kicad_text.first_child_list(part, "at")
        for kind, (dx, dy) in kinds[kicad_text.first_child_list(part, "lib_id")[1]]:
            if net := labels.get((round(float(x) + dx, 2), round(float(y) - dy, 2))):
                on.setdefault(net, []).append(kind)
    assert on
    for net, found in on.items():
        assert found.count("power_out") <= 1, net
        assert "power_in" not in found or "power_out" in found, net


def test_supplies_that_cannot_be_filled_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the tracks lose is worth nothing without the filled supplies."""
    monkeypatch.setattr(board_build, "_stage", lambda stage, *_: f"{stage}: no such method")
    assert board_build.rail_drop_faults(design.load(), "centre")[0] == "floods: no such method"


def test_a_program_that_fails_or_writes_nothing_is_said(program: Path) -> None:
    """A layer that is missing, and a program that stops."""
    program.write_text(program.read_text().replace('"F.Paste": "gtp"', '"F.Paste": "txt"'))
    assert board_build.fabricate("keys") == ["keys: no .gtp file was made"]
    program.write_text(f"#!{sys.executable}\nimport sys\nsys.exit('no such layer')\n")
    assert any("no such layer" in line for line in board_build.fabricate("keys"))
    assert any("no such layer" in line for line in board_build.check_board_drc("keys"))


def test_boards_are_checked_and_plotted_with_it_but_laid_out_with_the_older_one_alone(program: Path) -> None:
    """The step runs where the program is, and a board that is not current is not made with it."""
    (step,) = [step for step in build_pipeline.STEPS if step.name == "boards"]
    assert step.missing() == []
    assert board_build.lay_out(design.load(), "keys") == ["keys: a board is laid out with KiCad 6, not 9.0.2"]
    program.unlink()
    if shutil.which("kicad-cli") is None and kicad_cli.find() is None:
        assert step.missing() == ["kicad 6, not 9.0.2"]
