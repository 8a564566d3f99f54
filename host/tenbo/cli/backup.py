"""`tenbo backup`: a copy of the store while everything runs."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from tenbo.cli.support.text_layout import print_text

if TYPE_CHECKING:
    import argparse

EPILOG = """\
Copies the store as it is now to one new file, and verifies the copy. The service keeps running. If a desk has a
database, everything in it is copied, to a file that every command can read (--store).

  tenbo backup /media/stick/after-session-3.db
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    from tenbo.cli.support.argument_types import path_to_create
    from tenbo.cli.support.shared_options import add_store_option

    parser.add_argument("target", type=path_to_create, metavar="FILE", help="the file to create")
    add_store_option(parser)


def run(args: argparse.Namespace) -> int:
    """Make a backup."""
    from tenbo.cli.support.shared_options import count_text, store_path
    from tenbo.cluster.desk_database import open_readonly
    from tenbo.store import verify

    with open_readonly(store_path(args)) as store:
        store.backup(args.target)
    report = verify(args.target)
    for damage in report.damage:
        print_text(f"tenbo backup: {damage}\n", sys.stderr)
    print_text(f"{args.target}: {count_text(report.rows, 'row')}, {'DAMAGED' if report.damage else 'verified'}\n")
    return 1 if report.damage else 0
