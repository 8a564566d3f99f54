"""A table whose ledger the host cannot follow has a result all the same, once the desk has typed it."""

from __future__ import annotations

import pytest

from tenbo.store.ledgers import entry_of
from tenbo_core.event_notation import event_of

SCORES = (41000, 29000, 30000, 20000)


@pytest.fixture
def broken(planned_service):
    """Yield the service and the desk's command; table 1's game of session 1 has an event that no rule allows."""
    with planned_service(tables=2, sessions=1) as (run, session):
        lines = ("start ema-2016", "hand", "riichi 2", "riichi 2")
        entries = [entry_of("deadbeef", event_of(line, n)) for n, line in enumerate(lines)]
        run.hall.repository.store.append(entries[:3])
        attached = session("attach", 1, 1, "--ledger", "deadbeef", "--start", 0, "--why", "by hand")
        assert attached[0] == 0, attached[1]
        run.hall.repository.store.append(entries[3:])
        assert run.hall.repository.results.sheet(1, 1).state == "broken"
        yield run, session


def test_a_correction_counts_where_the_ledger_cannot_be_followed(broken):
    """It was recorded and counted nothing; a second one replaces it, and it is locked like any other."""
    run, session = broken
    status, said = session("correct", 1, 1, *SCORES, "--why", "sheet")
    assert status == 0, said
    sheet = run.client.get("/v1/sessions/1")[0]
    assert (sheet["state"], sheet["scores"], sheet["adds_up"]) == ("complete", list(SCORES), True)
    assert session("correct", 1, 1, *reversed(SCORES), "--why", "read again")[0] == 0
    assert run.client.get("/v1/sessions/1")[0]["scores"] == list(reversed(SCORES))
    assert session("lock", 1, 1)[0] == 0
    assert run.client.get("/v1/sessions/1")[0]["state"] == "locked"


def test_a_correction_that_does_not_add_up_is_refused_there_too(broken):
    """Nothing is recorded that would count nothing."""
    run, session = broken
    before = len(run.hall.repository.desk.records)
    status, said = session("correct", 1, 1, 41000, 29000, 30000, 19000, "--why", "sheet")
    assert (status, "must add up to 120,000" in said) == (1, True)
    assert len(run.hall.repository.desk.records) == before


def test_a_slip_is_the_result_where_the_ledger_cannot_be_followed(broken):
    """Typed at the page of slips."""
    run, _ = broken
    row = run.client.post("/v1/slips", session=1, table=1, by="Ada", scores=list(SCORES))
    assert (row["sheet"], row["scores"]) == ("complete", list(SCORES))
