"""A tournament of three at a table from the plan to the papers; the same flows are played by four."""

from __future__ import annotations

import csv
import io
import json
from datetime import UTC, datetime

import pytest

from tenbo.formats.result_files import FILES, export_file, results_dict
from tenbo.printing.printouts import build_paper
from tenbo.rulebooks import load
from tenbo.tournament.point_transfer_history import counted_point_transfers
from tenbo.validation.languages import LANGUAGES
from tenbo_core.errors import TenboError

from .conftest import game_of, stored, table_of, wait_until
from .role_browser import logged_in_browser

TABLES = 3
# A book of three that has substitutes and chips, as a club writes its own.
OWN = 'extends = "tenhou-sanma"\nsubstitute_result = -30000\nchip_points = 1000\n'
LEFT_ALONE = {"ema.csv"}


@pytest.fixture(params=[3, 4])
def evening(request, running):
    """Return a service with a planned tournament of three or of four, whose book says how many play."""
    seats = request.param
    book = {"rules": "club-three", "book": OWN} if seats == 3 else {"rules": "ema-2016"}
    with running(TABLES) as run:
        text = "id,name\n" + "".join(f"{n},Player {n}\n" for n in range(1, seats * TABLES + 1))
        run.hall.registration.register_players(text, yes=True)
        run.hall.records.record("tournament", "desk", title="Evening", **book)
        assert run.client.get("/v1/tournament")["seats"] == seats
        run.client.post("/v1/seating", how="new", session=1, rounds=2, seconds=1, seed=1)
        wait_until(lambda: run.client.get("/v1/seating")["state"] == "done")
        found = run.client.get("/v1/seating")
        assert {len(players) for _, _, players in found["tables"]} == {seats}
        assert [note["reason"] for note in found["notes"]] == ["unwanted_meetings"]
        assert run.client.post("/v1/plan", text=found["text"])["tables"] == 2 * TABLES
        yield run, seats


def sheet(run, session, table):
    return run.hall.repository.results.sheet(session, table)


def scores_of(run, seats, first=4000):
    """Return scores that add up, the first two players apart."""
    start = run.hall.repository.tournament.rulebook.load().rules.start_points
    return [start + first, start - first, *[start] * (seats - 2)]


def play_session(run, seats):
    """Play the first session at the tables: a win of South from East, a draw, a penalty, the end."""
    assert run.client.post("/v1/sessions/1/begin", yes=True)["begun"] == [1, 2, 3]
    for number in (1, 2, 3):
        table = table_of(run, number)
        wait_until(lambda table=table: table.ledger.table is not None and all(table.ledger.table.names))
        names = [f"Player {player}" for player in run.hall.repository.tournament.seats[1, number]]
        assert table.ledger.table.names == names
        assert len(names) == seats
        table.play("hand")
        table.play("win", wins=[{"seat": 1, "from": 0, "han": 3, "fu": 40}])
        table.play("hand")
        table.play("draw", tenpai=[0, seats - 1])
        table.play("end")
        stored(table)
        game_of(run, 1, number)


def test_results_of_ledgers_and_of_the_desk_have_a_place_for_each_player(evening):
    """Penalties, corrections, chips, locks and the standings; a seat that no one has is refused."""
    run, seats = evening
    play_session(run, seats)
    found = sheet(run, 1, 1)
    assert (found.state, sorted(found.places), found.adds_up) == ("complete", list(range(1, seats + 1)), True)
    assert {len(getattr(found, name)) for name in ("scores", "uma", "oka", "penalties", "added", "totals")} == {seats}
    record = run.hall.records.record
    record("penalty", "referee", session=1, table=1, seat=seats - 1, points=-2000, why="late")
    assert sheet(run, 1, 1).added == [0] * (seats - 1) + [-2000]
    record("correct", "desk", session=1, table=2, scores=scores_of(run, seats), why="typed wrong", yes=True)
    assert sheet(run, 1, 2).scores == scores_of(run, seats)
    record("substitute", "desk", session=1, table=3, seat=2, since="start", yes=True)
    assert sheet(run, 1, 3).totals[2] == -30000
    if seats == 3:
        record("chips", "desk", session=1, table=2, chips=[2, -1, -1])
        for kind, fields, code in (
            ("penalty", {"seat": 3, "points": -1000, "why": "no seat"}, "bad_seat"),
            ("substitute", {"seat": 3, "since": "now"}, "bad_seat"),
            ("correct", {"scores": [35000] * 4, "why": "four"}, "contradiction"),
            ("chips", {"chips": [0, 0, 0, 0]}, "contradiction"),
        ):
            with pytest.raises(TenboError) as refused:
                record(kind, "desk", session=1, table=1, **fields)
            assert refused.value.code == code
    for table in (1, 2, 3):
        record("lock", "desk", session=1, table=table, yes=True)
    record("end", "desk", session=1)
    sheets, people = run.hall.repository.results.sheets([1]), run.hall.repository.people()
    answer = results_dict(run.hall.repository.tournament, sheets, people)
    assert (len(answer["standings"]), answer["proof"]["totals"]) == (seats * TABLES, answer["proof"]["expected"])
    assert max(place for row in answer["standings"] for place in row["places"]) == seats


def test_slips_and_files_of_scores_have_a_row_for_each_player(evening):
    """Two people type a slip, the other tables come from a file; what is exported can be read again."""
    run, seats = evening
    scores = scores_of(run, seats)
    for name in ("Ada", "Bob"):
        typing = logged_in_browser(run, "referee", name=name)
        status, row, _ = typing.ask("POST", "/v1/slips", {"session": 1, "table": 1, "scores": scores})
        assert (status, len(row["players"]), row["sum"]) == (200, seats, sum(scores))
    assert row["state"] == "agreed"
    assert typing.ask("POST", "/v1/slips", {"session": 1, "table": 1, "scores": [*scores, 0][: 7 - seats]})[0] == 400
    rows = [
        (1, table, player, "ESWN"[seat], scores[seat])
        for table in (2, 3)
        for seat, player in enumerate(run.hall.repository.tournament.seats[1, table])
    ]
    text = "\n".join(["session,table,player,seat,score", *(",".join(map(str, row)) for row in rows)])
    assert run.client.post("/v1/scores", text=text, why="paper")["typed"] == [[1, 2], [1, 3]]
    assert [sheet(run, 1, table).scores for table in (1, 2, 3)] == [scores] * 3
    stored_now = run.hall.repository
    sheets = stored_now.results.sheets([1])
    for name in ("tables.csv", "riichinomi.csv"):
        written = export_file(name, stored_now.tournament, sheets, stored_now.people())
        assert run.client.post("/v1/scores", text=written, why="again")["same"] == TABLES
        assert len(list(csv.reader(io.StringIO(written)))) == 1 + seats * TABLES
    with pytest.raises(TenboError, match="needs each of the seats"):
        run.client.post("/v1/scores", text=text.rpartition("\n")[0], why="one is missing")


def test_players_change_seats_leave_and_come_at_tables_of_any_size(evening):
    run, seats = evening
    record, tournament = run.hall.records.record, run.hall.repository.tournament
    one, other = tournament.seats[2, 1][0], tournament.seats[2, 2][seats - 1]
    record("swap", "desk", session=2, players=[one, other])
    record("withdraw", "desk", session=2, player=other, why="ill")
    seated = run.hall.repository.tournament.seats[2, 1]
    assert (seated[0], len(seated)) == (0, seats)
    assert run.client.post("/v1/sessions/2/begin", yes=True)["empty"] == [[1, 0]]
    record("enter", "desk", session=2, player=other, yes=True)
    assert 0 not in run.hall.repository.tournament.seats[2, 1]


def test_every_file_and_paper_has_a_column_for_each_player(evening):
    run, seats = evening
    play_session(run, seats)
    repository = run.hall.repository
    sheets, people = repository.results.sheets([1]), repository.people()
    moves = lambda: counted_point_transfers(repository.tournament, repository.games.events_of)  # noqa: E731
    for name in FILES:
        if name in LEFT_ALONE:
            continue
        text = export_file(
            name, repository.tournament, sheets, people, moves, games=repository.games.events_of, provisional=True
        )
        assert text
    hands = export_file("hands.csv", repository.tournament, sheets, people, moves)
    assert ("score N" in hands.splitlines()[0]) == (seats == 4)
    if seats == 3:
        with pytest.raises(TenboError, match="no three-player games"):
            export_file("ema.csv", repository.tournament, sheets, people, provisional=True)
        told = export_file("pantheon.jsonl", repository.tournament, sheets, people, games=repository.games.events_of)
        assert json.loads(told.splitlines()[0])["untold"]
    from tenbo.printing.printouts import as_file

    for paper in ("seats", "slips", "standings", "report"):
        for language in LANGUAGES:
            document = build_paper(repository, paper, 0, language=language)
            page = as_file(document, ".html", datetime(2026, 1, 1, tzinfo=UTC)).decode()
            assert page
            assert [len(slip.seats) for slip in document.slips] == [seats] * (2 * TABLES if paper == "slips" else 0)
            if language == "en" and paper == "seats":
                assert (">North</th>" in page) == (seats == 4)
        assert as_file(build_paper(repository, paper, 0), ".pdf", datetime(2026, 1, 1, tzinfo=UTC))


def test_a_plan_and_a_game_for_another_number_of_players_are_refused(evening):
    """The book of the tournament says how many sit at a table; another book needs other seats."""
    run, seats = evening
    other = 7 - seats
    with pytest.raises(TenboError, match=f"{other} seats, but") as refused:
        run.client.post("/v1/plan", text="-".join(map(str, range(1, other + 1))), session=3)
    assert refused.value.code == "contradiction"
    with pytest.raises(TenboError, match="seats, but"):
        run.hall.records.record("tournament", "desk", title="Evening", rules="ema-2025" if seats == 3 else "sanma-club")
    book = "tenhou" if other == 4 else "tenhou-sanma"
    assert load(book).rules.players == other
    events = [{"event": "start", "rules": book}, {"event": "hand"}, {"event": "end"}]
    with pytest.raises(TenboError, match=f"rule book is for {seats} players") as refused:
        run.client.post("/v1/sessions/1/import", table=1, events=events, why="played elsewhere")
    assert refused.value.code == "not_in_this_rule_book"
