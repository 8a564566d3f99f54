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
  tenbo draw open draw.json --plan plan.json --people players.csv      which plan, for whom: this changes no more
  tenbo draw commit draw.json Ada          Ada types a secret, and her hash is written down; Ben and others likewise
  tenbo draw commit draw.json Ben 5f70...  ... or a hash that was made elsewhere: printf 'Ben:secret' | sha256sum
  tenbo draw close draw.json               the hashes, and one hash over everything, to be read out and put on the wall
  tenbo draw reveal draw.json Ada          Ada types the same secret again; then the others
  tenbo draw result draw.json --out seating.txt      for tenbo session plan
  tenbo draw check draw.json --plan seating.txt      anyone, on any computer: status 1 when it does not follow

No player chooses a seat: a hash cannot be changed once it is on the wall. Until then no one knows the others' secrets.
A player who does not tell the secret is left out of a new draw, in front of everyone. What is typed may also come
as a line on standard input. A table takes part with its dice: name it table 3, and let its secret be what was thrown,
such as 3+5 1+6 4+4 2+6.

Players of one club or country, and those of a column apart (numbers), are kept from meeting as far as the plan allows:
after the draw, by exchanges that follow from it and nothing else.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    from tenbo.cli.support.argument_types import output_file

    parts = parser.add_subparsers(dest="part", required=True, metavar="PART")
    fresh = parts.add_parser("open", help="begin a draw: which plan, and for whom")
    commit = parts.add_parser("commit", help="a player shows the hash of a secret")
    close = parts.add_parser("close", help="no more hashes: print what goes on the wall")
    reveal = parts.add_parser("reveal", help="a player tells the secret")
    result = parts.add_parser("result", help="print or write the plan with the players in it")
    check = parts.add_parser("check", help="work everything out again, and compare it with a plan")
    for part in (fresh, commit, close, reveal, result, check):
        part.add_argument("file", type=Path, metavar="FILE", help="the file of the draw")
    fresh.add_argument("--plan", type=Path, required=True, metavar="FILE", help="what tenbo seating has made")
    fresh.add_argument("--people", type=Path, metavar="FILE", help="the players: id, club, country, apart")
    for named in (commit, reveal):
        named.add_argument("name", metavar="NAME", help="who takes part")
    commit.add_argument("hash", nargs="?", metavar="HASH", help="SHA-256 of NAME:SECRET, made elsewhere")
    result.add_argument("--out", type=output_file, metavar="FILE", help="write the plan as tenbo session plan takes it")
    check.add_argument("--plan", type=Path, metavar="FILE", help="the plan that is played")


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
    print_text(f"{len(draw.players)} players, {count_text(len(rounds), 'round')}: now the hashes (tenbo draw commit)\n")
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
    print_text(f"{draw.digest}  plan, players and all hashes: read it out, write it on the wall\n")
    return 0


def _reveal(args: argparse.Namespace) -> int:
    draw = _load_draw(args).reveal(args.name, _read_secret(args.name))
    _save_draw(args, draw)
    left = [name for name in draw.hashes if name not in draw.secrets]
    print_text(f"still to tell: {', '.join(left)}\n" if left else "all is told: tenbo draw result\n")
    return 0


def _result(args: argparse.Namespace) -> int:
    from tenbo.cli.support.shared_options import write_atomically
    from tenbo.formats.plan_files import write_plan_csv, write_plan_script
    from tenbo.tournament.seating.schedule import plan_from_schedule
    from tenbo.tournament.seating.separation import count_unwanted_meetings

    draw = _load_draw(args)
    plan = plan_from_schedule(draw.drawn_seats)
    if args.out is None:
        sys.stdout.write(write_plan_script(plan))
        return 0
    write_atomically(args.out, (write_plan_csv if args.out.suffix.lower() == ".csv" else write_plan_script)(plan))
    print_text(f"{args.out} is written: tenbo session plan {args.out}\n")
    if draw.ties:
        print_text(f"{count_unwanted_meetings(draw.drawn_seats, draw.ties).summary()}\n")
    return 0


def _check(args: argparse.Namespace) -> int:
    from tenbo.cli.seating import read_seating_plan

    draw = _load_draw(args)
    seats = draw.drawn_seats
    print_text(f"{draw.digest}  plan, players and all hashes: it must be what was read out\n")
    if args.plan is None:
        print_text("every secret is the one behind its hash\n")
        return 0
    follows = read_seating_plan(args.plan)[0] == seats
    print_text(
        f"every secret is the one behind its hash, and {args.plan} "
        + ("follows from them\n" if follows else "does NOT follow from them\n")
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
