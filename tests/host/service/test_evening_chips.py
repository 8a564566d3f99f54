"""Chips of an evening's games, on paper and from tables: entered, corrected, exported and imported again."""

from __future__ import annotations

import pytest

from tenbo.formats.season_files import games_csv
from tenbo.store.sqlite_store import wall_clock_ms
from tenbo_core.errors import Malformed, Refused

from .conftest import wait_until

BOOK = 'extends = "ema-2016"\nchip_points = 2000\nyakitori = 20000\n'
PEOPLE = ["Ann Ash", "Ben Box", "Cy Cox", "Di Day"]
SCORES = [40_000, 30_000, 30_000, 20_000]


def open_evening(run):
    """Open an evening whose book has chips."""
    run.hall.evenings.open_evening("desk", date="2026-12-01", rules="parlour", book=BOOK)


def enter(run, **fields):
    """Enter a game on paper."""
    given = {"players": PEOPLE, "scores": SCORES, "register": True, **fields}
    return run.client.post("/v1/series_games", **given)["n"]


def game_of(run, number):
    """Return a game as its page reads it."""
    return run.client.get(f"/v1/series_games/{number}")


def test_chips_count_in_the_total_of_a_game_on_paper_and_are_corrected_alone(running):
    """The scores stay what they are, and the change is in the log with its chips."""
    with running(0) as run:
        open_evening(run)
        assert run.client.get("/v1/club")["has_chips"]
        plain, chipped = enter(run), enter(run, chips=[3, -1, -2, 0], yes=True)
        totals = game_of(run, plain)["totals"]
        game = game_of(run, chipped)
        assert game["totals"] == [totals[0] + 6000, totals[1] - 2000, totals[2] - 4000, totals[3]]
        assert (game_of(run, plain)["chips"], game["chips"]) == ([], [3, -1, -2, 0])
        changed = run.client.post(f"/v1/series_games/{chipped}", chips=[1, -1, 0, 0], why="counted again")
        game = game_of(run, chipped)
        assert (changed["chips"], game["scores"], game["changes"][0]["chips"]) == ([1, -1, 0, 0], SCORES, [1, -1, 0, 0])
        assert game["totals"] == [totals[0] + 2000, totals[1] - 2000, *totals[2:]]
        # A correction of the scores keeps the chips, and the correction of the chips can be taken back.
        run.client.post(f"/v1/series_games/{chipped}", scores=[30_000, 40_000, 30_000, 20_000], why="swapped")
        assert game_of(run, chipped)["chips"] == [1, -1, 0, 0]
        run.hall.records.record_all("desk", [("takeback", {"of": changed["n"], "why": "no"})])
        assert game_of(run, chipped)["chips"] == [3, -1, -2, 0]


def test_a_game_of_a_table_gets_its_chips_and_stays_the_ledger_s(running):
    """The game's own scores and who has won no hand count on."""
    with running(1) as run:
        open_evening(run)
        [table] = run.paper.tables
        table.play("start", rules="ema-2016", set=[["chip_points", 2000], ["yakitori", 20_000]])
        table.play("hand")
        table.play("win", wins=[{"seat": 2, "from": 0, "han": 3, "fu": 40}])
        table.play("end")
        wait_until(run.hall.repository.series.played)
        [game] = run.hall.repository.series.played()
        run.client.post(f"/v1/series_games/{game.id}", chips=[3, -1, -2, 0], why="counted")
        after = run.hall.repository.series.result(game.id)
        assert [new - old for new, old in zip(after.totals, game.totals, strict=True)] == [6000, -2000, -4000, 0]
        assert after.scores == game.scores
        assert run.hall.repository.tournament.club.games[game.id].scores == ()


@pytest.mark.parametrize(("chips", "code", "at"), [
    ([3, -1, -2, 1], "contradiction", "chips"), ([3, -1, -2], "contradiction", "chips"), ("many", "bad_field", "chips"),
])  # fmt: skip
def test_chips_that_do_not_add_up_are_refused(running, chips, code, at):
    """And nothing is written; nor are chips by a book that has none, or a change of nothing."""
    with running(0) as run:
        open_evening(run)
        with pytest.raises((Refused, Malformed)) as error:
            enter(run, chips=chips)
        assert (error.value.code, error.value.at) == (code, at)
        number = enter(run)
        with pytest.raises((Refused, Malformed)):
            run.client.post(f"/v1/series_games/{number}", chips=chips, why="counted")
        with pytest.raises((Refused, Malformed)) as error:
            run.client.post(f"/v1/series_games/{number}", why="nothing")
        assert error.value.at == "scores"
        run.hall.evenings.open_evening("desk", date="2026-12-02", rules="ema-2016")
        with pytest.raises(Refused) as error:
            enter(run, chips=[3, -1, -2, 0])
        assert (error.value.code, error.value.at) == ("not_in_this_rule_book", "chips")
        assert "chips" not in game_of(run, enter(run))


def test_chips_are_in_the_file_of_the_games_and_are_imported_again(running):
    """A column for each seat, and only where some are entered."""
    with running(0) as run:
        open_evening(run)

        def written():
            view = run.hall.seasons.find("2026-12-01", wall_clock_ms())
            stored = run.hall.repository
            return games_csv(view, stored.people(), stored.tournament)

        enter(run)
        assert "chips" not in written()
        game = enter(run, chips=[3, -1, -2, 0], yes=True)
        text = written()
        run.client.post(f"/v1/series_games/{game}", void=True, why="again")
        made = run.client.post("/v1/series_games/import", text=text.replace("parlour", ""), yes=True)["games"]
        assert [game_of(run, number)["chips"] for number in made] == [[], [3, -1, -2, 0]]
        rows = "game,player,score,chips\n" + "".join(
            f"1,{name},{score},{chips}\n" for name, score, chips in zip(PEOPLE, SCORES, [0, 5, -5, 0], strict=True)
        )
        [number] = run.client.post("/v1/series_games/import", text=rows, yes=True)["games"]
        assert game_of(run, number)["chips"] == [0, 5, -5, 0]
