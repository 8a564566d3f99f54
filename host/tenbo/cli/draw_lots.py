"""`tenbo draw`: assign a plan's numbers to players by a draw that every player can verify."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tenbo.cli.support.text_layout import print_text

if TYPE_CHECKING:
    import argparse

    from tenbo.tournament.seating.verifiable_draw import Draw

EPILOG = """\
  tenbo draw open draw.json --plan plan.json --people players.csv      fixes the plan and the players
  tenbo draw commit draw.json Ada          Ada types a secret, and its hash is recorded; then Ben and the others
  tenbo draw commit draw.json Ben 5f70...  ... or a hash computed elsewhere: printf 'Ben:secret' | sha256sum
  tenbo draw close draw.json               the hashes, and one hash of everything, to read out and put on the wall
  tenbo draw reveal draw.json Ada          Ada types the same secret again; then the others
  tenbo draw result draw.json --out seating.txt      for tenbo session plan
  tenbo draw check draw.json --plan seating.txt      anyone, on any computer; status 1 if the seats do not follow

No player can choose a seat: once a hash is on the wall it cannot be changed, and until then no player knows the others'
secrets. If a player does not reveal the secret, a new draw is made without that player, in front of everyone. What is
typed can also be given as a line on standard input. A table can take part with its dice: give table 3 as the name and
the throws as the secret, such as 3+5 1+6 4+4 2+6.

Players of the same club or country, and those listed by number in the column "apart", are kept from meeting as far
as the plan allows: after the draw, by exchanges that follow from the draw alone.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    from tenbo.cli.support.argument_types import output_file

    parts = parser.add_subparsers(dest="part", required=True, metavar="PART")
    fresh = parts.add_parser("open", help="begin a draw for a plan and its players")
    commit = parts.add_parser("commit", help="record the hash of a player's secret")
    close = parts.add_parser(
        "close", help="stop accepting hashes, and print the hashes to put on the wall, with one hash of everything"
    )
    reveal = parts.add_parser("reveal", help="reveal a player's secret")
    result = parts.add_parser("result", help="print or write the plan with the players in their seats")
    check = parts.add_parser("check", help="recompute the draw, and compare it with a plan")
    for part in (fresh, commit, close, reveal, result, check):
        part.add_argument("file", type=Path, metavar="FILE", help="the file of the draw")
    fresh.add_argument("--plan", type=Path, required=True, metavar="FILE", help="the plan that tenbo seating made")
    fresh.add_argument(
        "--people", type=Path, metavar="FILE", help="a CSV file of the players: columns id, club, country, apart"
    )
    for named in (commit, reveal):
        named.add_argument("name", metavar="NAME", help="the name of the participant")
    commit.add_argument("hash", nargs="?", metavar="HASH", help="SHA-256 of NAME:SECRET, if computed elsewhere")
    result.add_argument(
        "--out",
        type=output_file,
        metavar="FILE",
        help="write the plan to this file, in the form that tenbo session plan reads",
    )
    check.add_argument("--plan", type=Path, metavar="FILE", help="the plan that is being played")


def run(args: argparse.Namespace) -> int:
    """Take one step of a draw."""
    return PARTS[args.part](args)


def _open(args: argparse.Namespace) -> int:
    from tenbo.cli.seating import read_seating_plan
    from tenbo.cli.support.shared_options import count_text, read_text
    from tenbo.formats.player_files import read_relations
    from tenbo.tournament.seating.schedule import scheduled_players
    from tenbo.tournament.seating.verifiable_draw import new_draw
    from tenbo_core.errors import Refused

    if args.file.exists():
        raise Refused("already_exists", f"{args.file} exists already: name a new file", "file")
    rounds, _ = read_seating_plan(args.plan)
    ties = read_relations(read_text(args.people)) if args.people else {}
    draw = new_draw(rounds, sorted(ties) or scheduled_players(rounds), ties)
    _save_draw(args, draw)
    print_text(
        f"{len(draw.players)} players, {count_text(len(rounds), 'session')}: "
        "now record the hashes (tenbo draw commit)\n"
    )
    return 0


def _commit(args: argparse.Namespace) -> int:
    from tenbo.tournament.seating.verifiable_draw import check_secret_length, commitment_hash

    draw, digest = _load_draw(args), (args.hash or "").lower()
    if not digest:
        secret = _read_secret(args.name)
        check_secret_length(secret)
        digest = commitment_hash(args.name, secret)
    draw = draw.with_commitment(args.name, digest)
    _save_draw(args, draw)
    print_text(f"{args.name}  {digest}\n")
    return 0


def _close(args: argparse.Namespace) -> int:
    draw = _load_draw(args).close()
    _save_draw(args, draw)
    print_text("".join(f"{digest}  {name}\n" for name, digest in draw.hashes.items()))
    print_text(f"{draw.digest}  is the hash of plan, players and all hashes: read it out and write it on the wall\n")
    return 0


def _reveal(args: argparse.Namespace) -> int:
    draw = _load_draw(args).reveal(args.name, _read_secret(args.name))
    _save_draw(args, draw)
    left = [name for name in draw.hashes if name not in draw.secrets]
    print_text(f"still to reveal: {', '.join(left)}\n" if left else "all secrets are revealed: see tenbo draw result\n")
    return 0


def _result(args: argparse.Namespace) -> int:
    from tenbo.cli.support.shared_options import write_output
    from tenbo.formats.plan_files import write_plan_csv, write_plan_script
    from tenbo.tournament.seating.schedule import plan_from_schedule
    from tenbo.tournament.seating.separation import count_unwanted_meetings

    draw = _load_draw(args)
    plan = plan_from_schedule(draw.drawn_seats)
    is_csv = args.out is not None and args.out.suffix.lower() == ".csv"
    if not write_output(args.out, (write_plan_csv if is_csv else write_plan_script)(plan)):
        return 0
    print_text(f"wrote {args.out}: import it with tenbo session plan {args.out}\n")
    if draw.ties:
        print_text(f"{count_unwanted_meetings(draw.drawn_seats, draw.ties).summary()}\n")
    return 0


def _check(args: argparse.Namespace) -> int:
    from tenbo.cli.seating import read_seating_plan

    draw = _load_draw(args)
    seats = draw.drawn_seats
    print_text(f"{draw.digest}  is the hash of plan, players and all hashes: it must be the one that was read out\n")
    if args.plan is None:
        print_text("every secret matches its hash\n")
        return 0
    follows = read_seating_plan(args.plan)[0] == seats
    print_text(
        f"every secret matches its hash; {args.plan} "
        + ("follows from the secrets\n" if follows else "does NOT follow from the secrets\n")
    )
    return 0 if follows else 1


PARTS = {
    "open": _open, "commit": _commit, "close": _close, "reveal": _reveal, "result": _result, "check": _check,
}  # fmt: skip


def _read_secret(name: str) -> str:
    """Return the secret that the user types; a terminal does not show it."""
    from getpass import getpass

    if sys.stdin.isatty():
        return getpass(f"{name}, type your secret: ", sys.stderr)
    return sys.stdin.readline().rstrip("\n")


def _load_draw(args: argparse.Namespace) -> Draw:
    from tenbo.cli.support.shared_options import read_text
    from tenbo.tournament.seating.verifiable_draw import parse_draw_file

    return parse_draw_file(read_text(args.file))


def _save_draw(args: argparse.Namespace, draw: Draw) -> None:
    """Write the file of the draw: whole, or not at all."""
    import json

    from tenbo.cli.support.shared_options import write_atomically

    write_atomically(args.file, json.dumps(draw.record(), ensure_ascii=False) + "\n")
