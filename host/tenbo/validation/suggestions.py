"""Suggests the nearest known word for an unknown one, if any is near."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo_core.errors import Malformed

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

# How near a word must be to be meant: `form` is near enough to `from`, `seat` not to `at`.
_NEAR = 0.7

# Longer words are shown by their beginning.
_QUOTED_LETTERS = 60


def did_you_mean(word: object, known: Iterable[str]) -> str:
    """Return the end of a sentence about an unknown word: the nearest known one, if any is near.

    >>> did_you_mean("riichii", ("riichi", "ippatsu")), did_you_mean("xyz", ("riichi", "ippatsu"))
    ('; did you mean riichi?', '')
    """
    near = nearest_word(str(word), known)
    return f"; did you mean {near}?" if near else ""


def nearest_word(word: str, known: Iterable[str], near: float = _NEAR) -> str:
    """Return the nearest known word, if any is near.

    >>> nearest_word("eys", ("yes", "seen"), 0.65), nearest_word("players", ("yes", "seen"), 0.65)
    ('yes', '')
    """
    from difflib import get_close_matches  # noqa: PLC0415 - only for a mistake

    # EMA-2016 means ema-2016.
    spelt = {name.lower(): name for name in known}
    found = get_close_matches(word[:_QUOTED_LETTERS].lower(), list(spelt), n=1, cutoff=near)
    return spelt[found[0]] if found else ""


def suggest_or_list(word: object, known: Collection[str]) -> str:
    """Return the end of a sentence about an unknown word: the nearest known one, or all of them.

    >>> suggest_or_list("xyz", ("riichi", "ippatsu"))
    '; there are riichi, ippatsu'
    """
    return did_you_mean(word, known) or f"; there {'is only' if len(known) == 1 else 'are'} {', '.join(known)}"


def refuse_unknown_fields(record: Iterable[str], known: Collection[str], at: str = "") -> None:
    """Refuse the first field that is not among the known ones; `at` stands before its name.

    >>> refuse_unknown_fields({"seat": 1, "pointz": -1000}, ("seat", "points"))
    Traceback (most recent call last):
    tenbo_core.errors.Malformed: there is no field 'pointz' here; did you mean points?
    """
    for name in record:
        if name not in known:
            message = f"there is no field {name[:_QUOTED_LETTERS]!r} here{did_you_mean(name, known)}"
            raise Malformed("bad_field", message, at + name[:_QUOTED_LETTERS])
