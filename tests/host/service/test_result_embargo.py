"""What is hidden until the ceremony is hidden on every road: after a detaching, at a spare, without a cable."""

from __future__ import annotations

import json
import urllib.error
import urllib.request

import pytest

from tenbo.formats.result_files import FILES
from tenbo.web.auth.authentication import Visitor
from tenbo.web.routes.route_table import ROUTES

from .conftest import game_of, play, public_json, stored, table_of, wait_until

# Points and reasons of the hidden session, as they would stand in an answer.
SECRET = ("33900", "33,900", "26100", "26,100", "12300", "12,300", "telephone")


def refused(run, path):
    """Return whether someone without rights is told that it is hidden."""
    try:
        public_json(run, path)
    except urllib.error.HTTPError as error:
        with error:
            text = error.read().decode()
        assert "hidden until they are released" in text, text
        return True
    return False


def nothing_is_seen(run, ledger):
    """Say that of table 1 and its ledger someone without rights sees no points."""
    table = public_json(run, "/v1/tables")[0]
    assert (table["hidden"], "now" in table) == (True, False)
    paths = ("/v1/tables/1/game", "/v1/tables/1/events", f"/v1/tables/1/events?ledger={ledger}")
    assert [path for path in paths if not refused(run, path)] == []
    assert [(game["hidden"], "scores" in game) for game in public_json(run, "/v1/games")] == [(True, False)]


def events_after(run, after, last):
    """Return what someone without rights is told of each event after a change, up to event `last`."""
    seen, kind = [], ""
    with urllib.request.urlopen(f"{run.client.url}/v1/changes?after={after}") as stream:
        for line in stream:
            if line.startswith(b"event: "):
                kind = line[7:].strip().decode()
            elif line.startswith(b"data: ") and kind == "event":
                seen.append(json.loads(line[6:]))
                if seen[-1]["event"]["n"] == last:
                    return seen
    raise AssertionError("the stream ended")


def secret_in(text):
    """Return whether something of the hidden session stands in a text."""
    return any(word in text for word in SECRET)


def text_of(run, path):
    """Return what someone without rights is answered, no matter what it is."""
    try:
        with urllib.request.urlopen(run.client.url + path) as answer:
            return answer.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.read().decode()


def paths(ledger):
    """Yield every question that a reader may ask, about table 1, the hidden session, its players and its ledger."""
    for route in ROUTES:
        if route.method == "GET" and route.required_role in (None, "reader"):
            path = route.path.replace("{table}", "1").replace("{seat}", "0").replace("{session}", "1")
            many = {"{player}": ["1", "2"], "{name}": FILES}
            part = next((part for part in many if part in path), None)
            yield from [path.replace(part, value) for value in many[part]] if part else [path]
    yield f"/v1/tables/1/events?ledger={ledger}"
    yield "/v1/export/results.json?provisional=1"
    yield "/v1/export/ema.csv?provisional=1"
    yield "/v1/seats?session=1"
    yield "/v1/standings?only=country=NED"


@pytest.mark.thorough("a service and simulated tables for seconds")
def test_no_question_of_a_reader_is_answered_with_what_is_hidden(planned_service):
    """Neither a point nor a reason, while it is played, when it is over, and when the desk has put something right."""
    with planned_service(tables=1) as (run, session):
        assert session("hide", 1)[0] == 0
        before = run.hall.changes.last
        session("begin", 1)
        play(run, 1, end=False)
        ledger = game_of(run, 1, 1).ledger
        table = table_of(run, 1)

        def steps():
            yield "plays"
            table.play("penalty", seat=0, points=-12_300, why="telephone")
            table.play("end")
            stored(table)
            yield "over"
            assert session("penalty", 1, 1, "W", "-12300", "--why", "telephone")[0] == 0
            assert session("correct", 1, 1, 33_900, 26_100, 12_300, 47_700, "--why", "telephone")[0] == 0
            run.hall.records.record("end", "desk", session=1, yes=True)
            yield "corrected"

        for step in steps():
            changes = [
                run.service.visibility.redact_change(Visitor("reader"), one).data
                for one in run.hall.changes.changes_after(before)
            ]
            assert (step, [one for one in changes if secret_in(json.dumps(one))]) == (step, [])
            assert (step, [path for path in paths(ledger) if secret_in(text_of(run, path))]) == (step, [])
        assert session("publish")[0] == 0
        seen = {path for path in paths(ledger) if secret_in(text_of(run, path))}
        assert {"/v1/sessions/1", "/v1/tables/1", "/v1/export/results.json"} <= seen


def test_a_game_that_was_detached_from_a_hidden_session_stays_hidden(planned_service):
    """The desk detaches it to attach another; what was played is no less a result of that session."""
    with planned_service(tables=1) as (run, session):
        assert session("hide", 1)[0] == 0
        session("begin", 1)
        play(run, 1, end=False)
        ledger = game_of(run, 1, 1).ledger
        assert session("detach", 1, 1, "--why", "which one counts?", "--yes")[0] == 0
        nothing_is_seen(run, ledger)
        assert session("publish")[0] == 0
        assert public_json(run, "/v1/tables/1")["now"]["scores"][1] == 33_900
        assert public_json(run, "/v1/games")[0]["hidden"] is False


def test_a_game_begun_at_the_table_itself_is_hidden_while_a_hidden_session_goes_on_there(planned_service):
    """It may be attached later, with all its points; once attached it stays hidden when it is detached again."""
    with planned_service(tables=1) as (run, session):
        assert session("hide", 1)[0] == 0
        run.hall.records.record("open", "desk", session=1)
        table_of(run, 1).play("start", rules="ema-2016")
        play(run, 1, end=False)
        ledger = public_json(run, "/v1/tables")[0]["ledger"]
        nothing_is_seen(run, ledger)
        assert session("attach", 1, 1, "--why", "begun at the table")[0] == 0
        run.hall.records.record("end", "desk", session=1, yes=True)
        assert session("detach", 1, 1, "--why", "which one counts?", "--yes")[0] == 0
        nothing_is_seen(run, ledger)


def test_a_table_without_its_cable_tells_no_more_of_a_hidden_session_than_with_it(planned_service):
    """What is stored of it is told by its page as long as no one plugs it in."""
    with planned_service(tables=1) as (run, session):
        assert session("hide", 1)[0] == 0
        session("begin", 1)
        play(run, 1, end=False)
        table_of(run, 1).pull()
        wait_until(lambda: run.client.get("/v1/tables/1")["state"] != "following")
        for station in list(run.hall.fleet.stations):
            run.hall.fleet.release_port(station.port.name)
        wait_until(lambda: run.client.get("/v1/tables/1")["state"] == "unplugged")
        assert run.client.get("/v1/tables/1/game")["hands"]
        assert refused(run, "/v1/tables/1/game")


def test_a_picture_of_a_hidden_game_is_not_kept_for_whoever_asks_during_the_next(planned_service):
    """The desk has looked at a display; a reader may ask for one that is an hour old."""
    with planned_service(tables=1) as (run, session):
        assert session("hide", 1)[0] == 0
        session("begin", 1)
        play(run, 1)
        game_of(run, 1, 1)
        table = table_of(run, 1)
        table.display_fields = [["view_field", "screen", "score"], ["view_field", "score", "33900"]]
        assert secret_in(json.dumps(run.client.get("/v1/tables/1/display/1")))
        run.hall.records.record("end", "desk", session=1, yes=True)
        table.play("start", rules="ema-2016")
        stored(table)
        table.display_fields = [["view_field", "screen", "score"], ["view_field", "score", "30000"]]
        assert "30000" in text_of(run, "/v1/tables/1/display/1?old=3600000")


def test_what_a_spare_has_taken_over_is_hidden_in_the_old_ledger_too(planned_service):
    """The old device's events are stored for ever under their old name."""
    with planned_service(tables=1) as (run, session):
        run.hall.records.record("open", "desk", session=1)
        table_of(run, 1).play("start", rules="ema-2016")
        play(run, 1, end=False)
        assert session("attach", 1, 1, "--why", "begun at the table")[0] == 0
        game = game_of(run, 1, 1)
        run.hall.records.record("end", "desk", session=1, yes=True)
        assert session("hide", 1)[0] == 0
        run.hall.records.record(
            "game", "desk", session=1, table=1, ledger=f"{game.ledger}.1", start=game.start, yes=True
        )
        nothing_is_seen(run, game.ledger)


def test_whoever_asks_for_earlier_changes_is_told_no_points_of_a_hidden_session(planned_service):
    """A thousand changes are kept; that the table has begun something else since opens none of them."""
    with planned_service(tables=1) as (run, session):
        assert session("hide", 1)[0] == 0
        before = run.hall.changes.last
        session("begin", 1)
        play(run, 1)
        run.hall.records.record("end", "desk", session=1, yes=True)
        table = table_of(run, 1)
        table.play("start", rules="ema-2016")
        last = table.play("hand")
        stored(table)
        assert public_json(run, "/v1/tables/1")["now"]["scores"] == [30_000] * 4
        seen = events_after(run, before, last.n)
        public = {data["event"]["n"] for data in seen if data["now"] is not None}
        assert public == {last.n - 1, last.n}
        assert all(set(data["event"]) == {"n", "at"} and data["hidden"] for data in seen if data["now"] is None)
