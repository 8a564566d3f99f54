"""People who come to a tournament that is there already: from a file, late, and with no seat left."""

from __future__ import annotations

import pytest

from .conftest import PEOPLE, game_of


@pytest.mark.thorough("a service and simulated tables for seconds")
def test_a_file_of_players_joins_and_never_replaces_by_position(planned_service, tmp_path):
    """A late player's own little file, the same file twice, and two people of one name."""
    file = tmp_path / "people.csv"
    with planned_service() as (run, session):

        def register(text, *words):
            file.write_text(text)
            return session("players", file, *words)

        assert register("name;EMA number\nAnn One;11990001\nBen Two;\nCleo Three;11990003\n")[0] == 0
        assert register("name\nDan Four\n")[1] == "1 player\n"
        assert "4  Dan Four" in session("show")[1]
        assert [player.name for player in run.hall.repository.people().values()] == [
            "Ann One",
            "Ben Two",
            "Cleo Three",
            "Dan Four",
        ]
        status, text = register("name;EMA number\nAnn One;11990001\nBen Two;\nCleo Three;11990003\n")
        assert (status, len(run.hall.repository.people())) == (0, 4)
        assert "changed: 1 Ann Married" in register("name;EMA number;country\nAnn Married;11990001;UK\n")[1]
        assert run.hall.repository.people()[1].name == "Ann Married"
        status, text = register("name;country\nBen Two;NL\n")
        assert (
            status,
            ("Ben Two has the same name as player 2, but would be registered as another person (--yes to confirm)")
            in text,
        ) == (1, True)
        status, text = register("id;name\n3;Zoe New\n")
        assert (status, "player number 3 is Cleo Three and would become Zoe New" in text) == (1, True)
        status, text = register("id;name;EMA number\n9;Cleo Three;11990003\n")
        assert (status, "EMA number 11990003 belongs to player 3, Cleo Three, not to player 9" in text) == (1, True)
        assert len(run.hall.repository.people()) == 4
        assert register("name;country\nBen Two;NL\n", "--yes")[0] == 0
        assert run.hall.repository.people()[5].country == "NED"


def test_a_new_player_does_not_get_a_number_that_has_results(planned_service, tmp_path):
    """Someone was forgotten; the results keep the number, and it stays that person's."""
    file = tmp_path / "people.csv"
    with planned_service() as (run, session):
        file.write_text("name\n" + "".join(f"Ann P{n}\n" for n in range(1, 9)))
        session("players", file)
        session("begin", 1)
        game_of(run, 1, 1)
        assert session("erase-name", 3)[0] == 0
        file.write_text("name\nNew One\n")
        session("players", file)
        assert 3 not in run.hall.repository.people()
        assert run.hall.repository.people()[9].name == "New One"


def test_who_comes_late_gets_a_number_and_the_seats_that_nobody_has(planned_service, tmp_path):
    """Registered, seated, and brought back after a withdrawal; where no seat is empty the remedies are named."""
    (tmp_path / "people.csv").write_text(PEOPLE)
    with planned_service() as (run, session):
        session("players", tmp_path / "people.csv")
        status, text = session("add", "Ida Ink", "--from", 1)
        assert status == 1
        assert "session 1 has no empty seat, so the player was not registered: register the player first " in text
        assert "Ida Ink" not in session("show")[1]
        assert session("add", "Ida Ink") == (0, "player 9 is Ida Ink\n")
        assert "no seat   9 Ida Ink" in session("show")[1]
        status, text = session("add", 9, "--from", 1)
        assert "session 1 has no empty seat for player 9: replan from this session on (tenbo seating --from" in text
        assert "give the first session of player 9 with --from" in session("add", 9)[1]
        assert session("withdraw", 2, "--from", 2, "--why", "a train")[0] == 0
        status, text = session("add", "Ida Ink", "--from", 2)
        assert (status, "player 9 sits at table 2 S in session 2" in text) == (0, True)
        assert not run.hall.repository.tournament.is_seated(9, 1)
        assert "player 9 already has a seat in session 2" in session("add", 9, "--from", 2)[1]
        assert session("withdraw", 9, "--from", 2, "--why", "gone again")[0] == 0
        status, text = session("add", "box, Ben", "--from", 2, "--why", "the next train")
        assert (status, text.startswith("player 2 is Ben Box\nplayer 2 sits at ")) == (0, True)
        assert ("Ben Box has the same name as player 2, but would be registered as another person (--yes") in session(
            "add", "Ben Box", "--from", 2
        )[1]
        assert run.hall.repository.tournament.withdrawn == {9: 2}
        assert run.hall.repository.tournament.is_seated(2, 2)
        last = run.hall.repository.desk.records[-1].n
        assert session("revert", last, "--why", "a mistake")[0] == 0
        assert not run.hall.repository.tournament.is_seated(2, 2)
        assert ("--country is for a new player: give a name, not a number") in session(
            "add", 9, "--from", 2, "--country", "NL"
        )[1]
        assert session("add", "Jan Jay", "--from", 2, "--country", "nl", "--club", "Leiden")[0] == 0
        assert run.hall.repository.people()[10][4:7] == ("NED", "", "Leiden")


def test_whoever_comes_late_has_a_number_and_seats_or_neither(planned_service, tmp_path):
    """Anyone who is refused a seat, asked about, or thought of without what another desk has done, is no one yet."""
    (tmp_path / "people.csv").write_text(PEOPLE)
    with planned_service() as (run, session):
        session("players", tmp_path / "people.csv")
        assert session("withdraw", 2, "--from", 2, "--why", "ill")[0] == 0
        seen = run.hall.repository.desk.records[-1].n
        assert session("withdraw", 4, "--from", 2, "--why", "ill", "--by", "Ada")[0] == 0
        assert session("correct", 2, 2, 40000, 30000, 20000, 30000, "--why", "sheet")[0] == 0
        for words, why in (
            ((99,), "no players are seated in session 99: choose a planned session (1, 2)"),
            ((1,), "session 1 has no empty seat, so the player was not registered"),
            ((2,), "table 2 has a result in session 2"),
            ((2, "--yes", "--seen", seen), "in the meantime"),
            ((2, "--yes", "--country", "Narnia"), "a country code must be three letters"),
            ((2, "--yes", "--ema", 7), "an EMA number has eight digits"),
        ):
            status, text = session("add", "Ida Ink", "--from", *words)
            assert (status, why in text, len(run.hall.repository.people())) == (1, True, 8), (words, text)
        status, text = session("add", "Ida Ink", "--from", 2, "--yes", "--why", "the train")
        assert (status, text.startswith("player 9 is Ida Ink\nplayer 9 sits at ")) == (0, True)
        assert (run.hall.repository.people()[9].name, run.hall.repository.tournament.is_seated(9, 2)) == (
            "Ida Ink",
            True,
        )
        assert run.hall.repository.desk.records[-1].fields["why"] == "the train"


@pytest.mark.thorough("a service and simulated tables for seconds")
def test_whoever_comes_late_is_not_given_the_points_of_a_game_that_is_over(planned_service, tmp_path):
    """A seat was empty, and anyone who sat down there for a while is not who comes now: that is asked first."""
    (tmp_path / "people.csv").write_text(PEOPLE)
    with planned_service() as (run, session):
        session("players", tmp_path / "people.csv")
        assert session("withdraw", 2, "--from", 2, "--why", "ill")[0] == 0
        assert session("correct", 2, 2, 40000, 30000, 20000, 30000, "--why", "sheet")[0] == 0
        status, text = session("add", "Ida Ink", "--from", 2)
        assert status == 1
        asked = (
            "table 2 has a result in session 2, and the score of S would go to player 9: to start later, "
            "enter the player from session 3 on"
        )
        assert f"{asked} (--yes to confirm)" in text
        assert not run.hall.repository.tournament.is_seated(9, 2)
        assert session("add", "Ida Ink", "--from", 2, "--yes")[0] == 0
        assert run.hall.repository.tournament.seats[2, 2][1] == 9
