"""A game that was played on a server, as the result of a table: stored, counted, exported, verified."""

from __future__ import annotations

import json

import pytest

from host.table.server_games import EXAMPLE, example

WHY = ("--why", "played online")


@pytest.fixture
def keep(run_cli):
    """Return a function that imports a game for a table of a running service."""

    def run(service, file, session, table, *words):
        return run_cli("import", file, "--session", session, "--table", table, *WHY, "--store", service.store, *words)

    return run


@pytest.mark.thorough("a service and simulated tables for seconds")
def test_an_imported_game_is_a_result_like_any_other(planned_service, run_cli, keep, tmp_path):
    """Who is seated there has the points; every export tells its hands, and the store proves them."""
    with planned_service() as (run, session):
        status, said = keep(run, EXAMPLE, 1, 2)
        assert status == 0, said
        assert "table 2 in session 1: the game is stored as ledger log-" in said
        assert "complete" in said
        assert "W  千代子" in said
        assert run.hall.repository.results.sheet(1, 2).totals == [59800, 2900, -24300, -38400]
        store = ("--store", run.store)
        assert "tenhou" in run_cli("results", "--session", 1, "--table", 2, *store)[1]
        hands = run_cli("export", "hands.csv", *store)[1]
        assert "win 2<3 3/30" in hands
        games = session("games")[1]
        assert "session 1 table 2" in games
        assert session("lock", 1, 2)[0] == 0
        assert run_cli("verify", *store)[0] == 0
        # The same game is not stored twice, nor counted at two tables.
        assert "locked" in keep(run, EXAMPLE, 1, 2)[1]
        assert "is already the result of table 2 in session 1: detach it there first" in keep(run, EXAMPLE, 1, 1)[1]
        other = example()
        other["name"][0] = "Another"
        (tmp_path / "other.json").write_text(json.dumps(other), "utf-8")
        assert keep(run, tmp_path / "other.json", 1, 1)[0] == 0
        other["name"][0] = "A third"
        (tmp_path / "other.json").write_text(json.dumps(other), "utf-8")
        status, said = keep(run, tmp_path / "other.json", 1, 1)
        assert (status, "the game you chose would be used instead of it" in said) == (1, True)
        ledger = run.hall.repository.tournament.games[1, 1].ledger
        assert keep(run, tmp_path / "other.json", 1, 1, "--yes")[0] == 0
        assert run.hall.repository.tournament.games[1, 1].ledger != ledger
        assert "there is no table 9 in session 1" in keep(run, EXAMPLE, 1, 9)[1]
        assert len(run.client.get("/v1/games")) == 3


@pytest.mark.thorough("a service and simulated tables for seconds")
@pytest.mark.parametrize(
    ("events", "said"),
    [
        ([], "events must contain exactly one game"),
        ([1], "events must be a list of records"),
        ([{"event": "hand"}], "start"),
        ([{"event": "start"}, {"event": "start"}], "events must contain exactly one game"),
        ([{"event": "start"}, {"event": "riichi", "seat": 9}], "seat"),
    ],
)
def test_what_is_no_game_leaves_nothing_behind(planned_service, events, said):
    """Another program may ask for it, too."""
    with planned_service(tables=1, sessions=1) as (run, _):
        path, fields = "/v1/sessions/1/import", {"table": 1, "events": events, "why": "x", "by": "desk"}
        with pytest.raises(Exception, match=said):
            run.client.post(path, **fields)
        assert run.client.get("/v1/games") == []


def test_words_that_do_not_go_together_are_wrong_usage(run_cli):
    """Before any file is read."""
    assert run_cli("import", EXAMPLE, "--session", 1) == (
        2, "tenbo import: a game is stored with --session, --table and --why: give all three\n",
    )  # fmt: skip
    assert run_cli("import", EXAMPLE, EXAMPLE, "--session", 1, "--table", 1, *WHY)[0] == 2
    assert run_cli("import", EXAMPLE, "--hands", "--quiet")[0] == 2
    assert run_cli("import", "nothing.json")[0] == 2
