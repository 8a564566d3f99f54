"""Checks of the field kinds that only rare events have, and the errors that they raise."""

from tenbo_core.field_checks import are_ints, is_int
from tenbo_core.seats import WIND_LETTERS

if False:  # for the type checker alone, and gone when compiled
    from tenbo_core.kinds import Any, Callable

# No session is made longer, or shorter, by more than a day.
MOST_MINUTES = 1440


def _are_switches(value: object) -> bool:
    return isinstance(value, list) and all(
        [isinstance(pair, list) and len(pair) == 2 and isinstance(pair[0], str) for pair in value]
    )


def _are_events(value: object) -> bool:
    return isinstance(value, list) and all(
        [isinstance(item, list) and len(item) > 0 and isinstance(item[0], str) for item in value]
    )


# Kind of value: whether a value is one, and what to ask for when it is not.
KINDS: "dict[str, tuple[Callable[[Any], bool], str]]" = {
    "points": (is_int, "an integer from -2147483647 to 2147483647"),
    "minutes": (lambda value: is_int(value) and -MOST_MINUTES <= value <= MOST_MINUTES,
                "an integer from -1440 to 1440"),
    "hand": (lambda value: is_int(value) and 1 <= value <= 4, "an integer from 1 to 4"),
    "text": (lambda value: isinstance(value, str), "text"),
    "word": (lambda value: isinstance(value, str), "a word"),
    "wind": (lambda value: isinstance(value, str) and len(value) == 1 and value in WIND_LETTERS,
             "one of the winds E, S, W, N"),
    "scores": (lambda value: are_ints(value, 4) or are_ints(value, 3), "a list of an integer for each seat"),
    "switches": (_are_switches, "a list of [switch, value]"),
    "events": (_are_events, "a list of [event, field, ...]"),
}  # fmt: skip
