"""Writes the device's copy of the rule books, and checks that it is current.

    python -m tenbo.books.device_copy           write firmware/lib/tenbo_core/books
    python -m tenbo.books.device_copy --check   exit 1 and name the file that is stale

The device needs every switch but `yaku`: declared hands are scored on the host.
"""

from __future__ import annotations

import argparse
import binascii
import json
import sys
from pathlib import Path

from tenbo.books import ids, load
from tenbo_core.switches import SWITCHES

# The source tree's; an installed package carries the copy it was built with.
COPY = Path(__file__).resolve().parents[3] / "firmware" / "lib" / "tenbo_core" / "books"
MADE_BY = "by `python -m tenbo.books.device_copy`; do not edit."

PACKAGE = '''\
# Generated from host/tenbo/books/*.toml {made_by}
"""The rule books on the device, each in a module of its own that is loaded when it is asked for."""

from tenbo_core.errors import Malformed
from tenbo_core.rules import Rules

BOOKS = (
{books})

# CRC-32 over every book's values: a device and a host with equal fingerprints play by equal rules.
FINGERPRINT = {fingerprint}


def load(book: str) -> Rules:
    """Give the switches of a rule book by its id, without the yaku.

    >>> load("ema-2016").start_points
    30000
    """
    if book not in BOOKS:
        raise Malformed("unknown_rules", "there is no rule book %r; there are %s" % (book, ", ".join(BOOKS)), "rules")
    name = "tenbo_core.books." + book.replace("-", "_")
    return Rules(book, __import__(name, None, None, ("VALUES",)).VALUES)
'''

MODULE = '''\
# Generated from host/tenbo/books/{book}.toml {made_by}
"""The rule book {book}, for the device."""

TITLE = {title}
VALUES = {{
{values}}}
'''


def values_of(book: str) -> list[tuple[str, object]]:
    """Give what the device needs of a book: name and value, in the order of the switches."""
    rules = load(book).rules
    return [(name, rules.values[name]) for name, _ in SWITCHES if name != "yaku"]


def fingerprint() -> int:
    """Give the number that stands for all values of all books."""
    number = 0
    for book in ids():
        canonical = json.dumps([book, values_of(book)], separators=(",", ":"))
        number = binascii.crc32(canonical.encode("ascii"), number)
    return number


def files() -> dict[str, str]:
    """Give the text of every file of the device's copy by its name."""
    books = "".join([f'    "{book}",\n' for book in ids()])
    made = {"__init__.py": PACKAGE.format(made_by=MADE_BY, books=books, fingerprint=fingerprint())}
    for book in ids():
        values = "".join([f'    "{name}": {_literal(value)},\n' for name, value in values_of(book)])
        title = _literal(load(book).title)
        made[f"{book.replace('-', '_')}.py"] = MODULE.format(book=book, made_by=MADE_BY, title=title, values=values)
    return made


def _literal(value: object) -> str:
    """Give a value as the formatter writes it: words in double quotes."""
    return repr(value) if isinstance(value, bool) else json.dumps(value, ensure_ascii=True)


def stale() -> list[str]:
    """Give the names of the files that are missing, differ or should not be there."""
    wanted = files()
    found = {path.name: path.read_text(encoding="ascii") for path in COPY.glob("*.py")}
    return sorted(name for name in wanted.keys() | found.keys() if wanted.get(name) != found.get(name))


def main(argv: list[str] | None = None) -> int:
    """Write the copy, or check it."""
    parser = argparse.ArgumentParser(
        prog="python -m tenbo.books.device_copy", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 when a file is stale")
    check = parser.parse_args(argv).check
    if not COPY.parent.is_dir():
        parser.error(f"there is no {COPY.parent}: run this in a checkout of the project")
    names = stale()
    if check:
        for name in names:
            sys.stderr.write(f"stale: {COPY / name}; run python -m tenbo.books.device_copy\n")
        return 1 if names else 0
    COPY.mkdir(exist_ok=True)
    wanted = files()
    for name in names:
        if name in wanted:
            (COPY / name).write_text(wanted[name], encoding="ascii", newline="\n")
        else:
            (COPY / name).unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main())
