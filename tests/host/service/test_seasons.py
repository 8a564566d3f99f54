"""Seasons that are begun later than their first evening, and several evenings of one day."""

from __future__ import annotations

import pytest

from tenbo_core.errors import Refused

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
            f"the page of Ann (player 1) is visible to {who}\n" for who in ("that player only", "members", "everyone")
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


def test_the_beginning_of_a_name_is_another_person_and_each_answer_names_who_is_written(running, run_cli):
    """Ann is not Anna Berg: she is refused or asked about; a whole word of a name is enough for the one who has it."""
    with running(0) as run:
        run.hall.registration.register_players("name\nAnna Berg\nAnnika Cole\nBen Cole\nFay Fox\n", yes=True)
        run.client.post("/v1/series", date="2026-12-08")

        def season(*words):
            return run_cli("season", *words, "--store", run.store)

        status, said = season("add", "Ann=32000", "Ben=28000", "Fay=35000", "guest=25000")
        assert (status != 0, "Anna Berg" in said, "Annika Cole" in said, run.hall.repository.tournament.club.games) == (
            True, True, True, {})  # fmt: skip
        status, said = season("add", "Ann=32000", "Ben=28000", "Fay=35000", "guest=25000", "--new", "--yes")
        assert (status, "Ann 32,000, Ben Cole 28,000, Fay Fox 35,000, guest 25,000" in said) == (0, True)
        status, said = season("arrive", "Anna", "Fay", "Gus")
        assert (status, said.splitlines()[:3]) == (
            0, ["player 1 is Anna Berg", "player 4 is Fay Fox", "player 6 is Gus (new)"])  # fmt: skip
        assert season("arrive", "Cole")[0] != 0
        assert {one["player"] for one in run.client.get("/v1/club")["people"]} == {1, 3, 4, 5, 6}
        with pytest.raises(Refused) as unknown:
            run.client.get("/v1/people/Ber/link")
        assert (unknown.value.code, run.client.get("/v1/people/Berg/link")["player"]) == ("bad_field", 1)


def test_two_people_are_merged_once_their_names_are_confirmed(running, run_cli):
    """A mistyped number would give the games of one person to another."""
    with running(0) as run:
        run.hall.registration.register_players("name\nAnna Berg\nBen Cole\n", yes=True)

        def merge(*words):
            return run_cli("season", "merge", 1, 2, *words, "--store", run.store)

        names = [run.client.get(f"/v1/people/{number}")["name"] for number in (1, 2)]
        status, asked = merge()
        assert (status != 0, [name in asked for name in names]) == (True, [True, True])
        assert run.client.get("/v1/people/1")["player"] == 1
        status, said = merge("--yes")
        assert (status, [name in said for name in names]) == (0, [True, True])
        assert run.client.get("/v1/people/1")["player"] == 2
        assert [one["merged_into"] for one in run.client.get("/v1/players")] == [2, None]
