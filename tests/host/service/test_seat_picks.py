"""Who sits here, picked at the table itself: the list, the seat, refusals, and what happens on a bad day."""

from __future__ import annotations

import pytest

from tenbo.simulator.fake_tables import FakeTables

from .conftest import serve, wait_until

NAMES = ["Ann Ash", "Ben Box", "Cy Cox", "Di Dot", "Eve Elm"]


def answers(table, seat):
    """Return what the host has told a seat since the last time."""
    found = [answer for answer in table.seat_answers if answer[1] == seat]
    table.seat_answers = [answer for answer in table.seat_answers if answer[1] != seat]
    return found


def ask(table, seat, player=-1):
    """Let a seat ask, and return the answers: the people of the list, or why the host refuses ("" when it does not)."""
    table.pick_player(seat, player)

    def is_answered():
        told = [answer for answer in table.seat_answers if answer[1] == seat]
        names = [answer for answer in told if answer[0] == "names"]
        return len(told) > len(names) or (names and sum(len(one[4:]) // 2 for one in names) == names[0][2])

    wait_until(is_answered)
    told = answers(table, seat)
    if told[0][0] == "picked":
        return told[0][2]
    return [name for answer in told for name in answer[5::2]]


def tables_of(run):
    """Return the tables by number, each followed and sealed."""
    numbers = run.hall.repository.tournament.numbers
    wait_until(lambda: len(numbers) == len(run.paper.tables)
               and all(table.reader.seal is not None for table in run.paper.tables))  # fmt: skip
    return sorted(run.paper.tables, key=lambda table: numbers[table.device])


def sitting(hall, table):
    """Return the players at the seats of a table."""
    return [there["player"] for there in hall.table_seats.view(table)["players"]]


def test_a_seat_whose_question_is_left_to_the_desk_is_logged_by_its_letter(running):
    """The log is read by people, who know the seats as E, S, W and N."""
    with running(1) as run:
        run.hall.seat_picks.has_desk = lambda: True
        tables_of(run)[0].pick_player(2)
        wait_until(lambda: "seat W: the desk is asked who sits there" in run.log.getvalue())


@pytest.mark.thorough("a service and simulated tables for seconds")
def test_seats_pick_their_players_and_no_person_has_two_seats(running):
    """The game counts for them; who is proposed for a seat stands first."""
    with running(2) as run:
        hall, [one, two] = run.hall, tables_of(run)
        assert ask(one, 0) == "no_evening_open"
        evening = hall.evenings.open_evening("desk").answer["series"]
        assert ask(one, 0) == []
        hall.season_import.record_attendance(NAMES, "desk", present=True, yes=True)
        # The one who is proposed for this seat stands first, then the others of this table.
        assert ask(one, 2) == ["Cy Cox", "Ann Ash", "Ben Box", "Di Dot", "Eve Elm"]
        assert [ask(one, seat, seat + 1) for seat in range(3)] == ["", "", ""]
        records = len(hall.repository.desk.records)
        # Said again, as after a lost answer, it is the same seat and no further record.
        assert (ask(one, 1, 2), len(hall.repository.desk.records)) == ("", records)
        # Of two seats that pick the same person at the same moment one gets it.
        one.pick_player(3, 4)
        two.pick_player(0, 4)
        wait_until(lambda: one.seat_answers and two.seat_answers)
        assert sorted(answer[2] for answer in answers(one, 3) + answers(two, 0)) == ["", "sits_elsewhere"]
        assert [*sitting(hall, 1), *sitting(hall, 2)].count(4) == 1
        # A player who frees the seat as a guest may sit down elsewhere.
        assert [ask(one, 3, 0), ask(two, 0, 0), ask(two, 0, 4)] == ["", "", ""]
        assert (ask(two, 1, 1), ask(one, 0, 4)) == ("sits_elsewhere", "sits_elsewhere")
        assert ask(one, 3)[:2] == ["Eve Elm", "Ann Ash"]
        # A person who leaves while seated has no seat.
        hall.season_import.record_attendance([3], "desk", present=False)
        assert sitting(hall, 1) == [1, 2, 0, 0]
        assert [ask(one, 2, 5), ask(one, 3, 99)] == ["", "unknown_player"]
        one.play("start", rules="ema-2025")
        wait_until(lambda: one.ledger.table.names[:3] == ["Ann Ash", "Ben Box", "Eve Elm"])
        assert (ask(two, 1, 1), ask(one, 3, 1)) == ("plays_at_other_table", "sits_elsewhere")
        assert ask(one, 3, 3) == ""
        wait_until(lambda: one.ledger.table.names[3] == "Cy Cox")
        one.play("end")
        wait_until(lambda: len(hall.repository.series.played(evening)) == 1)
        # Cy, who had left, is here again.
        assert 3 in hall.repository.tournament.club.attendance.present_in(evening)
        assert (ask(one, 2)[0], ask(one, 3)[0]) == ("Eve Elm", "Cy Cox")
        # A seat whose last player is known says nothing of the game before; a guest is named by who sits there now.
        assert ask(one, 2, -2) == "no_last_game_of_seat"
        assert [ask(two, 0, 0), ask(one, 0, 0), ask(one, 0, 4)] == ["", "", ""]
        assert ask(one, 0, -2) == "seat_has_player"
        game = hall.repository.series.played(evening)[0].id
        hall.season_import.register_and_set_players(game, [0, 2, 5, 3], "desk")
        assert [ask(one, 0, -2), ask(one, 0, -2), hall.repository.series.result(game).players] == ["", "", [4, 2, 5, 3]]
        # Now Ann may sit down at the other table.
        assert ask(two, 1, 1) == ""
        hall.evenings.close_series("desk")
        assert (ask(two, 2, 2), ask(two, 2)) == ("no_evening_open", "no_evening_open")


def test_seats_that_were_told_are_kept_by_a_host_and_a_table_that_begin_again(tmp_path):
    """A seat that has no answer asks the next host."""
    with FakeTables(tmp_path, 1) as paper:
        with serve(tmp_path, paper) as run:
            [table] = paper.tables
            run.hall.evenings.open_evening("desk")
            run.hall.season_import.record_attendance(NAMES, "desk", present=True, yes=True)
            assert (ask(table, 0, 1), ask(table, 1, 2)) == ("", "")
        table.pick_player(2, 3)
        table.cut_power()
        with serve(tmp_path, paper) as run:
            assert sitting(run.hall, 1)[:2] == [1, 2]
            table.seat_answers = []
            assert ask(table, 2, 3) == ""
            assert sitting(run.hall, 1) == [1, 2, 3, 0]
