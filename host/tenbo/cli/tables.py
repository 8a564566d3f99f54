"""`tenbo tables`: list the tables, and bind devices to table numbers."""

from __future__ import annotations

import json
import re
import sys
import time
from typing import TYPE_CHECKING, Any

from tenbo.cli.support.text_layout import print_text, text_width, window_width

if TYPE_CHECKING:
    import argparse

    from tenbo.client.local_service_client import Client


EPILOG = """\
A new device is shown with its id. Blink it to see which table it is, then give it that number, once:

  tenbo tables                                   all tables, and devices that have no number yet
  tenbo tables --assign e66138528343a02f=3       that device is table 3 from now on
  tenbo tables --unassign e66138528343a02f       it is no table any more
  tenbo tables --blink 3                         table 3 blinks
  tenbo tables --wifi 3                          table 3 learns the Wi-Fi of the settings, and works without a cable
  tenbo tables --wifi 3 --wifi-name hall         another Wi-Fi; its password is asked for

With its number a device gets a key, by which this host knows it again. If it is refused because its flash was
formatted or its board replaced, assign its number again: it gets a new key. A device that plays as
another table, or has results of one, gets another number after a question, and one that plays loses its number after
one (--yes answers it).

A Pico 2 W learns the Wi-Fi on its cable and restarts; then it dials the gateway of that network, or --wifi-address, and
finds the service that listens for tables (tenbo run --listen-tables). On a cable it uses the cable. The password is
read unseen, from standard input, or with --wifi-password @FILE from a file.
"""

POLLS, POLL_S = 20, 0.1
# A board's id, by which one that is not plugged in yet can be given its number, too.
_ID_OF_BOARD = re.compile("[0-9a-f]{16}")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    from tenbo.cli.support.shared_options import add_json_option, add_store_option

    parser.add_argument(
        "--assign", metavar="DEVICE=NUMBER", action="append", default=[], help="give a device its number"
    )
    parser.add_argument("--unassign", metavar="DEVICE", action="append", default=[], help="remove a device's number")
    parser.add_argument("--blink", metavar="NUMBER", type=int, help="blink a table's marker")
    parser.add_argument(
        "--wifi", metavar="NUMBER", type=int, action="append", default=[], help="give a table on its cable the Wi-Fi"
    )
    parser.add_argument("--wifi-name", metavar="NAME", help="the Wi-Fi, none to forget it (default: the settings')")
    parser.add_argument(
        "--wifi-password", metavar="@FILE", default="-", help="a file with its password (default: it is asked for)"
    )
    parser.add_argument(
        "--wifi-address", metavar="ADDRESS", help="the numeric address of this host there (default: the gateway)"
    )
    parser.add_argument("--yes", action="store_true", help="answer yes to all questions")
    add_json_option(parser)
    add_store_option(parser)


def run(args: argparse.Namespace) -> int:
    """List tables, or say which device is which."""
    from tenbo.cli.support.exit_status import WrongUsage
    from tenbo.cli.support.shared_options import client_of
    from tenbo_core.errors import Refused

    client = client_of(args)
    for pair in args.assign:
        device, _, digits = pair.partition("=")
        if not (device and digits.isascii() and digits.isdigit() and int(digits)):
            raise WrongUsage(f"--assign takes DEVICE=NUMBER, the number from 1 on, not {pair!r}")
        _check_device(client, device)
        client.post("/v1/table_numbers", device=device, table=int(digits), yes=args.yes)
    for device in args.unassign:
        if device not in [table["device"] for table in client.get("/v1/tables") if table["table"] is not None]:
            raise Refused("bad_field", f"no table is device {device}: see tenbo tables", "device")
        client.post("/v1/table_numbers", device=device, yes=args.yes)
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
    print_text(rows or "no tables yet: plug table in\n")
    return 0


def _give_wifi(client: Client, args: argparse.Namespace) -> None:
    """Send tables a Wi-Fi; its password is never an argument, which every user of the computer could read."""
    from tenbo.cli.support.exit_status import WrongUsage
    from tenbo.cli.support.secret_input import read_secret_option

    if not args.wifi:
        return
    given = {} if args.wifi_address is None else {"address": args.wifi_address}
    if args.wifi_name is not None:
        if not args.wifi_password.startswith(("-", "@")):
            raise WrongUsage("--wifi-password takes @FILE: every user of this computer can read an argument")
        given |= {"name": args.wifi_name}
        given |= {"password": read_secret_option("password of the Wi-Fi", args.wifi_password)} if args.wifi_name else {}
    for number in args.wifi:
        client.post(f"/v1/tables/{number}/wifi", **given)


def _is_arriving(table: dict[str, Any]) -> bool:
    """Return whether a table is being greeted with its number, or its ledger is still being read."""
    return table["state"] in ("new", "refused", "greeting") or (table["state"] == "following" and not table.get("now"))


def _check_device(client: Client, device: str) -> None:
    """Refuse an invalid device id: a cut or mistyped one would take the number and never come."""
    from tenbo.cli.support.argument_types import did_you_mean
    from tenbo_core.errors import Refused

    if _ID_OF_BOARD.fullmatch(device):
        return
    known = [row["device"] for row in [*client.get("/v1/tables"), *client.get("/v1/unassigned_devices")]]
    if device not in known:
        meant = next((f"; did you mean {one}?" for one in known if one.startswith(device)), did_you_mean(device, known))
        meant = meant or ": a board has 16 digits from 0 to f, as tenbo tables shows them"
        raise Refused("bad_field", f"there is no device {device!r}{meant}", "device")


def table_line(table: dict[str, Any], columns: int | None = None) -> str:
    """Return a table as one line; if the window is too narrow, its state is a line of its own."""
    name = f"table {table['table']}" if table["table"] is not None else "no number"
    where = table.get("port", "")
    device = f"{name:<10}{table['state']:<11}{table['device']:<18}{where:<23}"
    text = ""
    now = table.get("now")
    if now:
        scores = " ".join(f"{score:>6}" for score in now["scores"])
        text += f"{now['round']}{now['hand']} {now['honba']}/{now['sticks']} {now['phase']:<8} {scores}  "
    if table.get("calling"):
        text += "CALLS THE REFEREE  "
    text += table["why"]
    if text and columns is not None and text_width(f"{device} {text}".rstrip()) > columns:
        return f"{device.rstrip()}\n      {text}".rstrip()
    return f"{device} {text}".rstrip()
