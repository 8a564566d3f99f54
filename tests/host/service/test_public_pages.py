"""Walls as the desk sets them, one player's whereabouts for a phone, and slips of paper that two people type."""

from __future__ import annotations

import pytest

from tenbo_core.errors import Malformed, Refused

from .conftest import wait_until
from .role_browser import logged_in_browser

SCORES = [41_200, 33_800, 25_000, 20_000]
OTHERS = [41_200, 38_300, 20_500, 20_000]
EIGHT = "id,name\n" + "".join(f"{n},Player {n}\n" for n in range(1, 9))


def planned(run):
    """Seat eight people at two tables in two sessions, and open the first."""
    run.hall.registration.register_players(EIGHT, yes=True)
    plan = [[session, table, [4 * table - 3 + n for n in range(4)]] for session in (1, 2) for table in (1, 2)]
    run.hall.records.record("plan", "desk", tables=plan, yes=True)
    run.hall.records.record("open", "desk", session=1)
    return run


def test_a_wall_shows_what_the_desk_has_set_and_nothing_that_there_is_not(running):
    """Several walls with different contents; a slip of the desk names the field and changes nothing."""
    with running(0) as run:
        desk = logged_in_browser(run, "desk")
        assert desk.ask("GET", "/v1/walls")[1] == [
            {"wall": 1, "shows": ["tables", "standings"], "turn": 15, "delay": 0}
        ]
        fields = {"wall": 2, "shows": ["clock", "seats"], "delay": 300}
        assert desk.ask("POST", "/v1/records", {"kind": "wall", "fields": fields})[0] == 200
        for wrong, at in (
            ({"shows": ["table"]}, "fields.shows"), ({"shows": []}, "fields.shows"), ({"turn": 601}, "fields.turn"),
            ({"delay": 3601}, "fields.delay"), ({"wall": 0}, "fields.wall"), ({"wall": 100}, "fields.wall"),
        ):  # fmt: skip
            status, answer, _ = desk.ask("POST", "/v1/records", {"kind": "wall", "fields": fields | wrong})
            assert (status, answer["error"]["at"]) == (400, at)
        assert [(one["wall"], one["shows"], one["turn"], one["delay"]) for one in run.client.get("/v1/walls")] == [
            (1, ["tables", "standings"], 15, 0), (2, ["clock", "seats"], 15, 300),
        ]  # fmt: skip


def test_the_next_seats_are_told_by_name(running):
    """People look for their own name, not for their table."""
    with running(0) as run:
        planned(run)
        told = run.client.get("/v1/seats")
        assert told["session"] == 2
        assert [row["name"] for row in told["seats"]] == [f"Player {n}" for n in range(1, 9)]
        assert told["seats"][5] == {"player": 6, "name": "Player 6", "table": 2, "seat": 1}
        run.hall.records.record("open", "desk", session=2, yes=True)
        assert run.client.get("/v1/seats") == {"session": None, "hidden": False, "seats": []}


def test_a_player_learns_the_seat_the_points_and_what_comes_next(running):
    """By number or by name; of a hidden session no points, no matter who asks."""
    with running(1) as run:
        planned(run)
        assert run.client.post("/v1/sessions/1/begin", yes=True, tables=[1])["begun"] == [1]
        (table,) = run.paper.tables
        table.play("hand")
        table.play("riichi", by=1, seat=1)
        wait_until(lambda: run.client.get("/v1/players/2")["now"].get("points") == 29_000)
        mine = run.client.get("/v1/players/player%202")
        assert (mine["player"], mine["name"], mine["results"]) == (2, "Player 2", [])
        assert mine["now"]["place"] == 4
        others = [(one["seat"], one["name"], one["points"]) for one in mine["now"]["others"]]
        assert others == [(0, "Player 1", 30_000), (2, "Player 3", 30_000), (3, "Player 4", 30_000)]
        assert mine["next"] == {"session": 2, "table": 1, "seat": 1}
        run.hall.records.record("hide", "desk", session=1)
        hidden = logged_in_browser(run, "desk").ask("GET", "/v1/players/2")[1]
        assert "points" not in hidden["now"]
        assert hidden["now"]["table"] == 1
        assert [one.get("points") for one in hidden["now"]["others"]] == [None, None, None]
        for nobody in ("99", "nobody"):
            assert logged_in_browser(run, "reader").ask("GET", f"/v1/players/{nobody}")[1]["error"]["at"] == "player"


def test_a_player_sees_the_results_of_ended_sessions_once_they_are_released(running):
    """What was typed from paper counts like what a table has told."""
    with running(0) as run:
        planned(run)
        run.hall.slips.enter((1, 1), "Ada", SCORES, 0)
        assert run.client.get("/v1/players/1")["results"] == []
        run.hall.records.record("end", "desk", session=1, yes=True)
        (result,) = run.client.get("/v1/players/1")["results"]
        assert (result["session"], result["score"], result["place"]) == (1, 41_200, 1)
        run.hall.records.record("hide", "desk", session=1)
        assert run.client.get("/v1/players/1")["results"] == []
        run.hall.records.record("release", "desk")
        assert run.client.get("/v1/players/1")["results"] == [result]


def test_two_people_type_the_same_slip_and_a_difference_waits_for_the_desk(running):
    """The first slip counts at once; the second is compared; the desk decides, or both type the same."""
    with running(0) as run:
        planned(run)
        ada, bob = logged_in_browser(run, "referee", name="Ada"), logged_in_browser(run, "referee", name="Bob")

        def typed(who, table, scores):
            return who.ask("POST", "/v1/slips", {"session": 1, "table": table, "scores": scores})[1]["state"]

        assert [row["state"] for row in ada.ask("GET", "/v1/slips?session=1")[1]] == ["missing", "missing"]
        assert typed(ada, 1, SCORES) == "once"
        assert run.hall.repository.results.sheet(1, 1).scores == SCORES
        assert typed(bob, 1, SCORES) == "agreed"
        assert typed(ada, 2, SCORES) == "once"
        assert typed(bob, 2, OTHERS) == "differs"
        assert run.hall.repository.results.sheet(1, 2).scores == SCORES
        assert typed(ada, 2, OTHERS) == "agreed"
        assert run.hall.repository.results.sheet(1, 2).scores == OTHERS
        assert typed(bob, 2, SCORES) == "differs"
        run.hall.records.record(
            "correct", "desk", session=1, table=2, scores=SCORES, why="looked at the paper", yes=True
        )
        assert ada.ask("GET", "/v1/slips?session=1")[1][1]["state"] == "settled"
        assert typed(ada, 2, OTHERS) == "differs"
        assert run.hall.repository.results.sheet(1, 2).scores == SCORES


@pytest.mark.parametrize(
    ("place", "scores", "sticks", "sentence"),
    [
        ((1, 1), [41_200, 33_800, 25_000, 20_100], 0, "must add up to 120,000, not 120,100"),
        ((1, 1), [41_250, 33_750, 25_000, 20_000], 0, "multiples of 100"),
        ((1, 1), [41_200, 33_800, 25_000, 20_000], 1, "must add up to 120,000, not 121,000"),
        ((1, 7), SCORES, 0, "no players are seated at table 7 in session 1"),
    ],
)
def test_a_slip_that_no_game_ends_with_is_refused_and_nothing_is_kept(running, place, scores, sticks, sentence):
    """The sentence says what is wrong; the first number that was wrong is on the paper."""
    with running(0) as run:
        planned(run)
        with pytest.raises((Refused, Malformed), match=sentence):
            run.hall.slips.enter(place, "Ada", scores, sticks)
        assert run.hall.repository.tournament.slips == {}
        assert run.hall.repository.results.sheet(1, 1).state == "missing"


def test_a_slip_is_for_those_who_type_and_not_for_readers(running):
    """A phone that reads the standings types no result."""
    with running(0) as run:
        planned(run)
        reader = logged_in_browser(run, "reader")
        assert reader.ask("POST", "/v1/slips", {"session": 1, "table": 1, "scores": SCORES})[0] == 403
        assert reader.ask("GET", "/v1/slips?session=1")[0] == 403
        desk = logged_in_browser(run, "desk")
        slip = {"session": 1, "table": 1, "scores": SCORES}
        assert desk.ask("POST", "/v1/records", {"kind": "slip", "fields": slip})[0] == 409
