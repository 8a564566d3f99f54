"""Runs the decks in ngspice and compares what they measure with what is expected."""

from __future__ import annotations

import math
import re
import shutil
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from workshop import program_runner
from workshop.design import HARDWARE
from workshop.firmware_export import NOTICE
from workshop.spice_decks import EXPECTED

if TYPE_CHECKING:
    from pathlib import Path

    from workshop.spice_signal_lines import Expected

SCALE = {"ns": 1e9, "ms": 1e3, "V": 1.0, "mA": 1e3, "A": 1.0, "uC": 1e6}
MEASURED = re.compile(r"^(\w+)\s+=\s+([-+.\deE]+)")


def run(deck: Path) -> dict[tuple[str, str], float]:
    """Run one deck and return its measurements by case and name."""
    done = program_runner.run([str(shutil.which("ngspice")), "-b", str(deck)])
    measured: dict[tuple[str, str], float] = {}
    case = ""
    for line in done.stdout.splitlines():
        if line.startswith("CASE "):
            case = line.removeprefix("CASE ").strip()
        elif found := MEASURED.match(line):
            measured[case, found[1]] = float(found[2])
    return measured


def simulate(folder: Path = HARDWARE / "spice") -> list[tuple[Expected, float | None]]:
    """Run every deck and return each expected measurement with what was measured, None when nothing was."""
    decks = dict.fromkeys(wanted.deck for wanted in EXPECTED)
    with ThreadPoolExecutor(2) as pool:
        results = dict(zip(decks, pool.map(lambda deck: run(folder / f"{deck}.cir"), decks), strict=True))
    found = []
    for wanted in EXPECTED:
        value = results[wanted.deck].get((wanted.case, wanted.name))
        found.append((wanted, None if value is None else value * SCALE[wanted.unit]))
    return found


def failed_measurements(results: list[tuple[Expected, float | None]]) -> list[str]:
    """Return which measurements are missing or out of their span."""
    lines = []
    for wanted, value in results:
        span = f"{wanted.low:g} to {wanted.high:g} {wanted.unit}"
        if value is None:
            lines.append(f"{wanted.deck}: {wanted.says} was not measured")
        elif not wanted.low <= value <= wanted.high:
            lines.append(f"{wanted.deck}: {wanted.says} is {value:.2f} {wanted.unit}, not {span}")
    return lines


def measurement_table(results: list[tuple[Expected, float | None]]) -> str:
    """Write the measurements as a Markdown table."""
    lines = ["| deck | measured | value | must be |", "|---|---|--:|---|"]
    for wanted, value in results:
        digits = 2 if wanted.unit == "V" else 0 if wanted.unit == "ns" else 1
        shown = "-" if value is None else f"{value:.{digits}f} {wanted.unit}"
        lines.append(f"| {wanted.deck} | {wanted.says} | {shown} | {wanted.low:g} to {wanted.high:g} {wanted.unit} |")
    return "\n".join(lines) + "\n"


def page(results: list[tuple[Expected, float | None]]) -> str:
    """Write the page that is committed beside the decks."""
    head = f"<!-- {NOTICE} -->\n\n# What the circuit simulations measured\n\nngspice on the decks of this folder.\n\n"
    return head + measurement_table(results)


NUMBER = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?")


def is_within_tolerance(one: str, other: str) -> bool:
    """Return whether two pages say the same, numbers within 3 % or a hundredth.

    >>> pairs = [("rise 173 ns", "rise 175 ns"), ("rise 173 ns", "rise 190 ns"), ("rise 1 ns", "fall 1 ns")]
    >>> [is_within_tolerance(*pair) for pair in pairs]
    [True, False, False]
    """
    if NUMBER.sub("#", one) != NUMBER.sub("#", other):
        return False
    pairs = zip(NUMBER.findall(one), NUMBER.findall(other), strict=True)
    return all(math.isclose(float(a), float(b), rel_tol=0.03, abs_tol=0.011) for a, b in pairs)
