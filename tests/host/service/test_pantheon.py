"""A tournament told to a Pantheon server by the commands: seats there and back, hands told once."""

from __future__ import annotations

import json

import pytest

from pantheon_stand_in import PantheonStandIn

from .conftest import game_of, stored, table_of

pytestmark = pytest.mark.thorough("another program's server")

PEOPLE = 'id;first;last\n1;Zoë;"O\'Brien, Jr."\n2;直子;渡辺\n3;Ann;Lee\n4;Bo;"""Ace"" Ray"\n' + "".join(
    f"{n};Cy;P{n}\n" for n in range(5, 9)
)
# The server's own numbers of the people, who have ours as local ids.
THERE = [{"id": 100 + n, "title": f"Person {n}", "localId": n} for n in range(1, 9)]


@pytest.fixture
def there(monkeypatch):
    """Return a server that runs, and whose administrator we are."""
    monkeypatch.setenv("TENBO_PANTHEON_TOKEN", "secret")
    with PantheonStandIn(THERE) as server:
        yield server


@pytest.fixture
def hall(planned_service, run_cli, tmp_path, there):
    """Return a function that runs a hall of two tables whose session has begun, and its commands to the server."""

    class Hall:
        def __enter__(self):
            self.context = planned_service()
            self.run, self.session = self.context.__enter__()
            (tmp_path / "people.csv").write_text(PEOPLE, encoding="utf-8")
            assert self.session("players", tmp_path / "people.csv")[0] == 0
            assert self.session("begin", 1)[0] == 0
            for table in (1, 2):
                game_of(self.run, 1, table)
            return self

        def __exit__(self, *_):
            self.context.__exit__(None, None, None)

        def pantheon(self, part, *words):
            where = ("--url", there.url + "/", "--event", 17, "--person", 5)
            return run_cli("pantheon", part, *where, *words, *(() if part in ("begin", "seats") else self.store))

        @property
        def store(self):
            return ("--store", self.run.store)

    return Hall


HANDS = (
    ("riichi", {"seat": 2}), ("win", {"wins": [{"seat": 2, "from": 0, "han": 3, "fu": 40}]}),
    ("riichi", {"seat": 0}), ("draw", {"tenpai": [0, 3]}),
    ("win", {"wins": [{"seat": 1, "from": 3, "han": 2, "fu": 30}, {"seat": 2, "from": 3, "han": 1, "fu": 40}]}),
    ("chombo", {"seats": [1]}),
    ("riichi", {"seat": 3}), ("win", {"wins": [{"seat": 3, "han": 6, "fu": 30}]}),
    ("win", {"wins": [{"seat": 3, "from": 1, "yakuman": 1, "pao": 0}]}),
    ("draw", {"tenpai": []}),
)  # fmt: skip


def play_hands(run, number, *, some=HANDS, end=False):
    """Have a table play hands of every kind; a hand begins where the one before has ended."""
    table = table_of(run, number)
    for kind, fields in some:
        if table.ledger.table.phase == "between":
            table.play("hand")
        table.play(kind, **fields)
    if end:
        table.play("end")
    stored(table)


def test_hands_of_every_kind_are_told_once_and_lead_to_the_same_scores(hall, there):
    """Telling them again sends nothing; what was played meanwhile is told, and in the end that it is over."""
    with hall() as desk:
        play_hands(desk.run, 1, some=HANDS[:4])
        status, text = desk.pantheon("games", "--session", 1, "--table", 1)
        assert (status, text) == (1, "session 1 table 1: 2 hands sent, 0 already on the server, not finished there\n")
        play_hands(desk.run, 1, some=HANDS[4:], end=True)
        assert desk.pantheon("games", "--session", 1, "--table", 1) == (
            0, "session 1 table 1: 5 hands sent, 2 already on the server, finished\n",
        )  # fmt: skip
        (table,) = there.tables
        assert table.players == [101, 102, 103, 104]
        assert (
            list(table.scores.values())
            == desk.run.hall.repository.results.sheet(1, 1).scores[:2]
            + desk.run.hall.repository.results.sheet(1, 1).scores[2:]
        )
        assert [next(iter(one)) for one in table.rounds] == [
            "ron",
            "draw",
            "multiron",
            "chombo",
            "tsumo",
            "ron",
            "draw",
        ]
        assert there.methods()[-1] == "EndGame"
        assert desk.pantheon("games", "--session", 1, "--table", 1) == (
            0, "session 1 table 1: 0 hands sent, 7 already on the server, finished\n",
        )  # fmt: skip
        assert not {"StartGame", "AddRound", "EndGame"} & set(there.methods())
        status, text = desk.pantheon("games", "--session", 1, "--json")
        assert (status, [one["table"] for one in json.loads(text)]) == (1, [1, 2])


def test_an_answer_that_is_lost_doubles_nothing(hall, there):
    """The round is there and no one has said so: the next time it is found."""
    with hall() as desk:
        play_hands(desk.run, 1, end=True)
        there.lost = 1
        status, text = desk.pantheon("games", "--session", 1, "--table", 1)
        assert (status, "does not answer" in text, ("everything sent before this request has arrived") in text) == (
            1,
            True,
            True,
        )
        assert "Errno" not in text
        assert desk.pantheon("games", "--session", 1, "--table", 1) == (
            0, "session 1 table 1: 6 hands sent, 1 already on the server, finished\n",
        )  # fmt: skip
        assert len(there.tables[0].rounds) == 7
        play_hands(desk.run, 2, end=True)
        there.lost = 1
        status, text = desk.pantheon("games", "--session", 1)
        assert (status, "table 1: 0 hands sent, 7 already on the server" in text, "does not answer" in text) == (
            1,
            True,
            True,
        )


def test_seats_go_there_and_come_back_with_their_winds(hall, there, tmp_path):
    """The server shuffles winds unless it is told that they are in the script."""
    with hall() as desk:
        assert desk.pantheon("plan") == (0, "sessions on the server: 2; the next one: 1\n")
        assert there.script == "1-2-3-4\n5-6-7-8\n\n5-6-7-8\n1-2-3-4"
        assert desk.pantheon("begin") == (0, "session 1 is seated on the server\n")
        assert there.tables[0].players == [101, 102, 103, 104]
        play_hands(desk.run, 1, some=HANDS[:2])
        assert "1 hand sent" in desk.pantheon("games", "--session", 1, "--table", 1)[1]
        assert "StartGame" not in there.methods(), "the game of the script goes on"
        assert len(there.tables) == 2
        # A plan that changes later sessions leaves the pointer of the server where it is, and what it has seated.
        assert desk.session("swap", 1, 2, 3)[0] == 0
        assert desk.session("swap", 2, 5, 1)[0] == 0
        assert desk.pantheon("plan")[1] == "sessions on the server: 2; the next one: 2\n"
        out = tmp_path / "there.txt"
        assert desk.pantheon("seats", "--out", out)[0] == 0
        assert out.read_text() == "1-2-3-4\n5-6-7-8\n\n1-6-7-8\n5-2-3-4\n"
        assert desk.session("plan", out, "--session", 3)[0] == 0
        assert desk.run.hall.repository.tournament.seats[4, 1] == [1, 6, 7, 8]
        there.script = "1-2-3-99"
        status, text = desk.pantheon("seats")
        assert (status, text) == (1, "1-2-3-99\nthe server reports: no player has local id 99\n")
        there.script = ""
        assert "has no seating script on the Pantheon server" in desk.pantheon("seats")[1]
        assert desk.pantheon("plan", "--next", 1) == (0, "sessions on the server: 4; the next one: 1\n")
        assert there.script.startswith("1-3-2-4\n")
        assert desk.session("withdraw", 4, "--from", 2, "--why", "ill")[0] == 0
        assert "table 2 in session 2 has an empty seat" in desk.pantheon("plan")[1]
        for session in (1, 2, 3, 4):
            for table in (1, 2):
                desk.session("detach", session, table, "--why", "x")
                desk.session("close-table", session, table)
        script = there.script
        assert "no players are seated: import a seating plan first" in desk.pantheon("plan")[1]
        assert there.script == script


def test_other_rules_there_are_noticed_at_the_first_hand_that_differs(hall, there):
    """A kiriage mangan is 7700 there and 8000 here: nothing is told after it."""
    with hall() as desk:
        there.kiriage = False
        hands = (("win", {"wins": [{"seat": 1, "from": 3, "han": 4, "fu": 30}]}), ("draw", {"tenpai": []}))
        play_hands(desk.run, 1, some=hands)
        status, text = desk.pantheon("games", "--session", 1, "--table", 1)
        assert status == 1
        assert "table 1 in session 1: after round 1 the server has 37700 for 2 直子 渡辺, the table 38000" in text
        assert len(there.tables[0].rounds) == 1
        # Told again, the scores that differ are still known only there, and a round that is another one is named.
        there.tables[0].rounds[0]["ron"]["fu"] = 40
        assert (
            "round 1 on the server does not match the table's game"
            in desk.pantheon("games", "--session", 1, "--table", 1)[1]
        )


def test_one_table_that_is_refused_does_not_keep_the_others_waiting(hall, there):
    """Someone sits in another wind there; at the next table all is well."""
    with hall() as desk:
        for table in (1, 2):
            play_hands(desk.run, table, end=True)
        there.begin([102, 101, 103, 104])
        status, text = desk.pantheon("games", "--session", 1)
        assert status == 1
        assert (
            "session 1 table 1: refused: table 1 in session 1: the players have different seat winds on the server"
            in text
        )
        assert "session 1 table 2: 7 hands sent, 0 already on the server, finished" in text
        assert desk.session("correct", 2, 1, 30000, 30000, 30000, 30000, "--why", "paper")[0] == 0
        status, text = desk.pantheon("games", "--session", 2)
        assert (status, text.splitlines()) == (1, [
            "session 2 table 1 is complete: it has no hands to send",
            "session 2 table 2 has no result: it has no hands to send",
        ])  # fmt: skip
        assert desk.session("hide", 2)[0] == 0
        assert desk.pantheon("games", "--session", 2)[1].splitlines() == [
            "session 2 is hidden until it is released: add --hidden to send its games"
        ]
        assert "there is no session 9" in desk.pantheon("games", "--session", 9)[1]


def test_the_same_four_in_another_session_have_another_game_there(hall, there):
    """It is told apart from the finished one by its hands, also when there are as many."""
    with hall() as desk:
        for table in (1, 2):
            play_hands(desk.run, table, some=HANDS[:4], end=True)
        assert desk.pantheon("games", "--session", 1)[0] == 0
        assert desk.session("end", 1)[0] == 0
        assert desk.session("begin", 2)[0] == 0
        game_of(desk.run, 2, 2)
        for hands, count in ((HANDS[:2], 1), (HANDS[5:6], 2), (HANDS[:2], 3)):
            play_hands(desk.run, 2, some=hands)
            text = desk.pantheon("games", "--session", 2, "--table", 2)[1]
            assert text == f"session 2 table 2: 1 hand sent, {count - 1} already on the server, not finished there\n"
        assert [table.players for table in there.tables] == [
            [101, 102, 103, 104],
            [105, 106, 107, 108],
            [101, 102, 103, 104],
        ]
        assert desk.pantheon("games", "--session", 1)[1].count("0 hands sent, 2 already on the server, finished") == 2


def test_players_are_found_by_local_id_or_by_the_whole_name(hall, there):
    """A club's event has no local ids; a name that two have is no one's."""
    with hall() as desk:
        play_hands(desk.run, 1, some=HANDS[:2])
        there.players = [
            {"id": 201, "title": "zoë o'brien, jr."}, {"id": 202, "title": "直子  渡辺"},
            {"id": 203, "title": "Ann Lee"}, {"id": 204, "title": 'Bo "Ace" Ray'},
            *({"id": 200 + n, "title": f"Cy P{n}"} for n in range(5, 9)),
        ]  # fmt: skip
        assert "1 hand sent" in desk.pantheon("games", "--session", 1, "--table", 1)[1]
        assert there.tables[0].players == [201, 202, 203, 204]
        there.players.append({"id": 209, "title": "Ann Lee"})
        text = desk.pantheon("games", "--session", 1, "--table", 1)[1]
        assert (
            "event 17 on the Pantheon server has several players with the name of 3 Ann Lee: give the players local "
            "ids on that server"
        ) in text
        there.players = THERE[1:]
        assert "no player with the local id of 1 Zoë O'Brien, Jr." in desk.pantheon("games", "--session", 1)[1]


def test_what_is_typed_or_answered_wrongly_is_one_sentence(hall, there, run_cli, monkeypatch):
    """A token of someone else, an address that is none, another program behind it."""
    with hall() as desk:
        play_hands(desk.run, 1, some=HANDS[:2])
        games = ("games", "--session", 1, "--table", 1)
        there.token = "another"
        status, text = desk.pantheon(*games)
        assert (status, "the Pantheon refused StartGame: Only for event admins" in text) == (1, True)
        there.token = "secret"
        right = {"players": THERE}
        for answer in (
            [], {"players": 3}, {"players": [3]}, {"players": [{"id": "x", "localId": 1}]},
            {"players": [{"id": 1, "localId": []}, {"id": 1, "localId": [1]}]}, {**right, "games": {"a": 1}},
            {**right, "games": [{"rounds": 7}], "totalGames": 1}, {**right, "totalGames": "many"},
            {**right, "tables": [{"players": 3}]}, {**right, "tables": [{"players": [{"id": 1.5}]}]},
        ):  # fmt: skip
            there.instead = json.dumps(answer).encode()
            status, text = desk.pantheon(*games)
            asked = "is this a Pantheon server?"
            assert (status, asked in text) == (1, True), (answer, text)
        for answer in (
            b"<html>",
            b'{"errors": 3, "prescript": "1-2-3-4"}',
            b'{"nextSessionIndex": "one"}',
            b"[" * 9000,
        ):
            there.instead = answer
            status, text = desk.pantheon("seats")
            asked = "is this a Pantheon server?"
            assert (status, asked in text) == (1, True), (answer, text)
        with PantheonStandIn(THERE) as other:
            there.elsewhere = other.url
            assert "the Pantheon refused GetAllRegisteredPlayers: status 302" in desk.pantheon(*games)[1]
            assert other.methods() == [], "a token is for the server that it was typed for"
        monkeypatch.delenv("TENBO_PANTHEON_TOKEN")
        status, text = desk.pantheon(*games)
        assert (status, "set TENBO_PANTHEON_TOKEN" in text) == (2, True)
        monkeypatch.setenv("TENBO_PANTHEON_TOKEN", "secret")
        text = run_cli("pantheon", "begin", "--url", "http://mimir.example.org", "--event", 17, "--person", 5)[1]
        assert "a token is sent only over https, not to 'http://mimir.example.org'" in text
        for url in ("mimir", "ftp://example.org", "http://"):
            status, text = run_cli("pantheon", "seats", "--url", url, "--event", 17)
            assert (status, "is not an address such as https://mimir.example.org" in text) == (1, True), text
        there.server.shutdown()
        there.server.server_close()
        status, text = run_cli("pantheon", "seats", "--url", there.url, "--event", 17)
        assert (status, "does not answer" in text) == (1, True)


def test_the_file_of_requests_is_what_the_server_takes(hall, there, run_cli):
    """Line by line, by any program that puts in the session's name and the players' numbers."""
    with hall() as desk:
        play_hands(desk.run, 1, end=True)
        status, text = run_cli("export", "pantheon.jsonl", *desk.store)
        assert (status, "table 2 is playing" in text) == (1, True)
        lines = [json.loads(line) for line in text.splitlines() if line.startswith("{")]
        assert [line["table"] for line in lines] == [1] * 9 + [2]
        assert lines[-1]["provisional"]
        assert [line["method"] for line in lines[:9]] == ["StartGame", *["AddRound"] * 7, "EndGame"]
        there.players = [{"id": n, "title": str(n)} for n in range(1, 9)]
        table = there.table(there.start_game(lines[0]["request"]))
        for line in lines[1:8]:
            there.add_round({**line["request"], "sessionHash": table.hash})
        assert [*table.scores.values()] == desk.run.hall.repository.results.sheet(1, 1).scores
