"""The arguments of a game's acts as the fields of its records, which `event_parser` reads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tenbo_core.errors import Malformed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tenbo.scoring.hand import Hand


def given_fields(fields: Mapping[str, object]) -> dict[str, Any]:
    """Return the fields that were given, as JSON would carry them.

    >>> given_fields({"seat": 2, "dice": (3, 5), "why": None})
    {'seat': 2, 'dice': [3, 5]}
    """
    given: dict[str, Any] = {}
    for name, value in fields.items():
        if isinstance(value, tuple):
            given[name] = list(value)
        elif value is not None:
            given[name] = value
    return given


def declared_fields(hand: Hand, source: int | str | None) -> dict[str, Any]:
    """Return a declared hand as a record, or refuse it where it was won in another way than it says.

    >>> from tenbo.scoring.hand import Hand
    >>> declared_fields(Hand("234567m345p678s9s", "9s", "ron", riichi=1), 3)
    {'hand': '234567m345p6789s', 'win': '9s', 'riichi': 1}
    """
    from tenbo.scoring.evaluate import check_hand_type  # noqa: PLC0415 - the scoring core only for declared hands
    from tenbo.scoring.json_records import declaration_record  # noqa: PLC0415

    check_hand_type(hand)
    if hand.is_tsumo != (source is None):
        message = "the hand was won by tsumo, which has no source" if hand.is_tsumo else "a ron needs a source"
        raise Malformed("contradiction", message, "source")
    return declaration_record(hand)
