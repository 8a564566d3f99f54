"""A phone or tablet at a table shows hands at the seats of its own table."""

from __future__ import annotations

from tenbo.web.routes.route_table import ROUTES

from .role_browser import FOR_ALL, TABLES_OWN, all_acts, code_of, logged_in_browser, paths_refused


def test_a_table_acts_at_its_own_table_alone(running):
    """The code lies on the table; anyone who photographs it cannot touch another one."""
    with running(2) as run:
        table = logged_in_browser(run, "table", 1)
        assert paths_refused(table, ROUTES) == all_acts(ROUTES) - FOR_ALL - TABLES_OWN
        assert table.ask("POST", "/v1/tables/1/settle", {"wins": []})[0] == 409
        assert table.ask("POST", "/v1/tables/2/settle", {"wins": []})[0] == 403
        assert table.ask("POST", "/v1/tables/01/settle", {"wins": []})[0] == 403
        assert table.ask("POST", "/v1/tables/2/seats", {"seat": 0, "player": "Ada"})[0] == 403
        assert table.ask("GET", "/v1/me")[1]["table"] == 1
        assert code_of(run, "table", 1) != code_of(run, "table", 2)
