"""What is wrong with a text that is not JSON, in words for the one who wrote it."""

from __future__ import annotations

from json import JSONDecodeError


def why_not_json(error: ValueError | RecursionError) -> str:
    """Return why a text is not JSON, without the insides of the program that reads it.

    >>> import json
    >>> try: json.loads("{")
    ... except ValueError as error: why_not_json(error)
    'not JSON: Expecting property name enclosed in double quotes (line 1, column 2)'
    """
    if isinstance(error, RecursionError):
        return "not JSON: it is nested too deeply"
    if isinstance(error, JSONDecodeError):
        return f"not JSON: {error.msg} (line {error.lineno}, column {error.colno})"
    return f"not JSON: {error}"
