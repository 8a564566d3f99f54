"""Fields of what comes in: every kind takes what it should and names the field of what it should not."""

from __future__ import annotations

import pytest

from tenbo.validation.fields import KINDS, check_value, read_field
from tenbo_core.errors import Malformed

# For each kind the least and the most that it takes, and its nearest neighbours that it does not.
EXAMPLES = {
    "text": (["", "a\nb"], [7, None]),
    "line": (["a", " b", "a" * 200], ["", " ", "a\nb", "a" * 201, 7]),
    "name": (["a", "a" * 60], ["", " ", "a\x1b[31m", "a" * 61, True]),
    "bool": ([True, False], [0, 1, "true", None]),
    "int": ([0, -(2**31) + 1, 2**31 - 1], [2**31, -(2**31), True, 1.0, "1"]),
    "count": ([0, 2**31 - 1], [-1, 2**31, True, "1"]),
    "seat": ([0, 3], [-1, 4, True, "E"]),
    "moment": ([0, 253_402_300_799_999], [-1, 253_402_300_800_000, True]),
    "list": ([[], ["a"]], [(), "a", {}]),
    "object": ([{}], [[], "a"]),
    "objects": ([[{}], [{}, {"a": 1}]], [[], {}, [7], "a"]),
    "table": ([{}], [[], "a"]),
    "texts": ([[], ["a"]], [["a", 1], "a"]),
    "counts": ([[], [0, 7]], [[-1], [True], 7]),
    "places": ([[[1, 1, [1, 2, 3, 4]]]], [[], {}]),
    "two": ([[1, -1]], [[1], [1, 2, 3], [1, True], (1, 2)]),
    "seated": ([[1, 2, 3], [0, 1, 2, 3]], [[1, 2], [1, 2, 3, 4, 5], [1, 2, -1], [1, 2, True], (1, 2, 3)]),
    "by_seat": ([[1, -2, 3], [0, 1, 2, 3]], [[1, 2], [1, 2, 3, 4, 5], [1, 2, "3"], [1, 2, True]]),
    "date": (["2026-12-08"], ["2026-13-08", "8.12.2026", "", 20261208]),
    "word start stop": (["start", "stop"], ["", "word", "start stop", 1, ["start"]]),
}


def test_every_kind_has_its_examples():
    """A kind that is added is one that someone has thought about."""
    assert set(EXAMPLES) - {"word start stop"} == set(KINDS)


@pytest.mark.parametrize("what", EXAMPLES)
def test_a_kind_takes_its_values_and_names_the_field_of_others(what):
    """Anyone who typed it must see which field, what it should have been, and what came."""
    right, wrong = EXAMPLES[what]
    for value in right:
        assert check_value("that", what, value) == value
    for value in wrong:
        with pytest.raises(Malformed, match=r"^that must be .*, not ") as refusal:
            check_value("that", what, value)
        assert refusal.value.at == "that"
        assert refusal.value.code == ("bad_seat" if what == "seat" else "bad_field")


def test_of_a_long_wrong_value_the_beginning_is_repeated():
    """A file that someone pasted into a field would fill the terminal and the log."""
    with pytest.raises(Malformed) as refusal:
        check_value("session", "count", "9" * 5000)
    assert refusal.value.message == (f"session must be an integer from 0 to 2147483647, not '{'9' * 59}...")


def test_a_field_with_a_default_may_be_left_out_but_not_be_wrong():
    """Nothing said is the default; something else said is a mistake."""
    assert read_field("the body", {}, "table", "count", None) is None
    assert read_field("the body", {"table": None}, "table", "count", None) is None
    with pytest.raises(Malformed, match="table must be an integer from 0 to 2147483647"):
        read_field("the body", {"table": "x"}, "table", "count", None)
    with pytest.raises(Malformed, match="the body needs the field table"):
        read_field("the body", {}, "table", "count")
