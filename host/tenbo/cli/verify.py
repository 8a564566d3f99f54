"""`tenbo verify`: check that the store was not changed or damaged since it was written."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

from tenbo.cli.support.text_layout import print_text

if TYPE_CHECKING:
    import argparse
    from pathlib import Path

    from tenbo.store import Damage

EPILOG = """\
Reads every row, follows every hash chain, and lists each row, ledger and player that was changed, inserted, removed or
damaged since it was stored, and each result of the desk whose game is in no ledger. The service may be running. The
exit status is 1 if anything is wrong.

A file that was replaced as a whole by an earlier copy, or written again, looks like a sound store. Therefore the hash
of each ledger is printed, and last `all`, the hash of everything: write it down or announce it after a session, and
compare it later. If the store has grown since then, its hash is different.

  tenbo verify
  tenbo verify copy.db
  tenbo verify --slip TENBO1:2:3:32000/28000/35000/25000:9F2C41D0AA00BB119F2C41D0AA00BB11

The last command compares a signed slip (tenbo print slips) with the store: read the slip's code with a camera.
"""

_FALSE = "the stored result of table {1} in session {0} does not match its events: it was changed with another program"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    from tenbo.cli.support.shared_options import add_json_option, add_store_option

    parser.add_argument(
        "file",
        nargs="?",
        type=_file_or_url,
        metavar="FILE",
        help="the database to verify: a file, such as a backup, or a desk's postgresql://... (default: the store)",
    )
    add_json_option(parser, "print one JSON object: rows, damage, and the hash of each ledger and of everything")
    parser.add_argument("--slip", metavar="CODE", help="only compare a signed slip with the store, by the slip's code")
    add_store_option(parser)


def _file_or_url(text: str) -> Path | str:
    """Return the path of a file; the address of a database stays a text."""
    from tenbo.cli.support.argument_types import file_path
    from tenbo.cluster.desk_database import is_database_url

    return text if is_database_url(text) else file_path(text)


def run(args: argparse.Namespace) -> int:
    """Verify a store."""
    from tenbo.cli.support.shared_options import count_text, store_path
    from tenbo.cluster.desk_database import verify_store

    path = args.file or store_path(args)
    if args.slip is not None:
        return _slip(path, args.slip)
    live = sys.stderr.isatty()
    report = verify_store(path, _show_progress if live else None)
    if live:
        sys.stderr.write("\r\x1b[K")
    damages = [*report.damage, *_contradictions(path)] if report.heads else report.damage
    if args.json:
        record = report._asdict() | {"damage": [damage._asdict() for damage in damages], "sound": not damages}
        sys.stdout.write(json.dumps(record, ensure_ascii=False) + "\n")
        return 1 if damages else 0
    for stream, head in report.heads.items():
        print_text(f"{stream:<24}{head}\n")
    print_text(f"{'all':<24}{report.end}\n" if report.end else "")
    for limit in report.limits:
        print_text(f"NOT CHECKED {limit}\n")
    for damage in damages:
        print_text(f"DAMAGED  {damage}\n")
    verdict = "damaged: keep this file and restore a backup" if damages else "every row is as it was written"
    print_text(f"{count_text(report.rows, 'row')}: {verdict}\n")
    return 1 if damages else 0


def _slip(path: Path | str, text: str) -> int:
    """Print whether a signed slip is as the store has it."""
    from tenbo.cli.support.shared_options import open_store
    from tenbo.tournament.repository import TournamentRepository
    from tenbo.tournament.slip_verification import parse_slip_code, slip_differences

    code = parse_slip_code(text)
    with open_store(path) as store:
        found = slip_differences(TournamentRepository(store), code)
    place = f"the slip of table {code.table} in session {code.session}"
    if not found:
        print_text(f"{place} matches the store\n")
    print_text("".join(f"{place} DIFFERS: {line}\n" for line in found))
    return 1 if found else 0


def _contradictions(path: Path | str) -> list[Damage]:
    """Return where the desk names a game that the tables' ledgers do not have."""
    from tenbo.cli.support.shared_options import open_store
    from tenbo.store import Damage
    from tenbo.tournament.ledger_audit import find_contradicting_records
    from tenbo.tournament.repository import TournamentRepository
    from tenbo_core.errors import StorageFault

    try:
        with open_store(path) as store:
            damage = list(find_contradicting_records(store))
            places = [] if damage else TournamentRepository(store).results.wrong_stored_results()
            return damage + [Damage("", -1, _FALSE.format(*place)) for place in places]
    except StorageFault:
        # The reason why it cannot be read has been reported before.
        return []


def _show_progress(rows: int) -> None:
    sys.stderr.write(f"\r{rows} rows")
    sys.stderr.flush()
