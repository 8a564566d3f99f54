"""What referee and desk do at a table from its page: told first, done if it still means the same, kept with who."""

from __future__ import annotations

import pytest

from tenbo.web.auth.authentication import Visitor
from tenbo_core.errors import Refused
from tenbo_core.events import REFEREE

from .conftest import stored, wait_until
from .role_browser import logged_in_browser


@pytest.fixture
def table(running):
    """Return a run with one table: a hand is over, the next one runs."""
    with running(1) as run:
        paper = run.paper.tables[0]
        paper.play("start", rules="ema-2016")
        paper.play("hand")
        paper.play("win", wins=[{"seat": 1, "from": 0, "han": 3, "fu": 30}])
        paper.play("hand")
        stored(paper)
        yield run, paper


CORRECTION = {"event": "correct", "fields": {"of": 2, "events": [["win", [[1, 0, 4, 30]]]], "why": "a dora"}}


def do(browser, **fields):
    """Ask for an act at the table and return status and answer."""
    return browser.ask("POST", "/v1/tables/1/events", {**CORRECTION, **fields})[:2]


def test_an_old_hand_is_corrected_while_the_next_one_runs_and_the_question_counts_for_what_it_told(table):
    """A riichi in the hand that runs changes nothing about it: anyone who said yes has decided."""
    run, paper = table
    referee = logged_in_browser(run, "referee", name="Rea")
    status, told = do(referee, preview=True)
    assert (status, told) == (200, {"last": 3, "deltas": [-3800, 3800, 0, 0], "changed": {}})
    assert paper.ledger.next == 4
    paper.play("riichi", seat=3)
    stored(paper)
    status, done = do(referee, last=told["last"])
    record = run.hall.repository.desk.records[-1].n
    assert (status, done) == (200, {"done": True, "last": 5, "record": record})
    assert paper.ledger.table.scores == [22300, 37700, 30000, 29000]
    assert paper.ledger.events[-1].by == REFEREE
    assert paper.ledger.table.phase == "playing"


def test_who_did_it_stands_in_the_desks_record(table):
    run, _ = table
    do(logged_in_browser(run, "referee", name="Rea"))
    record = run.hall.repository.desk.records[-1]
    assert (record.kind, record.by) == ("ruling", "Rea (referee)")
    assert record.fields == {"table": 1, "event": 4, "act": 'correct 2 "a dora": win 1<0 4/30'}


def test_a_yes_is_refused_when_the_same_was_put_right_meanwhile(table):
    """Two referees at one table: the second learns of the first instead of doing it on top."""
    run, paper = table
    one, other = logged_in_browser(run, "referee", name="Rea"), logged_in_browser(run, "desk", name="Ada")
    _, told = do(one, preview=True)
    assert do(other)[0] == 200
    stored(paper)
    status, answer = do(one, last=told["last"])
    assert status == 409
    assert answer["error"]["at"] == "last"
    assert "has changed since event 3 (latest event: correct 2" in answer["error"]["message"]
    assert paper.ledger.next == 5


def test_a_yes_from_before_another_game_is_refused(table):
    run, paper = table
    referee = logged_in_browser(run, "referee")
    _, told = do(referee, preview=True)
    paper.play("start", rules="ema-2016")
    stored(paper)
    assert "another game" in do(referee, last=told["last"])[1]["error"]["message"]


def test_a_swap_of_seats_tells_what_it_moves(table):
    run, paper = table
    swap = {"event": "swap", "fields": {"seats": [0, 2]}}
    referee = logged_in_browser(run, "referee")
    told = do(referee, **swap, preview=True)[1]
    assert told["deltas"] == [3900, 0, -3900, 0]
    assert do(referee, **swap, last=told["last"])[0] == 200
    assert paper.ledger.table.scores == [30000, 33900, 26100, 30000]


def test_a_correction_that_later_events_do_not_survive_is_refused_before_it_is_asked(table):
    """The page shows the sentence instead of a question."""
    run, _ = table
    nothing = {"fields": {"of": 2, "events": []}}
    status, answer = do(logged_in_browser(run, "referee"), **nothing, preview=True)
    assert status == 409
    assert "would become impossible" in answer["error"]["message"]


def test_extra_time_is_given_once_though_two_give_it(table):
    """Both have seen a table that needs five minutes; one gives them, and the other is told."""
    run, paper = table
    one, other = logged_in_browser(run, "referee", name="Rea"), logged_in_browser(run, "desk", name="Ada")
    assert other.ask("POST", "/v1/clock", {"act": "start", "minutes": 60})[0] == 200
    wait_until(lambda: paper.ledger.table.session is not None)
    seen = one.ask("GET", "/v1")[1]["seen"]
    more = {"act": "extra", "minutes": 5, "table": 1, "seen": seen}
    assert other.ask("POST", "/v1/clock", more)[0] == 200
    status, answer, _ = one.ask("POST", "/v1/clock", more)
    assert (status, answer["error"]["at"]) == (409, "seen")
    assert "Ada (desk) has changed the time of table 1 by 5 min in the meantime" in answer["error"]["message"]
    assert [words[4] for words in paper.received if words[:1] == ["do"] and "extra" in words] == [5]
    again = one.ask("POST", "/v1/clock", {**more, "seen": one.ask("GET", "/v1")[1]["seen"]})
    assert again[0] == 200
    assert run.service.timekeeper.extra_ms(1) == 10 * 60_000


def test_a_call_is_answered_once_and_kept_with_who_and_how_long(table):
    """Two referees must not both run; and afterwards it is known how long players waited."""
    run, paper = table
    one, other = logged_in_browser(run, "referee", name="Rea"), logged_in_browser(run, "referee", name="Ada")
    error = one.ask("POST", "/v1/tables/1/answer", {})[1]["error"]
    assert (error["reason"], error["params"]) == ("no_call_open", {"number": 1})
    # A page has the player's name, or the wind, for the number of the seat.
    error = one.ask("POST", "/v1/tables/1/answer", {"seat": 2})[1]["error"]
    assert (error["reason"], error["params"]) == ("seat_not_calling", {"seat": 2, "number": 1})
    paper.call_referee(2)
    wait_until(lambda: run.hall.tables.tables()[0]["calling"] == [2])
    assert "seat W calls the referee" in run.log.getvalue()
    assert [(call["seat"], call["answered"]) for call in run.hall.tables.tables()[0]["calls"]] == [(2, "")]
    assert one.ask("POST", "/v1/tables/1/answer", {"seat": 2})[0] == 200
    assert run.hall.tables.tables()[0]["calls"][0]["answered"] == "Rea (referee)"
    assert "Rea (referee) has already answered" in other.ask("POST", "/v1/tables/1/answer", {})[1]["error"]["message"]
    record = run.hall.repository.desk.records[-1]
    assert (record.kind, record.by, record.fields["seat"]) == ("answer", "Rea (referee)", 2)
    paper.call_referee(2, begins=False)
    wait_until(lambda: "seat W no longer calls the referee" in run.log.getvalue())
    paper.call_referee(2)
    # A call after it is a new one, which no one has answered.
    wait_until(lambda: [call["answered"] for call in run.hall.tables.tables()[0]["calls"]] == [""])


def test_a_display_that_does_not_show_that_a_referee_is_coming_is_logged_by_its_seat(table, monkeypatch):
    """The call is answered all the same; someone may look at the display."""
    run, paper = table
    execute = paper._execute

    def refuse_note(message):
        if message[0] == "note":
            raise Refused("not_allowed_now", "no display", "note")
        return execute(message)

    monkeypatch.setattr(paper, "_execute", refuse_note)
    paper.call_referee(3)
    wait_until(lambda: run.hall.tables.tables()[0]["calling"] == [3])
    assert logged_in_browser(run, "referee", name="Rea").ask("POST", "/v1/tables/1/answer", {"seat": 3})[0] == 200
    assert "seat N does not show that a referee is coming: no display" in run.log.getvalue()


def test_what_was_ruled_at_a_hidden_table_is_not_told_to_everybody(table):
    """The stream of changes would give the points away that the pages hide."""
    run, paper = table
    run.hall.records.record("seats", "desk", session=1, table=1, players=[1, 2, 3, 4], yes=True)
    run.hall.records.record("game", "desk", session=1, table=1, ledger=paper.id, start=0)
    run.hall.records.record("hide", "desk", session=1)
    before = run.hall.changes.last
    do(logged_in_browser(run, "referee", name="Rea"))
    rulings = [one for one in run.hall.changes.changes_after(before) if one.data.get("kind") == "ruling"]
    assert len(rulings) == 1
    assert "act" not in run.service.visibility.redact_change(Visitor("reader"), rulings[0]).data
    assert "act" in run.service.visibility.redact_change(Visitor("referee"), rulings[0]).data


def test_a_picture_is_asked_for_once_by_all_who_look_at_the_same_time(table):
    """Twenty browsers must not fill the line that the events come on."""
    run, paper = table
    paper.display_fields = [["view_field", "screen", "score"], ["view_field", "line 0", "30000"]]
    first = run.client.get("/v1/tables/1/display/2?old=3600000")
    paper.display_fields = [["view_field", "screen", "other"], ["view_field", "line 0", "1"]]
    assert run.client.get("/v1/tables/1/display/2?old=3600000") == first
    assert run.client.get("/v1/tables/1/display/2")["screen"] == "other"


@pytest.mark.parametrize("path", ["/v1/records", "/v1/records/batch"])
def test_a_substitute_for_the_wrong_seat_is_taken_back_though_play_has_gone_on(table, path):
    """The answer names the record that takes it back, the record offers it, and the game goes on as it was."""
    run, paper = table
    desk = logged_in_browser(run, "desk", name="Ada")
    wrong = {"event": "substitute", "fields": {"seat": 0, "since": "now"}}
    status, done, headers = desk.ask("POST", "/v1/tables/1/events", wrong)
    assert status == 200
    assert headers["tenbo-undo"] == str(done["record"])
    paper.play("riichi", seat=3)
    paper.play("win", wins=[{"seat": 1, "from": 0, "han": 3, "fu": 30}])
    paper.play("end")
    stored(paper)
    scores = paper.ledger.table.scores
    listed = {one["n"]: one for one in desk.ask("GET", "/v1/records")[1]}
    assert listed[done["record"]]["may_be_taken_back"]
    back = {"kind": "takeback", "fields": {"of": done["record"], "why": "East sits there"}}
    assert desk.ask("POST", path, back if path == "/v1/records" else {"records": [back]})[0] == 200
    assert paper.ledger.table.substitutes == [""] * 4
    assert (paper.ledger.table.scores, paper.ledger.table.phase) == (scores, "over")
    stored(paper)
    listed = {one["n"]: one for one in desk.ask("GET", "/v1/records")[1]}
    assert (listed[done["record"]]["counts"], listed[done["record"]]["may_be_taken_back"]) == (False, False)
    assert desk.ask("POST", "/v1/records", back)[1]["error"]["reason"] == "record_taken_back"


def test_a_ruling_that_its_table_can_no_longer_take_back_says_what_to_do_instead(table):
    run, paper = table
    desk = logged_in_browser(run, "desk", name="Ada")
    wrong = {"event": "substitute", "fields": {"seat": 0, "since": "now"}}
    n = desk.ask("POST", "/v1/tables/1/events", wrong)[1]["record"]
    paper.play("start", rules="ema-2016")
    stored(paper)
    answer = desk.ask("POST", "/v1/records", {"kind": "takeback", "fields": {"of": n, "why": "no"}})[1]
    assert answer["error"]["reason"] == "ruling_out_of_reach"


def test_a_corrected_hand_is_corrected_once_more_and_not_taken_back(table):
    run, _ = table
    desk = logged_in_browser(run, "desk", name="Ada")
    n = do(desk)[1]["record"]
    answer = desk.ask("POST", "/v1/records", {"kind": "takeback", "fields": {"of": n, "why": "no"}})[1]
    assert answer["error"]["reason"] == "ruling_not_reverted"


def test_what_a_correction_does_to_a_substitute_is_told_first(table):
    run, _ = table
    referee = logged_in_browser(run, "referee", name="Rea")
    made = {"event": "substitute", "fields": {"seat": 2, "since": "now"}}
    told = referee.ask("POST", "/v1/tables/1/events", {**made, "preview": True})[1]
    assert told["changed"] == {"substitutes": [[""] * 4, ["", "", "now", ""]]}
