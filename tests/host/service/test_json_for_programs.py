"""What a command prints for people, it prints as JSON for programs, too."""

from __future__ import annotations

import json

from .conftest import game_of, play


def test_results_verification_and_diagnosis_come_as_json(planned_service, run_cli):
    """One object each, with the exit status of the text."""
    with planned_service(tables=1, sessions=1) as (run, session):

        def asked(*words):
            status, text = run_cli(*words, "--json", "--store", run.store)
            assert status == run_cli(*words, "--store", run.store)[0]
            assert text.count("\n") == 1
            return status, json.loads(text)

        assert session("begin", 1)[0] == 0
        game_of(run, 1, 1)
        status, results = asked("results")
        assert (status, results["provisional"], results["standings"]) == (1, True, [])
        play(run, 1)
        status, results = asked("results")
        assert (status, results["provisional"], results["proof"]["holds"]) == (0, False, True)
        assert [row["place"] for row in results["standings"]] == [1, 2, 2, 4]
        status, report = asked("verify")
        assert (status, report["sound"], report["damage"]) == (0, True, [])
        assert report["rows"] > len(report["heads"]) > 1
        status, findings = asked("doctor")
        assert findings["fine"] == (status == 0)
        assert f"the store has {report['rows']} rows: every row is as it was written" in [
            finding["text"] for finding in findings["findings"] if finding["fine"]
        ]
