"""A second desk at the same moment: noticed by the commands, whoever is quicker, and nothing happens twice."""

from __future__ import annotations

import sys
import threading

from tenbo.cli import main
from tenbo.hall import sessions

from .conftest import game_of, stored, table_of

SCORES = (40000, 30000, 20000, 30000)


class Thinking:
    """A terminal at which somebody says yes after another desk has done something."""

    def __init__(self, meanwhile):
        self.meanwhile = meanwhile

    def isatty(self):
        """Return that somebody sits here."""
        return True

    def readline(self):
        """Return the answer, which has taken its time."""
        for words in self.meanwhile:
            assert main([*map(str, words)]) == 0
        return "yes\n"


def test_a_yes_counts_for_what_was_asked_and_for_nothing_that_came_after(desk, monkeypatch):
    """While one desk thinks about its question another one corrects the same table."""
    with desk(sessions=1) as (run, session):
        store = ("--store", run.store)
        assert session("correct", 1, 1, *SCORES, "--why", "sheet", "--by", "Ada")[0] == 0
        other = ("session", "correct", 1, 1, 30000, 40000, 20000, 30000, "--why", "protest", "--by", "Ada", *store)
        mine = ("correct", 1, 1, 20000, 40000, 30000, 30000, "--why", "sheet", "--by", "Bo")
        monkeypatch.setattr(sys, "stdin", Thinking([other]))
        status, text = session(*mine)
        assert status == 1
        assert "Ada has recorded correct session 1 table 1 scores [30000, 40000" in text
        assert "meanwhile" in text
        assert run.hall.sheet(1, 1).scores == [30000, 40000, 20000, 30000]
        # What happens elsewhere is no reason, and nothing at all neither.
        elsewhere = ("session", "penalty", 1, 2, "E", -1000, "--why", "late", "--by", "Ada", *store)
        monkeypatch.setattr(sys, "stdin", Thinking([elsewhere]))
        assert session(*mine)[0] == 0
        assert run.hall.sheet(1, 1).scores == [20000, 40000, 30000, 30000]
        monkeypatch.setattr(sys, "stdin", Thinking([("session", "out", 1, 2, "--yes", *store)]))
        status, text = session("end", 1)
        assert status == 1
        assert "desk has recorded out session 1 table 2 meanwhile" in text
        monkeypatch.setattr(sys, "stdin", Thinking([]))
        assert session("end", 1)[0] == 0


def test_what_was_not_seen_is_refused_by_every_part(desk):
    """--seen was taken by begin, end and attach, and meant nothing there."""
    with desk(sessions=1) as (run, session):
        seen = run.hall.desk.records[-1].n
        assert session("seat", 1, 2, "5-6-7-0")[0] == 0
        for words in (("begin", 1), ("end", 1, "--yes")):
            status, text = session(*words, "--seen", seen)
            assert status == 1
            assert (
                f"desk has recorded seats session 1 table 2 players [5, 6, 7, 0] meanwhile, as number {seen + 1}"
                in text
            )
        assert not any(table.all for table in run.paper.tables)
        assert session("begin", 1, "--seen", seen + 1)[0] == 0
        game_of(run, 1, 2)
        assert session("penalty", 1, 2, "E", -1000, "--why", "late")[0] == 0
        assert "has recorded penalty" in session("attach", 1, 2, "--why", "x", "--seen", seen + 1, "--yes")[1]


def test_a_session_that_two_desks_begin_at_once_begins_once(desk, monkeypatch):
    """The second would have thrown away the games that the first had just begun."""
    with desk(sessions=1) as (run, session):
        start, told = sessions._start, []

        def meanwhile(hall, number, planned, refused):
            monkeypatch.setattr(sessions, "_start", start)
            second = threading.Thread(target=lambda: told.append(sessions.begin(hall, number, "Bo", yes=True)))
            second.start()
            second.join()
            return start(hall, number, planned, refused)

        monkeypatch.setattr(sessions, "_start", meanwhile)
        assert "tables 1, 2 have begun" in session("begin", 1, "--by", "Ada")[1]
        assert (told[0]["begun"], told[0]["already"]) == ([], [1, 2])
        for number in (1, 2):
            stored(table_of(run, number))
            assert [event.kind for event in table_of(run, number).all].count("start") == 1
