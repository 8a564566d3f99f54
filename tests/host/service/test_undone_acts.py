"""What a client learns of an act so that it can take it back, and an act that is sent twice."""

from __future__ import annotations

import pytest

from tenbo.hall.desk_record_writer import RecordWriter

from .role_browser import logged_in_browser

SCORES = [32_000, 28_000, 35_000, 25_000]


@pytest.fixture
def desk_browser(planned_service):
    """Return a service with results at two tables of a session, and the desk's browser."""
    with planned_service() as (run, _):
        for table in (1, 2):
            run.hall.records.record("correct", "desk", session=1, table=table, scores=SCORES, why="slip", yes=True)
        yield run, logged_in_browser(run, "desk")


@pytest.mark.thorough("a service and simulated tables for seconds")
def test_several_records_are_made_together_and_taken_back_together(desk_browser):
    """A page that locks all results offers one undo; where one cannot be made none is."""
    run, browser = desk_browser
    locks = [{"kind": "lock", "fields": {"session": 1, "table": table}} for table in (1, 2)]
    status, answer, headers = browser.ask("POST", "/v1/records/batch", {"records": locks})
    assert status == 200
    assert set(run.hall.repository.tournament.locked) == {(1, 1), (1, 2)}
    undo = [int(number) for number in headers["tenbo-undo"].split()]
    assert undo == answer["made"][::-1]
    takebacks = [{"kind": "takeback", "fields": {"of": number, "why": "undo"}} for number in undo]
    assert browser.ask("POST", "/v1/records/batch", {"records": takebacks})[0] == 200
    assert not run.hall.repository.tournament.locked
    before = len(run.hall.repository.desk.records)
    wrong = [locks[0], {"kind": "lock", "fields": {"session": 1, "table": 9}}]
    assert browser.ask("POST", "/v1/records/batch", {"records": wrong})[0] == 409
    assert browser.ask("POST", "/v1/records/batch", {"records": [{"kind": "open", "fields": {"session": 1}}]})[0] == 409
    assert browser.ask("POST", "/v1/records/batch", {"records": []})[1]["error"]["at"] == "records"
    assert len(run.hall.repository.desk.records) == before


def test_the_place_of_a_wrong_record_among_many_is_found_with_few_checks(desk_browser, monkeypatch):
    """Every record before it was checked again with all before it, and all others at the desk waited."""
    _, browser = desk_browser
    checked = []
    check_all = RecordWriter.check_all
    monkeypatch.setattr(
        RecordWriter, "check_all", lambda self, by, acts: checked.append(acts) or check_all(self, by, acts)
    )
    fields = {"session": 1, "table": 1, "seat": 0, "points": -1000, "why": "late"}
    records = [{"kind": "penalty", "fields": fields} for _ in range(100)]
    for place, wrong in ((0, {"table": 9}), (63, {"seat": 7}), (99, {"why": 5})):
        some = [*records]
        some[place] = {"kind": "penalty", "fields": fields | wrong}
        status, answer, _ = browser.ask("POST", "/v1/records/batch", {"records": some, "yes": True})
        assert (status in (400, 409), answer["error"]["at"]) == (True, f"records[{place}].fields.{next(iter(wrong))}")
    assert len(checked) <= 3 * 8


def test_an_act_that_is_sent_twice_under_one_key_is_done_once(desk_browser):
    """The second is answered as the first, an error too; another key, and another browser, is another act."""
    run, browser = desk_browser
    penalty = {"kind": "penalty", "fields": {"session": 1, "table": 1, "seat": 0, "points": -8000, "why": "late"}}

    def penalties():
        return sum(record.kind == "penalty" for record in run.hall.repository.desk.records)

    first, second = (browser.ask("POST", "/v1/records", penalty, Idempotency_Key="a1") for _ in range(2))
    assert (first[0], second[0]) == (200, 200)
    assert first[1] == second[1]
    assert second[2]["tenbo-undo"] == str(first[1]["n"])
    assert penalties() == 1
    wrong = {"kind": "lock", "fields": {"session": 1, "table": 9}}
    answers = [browser.ask("POST", "/v1/records", wrong, Idempotency_Key="a2")[:2] for _ in range(2)]
    assert answers[0] == answers[1]
    other = logged_in_browser(run, "desk", name="Bea")
    assert other.ask("POST", "/v1/records", {**penalty, "yes": True}, Idempotency_Key="a1")[0] == 200
    assert penalties() == 2
