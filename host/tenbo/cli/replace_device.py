"""`tenbo restore`: continue a table's game on a spare device."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.cli.support.text_layout import print_text

if TYPE_CHECKING:
    import argparse

EPILOG = """\
If table 3 dies in the middle of a game, connect a spare device, find its id with tenbo tables, and run

  tenbo restore 3 --to e66138528343a02f --why "table 3 fell silent"

This copies the stored game to the spare device, which becomes table 3 and continues with the next event. If the old
device comes back, it no longer records anything, and shows this at each press. Events that had not reached the store
are only on the old device: check the scores together before you continue.

A device whose flash was formatted or replaced cannot prove that it is the table, as tenbo tables shows. To bring its
game back, run the same command with the device's own id; to continue without the game, use tenbo tables --assign. If
the device has begun another game meanwhile, give the ledger ID of the game that you mean (--ledger).

  tenbo restore 3 --to e66138528343a02e --ledger 5f2c9a01
  tenbo restore --fresh e66138528343a02f       the repaired device gets an empty ledger and can be used again
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    from tenbo.cli.support.shared_options import add_store_option

    parser.add_argument("table", nargs="?", type=int, metavar="TABLE", help="the table's number")
    parser.add_argument("--to", metavar="DEVICE", help="the spare device")
    parser.add_argument(
        "--ledger", default="", help="which of the table's ledgers to restore (default: the last one with a game)"
    )
    parser.add_argument("--why", default="the device failed", help="the reason, for the log")
    parser.add_argument("--fresh", metavar="DEVICE", help="give a device an empty ledger")
    parser.add_argument("--by", default="desk", help="your name, for the log (default: desk)")
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
        print_text(
            f"{args.fresh} has the new ledger {answer['ledger']}; give the device a number with tenbo tables --assign\n"
        )
        return 0
    if args.table is None or not args.to:
        raise WrongUsage("give the table, and with --to the device that takes over")
    client = service_client(args)
    fields = {"device": args.to, "why": args.why, "by": args.by, "ledger": args.ledger}
    answer = client.post(f"/v1/tables/{args.table}/restore", 120, **fields)
    print_text(
        f"copied {count_text(answer['events'], 'event')}, up to number {answer['last']}: "
        f"table {args.table} is now device {args.to}\n"
    )
    return 0
