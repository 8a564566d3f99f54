"""`tenbo export`: results as files for others."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from tenbo.commands.window import say

if TYPE_CHECKING:
    import argparse

NAMES = (
    "standings.csv", "tables.csv", "hands.csv", "ema.csv", "results.json", "sheets.txt", "plan.txt", "plan.csv",
    "players.csv", "riichinomi.csv", "riichinomi-players.csv", "pantheon.jsonl",
)  # fmt: skip

EPILOG = """\
Reads the store; the service may run or not. Names are data: a cell that a spreadsheet would take for a formula
gets an apostrophe before it. Exit status 1 when a table is unfinished: it is named, and the file says provisional.
Where results are locked when their sheets are signed, those that are not are named, too.

  tenbo export ema.csv --out 2026-03-22-ema.csv     the results file with the 19 columns that federations hand in;
                                                    what it needs and is missing is named, and nothing is written
  tenbo export standings.csv --bom --out open.csv   places, totals, each session
  tenbo export tables.csv                           every seat of every table; tenbo session scores reads it
  tenbo export hands.csv                            every event that moved points
  tenbo export results.json                         everything, with notes, events and the proof
  tenbo export plan.txt                             the seats as they are now, 1-5-9-13 a line; plan.csv is a table
  tenbo export players.csv                          everybody with all that is known; tenbo session players reads it
  tenbo export riichinomi.csv                       scores and penalties for RiichiNomi's tournament tool
  tenbo export riichinomi-players.csv               ... and its players; tenbo session reads both
  tenbo export pantheon.jsonl                       every hand as a request to a Pantheon; tenbo pantheon sends them
  tenbo export sheets.txt                           a sheet for each table, to print and sign
"""

# That format has no word for it.
SHORT_ROWS = "the file itself cannot say that it is provisional: tables without a result have rows of three cells"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    from tenbo.commands.shared import add_store
    from tenbo.commands.values import file_to_write

    parser.add_argument("name", choices=NAMES, help="which file: %(choices)s", metavar="NAME")
    parser.add_argument("--out", type=file_to_write, metavar="FILE", help="write it here (default: standard output)")
    parser.add_argument("--session", type=int, action="append", help="only this session")
    parser.add_argument("--bom", action="store_true", help="begin with the mark by which Excel knows UTF-8")
    parser.add_argument("--provisional", action="store_true", help="write ema.csv although tables are unfinished")
    parser.add_argument("--hidden", action="store_true", help="with the sessions that are not released")
    add_store(parser)


def run(args: argparse.Namespace) -> int:
    """Write a file."""
    from tenbo.commands.ending import WrongUsage
    from tenbo.commands.shared import store_of, store_to_read, write_whole
    from tenbo.store.log import wall_clock_ms
    from tenbo.tournament.export import NO_RESULTS, file_of
    from tenbo.tournament.places import check_session
    from tenbo.tournament.standings import state_of
    from tenbo.tournament.stored import StoredTournament

    if args.name == "ema.csv" and args.session:
        raise WrongUsage("the federation takes the whole tournament: leave --session out")
    with store_to_read(store_of(args)) as store:
        stored = StoredTournament(store)
        for session in args.session or []:
            check_session(stored.tournament, session)
        sheets, hidden = stored.public(wall_clock_ms(), args.session, hidden=args.hidden)
        text = file_of(
            args.name,
            stored.tournament,
            sheets,
            stored.people(),
            stored.moves,
            games=stored.games,
            provisional=args.provisional,
            hidden=hidden,
        )
    text = "\ufeff" + text if args.bom else text
    if args.out is None:
        sys.stdout.write(text)
        # A reader that has gone away is noticed here, before anything is said about the text.
        sys.stdout.flush()
    else:
        write_whole(args.out, text)
        say(f"{args.out} written\n", sys.stderr)
    if args.name in NO_RESULTS:
        return 0
    state = state_of(sheets, hidden)
    if args.name == "riichinomi.csv" and not state.final:
        say(f"tenbo export: {SHORT_ROWS}\n", sys.stderr)
    say(
        "".join(f"tenbo export: {line}\n" for line in [*state.lines(), *state.remarks(" (tenbo session lock)")]),
        sys.stderr,
    )
    return 0 if state.final else 1
