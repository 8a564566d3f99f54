"""CSV files, read and written as spreadsheets do: three delimiters, a byte-order mark, no cells that are formulas."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from tenbo.validation.suggestions import nearest_word
from tenbo_core.errors import Malformed
from tenbo_core.sentences import plural_sentence, sentence

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

# `countri` is near enough to `country`, `ema member` not to `ema number`.
_NEAR = 0.85

DELIMITERS = ";,\t"

# A text cell that begins like this is a formula to a spreadsheet; a number is not.
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


def _is_formula(text: str) -> bool:
    """Return whether a spreadsheet would read a cell as a formula without its leading apostrophes."""
    bare = text.lstrip("'")
    return bare.startswith(FORMULA) or bare.lstrip().startswith(FORMULA)


def escape_formula(value: object) -> object:
    """Return a cell that no spreadsheet reads as a formula; numbers stay numbers.

    >>> escape_formula("=1+1"), escape_formula(-3000), escape_formula("Ada")
    ("'=1+1", -3000, 'Ada')
    """
    return "'" + value if isinstance(value, str) and _is_formula(value) else value


def unescape_formula(cell: str) -> str:
    """Return the original text of an escaped cell, as a spreadsheet shows it.

    >>> unescape_formula("'=1+1"), unescape_formula("'t Hooft"), unescape_formula(escape_formula("'=1"))
    ('=1+1', "'t Hooft", "'=1")
    """
    return cell[1:] if cell.startswith("'") and _is_formula(cell) else cell


def write_csv(rows: Iterable[Iterable[object]]) -> str:
    """Write rows as CSV with all text cells escaped."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for row in rows:
        writer.writerow([escape_formula(cell) if isinstance(cell, str) else cell for cell in row])
    return out.getvalue()


def read_csv(text: str) -> list[tuple[int, dict[str, str]]]:
    r"""Return each row by the column names of the header, in lower case, with its line number.

    >>> read_csv("\ufeff\n;;\nName;EMA\nAda;11990001\n")
    [(4, {'name': 'Ada', 'ema': '11990001'})]
    >>> read_csv("sep=;\nName;EMA\nAda;11990001\n")
    [(3, {'name': 'Ada', 'ema': '11990001'})]
    """
    lines = text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n").splitlines(keepends=True)
    empty = 0
    while empty < len(lines) and not lines[empty].strip(DELIMITERS + ' \n"'):
        empty += 1
    # A spreadsheet may have named the delimiter in a line of its own; the header shows the delimiter as well.
    empty += empty < len(lines) and lines[empty].strip().lower() in [f"sep={sign}".strip() for sign in DELIMITERS]
    head = lines[empty] if empty < len(lines) else ""
    reader = csv.reader(io.StringIO("".join(lines[empty:])), delimiter=max(DELIMITERS, key=head.count), strict=True)
    try:
        names = [name.strip().lower() for name in next(reader, [])]
        twice = [name for name in names if name and names.count(name) > 1]
        if twice:
            message = sentence(
                "column_named_twice",
                "line {empty}: two columns are named {twice}: give each column its own name",
                empty=empty + 1,
                twice=repr(twice[0]),
            )
            raise Malformed("bad_field", message, "file")
        return [
            (empty + reader.line_num, _by_name(names, row, empty + reader.line_num))
            for row in reader
            if any(value.strip() for value in row)
        ]
    except csv.Error as error:
        message = sentence(
            "line_is_not_csv",
            "line {empty} is not CSV ({error}): save the file again as CSV",
            empty=empty + reader.line_num,
            error=error,
        )
        raise Malformed("bad_field", message, "file") from None


def _by_name(names: list[str], row: list[str], line: int) -> dict[str, str]:
    """Return the cells of a row by name; an unquoted comma in a name would shift all later cells."""
    if any(cell.strip() for cell in row[len(names) :]):
        message = plural_sentence(
            "line_has_other_cells",
            len(row),
            "line {line} has {count} cell but the header has {other_count}: put quotes around any cell that "
            "contains the separator (comma, semicolon or tab)",
            "line {line} has {count} cells but the header has {other_count}: put quotes around any cell that "
            "contains the separator (comma, semicolon or tab)",
            line=line,
            other_count=len(names),
        )
        raise Malformed("bad_field", message, "file")
    return dict(zip(names, (unescape_formula(cell.strip()) for cell in row), strict=False))


def refuse_misspelt_columns(head: Iterable[str], known: Collection[str]) -> None:
    """Refuse a column whose name is probably misspelt, because its values would be ignored silently.

    >>> refuse_misspelt_columns(["id", "nam"], ("id", "name", "country"))
    Traceback (most recent call last):
    tenbo_core.errors.Malformed: column 'nam' is not recognised; did you mean name? Rename the column or remove it
    """
    for name in head:
        near = "" if not name or name in known else nearest_word(name, [one for one in known if len(one) > 2], _NEAR)
        if near:
            message = sentence(
                "unknown_column",
                "column {name} is not recognised; did you mean {near}? Rename the column or remove it",
                name=repr(name[:40]),
                near=near,
            )
            raise Malformed("bad_field", message, "file")
