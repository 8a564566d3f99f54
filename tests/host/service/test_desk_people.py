"""People and seats at the desk: plans, swaps, who comes late and who leaves; by the commands alone."""

from __future__ import annotations

import pytest

from tenbo_core.errors import Refused

from .conftest import PEOPLE, game_of, play, table_of

pytestmark = pytest.mark.thorough("people who come, go and change seats")


def test_seats_are_changed_as_a_whole_plan(planned_service, tmp_path):
    """A second plan, a swap, someone who leaves, a table that is not needed, and no one more than once."""
    with planned_service(tables=3) as (run, session):
        seats = run.hall.repository.tournament.seats
        (tmp_path / "second.txt").write_text("5-6-7-8\n1-2-3-4\n9-10-0-0\n")
        assert session("plan", tmp_path / "second.txt", "--session", 2)[0] == 0
        tournament = run.hall.repository.tournament
        assert [tournament.seats[2, table] for table in (1, 2, 3)] == [[5, 6, 7, 8], [1, 2, 3, 4], [9, 10, 0, 0]]
        assert tournament.seats[1, 1] == seats[1, 1]
        assert session("swap", 2, 5, 1)[0] == 0
        assert run.hall.repository.tournament.seats[2, 1] == [1, 6, 7, 8]
        assert run.hall.repository.tournament.seats[1, 1] == seats[1, 1]
        assert session("withdraw", 7, "--from", 2, "--why", "ill")[0] == 0
        assert run.hall.repository.tournament.seats[2, 1] == [1, 6, 0, 8]
        assert 7 in run.hall.repository.tournament.seats[1, 2]
        status, text = session("plan", tmp_path / "second.txt", "--session", 2)
        assert status == 1
        assert "player 7 is withdrawn from session 2 on" in text
        assert session("withdraw", 8, "--from", 2, "--instead", 21, "--why", "ill")[0] == 0
        assert run.hall.repository.tournament.seats[2, 1] == [1, 6, 0, 21]
        assert (
            "is already seated at table 1 in session 2"
            in session("withdraw", 2, "--from", 2, "--instead", 21, "--why", "x")[1]
        )
        status, text = session("close-table", 2, 3)
        assert status == 0
        assert "players without a seat in session 2: 9 Player 9, 10 Player 10 (" in text
        assert run.hall.repository.tournament.tables_in_session(2) == [1, 2]
        assert "players without a seat in session 2: 21" in session("seat", 2, 1, "1-6-0-0")[1]
        last = run.hall.repository.desk.records[-1].n
        assert session("revert", last, "--why", "wrong table")[0] == 0
        assert run.hall.repository.tournament.seats[2, 1] == [1, 6, 0, 21]
        assert session("revert", last, "--why", "again")[1].endswith("has already been reverted\n")
        assert session("revert", last + 1, "--why", "it was right")[0] == 0
        assert run.hall.repository.tournament.seats[2, 1] == [1, 6, 0, 0]
        show = session("show")[1]
        assert "withdrawn from session 2 on" in show
        assert "session 2: planned" in show


def test_naming_a_tournament_once_more_forgets_nothing_unasked(planned_service):
    """The town and the country are in the file for the federation; someone wanted another rule book."""
    with planned_service() as (_, session):
        title = "Spring open"
        about = ("--place", "Utrecht", "--country", "NED", "--date", "22.03.2026")
        assert session("new", title, *about)[0] == 0
        status, text = session("new", title, "--rules", "ema-2012", "--place", "Delft")
        assert (status, text) == (
            1,
            "tenbo session: this would drop country NED, date 22.03.2026 from the tournament: tenbo session "
            "edit changes only what is given (--yes to confirm)\n",
        )
        assert session("new", title, *about)[0] == 0
        assert session("new", title, "--yes")[0] == 0
        assert session("new", title)[0] == 0
        assert session("edit", "--qualification")[0] == 0
        assert "this would drop qualification from the tournament: " in session("new", title)[1]


def test_a_session_on_paper_is_over_when_it_has_ended_or_its_results_are_typed(planned_service):
    """No table of it had a game to begin: the next session's tables are not asked about it."""
    with planned_service(tables=2, sessions=2) as (_, session):
        for table in (1, 2):
            session("correct", 1, table, 30_000, 30_000, 30_000, 30_000, "--why", "paper sheet")
        assert session("end", 1)[0] == 0
        status, text = session("begin", 2)
        assert "has not begun" not in text
        assert (status, "tables 1, 2 have begun" in text) == (0, True)


def test_a_plan_does_not_reseat_a_table_that_has_begun(planned_service, tmp_path):
    """The wrong file would put other names on results that are being played."""
    with planned_service() as (run, session):
        session("begin", 1)
        game_of(run, 1, 1)
        (tmp_path / "other.txt").write_text("5-6-7-8\n1-2-3-4\n")
        status, text = session("plan", tmp_path / "other.txt")
        assert status == 1
        assert "table 1 began session 1 with different seats from those in this plan" in text
        assert "detach it first" in session("close-table", 1, 1)[1]
        assert session("plan", tmp_path / "plan.txt")[0] == 0


def test_players_change_seats_in_a_running_session(planned_service, tmp_path):
    """Two sat down at each other's table: the results follow the players, and the displays show them."""
    (tmp_path / "people.csv").write_text("name\n" + "".join(f"Ann P{n}\n" for n in range(1, 9)))
    with planned_service(sessions=1) as (run, session):
        session("players", tmp_path / "people.csv")
        session("begin", 1)
        for table in (1, 2):
            game_of(run, 1, table)
        assert session("swap", 1, 2, 5, "--why", "they sat down at the other table")[0] == 0
        assert run.hall.repository.tournament.seats == {(1, 1): [1, 5, 3, 4], (1, 2): [2, 6, 7, 8]}
        assert table_of(run, 1).ledger.table.names == ["Ann P1", "Ann P5", "Ann P3", "Ann P4"]
        assert table_of(run, 2).ledger.table.names[0] == "Ann P2"
        assert "player 77 has no seat in session 1" in session("swap", 1, 2, 77)[1]


def test_two_long_names_at_one_table_are_told_apart_there(planned_service, tmp_path):
    """A display has room for sixteen letters, and siblings begin alike: anyone who reads it has to know who pays."""
    (tmp_path / "people.csv").write_text(
        "name\nMaximiliana Wolkenstein\nBo\nMaximiliana Wolkenbruch\nCharlotte Amalia Berg\n"
    )
    with planned_service(tables=1, sessions=1) as (run, session):
        session("players", tmp_path / "people.csv")
        session("begin", 1)
        told_apart = ["Maximil.kenstein", "Bo", "Maximil.kenbruch", "Charlotte Amalia"]
        assert table_of(run, 1).ledger.table.names == told_apart


def test_results_that_belong_to_nobody_are_not_final(planned_service, run_cli):
    """The plan was made after the backup: the games are there, their players are not."""
    with planned_service(tables=1, sessions=1) as (run, session):
        table_of(run, 1).play("start", rules="ema-2016", session=2, table=1, tournament=run.hall.keys.hall_id())
        play(run, 1)
        game_of(run, 2, 1)
        session("close-table", 1, 1)
        status, text = run_cli("results", "--store", run.store)
        assert status == 1
        assert "no players are seated at table 1 in session 2: seat the players" in text
        assert session("seat", 2, 1, "1-2-3-4")[0] == 0
        assert run_cli("results", "--store", run.store)[0] == 0


def test_tables_that_cannot_begin_for_one_reason_are_named_in_one_line(running, run_cli, tmp_path):
    """A hall of forty tables without devices is told once, and what a table of paper needs."""
    (tmp_path / "plan.txt").write_text("".join(f"{n}-{n + 1}-{n + 2}-{n + 3}\n" for n in range(1, 160, 4)))
    with running(0) as run:
        store = ("--store", run.store)
        assert run_cli("session", "plan", tmp_path / "plan.txt", *store)[0] == 0
        assert run_cli("session", "begin", 1, *store) == (
            1,
            (
                "session 1: no table has begun\n  tables 1-40 have not begun: not connected; no table is "
                "connected (then repeat tenbo session begin 1)\n  paper tables have no game to begin: enter the "
                "scores from their sheets (tenbo session correct)\n"
            ),
        )


def test_a_name_is_entered_as_it_stands(planned_service):
    """No one who types one line at the desk writes a spreadsheet, no matter what signs are in a name."""
    with planned_service() as (run, session):
        for name in ("Ann;Bo", "Doe, John", 'Al "Ace" Ash', "a\tb;c"):
            assert session("add", name)[0] == 0
        names = [player.name for _, player in sorted(run.hall.repository.people().items())]
        assert names == ["Ann;Bo", "John Doe", 'Al "Ace" Ash', "a b;c"]


def test_players_are_meant_by_number_or_name(planned_service, tmp_path):
    """Anyone who stands at the desk says a name; one that two have is asked about."""
    (tmp_path / "people.csv").write_text(PEOPLE)
    with planned_service() as (run, session):
        session("players", tmp_path / "people.csv")
        assert session("swap", 2, "Box", 5)[0] == 0
        assert [run.hall.repository.tournament.is_seated(2, one) for one in (1, 2)] == [True, True]
        words = ("withdraw", "flo fox", "--from", 2, "--instead", 31, "--why", "ill")
        assert "no player is registered with number 31 (--yes to confirm)" in session(*words)[1]
        assert session(*words, "--yes")[0] == 0
        assert run.hall.repository.tournament.withdrawn == {6: 2}
        assert session("unrank", "Gus Gum", "--why", "ill")[0] == 0
        assert run.hall.repository.tournament.unranked == {7: "ill"}
        assert "'Ann' could be 1 Ann Ash, 8 Ann Hut" in session("withdraw", "Ann", "--from", 2, "--why", "x")[1]
        assert "no registered player has the name 'Zoe'\n" in session("swap", 2, "Zoe", 5)[1]
        assert "has the name 'Flo Foks'; did you mean Flo Fox?" in session("swap", 2, "Flo Foks", 5)[1]
        with pytest.raises(Refused) as unknown:
            run.client.post("/v1/records", kind="withdraw", fields={"player": 6, "session": 2, "instead": "Zoe"})
        assert unknown.value.at == "fields.instead"
        (tmp_path / "late.csv").write_text("id;name\n30;Ida Ink\n;Jan Jay\n;Kai Kit\n")
        session("players", tmp_path / "late.csv")
        assert sorted(run.hall.repository.people()) == [*range(1, 11), 30]
        session("add", "Leo Lot", "--from", 2)
        assert 31 not in run.hall.repository.people()


def test_a_number_that_nobody_has_and_a_result_that_would_be_nobodys_are_asked_about(planned_service, tmp_path):
    """A slip of the finger in a plan, at a table, in a withdrawal; and a session that is passed over."""
    (tmp_path / "people.csv").write_text(PEOPLE)
    with planned_service() as (run, session):
        session("players", tmp_path / "people.csv")
        (tmp_path / "slip.txt").write_text("1-2-3-4\n5-6-7-88\n")
        for words in (("plan", tmp_path / "slip.txt", "--session", 2), ("seat", 2, 2, "1-2-3-88")):
            assert "no player is registered with number 88 (--yes to confirm)" in session(*words)[1]
        assert "earlier sessions are planned but have not begun: 1 (--yes to confirm)" in session("begin", 2)[1]
        assert not run.hall.repository.tournament.opened
        session("correct", 1, 1, 40000, 30000, 20000, 30000, "--why", "paper")
        status, text = session("withdraw", 2, "--from", 1, "--why", "ill")
        assert status == 1
        assert "player 2 has a result at table 1 in session 1: it would belong to no one (--yes to confirm)" in text
        assert session("withdraw", 2, "--from", 2, "--why", "ill")[0] == 0
        assert run.hall.repository.results.sheet(1, 1).players == [1, 2, 3, 4]


def test_whoever_has_no_seat_is_named_and_has_a_bye(planned_service, run_cli, tmp_path):
    """Three are left over: the plan says so, the session says so, and the standings do not pretend that they played."""
    (tmp_path / "people.csv").write_text(PEOPLE + "Ida Ink;;;;\nJan Jay;;;;\nKai Kit;;;;\n")
    with planned_service(sessions=1) as (run, session):
        session("players", tmp_path / "people.csv")
        (tmp_path / "plan.txt").write_text("1-2-3-4\n5-6-7-8\n\n11-10-9-4\n5-6-7-8\n")
        status, text = session("plan", tmp_path / "plan.txt")
        assert status == 0
        assert (
            "players without a seat in session 1: 9 Ida Ink, 10 Jan Jay, 11 Kai Kit (a substitute would fill a table"
        ) in text
        assert "no seat: 1 Ann Ash, 2 Ben Box, 3 Cleo Cox" in session("begin", 2, "--yes")[1]
        for scores, place in (((40000, 30000, 20000, 30000), (1, 1)), ((20000, 30000, 40000, 30000), (2, 1))):
            session("correct", *place, *scores, "--why", "paper", "--yes")
        rows = run_cli("results", "--store", run.store)[1].splitlines()
        ann, kai = (next(row.split() for row in rows if name in row) for name in ("Ann Ash", "Kai Kit"))
        assert ann[4:6] == ["+25,000", "bye"]
        assert kai[4:6] == ["bye", "-25,000"]


def test_a_penalty_is_for_whoever_is_named(planned_service, tmp_path):
    """By number, name or a part of it, by table and wind or table and name; and it is withdrawn by its number."""
    (tmp_path / "people.csv").write_text(PEOPLE)
    with planned_service(sessions=1) as (run, session):
        session("players", tmp_path / "people.csv")
        for table in (1, 2):
            session("correct", 1, table, 30000, 30000, 30000, 30000, "--why", "paper")
        added = [0] * 8
        for whom, seat in (
            (("7",), 6), (("Gus Gum",), 6), (("Gus", "Gum"), 6), (("box",), 1), ((2, "N"), 7), ((1, 0), 0),
            ((2, "Gum"), 6), ((2, "6"), 5), ((1, "Ann"), None),
        ):  # fmt: skip
            status, text = session("penalty", 1, *whom, -1000, "--why", f"telephone {whom}")
            if seat is None:
                assert (status, "'Ann' could be 1 Ann Ash, 8 Ann Hut: give the number" in text) == (1, True)
                continue
            added[seat] -= 1000
            assert status == 0, text
            assert text.startswith("-1,000 for ")
            assert f"seat {'ESWN'[seat % 4]} of table {1 + seat // 4} in session 1 (record " in text
            assert (
                run.hall.repository.results.sheet(1, 1).added + run.hall.repository.results.sheet(1, 2).added == added
            )
        number = run.hall.repository.desk.records[-1].n
        assert session("revert", number, "--why", "protest upheld")[0] == 0
        assert run.hall.repository.results.sheet(1, 2).added == [0, 0, -4000, -1000]
        for words, sentence in (
            ((1, "Zoe", -1000), "no registered player has the name 'Zoe'"),
            ((1, 77, -1000), "player 77 has no seat in session 1"),
            ((1, 1, "Gum", -1000), "player 7 has no seat at table 1 of session 1"),
            ((1, "Gum", "x"), "'x' is not a number of points"),
            ((1, -1000), "is missing"),
        ):
            assert sentence in session("penalty", *words, "--why", "x")[1]


def test_the_same_command_once_more_is_asked_about(planned_service):
    """No one knows whether it was recorded when the service did not answer, and types it again."""
    with planned_service(sessions=1) as (run, session):
        words = ("swap", 1, 2, 5, "--why", "the wrong table")
        status, text = session(*words)
        assert (status, text.splitlines()[1:]) == (
            0, ["  2 Player 2 sits at table 2 E in session 1", "  5 Player 5 sits at table 1 S in session 1"],
        )  # fmt: skip
        seats = dict(run.hall.repository.tournament.seats)
        status, text = session("swap", 1, 5, 2)
        assert status == 1
        assert "players 5 and 2 have already swapped seats in session 1 (record " in text
        assert run.hall.repository.tournament.seats == seats
        assert session("swap", 1, 5, 2, "--yes")[0] == 0
        assert run.hall.repository.tournament.seats[1, 1] == [1, 2, 3, 4]
        assert session(*words)[0] == 0
        penalty = ("penalty", 1, 1, "E", -8000, "--why", "telephone")
        assert session(*penalty)[0] == 0
        assert "this would add another one" in session(*penalty)[1]
        assert session(*penalty[:-1], "another call")[0] == 0
        assert [note.value for note in run.hall.repository.tournament.notes[1, 1]] == [[0, -8000]] * 2


def test_a_swap_that_would_move_a_result_is_asked_about(planned_service):
    """Two who sat wrongly have it put right; two numbers that were mistyped would have each other's points."""
    with planned_service(sessions=1) as (run, session):
        assert session("correct", 1, 1, 32000, 28000, 35000, 25000, "--why", "paper sheet")[0] == 0
        seats = dict(run.hall.repository.tournament.seats)
        status, text = session("swap", 1, 2, 5)
        assert status == 1
        assert "table 1 has a result in session 1 for players 1-2-3-4: it would go to players 1-5-3-4 (--yes" in text
        assert run.hall.repository.tournament.seats == seats
        assert session("swap", 1, 2, 5, "--yes")[0] == 0
        assert run.hall.repository.tournament.seats[1, 1] == [1, 5, 3, 4]


def test_an_empty_seat_is_named_when_somebody_leaves_and_when_the_session_begins(planned_service):
    """Three players at a table are found before the dice are thrown."""
    with planned_service() as (_, session):
        text = session("withdraw", 3, "--from", 1, "--why", "ill")[1]
        assert "no one sits at table 1 W in session 1, table 2 W in session 2: add a substitute" in text
        assert "  9 Player 9 sits at table 1 E" in session("withdraw", 1, "--from", 1, "--instead", 9, "--why", "x")[1]
        status, text = session("begin", 1)
        assert status == 0
        assert "  no one sits at table 1 W: find a substitute, or take the table out" in text


def test_a_beginning_that_was_cut_short_shows_the_names_when_it_is_repeated(planned_service, tmp_path):
    """The host was killed when the tables had begun and before it had told them who sits there."""
    (tmp_path / "people.csv").write_text("name\n" + "".join(f"Ann P{n}\n" for n in range(1, 9)))
    with planned_service(sessions=1) as (run, session):
        session("players", tmp_path / "people.csv")
        session("begin", 1, "--table", 2)
        table_of(run, 1).play("start", rules="ema-2016", session=1, table=1, tournament=run.hall.keys.hall_id())
        game_of(run, 1, 1)
        assert table_of(run, 1).ledger.table.names == [""] * 4
        assert "tables 1, 2 had already begun" in session("begin", 1)[1]
        assert table_of(run, 1).ledger.table.names == ["Ann P1", "Ann P2", "Ann P3", "Ann P4"]


def test_sessions_to_come_take_one_line_and_no_column(planned_service, run_cli):
    """Eight sessions of which one is played are not seven lines of what is missing."""
    with planned_service(tables=2, sessions=2) as (run, session):
        session("begin", 1)
        for table in (1, 2):
            play(run, table)
            game_of(run, 1, table)
        text = run_cli("results", "--store", run.store)[1]
        assert text.splitlines()[0].split() == ["player", "total", "s1", "places"]
        assert "provisional: session 2: tables 1, 2 have no result" in text
