"""The desk does everything, under a name, and is never locked out."""

from __future__ import annotations

from tenbo.web.routes.route_table import ROUTES

from .conftest import wait_until
from .role_browser import Browser, code_of, logged_in_browser, paths_refused


def test_the_desk_may_do_everything_and_signs_with_its_name(running):
    """A browser at the desk is as good as the commands; what it does is signed, no matter what it says itself."""
    with running(1) as run:
        desk = logged_in_browser(run, "desk", name="Bo")
        assert paths_refused(desk, ROUTES) == set()
        fields = {"kind": "tournament", "fields": {"title": "Open", "rules": "ema-2025"}, "by": "somebody else"}
        assert desk.ask("POST", "/v1/records", fields)[0] == 200
        assert run.hall.repository.desk.records[-1].by == "Bo (desk)"


def test_the_operator_is_never_locked_out(running):
    """Wrong codes, new codes, every session ended: the link of `tenbo codes` opens the desk all the same."""
    with running(1) as run:
        browser = Browser(run)
        assert [browser.join("WRONG" + str(n)) for n in range(6)] == [403] * 5 + [429]
        run.client.post("/v1/codes")
        key = next(row["key"] for row in run.client.get("/v1/codes") if "key" in row)
        assert browser.join(key, "Bo") == 200
        assert browser.ask("GET", "/v1/codes")[0] == 200
        wait_until(lambda: "Bo has logged in as desk" in run.log.getvalue())


def test_the_log_has_a_login_without_a_name_as_someone_s(running):
    """A line that begins with a blank would look cut off."""
    with running(1) as run:
        assert Browser(run).join(code_of(run, "reader")) == 200
        wait_until(lambda: " someone has logged in as reader" in run.log.getvalue())
