"""Rule books: each a file of switches, every one with the section of the book it comes from.

A switch stands as

    uma = { value = [15000, 5000, -5000, -15000], section = "3.6.1" }
    agari_yame = { value = false, silent = "no such end is named" }

with the section, or `silent` and the reason for the value where the book says nothing. The table
`[yaku]` has a row for every yaku: its han with a closed and with an open hand, 0 where it is not
allowed; yakuman rows have 1, and `double_yakuman` says which of them count twice. Two switches
stand above their rows: `open_tanyao` decides whether the open tanyao is allowed at all, `renhou`
what renhou pays. What `value` may be says `tenbo_core.switches.SWITCHES`.

A user's own book begins with `extends = "ema-2016"` and names only what it changes, in the long
form or as plain values.

>>> book = load("ema-2016")
>>> book.title, book.rules.uma, str(book.sections["uma"])
('EMA Riichi 2016', [15000, 5000, -5000, -15000], '3.6.1')
>>> book.rules.yaku["pinfu"], str(book.sections["yaku.pinfu"])
([1, 0], '4.2.1')
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.books.book import Book, Citation
from tenbo.books.names import IDS
from tenbo_core.errors import Malformed
from tenbo_core.rules import DEFAULT_BOOK

__all__ = ["DEFAULT_BOOK", "Book", "Citation", "ids", "load"]

if TYPE_CHECKING:
    from pathlib import Path

_loaded: dict[str, Book] = {}

# A longer name is shown by its beginning.
_SHOWN = 200


def ids() -> tuple[str, ...]:
    """Return the ids of the rule books that come along.

    >>> ids()[0]
    'ema-2025'
    """
    return IDS


def load(id_or_path: str | Path, *, files: bool = True) -> Book:
    """Return a rule book by its id, or an own one by its file, whose name ends in .toml.

    With `files=False` only ids count: for names that come from other people's records.

    >>> load("ema-2015")
    Traceback (most recent call last):
    tenbo_core.errors.Malformed: there is no rule book 'ema-2015'; did you mean ema-2025?; \
there are ema-2025, ema-2012, hambaiman-ema, hambaiman-casual, alarm, austria, ema-2016, tenhou, wrc, m-league; \
an own book is a FILE.toml
    """
    name = str(id_or_path)
    if name in _loaded:
        return _loaded[name]
    if name in IDS:
        _loaded[name] = _read(f"{__path__[0]}/{name}.toml")
        return _loaded[name]
    if files and name.endswith(".toml"):
        return _own(name)
    from tenbo.inputs.unknown_words import did_you_mean  # noqa: PLC0415 - only for a mistake

    hint = "; an own book is a FILE.toml" if files else ""
    near = did_you_mean(name, IDS)
    message = f"there is no rule book {name[:_SHOWN]!r}{near}; there are {', '.join(IDS)}{hint}"
    raise Malformed("unknown_rules", message, "rules")


def _own(path: str) -> Book:
    book = _read(path)
    if book.id in IDS:
        message = f'{book.file}: the id {book.id} belongs to a book that comes along; add id = "..." with another'
        raise Malformed("bad_field", message, book.file)
    return book


def _read(path: str) -> Book:
    # Only here, so that a program that loads no book pays nothing for them.
    from tenbo.books.checking import book_of  # noqa: PLC0415
    from tenbo.books.reading import read_text  # noqa: PLC0415

    name = path.replace("\\", "/").rpartition("/")[2]
    return book_of(read_text(path, name), lambda base: load(base, files=False))
