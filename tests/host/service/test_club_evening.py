"""An evening of the club at tables: games that begin by themselves, guests who are named, and a game on paper."""

from __future__ import annotations

import pytest

from tenbo_core.errors import Malformed, Refused

from .conftest import stored, wait_until


def test_a_game_begun_at_a_table_belongs_to_the_open_evening(running):
    """Its people are guests until a display shows a name that one person has; when it is over it counts."""
    with running(1) as run:
        hall, [table] = run.hall, run.paper.tables
        hall.registration.register_players("name\nAnn Ash\nBen Box\n", yes=True)
        evening = hall.evenings.open_evening("desk").answer["series"]
        table.play("start", rules="ema-2025")
        wait_until(lambda: hall.repository.tournament.club.games)
        [game] = hall.repository.tournament.club.games_in(evening)
        assert (game.players, game.table) == ((0, 0, 0, 0), 1)
        table.play("name", seat=2, name="ben box")
        wait_until(lambda: hall.repository.tournament.club.games[game.id].players == (0, 0, 2, 0))
        hall.season_import.register_and_set_players(game.id, ["Ann Ash", "guest", 2, "Cy Cox"], "desk")
        table.play("hand")
        table.play("win", wins=[{"seat": 2, "from": 0, "han": 3, "fu": 40}])
        table.play("end")
        wait_until(lambda: [one.id for one in hall.repository.series.played()] == [game.id])
        answer = run.client.get("/v1/season?series=All%20games")
        assert (answer["standings"][0]["name"], answer["standings"][0]["places"]) == ("Ben Box", [1, 0, 0, 0])
        page = run.client.get("/v1/people/ben%20box")
        assert (page["play"]["win"]["count"], page["play"]["hands"], page["course"][0]["place"]) == (1, 1, 1)
        # A second game of the same evening, and one after it is closed.
        table.play("start", rules="ema-2025")
        table.play("hand")
        wait_until(lambda: len(hall.repository.tournament.club.games_in(evening)) == 2)
        stored(table)
        hall.evenings.close_series("desk")
        table.play("end")
        table.play("start", rules="ema-2025")
        wait_until(lambda: len(hall.repository.tournament.club.games) == 3)
        assert [one.series for one in hall.repository.tournament.club.games.values()] == [evening, evening, -1]


def test_closing_and_opening_an_evening_say_what_goes_on(running, run_cli):
    """The game at a table counts for the evening that was closed; an evening that was open is closed by the next."""
    with running(1) as run:
        hall, [table] = run.hall, run.paper.tables
        season = ("--store", run.store)
        run_cli("season", "open", "--date", "2026-12-08", *season)
        table.play("start", rules="ema-2025")
        wait_until(lambda: hall.repository.tournament.club.games)
        table.play("hand")
        stored(table)
        assert "evening 2026-12-08 is closed" in run_cli("season", "open", "--date", "2026-12-09", *season)[1]
        table.play("end")
        table.play("start", rules="ema-2025")
        table.play("hand")
        stored(table)
        wait_until(lambda: len(hall.repository.tournament.club.games) == 2)
        assert "table 1" in run_cli("season", "close", *season)[1]
        run_cli("season", "open", "--date", "2026-12-10", *season)
        assert "table" not in run_cli("season", "close", *season)[1]
        table.play("end")
        table.play("start", rules="ema-2025")
        stored(table)
        assert "continues" in run_cli("tables", "--unassign", table.device, *season)[1]


def test_a_store_is_known_by_what_it_is_used_for(running):
    """The desk begins with the steps of a club or a tournament; a game that was only begun at a table is neither."""
    with running(1) as run:
        kinds = [run.client.get("/v1")["kind"]]
        run.paper.tables[0].play("start", rules="ema-2025")
        wait_until(lambda: run.hall.repository.tournament.club.games)
        kinds.append(run.client.get("/v1")["kind"])
        run.hall.evenings.open_evening("desk", title="Tuesday")
        kinds.append(run.client.get("/v1")["kind"])
        # A tournament that is being set up shows its steps, and an evening that is open those of the club.
        run.hall.records.record("tournament", "desk", title="Open", rules="ema-2025")
        kinds.append(run.client.get("/v1")["kind"])
        run.hall.evenings.close_series("desk")
        kinds.append(run.client.get("/v1")["kind"])
        run.hall.registration.register_players("name\nA\nB\nC\nD\n", yes=True)
        run.hall.records.record("plan", "desk", tables=[[1, 1, [1, 2, 3, 4]]], yes=True)
        kinds.append(run.client.get("/v1")["kind"])
        assert kinds == ["empty", "empty", "club", "club", "tournament", "tournament"]


def test_players_sit_down_by_phone_before_their_game_and_play_at_one_table_at_a_time(running):
    """The game counts for them, the table shows their names, and a guest may be named after its end."""
    with running(2) as run:
        hall, numbers = run.hall, run.hall.repository.tournament.numbers
        one, two = sorted(run.paper.tables, key=lambda table: numbers[table.device])
        names = ["Ann Ash", "Ben Box", "Cy Cox", "Di Dot"]
        hall.registration.register_players("name\n" + "\n".join(names) + "\n", yes=True)
        with pytest.raises(Refused, match="no evening is open"):
            hall.table_seats.sit_down(1, 0, "Ann Ash", "Ann (table)")
        evening = hall.evenings.open_evening("desk").answer["series"]
        hall.season_import.record_attendance([2, "Eve Elm"], "desk", present=True)
        hall.table_seats.sit_down(2, 3, 1, "Ann (table)")
        for seat, player in enumerate(("Ann Ash", "Ben Box", "Cy Cox")):
            run.client.post("/v1/tables/1/seats", seat=seat, player=player)
        assert [[there["player"] for there in hall.table_seats.view(table)["players"]] for table in (1, 2)] == [
            [1, 2, 3, 0], [0, 0, 0, 0]]  # fmt: skip
        one.play("start", rules="ema-2025")
        wait_until(lambda: one.ledger.table.names[:3] == names[:3])
        page = run.client.get("/v1/club")
        assert (page["games"][0]["players"], [(who["player"], who["state"]) for who in page["people"]]) == (
            [1, 2, 3, 0], [(2, "playing"), (5, "waiting"), (1, "playing"), (3, "playing")])  # fmt: skip
        with pytest.raises(Refused, match="Ann Ash is playing at table 1") as error:
            run.client.post("/v1/tables/2/seats", seat=0, player="1")
        assert (error.value.code, error.value.at) == ("not_allowed_now", "player")
        # Ben has tapped the seat of another one; who is at the wrong seat moves.
        hall.table_seats.sit_down(1, 3, 2, "Ben (table)")
        wait_until(lambda: one.ledger.table.names == ["Ann Ash", "", "Cy Cox", "Ben Box"])
        # A name that a person types at another table is not counted there meanwhile.
        two.play("start", rules="ema-2025")
        two.play("name", seat=0, name="Cy Cox")
        one.play("end")
        wait_until(lambda: [game.id for game in hall.repository.series.played(evening)] == [page["games"][0]["id"]])
        hall.table_seats.sit_down(2, 1, "Cy Cox", "Cy (table)")
        game = hall.table_seats.view(1)["last"]["game"]
        hall.table_seats.sit_down(1, 1, "Eve Elm", "Eve (table)", game)
        assert hall.repository.series.result(game).players == [1, 5, 3, 2]
        with pytest.raises(Refused, match="has a player"):
            hall.table_seats.sit_down(1, 0, "Eve Elm", "Eve (table)", game)
        assert hall.table_seats.view(1)["last"] is None
        assert [who["name"] for who in hall.table_seats.view(1)["people"]] == [
            "Ann Ash", "Ben Box", "Cy Cox", "Eve Elm", "Di Dot"]  # fmt: skip
        # Three are too few for a game; the fourth plays with them, each at a seat that is new to the person.
        assert run.client.get("/v1/club")["next"] == {"tables": [], "rest": [1, 2, 5], "wait_for": None}
        hall.season_import.record_attendance(["Di Dot"], "desk", present=True)
        [game] = run.client.get("/v1/club")["next"]["tables"]
        assert (game["table"], sorted(game["players"]), game["players"][0] in (2, 4, 5)) == (1, [1, 2, 4, 5], True)
        run.client.post("/v1/tables/1/seats", players=game["players"])
        assert [there["player"] for there in hall.table_seats.view(1)["players"]] == game["players"]
        assert run.client.get("/v1/club")["next"] == {"tables": [], "rest": [], "wait_for": None}
        hall.season_import.record_attendance([1], "desk", present=False)
        assert 1 not in [there["player"] for there in hall.table_seats.view(1)["players"]]
        hall.evenings.close_series("desk")
        assert hall.table_seats.view(1)["evening"] is None


def test_a_game_by_another_book_than_the_evening_s_counts_by_its_own(running):
    """Three people who came too late for a fourth play on, and their game is not lost to the season."""
    with running(1) as run:
        hall, [table] = run.hall, run.paper.tables
        evening = hall.evenings.open_evening("desk").answer["series"]
        for book in ("tenhou-sanma", "tenhou"):
            table.play("start", rules=book)
            table.play("hand")
            table.play("win", wins=[{"seat": 1, "from": 0, "han": 3, "fu": 40}])
            table.play("end")
        wait_until(lambda: len(hall.repository.series.played(evening)) == 2)
        assert [(one.rules, one.places) for one in hall.repository.series.played(evening)] == [
            ("tenhou-sanma", [3, 1, 2]),
            ("tenhou", [4, 1, 2, 3]),
        ]


@pytest.mark.parametrize("guest", ["Guest", "guest", "0", 0])
def test_a_guest_without_a_name_neither_arrives_nor_leaves(running, guest):
    """The proposal has people only: the refusal says so instead of counting no one, and registers no one else."""
    with running(1) as run:
        run.hall.evenings.open_evening("desk")
        for present in (True, False):
            with pytest.raises(Malformed) as caught:
                run.hall.season_import.record_attendance([guest], "desk", present=present)
            assert (caught.value.message.code, caught.value.at) == ("guest_has_no_name", "players")
        assert run.client.get("/v1/club")["people"] == []
        assert run.hall.repository.people() == {}
        # Under a name of their own guests are proposed as anyone.
        names = ["Ian", "Guest of Ann", "Visitor"]
        assert run.hall.season_import.record_attendance(names, "desk", present=True).answer["names"] == names


def test_the_list_of_games_names_who_corrected_a_result_and_no_one_who_seated_people(running, run_cli):
    """To name a guest, or to take a seat, changes no result."""
    with running(0) as run:
        run.hall.evenings.open_evening("desk")
        fields = {"players": ["Ann", "Ben", "Cy", "guest"], "scores": [32000, 28000, 35000, 25000]}
        game = run.client.post("/v1/series_games", register=True, **fields)["n"]
        run.client.post(f"/v1/series_games/{game}", by="Otto", players=["Ann", "Ben", "Cy", "Dan"])
        assert "Otto" not in run_cli("season", "games", "--store", run.store)[1]
        run.client.post(f"/v1/series_games/{game}", by="Ida", scores=[32000, 28000, 34000, 26000], why="sheet")
        assert "corrected by Ida" in run_cli("season", "games", "--store", run.store)[1]
        run.client.post(f"/v1/series_games/{game}", by="Otto", players=["Ann", "Ben", "Cy", "guest"])
        assert "corrected by Ida" in run_cli("season", "games", "--store", run.store)[1]


def test_two_numbers_of_one_person_have_one_name_again(running):
    """A name that two people have is refused until they are one: then it is typed, imported and asked for."""
    with running(0) as run:
        run.hall.registration.register_players("id,name\n2,Bob Bell\n6,Bob Bell\n", yes=True)
        game = {"players": ["Ann", "Bob Bell", "Cat", "Dan"], "scores": [32_000, 28_000, 35_000, 25_000]}
        with pytest.raises(Refused) as two:
            run.client.post("/v1/series_games", **game, register=True)
        assert two.value.code == "contradiction"
        run.client.post("/v1/people/merge", player="6", into="2")
        run.client.post("/v1/series_games", **game, register=True)
        rows = "date,east,east score,south,south score,west,west score,north,north score\n"
        rows += "2025-12-02,Ann,32000,bob bell,29000,Cat,34000,Dan,25000\n"
        run.client.post("/v1/series_games/import", text=rows)
        page = run.client.get("/v1/people/Bob%20Bell?series=All%20games")
        assert (page["player"], page["row"]["games"]) == (2, 2)
        assert run.client.get("/v1/people/Bob%20Bell/link")["player"] == 2


def test_a_part_of_a_name_in_a_file_is_asked_about_and_not_taken_for_a_person(running):
    """Max may be someone else than Maximiliana: the preview says who may be meant, and nothing is entered before."""
    with running(0) as run:
        run.hall.registration.register_players("name\nMaximiliana\nEve Elm\nBob\nCat\nDan\n", yes=True)
        head = "date,east,east score,south,south score,west,west score,north,north score\n"
        text = head + "2025-12-02,Max,32000,Eve,28000,cat,35000,Da,25000\n"
        seen = run.client.post("/v1/series_games/import", text=text, preview=True)
        assert [(one["name"], one["near"]) for one in seen["new"]] == [
            ("Max", "Maximiliana"), ("Eve", "Eve Elm"), ("Da", "Dan")]  # fmt: skip
        with pytest.raises(Refused) as asked:
            run.client.post("/v1/series_games/import", text=text)
        assert (asked.value.at, run.hall.repository.tournament.club.games) == ("yes", {})
        run.client.post("/v1/series_games/import", text=text, names={"Max": "Maximiliana", "Eve": "2", "Da": "Dan"})
        [game] = run.hall.repository.series.played()
        assert (game.players, len(run.hall.repository.people())) == ([1, 2, 4, 5], 5)


def test_a_page_does_not_wait_for_a_long_season_and_the_background_computes_it(running, monkeypatch):
    """A program that does not say so gets everything at once; results are never without their newest games."""
    monkeypatch.setattr("tenbo.tournament.request_compute_budget.FREE_STEPS", 2)
    monkeypatch.setattr("tenbo.tournament.request_compute_budget.PAGE_MS", 0)
    monkeypatch.setattr("tenbo.tournament.request_compute_budget.MOST_RATINGS", 2)
    with running(0) as run:
        hall = run.hall
        hall.result_cache_warmer.close()
        hall.registration.register_players("name\nAnn\nBob\nCat\nDan\n", yes=True)
        sheets = [{"players": [1, 2, 3, 4], "scores": [40_000, 30_000, 30_000, 20_000], "date": f"2026-12-0{day}"}
                  for day in range(1, 6)]  # fmt: skip
        hall.season_import.enter_games(sheets, "desk", yes=True)
        page = run.client.get("/v1/season?wait=0")
        assert (page["computing"], [game["date"] for game in page["games"]], page["unfinished"]) == (
            3, ["2026-12-04", "2026-12-05"], [])  # fmt: skip
        assert [row["rating"] for row in page["standings"]] == [25.0] * 4
        assert run.client.get("/v1/people/Ann?wait=0&series=All%20games")["computing"] > 0
        whole = run.client.get("/v1/season")
        assert (whole["computing"], len(whole["games"]), whole["standings"][0]["games"]) == (0, 5, 5)
        # The first game is corrected: results follow at once, and the ratings of five games in the background.
        first = whole["games"][0]["id"]
        hall.evenings.correct_game(first, "sheet", "desk", scores=[20_000, 30_000, 30_000, 40_000])
        page = run.client.get("/v1/club?wait=0") | run.client.get("/v1/season?wait=0")
        assert (page["computing"], page["standings"][0]["total"]) == (5, 4 * 25_000 - 25_000)
        assert [row["rating"] for row in page["standings"]] == [row["rating"] for row in whole["standings"]]
        assert all(hall.seasons.compute_ahead())
        page = run.client.get("/v1/season?wait=0")
        assert (page["computing"], page["standings"]) == (0, run.client.get("/v1/season")["standings"])
        assert page["standings"][0]["rating"] != whole["standings"][0]["rating"]


def test_the_first_page_after_a_start_leaves_nothing_out(running, monkeypatch):
    """What it shows is computed before the service answers, and neither by the page nor by the background."""
    monkeypatch.setattr("tenbo.hall.result_cache_warmer.ResultCacheWarmer.start", lambda _: None)
    with running(0) as run:
        run.client.post("/v1/series", date="2026-12-08")
        names = ["Ann", "Bob", "Cat", "Dan"]
        for _ in range(5):
            run.client.post("/v1/series_games", players=names, scores=[40_000, 30_000, 30_000, 20_000], register=True,
                            yes=True)  # fmt: skip
        run.client.post("/v1/series/change", closed=True)
    monkeypatch.setattr("tenbo.tournament.request_compute_budget.FREE_STEPS", 2)
    monkeypatch.setattr("tenbo.tournament.request_compute_budget.PAGE_MS", 0)
    with running(0) as run:
        assert [run.client.get(f"/v1/{page}?wait=0")["computing"] for page in ("club", "season")] == [0, 0]


def test_a_sheet_has_the_players_of_the_evening_s_book(running):
    """A sheet without its last player is not taken for one of three players."""
    with running(0) as run:
        hall = run.hall
        hall.evenings.open_evening("desk", date="2026-12-01")
        assert run.client.get("/v1/club")["seats"] == 4
        with pytest.raises(Malformed):
            hall.season_import.enter_games([{"players": ["Ann", "Bob", "Cat"], "scores": [40_000] * 3}], "desk",
                                           register=True)  # fmt: skip
        assert hall.repository.tournament.club.games == {}
        hall.evenings.open_evening("desk", date="2026-12-02", rules="sanma-club")
        assert run.client.get("/v1/club")["seats"] == 3


def test_a_wrong_field_is_refused_also_where_closing_would_not_use_it(running):
    """The evening stays open."""
    with running(0) as run:
        run.hall.evenings.open_evening("desk", title="Tuesday")
        for wrong in ({"title": 1.5}, {"best": -2}, {"date": "soon"}):
            with pytest.raises(Refused):
                run.client.post("/v1/series/change", closed=True, **wrong)
        assert run.client.get("/v1/club")["evening"]["title"] == "Tuesday"
