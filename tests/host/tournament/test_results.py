"""Results add up, no matter what was played, corrected or taken away; and names are only ever names."""

from __future__ import annotations

import csv
import io
import json
import random

import pytest

from tenbo.formats.ema_file import EMA_COLUMNS, ema_csv
from tenbo.formats.plan_files import read_plan, write_plan_script
from tenbo.formats.player_files import read_players
from tenbo.formats.result_files import FILES, export_file, sheet_text, standings_csv
from tenbo.store import SqliteStore
from tenbo.store.ledgers import entry_of
from tenbo.tournament import Tournament, TournamentLog, make
from tenbo.tournament.player_directory import Player
from tenbo.tournament.point_transfer_history import counted_point_transfers
from tenbo.tournament.repository import TournamentRepository
from tenbo.tournament.standings import prove_balance, result_state, standings
from tenbo.tournament.table_result import all_sheets, sheet_of
from tenbo_core.errors import Malformed, Refused
from tenbo_core.event_notation import event_of

SHORT = ("start ema-2016", "hand", "riichi 2", "win 2<0 3/40", "hand", "draw tenpai 0 3", "end")


def game(*lines: str):
    """Return the events of a game told in words."""
    return [event_of(line, n) for n, line in enumerate(lines)]


def tournament(*records) -> Tournament:
    """Fold records of the desk, `(kind, fields)` each."""
    found = Tournament()
    for kind, fields in records:
        found.apply(make(kind, "referee Ada", fields))
    return found


HELD = (
    "tournament",
    {"title": "Open", "rules": "ema-2016", "place": "Delft", "country": "NL", "date": "22.03.2026", "days": 2},
)
SEATED = ("seats", {"session": 1, "table": 3, "players": [11, 12, 13, 14]})
PLAYED = ("game", {"session": 1, "table": 3, "ledger": "aa", "start": 0})


def sheet(lines, *records):
    """Return the sheet of table 3 in session 1."""
    return sheet_of(tournament(SEATED, PLAYED, *records), 1, 3, lambda _: game(*lines))


def test_a_finished_game_is_the_result():
    """What the table's ledger folds to counts, with nothing typed again by anyone."""
    found = sheet(SHORT)
    assert found.state == "complete"
    assert found.players == [11, 12, 13, 14]
    assert found.scores == [26300, 28500, 33700, 31500]
    assert found.totals == [-18700, -6500, 18700, 6500]
    assert found.adds_up


def test_a_game_is_given_up_by_a_later_one_of_its_ledger_and_not_when_that_is_detached():
    """Asked before and after: what is worked out once must not outlive the record that changes it."""
    found = tournament(("game", {"session": 1, "table": 1, "ledger": "a", "start": 0}))
    assert not found.has_started_other_session((1, 1))
    found.apply(make("game", "host", {"session": 2, "table": 1, "ledger": "a", "start": 9}))
    assert (
        found.has_started_other_session((1, 1)),
        found.has_started_other_session((2, 1)),
        found.has_started_other_session((3, 1)),
    ) == (True, False, False)
    found.apply(make("detach", "host", {"session": 2, "table": 1, "why": "a trial"}))
    assert not found.has_started_other_session((1, 1))


def test_a_game_is_not_worked_out_again_when_its_table_begins_another(tmp_path):
    """A table plays a hundred games in a season: the first result does not change with the last start."""
    with SqliteStore(tmp_path / "hall.db") as store:

        def play(first):
            store.append([entry_of("a", event_of(line, first + n)) for n, line in enumerate(SHORT)])

        play(0)
        TournamentLog(store).record_all(
            "host", [("game", {"session": n, "table": 1, "ledger": "a", "start": 7 * (n - 1)}) for n in (1, 2)]
        )
        stored = TournamentRepository(store)
        running = stored.results.sheet(1, 1)
        play(7)
        closed = stored.results.sheet(1, 1)
        assert (closed.totals, closed is running) == (running.totals, False)
        play(14)
        assert stored.results.sheet(1, 1) is closed
        assert stored.results.sheet(2, 1).totals == closed.totals


def test_a_disqualified_player_is_last_in_standings_and_files_whatever_the_points():
    """Also beside a session that player won before: disqualified is disqualified (EMA 2016, 5.8)."""
    won = ("start ema-2016 scores 60000 25000 20000 15000", "end")
    found = [
        sheet(won),
        sheet((won[0], 'disqualify 0 "cheating"', "end"))._replace(session=2),
        sheet(won)._replace(session=3, players=[21, 22, 23, 24]),
    ]
    ranked = standings(found, Tournament())
    assert (ranked[-1].player, ranked[-1].place, ranked[-1].places) == (11, 8, [1, 4])
    assert ranked[-1].total > ranked[0].total > 0
    assert [one.place for one in ranked[:-1]] == [1, 2, 3, 4, 5, 6, 7]
    assert standings_csv(tournament(), found, {}).splitlines()[-1].startswith("8,11,")
    people = {number: Player(number, "", f"P{number}", "", "NED") for number in (11, 12, 13, 14, 21, 22, 23, 24)}
    assert ema_csv(tournament(HELD), found, people).splitlines()[-1].split(",")[2] == "8"
    assert json.loads(export_file("results.json", tournament(), found, {}))["standings"][-1]["disqualified"] is True


def test_who_took_a_seat_over_during_the_session_is_last_at_that_table():
    """The total is fixed, and the others are placed among themselves."""
    found = sheet(("start ema-2016 scores 40000 30000 29000 20000 sticks 1", "substitute 0 now", "end"))
    assert found.places == [4, 1, 2, 3]
    assert found.scores == [40000, 31000, 29000, 20000]
    assert found.totals == [-30000, 16000, 4000, -15000]
    assert {one.player: one.places for one in standings([found], Tournament())}[11] == [4]


def test_a_running_game_is_shown_and_does_not_count():
    """Standings in the middle of a session would only confuse."""
    found = sheet(SHORT[:-1])
    assert found.state == "playing"
    assert standings([found], Tournament()) == []
    assert sheet_of(tournament(SEATED), 1, 3, lambda _: []).state == "missing"


def test_sessions_that_lack_the_same_are_named_in_one_line():
    """The whole of tomorrow is one line."""
    sheets = [sheet_of(tournament(SEATED), 1, 3, lambda _: [])._replace(session=session) for session in (3, 4, 5, 7)]
    state = result_state([*sheets, sheet(SHORT[:-1])])
    assert state.unfinished_lines() == [
        "provisional: there is no result yet",
        "provisional: session 1: table 3 is playing",
        "provisional: sessions 3-5, 7: table 3 has no result",
    ]
    places = [(session, table) for session in (1, 2, 3) for table in (1, 2, 3, 4)]
    assert state._replace(unsigned=((1, 1), *places[4:])).unlocked_lines() == [
        "not signed: session 1: table 1",
        "not signed: sessions 2, 3: tables 1-4",
    ]


def test_a_penalty_of_the_desk_is_named_and_moves_the_expected_sum():
    """The totals add up to the penalties, and the sheet says why."""
    fields = {"session": 1, "table": 3, "seat": 0, "points": -8000, "why": "telephone"}
    found = sheet(SHORT, ("penalty", fields))
    assert found.totals == [-26700, -6500, 18700, 6500]
    assert sum(found.totals) == found.expected == -8000 + sum(sheet(SHORT).totals)
    assert "penalty E -8,000 by referee Ada: telephone" in sheet_text(found, {})


def test_a_correction_replaces_the_scores_and_keeps_who_and_why():
    """The paper that four players signed may differ from what was pressed."""
    fields = {"session": 1, "table": 3, "scores": [32000, 28000, 35000, 25000], "why": "signed sheet"}
    found = sheet(SHORT, ("correct", fields))
    assert found.scores == [32000, 28000, 35000, 25000]
    assert found.totals == [7000, -7000, 20000, -20000]
    assert found.notes[0].by == "referee Ada"
    assert found.adds_up


def test_a_correction_that_does_not_add_up_is_one_broken_sheet_with_its_remedy():
    """An older version recorded such; every other result must still be read."""
    fields = {"session": 1, "table": 3, "scores": [32000, 28000, 35000, 24900], "why": "signed sheet"}
    broken = sheet(SHORT, ("correct", fields))
    assert broken.state == "broken"
    assert "table 3 in session 1" in broken.why
    assert "must add up to 120,000, not 119,900: correct the result again, or revert the correction" in broken.why
    good = sheet(SHORT)._replace(session=2)
    assert len(standings([broken, good], Tournament())) == 4
    for name in set(FILES) - {"pantheon.jsonl"}:
        assert export_file(name, tournament(HELD), [broken, good], NASTY, provisional=True)


def test_a_table_that_played_on_paper_has_a_result_too():
    """A device that failed for a whole session must not cost a result."""
    fields = {"session": 1, "table": 3, "scores": [32000, 28000, 35000, 24000], "sticks": 1, "why": "paper"}
    found = sheet_of(tournament(SEATED, ("correct", fields)), 1, 3, lambda _: [])
    assert found.scores == [32000, 28000, 36000, 24000]
    assert found.state == "complete"
    assert found.adds_up


def test_a_locked_result_is_changed_only_after_it_was_reopened_with_a_reason():
    """Both are on the sheet."""
    lock = ("lock", {"session": 1, "table": 3})
    penalty = ("penalty", {"session": 1, "table": 3, "seat": 1, "points": -1000, "why": "late"})
    with pytest.raises(Refused, match="is locked: unlock it first, with a reason"):
        sheet(SHORT, lock, penalty)
    found = sheet(SHORT, lock, ("reopen", {"session": 1, "table": 3, "why": "protest"}), penalty)
    assert [note.what for note in found.notes] == ["lock", "reopen", "penalty"]
    with pytest.raises(Malformed, match="reopen needs the field why"):
        make("reopen", "desk", {"session": 1, "table": 3})


@pytest.mark.parametrize("book", ["ema-2016", "ema-2012", "alarm", "austria", "tenhou", "wrc", "m-league"])
def test_the_proof_holds_for_random_games_of_every_book(book):
    """Uma, oka, leftover sticks, penalties at once and later, substitutes: the sum is what the book allows."""
    chance = random.Random(book)
    sheets = []
    for session in range(1, 13):
        lines = [f"start {book}"]
        for _ in range(chance.randrange(1, 6)):
            lines.append("hand")
            if chance.random() < 0.5:
                lines.append(f"riichi {chance.randrange(4)}")
            lines.append(chance.choice(("draw tenpai 0 2", "draw tenpai", "win 1 han:5", "win 3<0 han:6", "chombo 1")))
        if chance.random() < 0.3:
            lines.insert(1, f"substitute {chance.randrange(4)} {chance.choice(('start', 'now'))}")
        lines.append("end")
        kept: list[str] = []
        for line in lines:  # a line that the book does not allow is left out
            if sheet([*kept, line]).state != "broken":
                kept.append(line)
        sheets.append(sheet(kept)._replace(session=session))
    proved = prove_balance(sheets)
    assert proved.tables == len(sheets)
    assert proved.wrong == []
    assert proved.is_balanced


def test_a_point_from_nowhere_breaks_the_proof():
    """A proof that cannot fail proves nothing."""
    good = sheet(SHORT)
    bad = good._replace(totals=[total + 100 for total in good.totals])
    assert not prove_balance([bad]).is_balanced
    assert prove_balance([bad]).wrong == [(1, 3)]


def test_equal_totals_share_the_better_place():
    """As the books rank within a session (EMA 2016, 3.6)."""
    one = sheet(SHORT)._replace(totals=[5000, 5000, -4000, -6000])
    two = sheet(SHORT)._replace(session=2, players=[11, 12, 15, 16], totals=[1000, 1000, -4000, 2000])
    assert [(each.player, each.place) for each in standings([one, two], Tournament())] == [
        (11, 1), (12, 1), (16, 3), (13, 4), (15, 4), (14, 6),
    ]  # fmt: skip


# ---------------------------------------------------------------- files


NASTY = {
    11: Player(11, "=HYPERLINK(1)", "+Evil", "11990001", "NL"),
    12: Player(12, "Zoë\u202e", "O'Brien, Jr.", "", "IE"),
    13: Player(13, "@cmd", "-minus", "", "DE"),
    14: Player(14, "<b>Bold</b>", '"quoted"', "05990002", "DE"),
}


def test_the_ema_file_has_its_nineteen_columns():
    """A federation reads it by position."""
    held = tournament(SEATED, PLAYED, HELD)
    rows = list(csv.reader(io.StringIO(ema_csv(held, all_sheets(held, lambda _: game(*SHORT)), NASTY))))
    assert rows[0] == list(EMA_COLUMNS)
    assert {len(row) for row in rows} == {19}
    first = dict(zip(*rows[:2], strict=True))
    assert (first["Place"], first["Score"], first["Number of participants"]) == ("1", "18700", "4")
    assert (first["EMA member"], first["rules"], first["Extra"], first["Date"]) == ("", "Riichi", "NO", "22.03.2026")


def test_no_name_is_a_formula_in_an_export():
    """A registration form is filled in by strangers; a spreadsheet would run what they wrote."""
    held = tournament(SEATED, PLAYED, HELD)
    sheets = all_sheets(held, lambda _: game(*SHORT))
    for name in ("standings.csv", "tables.csv", "ema.csv"):
        for row in csv.reader(io.StringIO(export_file(name, held, sheets, NASTY))):
            for cell in row:
                assert not cell.startswith(("=", "+", "@")), (name, row)
                assert not cell.startswith("-") or cell[1:].isdigit(), (name, row)
    assert "'=HYPERLINK(1)" in standings_csv(held, sheets, NASTY)


def test_every_export_is_the_same_for_the_same_results():
    """Someone compares two files and wants to see nothing."""
    held = tournament(SEATED, PLAYED, HELD)
    for name in set(FILES) - {"plan.txt"}:
        sheets = all_sheets(held, lambda _: game(*SHORT))
        made = [export_file(name, held, sheets, NASTY, games=lambda _: game(*SHORT)) for _ in range(2)]
        assert made[0] == made[1]
        assert made[0].endswith("\n")


def test_every_point_of_a_game_is_in_the_file_of_hands():
    """Anyone who doubts a total adds the column up."""
    held = tournament(SEATED, PLAYED)
    moves = counted_point_transfers(held, lambda _: game(*SHORT))
    sheets = all_sheets(held, lambda _: game(*SHORT))
    assert export_file("hands.csv", held, [], {}, lambda: moves).count("\n") == 1
    rows = list(csv.DictReader(io.StringIO(export_file("hands.csv", held, sheets, {}, lambda: moves))))
    assert [row["what"] for row in rows if row["moved S"] != "0"] == ["win 2<0 3/40", "draw tenpai 0 3"][1:]
    for wind, score in zip("ESWN", (26300, 28500, 33700, 31500), strict=True):
        assert sum(int(row[f"moved {wind}"]) for row in rows) == score - 30000
        assert int(rows[-1][f"score {wind}"]) == score
    told = json.loads(export_file("results.json", held, sheets, {}, lambda: moves))
    assert [one["event"] for one in told["tables"][0]["events"]][-1] == "end"


# ---------------------------------------------------------------- seats and people


@pytest.mark.parametrize(
    "text",
    ["1-5-9-13\n2-6-10-14\n\n1-6-11-16\n", "round;table;E;S;W;N\n1;1;1;5;9;13\n1;2;2;6;10;14\n2;1;1;6;11;16\n"],
)
def test_both_forms_of_a_seating_plan_say_the_same(text):
    """A script as others write it, and a table as a spreadsheet writes it."""
    plan = read_plan(text)
    assert plan == {(1, 1): [1, 5, 9, 13], (1, 2): [2, 6, 10, 14], (2, 1): [1, 6, 11, 16]}
    assert read_plan(write_plan_script(plan)) == plan


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("1-2", "line 1: a table needs 4 players"),
        ("1-2-3-x", "line 1: 'x' is not a number"),
        ("1-2-3-4\n4-5-6-7", "player 4 sits twice in session 1"),
        ("", "seats no players"),
        ("round;table;E;S;W;N\n1;1;1;2;3", "line 2: the column n is empty or missing"),
        ("round;table;E;S;W;N\n1;1;1;2;3;4\n1;1;5;6;7;8", "line 3: table 1 in session 1 is listed twice"),
    ],
)
def test_a_wrong_seating_plan_is_refused_with_its_line(text, sentence):
    """Nothing is seated by halves."""
    with pytest.raises(Malformed, match=sentence):
        read_plan(text)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "names no players"),
        ("name;ema\nAda Lovelace;123", "an EMA number has eight digits"),
        ("id;name\n1;Ada\n1;Bob", "two players have the number 1"),
        ("id;name\nx;Ada", "number must be at most 9 digits from 0 to 9, not 'x'"),
        ("id;name\n0;Ada", "0 means an empty seat; player numbers start at 1"),
        ("name;ema\nAda;11990001\nBob;11990001", "two players have the EMA number 11990001"),
        ("name;country\nAda;Utopia", "a country code must be three letters such as NED"),
        ("id;first;last\n1;;", "line 2 has no name"),
    ],
)
def test_a_wrong_registration_is_refused(text, sentence):
    """With the line to look at."""
    with pytest.raises(Malformed, match=sentence):
        read_players(text)


def test_the_desk_keeps_what_it_has_decided(tmp_path):
    """The tournament is the fold of its records, after a restart, too; a refused one is not among them."""
    with SqliteStore(tmp_path / "hall.db") as store:
        desk = TournamentLog(store)
        desk.record("seats", "desk", session=1, table=3, players=[1, 2, 3, 4])
        with pytest.raises(Refused, match="player 4 is already seated at table 3 in session 1"):
            desk.record("seats", "desk", session=1, table=5, players=[4, 5, 6, 7])
        wanted = [("lock", {"session": 1, "table": 3}), ("lock", {"session": 1, "table": 3})]
        with pytest.raises(Refused):
            desk.record_all("desk", wanted)
        assert desk.tournament.locked == {}
        made = desk.record_all("desk", [("strike", {"player": player, "why": "ill"}) for player in (1, 2)])
        assert [record.n for record in made] == [1, 2]
        assert [one.n for one in desk.records] == [0, 1, 2]
    with SqliteStore(tmp_path / "hall.db") as store:
        assert TournamentLog(store).tournament.seats == {(1, 3): [1, 2, 3, 4]}
        assert TournamentRepository(store).tournament.locked == {}
        assert store.head("desk").seq == 2
