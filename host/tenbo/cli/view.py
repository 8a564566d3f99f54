"""`tenbo view`: show the displays of a table as its players see them."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

from tenbo.cli.support.text_layout import print_text
from tenbo_core.seats import SEATS, WIND_NAMES

if TYPE_CHECKING:
    import argparse

EPILOG = """\
For a referee, before walking to the table. The table itself is asked, and reports what it has drawn, even if a display
is dark.

  tenbo view 3                     all four seats of table 3, in dots
  tenbo view 3 2                   seat 2, which is West in the first hand; tenbo view 3 W is the same
  tenbo view 3 2 --png seat.png    as a picture
  tenbo view 3 --words             the text on the displays, without the dots
"""


# Letters of eight dots each; a terminal without them gets the displays as text.
DOTS = "\u28ff"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    from tenbo.cli.support.argument_types import output_picture, seat_number
    from tenbo.cli.support.shared_options import add_json_option, add_store_option

    parser.add_argument("table", type=int, metavar="TABLE", help="the table's number")
    parser.add_argument(
        "seat", nargs="?", type=seat_number, metavar="SEAT", help="one seat, 0-3 or E S W N (default: all four)"
    )
    parser.add_argument("--png", type=output_picture, metavar="FILE", help="write the seat's pixels as a picture")
    parser.add_argument("--words", action="store_true", help="print what the displays say, one line each")
    add_json_option(parser, "print words and pixels as JSON, one line for each seat")
    add_store_option(parser)


def run(args: argparse.Namespace) -> int:
    """Look at displays."""
    from tenbo.cli.support import terminal
    from tenbo.cli.support.shared_options import service_client, write_atomically
    from tenbo.devices.display_image import DisplayImage
    from tenbo_core.errors import Malformed

    if args.png is not None and args.seat is None:
        raise Malformed("missing_field", "--png writes one seat: give the seat, 0 to 3", "seat")
    client = service_client(args)
    dotted = terminal.can_encode(sys.stdout, DOTS)
    for seat in SEATS if args.seat is None else (args.seat,):
        display = client.get(f"/v1/tables/{args.table}/display/{seat}")
        if args.png is not None:
            write_atomically(args.png, DisplayImage(tuple(display["rows"])).png())
            print_text(f"{args.png}\n")
        elif args.json:
            sys.stdout.write(json.dumps({"seat": seat, **display}, ensure_ascii=False) + "\n")
        elif args.words or not dotted:
            print_text(f"seat {seat}: {display_line(display)}\n")
        else:
            print_text(f"seat {seat} ({WIND_NAMES[seat]} in the first hand)\n")
            sys.stdout.write(DisplayImage(tuple(display["rows"])).braille_text() + "\n")
    return 0


def display_line(display: dict[str, Any]) -> str:
    """Return a display's text as one line.

    >>> display_line({"screen": "score", "score": 25000, "lines": ["1st", "E1", "1:29:58"]})
    'score 25000  1st  E1  1:29:58'
    """
    screen = f"{display['screen']} {display['score']}" if display["screen"] == "score" else display["screen"]
    return "  ".join([screen, *[line for line in display["lines"] if line]])
