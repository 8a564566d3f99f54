"""Checks the fields of input from outside by kind, and raises errors that name the wrong field.

The desk's records, requests to the API, settings and declared hands are checked here. Events and messages are checked
by `tenbo_core`: a device has no room for these kinds, and these have no use for winners or fields without names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import date
from typing import TYPE_CHECKING, Any, NamedTuple

from tenbo.validation.suggestions import quote_value, with_known
from tenbo_core.errors import Malformed
from tenbo_core.field_checks import is_count, is_int
from tenbo_core.seats import SEATS
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Callable

    # Fields as (name, kind); a kind that ends in "?" may be left out.
    Rows = tuple[tuple[str, str], ...]

# Milliseconds since 1970 up to the year 9999.
LATEST = 253_402_300_799_999

# A reason or a title is a line, not a book; who decides has a shorter name.
LONGEST_LINE = 200
LONGEST_NAME = 60

# How many people play at one table.
TABLE_SIZES = (3, 4)
_DATE = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)


class FieldKind(NamedTuple):
    """One kind of value: its test, the words that ask for it, and the error's code."""

    fits: Callable[[Any], bool]
    expected: str
    code: str = "bad_field"


def _is_line(value: Any, longest: int) -> bool:
    return isinstance(value, str) and 0 < len(value.strip()) <= len(value) <= longest and value.isprintable()


def _are_ints(value: Any, length: int) -> bool:
    return isinstance(value, list) and len(value) == length and all(is_int(item) for item in value)


def _fits_seats(value: Any) -> bool:
    return isinstance(value, list) and len(value) in TABLE_SIZES


def _is_date(value: Any) -> bool:
    if not isinstance(value, str) or _DATE.fullmatch(value) is None:
        return False
    try:
        date.fromisoformat(value)
    except ValueError:
        return False
    return True


KINDS = {
    "text": FieldKind(lambda value: isinstance(value, str), sentence("kind_text", "text")),
    "line": FieldKind(lambda value: _is_line(value, LONGEST_LINE),
                      sentence("kind_line", "one non-empty line of at most {most} characters",
                               most=LONGEST_LINE)),
    "name": FieldKind(lambda value: _is_line(value, LONGEST_NAME),
                      sentence("kind_name", "one line of 1 to {most} characters", most=LONGEST_NAME)),
    "bool": FieldKind(lambda value: isinstance(value, bool), sentence("kind_bool", "true or false")),
    "int": FieldKind(is_int, sentence("kind_int", "an integer from -2147483647 to 2147483647")),
    "count": FieldKind(is_count, sentence("kind_count", "an integer from 0 to 2147483647")),
    "seat": FieldKind(lambda value: is_int(value) and value in SEATS, sentence("kind_seat", "a seat from 0 to 3"),
                      "bad_seat"),
    "moment": FieldKind(lambda value: is_int(value, LATEST) and value >= 0, "a time in milliseconds since 1970"),
    "list": FieldKind(lambda value: isinstance(value, list), "a list"),
    "object": FieldKind(lambda value: isinstance(value, dict), "an object"),
    "objects": FieldKind(lambda value: isinstance(value, list) and len(value) > 0
                  and all(isinstance(item, dict) for item in value), "a non-empty list of objects"),
    "table": FieldKind(lambda value: isinstance(value, dict), "a table"),
    "texts": FieldKind(lambda value: isinstance(value, list) and all(isinstance(item, str) for item in value),
                  "a list of texts"),
    "counts": FieldKind(lambda value: isinstance(value, list) and all(is_count(item) for item in value),
                   "a list of non-negative integers"),
    "places": FieldKind(lambda value: isinstance(value, list) and len(value) > 0,
                   sentence("kind_places", "a list of [session, table, [E, S, W, N]]")),
    "two": FieldKind(lambda value: _are_ints(value, 2), sentence("kind_two", "a list of two integers")),
    "seated": FieldKind(lambda value: _fits_seats(value) and all(is_count(item) for item in value),
                   "a list of three or four player numbers"),
    "by_seat": FieldKind(lambda value: _fits_seats(value) and all(is_int(item) for item in value),
                   sentence("kind_by_seat", "a list of three or four integers")),
    "date": FieldKind(_is_date, "a date such as 2026-12-08"),
}  # fmt: skip


def check_value(name: str, kind: str, value: Any) -> Any:
    """Return a value of the kind `kind`, or raise what the field `name` should have been.

    A kind `word a b` is one of these words.

    >>> check_value("session", "count", 3), check_value("act", "word start stop", "stop")
    (3, 'stop')
    >>> check_value("session", "count", -3)
    Traceback (most recent call last):
    tenbo_core.errors.Malformed: session must be an integer from 0 to 2147483647, not -3
    """
    if kind.startswith("word "):
        words = kind.split(" ")[1:]
        if isinstance(value, str) and value in words:
            return value
        raise Malformed(
            "bad_field",
            sentence(
                "not_one_of",
                "{name} must be one of {words}, not {value}",
                name=name,
                words=", ".join(words),
                value=quote_value(value),
            ),
            name,
        )
    fits, expected, code = KINDS[kind]
    if fits(value):
        return value
    raise Malformed(
        code,
        sentence(
            "wrong_value",
            "{name} must be {expected}, not {value}",
            name=name,
            expected=expected,
            value=quote_value(value),
        ),
        name,
    )


def read_field(owner: str, given: Mapping[str, Any], name: str, kind: str, default: Any = ...) -> Any:
    """Return one checked field of the input, or the default if it is left out and has one.

    >>> read_field("the body", {"table": 3}, "session", "count")
    Traceback (most recent call last):
    tenbo_core.errors.Malformed: the body needs the field session
    """
    value = given.get(name, default)
    if value is ...:
        raise Malformed(
            "missing_field", sentence("field_needed", "{owner} needs the field {name}", owner=owner, name=name), name
        )
    return value if value is default else check_value(name, kind, value)


def as_list(items: object) -> Any:
    """Return what was given one by one as a list; what is none stays, and is refused by its field's name.

    >>> as_list((1, 2)), as_list("12"), as_list(3)
    ([1, 2], '12', 3)
    """
    return list(items) if isinstance(items, Iterable) and not isinstance(items, (str, bytes, Mapping)) else items


def read_fields(owner: str, rows: Rows, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return all fields in the order of their rows: none unknown, none missing, each of its kind.

    >>> read_fields("a lock", (("session", "count"), ("last", "count?")), {"sessions": 1})
    Traceback (most recent call last):
    tenbo_core.errors.Malformed: a lock has no field 'sessions'; did you mean session?
    """
    known = [name for name, _ in rows]
    for name in given:
        if name not in known:
            unknown = sentence("unknown_field_of", "{owner} has no field {name}", owner=owner, name=quote_value(name))
            raise Malformed("bad_field", with_known(unknown, name, known), name)
    fields = {}
    for name, what in rows:
        value = read_field(owner, given, name, what.rstrip("?"), None if what.endswith("?") else ...)
        if value is not None:
            fields[name] = value
    return fields
