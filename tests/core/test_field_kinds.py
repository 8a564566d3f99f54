"""Every kind of field at both ends of what it may be, and beside it: a bound that is off by one is a wrong game."""

from tenbo_core.errors import TenboError
from tenbo_core.field_checks import LARGEST, check_value

# What is no kind of field at all but text and lists.
ODD = (None, True, False, "", "1", {}, 1.0)

# Kind: what it may be, and what it may not.
KINDS = {
    "seat": ((0, 1, 2, 3), (-1, 4)),
    "count": ((0, 1, LARGEST), (-1, -LARGEST - 1, LARGEST + 1)),
    "points": ((0, -LARGEST, LARGEST), (LARGEST + 1, -LARGEST - 1)),
    "minutes": ((-1440, 0, 1440), (-1441, 1441)),
    "hand": ((1, 4), (0, 5)),
    "dice": (([1, 1], [6, 6], [1, 6]), ([0, 1], [1, 0], [7, 1], [1, 7], [1], [1, 2, 3], ["1", "2"], [True, 1])),
    "scores": (
        ([0, 0, 0, 0], [-1, LARGEST, 2, 3], [0, 0, 0]),
        ([0, 0], [0, 0, 0, 0, 0], [0, 0, 0, LARGEST + 1], [0, 0, 0, None]),
    ),
    "wind": (("E", "S", "W", "N"), ("ES", "e", "X", 0)),
    "switches": (
        (["uma", 1],),
        (["uma"], [], ["uma", 1, 2], [1, "uma"], 2, "uma", None),
    ),
    "events": (
        (["hand"], ["riichi", 1], ["draw", [0, 1]]),
        ([], [1], [None, "hand"], "hand", 2, None),
    ),
    "seats": (([0], [0, 1, 2, 3]), ([4], [-1], [0, 0], [1, 2, 1], [None], "01", 0)),
    "word exhaustive abortive": (("exhaustive", "abortive"), ("exhaustiv", "word", 0)),
}
# These are lists of what stands there.
LISTS = ("switches", "events")


def refused(kind, value):
    """Return the field that is refused, or None."""
    try:
        check_value("name", kind, value)
    except TenboError as error:
        return error.at
    return None


def test_every_kind_takes_what_it_may_be_up_to_its_bounds():
    """What a table writes itself must come back."""
    for kind, (good, _) in KINDS.items():
        for value in [list(good), []] if kind in LISTS else good:
            assert refused(kind, value) is None, (kind, value)
            assert check_value("name", kind, value) == value, (kind, value)
    for kind in ("text", "word"):
        for value in ("", "a", "two words"):
            assert check_value("name", kind, value) == value


def test_every_kind_refuses_what_is_beside_it_with_the_name_of_the_field():
    """An error of Python's own in place of a sentence stops anyone who reads a whole record."""
    for kind, (good, bad) in KINDS.items():
        for value in bad:
            wrong = [good[0], value] if kind in LISTS else value
            assert refused(kind, wrong) == "name", (kind, wrong)
        for value in ODD:
            assert refused(kind, value) == "name", (kind, value)
    for kind in ("text", "word"):
        for value in (None, 1, [], True):
            assert refused(kind, value) == "name", (kind, value)
