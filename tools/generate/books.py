"""The device's copy of the rule books, and the host's of their values.

The device needs every switch but `yaku`: declared hands are scored on the host. The host reads a book's file where its
sections are wanted; a program that scores a hand needs the values alone, and no reader of files.
"""

from __future__ import annotations

import binascii
import json
from typing import TYPE_CHECKING

from tenbo.rulebooks import ids, load
from tenbo_core.switches import SWITCHES
from tools.generate.generated_files import ROOT

if TYPE_CHECKING:
    from pathlib import Path

# The source tree's; an installed package carries the copy it was built with.
COPY = ROOT / "firmware/lib/tenbo_core/books"
# The values of the books as Python, which is loaded forty times as fast as their files are read.
VALUES = ROOT / "host/tenbo/rulebooks/bundled_values.py"
# Every file there is made by this module.
OWNS = (COPY, "*.py")
MADE_BY = "by `python -m tools.generate books`; do not edit."

PACKAGE = '''\
# Generated from host/tenbo/rulebooks/*.toml {made_by}
"""The rule books on the device, each in a module of its own that is loaded when it is asked for."""

from tenbo_core.errors import Malformed
from tenbo_core.rules import Rules

BOOKS = (
{books})

# CRC-32 over every book's values: a device and a host with equal fingerprints play by equal rules.
FINGERPRINT = {fingerprint}


def load(book: str) -> Rules:
    """Return the switches of a rule book by its id, without the yaku.

    >>> load("ema-2016").start_points
    30000
    """
    if book not in BOOKS:
        raise Malformed("unknown_rules", "there is no rule book %r; there are %s" % (book, ", ".join(BOOKS)), "rules")
    name = "tenbo_core.books." + book.replace("-", "_")
    return Rules(book, __import__(name, None, None, ("VALUES",)).VALUES)
'''

MODULE = '''\
# Generated from host/tenbo/rulebooks/{book}.toml {made_by}
"""The rule book {book}, for the device."""

TITLE = {title}
VALUES = {{
{values}}}
'''


# Hands are scored and chips are entered on the host; a device has no memory to spare for what it does not read.
ON_HOST = ("yaku", "chip_points")


def device_book_values(book: str) -> list[tuple[str, object]]:
    """Return what the device needs of a book: name and value, in the order of the switches."""
    rules = load(book).rules
    return [(name, rules.values[name]) for name, _ in SWITCHES if name not in ON_HOST]


def _in_order(value: object) -> object:
    """Return a value with what is named in it in the order of the names, because MicroPython keeps no order."""
    return sorted(value.items()) if isinstance(value, dict) else value


def fingerprint() -> int:
    """Return the number that stands for all values of all books."""
    number = 0
    for book in ids():
        values = [(name, _in_order(value)) for name, value in device_book_values(book)]
        canonical = json.dumps([book, values], separators=(",", ":"))
        number = binascii.crc32(canonical.encode("ascii"), number)
    return number


def device_book_modules() -> dict[str, str]:
    """Return the text of every module of the device's copy by its file name."""
    books = "".join([f'    "{book}",\n' for book in ids()])
    made = {"__init__.py": PACKAGE.format(made_by=MADE_BY, books=books, fingerprint=fingerprint())}
    for book in ids():
        values = "".join([f'    "{name}": {_literal(value)},\n' for name, value in device_book_values(book)])
        title = _literal(load(book).title)
        made[f"{book.replace('-', '_')}.py"] = MODULE.format(book=book, made_by=MADE_BY, title=title, values=values)
    return made


def _literal(value: object) -> str:
    """Return a value as the formatter writes it: words in double quotes."""
    return repr(value) if isinstance(value, bool) else json.dumps(value, ensure_ascii=True)


VALUES_MODULE = """\
# Generated from host/tenbo/rulebooks/*.toml {made_by}
# fmt: off
# ruff: noqa: C901, E501, PLR0911, PLR0912
\"\"\"The values of the rule books that come along, for programs that need none of their sections.\"\"\"

from __future__ import annotations


def bundled_values(book: str) -> dict[str, object]:
    \"\"\"Return the values of a book by its id.

    >>> bundled_values("ema-2016")["uma"]
    [15000, 5000, -5000, -15000]
    \"\"\"
{cases}    return {{}}
"""


def book_values_module() -> str:
    """Return the module of all values of all books, each built when it is asked for."""
    cases = ""
    for book in ids():
        parsed = load(book).rules
        rows = "".join([f'            "{name}": {_literal(value)},\n' for name, value in parsed.values.items()])
        cases += f'    if book == "{book}":\n        return {{\n{rows}        }}\n'
    return VALUES_MODULE.format(made_by=MADE_BY, cases=cases)


def files() -> dict[Path, bytes]:
    """Return every module of the device's copy, and the host's, by its path."""
    made = {COPY / name: text.encode("ascii") for name, text in device_book_modules().items()}
    return {**made, VALUES: book_values_module().encode("ascii")}
