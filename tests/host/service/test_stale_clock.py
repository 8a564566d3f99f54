"""A clock that no one plays by is told as such: its session has ended, or the next one's has not been started."""

from __future__ import annotations

import json

from tenbo.integrations.mqtt.topics import retained_messages

from .test_public_pages import planned


def fed(run):
    """Return what a broker is told of the clock."""
    return json.loads(retained_messages("red", [], run.service.timekeeper)["tenbo/red/clock"])


def test_a_session_that_begins_after_a_stop_has_a_clock_that_has_not_been_started(running, run_cli):
    """What the clock before was stopped at is no time of this session, on no phone and for no program."""
    with running(0) as run:
        planned(run)
        run.client.post("/v1/clock", act="start", minutes=40)
        assert run.client.post("/v1/clock", act="stop")["left_over"] is None
        run.hall.records.record("open", "desk", session=2, yes=True)
        over = {"state": "unstarted", "session": 2}
        assert run.client.get("/v1/clock")["left_over"] == over
        assert run.client.get("/v1/players/1")["clock"]["left_over"] == over
        assert fed(run) == {"stage": "unstarted", "ends": None, "left_s": None}
        text = run_cli("clock", "--store", run.store)[1]
        assert text.startswith(
            "the clock of session 2 has not been started: this is the previous session's clock\nstopped with "
        )
        assert run.client.post("/v1/clock", act="start", minutes=90)["left_over"] is None
        assert fed(run)["stage"] == "waiting"


def test_a_clock_that_goes_on_after_the_end_of_its_session_is_nobody_s(running, run_cli):
    """It is still there to be stopped; what begins with it is played by it."""
    with running(0) as run:
        planned(run)
        run.client.post("/v1/clock", act="start", minutes=40)
        run.hall.records.record("end", "desk", session=1, yes=True)
        clock = run.client.get("/v1/clock")
        assert clock["stage"] in ("waiting", "running")
        assert clock["left_over"] == {"state": "ended", "session": 1}
        assert fed(run) == {"stage": "ended", "ends": None, "left_s": None}
        text = run_cli("clock", "--store", run.store)[1]
        assert text.startswith("session 1 has ended: no table plays by this clock\nwaiting  0:40:00 left")
        run.hall.records.record("open", "desk", session=2, yes=True)
        assert run.client.get("/v1/clock")["left_over"] is None
