"""A second desk at the same moment: noticed by the commands, no matter who is quicker, and nothing happens twice."""

from __future__ import annotations

import os
import shlex
import sys
import threading

import pytest

from tenbo.cli.dispatch import main
from tenbo.hall.table_starter import TableStarter
from terminals import typed_into

from .conftest import game_of, stored, table_of
from .role_browser import logged_in_browser

SCORES = (40000, 30000, 20000, 30000)


class Thinking:
    """A terminal at which someone says yes after another desk has done something."""

    def __init__(self, meanwhile):
        self.meanwhile = meanwhile

    def isatty(self):
        """Return that someone sits here."""
        return True

    def readline(self):
        """Return the answer, which has taken its time."""
        for words in self.meanwhile:
            assert main([*map(str, words)]) == 0
        return "yes\n"


@pytest.mark.thorough("a service and simulated tables for seconds")
def test_a_yes_counts_for_what_was_asked_and_for_nothing_that_came_after(planned_service, monkeypatch):
    """While one desk thinks about its question another one corrects the same table."""
    with planned_service(sessions=1) as (run, session):
        store = ("--store", run.store)
        assert session("correct", 1, 1, *SCORES, "--why", "sheet", "--by", "Ada")[0] == 0
        other = ("session", "correct", 1, 1, 30000, 40000, 20000, 30000, "--why", "protest", "--by", "Ada", *store)
        mine = ("correct", 1, 1, 20000, 40000, 30000, 30000, "--why", "sheet", "--by", "Bo")
        monkeypatch.setattr(sys, "stdin", Thinking([other]))
        status, text = session(*mine)
        assert status == 1
        assert "(correct session 1 table 1 scores [30000, 40000" in text
        assert "in the meantime" in text
        assert run.hall.repository.results.sheet(1, 1).scores == [30000, 40000, 20000, 30000]
        # What happens elsewhere is no reason, and nothing at all neither.
        elsewhere = ("session", "penalty", 1, 2, "E", -1000, "--why", "late", "--by", "Ada", *store)
        monkeypatch.setattr(sys, "stdin", Thinking([elsewhere]))
        assert session(*mine)[0] == 0
        assert run.hall.repository.results.sheet(1, 1).scores == [20000, 40000, 30000, 30000]
        monkeypatch.setattr(sys, "stdin", Thinking([("session", "close-table", 1, 2, "--yes", *store)]))
        status, text = session("end", 1)
        assert status == 1
        assert "in the meantime (out session 1 table 2)" in text
        monkeypatch.setattr(sys, "stdin", Thinking([]))
        assert session("end", 1)[0] == 0


@pytest.mark.thorough("a service and simulated tables for seconds")
def test_what_was_not_seen_is_refused_by_every_part(planned_service):
    """--seen was taken by begin, end and attach, and meant nothing there."""
    with planned_service(sessions=1) as (run, session):
        seen = run.hall.repository.desk.records[-1].n
        assert session("seat", 1, 2, "5-6-7-0")[0] == 0
        for words in (("begin", 1), ("end", 1, "--yes")):
            status, text = session(*words, "--seen", seen)
            assert status == 1
            other = f"desk has made record {seen + 1} in the meantime (seats session 1 table 2 players [5, 6, 7, 0])"
            assert other in text
        assert not any(table.all for table in run.paper.tables)
        assert session("begin", 1, "--seen", seen + 1)[0] == 0
        game_of(run, 1, 2)
        assert session("penalty", 1, 2, "E", -1000, "--why", "late")[0] == 0
        assert "(penalty " in session("attach", 1, 2, "--why", "x", "--seen", seen + 1, "--yes")[1]


@pytest.mark.thorough("a service and simulated tables for seconds")
def test_a_session_that_two_desks_begin_at_once_begins_once(planned_service, monkeypatch):
    """The second would have thrown away the games that the first had just begun."""
    with planned_service(sessions=1) as (run, session):
        start, told = TableStarter.start_tables, []

        def meanwhile(starter, number, plan):
            monkeypatch.setattr(TableStarter, "start_tables", start)
            second = threading.Thread(
                target=lambda: told.append(run.hall.sessions.begin(number, "Bo", yes=True).answer)
            )
            second.start()
            second.join()
            return start(starter, number, plan)

        monkeypatch.setattr(TableStarter, "start_tables", meanwhile)
        assert "tables 1, 2 have begun" in session("begin", 1, "--by", "Ada")[1]
        assert (told[0]["begun"], told[0]["already"]) == ([], [1, 2])
        for number in (1, 2):
            stored(table_of(run, number))
            assert [event.kind for event in table_of(run, number).all].count("start") == 1


ORDERS = ("40000 30000 20000 30000", "30000 40000 20000 30000", "20000 40000 30000 30000")


def in_a_terminal_of_its_own(run, *scores, typed=""):
    """Correct table 1 to some scores, one after another in the same window; return what is shown there."""
    lines = [f"correct 1 1 {four} --why sheet --store {shlex.quote(str(run.store))}" for four in scores]
    script = "; ".join(f"{shlex.quote(sys.executable)} -m tenbo session {line}" for line in lines)
    around = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "TERM": "dumb"}
    return typed_into(["setsid", "--wait", "sh", "-c", script], typed, around).text


@pytest.mark.thorough("a service and simulated tables for seconds")
def test_two_terminals_of_one_name_are_two_desks(planned_service):
    """No one types --by, and both were `desk`: what one had recorded was taken for the other's own."""
    with planned_service(sessions=1) as (run, _):
        shown = in_a_terminal_of_its_own(run, *ORDERS[:2])
        assert (shown.count("table 1 in session 1:"), "Type yes" in shown) == (2, False)
        shown = in_a_terminal_of_its_own(run, ORDERS[2], typed="no\n")
        assert "(correct session 1 table 1 scores [30000, 40000" in shown
        assert " at another terminal or browser (" in shown
        assert run.hall.repository.results.sheet(1, 1).scores == [30000, 40000, 20000, 30000]
        assert "table 1 in session 1:" in in_a_terminal_of_its_own(run, ORDERS[2], typed="yes\n")
        assert run.hall.repository.results.sheet(1, 1).scores == [20000, 40000, 30000, 30000]


def test_two_browsers_of_one_name_are_two_desks(planned_service):
    """Both have joined as Ada; one may change what it has recorded itself, and a script without a terminal, too."""
    with planned_service(sessions=1) as (run, session):
        one, other = logged_in_browser(run, "desk"), logged_in_browser(run, "desk")

        def correct(browser, order, **more):
            fields = {"session": 1, "table": 1, "scores": [*map(int, ORDERS[order].split())], "why": "sheet"}
            return browser.ask("POST", "/v1/records", {"kind": "correct", "fields": fields, **more})[:2]

        assert correct(one, 0)[0] == 200
        assert correct(one, 1)[0] == 200
        # What a page says of itself changes nothing: its session is what counts.
        status, answer = correct(other, 2, terminal="the same")
        assert status == 409
        assert answer["error"]["message"].startswith("Ada (desk) has already made record ")
        assert " at another terminal or browser (correct session 1 table 1 " in answer["error"]["message"]
        assert correct(other, 2, yes=True)[0] == 200
        assert session("correct", 1, 1, *ORDERS[0].split(), "--why", "sheet", "--by", "Ada (desk)")[0] == 0


@pytest.mark.thorough("a service and simulated tables for seconds")
def test_a_plan_and_a_file_of_scores_of_another_browser_are_not_replaced_unasked(planned_service):
    """All three ways to say who sits where and what they have: whichever desk is second hears of the first."""
    with planned_service(sessions=1) as (run, _):
        one, other = logged_in_browser(run, "desk"), logged_in_browser(run, "desk")
        plan = {"text": "1-2-3-4\n5-6-7-8\n", "session": 2}
        turned = {"text": "4-3-2-1\n8-7-6-5\n", "session": 2}
        assert one.ask("POST", "/v1/plan", plan)[0] == 200
        assert one.ask("POST", "/v1/plan", turned)[0] == 200
        status, answer, _ = other.ask("POST", "/v1/plan", plan)
        assert status == 409
        told = " at another terminal or browser (plan of session 2, 2 tables)"
        assert told in answer["error"]["message"]
        assert run.hall.repository.tournament.seats[2, 1] == [4, 3, 2, 1]
        assert other.ask("POST", "/v1/plan", {**plan, "session": 3})[0] == 200
        assert other.ask("POST", "/v1/plan", {**plan, "yes": True})[0] == 200

        rows = "".join(
            f"2,1,{n},{wind},{points}\n" for n, wind, points in zip((1, 2, 3, 4), "ESWN", SCORES, strict=True)
        )
        file = {"text": f"session,table,player,seat,score\n{rows}", "why": "typed from paper"}
        status, answer, _ = one.ask("POST", "/v1/scores", file)
        assert (status, answer.get("typed")) == (200, [[2, 1]]), answer
        fields = {"session": 2, "table": 1, "scores": [30000, 40000, 20000, 30000], "why": "recount"}
        status, answer, _ = other.ask("POST", "/v1/records", {"kind": "correct", "fields": fields})
        assert (
            status,
            " at another terminal or browser (" in answer["error"]["message"],
        ) == (409, True)
        assert run.hall.repository.results.sheet(2, 1).scores == list(SCORES)


def test_a_slip_that_the_same_name_has_typed_elsewhere_is_not_replaced_unasked(planned_service):
    """Two who have joined as Ada would be taken for one who has typed it twice, and nothing would be compared."""
    with planned_service(sessions=1) as (run, _):
        one, other = logged_in_browser(run, "referee"), logged_in_browser(run, "referee")

        def typed(who, scores, **more):
            status, answer, _ = who.ask("POST", "/v1/slips", {"session": 1, "table": 2, "scores": scores, **more})
            return answer["state"] if status == 200 else answer["error"]["message"]

        wrong = [40000, 30000, 30000, 20000]
        assert typed(one, wrong) == "once"
        assert typed(one, list(SCORES)) == "once"
        assert typed(other, list(SCORES)) == "once"
        refused = typed(one, wrong)
        assert refused.startswith("Ada (referee) has already made record ")
        assert " at another terminal or browser (slip session 1 table 2 scores [40000, 30000, 20000, 30000])" in refused
        assert run.hall.repository.results.sheet(1, 2).scores == list(SCORES)
        assert typed(one, wrong, yes=True) == "once"
        assert run.hall.repository.results.sheet(1, 2).scores == wrong
