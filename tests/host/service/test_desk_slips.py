"""Slips of an organiser: asked about before seats, results or secrets are lost by them; by the commands alone."""

from __future__ import annotations

from tenbo.formats.player_files import read_players

SCORES = (40000, 30000, 20000, 30000)


def test_seats_and_results_are_not_taken_from_anybody_by_a_slip(planned_service, tmp_path):
    """The wrong number after revert unseated the whole tournament, and a seat typed again moved a result."""
    with planned_service(tables=2, sessions=2) as (run, session):
        plan = run.hall.repository.desk.records[-1].n
        seats = dict(run.hall.repository.tournament.seats)
        for table in (1, 2):
            assert session("correct", 1, table, *SCORES, "--why", "sheet")[0] == 0
        status, text = session("revert", plan, "--why", "a slip")
        assert status == 1
        assert (
            f"effect of reverting record {plan} (plan): no one would sit at tables 1, 2 in sessions 1, 2; table" in text
        )
        assert "table 1 has a result in session 1 for players 1-2-3-4: it would belong to no one; table 2 has" in text
        status, text = session("seat", 1, 2, "5-6-7-0")
        assert status == 1
        assert (
            "table 2 has a result in session 1 for players 5-6-7-8: it would go to players 5-6-7-0 (--yes to"
        ) in text
        assert "it would belong to no one" in session("close-table", 1, 2)[1]
        (tmp_path / "other.txt").write_text("1-2-3-4\n8-7-6-5\n")
        assert "it would go to players 8-7-6-5" in session("plan", tmp_path / "other.txt")[1]
        assert run.hall.repository.tournament.seats == seats
        assert session("plan", tmp_path / "other.txt", "--session", 2)[0] == 0
        text = session("revert", run.hall.repository.desk.records[-1].n, "--why", "the wrong file")[1]
        assert "the previous seats would apply again at tables 1, 2 in session 2" in text
        assert session("revert", run.hall.repository.desk.records[-1].n, "--why", "the wrong file", "--yes")[0] == 0
        assert run.hall.repository.tournament.seats == seats
        # What says by itself whose seats change is not asked about.
        assert session("withdraw", 3, "--from", 2, "--why", "ill")[0] == 0
        assert session("revert", run.hall.repository.desk.records[-1].n, "--why", "is well again")[0] == 0
        assert run.hall.repository.tournament.seats == seats


def test_a_swap_that_a_locked_result_forbids_is_refused(planned_service):
    """It was recorded, changed nothing, and said that two had changed seats."""
    with planned_service(sessions=1) as (run, session):
        assert session("correct", 1, 1, *SCORES, "--why", "sheet")[0] == 0
        assert session("lock", 1, 1)[0] == 0
        before = len(run.hall.repository.desk.records)
        for one, other in ((1, 2), (1, 5), (5, 1)):
            status, text = session("swap", 1, one, other)
            assert status == 1
            assert "is locked: unlock it first (tenbo session reopen 1 1 --why" in text
        assert len(run.hall.repository.desk.records) == before
        assert session("reopen", 1, 1, "--why", "the wrong seat")[0] == 0
        assert session("swap", 1, 1, 2, "--yes")[0] == 0
        assert run.hall.repository.tournament.seats[1, 1] == [2, 1, 3, 4]


def test_nothing_hidden_is_shown_by_hiding_something_else(planned_service):
    """Until the moment that was told the page says that it is hidden; to hide a later session releases earlier ones."""
    with planned_service(tables=1, sessions=3) as (run, session):
        assert session("hide", 2)[0] == 0
        assert session("show")[1].count("(hidden until it is released)") == 2
        assert session("publish", "--after", 10)[0] == 0
        pages = [line for line in session("show")[1].splitlines() if "(hidden until " in line]
        assert [page.split(":")[0] for page in pages] == ["session 2", "session 3"]
        assert "released" not in pages[0]
        status, text = session("hide", 3)
        assert status == 1
        assert "session 2 is still hidden and would become visible to everyone at once (--yes to confirm)" in text
        assert run.hall.repository.tournament.embargo.hidden_from == 2
        assert session("hide", 1)[0] == 0
        assert "sessions 1, 2 are still hidden and would become visible" in session("hide", 3)[1]
        assert session("publish")[0] == 0
        assert "hidden" not in session("show")[1]
        assert session("hide", 3)[0] == 0
        assert session("unrank", 2, "--why", "ill")[0] == 0
        assert "player 2 is already excluded from the ranking: ill" in session("unrank", 2, "--why", "went home")[1]


def test_a_name_with_its_comma_is_a_last_and_a_first_name(planned_service, tmp_path):
    """Lists of members are written so; the federation's file would have had `Gade,` and `FINN`."""
    (tmp_path / "people.csv").write_text(
        'id;name;country\n1;Gade, Finn;DEN\n2;"von Hohenlohe,  Max";GER\n3;Zoë O\'Brien, Jr.;IRL\n4;King, Jr., Bo;USA\n'
    )
    with planned_service(tables=1, sessions=1) as (run, session):
        assert session("players", tmp_path / "people.csv")[0] == 0
        names = [(player.first, player.last) for player in run.hall.repository.people().values()]
        assert names == [("Finn", "Gade"), ("Max", "von Hohenlohe"), ("Zoë", "O'Brien, Jr."), ("Bo", "King, Jr.")]
        assert "player 5 is Ida Ink" in session("add", "Ink, Ida")[1]
    assert read_players("name;club\nPlato,;x\n")[0].name == "Plato,"
