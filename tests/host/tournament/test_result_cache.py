"""A desk that starts has the results of yesterday's games at once, and believes none that the events do not give."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing

import pytest

from host.store.store_content import meddle
from tenbo.cli.dispatch import main
from tenbo.game.event_parser import parse_event_record
from tenbo.store import SqliteStore
from tenbo.store.ledgers import entry_of
from tenbo.tournament import incremental_results, result_cache
from tenbo.tournament.record_log import TournamentLog
from tenbo.tournament.repository import TournamentRepository
from tenbo.tournament.result_embargo import ResultEmbargo

GAME = [
    {"event": "start", "rules": "ema-2016"}, {"event": "hand"}, {"event": "riichi", "seat": 2},
    {"event": "draw", "tenpai": [2]}, {"event": "end"},
]  # fmt: skip
PLACE = {"session": 1, "table": 1}


def played(store, ledger, first=0):
    """Store a game that is over."""
    store.append([entry_of(ledger, parse_event_record(first + n, line)) for n, line in enumerate(GAME)])


@pytest.fixture
def path(tmp_path):
    """Return a store in which one game is over and its result was asked for, and another one is not."""
    path = tmp_path / "hall.db"
    with SqliteStore(path) as store:
        played(store, "5f2c")
        store.append([entry_of("77aa", parse_event_record(0, GAME[0]))])
        acts = []
        for table, ledger in ((1, "5f2c"), (2, "77aa")):
            place = {"session": 1, "table": table}
            acts += [("seats", {**place, "players": [4 * table - 3 + seat for seat in range(4)]})]
            acts += [("game", {**place, "ledger": ledger, "start": 0})]
        TournamentLog(store).record_all("desk", acts)
        assert [sheet.state for sheet in TournamentRepository(store).results.sheets()] == ["complete", "playing"]
    return path


@pytest.fixture
def folds(monkeypatch):
    """Return the places whose games are worked out from now on."""
    places = []

    def noted(tournament, session, table, games):
        places.append((session, table))
        return sheet_of(tournament, session, table, games)

    sheet_of = incremental_results.sheet_of
    monkeypatch.setattr(incremental_results, "sheet_of", noted)
    return places


def sheets_in(path):
    """Return the results as a desk has them that was just started."""
    with SqliteStore(path) as store:
        return TournamentRepository(store).results.sheets()


def test_a_game_that_is_over_is_not_worked_out_by_a_desk_that_starts(path, folds):
    """A million events take a minute to fold, and are asked for by a hall that waits."""
    first = sheets_in(path)
    assert first[0].scores[2] == max(first[0].scores)
    assert folds == [(1, 2)]
    with SqliteStore(path, readonly=True) as store:
        assert TournamentRepository(store).results.sheets() == first
    assert folds == [(1, 2), (1, 2)]


def test_what_the_desk_decides_afterwards_counts(path, folds):
    """A penalty, a sheet that is corrected, another game: the result is worked out again, and kept again."""
    with SqliteStore(path) as store:
        TournamentLog(store).record("penalty", "desk", **PLACE, seat=0, points=-500, why="late")
    assert sheets_in(path)[0].added == [-500, 0, 0, 0]
    assert sheets_in(path)[0].added == [-500, 0, 0, 0]
    assert folds.count((1, 1)) == 1
    with SqliteStore(path) as store:
        played(store, "99bb")
        TournamentLog(store).record("game", "desk", **PLACE, ledger="99bb", start=0)
    sheets_in(path)
    assert folds.count((1, 1)) == 2


def test_another_program_works_everything_out_again(path, folds, monkeypatch):
    """A mistake in a rule that was mended is mended in yesterday's results, too."""
    monkeypatch.setattr("tenbo.tournament.result_cache.program_hash", lambda: "another one")
    sheets_in(path)
    assert folds == [(1, 1), (1, 2)]


def test_a_program_is_told_from_another_by_its_source_and_its_books(tmp_path, monkeypatch):
    """By every name and every text; what is compiled, or only read by people, does not count."""
    (tmp_path / "rule.py").write_text("a = 1\n", "utf-8")
    monkeypatch.setattr(result_cache, "files", lambda _: tmp_path)

    def told():
        return result_cache.program_hash.__wrapped__()

    known = [told()]
    assert len(known[0]) == 64
    for name, text, counts in (
        ("rule.py", "a = 2\n", True), ("book.toml", "a = 1\n", True), ("other.py", "", True), ("rule.pyc", "x", False),
        ("README.md", "x", False),
    ):  # fmt: skip
        (tmp_path / name).write_text(text, "utf-8")
        assert (told() not in known) == counts, name
        known.append(told())
    (tmp_path / "other.py").rename(tmp_path / "another.py")
    assert told() not in known


def test_a_result_whose_event_is_not_there_is_not_believed(path, folds):
    """Anyone who puts an older or another ledger in its place gets that one's results."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE result SET hash = x'00'")
    assert sheets_in(path)[0].state == "complete"
    assert folds == [(1, 1), (1, 2)]


def test_a_kept_result_that_was_changed_is_seen_by_verify(path, capsys):
    """The chain proves the events; that the result follows from them is proved by working it out."""
    assert main(["verify", str(path)]) == 0
    with closing(sqlite3.connect(path)) as connection, connection:
        ((body,),) = connection.execute("SELECT body FROM result").fetchall()
        said = json.loads(body)
        said["scores"][0] += 8000
        connection.execute("UPDATE result SET body = ?", (json.dumps(said),))
    connection.close()
    capsys.readouterr()
    assert main(["verify", str(path)]) == 1
    assert "the stored result of table 1 in session 1 does not match its events" in capsys.readouterr().out


def test_a_result_whose_points_do_not_add_up_is_named_by_its_place(path, capsys):
    """One of two tables is finished."""
    with closing(sqlite3.connect(path)) as connection, connection:
        ((body,),) = connection.execute("SELECT body FROM result").fetchall()
        said = json.loads(body)
        said["totals"][0] += 100
        connection.execute("UPDATE result SET body = ?", (json.dumps(said),))
    connection.close()
    assert main(["results", "--session", "1", "--table", "1", "--store", str(path)]) == 1
    (line,) = [line for line in capsys.readouterr().out.splitlines() if "expected" in line]
    assert (line.startswith("1 of 1 table finished: "), line.endswith(": WRONG: table 1 in session 1")) == (True, True)


@pytest.mark.parametrize("body", ["[]", "null", "", "{}", '{"scores": [1, 2, 3, 4]}', "[" * 5000])
def test_a_kept_result_that_cannot_be_read_is_worked_out_again_and_named(path, capsys, body):
    """What follows from the events and is kept only for speed must not keep a desk from its results."""
    first = sheets_in(path)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE result SET body = ?", (body,))
    connection.close()
    main(["results", "--store", str(path)])
    assert "points add up" in capsys.readouterr().out
    assert main(["verify", str(path)]) == 1
    assert "the stored result of table 1 in session 1 does not match its events" in capsys.readouterr().out
    assert sheets_in(path) == first


def test_a_result_that_an_older_program_has_stored_with_other_fields_is_no_damage(path, capsys, monkeypatch):
    """A store that was upgraded is computed anew; its old cache is not used, and proves nothing."""
    first = sheets_in(path)
    monkeypatch.setattr("tenbo.tournament.result_cache.program_hash", lambda: "a newer one")
    with closing(sqlite3.connect(path)) as connection, connection:
        ((body,),) = connection.execute("SELECT body FROM result").fetchall()
        said = json.loads(body)
        del said["substitutes"]
        connection.execute("UPDATE result SET body = ?", (json.dumps(said),))
    connection.close()
    assert main(["verify", str(path)]) == 0, capsys.readouterr()
    assert sheets_in(path) == first


@pytest.mark.thorough("seconds of a processor")
@pytest.mark.parametrize("body", ["7", "null", "", "{}", "[" * 5000])
@pytest.mark.parametrize("row", ["stream = 'desk' AND seq = 0", "stream = 'table/77aa' AND seq = 0"])
def test_a_record_that_cannot_be_read_is_told_in_a_sentence(path, capsys, row, body):
    """A damaged store is told as one, and not as a mistake in the program."""
    meddle(path, f"UPDATE event SET body = '{body}' WHERE {row}")
    main(["results", "--store", str(path)])
    told = capsys.readouterr()
    assert "mistake" not in told.out + told.err
    assert main(["verify", str(path)]) == 1
    assert "was changed after it was stored" in capsys.readouterr().out


def test_sessions_are_shown_until_the_hidden_ones_and_those_when_they_are_released_or_to_the_desk(tmp_path):
    """From the moment of the release on; the desk itself sees all of them before."""
    with SqliteStore(tmp_path / "hall.db") as store:
        stored_ = TournamentRepository(store)
        stored_.tournament.embargo = ResultEmbargo(2, 5000)
        assert [stored_.tournament.embargo.visible_sessions([1, 2, 3], now) for now in (4999, 5000)] == [[1], [1, 2, 3]]
        assert stored_.tournament.embargo.visible_sessions([1, 2, 3], 0, hidden=True) == [1, 2, 3]
        stored_.tournament.embargo = ResultEmbargo()
        assert stored_.tournament.embargo.visible_sessions([1, 2], 0) == [1, 2]
