"""`python hardware/make.py`: makes everything that follows from device.yaml, or with --check proves it current."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from workshop import design, release
from workshop.build_pipeline import STEPS

PROGRAMS = (
    "apt-get install --no-install-recommends graphviz ngspice openscad xvfb xauth kicad kicad-footprints kicad-symbols"
)


def main(arguments: list[str] | None = None) -> int:
    """Run every step whose programs are installed and say plainly which were not run."""
    parser = argparse.ArgumentParser(prog="hardware/make.py", description=__doc__, epilog=f"Programs: {PROGRAMS}")
    parser.add_argument("--check", action="store_true", help="compare with the committed files, change nothing")
    parser.add_argument("--require-tools", action="store_true", help="a program that is not installed is an error")
    parser.add_argument(
        "--release", type=Path, metavar="FOLDER", help="check everything, then write the files to download"
    )
    parser.add_argument("--only", choices=[step.name for step in STEPS], help="run one step alone")
    chosen = parser.parse_args(arguments)
    try:
        table = design.load()
    except (design.DesignError, OSError) as error:
        print(f"device.yaml cannot be read: {error}")
        return 1
    if chosen.release:
        chosen.check = chosen.require_tools = True
    wrong, skipped = 0, []
    for step in STEPS:
        if chosen.only not in (None, step.name):
            continue
        if step.missing():
            skipped.append(f"{step.name} (needs {', '.join(step.missing())})")
            continue
        start = time.monotonic()
        said = (step.compare if chosen.check else step.make)(table)
        wrong += len(said)
        verdict = f"{len(said)} wrong" if said else "ok" if chosen.check else "made"
        print(f"{step.name:20} {time.monotonic() - start:5.1f} s  {verdict}")
        for line in said:
            print(f"  {line}")
        if said and step.name == "checks":
            print("Nothing is made from a description with mistakes.")
            return 1
    for name in skipped:
        print(f"NOT RUN: {name}")
    if skipped:
        print(f"To run everything: {PROGRAMS}; pip install wireviz")
    if wrong or (skipped and chosen.require_tools):
        if chosen.release:
            print(f"No archive was written: {_missing(wrong, skipped)}.")
        return 1
    if chosen.release:
        print(release.archive(table, chosen.release, read_firmware_version()))
    return 0


def _missing(wrong: int, skipped: list[str]) -> str:
    """Return what has to be done before there is an archive."""
    done = [f"mend what is wrong above ({wrong})"] if wrong else []
    return " and ".join(done + (["install the programs of the steps that were not run"] if skipped else []))


def read_firmware_version() -> str:
    """Return the version that the firmware says it is."""
    text = (design.HARDWARE.parent / "firmware" / "lib" / "tenbo_core" / "__init__.py").read_text(encoding="utf-8")
    return text.partition('VERSION = "')[2].partition('"')[0]


if __name__ == "__main__":
    sys.exit(main())
