"""A device that plays, or has results, loses its number or gets another only when that is meant."""

from __future__ import annotations

import pytest

from tenbo.validation.points_text import points_list_text
from tenbo_core.errors import Refused

from .conftest import game_of, play, stored


@pytest.mark.thorough("a service and simulated tables for seconds")
def test_a_device_that_plays_or_has_results_gets_another_number_after_a_question(planned_service, run_cli):
    """One digit amiss, and its people would change tables in the middle of a game; the same number again is none."""
    with planned_service(tables=1) as (run, session):
        device, store = run.paper.tables[0].device, ("--store", run.store)

        def bind(number, *words):
            return run_cli("tables", "--assign", f"{device}={number}", *words, *store)

        assert bind(4)[0] == 0
        assert bind(1)[0] == 0
        session("begin", 1)
        game_of(run, 1, 1)
        play(run, 1, end=False)
        now = points_list_text(run.hall.repository.results.sheet(1, 1).scores)
        status, text = bind(5)
        asked = f"device {device} is table 1 and is playing (E2, {now}); it would become table 5 (--yes to confirm)"
        assert (status, text) == (1, f"tenbo tables: {asked}\n")
        assert run.hall.numbers.table_number_of(device) == 1
        assert bind(1)[0] == 0
        run.paper.tables[0].play("end")
        stored(run.paper.tables[0])
        asked = f"device {device} is table 1 and has results there; it would become table 5 (--yes to confirm)"
        with pytest.raises(Refused) as said:
            run.client.post("/v1/table_numbers", device=device, table=5)
        assert (said.value.message, said.value.at) == (asked, "yes")
        assert bind(5, "--yes")[0] == 0
        assert run.hall.numbers.table_number_of(device) == 5
        # Its results stay those of table 1, so another number more hides nothing of table 5's.
        assert bind(6)[0] == 0


def test_a_device_that_plays_loses_its_number_after_a_question(planned_service, run_cli):
    """No one would follow its game any more: the terminal asks as it does before another number."""
    with planned_service(tables=1) as (run, session):
        device, store = run.paper.tables[0].device, ("--store", run.store)
        session("begin", 1)
        game_of(run, 1, 1)
        play(run, 1, end=False)
        run.hall.numbers.number_new = False
        now = points_list_text(run.hall.repository.results.sheet(1, 1).scores)
        asked = f"device {device} is table 1 and is playing (E2, {now}): its game would no longer be followed"
        asked += " (--yes to confirm)"
        assert run_cli("tables", "--unassign", device, *store) == (1, f"tenbo tables: {asked}\n")
        assert run.hall.numbers.table_number_of(device) == 1
        assert run_cli("tables", "--unassign", device, "--yes", *store)[0] == 0
        assert run.hall.numbers.table_number_of(device) is None
        assert run_cli("tables", "--assign", f"{device}=1", *store)[0] == 0
        run.paper.tables[0].play("end")
        stored(run.paper.tables[0])
        assert run_cli("tables", "--unassign", device, *store)[0] == 0
