"""Parses JSON strictly by the standard, and explains to its author why a text is invalid."""

from __future__ import annotations

import json
import math
from json import JSONDecodeError
from typing import Any


def json_error_text(error: ValueError | RecursionError) -> str:
    """Return why a text is not JSON, without the insides of the program that reads it.

    >>> import json
    >>> try: json.loads("{")
    ... except ValueError as error: json_error_text(error)
    'not JSON: Expecting property name enclosed in double quotes (line 1, column 2)'
    """
    if isinstance(error, RecursionError):
        return "not JSON: it is nested too deeply"
    if isinstance(error, JSONDecodeError):
        return f"not JSON: {error.msg} (line {error.lineno}, column {error.colno})"
    return f"not JSON: {error}"


def parse_strict(text: bytes) -> Any:
    """Return the value of a JSON text, if every JSON reader understands it in the same way.

    >>> parse_strict(b'{"a": [1, 2.5, "x"]}')
    {'a': [1, 2.5, 'x']}
    >>> parse_strict(b'{"a": 1, "a": 2}')
    Traceback (most recent call last):
    ValueError: the field 'a' is listed twice
    """
    value = json.loads(text, object_pairs_hook=_unique_keys, parse_constant=_number, parse_float=_number)
    if b"\\ud" in text.lower():
        try:
            json.dumps(value, ensure_ascii=False).encode()
        except UnicodeEncodeError:
            raise ValueError("it contains half of a surrogate pair") from None
    return value


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"the field {twice[:40]!r} is listed twice")
    return fields


def _number(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text[:40]} is not a finite number")
    return number
