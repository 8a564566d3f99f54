"""A club's old results: what a file would enter is seen first, and a slip in a name makes no second person."""

from __future__ import annotations

import pytest

from tenbo_core.errors import Malformed, Refused

HEAD = "date,east,east score,south,south score,west,west score,north,north score\n"
OLD = HEAD + "2025-12-02,Ann Ahs,32000,Ben Box,28000,Cy Cox,35000,Zoe,25000\n"


def test_a_preview_writes_nothing_and_says_who_may_be_meant(running):
    """Then a name counts for the known person; a second preview says that the game is there already."""
    with running(0) as run:
        run.hall.registration.register_players("name\nAnn Ash\nBen Box\nCy Cox\n", yes=True)
        records = len(run.hall.repository.desk.records)
        found = run.client.post("/v1/series_games/import", text=OLD, preview=True)
        assert (found["games"], found["first"], found["doubles"]) == (1, "2025-12-02", 0)
        assert found["new"] == [{"name": "Ann Ahs", "near": "Ann Ash", "player": 1},
                                {"name": "Zoe", "near": "", "player": None}]  # fmt: skip
        assert found["rows"][0]["players"] == ["Ann Ahs", "Ben Box", "Cy Cox", "Zoe"]
        assert len(run.hall.repository.desk.records) == records
        assert len(run.hall.repository.people()) == 3
        made = run.client.post("/v1/series_games/import", text=OLD, names={"ann ahs": "1"}, yes=True)
        assert (len(made["games"]), made["new"]) == (1, [[4, "Zoe"]])
        again = run.client.post("/v1/series_games/import", text=OLD, names={"Ann Ahs": "1"}, preview=True)
        assert (again["doubles"], again["new"]) == (1, [])


@pytest.mark.parametrize(("text", "at"), [
    (OLD.replace("28000", "28100"), "scores"), (OLD.replace("east score", "east xscore"), "file"),
])  # fmt: skip
def test_what_an_import_would_refuse_a_preview_refuses(running, text, at):
    """Points that do not add up, and a misspelt column."""
    with running(0) as run, pytest.raises((Malformed, Refused)) as error:
        run.client.post("/v1/series_games/import", text=text, preview=True)
    assert error.value.at == at
