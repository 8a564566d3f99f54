"""Which form of a text a number takes in a language.

A language counts its forms as gettext does in `Plural-Forms`: a form for one thing and one for several, unless it has a
rule of its own here. Pages ask the browser, which knows the same rules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable


class PluralRule(NamedTuple):
    """How many forms a language has, and which of them a number takes, counted from 0."""

    forms: int
    form_of: Callable[[int], int]


def _polish(number: int) -> int:
    return 0 if number == 1 else 1 if number % 10 in {2, 3, 4} and number % 100 not in {12, 13, 14} else 2


def _russian(number: int) -> int:
    if number % 10 == 1 and number % 100 != 11:
        return 0
    return 1 if number % 10 in {2, 3, 4} and number % 100 not in {12, 13, 14} else 2


_ONE_OR_SEVERAL = PluralRule(2, lambda number: int(number != 1))
_ONE = PluralRule(1, lambda _: 0)
_RULES = {
    "fr": PluralRule(2, lambda number: int(number > 1)),
    "ja": _ONE,
    "ko": _ONE,
    "pl": PluralRule(3, _polish),
    "ru": PluralRule(3, _russian),
    "zh": _ONE,
}


def english_plural(number: int, one: str, several: str, *values: object) -> str:
    """Return an English text of a number of things; the number is the first value.

    >>> english_plural(1, "{} game", "{} games"), english_plural(0, "{} game", "{} games")
    ('1 game', '0 games')
    """
    return english_plural_form(number, one, several).format(number, *values)


def english_plural_form(number: int, one: str, several: str) -> str:
    """Return which of two English texts is for a number of things."""
    return one if number == 1 else several


def plural_rule(language: str) -> PluralRule:
    """Return the rule of a language.

    >>> [plural_rule("en").form_of(number) for number in (0, 1, 2)], plural_rule("ja").forms
    ([1, 0, 1], 1)
    >>> plural_rule("zh").forms
    1
    >>> [plural_rule("pl").form_of(number) for number in (1, 2, 5, 12, 22)]
    [0, 1, 2, 2, 1]
    >>> [plural_rule("ru").form_of(number) for number in (1, 2, 5, 11, 21)]
    [0, 1, 2, 2, 0]
    """
    return _RULES.get(language, _ONE_OR_SEVERAL)
