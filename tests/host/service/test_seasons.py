"""Seasons that are begun later than their first evening, and several evenings of one day."""

from __future__ import annotations

GAME = {"players": ["Ann", "Ben", "Cy", "Di"], "scores": [30000] * 4}


def test_a_season_begun_later_has_the_evenings_of_its_days(running):
    """The evening that is open, and those of no season; closed evenings of another season stay there."""
    with running(0) as run:
        hall, client = run.hall, run.client
        for day in ("2026-09-01", "2026-10-06"):
            hall.evenings.open_evening("desk", date=day)
        client.post("/v1/series_games", **GAME, register=True)
        assert client.post("/v1/series", kind="season", title="Autumn", date="2026-10-01")["evenings"] == ["2026-10-06"]
        season = client.get("/v1/season")
        assert (season["series"], len(season["games"])) == ("Autumn", 1)
        hall.evenings.open_evening("desk", date="2026-11-03")
        made = client.post("/v1/series", kind="season", title="Winter", date="2026-10-05")
        assert made["evenings"] == ["2026-11-03"]

        def seasons():
            """Return the season of each evening."""
            known = {one["id"]: one for one in client.get("/v1/series")["series"]}
            return {one["title"]: one["parent"] and known[one["parent"]]["title"] for one in known.values()
                    if one["kind"] == "evening"}  # fmt: skip

        assert seasons() == {"2026-09-01": None, "2026-10-06": "Autumn", "2026-11-03": "Winter"}
        assert hall.repository.tournament.club.evening.title == "2026-11-03"
        # The record of the evening is taken back first.
        last = hall.repository.desk.records[-1].n
        client.post("/v1/records", kind="takeback", fields={"of": last, "why": "another day"})
        assert seasons()["2026-11-03"] == "Autumn"
        client.post("/v1/records", kind="takeback", fields={"of": last - 1, "why": "another day"})
        assert client.get("/v1/club")["season"]["series"] == "Autumn"


def test_a_correction_without_scores_or_chips_is_refused_before_it_is_sent(running, run_cli):
    """What is lacking is named as it is typed, and who sees a page in words."""
    with running(0) as run:
        game = run.client.post("/v1/series_games", **GAME, register=True)["n"]
        assert [
            run_cli("season", "correct", game, *more, "--why", "read again", "--store", run.store)
            for more in ((), ("--sticks", 1), ("--chips", 1, -1, 0, 0, "--sticks", 1))
        ] == [
            (2, "tenbo season: give the scores, East first, or --chips\n"),
            *[(2, "tenbo season: --sticks goes with the scores: give them, East first\n")] * 2,
        ]
        shown = [run_cli("season", "share", 1, who, "--store", run.store)[1] for who in ("self", "members", "everyone")]
        assert shown == [
            f"the page of player 1 is visible to {who}\n" for who in ("that player only", "members", "everyone")
        ]


def test_a_seat_that_the_game_does_not_have_is_refused_with_those_it_has(running, run_cli):
    """Three players have no north."""
    with running(0) as run:
        run.hall.evenings.open_evening("desk", date="2026-12-02", rules="sanma-club")
        entered = {"players": ["Ann", "Ben", "Cy"], "scores": [35000] * 3}
        game = run.client.post("/v1/series_games", **entered, register=True)["n"]
        name = ("season", "name", game, "N", "Eva", "--why", "read again", "--store", run.store)
        assert run_cli(*name) == (1, "tenbo season: a seat must be E, S or W, not 'N'\n")


def test_an_evening_opened_twice_is_one_until_it_has_a_game(running):
    """Two people open it at once; a second evening of the day is one of its own, and games go to the open one."""
    with running(0) as run:
        opened = [run.client.post("/v1/series", date="2026-12-08") for _ in range(2)]
        assert [one["title"] for one in opened] == ["2026-12-08"] * 2
        assert opened[0]["series"] == opened[1]["series"]
        run.client.post("/v1/series_games", **GAME, register=True)
        assert run.client.post("/v1/series", date="2026-12-08")["title"] == "2026-12-08 (2)"
        run.client.post("/v1/series/change", closed=True)
        run.client.post("/v1/series/change", series=opened[0]["title"], closed=False)
        run.client.post("/v1/series_games", **{**GAME, "scores": [31000, 29000, 30000, 30000]}, date="2026-12-08")
        assert [one["games"] for one in run.client.get("/v1/series")["series"]] == [2, 0]
