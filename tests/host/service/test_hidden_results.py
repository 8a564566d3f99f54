"""Results that are hidden: only desk and referees see them before they are released."""

from __future__ import annotations

import json
import urllib.error
import urllib.request

import pytest

from .conftest import finished, game_of, play, public_json, wait_until
from .role_browser import logged_in_browser


def test_results_are_hidden_until_they_are_released(planned_service, run_cli):
    """From the last session on; on the terminal, in files and at the API, until the moment that was said has come."""
    scores = {(1, 1): (40000, 30000, 20000, 30000), (2, 1): (20000, 40000, 30000, 30000)}
    with planned_service(tables=1) as (run, session):
        finished(session, scores)
        store = ("--store", run.store)
        assert "+25,000" in run_cli("results", *store)[1]
        assert session("hide", 2)[0] == 0
        before = public_json(run, "/v1/standings")
        assert (before["hidden"], before["provisional"]) == ([2], True)
        assert [row["total"] for row in before["standings"]] == [25000, 0, 0, -25000]
        status, text = run_cli("results", *store)
        assert status == 1
        assert "provisional: session 2: hidden until it is released" in text
        assert "s2" not in text
        for name in ("standings.csv", "tables.csv", "hands.csv", "results.json", "sheets.txt"):
            hidden, everything = (run_cli("export", name, *words, *store)[1] for words in ((), ("--hidden",)))
            assert "hidden until it is released" in hidden
            assert "hidden until it is released" not in everything
            assert ("Player 2" in everything) == (name in ("standings.csv", "tables.csv", "results.json", "sheets.txt"))
        assert "hidden until it is released" in run_cli("export", "ema.csv", *store)[1]
        assert run_cli("results", "--hidden", *store)[0] == 0
        assert "hidden until it is released" in session("show")[1]
        assert run.client.get("/v1/standings?hidden=1")["hidden"] == []
        for path in ("/v1/standings?hidden=1", "/v1/sessions/2", "/v1/export/ema.csv?hidden=1"):
            with pytest.raises(urllib.error.HTTPError) as refused:
                public_json(run, path)
            with refused.value as answer:
                assert "hidden" in answer.read().decode()
        assert session("publish", "--after", 10)[0] == 0
        assert public_json(run, "/v1/standings")["hidden"] == [2]
        assert session("revert", run.hall.repository.desk.records[-1].n, "--why", "at once")[0] == 0
        assert session("publish")[0] == 0
        assert public_json(run, "/v1/standings")["hidden"] == []
        assert public_json(run, "/v1/sessions/2")[0]["scores"][1] == 40000
        assert run_cli("results", *store)[0] == 0


def followed(run, after, kind):
    """Return the data of the first change of a kind, as a screen without a token is told it."""
    with urllib.request.urlopen(f"{run.client.url}/v1/changes?after={after}") as stream:
        told = ""
        for line in stream:
            if line.startswith(b"event: "):
                told = line[7:].strip().decode()
            elif line.startswith(b"data: ") and told == kind:
                return json.loads(line[6:])
    raise AssertionError("the stream ended")


@pytest.mark.thorough("a service and simulated tables for seconds")
def test_a_table_that_plays_a_hidden_session_shows_everybody_that_it_plays_and_no_points(planned_service):
    """Not in the list of tables, not on a display, not event by event: else the ceremony is spoilt by the wall."""
    with planned_service(tables=2) as (run, session):
        assert "only the desk sees the results of session 2 and later" in session("hide", 2)[1]
        session("begin", 1)
        play(run, 1)
        game_of(run, 1, 1)
        assert public_json(run, "/v1/tables/1")["now"]["scores"][1] == 33900
        assert public_json(run, "/v1/tables/1/events")
        session("end", 1, "--yes")
        before = run.hall.changes.last
        session("begin", 2, "--yes")
        game_of(run, 2, 1)
        play(run, 1, end=False)
        game_of(run, 2, 2)
        for line in session("games")[1].splitlines():
            assert line.endswith("   (hidden)") == line.startswith("session 2 "), line
        assert {game["hidden"]: "scores" in game for game in public_json(run, "/v1/games")} == {
            False: True,
            True: False,
        }
        table = public_json(run, "/v1/tables/1")
        assert (table["state"], table["hidden"], "now" in table) == ("following", True, False)
        assert all(one["hidden"] and "now" not in one for one in public_json(run, "/v1/tables"))
        seats = public_json(run, "/v1/seats?session=2")
        assert (seats["hidden"], public_json(run, "/v1/seats?session=1")["hidden"]) == (True, False)
        there = {one["seat"]: one["name"] for one in seats["seats"] if one["table"] == 1}
        assert table["names"] == [there[seat] for seat in range(4)]
        for path in ("/v1/tables/1/events", "/v1/tables/1/display/0", f"/v1/tables/2/events?ledger={table['ledger']}"):
            with pytest.raises(urllib.error.HTTPError) as refused:
                public_json(run, path)
            with refused.value as answer:
                assert "hidden until they are released" in answer.read().decode()
        # The code of another table opens no ledger but its own, under any number.
        other, own = logged_in_browser(run, "table", 2), logged_in_browser(run, "table", 1)
        for number in (1, 2):
            path = f"/v1/tables/{number}/events?ledger={table['ledger']}"
            assert (other.ask("GET", path)[0], own.ask("GET", path)[0]) == (409, 200)
        last = run.hall.repository.store.head(f"table/{table['ledger']}").seq
        wait_until(
            lambda: any(
                change.data.get("event", {}).get("n") == last for change in run.hall.changes.changes_after(before)
            )
        )
        at = next(
            change.id
            for change in run.hall.changes.changes_after(before)
            if change.data.get("event", {}).get("n") == last
        )
        told = followed(run, at - 1, "event")
        assert (told["table"], told["now"], told["hidden"], set(told["event"])) == (1, None, True, {"n", "at"})
        scores = (30000, 30000, 30000, 30000)
        assert session("correct", 2, 2, *scores, "--why", "paper", "--yes")[0] == 0
        told = followed(run, before, "desk")
        while told["kind"] != "correct":
            told = followed(run, before := before + 1, "desk")
        assert (told["table"], "scores" in told) == (2, False)
        assert run.client.get("/v1/tables/1")["now"]["scores"][1] == 33900
        assert session("publish")[0] == 0
        assert public_json(run, "/v1/tables/1")["now"]["scores"][1] == 33900
        assert followed(run, at - 1, "event")["now"]["scores"][1] == 33900
