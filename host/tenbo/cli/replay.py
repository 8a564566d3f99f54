"""`tenbo replay`: read a game's events and print the table after each."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import IO, TYPE_CHECKING

from tenbo.cli.support.text_layout import print_text
from tenbo_core.errors import TenboError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable

    from tenbo.game.replay import Replay

EPILOG = """\
Each record is one JSON object on its own line, with the field "event"; the first is a start:

  {"event": "start", "rules": "ema-2016", "names": ["A", "B", "C", "D"]}
  {"event": "hand"}
  {"event": "riichi", "seat": 2}
  {"event": "win", "wins": [{"seat": 2, "from": 0, "han": 3, "fu": 40}]}

With --jsonl each record is answered with one record: what it changed and how the table then stands; if a record is
refused, its answer says why and nothing changes. Without --jsonl a score sheet is printed.

All events: docs/records.md.

  tenbo replay examples/game.jsonl
  tenbo replay --jsonl < examples/game.jsonl
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    from tenbo.cli.support.shared_options import add_rules_option

    parser.add_argument(
        "file", nargs="?", type=Path, metavar="FILE", help="the game's records (default: standard input)"
    )
    parser.add_argument("--jsonl", action="store_true", help="answer each record with one JSON record")
    parser.add_argument(
        "--moves",
        action="store_true",
        help="with --jsonl: add who paid whom, why, and under which section of the rule book",
    )
    add_rules_option(parser, "the rule book for a start that names none")


def run(args: argparse.Namespace) -> int:
    """Replay a game."""
    from tenbo.cli.support.exit_status import WrongUsage
    from tenbo.cli.support.shared_options import prompt_standard_input, read_bytes, read_lines
    from tenbo.game.replay import Replay
    from tenbo.rulebooks import load

    what = "the records of a game, one JSON object per line,"
    if args.moves and not args.jsonl:
        raise WrongUsage("--moves goes with --jsonl; to print who paid whom as text, use tenbo sheet --why")
    load(args.rules)  # an unknown book is reported once, before any record
    game = Replay(args.rules, include_moves=args.moves)
    if args.jsonl:
        return _answer(
            game, read_bytes(args.file).splitlines() if args.file else prompt_standard_input(what), sys.stdout
        )
    return _print(game, read_lines(args.file) if args.file else prompt_standard_input(what))


def _print(game: Replay, lines: Iterable[bytes]) -> int:
    """Print the sheet of every game in some records; 1 when a record was refused."""
    from tenbo.cli.sheet import sheet_text
    from tenbo.game.score_sheet_text import first_refusals, games_from_records

    games, refusals = games_from_records(game, lines)
    if not games:
        print_text("tenbo replay: there is no game in these records: the first event must be a start\n", sys.stderr)
    print_text("\n".join(sheet_text(history) for history in games))
    print_text("".join(f"tenbo replay: {refusal}\n" for refusal in first_refusals(refusals)), sys.stderr)
    return 1 if refusals or not games else 0


def _answer(game: Replay, lines: Iterable[bytes], out: IO[str]) -> int:
    from tenbo.game.jsonl_answers import encode_json, parse_line

    refused = False
    for line in lines:
        try:
            record = parse_line(line)
        except TenboError as error:
            given = game.refusal(game.n, error)
            record = {}
        else:
            given = game.answer(record)
        if "id" in record or "error" in given:
            given = {"id": record.get("id"), **given}
        refused = refused or "error" in given
        out.write(encode_json(given) + "\n")
        out.flush()
    return 1 if refused else 0
