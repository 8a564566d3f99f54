"""Rows of a CSV file as spreadsheets write it: three delimiters, a byte-order mark, empty lines before its head."""

from __future__ import annotations

import csv
import io

from tenbo_core.errors import Malformed

DELIMITERS = ";,\t"


def csv_rows(text: str) -> list[tuple[int, dict[str, str]]]:
    r"""Return each row by the names of the head line, in lower case, with the number of its line.

    >>> csv_rows("\ufeff\n;;\nName;EMA\nAda;11990001\n")
    [(4, {'name': 'Ada', 'ema': '11990001'})]
    """
    lines = text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n").splitlines(keepends=True)
    empty = 0
    while empty < len(lines) and not lines[empty].strip(DELIMITERS + ' \n"'):
        empty += 1
    head = lines[empty] if empty < len(lines) else ""
    reader = csv.reader(io.StringIO("".join(lines[empty:])), delimiter=max(DELIMITERS, key=head.count), strict=True)
    try:
        names = [name.strip().lower() for name in next(reader, [])]
        return [
            (empty + reader.line_num, dict(zip(names, (value.strip() for value in row), strict=False)))
            for row in reader
            if any(value.strip() for value in row)
        ]
    except csv.Error as error:
        message = f"line {empty + reader.line_num} is not CSV ({error}): save the file anew as CSV"
        raise Malformed("bad_field", message, "file") from None
