"""`tenbo tables`: list the tables, and bind devices to table numbers."""

from __future__ import annotations

import json
import re
import sys
import textwrap
import time
from typing import TYPE_CHECKING, Any

from tenbo.cli.support.text_layout import print_text, text_width, window_width
from tenbo.validation.points_text import points_text

if TYPE_CHECKING:
    import argparse

    from tenbo.client.local_service_client import LocalServiceClient


EPILOG = """\
A new device is shown with its id. Give it the number of its table, once, and blink the table to check:

  tenbo tables                                   all tables, and devices that have no number yet
  tenbo tables --assign e66138528343a02f=3       that device is table 3 from now on
  tenbo tables --unassign e66138528343a02f       that device no longer has a number
  tenbo tables --blink 3                         table 3 blinks
  tenbo tables --wifi 3                          table 3 gets the Wi-Fi in the settings, to work without a cable
  tenbo tables --wifi 3 --wifi-name hall         another Wi-Fi; its password is asked for

With its number a device gets a key, by which this host recognises it. If a device is refused because its flash was
formatted or its board replaced, assign its number again: the device gets a new key. You are asked before a device that
plays as another table, or has results of one, gets a new number, and before a playing device loses its number (--yes
answers yes).

A Pico 2 W receives the Wi-Fi settings over its cable and restarts; then it connects to the gateway of that network, or
to --wifi-address, where the service must listen for tables (tenbo run --listen-tables). While a cable is plugged in,
the Pico uses the cable. The password is typed unseen or read from standard input, or from a file with --wifi-password
@FILE.
"""

POLLS, POLL_S = 20, 0.1
# As wide as a page; what does not fit stands below it, so far from its edge.
PAGE, INDENT = 80, 10
# A board's id, by which one that is not plugged in yet can be given its number, too.
_ID_OF_BOARD = re.compile("[0-9a-f]{16}")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    from tenbo.cli.support.shared_options import add_json_option, add_store_option

    parser.add_argument(
        "--assign", metavar="DEVICE=NUMBER", action="append", default=[], help="assign a table number to a device"
    )
    parser.add_argument("--unassign", metavar="DEVICE", action="append", default=[], help="remove a device's number")
    parser.add_argument("--blink", metavar="NUMBER", type=int, help="blink a table's marker")
    parser.add_argument(
        "--wifi",
        metavar="NUMBER",
        type=int,
        action="append",
        default=[],
        help="set up Wi-Fi on a table that is connected by cable",
    )
    parser.add_argument(
        "--wifi-name",
        metavar="NAME",
        help="the Wi-Fi's name, or an empty name to make the table forget its Wi-Fi (default: the one in the settings)",
    )
    parser.add_argument(
        "--wifi-password", metavar="@FILE", default="-", help="a file with the Wi-Fi password (default: ask for it)"
    )
    parser.add_argument(
        "--wifi-address", metavar="ADDRESS", help="this host's IP address in that network (default: the gateway)"
    )
    parser.add_argument("--yes", action="store_true", help="answer yes to all questions")
    add_json_option(parser)
    add_store_option(parser)


def run(args: argparse.Namespace) -> int:
    """List tables, or say which device is which."""
    from tenbo.cli.support.exit_status import WrongUsage
    from tenbo.cli.support.shared_options import service_client
    from tenbo_core.errors import Refused

    client = service_client(args)
    for pair in args.assign:
        device, _, digits = pair.partition("=")
        if not (device and digits.isascii() and digits.isdigit() and int(digits)):
            raise WrongUsage(f"--assign takes DEVICE=NUMBER with a number from 1, not {pair!r}")
        _check_device(client, device)
        client.post("/v1/table_numbers", device=device, table=int(digits), yes=args.yes)
    for device in args.unassign:
        numbered = {table["device"]: table for table in client.get("/v1/tables") if table["table"] is not None}
        if device not in numbered:
            raise Refused("bad_field", f"device {device} has no number: see tenbo tables", "device")
        client.post("/v1/table_numbers", device=device, yes=args.yes)
        if numbered[device].get("now", {}).get("phase", "over") != "over":
            print_text(f"the game on device {device} continues, without a table number\n", sys.stderr)
    if args.blink is not None:
        client.post(f"/v1/tables/{args.blink}/blink")
    _give_wifi(client, args)
    bound = {pair.partition("=")[0] for pair in args.assign}
    tables, strangers = client.get("/v1/tables"), client.get("/v1/unassigned_devices")
    for _ in range(POLLS):
        if not any(_is_arriving(table) for table in tables if table["device"] in bound):
            break
        time.sleep(POLL_S)
        tables = client.get("/v1/tables")
    if args.json:
        sys.stdout.write(json.dumps({"tables": tables, "strangers": strangers}, ensure_ascii=False) + "\n")
        return 0
    columns = window_width(sys.stdout)
    rows = "".join(table_line(table, columns) + "\n" for table in [*tables, *strangers])
    print_text(rows or "no tables yet: connect one\n")
    return 0


def _give_wifi(client: LocalServiceClient, args: argparse.Namespace) -> None:
    """Send tables a Wi-Fi; its password is never an argument, which every user of the computer could read."""
    from tenbo.cli.support.exit_status import WrongUsage
    from tenbo.cli.support.secret_options import read_secret_option

    if not args.wifi:
        return
    given = {} if args.wifi_address is None else {"address": args.wifi_address}
    if args.wifi_name is not None:
        if not args.wifi_password.startswith(("-", "@")):
            raise WrongUsage("--wifi-password takes @FILE: every user of this computer can read the command line")
        given |= {"name": args.wifi_name}
        given |= {"password": read_secret_option("Wi-Fi password", args.wifi_password)} if args.wifi_name else {}
    for number in args.wifi:
        client.post(f"/v1/tables/{number}/wifi", **given)


def _is_arriving(table: dict[str, Any]) -> bool:
    """Return whether a table is being greeted with its number, or its ledger is still being read."""
    return table["state"] in ("new", "refused", "greeting") or (table["state"] == "following" and not table.get("now"))


def _check_device(client: LocalServiceClient, device: str) -> None:
    """Refuse an invalid device id: a cut or mistyped one would take the number and never come."""
    from tenbo.cli.support.argument_types import did_you_mean
    from tenbo_core.errors import Refused

    if _ID_OF_BOARD.fullmatch(device):
        return
    known = [row["device"] for row in [*client.get("/v1/tables"), *client.get("/v1/unassigned_devices")]]
    if device not in known:
        meant = next((f"; did you mean {one}?" for one in known if one.startswith(device)), did_you_mean(device, known))
        meant = meant or ": a device's id has 16 digits from 0 to f (tenbo tables)"
        raise Refused("bad_field", f"there is no device {device!r}{meant}", "device")


def table_line(table: dict[str, Any], columns: int | None = None) -> str:
    """Return a table as one line, or as more where a window, or a page of 80 columns, has no room for it.

    >>> now = {"round": "E", "hand": 2, "honba": 0, "sticks": 1, "phase": "playing"}
    >>> now["scores"] = [24800, 29000, 35200, 30000]
    >>> table = {"table": 3, "state": "following", "device": "e660000000000003", "port": "/dev/ttyACM0"}
    >>> print(table_line({**table, "now": now, "why": ""}))
    table 3   following  e660000000000003  /dev/ttyACM0
              E2 0/1 playing   24,800  29,000  35,200  30,000
    """
    page = PAGE if columns is None else columns
    name = f"table {table['table']}" if table["table"] is not None else "no number"
    lines = [f"{name:<10}{table['state']:<11}{table['device']:<18}"]
    now = table.get("now")
    game = ""
    if now:
        scores = " ".join(f"{points_text(score):>7}" for score in now["scores"])
        game = f"{now['round']}{now['hand']} {now['honba']}/{now['sticks']} {now['phase']:<8} {scores}"
    calls = "CALLS THE REFEREE" if table.get("calling") else ""
    for part in (f"{table.get('port', ''):<23}", game, calls, table["why"]):
        beside = lines[-1] + "  " * (not lines[-1].endswith(" ")) + part
        if text_width(beside.rstrip()) <= page:
            lines[-1] = beside
        elif part:
            lines += textwrap.wrap(part, page, initial_indent=" " * INDENT, subsequent_indent=" " * INDENT)
    return "\n".join(line.rstrip() for line in lines)
