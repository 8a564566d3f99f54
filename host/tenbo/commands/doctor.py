"""`tenbo doctor`: look at everything that can be wrong before the players come."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

EPILOG = """\
Every line is fine (ok) or says what to do (!!). Exit status 1 when something is to be done.

  tenbo doctor
  tenbo doctor --port /dev/ttyACM0     also a port that is not found by itself
  tenbo doctor --rule | sudo tee /etc/udev/rules.d/70-tenbo.rules     (Linux) you may use the boards
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    from tenbo.commands.shared import add_store

    parser.add_argument("--port", action="append", default=[], help="also look at this port")
    parser.add_argument("--rule", action="store_true", help="print the udev rule and end")
    add_store(parser)


def run(args: argparse.Namespace) -> int:
    """Look at everything."""
    from tenbo.commands.shared import store_of
    from tenbo.service import config, doctor

    if args.rule:
        sys.stdout.write(Path(config.__file__).with_name("70-tenbo.rules").read_text("utf-8"))
        return 0
    wrong = 0
    for finding in doctor.all_of(store_of(args), args.port):
        wrong += not finding.fine
        sys.stdout.write(f"{'ok' if finding.fine else '!!'}  {finding.text}\n")
    sys.stdout.write(f"{wrong} thing{'' if wrong == 1 else 's'} to do\n" if wrong else "all is well\n")
    return 1 if wrong else 0
