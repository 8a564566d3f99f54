"""Two desks at once: neither overwrites what the other has recorded without hearing of it."""

from __future__ import annotations

import threading

import pytest

from tenbo.store import Store
from tenbo.tournament.checks import Check
from tenbo.tournament.desk import Desk
from tenbo_core.errors import Refused

SHEET = {"session": 1, "table": 1, "scores": [30000, 30000, 40000, 20000], "why": "sheet"}
FINE = {"session": 1, "table": 1, "seat": 2, "points": -8000, "why": "telephone"}
SEATS = {"session": 1, "table": 1, "players": [1, 2, 3, 4]}


@pytest.fixture
def desk(tmp_path):
    """Yield a desk with two planned sessions."""
    with Store(tmp_path / "hall.db") as store:
        desk = Desk(store)
        tables = [[session, table, [4 * table + seat for seat in range(4)]] for session in (1, 2) for table in (1, 2)]
        desk.record_all("Ada", [("plan", {"tables": tables})])
        yield desk


def record(desk, by, kind, *, yes=False, seen=None, **fields):
    """Type a record as one of the desks does; return its number."""
    return desk.record_all(by, [(kind, fields)], Check(lambda _: [], yes=yes, seen=seen))[0].n


@pytest.mark.parametrize(
    ("kind", "fields", "other", "what"),
    [
        ("tournament", {"title": "Open", "rules": "wrc"}, {"title": "Cup", "rules": "wrc"}, "take its place"),
        ("seats", SEATS, {**SEATS, "players": [4, 3, 2, 1]}, "take its place"),
        ("correct", SHEET, {**SHEET, "scores": [30000, 40000, 30000, 20000]}, "take its place"),
        ("penalty", FINE, {**FINE, "why": "phone"}, "be one more"),
    ],
)
def test_what_another_desk_has_recorded_is_not_overwritten_unasked(desk, kind, fields, other, what):
    """It is named, with its author and number; whoever recorded it may change it, and what is taken back is gone."""
    number = record(desk, "Ada", kind, **fields)
    with pytest.raises(Refused, match=rf"^Ada has recorded {kind} .* as number {number}: this would {what} \(--yes"):
        record(desk, "Bo", kind, **other)
    assert record(desk, "Ada", kind, **other) == number + 1
    assert record(desk, "Bo", kind, yes=True, **fields) == number + 2
    for made in (number + 2, number + 1, number):
        record(desk, "Ada", "takeback", of=made, why="a slip")
    assert record(desk, "Cy", kind, **fields) == number + 6


@pytest.mark.parametrize(
    ("first", "fields", "second", "others", "meet"),
    [
        ("correct", SHEET, "correct", SHEET, True),
        ("correct", SHEET, "penalty", FINE, True),
        ("correct", SHEET, "penalty", {**FINE, "table": 2}, False),
        ("correct", SHEET, "penalty", {**FINE, "session": 2}, False),
        ("penalty", FINE, "penalty", {**FINE, "seat": 3}, True),
        ("seats", SEATS, "plan", {"tables": [[1, 2, [8, 9, 10, 11]]]}, True),
        ("seats", SEATS, "plan", {"tables": [[2, 2, [8, 9, 10, 11]]]}, False),
        ("plan", {"tables": [[2, 1, [4, 5, 6, 7]]]}, "plan", {"tables": [[2, 1, [7, 6, 5, 4]]]}, True),
        ("plan", {"tables": [[2, 1, [4, 5, 6, 7]]]}, "plan", {"tables": [[1, 1, [7, 6, 5, 4]]]}, False),
        ("swap", {"session": 1, "players": [4, 8]}, "seats", {**SEATS, "table": 2, "players": [4, 9, 0, 0]}, True),
        ("strike", {"player": 4, "why": "ill"}, "withdraw", {"player": 4, "session": 2, "why": "ill"}, True),
        ("strike", {"player": 4, "why": "ill"}, "withdraw", {"player": 5, "session": 2, "why": "ill"}, False),
        ("tournament", {"title": "A", "rules": "wrc"}, "tournament", {"title": "B", "rules": "wrc"}, True),
        ("tournament", {"title": "A", "rules": "wrc"}, "correct", SHEET, False),
    ],
)
def test_what_was_not_seen_is_refused_only_where_it_is_about_the_same(desk, first, fields, second, others, meet):
    """Whoever has seen it may go on; what another desk does at another table is no reason."""
    seen = desk.records[-1].n
    number = record(desk, "Ada", first, **fields)
    if meet:
        with pytest.raises(Refused, match=f"Ada has recorded {first} .*, as number {number}: look again") as refusal:
            record(desk, "Ada", second, seen=seen, yes=True, **others)
        assert refusal.value.at == "seen"
        assert desk.records[-1].n == number
        record(desk, "Ada", second, seen=number, yes=True, **others)
    else:
        record(desk, "Bo", second, seen=seen, **others)


def test_to_take_back_what_was_changed_meanwhile_is_refused(desk):
    """It is about what the record that it takes back is about."""
    number = record(desk, "Ada", "correct", **SHEET)
    record(desk, "Bo", "penalty", **FINE)
    with pytest.raises(Refused, match="Bo has recorded penalty"):
        record(desk, "Ada", "takeback", seen=number, of=number, why="a slip")
    record(desk, "Ada", "takeback", seen=number + 1, of=number, why="a slip")


def test_of_two_that_come_at_the_same_moment_one_hears_of_the_other(desk):
    """The second is checked against what the first has made, not against what it found when it came."""
    heard = []
    started = threading.Barrier(8)

    def type_in(by):
        started.wait()
        try:
            record(desk, by, "correct", **SHEET)
        except Refused as refusal:
            heard.append(refusal.message)

    desks = [threading.Thread(target=type_in, args=(f"desk {number}",)) for number in range(8)]
    for thread in desks:
        thread.start()
    for thread in desks:
        thread.join()
    assert len(heard) == 7
    assert len([made for made in desk.records if made.kind == "correct"]) == 1
