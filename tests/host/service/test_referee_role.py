"""A referee acts at every table, with the referee's name in the table's own record."""

from __future__ import annotations

from tenbo.web.routes.route_table import ROUTES
from tenbo_core.events import REFEREE

from .conftest import wait_until
from .role_browser import FOR_ALL, REFEREES, all_acts, logged_in_browser, paths_refused


def test_a_referee_acts_at_tables_and_clock_and_records_nothing_for_the_desk(running):
    """Results and players are the desk's."""
    with running(1) as run:
        referee = logged_in_browser(run, "referee")
        assert paths_refused(referee, ROUTES) == all_acts(ROUTES) - FOR_ALL - REFEREES


def test_what_a_referee_asks_of_a_table_is_recorded_as_the_referees(running):
    """No matter what the page says: no one signs as the desk."""
    with running(1) as run:
        run.paper.tables[0].play("start", rules="ema-2016")
        wait_until(lambda: run.paper.tables[0].stored == 0)
        fields = {"event": "penalty", "fields": {"seat": 1, "points": -1000, "why": "late"}, "as": 4}
        status, answer, _ = logged_in_browser(run, "referee").ask("POST", "/v1/tables/1/events", fields)
        assert status == 200, answer
        asked = [words for words in run.paper.tables[0].received if "penalty" in words]
        assert asked
        assert REFEREE in asked[-1]


def test_a_referees_name_stands_in_the_clocks_record(running):
    """Who gave the extra time is asked afterwards."""
    with running(1) as run:
        referee = logged_in_browser(run, "referee", name="Ada L.")
        assert referee.ask("POST", "/v1/clock", {"act": "start", "minutes": 60, "by": "the desk"})[0] == 200
        assert run.hall.repository.desk.records[-1].by == "Ada L. (referee)"
