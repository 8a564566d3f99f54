"""`tenbo tablet`: a whole table in a browser, served from here or written as a folder of static files."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from tenbo.cli.support.text_layout import print_text
from tenbo_core.errors import Refused

if TYPE_CHECKING:
    import argparse

EPILOG = """\
The page runs the device's own firmware under MicroPython, and keeps its games in the browser. A tablet in the middle of
the table takes the place of the device; so does a laptop beside the table, whose keyboard has the
seats' buttons in four rows.

The folder that --out writes can be served by any web server. Over https, or on the same computer, the page can be
installed and then works without a network.

  tenbo tablet                          serve the page on this computer, until Ctrl-C
  tenbo tablet --listen 0.0.0.0:8485    serve it to tablets and phones in the same network, too
  tenbo tablet --out public/table       write the static files, and exit
"""
LISTEN = "127.0.0.1:8485"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    from tenbo.cli.support.argument_types import path_to_create

    parser.add_argument("--out", type=path_to_create, metavar="DIR", help="write the files into this folder, and exit")
    parser.add_argument("--listen", default=LISTEN, metavar="ADDRESS:PORT", help=f"where to answer (default: {LISTEN})")


def run(args: argparse.Namespace) -> int:
    """Write the files, or serve them until Ctrl-C."""
    try:
        from tenbo.web.static_tablet_export import site_files, write_site
    except ImportError:
        message = (
            f"the table in a browser needs its server: in the clone, run `{sys.executable} -m pip install '.[hall]'`"
        )
        raise Refused("not_installed", message, "hall") from None
    if args.out is not None:
        print_text(f"wrote {write_site(args.out)} files to {args.out}\n")
        return 0
    from tenbo.app.config import parse_address
    from tenbo.web.standalone_tablet_server import serve_files

    serve_files(parse_address(args.listen), site_files(), _print_address)
    return 0


def _print_address(url: str) -> None:
    """Print the address at once, because a pipe or a file would keep it until the end."""
    print_text(f"a table: {url}\n")
    sys.stdout.flush()
