"""Checks of the fields of events by kind, and the errors that they raise."""

from tenbo_core.errors import Malformed
from tenbo_core.seats import SEATS

if False:  # for the type checker alone, and gone when compiled
    from tenbo_core.kinds import Any

# Every number in an event fits 32 bits, so that no table, host or database has to know larger ones.
LARGEST = 0x7FFFFFFF


def check_value(name: str, kind: str, value: object) -> object:
    """Return a field's value as the fold uses it, or raise what it should have been.

    >>> check_value("tenpai", "seats", [2, 0])
    [0, 2]
    """
    if kind == "seat":
        return require_seat(name, value)
    if kind == "seats":
        return _seats(name, value)
    if kind == "wins":
        # Loaded for each win that is recorded, with the modules that pay it.
        from tenbo_core import win_parser

        return win_parser.parse_wins(name, value)
    if kind.startswith("word "):
        allowed = kind.split(" ")[1:]
        if not isinstance(value, str) or value not in allowed:
            raise Malformed("bad_field", f"{name} must be one of {', '.join(allowed)}, not {json_text(value)}", name)
        return value
    if kind == "count":
        fits, expected = is_count(value), "an integer from 0 to 2147483647"
    elif kind == "dice":
        fits, expected = _are_dice(value), "two integers from 1 to 6"
    else:
        # Kinds that no played hand needs.
        from tenbo_core.rare_field_checks import KINDS

        test, expected = KINDS[kind]
        fits = test(value)
    if not fits:
        raise Malformed("bad_field", f"{name} must be {expected}, not {json_text(value)}", name)
    return list(value) if isinstance(value, tuple) else value


def json_text(value: "Any", deep: int = 3) -> str:
    """Return a wrong value as JSON writes it, because its sender may not know Python.

    >>> json_text(None), json_text(True), json_text("East")
    ('null', 'true', "'East'")
    >>> json_text([1, None, (False,)]), json_text({"seat": None})
    ('[1, null, [false]]', "{'seat': null}")
    """
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)) and deep:
        return "[" + ", ".join([json_text(item, deep - 1) for item in value]) + "]"
    if isinstance(value, dict) and deep:
        return "{" + ", ".join([f"{name!r}: {json_text(value[name], deep - 1)}" for name in value]) + "}"
    return repr(value)


def require_seat(name: str, value: "Any") -> int:
    """Return a seat, or raise that it is none."""
    if not is_int(value) or value not in SEATS:
        raise Malformed("bad_seat", f"{name}: a seat must be 0 to 3, not {json_text(value)}", name)
    seat: int = value
    return seat


def is_int(value: "Any", most: int = LARGEST) -> bool:
    """Return whether a value is an integer from -`most` to `most`, or of 32 bits by default; true and false are not.

    >>> is_int(-8000), is_int(2**31), is_int(2**31, 2**53), is_int(True)
    (True, False, True, False)
    """
    return isinstance(value, int) and not isinstance(value, bool) and -most <= value <= most


def is_count(value: "Any") -> bool:
    """Return whether a value is an integer from 0 that fits 32 bits."""
    return is_int(value) and value >= 0


def are_ints(value: object, length: int) -> bool:
    """Return whether a value is a list of `length` integers."""
    return isinstance(value, (list, tuple)) and len(value) == length and all([is_int(item) for item in value])


def _are_dice(value: "Any") -> bool:
    return are_ints(value, 2) and all([1 <= die <= 6 for die in value])


def _seats(name: str, value: object) -> "list[int]":
    if not isinstance(value, (list, tuple)):
        raise Malformed("bad_field", f"{name} must be a list of seats, not {json_text(value)}", name)
    seats = [require_seat(name, item) for item in value]
    if any([seats.count(seat) > 1 for seat in seats]):
        raise Malformed("contradiction", f"{name}: a seat is listed twice", name)
    return sorted(seats)
