"""What the desk's records fold to, act by act: books of sessions, the clock, seats, numbers and what is known."""

from __future__ import annotations

import pytest

from tenbo.rulebooks import load
from tenbo.tournament.hall_clock import MINUTE, WRAP, DeviceTickOffset, TickReading, extra_time_ms, replay_clock
from tenbo.tournament.record_schema import make
from tenbo.tournament.record_values import RulebookRef, SheetAnnotation
from tenbo.tournament.state import Tournament
from tenbo_core.errors import Refused

PLAN = ("plan", {"tables": [[session, table, [4 * table - 3 + seat for seat in range(4)]]
                            for session in (1, 2, 3) for table in (1, 2)]})  # fmt: skip


def held(*acts):
    """Fold acts, `(kind, fields)` each; the number of a record is its place among them."""
    found = Tournament()
    for n, (kind, fields) in enumerate(acts):
        found.apply(make(kind, "desk", fields, n))
    return found


def clock(act, at, **more):
    """Return an act of the clock."""
    return ("clock", {"act": act, "at": at, **more})


# ---------------------------------------------------------------- the tournament and its books


def test_a_session_keeps_the_book_that_it_began_with():
    """One was opened, one has a game, one a result that was typed; a penalty alone begins none."""
    old, new = ("tournament", {"title": "A", "rules": "wrc"}), ("tournament", {"title": "A", "rules": "ema-2016"})
    begun = [
        ("open", {"session": 4}),
        ("game", {"session": 5, "table": 1, "ledger": "aa", "start": 0}),
        ("correct", {"session": 6, "table": 1, "scores": [30000] * 4, "why": "paper"}),
        ("penalty", {"session": 7, "table": 1, "seat": 0, "points": -1000, "why": "late"}),
    ]
    found = held(PLAN, old, *begun)
    assert found.begun_sessions == {4, 5, 6}
    found.apply(make("tournament", "desk", new[1]))
    assert [found.rulebook_of(session).id for session in range(1, 8)] == ["ema-2016"] * 3 + ["wrc"] * 3 + ["ema-2016"]
    assert (found.rules, found.rulebook) == ("ema-2016", RulebookRef("ema-2016"))
    # The book of before, once more: a session that has begun meanwhile keeps the one that it has.
    found.apply(make("open", "desk", {"session": 1}))
    found.apply(make("tournament", "desk", {**old[1], "title": "B"}))
    assert [found.rulebook_of(session).id for session in range(1, 8)] == ["ema-2016"] + ["wrc"] * 6
    assert found.title == "B"


def test_before_a_tournament_has_a_title_its_first_book_is_that_of_all_sessions():
    """Tables may play before anyone has said by what."""
    found = held(("open", {"session": 1}), ("tournament", {"title": "A", "rules": "wrc"}))
    assert found.rulebook_of(1).id == "wrc"
    found.apply(make("tournament", "desk", {"title": "Other", "rules": "wrc"}))
    assert (found._session_rulebooks, found.title) == ({}, "Other")


def test_a_book_of_ones_own_is_loaded_from_its_text():
    """One that comes along has none."""
    own = 'extends = "wrc"\ntitle = "Club"\nstart_points = 25000\n'
    assert RulebookRef("club-1", own).load().rules.start_points == 25000
    assert RulebookRef("wrc").load().rules.values == load("wrc").rules.values
    found = held(("tournament", {"title": "A", "rules": "club-1", "book": own}))
    assert found.rulebook == RulebookRef("club-1", own)
    assert found.facts == {"title": "A", "rules": "club-1", "book": own, "days": 1, "qualification": False}


def test_the_facts_are_those_of_the_last_record_and_what_is_empty_is_left_out():
    """What a record does not say is not known any more."""
    whole = {
        "title": "Open", "rules": "wrc", "place": "Delft", "country": "NED", "date": "22.03.2026", "short": "O",
        "days": 2, "qualification": True,
    }  # fmt: skip
    found = held(("tournament", whole))
    assert found.facts == whole
    found.apply(make("tournament", "desk", {"title": "Open", "rules": "wrc"}))
    assert found.facts == {"title": "Open", "rules": "wrc", "days": 1, "qualification": False}
    assert held().facts == {"rules": "ema-2025", "days": 1, "qualification": False}


# ---------------------------------------------------------------- the clock


def test_a_start_of_the_clock_forgets_what_came_before():
    """Extra time of the session before is none of this one."""
    before = [clock("start", 0, minutes=90), clock("extra", 9, minutes=5, table=2), clock("stop", 99)]
    after = [clock("start", 100, minutes=60), clock("extra", 101, minutes=3, table=2), clock("extra", 102, minutes=4)]
    found = held(*before, *after)
    assert [record.n for record in found.clock] == [3, 4, 5]
    assert replay_clock(found.clock).length == 64 * MINUTE
    assert (extra_time_ms(found.clock, 2), extra_time_ms(found.clock, 1)) == (3 * MINUTE, 0)
    twice = held(*after, clock("extra", 103, minutes=-1, table=2), clock("extra", 104, minutes=7, table=1))
    assert (extra_time_ms(twice.clock, 2), extra_time_ms(twice.clock, 1)) == (2 * MINUTE, 7 * MINUTE)
    assert extra_time_ms([], 2) == 0


def test_the_counter_of_a_table_begins_again_after_a_thousand_million_milliseconds():
    """MicroPython's own counter of milliseconds has thirty bits."""
    assert WRAP == 1_073_741_824
    time = DeviceTickOffset()
    time.add_reading(TickReading(0, 0, 1_073_741_823))
    assert [time.ticks_at(now) for now in (0, 1, 11)] == [1_073_741_823, 0, 10]


# ---------------------------------------------------------------- tables and people


def test_seats_are_taken_given_and_emptied():
    """A plan takes the place of its sessions as a whole; who enters has the first empty seat."""
    found = held(PLAN, ("seats", {"session": 3, "table": 2, "players": [5, 0, 7, 0]}))
    assert found.tables_with_empty_seats(3) == [(3, 2)]
    assert found.is_seated(6, 2)
    assert not found.is_seated(6, 3)
    assert (found.unseated_players(3), found.unseated_players(3, [6, 9]), found.unseated_players(1, [9])) == (
        [6, 8],
        [6, 8, 9],
        [9],
    )
    found.apply(make("enter", "desk", {"session": 2, "player": 9}))
    assert found.seats[3, 2] == [5, 9, 7, 0]
    assert found.seats[2, 2] == [5, 6, 7, 8]
    found.apply(make("plan", "desk", {"tables": [[3, 5, [1, 2, 3, 4]]]}))
    assert sorted(found.seats) == [(1, 1), (1, 2), (2, 1), (2, 2), (3, 5)]
    found.apply(make("swap", "desk", {"session": 2, "players": [1, 8]}))
    assert (found.seats[2, 1], found.seats[2, 2]) == ([8, 2, 3, 4], [5, 6, 7, 1])
    assert found.seats[1, 1] == [1, 2, 3, 4]
    found.apply(make("out", "desk", {"session": 2, "table": 2}))
    assert (2, 2) not in found.seats
    found.apply(make("strike", "desk", {"player": 4, "why": "ill"}))
    assert (found.unranked, found.unseated_players(3, [4, 6])) == ({4: "ill"}, [5, 6, 7, 8])


def test_no_one_is_without_a_seat_in_a_session_before_the_own_first_one():
    """Who enters later, a reserve, and a player who comes back; who was there and rests is named as before."""
    found = held(PLAN)
    found.apply(make("enter", "desk", {"session": 3, "player": 17}))
    found.apply(make("withdraw", "desk", {"session": 3, "player": 8, "why": "ill", "instead": 18}))
    found.apply(make("withdraw", "desk", {"session": 2, "player": 7, "why": "train"}))
    found.apply(make("enter", "desk", {"session": 3, "player": 7}))
    found.apply(make("out", "desk", {"session": 2, "table": 1}))
    people = [*range(1, 9), 17, 18, 19]
    assert found.unseated_players(1, people) == [19]
    assert found.unseated_players(2, people) == [1, 2, 3, 4, 19]
    assert 17 in found.unseated_players(3, people)


def test_who_enters_has_no_seat_whose_result_is_locked_and_comes_back_from_there_on():
    """Of the sessions before it, and where the player sits, nothing is changed."""
    found = held(
        ("seats", {"session": 1, "table": 1, "players": [1, 2, 3, 0]}),
        ("seats", {"session": 2, "table": 1, "players": [1, 2, 0, 0]}),
        ("seats", {"session": 2, "table": 2, "players": [5, 0, 7, 0]}),
        ("lock", {"session": 2, "table": 1}),
        ("withdraw", {"session": 2, "player": 7, "why": "ill"}),
    )
    assert (found.withdrawn, found.seats[2, 2]) == ({7: 2}, [5, 0, 0, 0])
    found.apply(make("enter", "desk", {"session": 2, "player": 7}))
    assert (found.withdrawn, found.seats[2, 2], found.seats[2, 1]) == ({}, [5, 7, 0, 0], [1, 2, 0, 0])
    assert found.seats[1, 1] == [1, 2, 3, 0]
    found.apply(make("enter", "desk", {"session": 1, "player": 7}))
    assert (found.seats[1, 1], found.seats[2, 2]) == ([1, 2, 3, 7], [5, 7, 0, 0])


def test_the_number_of_a_table_is_that_of_the_device_that_writes_its_ledger():
    """The newest stands last; a device without a number has no table."""
    found = held(
        ("bind", {"device": "d1", "table": 4}), ("ledger", {"ledger": "aa", "device": "d1"}),
        ("ledger", {"ledger": "bb", "device": "d2"}), ("ledger", {"ledger": "cc", "device": "d1"}),
        ("ledger", {"ledger": "aa", "device": "d1"}),
    )  # fmt: skip
    assert list(found.devices.items()) == [("bb", "d2"), ("cc", "d1"), ("aa", "d1")]
    assert found.table_number_by_ledger == {"cc": 4, "aa": 4}
    found.apply(make("bind", "desk", {"device": "d9"}))
    found.apply(make("bind", "desk", {"device": "d1"}))
    assert (found.numbers, found.table_number_by_ledger) == ({}, {})


def test_the_pen_of_a_ledger_and_whom_to_believe_about_it_are_the_last_that_was_said():
    """An epoch comes once, and none after a later one."""
    pen = {"ledger": "aa", "why": "broken"}
    found = held(
        ("believe", {"ledger": "aa", "host": "red", "why": "x"}),
        ("believe", {"ledger": "bb", "host": "red", "why": "x"}),
        ("believe", {"ledger": "aa", "host": "blue", "why": "x"}), ("pen", {**pen, "epoch": 1, "to": "d2"}),
    )  # fmt: skip
    assert found.chosen_fork_sources == {"aa": "blue", "bb": "red"}
    assert found.ledger_leases == {"aa": (1, "d2")}
    for epoch in (0, 1):
        with pytest.raises(Refused, match="ledger aa has already been handed over in this epoch"):
            found.apply(make("pen", "desk", {**pen, "epoch": epoch, "to": "d3"}))
    found.apply(make("pen", "desk", {**pen, "epoch": 3, "to": "desk"}))
    assert found.ledger_leases == {"aa": (3, "desk")}


# ---------------------------------------------------------------- games, notes, and what only is kept


def test_a_game_opens_its_session_and_is_found_again():
    """Also where the record that opened it is lost; an earlier session does not take the place of a later one."""
    found = held(
        ("open", {"session": 2}), ("game", {"session": 3, "table": 1, "ledger": "aa", "start": 5}),
        ("game", {"session": 1, "table": 1, "ledger": "aa", "start": 0}),
    )  # fmt: skip
    assert (found.session, found.opened, found.sessions) == (3, {1, 2, 3}, [1, 3])
    assert found.find_game_table(found.games[3, 1]) == (3, 1)
    assert found.find_game_table(found.games[3, 1]._replace(start=6)) is None
    assert (found.has_started_other_session((1, 1)), found.has_started_other_session((3, 1))) == (True, False)
    found.apply(make("detach", "desk", {"session": 1, "table": 1, "why": "a trial"}, 7))
    assert found.notes == {(1, 1): [SheetAnnotation("detach", "desk", "a trial", None, 7)]}
    with pytest.raises(Refused, match="table 1 has no game in session 1"):
        found.apply(make("detach", "desk", {"session": 1, "table": 1, "why": "again"}))


def test_every_note_is_kept_behind_those_before_it():
    """With what was typed, by whom, and the number of the record."""
    place = {"session": 1, "table": 2}
    found = held(
        PLAN, ("penalty", {**place, "seat": 3, "points": -1000, "why": "late"}),
        ("correct", {**place, "scores": [1, 2, 3, 4], "why": "sheet", "sticks": 2}),
        ("correct", {**place, "scores": [4, 3, 2, 1], "why": "sheet"}), ("lock", {**place, "last": 9}),
        ("reopen", {**place, "why": "protest"}),
    )  # fmt: skip
    assert found.notes == {(1, 2): [
        SheetAnnotation("penalty", "desk", "late", [3, -1000], 1),
        SheetAnnotation("correct", "desk", "sheet", [[1, 2, 3, 4], 2], 2),
        SheetAnnotation("correct", "desk", "sheet", [[4, 3, 2, 1], 0], 3), SheetAnnotation("lock", "desk", "", None, 4),
        SheetAnnotation("reopen", "desk", "protest", None, 5),
    ]}  # fmt: skip
    assert found.locked == {}
    found.apply(make("slip", "Ada", {**place, "scores": [1, 2, 3, 4]}, 6))
    found.apply(make("slip", "Bo", {**place, "scores": [1, 2, 3, 5], "sticks": 1}, 7))
    found.apply(make("slip", "Ada", {**place, "scores": [1, 2, 3, 6]}, 8))
    assert found.slips == {(1, 2): {"Ada": ([1, 2, 3, 6], 0, 8), "Bo": ([1, 2, 3, 5], 1, 7)}}


def test_what_is_recorded_only_to_be_known_changes_nothing():
    """A ruling stands in the ledger of its table, and who answered a call is for later."""
    found = held(PLAN)
    before = vars(found.copy())
    found.apply(make("ruling", "desk", {"table": 1, "event": 5, "act": "chombo 1"}))
    found.apply(make("answer", "desk", {"table": 1, "seat": 2, "waited": 9}))
    assert vars(found) == before
