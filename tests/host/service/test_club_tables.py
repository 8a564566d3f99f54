"""What a club's evening showed: who has left does not play on, a new tablet is a free table, two of one name."""

from __future__ import annotations

import pytest

from .conftest import wait_until
from .test_seat_picks import ask, tables_of

pytestmark = pytest.mark.thorough("a service and simulated tables for seconds")
NAMES = ["Ann Ash", "Ben Box", "Cy Cox", "Di Dot", "Eve Elm"]


def names_of_next_game(table):
    """Begin a game at a table, which shows the names of its last one by itself."""
    names = [*table.ledger.table.names]
    table.play("start", rules="ema-2025")
    for seat, name in enumerate(names):
        table.play("name", seat=seat, name=name)


def players_of_games(hall):
    """Return the people of all games of the open evening."""
    club = hall.repository.tournament.club
    return [game.players for game in club.games_in(club.evening.id)]


def test_a_name_that_a_table_keeps_counts_only_for_who_stays(running):
    """Di goes home and Cy sits down elsewhere: the players in their seats now are guests."""
    with running(2) as run:
        hall, [one, _] = run.hall, tables_of(run)
        hall.evenings.open_evening("desk")
        hall.season_import.record_attendance(NAMES, "desk", present=True, yes=True)
        hall.table_seats.seat_next_game(1, [1, 2, 3, 4], "desk")
        one.play("start", rules="ema-2025")
        wait_until(lambda: one.ledger.table.names == NAMES[:4])
        one.play("end")
        wait_until(hall.repository.series.played)
        hall.season_import.record_attendance([4], "desk", present=False)
        hall.table_seats.sit_down(2, 0, 3, "desk")
        names_of_next_game(one)
        wait_until(lambda: players_of_games(hall)[1:] == [(1, 2, 0, 0)])


def test_a_table_whose_game_has_no_hand_is_proposed_and_seated(running):
    """A tablet has a game as soon as it is opened; once a hand is played it is taken."""
    with running(1) as run:
        hall, [table] = run.hall, tables_of(run)
        hall.evenings.open_evening("desk")
        hall.season_import.record_attendance(NAMES[:4], "desk", present=True, yes=True)
        table.play("start", rules="ema-2025")
        wait_until(lambda: players_of_games(hall) == [(0, 0, 0, 0)])
        [proposed] = run.client.get("/v1/club")["next"]["tables"]
        assert (proposed["table"], sorted(proposed["players"])) == (1, [1, 2, 3, 4])
        run.client.post("/v1/tables/1/seats", players=proposed["players"])
        assert players_of_games(hall) == [tuple(proposed["players"])]
        wait_until(lambda: table.ledger.table.names == [NAMES[player - 1] for player in proposed["players"]])
        table.play("end")
        table.play("start", rules="ema-2025")
        table.play("hand")
        wait_until(lambda: players_of_games(hall)[1:] == [(0, 0, 0, 0)] and table.ledger.table.phase == "playing")
        wait_until(lambda: [one["table"] for one in run.client.get("/v1/club")["next"]["tables"]] == [None])


def test_two_of_one_name_are_told_apart_at_the_table(running):
    """The list and the displays have the number, too, and the next game is still theirs."""
    with running(1) as run:
        hall, [table] = run.hall, tables_of(run)
        hall.registration.register_players("id,name\n7,Max Wolf\n8,Max Wolf\n", yes=True)
        hall.evenings.open_evening("desk")
        hall.season_import.record_attendance([7, 8], "desk", present=True)
        assert ask(table, 0) == ["Max Wolf 7", "Max Wolf 8"]
        assert ask(table, 0, 8) == ""
        table.play("start", rules="ema-2025")
        wait_until(lambda: table.ledger.table.names[0] == "Max Wolf 8")
        table.play("end")
        names_of_next_game(table)
        wait_until(lambda: players_of_games(hall) == [(8, 0, 0, 0)] * 2)


def test_who_changes_tables_is_found_before_those_who_stay(running):
    """Both tables are through. Who is proposed for a seat stands first, and those who come before those who stay."""
    with running(2) as run:
        hall, [one, two] = run.hall, tables_of(run)
        hall.evenings.open_evening("desk")
        names = [*NAMES, "Fay Fox", "Gus Gil", "Hal Hill"]
        hall.season_import.record_attendance(names, "desk", present=True, yes=True)
        for number, table in enumerate((one, two)):
            hall.table_seats.seat_next_game(number + 1, [4 * number + seat for seat in range(1, 5)], "desk")
            table.play("start", rules="ema-2025")
            wait_until(lambda table=table, number=number: table.ledger.table.names[0] == names[4 * number])
            table.play("end")
            wait_until(lambda number=number: len(hall.repository.series.played()) == number + 1)
        games = run.client.get("/v1/club")["next"]["tables"]
        proposed = {game["table"]: [names[player - 1] for player in game["players"]] for game in games}
        for seat in range(4):
            people = ask(two, seat)
            first = proposed[2][seat]
            assert people[0] == (
                first if first != names[4 + seat] else next(one for one in proposed[2] if one in names[:4])
            )
            come, stay = (
                [one for one in people[1:] if one in names[:4]],
                [one for one in people[1:] if one in names[4:]],
            )
            assert people[1:] == come + stay


def test_a_name_that_a_table_keeps_is_taken_from_the_seat_that_its_person_has_left(running):
    """The table says it only after the names of this game are shown: Di has moved, and a guest sits in the old seat."""
    with running(1) as run:
        hall, [table] = run.hall, tables_of(run)
        hall.evenings.open_evening("desk")
        hall.season_import.record_attendance(NAMES, "desk", present=True, yes=True)
        hall.table_seats.seat_next_game(1, [1, 2, 4, 0], "desk")
        table.play("start", rules="ema-2025")
        wait_until(lambda: table.ledger.table.names == ["Ann Ash", "Ben Box", "Di Dot", ""])
        table.play("name", seat=3, name="Di Dot")
        wait_until(lambda: table.ledger.table.names == ["Ann Ash", "Ben Box", "Di Dot", ""])
        assert players_of_games(hall) == [(1, 2, 4, 0)]


def test_whose_seat_was_emptied_again_does_not_play_on_by_the_name_that_the_table_keeps(running):
    """Ann had a seat for the next game, too, and was taken out of it; the others play on."""
    with running(1) as run:
        hall, [table] = run.hall, tables_of(run)
        hall.evenings.open_evening("desk")
        hall.season_import.record_attendance(NAMES[:4], "desk", present=True, yes=True)
        hall.table_seats.seat_next_game(1, [1, 2, 3, 4], "desk")
        table.play("start", rules="ema-2025")
        wait_until(lambda: table.ledger.table.names[0] == "Ann Ash")
        table.play("end")
        wait_until(hall.repository.series.played)
        hall.table_seats.seat_next_game(1, [1, 2, 3, 4], "desk")
        hall.table_seats.sit_down(1, 0, 0, "desk")
        table.play("start", rules="ema-2025")
        for seat, name in enumerate(NAMES[:4]):
            table.play("name", seat=seat, name=name)
        wait_until(lambda: table.stored == table.ledger.next - 1)
        wait_until(lambda: table.ledger.table.names == ["", *NAMES[1:4]])
        assert players_of_games(hall)[-1] == (0, 2, 3, 4)


def test_a_guest_who_says_the_own_name_stands_first(running):
    """At the seat of a guest those stand first who have no game tonight; the proposal is for the next game."""
    with running(1) as run:
        hall, [table] = run.hall, tables_of(run)
        hall.evenings.open_evening("desk")
        hall.season_import.record_attendance(NAMES[:4], "desk", present=True, yes=True)
        hall.table_seats.seat_next_game(1, [1, 2, 3, 0], "desk")
        table.play("start", rules="ema-2025")
        wait_until(lambda: table.ledger.table.names[0] == "Ann Ash")
        table.play("end")
        wait_until(hall.repository.series.played)
        # Di is proposed for the first seat, and was the guest of the last one.
        assert [ask(table, seat)[0] for seat in (0, 3)] == ["Di Dot"] * 2
