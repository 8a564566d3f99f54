"""`tenbo results`: sheets, standings and the proof that all points add up."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

    from tenbo.tournament.archive import Archive
    from tenbo.tournament.results import Sheet

EPILOG = """\
Reads the store; the service may run or not. Exit status 1 when something does not add up.

  tenbo results                      the standings
  tenbo results --session 2          the sheets of a session
  tenbo results --session 2 --table 3
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say which words the command takes."""
    from tenbo.commands.shared import add_store

    parser.add_argument("--session", type=int, help="the sheets of this session instead of the standings")
    parser.add_argument("--table", type=int, help="only this table's sheet")
    add_store(parser)


def run(args: argparse.Namespace) -> int:
    """Print results."""
    from tenbo.commands.shared import said

    return said("results", lambda: _run(args))


def _run(args: argparse.Namespace) -> int:
    from tenbo.commands.shared import store_of
    from tenbo.store import Store
    from tenbo.tournament.archive import Archive
    from tenbo.tournament.export import sheet_text
    from tenbo.tournament.standings import proof

    with Store(store_of(args), readonly=True) as store:
        archive = Archive(store)
        sheets = archive.sheets(None if args.session is None else [args.session])
    if args.session is None:
        sys.stdout.write(standings_text(archive, sheets))
    for sheet in sheets if args.session is not None else []:
        if args.table in (None, sheet.table):
            sys.stdout.write(sheet_text(sheet, archive.people, archive.tournament.title) + "\n")
    proved = proof(sheets)
    sys.stdout.write(f"{proved.tables} finished tables: totals {proved.totals:+d}, expected {proved.expected:+d}: ")
    sys.stdout.write("every point is accounted for\n" if proved.holds else f"WRONG at {proved.wrong}\n")
    return 0 if proved.holds else 1


def standings_text(archive: Archive, sheets: list[Sheet]) -> str:
    """Give the standings as lines."""
    from tenbo.tournament.export import who
    from tenbo.tournament.standings import standings

    sessions = sorted({sheet.session for sheet in sheets})
    lines = [f"{'':5}{'player':30}{'total':>9}" + "".join(f"{f's{number}':>9}" for number in sessions)]
    for one in standings(sheets):
        each = "".join(f"{one.sessions[number]:>+9}" if number in one.sessions else f"{'-':>9}" for number in sessions)
        lines.append(f"{one.place:>3}  {who(archive.people, one.player).name[:29]:30}{one.total:>+9}{each}")
    return "\n".join(lines) + "\n"
