"""An error names the place that its reader wrote, and what the address names and does not exist is not found."""

from __future__ import annotations

import json

import pytest

import tenbo

from .api_examples import scenario
from .http_requests import ask, token

HAND = {"hand": "234567m345p678s9s", "win": "9s", "by": "ron", "riichi": 1}
LOCK = {"kind": "lock", "fields": {"session": 1, "table": 1}}
START = {"event": "start"}
TWO_LIABLE = [{"seat_wind": "W", "yaku": "daisangen"}, {"seat_wind": "X", "yaku": "suukantsu"}]
TWO_SEATS = [{"seat": 2, "yaku": "daisangen"}, {"seat": 9, "yaku": "suukantsu"}]
PENALTY = {"event": "penalty", "fields": {"seat": 9, "points": -1000}}

BODIES = [
    ("/v1/records", {"kind": "lock", "fields": {}}, "fields.session"),
    ("/v1/records", {"kind": "lock", "fields": {"session": "x"}}, "fields.session"),
    ("/v1/records", {"kind": "lock", "fields": {"session_": 1}}, "fields.session_"),
    ("/v1/records", {"kind": "lock", "fields": {"session": 7, "table": 1}}, "fields.session"),
    ("/v1/records", {"kind": "lok", "fields": {}}, "kind"),
    ("/v1/records/batch", {"records": [LOCK, {"kind": "lock", "fields": {}}]}, "records[1].fields.session"),
    ("/v1/records/batch", {"records": [LOCK, {"kind": "lock"}]}, "records[1].fields"),
    ("/v1/records/batch", {"records": [{"kind": 5, "fields": {}}]}, "records[0].kind"),
    ("/v1/tables/1/events", PENALTY, "fields.seat"),
    ("/v1/tables/1/events", {"event": "penalty", "fields": {"seat": 1, "points": 5}}, "fields.points"),
    ("/v1/tables/1/events", {"event": "win", "fields": {"wins": [{"seat": 9}]}}, "fields.wins[0].seat"),
    ("/v1/score", HAND | {"set": {"uma": 5}}, "set.uma"),
    ("/v1/score", HAND | {"pao": {"seat_wind": "X"}}, "pao.seat_wind"),
    ("/v1/score", HAND | {"pao": TWO_LIABLE}, "pao[1].seat_wind"),
    ("/v1/score", {"nagashi": True, "rules": "austria", "hand": 5}, "hand"),
    ("/v1/score", {"nagashi": True, "rules": "austria", "melds": ["pon 55z"]}, "melds"),
    *[
        ("/v1/sessions/1/import", {"table": 1, "why": "on paper", "events": [START, event]}, at)
        for event, at in (
            ({"event": "riichi", "seat": 9}, "events[1].seat"),
            ({"event": "richi", "seat": 1}, "events[1].event"),
        )
    ],
]

EVENTS = [
    ({"event": "start", "set": {"uma": 5}}, "set.uma"),
    ({"event": "start", "set": {"kiriag": True}}, "set.kiriag"),
    ({"event": "start", "set": {"kiriage": 5}}, "set.kiriage"),
    ({"event": "start", "set": {"session_minutes": -1}}, "set.session_minutes"),
    ({"event": "start", "set": {"start_points": 0}}, "set.start_points"),
    ({"event": "start", "set": {"start_points": 30050}}, "set.start_points"),
    ({"event": "start", "set": {"agree_seconds": -1}}, "set.agree_seconds"),
    ({"event": "start", "set": {"yaku": {"tanyao": [99, 1]}}}, "set.yaku.tanyao"),
    ({"event": "start", "set": {"yaku": {"tan": [1, 1]}}}, "set.yaku.tan"),
    ({"event": "start", "set": 5}, "set"),
    ({"event": "start", "scores": 5, "set": {"kiriage": True}}, "scores"),
    ({"event": "correct", "of": 1, "events": [{"event": "win", "wins": [{"seat": 9}]}]}, "events[0].wins[0].seat"),
    ({"event": "correct", "of": 1, "events": [{"event": "win", "winz": []}]}, "events[0].winz"),
    ({"event": "win", "wins": [{"seat": 1, "yakuman": 1, "pao": TWO_SEATS}]}, "wins[0].pao[1].seat"),
    (
        {"event": "win", "wins": [{"seat": 1, "declared": {"hand": "1m", "win": "1m", "pao": TWO_LIABLE}}]},
        "wins[0].declared.pao[1].seat_wind",
    ),
]

NOT_THERE = [
    *[("GET", f"/v1/tables/99{more}") for more in ("", "/events", "/game", "/health", "/display/0")],
    *[("POST", f"/v1/tables/99/{more}") for more in ("blink", "answer")],
    ("GET", "/v1/tables/1/display/9"),
    ("GET", "/v1/sessions/99"),
    ("GET", "/v1/sessions/99/pace"),
    ("POST", "/v1/sessions/99/end"),
    *[("GET", f"/v1/players/{who}") for who in ("99", "Nobody")],
    *[("GET", f"/v1/people/{who}") for who in ("99", "Nobody", "99/data", "99/link")],
    ("GET", "/v1/series_games/99"),
    ("GET", "/v1/paper/bill.pdf"),
    ("GET", "/v1/export/bill.csv"),
]


@pytest.mark.thorough("a service and simulated tables for seconds")
def test_an_error_names_the_way_to_its_field_and_an_address_of_nothing_is_not_found(tmp_path) -> None:
    """A field of the tenth record in a body was named as if it were the body's own, and table 99 was a conflict."""
    with scenario(tmp_path) as run:
        run.prepare()
        run.play_a_session()
        head = {"Authorization": token(run), "Content_Type": "application/json"}
        for path, body, at in BODIES:
            status, answer = ask(run, "POST", path, json.dumps(body).encode(), **head)
            assert (status in (400, 409), answer["error"]["at"]) == (True, at), (path, body, answer)
        for method, path in NOT_THERE:
            status, answer = ask(run, method, path, b"{}" if method == "POST" else None, **head)
            assert (status, answer["error"]["code"]) == (404, "bad_seat" if "display/9" in path else "bad_field"), path
        # What is there and cannot be done is a conflict, and what is no number is a wrong request.
        for path, status in (("/v1/tables/3/tablet", 409), ("/v1/tables/x", 400), ("/v1/sessions/x/pace", 400)):
            assert ask(run, "GET", path, **head)[0] == status


@pytest.mark.parametrize(("event", "at"), EVENTS)
def test_an_error_of_a_record_names_the_way_to_its_field(event, at) -> None:
    """As the record has it, whether `tenbo replay` or a program reads it."""
    records = [] if event["event"] == "start" else [START, {"event": "hand"}]
    with pytest.raises(tenbo.TenboError) as refused:
        tenbo.Game.replay([*records, event])
    assert refused.value.at == at
