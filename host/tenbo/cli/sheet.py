"""`tenbo sheet`: print a game's score sheet as text, CSV, JSON or a drawing."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tenbo.cli.support.text_layout import print_text, text_width, truncate_text, window_width
from tenbo_core.errors import Malformed

if TYPE_CHECKING:
    import argparse

    from tenbo.game.hand_history import GameHistory

EPILOG = """\
FILE holds a game's records, in the form that `tenbo replay` reads.

  tenbo sheet examples/game.jsonl                     every hand, the result and the corrections
  tenbo sheet examples/game.jsonl --why               also who paid each point, and under which section
  tenbo sheet examples/game.jsonl --svg > game.svg    the four scores as a drawing
  tenbo sheet examples/game.jsonl examples/game-2.jsonl    also the totals of the games, with the proof that they add up
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    from tenbo.cli.support.shared_options import add_rules_option

    parser.add_argument(
        "files", nargs="+", type=Path, metavar="FILE", help="the records of a game; - for standard input"
    )
    add_rules_option(parser, "the rule book for a start that names none")
    parser.add_argument(
        "--why", action="store_true", help="also explain who paid each point, and under which section of the rule book"
    )
    forms = parser.add_mutually_exclusive_group()
    for form, meaning in (
        ("csv", "print every event as a CSV row"),
        ("json", "print everything as one JSON object"),
        ("svg", "print the four scores as an SVG drawing"),
    ):
        forms.add_argument(f"--{form}", dest="form", action="store_const", const=form, help=meaning)


def run(args: argparse.Namespace) -> int:
    """Print the sheet."""
    from tenbo.cli.support.exit_status import WrongUsage
    from tenbo.cli.support.shared_options import prompt_standard_input, read_lines
    from tenbo.game.replay import Replay
    from tenbo.game.score_sheet_text import first_refusals, games_from_records

    if args.why and args.form:
        raise WrongUsage(f"--why is for the printed sheet: leave out --why or --{args.form}")
    games: list[GameHistory] = []
    refused = False
    for path in args.files:
        typed = str(path) == "-"
        lines = prompt_standard_input("the records of a game").read().splitlines() if typed else read_lines(path)
        try:
            of_file, refusals = games_from_records(Replay(args.rules), lines)
        except Malformed as error:
            raise Malformed(error.code, f"{path}: {error.message}", error.at) from None
        games += of_file
        for refusal in first_refusals(refusals):
            refused = True
            print_text(f"tenbo sheet: {path}: {refusal}\n", sys.stderr)
    if not games:
        raise Malformed("missing_field", "there is no game in these records: the first event must be a start", "event")
    if args.form == "svg" and len(games) > 1:
        raise WrongUsage("a drawing shows only one game: give one file with one game")
    text = _printed(games, args.form, why=args.why)
    if args.form:
        sys.stdout.write(text)
    else:
        print_text(text)
    return 1 if refused else 0


def _printed(games: list[GameHistory], form: str | None, *, why: bool) -> str:
    from tenbo.formats import game_sheet_export
    from tenbo.game.overall_standings import standing_lines
    from tenbo.game.score_chart import chart

    if form == "svg":
        return chart(games[0])
    if form == "csv":
        return "\n".join(game_sheet_export.as_csv(history) for history in games)
    if form == "json":
        return "".join(game_sheet_export.as_json(history) for history in games)
    texts = [sheet_text(history, why=why) for history in games]
    return "\n".join(texts) + ("".join(standing_lines(games)) if len(games) > 1 else "")


def sheet_text(history: GameHistory, *, why: bool = False) -> str:
    """Return the sheet of a game, in a window as narrow as that."""
    from tenbo.game.score_sheet_text import sheet_lines

    columns = window_width(sys.stdout)
    if columns is None:
        return "".join(sheet_lines(history, accounts=why))
    return "".join(sheet_lines(history, accounts=why, page=columns, head=_head))


def _head(name: str, width: int) -> str:
    shown = truncate_text(name, width - 1)
    return " " * (width - text_width(shown)) + shown
