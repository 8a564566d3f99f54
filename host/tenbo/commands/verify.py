"""`tenbo verify`: say whether the store is as it was written."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tenbo.commands.window import say

if TYPE_CHECKING:
    import argparse

    from tenbo.store import Damage

EPILOG = """\
Reads every row, follows every chain, and names each row, ledger and player that was changed, put in, removed or
damaged since it was stored, and each result of the desk whose game no ledger has. The service may run. Exit status 1
when anything is wrong.

A file that somebody has put back to an earlier moment as a whole, or written anew, looks like a sound store of its
own. Against that the hash of each ledger is printed, and last the one over everything, `all`: written down or
announced after a session, it must be found again; a store that went on since then has another end.

  tenbo verify
  tenbo verify copy.db
  tenbo verify --slip TENBO1:2:3:32000/28000/35000/25000:9F2C41D0AA00BB119F2C41D0AA00BB11

The last line compares a signed slip (tenbo print slips) with the store: a camera reads its code.
"""

_FALSE = "the kept result of table {1} in session {0} is not what its events give: it was changed with another program"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    from tenbo.commands.shared import add_json, add_store

    parser.add_argument(
        "file", nargs="?", type=Path, metavar="FILE", help="the database file, a backup for one (default: the store)"
    )
    add_json(parser, "one JSON object: rows, damage, the hash of each ledger and over everything")
    parser.add_argument("--slip", metavar="CODE", help="compare a signed slip by its code with the store instead")
    add_store(parser)


def run(args: argparse.Namespace) -> int:
    """Verify a store."""
    from tenbo.commands.shared import many, store_of
    from tenbo.halls.databases import verified

    path = args.file or store_of(args)
    if args.slip is not None:
        return _slip(path, args.slip)
    live = sys.stderr.isatty()
    report = verified(path, _show_progress if live else None)
    if live:
        sys.stderr.write("\r\x1b[K")
    damages = [*report.damage, *_contradictions(path)] if report.heads else report.damage
    if args.json:
        record = report._asdict() | {"damage": [damage._asdict() for damage in damages], "sound": not damages}
        sys.stdout.write(json.dumps(record, ensure_ascii=False) + "\n")
        return 1 if damages else 0
    for stream, head in report.heads.items():
        say(f"{stream:<24}{head}\n")
    say(f"{'all':<24}{report.end}\n" if report.end else "")
    for limit in report.limits:
        say(f"NOT SEEN {limit}\n")
    for damage in damages:
        where = f"{damage.stream} event {damage.seq}: " if damage.stream else ""
        say(f"DAMAGED  {where}{damage.what}\n")
    verdict = "damaged: keep this file and restore a backup" if damages else "every row is as it was written"
    say(f"{many(report.rows, 'row')}: {verdict}\n")
    return 1 if damages else 0


def _slip(path: Path, text: str) -> int:
    """Print whether a signed slip is as the store has it."""
    from tenbo.commands.shared import store_to_read
    from tenbo.tournament.sheet_code import differences, read_code
    from tenbo.tournament.stored import StoredTournament

    code = read_code(text)
    with store_to_read(path) as store:
        found = differences(StoredTournament(store), code)
    place = f"the slip of table {code.table} in session {code.session}"
    if not found:
        say(f"{place} is as the store has it\n")
    say("".join(f"{place} DIFFERS: {line}\n" for line in found))
    return 1 if found else 0


def _contradictions(path: Path) -> list[Damage]:
    """Return where the desk names a game that the tables' ledgers do not have."""
    from tenbo.commands.shared import store_to_read
    from tenbo.store import Damage
    from tenbo.tournament.proved_by_ledgers import contradictions
    from tenbo.tournament.stored import StoredTournament
    from tenbo_core.errors import StorageFault

    try:
        with store_to_read(path) as store:
            damage = list(contradictions(store))
            places = [] if damage else StoredTournament(store).false_results()
            return damage + [Damage("", -1, _FALSE.format(*place)) for place in places]
    except StorageFault:
        # What keeps it from being read has been found before.
        return []


def _show_progress(rows: int) -> None:
    sys.stderr.write(f"\r{rows} rows")
    sys.stderr.flush()
