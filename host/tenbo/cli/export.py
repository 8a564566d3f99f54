"""`tenbo export`: results as files for others."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from tenbo.cli.support.text_layout import print_text

if TYPE_CHECKING:
    import argparse

    from tenbo.tournament.state import Tournament
    from tenbo.tournament.table_result import TableResult

NAMES = (
    "standings.csv", "tables.csv", "hands.csv", "ema.csv", "results.json", "sheets.txt", "plan.txt", "plan.csv",
    "players.csv", "ara.csv", "riichinomi.csv", "riichinomi-players.csv", "pantheon.jsonl",
)  # fmt: skip

EPILOG = """\
Reads the store, whether the service is running or not. A cell that a spreadsheet would take for a formula, such as a
name, gets an apostrophe in front. If a table is unfinished, it is named, the file is marked provisional, and the exit
status is 1. If results are locked once their sheets are signed, unlocked results are named, too.

  tenbo export ema.csv --out 2026-03-22-ema.csv     the results file with the 19 columns that federations hand in; if it
                                                    lacks anything, that is named and nothing is written
  tenbo export ara.csv                              what the American Riichi Association asks for; add its IDs
  tenbo export standings.csv --bom --out open.csv   places, totals, each session
  tenbo export tables.csv                           every seat of every table; tenbo session scores reads it
  tenbo export hands.csv                            every event that moved points
  tenbo export results.json                         everything, with notes, events and the proof
  tenbo export plan.txt                             the current seats, 1-5-9-13 for each table; plan.csv has columns
  tenbo export players.csv                          all players with all their details; tenbo session players reads it
  tenbo export riichinomi.csv                       scores and penalties for RiichiNomi's tournament tool
  tenbo export riichinomi-players.csv               ... and its players; tenbo session reads both
  tenbo export pantheon.jsonl                       every hand as a request to a Pantheon; tenbo pantheon sends them
  tenbo export sheets.txt                           a sheet for each table, to print and sign
"""

# That format has no word for it.
SHORT_ROWS = (
    "the file itself cannot show that it is provisional: the rows of tables without a result have only three cells"
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    from tenbo.cli.support.argument_types import output_file
    from tenbo.cli.support.shared_options import add_store_option

    parser.add_argument("name", choices=NAMES, help="which file: %(choices)s", metavar="NAME")
    parser.add_argument("--out", type=output_file, metavar="FILE", help="write to this file (default: standard output)")
    parser.add_argument("--session", type=int, action="append", help="only this session")
    parser.add_argument(
        "--bom", action="store_true", help="begin with the byte order mark by which Excel recognises UTF-8"
    )
    parser.add_argument("--provisional", action="store_true", help="write ema.csv even if tables are unfinished")
    parser.add_argument("--hidden", action="store_true", help="also include sessions that are not released yet")
    add_store_option(parser)


def run(args: argparse.Namespace) -> int:
    """Write a file."""
    from tenbo.cli.support.exit_status import WrongUsage
    from tenbo.cli.support.shared_options import open_store, store_path, write_output
    from tenbo.formats.result_files import DESK_FILES, NO_RESULTS, export_file
    from tenbo.store.sqlite_store import wall_clock_ms
    from tenbo.tournament.existence_checks import check_session_exists
    from tenbo.tournament.point_transfer_history import counted_point_transfers
    from tenbo.tournament.repository import TournamentRepository
    from tenbo.tournament.standings import result_state
    from tenbo_core.errors import Refused

    if args.name == "ema.csv" and args.session:
        raise WrongUsage("the federation takes the whole tournament: leave --session out")
    with open_store(store_path(args)) as store:
        stored = TournamentRepository(store)
        for session in args.session or []:
            check_session_exists(stored.tournament, session)
        sheets, hidden = stored.results.public_sheets(wall_clock_ms(), args.session, hidden=args.hidden)
        if not (sheets or hidden or args.name in NO_RESULTS or args.name == "results.json"):
            message = "the tournament has no table yet, so no file was written; tenbo season --csv writes a season"
            raise Refused("not_allowed_now", message, "name")
        text = export_file(
            args.name,
            stored.tournament,
            sheets,
            stored.people(),
            lambda: counted_point_transfers(stored.tournament, stored.games.events_of),
            games=stored.games.events_of,
            provisional=args.provisional,
            hidden=hidden,
        )
    text = "\ufeff" + text if args.bom else text
    if write_output(args.out, text, private=args.name in DESK_FILES):
        print_text(f"wrote {args.out}\n", sys.stderr)
    if args.name in NO_RESULTS:
        return 0
    state = result_state(sheets, hidden)
    if args.name == "riichinomi.csv" and not state.is_final:
        print_text(f"tenbo export: {SHORT_ROWS}\n", sys.stderr)
    if args.name == "riichinomi.csv":
        print_text(
            "".join(f"tenbo export: {line}\n" for line in _lost_by_scores(stored.tournament, sheets)), sys.stderr
        )
    print_text(
        "".join(
            f"tenbo export: {line}\n"
            for line in [*state.unfinished_lines(), *state.unlocked_lines(" (tenbo session lock)")]
        ),
        sys.stderr,
    )
    return 0 if state.is_final else 1


def _lost_by_scores(tournament: Tournament, sheets: list[TableResult]) -> list[str]:
    """Return what a file of scores alone cannot say: substitutes, reserves, and sessions that were missed."""
    from tenbo.tournament.standings import missed_sessions

    lines = []
    for sheet in sheets:
        away = [credited for seat, credited in enumerate(sheet.credited_players) if credited != sheet.players[seat]]
        place = f"table {sheet.table} in session {sheet.session}"
        if away:
            whom = ", ".join(map(str, away))
            lines.append(f"a reserve sat at {place}: the file counts the scores for the reserve, not for {whom}")
        elif sheet.substitutes:
            lines.append(f"a substitute sat at {place}: the file counts the scores for the player")
    missed: dict[int, list[int]] = {}
    for result in missed_sessions(sheets, tournament):
        missed.setdefault(result.session, []).append(result.player)
    for session, players in sorted(missed.items()):
        numbers = ", ".join(map(str, sorted(players)))
        lines.append(f"session {session} was missed by {numbers}: the file has no row for that")
    return lines
