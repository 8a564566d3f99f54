"""A browser that has joined with a code, as the tests of the roles use it; and what each role may do."""

from __future__ import annotations

import http.client
import json

# Who may act where: a role may also what those before it may. What is not listed here is for the desk alone.
MEMBERS = {"/v1/people/share", "/v1/people/erase", "/v1/attendance"}
TABLES_OWN = MEMBERS | {"/v1/tables/1/settle", "/v1/tables/1/seats"}
REFEREES = TABLES_OWN | {"/v1/tables/1/blink", "/v1/tables/1/events", "/v1/tables/1/answer", "/v1/clock", "/v1/slips"}
REFEREES |= {"/v1/slips/undo"}
FOR_ALL = {"/v1/join", "/v1/leave", "/v1/score"}


class Browser:
    """Someone's browser: it keeps its cookie, and says where its pages are from."""

    def __init__(self, run, cookie=""):
        self.run = run
        self.cookie = cookie
        self.address = run.service.server.server_address
        self.origin = run.service.server.url

    def ask(self, method, path, fields=None, **headers):
        """Ask or act; return status, answer and headers."""
        return self.ask_raw(method, path, None if fields is None else json.dumps(fields), **headers)

    def ask_raw(self, method, path, body=None, **headers):
        """Ask or act with a body as it is."""
        given = {"Origin": self.origin, "Content-Type": "application/json", "Cookie": self.cookie}
        given.update({name.replace("_", "-"): value for name, value in headers.items()})
        connection = http.client.HTTPConnection(*self.address, timeout=300)
        try:
            connection.request(method, path, body, {name: value for name, value in given.items() if value})
            answer = connection.getresponse()
            text = answer.read()
            return answer.status, json.loads(text) if text[:1] in b"{[" and text else text, dict(answer.getheaders())
        finally:
            connection.close()

    def join(self, code, name=""):
        """Join with a code and keep the cookie; return the status."""
        status, _, headers = self.ask("POST", "/v1/join", {"code": code, "name": name})
        if status == 200:
            self.cookie = headers["set-cookie"].partition(";")[0]
        return status


def code_of(run, role, table=None):
    """Return the code of a role."""
    rows = run.service.access.codes()
    return next(row["code"] for row in rows if (row["role"], row["table"]) == (role, table))


def logged_in_browser(run, role, table=None, name="Ada"):
    """Return a browser that has joined."""
    browser = Browser(run)
    assert browser.join(code_of(run, role, table), name) == 200
    return browser


def paths_refused(browser, routes):
    """Return the acts of all routes that are refused because of who asks, tried at table 1 and in session 1."""
    refused = set()
    for route in routes:
        if route.method == "POST" and route.path not in ("/v1/leave", "/v1/codes"):
            path = route.path.replace("{table}", "1").replace("{session}", "1")
            # Nothing that could be done: the body lacks what every act needs.
            if browser.ask("POST", path, {})[0] in (401, 403):
                refused.add(path)
    return refused


def all_acts(routes):
    """Return the paths of all acts that `paths_refused` tries."""
    return {
        route.path.replace("{table}", "1").replace("{session}", "1")
        for route in routes
        if route.method == "POST" and route.path not in ("/v1/leave", "/v1/codes")
    }
