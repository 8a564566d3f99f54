"""Who may see a person's page and the hands of a game, and for whom a phone speaks."""

from __future__ import annotations

from tenbo.tournament.series.person_page import person_page

from .conftest import wait_until
from .role_browser import Browser, logged_in_browser


def test_a_game_has_a_page_whose_hands_are_for_those_whom_all_its_people_let_see_them(running, monkeypatch):
    """The result is for everyone who reads; a name that the table showed is told by nobody's registration alone."""
    monkeypatch.setattr("tenbo.web.auth.authentication.is_own_address", lambda _: False)
    with running(1) as run:
        hall, [table] = run.hall, run.paper.tables
        hall.registration.register_players("name\nAnn Ash\nBen Box\n", yes=True)
        hall.evenings.open_evening("desk", title="Tuesday")
        table.play("start", rules="ema-2025")
        table.play("name", seat=2, name="ben box")
        table.play("hand")
        table.play("win", wins=[{"seat": 2, "from": 0, "han": 3, "fu": 40}])
        wait_until(lambda: [game.players for game in hall.repository.tournament.club.games.values()] == [(0, 0, 2, 0)])
        [game] = hall.repository.tournament.club.games
        reader, member = logged_in_browser(run, "reader"), logged_in_browser(run, "member")

        def page(browser):
            return browser.ask("GET", f"/v1/series_games/{game}")[1]

        wait_until(lambda: len(page(member)["play"]["hands"]) == 1)
        assert [page(reader)[name] for name in ("sees", "play", "state", "evening", "names")] == [
            False, None, "playing", "Tuesday", {"2": "Ben Box"}]  # fmt: skip
        table.play("end")
        wait_until(lambda: page(member)["state"] == "complete")
        [hand, *_] = page(member)["play"]["hands"]
        assert (hand["where"], hand["deltas"], "ben box" in str(page(member)["play"])) == (
            "E1-0", [-5200, 0, 5200, 0], False)  # fmt: skip
        hall.evenings.correct_game(game, "sheet", "desk", scores=[25000, 30000, 35000, 30000])
        [*_, change] = page(reader)["changes"]
        assert (change["what"], change["scores"], change["why"]) == ("rescore", [25000, 30000, 35000, 30000], "sheet")
        hall.evenings.share_page("Ben Box", "self", "desk")
        assert (page(member)["sees"], page(member)["play"]) == (False, None)
        # A sheet of paper has no hands, and a number that is no game has no page.
        paper = {"players": ["Ann Ash", 0, 0, 0], "scores": [32000, 28000, 35000, 25000]}
        hall.season_import.enter_games([paper], "desk")
        answer = member.ask("GET", f"/v1/series_games/{max(hall.repository.tournament.club.games)}")[1]
        assert (answer["sees"], answer["play"], answer["paper"]) == (True, None, True)
        assert member.ask("GET", "/v1/series_games/999")[0] == 404


def test_a_person_who_keeps_the_page_is_read_by_the_desk_alone_and_an_erased_name_is_gone(running):
    """Hands and opponents are personal; the results are the season's."""
    with running(0) as run:
        hall = run.hall
        game = {"players": ["Ann Ash", "Ben Box", "Cy Cox", "Di Dot"], "scores": [32000, 28000, 35000, 25000]}
        hall.season_import.enter_games([game], "desk", register=True)
        hall.evenings.share_page("Ann Ash", "self", "desk")
        repository, view = hall.repository, hall.seasons.find()
        seen = [person_page(repository, view, 1, sees_personal=desk)["opponents"] for desk in (True, False)]
        assert (len(seen[0]), seen[1]) == (3, None)
        hall.registration.forget_player(2)
        page = person_page(repository, hall.seasons.find(), 2, sees_personal=False)
        assert (page["name"], page["play"], page["row"]["total"]) == ("Player 2", None, -7000)


def test_a_phone_says_that_its_person_is_here_and_speaks_for_no_other(running, monkeypatch):
    """An own link speaks for its person, also under a merged number; other phones for one known person at a time."""
    monkeypatch.setattr("tenbo.web.auth.authentication.is_own_address", lambda _: False)
    with running(1) as run:
        hall = run.hall
        hall.registration.register_players("name\nAnn Ash\nBen Box\nAnn Asch\n", yes=True)
        own, table = Browser(run), logged_in_browser(run, "table", 1)
        assert own.join(run.client.get("/v1/people/Ann%20Ash/link")["code"], "Ann") == 200

        def tell(browser, players, **fields):
            status, answer, *_ = browser.ask("POST", "/v1/attendance", {"players": players, **fields})
            return status, answer.get("error", {}).get("code", answer.get("players"))

        assert tell(own, [1]) == (409, "not_allowed_now")
        assert own.ask("GET", "/v1/people/1")[1]["present"] is None
        hall.evenings.open_evening("desk")
        hall.evenings.merge_people("1", "3", "desk", "")
        assert tell(own, [1]) == tell(own, ["Ann Asch"]) == (200, [3])
        assert own.ask("GET", "/v1/people/1")[1]["present"] is True
        assert tell(own, ["Ben Box"]) == (409, "no_permission")
        assert tell(own, [1, 2]) == tell(table, [1, 2]) == tell(table, ["Zoe"]) == (400, "bad_field")
        # Only the desk registers people, and the refusal says so.
        assert "desk_registers_new_people" in str(table.ask("POST", "/v1/attendance", {"players": ["Zoe"]})[1])
        assert tell(logged_in_browser(run, "reader"), [2])[0] == 403
        assert tell(table, ["ben box"]) == (200, [2])
        assert [one["player"] for one in run.client.get("/v1/club")["people"]] == [3, 2]
        assert tell(own, [1], present=False) == (200, [3])
        assert [one["player"] for one in run.client.get("/v1/club")["people"]] == [2]


def test_a_member_sees_what_members_share_and_decides_over_the_own_page_alone(running, monkeypatch):
    """A reader sees results; the person's own link opens the own page, its data and the removal of the name."""
    monkeypatch.setattr("tenbo.web.auth.authentication.is_own_address", lambda _: False)
    with running(0) as run:
        game = {"players": ["Ann Ash", "Ben Box", "Cy Cox", "Di Dot"], "scores": [32000, 28000, 35000, 25000]}
        run.hall.season_import.enter_games([game], "desk", register=True)
        reader, member, own = logged_in_browser(run, "reader"), logged_in_browser(run, "member"), Browser(run)
        assert own.join(run.client.get("/v1/people/Ann%20Ash/link")["code"], "Ann") == 200
        assert own.ask("GET", "/v1/me")[1] == {"role": "member", "by": "Ann (member)", "table": None, "player": 1,
                                               "title": ""}  # fmt: skip

        # Without a name the person is called as registered.
        assert own.join(run.client.get("/v1/people/Ann%20Ash/link")["code"], "") == 200
        assert own.ask("GET", "/v1/me")[1]["by"] == "Ann Ash (member)"

        def seen(browser, player=1):
            page = browser.ask("GET", f"/v1/people/{player}")[1]
            return page["sees"], page["is_own"], page["opponents"] is not None, page["row"]["total"]

        assert [seen(one) for one in (reader, member, own)] == [
            (False, False, False, 7000), (True, False, True, 7000), (True, True, True, 7000)]  # fmt: skip
        assert own.ask("POST", "/v1/people/share", {"player": "1", "shows": "self"})[0] == 200
        assert [seen(one)[0] for one in (reader, member, own)] == [False, False, True]
        assert own.ask("POST", "/v1/people/share", {"player": "1", "shows": "everyone"})[0] == 200
        assert [seen(one)[0] for one in (reader, member, own)] == [True, True, True]
        for browser in (member, own):
            for method, path, fields in (
                ("GET", "/v1/people/2/data", None),
                ("POST", "/v1/people/share", {"player": "2", "shows": "self"}),
                ("POST", "/v1/people/erase", {"player": "2", "yes": True}),
            ):
                assert browser.ask(method, path, fields)[1]["error"]["code"] == "no_permission"
        data = own.ask("GET", "/v1/people/1/data")[1]
        assert (data["registered"][0]["last"], len(data["page"]["results"])) == ("Ash", 1)
        assert own.ask("POST", "/v1/people/erase", {"player": "1"})[1]["error"]["at"] == "yes"
        assert own.ask("POST", "/v1/people/erase", {"player": "1", "yes": True})[0] == 200
        assert run.client.get("/v1/people/1")["name"] == "Player 1"
        assert Browser(run).join(run.service.access.member_code(1)) == 403
