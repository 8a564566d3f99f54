"""`tenbo restore`: continue a table's game on a spare device."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.cli.support.text_layout import print_text

if TYPE_CHECKING:
    import argparse

EPILOG = """\
Table 3 has died in the middle of a game. Plug a spare device in, see its id with tenbo tables, and

  tenbo restore 3 --to e66138528343a02f --why "table 3 fell silent"

copies the stored game to the spare, which becomes table 3 and goes on with the next event. If the old
device comes back, it no longer writes, and says so at each press. Events that had not
reached the store are only on the old device: look at the scores together before you go on.

A device whose flash was formatted or replaced cannot show that it is the table, and tenbo tables says so. The same
command with its own id brings its game back; tenbo tables --assign lets it go on without it. If it has begun another
one meanwhile, name the ledger of the game that you mean.

  tenbo restore 3 --to e66138528343a02e --ledger 5f2c9a01
  tenbo restore --fresh e66138528343a02f       the repaired device gets an empty ledger and can serve again
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    from tenbo.cli.support.shared_options import add_store_option

    parser.add_argument("table", nargs="?", type=int, metavar="TABLE", help="the table's number")
    parser.add_argument("--to", metavar="DEVICE", help="the spare device")
    parser.add_argument("--ledger", default="", help="which of the table's ledgers (default: the last with a game)")
    parser.add_argument("--why", default="the device failed", help="the reason, for the log")
    parser.add_argument("--fresh", metavar="DEVICE", help="give a device an empty ledger")
    parser.add_argument("--by", default="desk", help="who decides (default: desk)")
    parser.add_argument("--yes", action="store_true", help="answer yes to all questions")
    add_store_option(parser)


def run(args: argparse.Namespace) -> int:
    """Restore a game."""
    from tenbo.cli.support.exit_status import WrongUsage
    from tenbo.cli.support.shared_options import count_text, service_client

    if args.fresh:
        if args.table is not None or args.to or args.ledger:
            raise WrongUsage("--fresh empties the one device that it names: leave TABLE, --to and --ledger out")
        answer = service_client(args).post("/v1/ledger_resets", 60, device=args.fresh, yes=args.yes)
        print_text(f"{args.fresh} begins ledger {answer['ledger']}; give it a number with tenbo tables --assign\n")
        return 0
    if args.table is None or not args.to:
        raise WrongUsage("say which table, and with --to which device takes over")
    client = service_client(args)
    fields = {"device": args.to, "why": args.why, "by": args.by, "ledger": args.ledger}
    answer = client.post(f"/v1/tables/{args.table}/restore", 120, **fields)
    print_text(
        f"{count_text(answer['events'], 'event')}, up to number {answer['last']}: table {args.table} is {args.to} now\n"
    )
    return 0
