"""The certificate of a plan: what plans are compared by, what is found untrue, and its words, line by line."""

from __future__ import annotations

import pytest

from tenbo.tournament.seating.plan_quality import (
    PlanQuality,
    certificate_differences,
    certificate_lines,
    compute_certificate,
)

# Four tables, in which 16 is missing; then some have sat together, and some keep their table.
FOUR = [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15, 0]]
AGAIN = [[2, 1, 5, 6], [3, 4, 7, 8], [9, 13, 10, 14], [11, 12, 15, 0]]
BEST = PlanQuality(repeats=2, indirect_least=3, winds_off=4, same_table=5, sides_off=6, bound=1)


def test_the_smaller_number_is_better_but_for_the_common_opponents():
    """The weightiest comes first; where every two meet there is no one to have opponents in common with."""
    assert BEST.order == (2, -3, 4, 5, 6)
    assert BEST._replace(indirect_least=None).order == (2, 0, 4, 5, 6)
    assert BEST._replace(indirect_least=4).order < BEST.order
    for name in ("repeats", "winds_off", "same_table", "sides_off"):
        better = BEST._replace(**{name: getattr(BEST, name) - 1})
        assert better._replace(indirect_least=3).order < BEST.order, name
    assert BEST._replace(bound=0).order == BEST.order


def test_a_plan_with_an_empty_seat_is_counted_pair_by_pair():
    """No one meets no one, has no wind and keeps no table.

    Twice meet 1-2, 3-4, 5-6, 7-8, 9-10, 11-12 and 13-14, of which 3-4, 5-6, 7-8 and 11-12 have the same side again; in
    the same wind again are 7, 8, 9 and 15, at the same table 1, 2, 7, 8, 9, 10 and 15. No one has met both 1 and 9.
    """
    assert compute_certificate([FOUR, AGAIN]) == PlanQuality(7, 0, winds_off=4, same_table=7, sides_off=4, bound=0)
    # Six pairs meet three times; of three games in one wind two are too many, and of three sides four are off.
    assert compute_certificate([[[1, 2, 3, 4]]] * 3) == PlanQuality(
        12, None, winds_off=8, same_table=8, sides_off=24, bound=12
    )


def test_every_number_that_is_not_true_is_named():
    """Also one that is missing, is of another kind, or is no number."""
    claimed = BEST._asdict()
    assert certificate_differences(claimed, BEST) == []
    assert certificate_differences(claimed | {"repeats": 3, "bound": 0}, BEST) == [
        "repeats must be 2; the file has 3",
        "bound must be 1; the file has 0",
    ]
    assert certificate_differences(claimed | {"repeats": 2.0}, BEST) == ["repeats must be 2; the file has 2.0"]
    assert certificate_differences(claimed | {"bound": True}, BEST) == ["bound must be 1; the file has true"]
    every = BEST._replace(indirect_least=None)
    without = {name: value for name, value in every._asdict().items() if name != "indirect_least"}
    assert certificate_differences(without, every) == ["indirect_least must be null; the file has none"]
    assert certificate_differences(claimed, every) == ["indirect_least must be null; the file has 3"]
    for other in ([], None, "x", 1):
        assert certificate_differences(other, BEST) == ["the file has no certificate"]


@pytest.mark.parametrize(
    ("changed", "line"),
    [
        ({}, "repeats            2  meetings of a pair beyond its first"),
        (
            {"bound": 2},
            "repeats            2  meetings of a pair beyond its first (no schedule of this size has fewer)",
        ),
        ({}, "counting bound     1  repeats that no plan of this size can avoid"),
        ({}, "indirect least     3  common opponents, at least, of any two players who never meet"),
        (
            {"indirect_least": 0},
            ("indirect least     0  common opponents, at least, of any two players who never meet"),
        ),
        ({"indirect_least": None}, "everybody meets everybody"),
        ({}, "winds off          4  winds that a player has too often or too rarely"),
        ({}, "same table         5  times a player stays at the table of the session before"),
        ({}, "sides off          6  times too often left or right of, or opposite, the same player"),
    ],
)
def test_each_number_has_its_line(changed, line):
    """And the first says of what size the plan is; an empty seat is no player."""
    lines = certificate_lines(BEST._replace(**changed), [FOUR, AGAIN])
    assert lines[0] == "15 players, 2 sessions"
    assert certificate_lines(BEST, [FOUR])[0].endswith(" players, 1 session")
    assert line in lines
    assert len(lines) == 7
