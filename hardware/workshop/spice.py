"""Runs the decks in ngspice and compares what they measure with what is expected."""

from __future__ import annotations

import re
import subprocess
from typing import TYPE_CHECKING

from workshop.decks import EXPECTED, Expected
from workshop.design import HARDWARE

if TYPE_CHECKING:
    from pathlib import Path

SCALE = {"ns": 1e9, "ms": 1e3, "V": 1.0}
MEASURED = re.compile(r"^(\w+)\s+=\s+([-+.\deE]+)")


def run(deck: Path) -> dict[tuple[str, str], float]:
    """Run one deck and give its measurements by case and name."""
    done = subprocess.run(["ngspice", "-b", deck], capture_output=True, text=True, check=False, timeout=60)
    measured: dict[tuple[str, str], float] = {}
    case = ""
    for line in done.stdout.splitlines():
        if line.startswith("CASE "):
            case = line.removeprefix("CASE ").strip()
        elif found := MEASURED.match(line):
            measured[case, found[1]] = float(found[2])
    return measured


def simulate(folder: Path = HARDWARE / "spice") -> list[tuple[Expected, float | None]]:
    """Run every deck and give each expected measurement with what was measured, None when nothing was."""
    decks = dict.fromkeys(wanted.deck for wanted in EXPECTED)
    results = {deck: run(folder / f"{deck}.cir") for deck in decks}
    found = []
    for wanted in EXPECTED:
        value = results[wanted.deck].get((wanted.case, wanted.name))
        found.append((wanted, None if value is None else value * SCALE[wanted.unit]))
    return found


def wrong(results: list[tuple[Expected, float | None]]) -> list[str]:
    """Say which measurements are missing or out of their span."""
    lines = []
    for wanted, value in results:
        span = f"{wanted.low:g} to {wanted.high:g} {wanted.unit}"
        if value is None:
            lines.append(f"{wanted.deck}: {wanted.says} was not measured")
        elif not wanted.low <= value <= wanted.high:
            lines.append(f"{wanted.deck}: {wanted.says} is {value:.2f} {wanted.unit}, not {span}")
    return lines


def table(results: list[tuple[Expected, float | None]]) -> str:
    """Write the measurements as a Markdown table."""
    lines = ["| deck | measured | value | must be |", "|---|---|--:|---|"]
    for wanted, value in results:
        digits = 2 if wanted.unit == "V" else 0 if wanted.unit == "ns" else 1
        shown = "-" if value is None else f"{value:.{digits}f} {wanted.unit}"
        lines.append(f"| {wanted.deck} | {wanted.says} | {shown} | {wanted.low:g} to {wanted.high:g} {wanted.unit} |")
    return "\n".join(lines) + "\n"
