"""`tenbo codes`: show or renew the codes by which a browser joins as reader, member, table, referee or desk."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

from tenbo.cli.support.text_layout import print_text

if TYPE_CHECKING:
    import argparse

EPILOG = """\
On this computer every browser may read. To change anything, or to read on another computer, log in with a code at
/join; a link contains the code after the #, so that it appears in no log. What a browser does is recorded under the
name entered at /join. The desk's link has a long key instead of the short code, and always works.

  tenbo codes                 all codes, and the desk's link
  tenbo codes --player Ann    a club member's own code and link
  tenbo codes --renew         new codes; everyone who logged in with the old ones is logged out
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    from tenbo.cli.support.shared_options import add_json_option, add_store_option

    parser.add_argument("--renew", action="store_true", help="make new codes and log everyone out")
    parser.add_argument(
        "--player", metavar="WHO", help="print the code and link of one member, given by number or name"
    )
    add_json_option(parser)
    add_store_option(parser)


def run(args: argparse.Namespace) -> int:
    """Print the codes."""
    from tenbo.cli.support.shared_options import service_client
    from tenbo.client.http_client import path_part

    client = service_client(args)
    if args.player:
        member = client.get(f"/v1/people/{path_part(args.player)}/link")
        if args.json:
            sys.stdout.write(json.dumps([member]) + "\n")
        else:
            print_text(f"{member['name']}: {member['code']}\n{member['link']}\n")
        return 0
    rows = client.post("/v1/codes") if args.renew else client.get("/v1/codes")
    if args.json:
        sys.stdout.write(json.dumps(rows) + "\n")
        return 0
    for row in rows:
        who = row["role"] if row["table"] is None else f"table {row['table']}"
        print_text(f"{who:<10} {row['code']}\n")
    key = next(row["key"] for row in rows if row["role"] == "desk")
    print_text(f"\nthe desk, in a browser on this computer:\n{client.url}/join#{key}\n")
    return 0
