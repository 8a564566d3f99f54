"""Two desks at once: neither overwrites what the other has recorded without hearing of it."""

from __future__ import annotations

import threading

import pytest

from tenbo.store import SqliteStore
from tenbo.tournament.edit_conflicts import FROM_SLIP, check_up_to_date, overwritten_record
from tenbo.tournament.record_log import TournamentLog
from tenbo.tournament.record_schema import make
from tenbo.tournament.record_validator import DeskRecordValidator
from tenbo_core.errors import Refused

SHEET = {"session": 1, "table": 1, "scores": [30000, 30000, 40000, 20000], "why": "sheet"}
FINE = {"session": 1, "table": 1, "seat": 2, "points": -8000, "why": "telephone"}
SEATS = {"session": 1, "table": 1, "players": [1, 2, 3, 4]}


@pytest.fixture
def records(tmp_path):
    """Yield a desk with two planned sessions."""
    with SqliteStore(tmp_path / "hall.db") as store:
        records = TournamentLog(store)
        tables = [[session, table, [4 * table + seat for seat in range(4)]] for session in (1, 2) for table in (1, 2)]
        records.record_all("Ada", [("plan", {"tables": tables})])
        yield records


def record(records, by, kind, *, yes=False, seen=None, **fields):
    """Type a record as one of the desks does; return its number."""
    return records.record_all(by, [(kind, fields)], DeskRecordValidator(lambda _: [], yes=yes, seen=seen))[0].n


@pytest.mark.parametrize(
    ("kind", "fields", "other", "what"),
    [
        ("tournament", {"title": "Open", "rules": "wrc"}, {"title": "Cup", "rules": "wrc"}, "replace it"),
        ("seats", SEATS, {**SEATS, "players": [4, 3, 2, 1]}, "replace it"),
        ("correct", SHEET, {**SHEET, "scores": [30000, 40000, 30000, 20000]}, "replace it"),
        ("penalty", FINE, {**FINE, "why": "phone"}, "add another one"),
    ],
)
def test_what_another_desk_has_recorded_is_not_overwritten_unasked(records, kind, fields, other, what):
    """It is named, with its author and number; anyone who recorded it may change it, and what is taken back is gone."""
    number = record(records, "Ada", kind, **fields)
    asked = rf"^Ada has already made record {number} \({kind} .*\): this would {what} \(--yes"
    with pytest.raises(Refused, match=asked):
        record(records, "Bo", kind, **other)
    assert record(records, "Ada", kind, **other) == number + 1
    assert record(records, "Bo", kind, yes=True, **fields) == number + 2
    for made in (number + 2, number + 1, number):
        record(records, "Ada", "takeback", of=made, why="a slip")
    assert record(records, "Cy", kind, **fields) == number + 6


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
def test_what_was_not_seen_is_refused_only_where_it_is_about_the_same(records, first, fields, second, others, meet):
    """Anyone who has seen it may go on; what another desk does at another table is no reason."""
    seen = records.records[-1].n
    number = record(records, "Ada", first, **fields)
    if meet:
        said = rf"Ada has made record {number} in the meantime \({first} .*\): check again"
        with pytest.raises(Refused, match=said) as refusal:
            record(records, "Ada", second, seen=seen, yes=True, **others)
        assert refusal.value.at == "seen"
        assert records.records[-1].n == number
        record(records, "Ada", second, seen=number, yes=True, **others)
    else:
        record(records, "Bo", second, seen=seen, **others)


def test_to_take_back_what_was_changed_meanwhile_is_refused(records):
    """It is about what the record that it takes back is about."""
    number = record(records, "Ada", "correct", **SHEET)
    record(records, "Bo", "penalty", **FINE)
    with pytest.raises(Refused, match=r"Bo has made record \d+ in the meantime \(penalty"):
        record(records, "Ada", "takeback", seen=number, of=number, why="a slip")
    record(records, "Ada", "takeback", seen=number + 1, of=number, why="a slip")


def test_what_is_taken_back_is_meant_and_no_other_record(records):
    """A penalty of someone else at some table is no reason not to take back that a player was struck."""
    records.record("strike", "Ada", player=9, why="ill")
    number = record(records, "Ada", "strike", player=4, why="ill")
    record(records, "Bo", "penalty", **FINE)
    record(records, "Bo", "strike", yes=True, player=9, why="still ill")
    record(records, "Ada", "takeback", seen=number, of=number, why="a slip")


def test_of_two_that_come_at_the_same_moment_one_hears_of_the_other(records):
    """The second is checked against what the first has made, not against what it found when it came."""
    heard = []
    started = threading.Barrier(8)

    def type_in(by):
        started.wait()
        try:
            record(records, by, "correct", **SHEET)
        except Refused as refusal:
            heard.append(refusal.message)

    desks = [threading.Thread(target=type_in, args=(f"desk {number}",)) for number in range(8)]
    for thread in desks:
        thread.start()
    for thread in desks:
        thread.join()
    assert len(heard) == 7
    assert len([made for made in records.records if made.kind == "correct"]) == 1


# ---------------------------------------------------------------- slips, and where something was typed

TYPED = {"session": 1, "table": 1, "scores": [30000, 30000, 40000, 20000]}


@pytest.mark.parametrize(
    ("first", "second", "elsewhere", "asked"),
    [
        (("Ada", TYPED), ("Bo", {**TYPED, "scores": [30000] * 4}), True, False),
        (("Ada", TYPED), ("Ada", {**TYPED, "scores": [30000] * 4}), False, False),
        (("Ada", TYPED), ("Ada", TYPED), True, False),
        (("Ada", TYPED), ("Ada", {**TYPED, "table": 2}), True, False),
        (("Ada", TYPED), ("Ada", {**TYPED, "session": 2}), True, False),
        (("Ada", TYPED), ("Ada", {**TYPED, "scores": [30000] * 4}), True, True),
        (("Ada", TYPED), ("Ada", {**TYPED, "sticks": 1}), True, True),
    ],
)
def test_a_slip_is_typed_by_two_and_taken_over_by_one_who_is_elsewhere(records, first, second, elsewhere, asked):
    """Two people type each; with one name at two terminals the second would take the place of the first."""
    number = records.record("slip", first[0], **first[1]).n
    slip = make("slip", second[0], second[1])
    found = overwritten_record(slip, records.records, {number} if elsewhere else ())
    assert (found and found.n) == (number if asked else None)
    # Behind it one of someone else, and of another table: whose it is counts, not which is the last.
    records.record("slip", "Cy", **first[1])
    records.record("slip", first[0], **{**first[1], "session": 2, "table": 2})
    found = overwritten_record(slip, records.records, {number} if elsewhere else ())
    assert (found and found.n) == (number if asked else None)


def test_a_correction_that_follows_from_slips_takes_nobodys_place(records):
    """And what is no decision about one thing never does."""
    records.record("correct", "Ada", **SHEET)
    assert overwritten_record(make("correct", "Bo", SHEET), records.records).by == "Ada"
    assert overwritten_record(make("correct", "Bo", {**SHEET, "why": FROM_SLIP}), records.records) is None
    records.record("strike", "Ada", player=4, why="ill")
    assert overwritten_record(make("strike", "Bo", {"player": 4, "why": "ill"}), records.records) is None


def test_a_plan_takes_the_place_of_one_of_the_same_sessions(records):
    """A penalty for another reason, or of other points, is one more and no one is asked."""
    tables = [[2, 1, [4, 5, 6, 7]]]
    assert overwritten_record(make("plan", "Bo", {"tables": tables}), records.records).by == "Ada"
    assert overwritten_record(make("plan", "Ada", {"tables": tables}), records.records) is None
    assert overwritten_record(make("plan", "Bo", {"tables": [[3, 1, [4, 5, 6, 7]]]}), records.records) is None
    number = records.record("penalty", "Ada", **FINE).n
    again = records.record("penalty", "Ada", **{**FINE, "why": "late"}).n
    assert overwritten_record(make("penalty", "Ada", FINE), records.records).n == number
    assert overwritten_record(make("penalty", "Ada", {**FINE, "why": "shouting"}), records.records) is None
    assert overwritten_record(make("penalty", "Bo", {**FINE, "why": "shouting"}), records.records).n == again
    for name, other in (("seat", 1), ("points", -4000), ("table", 2), ("session", 2)):
        assert overwritten_record(make("penalty", "Bo", {**FINE, name: other}), records.records) is None, name


def test_where_a_record_was_typed_is_known_until_the_service_ends(records):
    """From another terminal it was typed elsewhere; no one is elsewhere whose terminal is not known."""
    (ada,) = records.record_all("Ada", [("strike", {"player": 4, "why": "ill"})], desk="left")
    (bo,) = records.record_all("Ada", [("strike", {"player": 5, "why": "ill"})], desk="right")
    (nobody,) = records.record_all("Ada", [("strike", {"player": 6, "why": "ill"})])
    numbers = (ada.n, bo.n, nobody.n, 99, "x")
    told = {
        place: [n in records.origins.records_from_other_terminals(place) for n in numbers]
        for place in ("left", "right", "third", "")
    }
    assert told == {
        "left": [False, True, False, False, False], "right": [True, False, False, False, False],
        "third": [True, True, False, False, False], "": [False] * 5,
    }  # fmt: skip


def test_what_the_service_records_by_itself_is_no_reason_to_look_again(records):
    """That a game is the one of a table no one has decided."""
    seen = records.records[-1].n
    records.record("game", "host", session=1, table=1, ledger="aa", start=0)
    record(records, "Ada", "seats", seen=seen, yes=True, session=1, table=1, players=[4, 5, 6, 0])
    with pytest.raises(Refused, match=r"Ada has made record \d+ in the meantime \(seats"):
        record(records, "Bo", "seats", seen=seen, yes=True, session=1, table=1, players=[4, 5, 0, 0])


@pytest.mark.parametrize(
    ("one", "later", "meet"),
    [
        (("pen", {"ledger": "aa", "epoch": 1, "to": "d2", "why": "x"}),
         ("believe", {"ledger": "aa", "host": "red", "why": "x"}), True),
        (("bind", {"device": "d1", "table": 4}), ("ledger", {"ledger": "aa", "device": "d1"}), True),
        (("bind", {"device": "d1", "table": 4}), ("bind", {"device": "d2", "table": 4}), True),
        (("bind", {"device": "d1", "table": 4}), ("bind", {"device": "d2", "table": 5}), False),
        (("end", {"session": 1}), ("open", {"session": 1}), True),
        (("end", {"session": 1}), ("open", {"session": 2}), False),
        (("end", {"session": 1}), ("takeback", {"of": 99, "why": "x"}), False),
        (("takeback", {"of": 99, "why": "x"}), ("takeback", {"of": 98, "why": "x"}), True),
        (("plan", {"tables": [[1, 1, [4, 5, 6, 7]]]}), ("strike", {"player": 4, "why": "x"}), False),
        (("strike", {"player": 4, "why": "x"}), ("plan", {"tables": [[1, 1, [4, 5, 6, 7]]]}), False),
    ],
)  # fmt: skip
def test_two_records_are_about_one_thing_by_what_they_name(one, later, meet):
    """A session, a player, a ledger or a device; a table alone is one in each session."""
    made, then = make(one[0], "Ada", one[1], 5), make(later[0], "Bo", later[1], 6)
    try:
        check_up_to_date([made], [then], 5)
    except Refused:
        assert meet
    else:
        assert not meet
