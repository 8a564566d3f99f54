"""What a store has of a tournament: results that are given up, games as they go on, files for other programs."""

from __future__ import annotations

import pytest

from tenbo.formats.result_files import export_file, results_dict, sheet_dict, standings_dict
from tenbo.formats.score_files import riichinomi_csv
from tenbo.store import SqliteStore
from tenbo.store.ledgers import entry_of
from tenbo.tournament.player_directory import Player
from tenbo.tournament.record_log import TournamentLog
from tenbo.tournament.record_validator import DeskRecordValidator
from tenbo.tournament.repository import TournamentRepository
from tenbo.tournament.standings import UncountedTables, format_ranges, result_state, team_standings
from tenbo.tournament.state import Tournament
from tenbo_core.errors import Refused
from tenbo_core.event_notation import event_of

from .test_results import PLAYED, SEATED, SHORT, sheet, tournament


@pytest.fixture
def store(tmp_path):
    """Yield a store without anything."""
    with SqliteStore(tmp_path / "hall.db") as store:
        yield store


def tell(store, ledger, first, *lines, at=0):
    """Store events of a ledger, ten seconds apart."""
    events = [event_of(line, first + n, at=at + 10 * n) for n, line in enumerate(lines)]
    store.append([entry_of(ledger, event) for event in events])


# ---------------------------------------------------------------- results

GIVEN_UP = (
    "table 1 began another game before its game of session 1 was over: type the scores (tenbo session "
    "correct 1 1 ...), or attach another game (tenbo session attach 1 1 ...)"
)


def test_a_game_that_its_table_has_left_says_what_to_do_and_counts_nowhere(store):
    """With the scores that it had; typed or locked it is a result like any other."""
    tell(store, "aa", 0, *SHORT[:4], *SHORT)
    records = TournamentLog(store)
    records.record("game", "host", session=1, table=1, ledger="aa", start=0)
    running = TournamentRepository(store).results.sheet(1, 1)
    assert (running.state, running.why, running.scores) == ("playing", "", [24800, 30000, 35200, 30000])
    records.record("game", "host", session=2, table=1, ledger="aa", start=4)
    left = TournamentRepository(store).results.sheet(1, 1)
    assert (left.state, left.why, left.scores) == ("given up", GIVEN_UP, running.scores)
    assert left == running._replace(state="given up", why=GIVEN_UP)
    # A service that starts again takes it from its cache, and says the same in every language.
    repository = TournamentRepository(store)
    repository.results.compute_ahead([(1, 1)])
    for place in (repository, TournamentRepository(store)):
        told = sheet_dict(place.results.sheet(1, 1), {})
        assert (told["reason"], told["params"]) == ("game_abandoned", {"table": 1, "session": 1, "place": "1 1"})
    assert TournamentRepository(store).results.sheet(2, 1).state == "complete"
    # It is not playing, so that nobody waits for its end: its lock is refused with what to do.
    with pytest.raises(Refused) as refused:
        records.record_all(
            "desk", [("lock", {"session": 1, "table": 1})], DeskRecordValidator(repository.games.events_of)
        )
    assert (refused.value.at, refused.value.message.code) == ("table", "game_abandoned")
    records.record("correct", "desk", session=1, table=1, scores=[30000] * 4, why="paper")
    assert TournamentRepository(store).results.sheet(1, 1).state == "complete"


def test_the_results_of_some_sessions_are_those_alone(store):
    """In order, of all where none is named."""
    records = TournamentLog(store)
    for session, table in ((2, 1), (1, 2), (1, 1), (3, 1)):
        records.record("seats", "desk", session=session, table=table, players=[4 * table + seat for seat in range(4)])
    stored = TournamentRepository(store)
    places = [(one.session, one.table) for one in stored.results.sheets()]
    assert places == [(1, 1), (1, 2), (2, 1), (3, 1)]
    assert [(one.session, one.table) for one in stored.results.sheets([3, 1])] == [(1, 1), (1, 2), (3, 1)]
    assert stored.results.sheets([]) == []
    records.record("hide", "desk", session=2)
    hidden = TournamentRepository(store)
    assert [one.session for one in hidden.results.public_sheets(0)[0]] == [1, 1]
    assert hidden.results.public_sheets(0)[1] == [2, 3]
    assert len(hidden.results.public_sheets(0, hidden=True)[0]) == 4
    assert hidden.results.public_sheets(0, [3], hidden=True)[1] == []


# ---------------------------------------------------------------- games as they go on


def goes_on(store, *, session=1):
    """Return what is known of the game of table 1."""
    return TournamentRepository(store).timings.table_timing(session, 1)


def test_a_game_goes_on_until_its_result_is_typed_locked_ended_or_left(store):
    """Its last event and the moment at which that was stored are those up to the lock."""
    tell(store, "aa", 0, *SHORT[:4])
    records = TournamentLog(store)
    assert goes_on(store).game is None
    records.record("game", "host", session=1, table=1, ledger="aa", start=0)
    now = goes_on(store)
    assert (now.game.last.n, now.goes_on, now.stored_ms) == (3, True, store.row("table/aa", 3).ts_ms)
    acts = [
        ("correct", {"session": 1, "table": 1, "scores": [30000] * 4, "why": "paper"}),
        ("lock", {"session": 1, "table": 1, "last": 1}),
        ("end", {"session": 1}),
        ("game", {"session": 2, "table": 1, "ledger": "aa", "start": 4}),
    ]
    for kind, fields in acts:
        made = records.record(kind, "desk", **fields)
        assert goes_on(store).goes_on is False, kind
        assert goes_on(store).game.last.n == (1 if kind == "lock" else 3)
        records.record("takeback", "desk", of=made.n, why="a slip")
        assert goes_on(store).goes_on is True, kind
    records.record("penalty", "desk", session=1, table=1, seat=0, points=-1000, why="late")
    assert goes_on(store).goes_on is True
    records.record("lock", "desk", session=1, table=1)
    assert (goes_on(store).goes_on, goes_on(store).game.last.n) == (False, 3)


def test_a_game_that_nothing_has_changed_is_not_read_again(store):
    """And one that has grown is."""
    tell(store, "aa", 0, *SHORT[:4])
    TournamentLog(store).record("game", "host", session=1, table=1, ledger="aa", start=0)
    stored = TournamentRepository(store)
    first = stored.timings.table_timing(1, 1)
    assert stored.timings.table_timing(1, 1) is first
    tell(store, "aa", 4, "hand", at=40)
    assert stored.timings.table_timing(1, 1).game.last.n == 4


def test_a_game_that_cannot_be_followed_is_not_known(store):
    """Its sheet says why."""
    tell(store, "aa", 0, "hand")
    TournamentLog(store).record("game", "host", session=1, table=1, ledger="aa", start=0)
    assert (goes_on(store).game, goes_on(store).stored_ms) == (None, 0)
    assert TournamentRepository(store).results.sheet(1, 1).state == "broken"


def test_how_people_play_is_counted_of_seated_tables_and_of_a_table_without_seats_for_nobody(store):
    """In the sessions that are asked for, without who is struck."""
    tell(store, "aa", 0, *SHORT)
    tell(store, "bb", 0, *SHORT)
    records = TournamentLog(store)
    for session, ledger in ((1, "aa"), (2, "bb")):
        records.record("game", "host", session=session, table=1, ledger=ledger, start=0)
    records.record("seats", "desk", session=1, table=1, players=[11, 12, 13, 14])
    records.record("strike", "desk", player=12, why="ill")
    everybody, each = TournamentRepository(store).timings.play_statistics([2, 1])
    assert (sorted(each), everybody.hands) == ([11, 13, 14], 16)
    everybody, each = TournamentRepository(store).timings.play_statistics([2])
    assert (each, everybody.hands) == ({}, 8)


# ---------------------------------------------------------------- standings

PEOPLE = {
    11: Player(11, "Ada", "A", "11990001", "NED", team="Red"),
    12: Player(12, "Bo", "B", "", "GER", team="Red"),
    13: Player(13, "Cy", "C", "11990003", "", team="Blue"),
}


def test_teams_have_what_their_players_have_together():
    """Who has no team is in none, and who is struck adds nothing."""
    found, struck = sheet(SHORT), Tournament()
    struck.unranked[12] = "ill"
    rows = team_standings([found], PEOPLE, Tournament())
    assert [(row.player, row.place, row.total) for row in rows] == [("Blue", 1, 18700), ("Red", 2, -25200)]
    assert [(row.player, row.total) for row in team_standings([found], PEOPLE, struck)] == [
        ("Blue", 18700),
        ("Red", -18700),
    ]
    assert team_standings([found], {}, Tournament()) == []


def test_a_part_of_the_players_is_ranked_among_itself_with_the_base_ranks_of_all():
    """The proof, the weight and the teams are those of everybody."""
    held, sheets = tournament(SEATED, PLAYED), [sheet(SHORT)]
    whole, part = (standings_dict(held, sheets, PEOPLE, only=only) for only in (None, {11, 12}))
    assert [(row["place"], row["player"], row["mers"], row["name"]) for row in whole["standings"]] == [
        (1, 13, 1000, "Cy C"), (2, 14, None, "Player 14"), (3, 12, None, "Bo B"), (4, 11, 0, "Ada A"),
    ]  # fmt: skip
    assert [(row["place"], row["player"], row["mers"]) for row in part["standings"]] == [(1, 12, None), (2, 11, 0)]
    assert {name: part[name] for name in part if name != "standings"} == {
        name: whole[name] for name in whole if name != "standings"
    }
    assert whole["mers"]["players"] == 4
    assert whole["proof"] == {"tables": 1, "totals": 0, "expected": 0, "wrong": [], "holds": True}
    assert [team["player"] for team in whole["teams"]] == ["Blue", "Red"]
    assert (whole["provisional"], whole["hidden"]) == (False, [])
    assert standings_dict(held, sheets, PEOPLE, [4, 7])["hidden"] == [4, 7]
    record = results_dict(held, sheets, PEOPLE, [4])
    assert (record["hidden"], record["provisional"]) == ([4], True)
    assert [team["sessions"] for team in record["teams"]] == [{"1": 18700}, {"1": -25200}]


def test_results_are_final_when_every_table_has_one_and_none_is_hidden():
    """Where one is locked the others are told as not signed; a result of no one gives its points to no one."""
    done = sheet(SHORT)
    assert result_state([done]).is_final
    assert not result_state([]).is_final
    assert not result_state([done], [2]).is_final
    assert not result_state([done, done._replace(table=4, state="playing")]).is_final
    locked = done._replace(table=5, state="locked")
    assert result_state([done]).unsigned == ()
    assert result_state([done, locked]).unsigned == ((1, 3),)
    assert result_state([done, locked, done._replace(table=6, state="missing")]).unsigned == ((1, 3),)
    nobody = result_state([done._replace(players=[0] * 4), locked])
    why = "no players are seated at table 3 in session 1: seat the players (tenbo session plan or seat)"
    assert nobody == UncountedTables([(1, 3, "without players", why)], 1, (), ((1, 3),))
    assert nobody.unfinished_lines() == ["provisional: session 1: table 3 is without players", why]
    assert result_state([done._replace(players=[0, 0, 0, 9])]).unfinished == []
    assert result_state([], [2]).unfinished_lines() == ["provisional: session 2: hidden until it is released"]
    assert nobody.record() == {
        "provisional": True, "hidden": [], "unsigned": [{"session": 1, "table": 3}],
        "unfinished": [{"session": 1, "table": 3, "state": "without players", "why": why,
                        "reason": "sheet_without_players", "params": {"session": 1, "table": 3}}],
    }  # fmt: skip
    assert [format_ranges(list(numbers)) for numbers in ((), (1,), (1, 2), (1, 2, 3), (1, 3, 4, 5, 7))] == [
        "", "1", "1, 2", "1-3", "1, 3-5, 7",
    ]  # fmt: skip


# ---------------------------------------------------------------- for another program


def test_the_other_program_has_every_seat_and_only_results_that_count():
    """Penalties of the table and of the desk together, in thousands; a table that plays is short."""
    found = sheet(SHORT, ("penalty", {"session": 1, "table": 3, "seat": 1, "points": -1500, "why": "late"}))
    found = found._replace(penalties=[-1350, -500, -8000, 3000])
    rows = [f"1,3,{player}," for player in (11, 12, 13, 14)]
    ends = ["0,26300,1.35", "1,28500,2", "2,33700,8", "3,31500,-3"]
    whole = "\n".join(row + end for row, end in zip(rows, ends, strict=True))
    head = "Round ID,Table ID,Player ID,Seat Wind,Points,Penalties"
    assert riichinomi_csv([found]) == f"{head}\n{whole}\n"
    assert riichinomi_csv([found._replace(state="locked")]) == f"{head}\n{whole}\n"
    short = "\n".join(row.rstrip(",") for row in rows)
    for state in ("playing", "missing", "broken", "given up"):
        assert riichinomi_csv([found._replace(state=state)]) == f"{head}\n{short}\n"
    assert export_file("riichinomi.csv", tournament(), [found], {}) == f"{head}\n{whole}\n"
