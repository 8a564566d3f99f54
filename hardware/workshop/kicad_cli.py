"""Checks and plots a board with the command line of KiCad 7 to 9, where `pcb_fabrication.py` speaks to KiCad 6."""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from pathlib import Path

MAJORS = ("7", "8", "9")
NO_RULES = "7"  # its command line has no design rules; its Python module has
ON_A_MAC = "/Applications/KiCad/KiCad.app/Contents/MacOS/kicad-cli"
LAYERS = ("F.Cu", "B.Cu", "F.Mask", "B.Mask", "F.Paste", "F.SilkS", "B.SilkS", "Edge.Cuts")


def find() -> str | None:
    """Return the program, on the path or where a Mac has it."""
    return shutil.which("kicad-cli") or (ON_A_MAC if Path(ON_A_MAC).exists() else None)


def checks(version: str) -> bool:
    """Return whether the command line of a version runs the design rules.

    >>> checks("6.0.11"), checks("7.0.11"), checks("9.0.2")
    (False, False, True)
    """
    major = version.split(".", maxsplit=1)[0]
    return major in MAJORS and major != NO_RULES


def design_rules(board: Path) -> list[str]:
    """Run the design rules on a filled board beside its project and return what they find."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "rules.json")
        wanted = ["--format", "json", "--units", "mm", "--severity-error", "--severity-warning", "--all-track-errors"]
        if wrong := _run(["pcb", "drc", *wanted, "--output", str(report), str(board)], report):
            return [wrong]
        told = json.loads(report.read_text(encoding="utf-8"))
    found = [*told.get("violations", ()), *told.get("unconnected_items", ())]
    return [f"[{one['type']}]: {one['description']}" for one in found]


def fabricate(board: Path, target: Path) -> list[str]:
    """Write gerbers and drills of a filled board into a folder."""
    to = f"{target}/"  # with a stroke at its end, or KiCad 7 takes the folder for a file
    gerbers = ["gerbers", "--layers", ",".join(LAYERS), "--subtract-soldermask"]
    drills = ["drill", "--format", "excellon", "--excellon-units", "mm", "--excellon-separate-th"]
    said = [_run(["pcb", "export", *one, "--output", to, str(board)], target) for one in (gerbers, drills)]
    return [wrong for wrong in said if wrong]


def _run(arguments: list[str], made: Path) -> str:
    """Run the program; give what it said when it failed or left nothing behind."""
    command = [find() or "kicad-cli", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    said = (done.stdout + done.stderr).strip()
    failed = done.returncode or not made.exists()
    return f"kicad-cli {arguments[-1]}: {said.splitlines()[-1] if said else done.returncode}" if failed else ""
