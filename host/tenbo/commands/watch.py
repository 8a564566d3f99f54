"""`tenbo watch`: all tables, or one, live in the terminal."""

from __future__ import annotations

import shutil
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import argparse

    from tenbo.api.client import Client

EPILOG = """\
In a terminal the tables are redrawn with every change; into a file or a pipe goes one line for each event.
Ctrl-C ends it; the tables do not notice.

  tenbo watch             all tables
  tenbo watch 3           table 3 with its last events
  tenbo watch --lines     one line for each event
"""

RECENT = 12


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    from tenbo.commands.shared import add_store

    parser.add_argument("table", nargs="?", type=int, metavar="TABLE", help="only this table")
    parser.add_argument("--lines", action="store_true", help="one line for each event instead of a picture")
    parser.add_argument("--count", type=int, default=0, metavar="N", help="end after N events")
    add_store(parser)


def run(args: argparse.Namespace) -> int:
    """Watch."""
    from tenbo.commands.shared import client_of

    client = client_of(args)
    if args.table is not None:
        client.get(f"/v1/tables/{args.table}")  # which says so, where there is no such table
    live = sys.stdout.isatty() and not args.lines
    seen = 0
    if live:
        _draw(client, args.table)
    for kind, data in client.changes():
        if kind == "end":
            break
        if args.table is not None and data.get("table") != args.table:
            continue
        if live and kind != "beat":
            _draw(client, args.table)
        if kind == "event":
            if not live:
                sys.stdout.write(line_of(data) + "\n")
                sys.stdout.flush()
            seen += 1
            if args.count and seen >= args.count:
                break
    return 0


def line_of(data: dict[str, Any]) -> str:
    """Return an event with the table after it as one line."""
    event, now = data["event"], data["now"]
    stand = "" if now is None else f"  {now['round']}{now['hand']}  {' '.join(map(str, now['scores']))}"
    return f"table {data['table']}  {event['n']:>5}  {event['text']:<44}{stand}"


def _draw(client: Client, table: int | None) -> None:
    from tenbo.commands.clock import text_of
    from tenbo.commands.tables import line

    columns, rows = shutil.get_terminal_size((100, 40))
    clock = client.get("/v1/clock")
    lines = [text_of({**clock, "tables": {}}).rstrip(), ""]
    tables = [row for row in client.get("/v1/tables") if table in (None, row["table"])]
    lines += [line(row) for row in tables]
    if table is not None and tables and "last" in tables[0]:
        events = client.get(f"/v1/tables/{table}/events?after={tables[0]['last'] - RECENT}")
        lines += ["", *[f"{event['n']:>6}  {event['text']}" for event in events]]
    sys.stdout.write("\x1b[H\x1b[2J" + "\n".join(row[:columns] for row in lines[: rows - 1]) + "\n")
    sys.stdout.flush()
