"""Checks boards and schematics and plots boards with the command line of KiCad 7 to 9.

With KiCad 6, and to fill the ground with any of them, `pcb_fabrication.py` speaks to its Python module.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from pathlib import Path
from typing import Any

from workshop import program_runner

MAJORS = ("7", "8", "9")
NO_RULES = "7"  # its command line has no design rules; its Python module has
ON_A_MAC = "/Applications/KiCad/KiCad.app/Contents/MacOS/kicad-cli"
# A board keeps the footprints that it was laid out with: another library, or none in new settings, is no fault of it.
OF_THE_LIBRARY = {"footprint_link_issues", "lib_footprint_issues", "lib_footprint_mismatch", "lib_symbol_issues"}
LAYERS = ("F.Cu", "B.Cu", "F.Mask", "B.Mask", "F.Paste", "F.SilkS", "B.SilkS", "Edge.Cuts")


def find() -> str | None:
    """Return the program, on the path or where a Mac has it."""
    return shutil.which("kicad-cli") or (ON_A_MAC if Path(ON_A_MAC).exists() else None)


def has_rule_checks(version: str) -> bool:
    """Return whether the command line of a version runs the design rules and the electrical ones.

    >>> has_rule_checks("6.0.11"), has_rule_checks("7.0.11"), has_rule_checks("9.0.2")
    (False, False, True)
    """
    major = version.split(".", maxsplit=1)[0]
    return major in MAJORS and major != NO_RULES


def run_drc(board: Path) -> list[str]:
    """Run the design rules on a filled board beside its project and return what they find."""
    told, wrong = _report(["pcb", "drc", "--all-track-errors"], board)
    return wrong or _said([*told.get("violations", ()), *told.get("unconnected_items", ())])


def run_erc(schematic: Path) -> list[str]:
    """Run the electrical rules on a schematic and return what they find."""
    told, wrong = _report(["sch", "erc"], schematic)
    return wrong or _said([found for sheet in told.get("sheets", ()) for found in sheet["violations"]])


def _report(rules: list[str], source: Path) -> tuple[dict[str, Any], list[str]]:
    """Return what the rules report of a file, and what went wrong."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "rules.json")
        wanted = ["--format", "json", "--units", "mm", "--severity-error", "--severity-warning"]
        wrong = _run([*rules, *wanted, "--output", str(report), str(source)], report)
        return ({}, [wrong]) if wrong else (json.loads(report.read_text(encoding="utf-8")), [])


def _said(found: list[dict[str, Any]]) -> list[str]:
    wrong = [one for one in found if one["type"] not in OF_THE_LIBRARY]
    at = [", ".join(item["description"] for item in one.get("items", ())) for one in wrong]
    return [
        f"[{one['type']}]: {one['description']}" + (f" ({place})" if place else "")
        for one, place in zip(wrong, at, strict=True)
    ]


def fabricate(board: Path, target: Path) -> list[str]:
    """Write gerbers and drills of a filled board into a folder."""
    to = f"{target}/"  # with a stroke at its end, or KiCad 7 takes the folder for a file
    gerbers = ["gerbers", "--layers", ",".join(LAYERS), "--subtract-soldermask"]
    drills = ["drill", "--format", "excellon", "--excellon-units", "mm", "--excellon-separate-th"]
    said = [_run(["pcb", "export", *one, "--output", to, str(board)], target) for one in (gerbers, drills)]
    for job in target.glob("*.gbrjob"):  # no house asks for it, and it has the moment when it was written
        job.unlink()
    return [wrong for wrong in said if wrong]


def _run(arguments: list[str], made: Path) -> str:
    """Run the program; give what it said when it failed or left nothing behind."""
    command = [find() or "kicad-cli", *arguments]
    done = program_runner.run(command)
    said = (done.stdout + done.stderr).strip()
    failed = done.returncode or not made.exists()
    return f"kicad-cli {arguments[-1]}: {said.splitlines()[-1] if said else done.returncode}" if failed else ""
