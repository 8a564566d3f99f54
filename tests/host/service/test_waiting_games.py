"""A game that waits at a table for its first hand belongs to the open evening, and to those who sit there."""

from __future__ import annotations

import pytest

from tenbo_core.errors import Refused

from .conftest import play, wait_until
from .test_club_tables import names_of_next_game
from .test_seat_picks import tables_of

pytestmark = pytest.mark.thorough("a service and simulated tables for seconds")
NAMES = ["Ann Ash", "Ben Box", "Cy Cox", "Di Dot", "Eve Elm", "Fay Fox", "Gus Gil", "Hal Hill"]


def seat_proposed(run):
    """Seat the people of the first proposal at its table, as the desk does, and return them with the table."""
    game = run.client.get("/v1/club")["next"]["tables"][0]
    run.client.post(f"/v1/tables/{game['table']}/seats", players=game["players"])
    return game["table"], game["players"]


def test_a_game_begun_before_the_evening_is_opened_joins_it_and_counts_for_those_who_are_seated(running):
    """A device begins a game as soon as it has its number; the evening is opened later."""
    with running(1) as run:
        hall, [table] = run.hall, tables_of(run)
        table.play("start", rules="ema-2025")
        wait_until(lambda: hall.repository.tournament.club.games)
        evening = run.client.post("/v1/series")["series"]
        run.client.post("/v1/attendance", players=NAMES[:4], yes=True)
        number, players = seat_proposed(run)
        names = [NAMES[player - 1] for player in players]
        wait_until(lambda: table.ledger.table.names == names)
        play(run, number)
        wait_until(hall.repository.series.played)
        [game] = hall.repository.series.all_games()
        assert (game.game.series, game.players, game.counts) == (evening, players, True)
        assert run.client.get("/v1/club")["games"][0]["players"] == players


def test_a_game_without_a_hand_leaves_the_evening_that_is_closed_and_joins_the_next(running):
    """What is begun after the last game of an evening shows its four names; a week later others sit there."""
    with running(1) as run:
        hall, [table] = run.hall, tables_of(run)
        first = run.client.post("/v1/series", date="2026-12-01")["series"]
        run.client.post("/v1/attendance", players=NAMES[:4], yes=True)
        seat_proposed(run)
        table.play("start", rules="ema-2025")
        wait_until(lambda: all(table.ledger.table.names))
        run.client.post("/v1/series/change", closed=True)
        assert hall.repository.series.all_games(first) == []
        second = run.client.post("/v1/series", date="2026-12-08")["series"]
        run.client.post("/v1/attendance", players=NAMES[4:8], yes=True)
        number, players = seat_proposed(run)
        wait_until(lambda: table.ledger.table.names == [NAMES[player - 1] for player in players])
        play(run, number)
        wait_until(hall.repository.series.played)
        assert [(game.game.series, game.players) for game in hall.repository.series.all_games()] == [(second, players)]


def test_a_game_without_a_hand_keeps_its_people_when_it_is_played_after_the_evening(running):
    """Four go on after the evening is closed: the table shows their names, and the game is theirs."""
    with running(1) as run:
        hall, [table] = run.hall, tables_of(run)
        run.client.post("/v1/series")
        run.client.post("/v1/attendance", players=NAMES[:4], yes=True)
        number, players = seat_proposed(run)
        table.play("start", rules="ema-2025")
        wait_until(lambda: all(table.ledger.table.names))
        run.client.post("/v1/series/change", closed=True)
        play(run, number)
        wait_until(hall.repository.series.played)
        assert [(game.game.series, game.players) for game in hall.repository.series.all_games()] == [(-1, players)]


def test_a_game_with_a_hand_stays_in_the_evening_in_which_it_was_begun(running):
    """It is played to its end after the evening is closed, and the next evening is another one's."""
    with running(1) as run:
        hall, [table] = run.hall, tables_of(run)
        first = run.client.post("/v1/series", date="2026-12-01")["series"]
        table.play("start", rules="ema-2025")
        table.play("hand")
        wait_until(lambda: hall.repository.tournament.club.games and table.stored == table.ledger.next - 1)
        run.client.post("/v1/series/change", closed=True)
        [game] = run.client.get("/v1/club")["games"]
        assert (game["series"], game["state"], game["table"]) == (first, "playing", 1)
        table.play("end")
        wait_until(hall.repository.series.played)
        # It is over, and found on the page of its evening.
        assert run.client.get("/v1/club")["games"] == []
        assert [one["id"] for one in run.client.get("/v1/season?series=2026-12-01")["games"]] == [game["id"]]
        run.client.post("/v1/series", date="2026-12-08")
        assert [game.game.series for game in hall.repository.series.all_games()] == [first]


def test_an_evening_opened_twice_is_one_although_a_table_waits_for_its_first_hand(running):
    """And one that is opened again has the game at its table again."""
    with running(1) as run:
        hall, [table] = run.hall, tables_of(run)
        table.play("start", rules="ema-2025")
        wait_until(lambda: hall.repository.tournament.club.games)
        opened = [run.client.post("/v1/series", date="2026-12-08") for _ in range(2)]
        assert opened[0]["series"] == opened[1]["series"]
        run.client.post("/v1/series/change", closed=True)
        run.client.post("/v1/series/change", series=opened[0]["title"], closed=False)
        assert [game.game.series for game in hall.repository.series.all_games()] == [opened[0]["series"]]


def test_a_seat_that_is_emptied_is_free_at_the_table_too_and_in_its_next_game(running):
    """The table keeps its names for the next game; the person who was taken away is not among them."""
    with running(1) as run:
        hall, [table] = run.hall, tables_of(run)
        run.client.post("/v1/series")
        run.client.post("/v1/attendance", players=NAMES[:4], yes=True)
        run.client.post("/v1/tables/1/seats", players=[1, 2, 3, 4])
        table.play("start", rules="ema-2025")
        wait_until(lambda: table.ledger.table.names == NAMES[:4])
        run.client.post("/v1/tables/1/seats", seat=3, player="0")
        wait_until(lambda: table.ledger.table.names == [*NAMES[:3], ""])
        play(run, 1)
        wait_until(hall.repository.series.played)
        names_of_next_game(table)
        wait_until(lambda: [game.players for game in hall.repository.series.all_games()] == [[1, 2, 3, 0]] * 2)
        # The last of four is taken away as well.
        for seat in range(3):
            run.client.post("/v1/tables/1/seats", seat=seat, player="0")
        wait_until(lambda: table.ledger.table.names == [""] * 4)


def test_of_two_phones_that_take_the_same_free_seat_the_second_is_refused(running):
    """Each has seen that the seat is free; who is seated by the desk may be replaced by who sees it."""
    with running(1) as run:
        hall, [table] = run.hall, tables_of(run)
        run.client.post("/v1/series")
        run.client.post("/v1/attendance", players=NAMES[:4], yes=True)

        def take(player, replaces):
            run.client.post("/v1/tables/1/seats", seat=1, player=str(player), replaces=replaces)
            return [one["player"] for one in hall.table_seats.view(1)["players"]][1]

        for start in range(2):
            assert take(1, 0) == 1
            with pytest.raises(Refused) as refused:
                take(2, 0)
            assert (refused.value.code, refused.value.at) == ("not_allowed_now", "seat")
            assert [take(1, 0), take(2, 1), take(0, 2), take(3, 2), take(0, 3)] == [1, 2, 0, 3, 0]
            # Once more in a game that is played.
            if not start:
                table.play("start", rules="ema-2025")
                table.play("hand")
                wait_until(lambda: hall.table_seats.view(1)["game"] is not None)
