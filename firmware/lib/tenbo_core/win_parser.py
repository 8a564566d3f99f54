"""Parses and checks the winners in an event from the wire."""

from tenbo_core.declared_win import Win
from tenbo_core.errors import Malformed
from tenbo_core.field_checks import is_count, json_text, require_seat

if False:  # for the type checker alone, and gone when compiled
    from tenbo_core.kinds import Any

WIN_FIELDS = ("seat", "from", "han", "fu", "yakuman", "pao", "pao_yakuman", "pao_other")

# A hand that counts as yakuman by its han may say so too; below that han and yakuman exclude each other.
COUNTED_YAKUMAN = 13


def parse_wins(name: str, value: object) -> "list[Win]":
    """Return the winners that a field names, or raise what it should have been."""
    if not isinstance(value, (list, tuple)) or not value:
        raise Malformed("bad_field", f"{name} must be a list of one to three winners", name)
    if len(value) > 3:
        raise Malformed("contradiction", "at most three players can win on one discard", name)
    return [_win(f"{name}[{place}]", item) for place, item in enumerate(value)]


def _win(name: str, item: object) -> Win:
    """Read a winner from a list on the wire or from an object with named fields."""
    if isinstance(item, Win):
        return item
    if isinstance(item, (list, tuple)):
        if len(item) > len(WIN_FIELDS):
            raise Malformed("bad_field", f"{name} has more fields than a winner", name)
        item = dict(zip(WIN_FIELDS, item))
    if not isinstance(item, dict):
        raise Malformed("bad_field", f"{name} must describe a winner, not be {json_text(item)}", name)
    if item.get("seat") is None:
        raise Malformed("missing_field", f"{name} needs the field seat", f"{name}.seat")
    seat = require_seat(f"{name}.seat", item["seat"])
    source = seat if item.get("from") is None else require_seat(f"{name}.from", item["from"])
    han, fu, yakuman = [_number(name, field, item.get(field)) for field in ("han", "fu", "yakuman")]
    if yakuman:
        if 0 < han < COUNTED_YAKUMAN:
            raise Malformed(
                "contradiction", f"a hand of {han} han is not a yakuman: give han or yakuman, not both", name + ".han"
            )
        # Only the multiple matters: the han and fu behind a counted yakuman are dropped.
        han = fu = 0
    elif not han:
        raise Malformed("missing_field", "a win needs its han, or its number of yakuman", name + ".han")
    pao, other = [
        None if item.get(field) is None else require_seat(f"{name}.{field}", item[field])
        for field in ("pao", "pao_other")
    ]
    return Win(seat, source, han, fu, yakuman, pao, _number(name, "pao_yakuman", item.get("pao_yakuman")), other)


def _number(name: str, field: str, value: "Any") -> int:
    if value is None:
        return 0
    if not is_count(value):
        raise Malformed(
            "bad_field", f"{field} must be a non-negative integer, not {json_text(value)}", f"{name}.{field}"
        )
    number: int = value
    return number
