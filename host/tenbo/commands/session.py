"""`tenbo session`: the tournament at the desk: people, seats, sessions, penalties, corrections."""

from __future__ import annotations

import argparse  # noqa: TC003 - the parsers of the parts are made here
import sys
from pathlib import Path

EPILOG = """\
  tenbo session new "Spring open" --rules ema-2016 --country NL --place Utrecht --date 22.03.2026
  tenbo session players players.csv        columns such as name;EMA number;country;shown
  tenbo session plan seating.txt           1-5-9-13 a line for each table, an empty line between sessions
  tenbo session seat 2 3 1-5-9-13          session 2, table 3, by hand
  tenbo session begin 1                    every seated table begins its game, with names
  tenbo session substitute 3 2 now         seat 2 of table 3 is a substitute from now on (or: start)
  tenbo session penalty 1 3 2 -8000 --why "telephone" --by "referee Ada"
  tenbo session correct 1 3 32000 28000 35000 25000 --why "sheet" --by "referee Ada"
  tenbo session lock 1 3                   nothing changes that result any more ...
  tenbo session reopen 1 3 --why "protest upheld"
  tenbo session forget 12                  the store forgets who player 12 is; results keep the number
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say which words the command takes."""
    from tenbo.commands.shared import add_store

    parts = parser.add_subparsers(dest="part", required=True, metavar="PART")
    new = parts.add_parser("new", help="name the tournament and its rule book")
    new.add_argument("title")
    new.add_argument("--rules", default="ema-2016")
    for word in ("place", "country", "date"):
        new.add_argument(f"--{word}")
    parts.add_parser("players", help="register players from a CSV file").add_argument("file", type=Path)
    plan = parts.add_parser("plan", help="seat everybody from a file")
    plan.add_argument("file", type=Path)
    plan.add_argument("--session", type=int, default=1, help="the first session of a script (default: 1)")
    seat = _place(parts.add_parser("seat", help="seat one table by hand"))
    seat.add_argument("players", metavar="E-S-W-N")
    parts.add_parser("begin", help="open a session: all tables begin").add_argument("session", type=int)
    substitute = parts.add_parser("substitute", help="a substitute sits down")
    substitute.add_argument("table", type=int)
    substitute.add_argument("seat", type=int)
    substitute.add_argument("since", choices=("start", "now"))
    penalty = _place(parts.add_parser("penalty", help="take points from a result"))
    penalty.add_argument("seat", type=int)
    penalty.add_argument("points", type=int)
    correct = _place(parts.add_parser("correct", help="replace the four scores of a result"))
    correct.add_argument("scores", type=int, nargs=4)
    correct.add_argument("--sticks", type=int, default=0, help="riichi sticks that nobody has won")
    _place(parts.add_parser("lock", help="close a result"))
    reopen = _place(parts.add_parser("reopen", help="open a closed result again"))
    forget = parts.add_parser("forget", help="forget who is behind a player's number")
    forget.add_argument("player", type=int)
    for one in (penalty, correct, reopen):
        one.add_argument("--why", required=True, help="the reason, for the sheet")
    for one in parts.choices.values():
        one.add_argument("--by", default="desk", help="who decides (default: desk)")
        add_store(one)


def _place(parser: argparse.ArgumentParser) -> argparse.ArgumentParser:
    parser.add_argument("session", type=int)
    parser.add_argument("table", type=int)
    return parser


def run(args: argparse.Namespace) -> int:
    """Do one thing at the desk."""
    from tenbo.commands.shared import said

    return said("session", lambda: _run(args))


def _run(args: argparse.Namespace) -> int:
    from tenbo.commands.shared import client_of

    client = client_of(args)
    if args.part == "players":
        found = client.post("/v1/players", text=args.file.read_text("utf-8"))
        sys.stdout.write(f"{found['players']} players\n")
    elif args.part == "forget":
        found = client.post("/v1/forget", player=args.player, by=args.by)
        sys.stdout.write(
            f"player {args.player} is a number only; backups and files that were exported are yours to remove.\n"
            f"What the tables showed, {found['shown']!r}, stays in the ledgers of his games.\n"
        )
    elif args.part == "plan":
        text = args.file.read_text("utf-8")
        found = client.post("/v1/plan", text=text, session=args.session, by=args.by)
        sys.stdout.write(f"{found['tables']} tables in sessions {', '.join(map(str, found['sessions']))}\n")
    elif args.part == "begin":
        found = client.post(f"/v1/sessions/{args.session}/begin", 60, by=args.by)
        sys.stdout.write(f"session {args.session}: tables {', '.join(map(str, found['begun'])) or 'none'} have begun\n")
        for table, why in found["refused"].items():
            sys.stdout.write(f"  table {table} has not: {why}\n")
        return 1 if found["refused"] else 0
    elif args.part == "substitute":
        fields = {"seat": args.seat, "since": args.since}
        client.post(f"/v1/tables/{args.table}/do", event="substitute", fields=fields)
        sys.stdout.write("recorded by the table\n")
    else:
        made = client.post("/v1/records", kind=_kind(args), fields=fields_of(args), by=args.by)
        text = "recorded"
        if before := made.get("replaces"):
            text += f"; it replaces {' '.join(map(str, before['scores']))} by {before['by']}: {before['why']}"
        sys.stdout.write(text + "\n")
    return 0


def _kind(args: argparse.Namespace) -> str:
    part: str = args.part
    return {"new": "tournament", "seat": "seats"}.get(part, part)


def fields_of(args: argparse.Namespace) -> dict[str, object]:
    """Give the fields of the record that the words stand for."""
    from tenbo.tournament.records import FIELDS
    from tenbo_core.errors import Malformed

    given = dict(vars(args))
    if args.part == "seat":
        words = args.players.split("-")
        if len(words) != 4 or not all(word.isdigit() for word in words):
            raise Malformed("bad_field", f"seats are four players such as 1-5-9-13, not {args.players!r}", "players")
        given["players"] = [int(word) for word in words]
    return {name: given[name] for name, _ in FIELDS[_kind(args)] if given.get(name) is not None}
