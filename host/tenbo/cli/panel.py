"""`tenbo panel`: try the referee panel, or switch everything off."""

from __future__ import annotations

import argparse  # noqa: TC003 - as in the other commands
import time
from pathlib import Path

from tenbo.cli.support.text_layout import print_text

EPILOG = """\
The panel itself is part of tenbo run: give its pins in the settings file, and hold the button to start the
session. The numbers are GPIO numbers, not pin numbers. The first three are the defaults; the last three are optional:

  [panel]
  start = 17        guarded button to ground
  siren = 27        relay, high is on
  beacon = 22       relay, high is on
  guard = 5         a second switch to ground that must also be closed
  call = 6          a lamp while any table calls the referee
  lamps = { 1 = 13, 2 = 19 }   a lamp for each table that calls

  tenbo panel --try           switch each part on for a second, then wait for the button
  tenbo panel --off           switch everything off; the systemd unit runs this when the service has ended
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--try", dest="trial", action="store_true", help="test each part in turn")
    what.add_argument("--off", action="store_true", help="switch everything off")
    parser.add_argument("--config", type=Path, metavar="FILE", help="the settings file with the pins")


def run(args: argparse.Namespace) -> int:
    """Try the panel, or switch it off."""
    from tenbo.app import config
    from tenbo.integrations.referee_panel import PanelParts, PanelState, parse_pins

    settings = config.load_config(args.config)
    if args.off and args.config is not None and settings.panel is None:
        # The unit of every host runs this: its pins may serve something else.
        return 0
    board = PanelParts(parse_pins(settings.panel or {}))
    try:
        if args.trial:
            for name, state in (
                ("beacon", PanelState("on")),
                ("siren", PanelState(siren_ms=1000)),
                ("lamps", PanelState(calls=frozenset(board.lamps))),
            ):
                print_text(f"{name} ...\n")
                board.apply_state(state)
                time.sleep(1)
            board.apply_state(PanelState())
            print_text("hold the start button ...\n")
            print_text("the button works\n" if board.pressed.wait(20) else "the button was not held\n")
    finally:
        board.close()
    return 0
