"""`tenbo results`: sheets, standings and the proof that all points add up."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

    from tenbo.tournament.people import Player
    from tenbo.tournament.results import Sheet

EPILOG = """\
Reads the store; the service may run or not. Exit status 1 when something does not add up, or is not finished: the
tables that are still playing, missing or broken are named.

  tenbo results                      the standings
  tenbo results --session 2          the sheets of a session
  tenbo results --session 2 --table 3
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    from tenbo.commands.shared import add_store

    parser.add_argument("--session", type=int, help="the sheets of this session instead of the standings")
    parser.add_argument("--table", type=int, help="only this table's sheet")
    add_store(parser)


def run(args: argparse.Namespace) -> int:
    """Print results."""
    from tenbo.commands.shared import store_of
    from tenbo.store import Store
    from tenbo.tournament.checks import check_place, check_session
    from tenbo.tournament.export import sheet_text
    from tenbo.tournament.standings import proof, state_of
    from tenbo.tournament.stored import StoredTournament
    from tenbo_core.errors import Malformed

    if args.session is None and args.table is not None:
        raise Malformed("missing_field", "say of which session the table's sheet is: --session", "session")
    with Store(store_of(args), readonly=True) as store:
        stored = StoredTournament(store)
        if args.session is not None:
            check_session(stored.tournament, args.session)
        if args.table is not None:
            check_place(stored.tournament, args.session, args.table)
        sheets = stored.sheets(None if args.session is None else [args.session])
        people, tournament = stored.people(), stored.tournament
    sheets = [sheet for sheet in sheets if args.table in (None, sheet.table)]
    if args.session is None:
        sys.stdout.write(standings_text(tournament.struck, people, sheets))
    for sheet in sheets if args.session is not None else []:
        sys.stdout.write(sheet_text(sheet, people, tournament.title) + "\n")
    proved, state = proof(sheets), state_of(sheets)
    sys.stdout.write(f"{proved.tables} of {len(sheets)} tables finished: ")
    sys.stdout.write(f"totals {proved.totals:+d}, expected {proved.expected:+d}: ")
    sys.stdout.write("every point is accounted for\n" if proved.holds else f"WRONG at {proved.wrong}\n")
    sys.stdout.writelines(line + "\n" for line in state.lines())
    return 0 if proved.holds and state.final else 1


def standings_text(struck: dict[int, str], people: dict[int, Player], sheets: list[Sheet]) -> str:
    """Return the standings as lines, with who was struck from the list."""
    from tenbo.tournament.export import who
    from tenbo.tournament.standings import standings

    sessions = sorted({sheet.session for sheet in sheets})
    lines = [f"{'':5}{'player':30}{'total':>9}" + "".join(f"{f's{number}':>9}" for number in sessions)]
    for standing in standings(sheets, struck):
        own = standing.sessions
        each = "".join(f"{own[number]:>+9}" if number in own else f"{'-':>9}" for number in sessions)
        name = who(people, standing.player).name[:29]
        lines.append(f"{standing.place:>3}  {name:30}{standing.total:>+9}{each}")
    lines += [f"  -  {who(people, player).name[:29]:30}struck: {why}" for player, why in sorted(struck.items())]
    return "\n".join(lines) + "\n"
