"""`tenbo watch`: show all tables, or one, live in the terminal."""

from __future__ import annotations

import shutil
import sys
from typing import TYPE_CHECKING, Any

from tenbo.cli.support.text_layout import print_text, truncate_text
from tenbo.validation.points_text import points_list_text, points_text

if TYPE_CHECKING:
    import argparse

    from tenbo.client.local_service_client import LocalServiceClient

EPILOG = """\
In a terminal the tables are redrawn with every change; a file or a pipe gets one line for each event. Ctrl-C ends the
output; the tables are not affected.

  tenbo watch             all tables
  tenbo watch 3           table 3 with its last events
  tenbo watch --lines     one line for each event
"""

RECENT = 12


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    from tenbo.cli.support.shared_options import add_store_option

    parser.add_argument("table", nargs="?", type=int, metavar="TABLE", help="only this table")
    parser.add_argument(
        "--lines", action="store_true", help="print one line for each event instead of drawing the tables"
    )
    parser.add_argument("--count", type=int, metavar="N", help="exit after N events")
    add_store_option(parser)


def run(args: argparse.Namespace) -> int:
    """Watch."""
    from tenbo.cli.support.exit_status import WrongUsage
    from tenbo.cli.support.shared_options import service_client
    from tenbo.cli.support.terminal import is_drawable_terminal

    if args.count is not None and args.count < 1:
        raise WrongUsage(f"--count must be at least 1, not {args.count}")
    client = service_client(args)
    if args.table is not None:
        client.get(f"/v1/tables/{args.table}")  # raises if the table does not exist
    live = is_drawable_terminal(sys.stdout) and not args.lines
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
                print_text(event_line(data) + "\n")
                sys.stdout.flush()
            seen += 1
            if args.count and seen >= args.count:
                break
    return 0


def event_line(data: dict[str, Any]) -> str:
    """Return an event with the table after it as one line."""
    event, now = data["event"], data["now"]
    stand = "" if now is None else f"  {now['round']}{now['hand']}  {points_list_text(now['scores'])}"
    return f"table {data['table']}  {event['n']:>5}  {event['text']:<44}{stand}"


def table_line(table: dict[str, Any]) -> str:
    """Return a table as a line that fits a small terminal: its state and its faults.

    >>> now = {"round": "E", "hand": 2, "honba": 0, "sticks": 1, "phase": "playing"}
    >>> now["scores"] = [24800, 29000, 35200, 30000]
    >>> table_line({"table": 3, "state": "away", "why": "", "now": now})
    'table 3    E2 0/1 playing    24,800 29,000 35,200 30,000  away'
    """
    name = f"table {table['table']}" if table["table"] is not None else "no number"
    now = table.get("now")
    stand = table["state"]
    if now:
        scores = "".join(f" {points_text(score):>6}" for score in now["scores"])
        stand = f"{now['round']}{now['hand']} {now['honba']}/{now['sticks']} {now['phase']:<8}  {scores}"
        if table["state"] != "following":
            stand += f"  {table['state']}"
    calls = "  CALLS THE REFEREE" if table.get("calling") else ""
    return f"{name:<10} {stand}{calls}  {table['why']}".rstrip()


def _draw(client: LocalServiceClient, table: int | None) -> None:
    from tenbo.cli.clock import clock_text

    columns, rows = shutil.get_terminal_size((100, 40))
    clock = client.get("/v1/clock")
    lines = [clock_text({**clock, "tables": {}}).rstrip(), ""]
    tables = [row for row in client.get("/v1/tables") if table in (None, row["table"])]
    lines += [table_line(row) for row in tables]
    if table is not None and tables and "last" in tables[0]:
        events = client.get(f"/v1/tables/{table}/events?after={tables[0]['last'] - RECENT}")
        lines += ["", *[f"{event['n']:>6}  {event['text']}" for event in events]]
    sys.stdout.write(
        "\x1b[H" + "".join(f"{truncate_text(row, columns)}\x1b[K\n" for row in lines[: rows - 1]) + "\x1b[J"
    )
    sys.stdout.flush()
