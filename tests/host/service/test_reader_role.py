"""A reader looks and does nothing else."""

from __future__ import annotations

from tenbo.web.routes.route_table import ROUTES

from .role_browser import FOR_ALL, all_acts, logged_in_browser, paths_refused


def test_a_reader_sees_the_hall_and_changes_nothing(running, monkeypatch):
    """From another computer, with the code of the wall."""
    with running(1) as run:
        monkeypatch.setattr("tenbo.web.auth.authentication.is_own_address", lambda _: False)
        reader = logged_in_browser(run, "reader")
        assert reader.ask("GET", "/v1/tables")[0] == 200
        assert reader.ask("GET", "/v1/me")[1]["role"] == "reader"
        assert paths_refused(reader, ROUTES) == all_acts(ROUTES) - FOR_ALL
        assert reader.ask("POST", "/v1/codes", {})[0] == 403
        assert reader.ask("GET", "/v1/codes")[0] == 403


def test_a_reader_does_not_see_what_is_hidden(running):
    """The places of the last session are for the prize giving."""
    with running(1) as run:
        run.hall.records.record("seats", "desk", session=1, table=1, players=[1, 2, 3, 4])
        run.hall.records.record("hide", "desk", session=1)
        reader = logged_in_browser(run, "reader")
        assert reader.ask("GET", "/v1/standings?hidden=1")[0] == 409
        assert reader.ask("GET", "/v1/sessions/1?hidden=1")[0] == 409
        assert logged_in_browser(run, "desk").ask("GET", "/v1/standings?hidden=1")[0] == 200
