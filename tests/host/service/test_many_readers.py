"""Many readers at one hall: what is asked of a table costs that table, a list is shared, and streams have an end."""

from __future__ import annotations

import socket
import threading
from contextlib import ExitStack

import pytest

from tenbo.hall import table_views
from tenbo.web.auth.authentication import Visitor
from tenbo.web.table_cache import FRESH_S, TableList

from .conftest import wait_until
from .role_browser import Browser, logged_in_browser
from .test_streams import followed

TABLES = 6


@pytest.fixture
def views(monkeypatch):
    """Return the numbers of the tables of which a view was made."""
    made = []
    inner = table_views.station_json
    monkeypatch.setattr(table_views, "station_json", lambda *given: made.append(given[1]) or inner(*given))
    return made


@pytest.mark.thorough("a service and simulated tables for seconds")
@pytest.mark.parametrize("path", ["/v1/tables/4", "/v1/tables/4/events"])
def test_what_is_asked_of_one_table_is_made_of_that_table_alone(running, views, path):
    """A hall of two hundred tables answers for one of them two hundred times as fast."""
    with running(TABLES) as run:
        views.clear()
        run.client.get(path)
        assert views == [4]


def test_a_table_stands_in_the_list_as_it_is_told_alone(running):
    """Plugged in or not; and a table that there is not is refused."""
    with running(2) as run:
        run.paper.tables[0].pull()
        wait_until(lambda: {one["state"] for one in run.hall.tables.tables()} != {"following"})
        for number in (1, 2):
            (listed,) = (one for one in run.client.get("/v1/tables") if one["table"] == number)
            alone = run.client.get(f"/v1/tables/{number}")
            for passing in ("for_s", "heard_s"):
                listed.pop(passing), alone.pop(passing)
            assert listed == alone
        run.hall.numbering.set_table_number(run.paper.tables[0].device, 9)
        assert run.client.get("/v1/tables/9")["table"] == 9
        assert Browser(run).ask("GET", "/v1/tables/77")[0] == 404


def test_the_list_of_tables_is_made_once_after_a_change_however_many_ask(running, views):
    """A hundred pages ask after each change of the desk: the first has the list made, the others get the same."""
    with running(TABLES) as run:
        tables = TableList(run.hall.tables, run.hall.changes, run.service.visibility, lambda: 0.0)
        views.clear()
        threads = [threading.Thread(target=tables.body, args=(Visitor("reader"),)) for _ in range(20)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(views) == TABLES


def test_who_asks_after_a_change_gets_no_list_from_before_it(running):
    """And what is no change, such as how long a table has been silent, is not old for long either."""
    now = [0.0]
    with running(1) as run:
        tables = TableList(run.hall.tables, run.hall.changes, run.service.visibility, lambda: now[0])
        before = tables.body(Visitor("reader"))
        assert tables.body(Visitor("reader")) is before
        run.hall.changes.publish("port", {"table": 1})
        after = tables.body(Visitor("reader"))
        assert after is not before
        now[0] += FRESH_S + 0.01
        assert tables.body(Visitor("reader")) is not after


def test_people_are_read_again_only_when_somebody_was_registered_or_forgotten(running, monkeypatch):
    """A phone asks for one player, not for eight hundred rows."""
    with running(0) as run:
        read = []
        inner = type(run.hall.repository.store.base).players
        monkeypatch.setattr(
            type(run.hall.repository.store.base), "players", lambda store: read.append(1) or inner(store)
        )
        run.hall.registration.register_players("id,name\n1,Ada\n2,Bo\n", yes=True)
        read.clear()
        assert [sorted(run.hall.repository.people()) for _ in range(5)] == [[1, 2]] * 5
        assert len(read) == 1
        run.hall.repository.store.forget_player(2)
        assert sorted(run.hall.repository.people()) == [1]


# ---------------------------------------------------------------- streams


@pytest.fixture
def from_afar(monkeypatch):
    """Have every connection come from another computer, which reads all the same."""
    monkeypatch.setattr("tenbo.web.server.connection_limits.is_own_address", lambda _: False)


def test_the_streams_of_one_address_have_an_end_and_leave_the_others_theirs(running, monkeypatch, from_afar):
    """The password hangs on the wall: a reader who opens one page after the other turns off no other page."""
    monkeypatch.setattr("tenbo.web.sse.MOST_OF_ADDRESS", 3)
    with running(0) as run, ExitStack() as stack:
        referee = logged_in_browser(run, "referee")
        for _ in range(3):
            followed(run, stack)
        wait_until(lambda: run.service.server.streams.client_count == 3)
        reader = Browser(run)
        assert reader.ask("GET", "/v1/changes")[0] == 409
        assert reader.ask("HEAD", "/v1/changes")[0] == 409
        # It may ask for all that a stream would have told.
        assert reader.ask("GET", "/v1/tables")[0] == 200
        followed(run, stack, cookie=referee.cookie)
        wait_until(lambda: run.service.server.streams.client_count == 4)
        monkeypatch.setattr("tenbo.web.sse.computer_prefix", lambda _: "another address")
        followed(run, stack)
        wait_until(lambda: run.service.server.streams.client_count == 5)


def test_this_computer_itself_follows_as_often_as_it_likes(running, monkeypatch):
    """A wall, a stream for the broadcast and the pages of the desk are often one computer: the host."""
    monkeypatch.setattr("tenbo.web.sse.MOST_OF_ADDRESS", 1)
    with running(0) as run, ExitStack() as stack:
        for _ in range(4):
            followed(run, stack)
        wait_until(lambda: run.service.server.streams.client_count == 4)
        assert Browser(run).ask("HEAD", "/v1/changes")[0] == 200


# ---------------------------------------------------------------- stored games


def games_of(run, count):
    """Have a table play so many games, and wait until the host has them all."""
    table = run.paper.tables[0]
    for _ in range(count):
        table.play("start", rules="ema-2016")
        table.play("hand")
    wait_until(lambda: table.stored == table.ledger.next - 1)


def test_stored_games_come_in_pages_and_the_command_reads_all_of_them(running, monkeypatch, run_cli):
    """A season has ten thousand games: no request is answered with all of them."""
    monkeypatch.setattr("tenbo.web.routes.results.PAGE", 3)
    monkeypatch.setattr("tenbo.web.routes.results.LONGEST_PAGE", 4)
    monkeypatch.setattr("tenbo.cli.session.GAMES_AT_ONCE", 2)
    with running(1) as run:
        games_of(run, 6)
        starts = [[game["start"] for game in run.client.get(path)] for path in (
            "/v1/games", "/v1/games?skip=3", "/v1/games?skip=5", "/v1/games?skip=6", "/v1/games?most=9",
        )]  # fmt: skip
        assert starts == [[0, 2, 4], [6, 8, 10], [10], [], [0, 2, 4, 6]]
        status, text = run_cli("session", "games", "--store", run.store)
        assert (status, text.count("--start")) == (0, 6)


def test_a_stored_game_is_folded_once_however_many_ask(running, monkeypatch):
    """Six readers at once ask for what the first has been answered; the game that runs is folded when it goes on."""
    folds = []
    with running(1) as run:
        inner = run.hall.repository.games.events_of
        games_of(run, 3)
        monkeypatch.setattr(
            run.hall.repository.games, "events_of", lambda game: folds.append(game.start) or inner(game)
        )
        answers = [run.client.get("/v1/games") for _ in range(4)]
        assert answers[1:] == answers[:-1]
        assert [game["phase"] for game in answers[0]] == ["given up", "given up", "playing"]
        assert sorted(folds) == [0, 2, 4]
        run.paper.tables[0].play("riichi", seat=1)
        wait_until(lambda: run.client.get("/v1/games")[-1]["scores"][1] == 29_000)
        assert set(folds[3:]) == {4}


@pytest.mark.thorough("a service and simulated tables for seconds")
@pytest.mark.parametrize("path", ["/v1/games", "/v1/export/hands.csv?provisional=1"])
def test_what_a_reader_asks_for_is_not_worked_out_when_they_have_gone(planned_service, monkeypatch, path):
    """Someone gives up after a minute and asks again: the host works for the last of them alone."""
    with planned_service(tables=2) as (run, session):
        assert session("begin", 1)[0] == 0
        wait_until(lambda: len(run.hall.repository.tournament.games) == 2)
        folds, first, gone = [], threading.Event(), threading.Event()
        inner = run.hall.repository.games.events_of

        def slow(game):
            folds.append(game)
            first.set()
            assert gone.wait(300)
            return inner(game)

        run.hall.repository.results.sheets()
        monkeypatch.setattr(run.hall.repository.games, "events_of", slow)
        with socket.create_connection(run.service.server.server_address) as asker:
            asker.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
            assert first.wait(300)
        wait_until(lambda: not run.service.server.connections.open)
        assert run.client.get("/v1")["session"] == 1
        gone.set()
        wait_until(lambda: not run.service.server.app.lanes.busy_count)
        assert len(folds) == 1


# ---------------------------------------------------------------- acts whose asker has gone


def test_an_act_whose_asker_has_gone_before_it_began_is_not_done(running, monkeypatch):
    """The command has given up and said so; who says it again means it once."""
    monkeypatch.setattr("tenbo.web.server.request_lanes.MOST_THAT_WAIT", 1)
    with running(1) as run, ExitStack() as stack:
        (table,) = run.paper.tables
        table.ignores_commands = True
        address = run.service.server.server_address
        slow = stack.enter_context(socket.create_connection(address))
        slow.sendall(b"GET /v1/tables/1/health HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n")
        wait_until(lambda: run.service.server.app.lanes.busy_count == 1)
        token = run.service.access.token
        body = b'{"kind":"tournament","fields":{"title":"Twice","rules":"ema-2025"}}'
        with socket.create_connection(address) as asker:
            asker.sendall(
                b"POST /v1/records HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
                b"Authorization: Bearer %b\r\nContent-Length: %d\r\n\r\n%b" % (token.encode(), len(body), body)
            )
            wait_until(lambda: len(run.service.server.connections.open) == 2)
        wait_until(lambda: len(run.service.server.connections.open) == 1)
        table.ignores_commands = False
        assert slow.makefile("rb").read().startswith(b"HTTP/1.1 200")
        assert run.client.get("/v1")["title"] == ""
        # What is asked later has had its turn after it.
        assert run.client.get("/v1/tables/1/health")["complaints"] is not None
        assert run.hall.repository.tournament.title == ""


def test_an_act_that_is_not_answered_in_time_says_to_look_before_it_is_repeated(running, run_cli, monkeypatch):
    """A penalty that is typed again would be two."""
    monkeypatch.setattr("tenbo.cli.session._post", short())
    with running(0) as run:
        over = threading.Event()
        inner = run.hall.records.record_all
        monkeypatch.setattr(
            run.hall.records, "record_all", lambda *given, **more: over.wait(60) and inner(*given, **more)
        )
        status, text = run_cli("session", "edit", "--place", "Utrecht", "--store", run.store)
        assert status == 1
        assert "check whether it was done" in text
        over.set()


def short():
    """Return the way in which a command posts, with the patience of a moment."""
    from tenbo.cli import session

    inner = session._post
    return lambda client, args, path, timeout_s=10, **fields: inner(client, args, path, 0.2, **fields)
