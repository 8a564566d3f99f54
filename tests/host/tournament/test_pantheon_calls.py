"""What is asked of a Pantheon and told to it, call by call, and what each answer leads to."""

from __future__ import annotations

import pytest

from tenbo.formats.pantheon_games import PantheonHand, PlayedGame
from tenbo.formats.pantheon_sync import (
    PantheonSeating,
    SendResult,
    fetch_plan,
    fetch_seating_script,
    normalize_answer,
    request_next_seating,
    send_game,
    send_plan,
    server_player_ids,
)
from tenbo.tournament.player_directory import Player
from tenbo_core.errors import Refused


class Server:
    """Answers each method with what it was given, one after the other, and writes down what it was asked."""

    def __init__(self, **answers):
        self._answers = {method: list(given) for method, given in answers.items()}
        self.calls = []

    def __call__(self, method, request):
        self.calls.append((method, request))
        return self._answers[method].pop(0) if method in self._answers else {}

    @property
    def methods(self):
        """Return what was asked, without the requests."""
        return [method for method, _ in self.calls]


def refused(wanted, *given):
    """Return the sentence with which something is refused."""
    with pytest.raises(Refused) as error:
        wanted(*given)
    return error.value.message


def test_what_has_its_default_value_is_left_out():
    """Numbers, texts, lists and objects that are empty, and no; what is within lists stays in its place."""
    answer = {"a_b_c": 1, "none": None, "no": False, "yes": True, "text": "", "of": {"x": 0}, "rows": [0, {"y": []}]}
    assert normalize_answer(answer) == {"aBC": 1, "yes": True, "rows": [0, {}]}
    assert normalize_answer({"of": {"x": {"y": 0}}, "minus": -1}) == {"minus": -1}
    assert (normalize_answer("a_b"), normalize_answer(0), normalize_answer([False])) == ("a_b", 0, [False])


# ---------------------------------------------------------------- people

PEOPLE = {7: Player(7, "Ada", "Lovelace"), 8: Player(8, "Bo", "Beck"), 9: Player(9, "Cy", "Cole")}


def test_players_are_known_by_their_local_id():
    """A player without one is not ours, where others have one."""
    rows = [{"id": 107, "localId": 7}, {"id": 108, "local_id": 8}, {"id": 109, "title": "Cy Cole"}]
    server = Server(GetAllRegisteredPlayers=[{"players": rows}])
    assert server_player_ids(server, 5, PEOPLE, {7, 8}) == {7: 107, 8: 108}
    assert server.calls == [("GetAllRegisteredPlayers", {"eventIds": [5]})]
    said = refused(server_player_ids, Server(GetAllRegisteredPlayers=[{"players": rows}]), 5, PEOPLE, {9, 7, 33})
    assert said == (
        "event 5 on the Pantheon server has no player with the local id of 9 Cy Cole, 33: "
        "register each of them on that server first"
    )


def test_without_a_local_id_players_are_known_by_their_whole_name():
    """Blanks and capital letters aside; of two with one name neither is meant."""
    rows = [
        {"id": 107, "title": " ada  LOVELACE "}, {"id": 108, "title": "Bo Beck"}, {"id": 110, "title": "bo beck"},
        {"id": 111},
    ]  # fmt: skip
    assert server_player_ids(Server(GetAllRegisteredPlayers=[{"players": rows}]), 5, PEOPLE, {7}) == {7: 107}
    said = refused(server_player_ids, Server(GetAllRegisteredPlayers=[{"players": rows}]), 5, PEOPLE, {7, 8, 9})
    assert said.startswith("event 5 on the Pantheon server has several players with the name of 8 Bo Beck: give")
    said = refused(server_player_ids, Server(GetAllRegisteredPlayers=[{"players": rows}]), 5, PEOPLE, {7, 9})
    assert said.startswith("event 5 on the Pantheon server has no player with the name of 9 Cy Cole: register")
    assert server_player_ids(Server(), 5, PEOPLE, set()) == {}


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ({"players": {"x": 1}}, "the server's players are not a list: is this a Pantheon server?"),
        ({"players": [7]}, "the server's players are not objects: is this a Pantheon server?"),
        ({"players": [{"id": "7", "localId": 7}]}, "the server's id is not a number: is this a Pantheon server?"),
        (
            {"players": [{"id": 7, "localId": 7.5}]},
            ("the server's localId is not a number: is this a Pantheon server?"),
        ),
    ],
)
def test_an_answer_of_another_kind_is_told(answer, sentence):
    """Someone may have typed the address of another server."""
    assert refused(server_player_ids, Server(GetAllRegisteredPlayers=[answer]), 5, PEOPLE, {7}) == sentence


# ---------------------------------------------------------------- seats

TEXT = "1-2-3-4\n5-6-7-8\n\n1-5-2-6\n3-7-4-8"
PLAN = {(1, 1): [1, 2, 3, 4], (1, 2): [5, 6, 7, 8], (2, 1): [1, 5, 2, 6], (2, 2): [3, 7, 4, 8]}


def script(text, following=1, errors=()):
    """Return the server's answer about its seats."""
    return {"prescript": text, "next_session_index": following, "errors": list(errors)}


def test_seats_are_fetched_with_the_next_session_and_what_is_wrong_there():
    """Lines may end as on other systems."""
    server = Server(GetPrescriptedEventConfig=[script(TEXT.replace("\n", "\r\n") + "\r\n\r\n", 2, ["x", 3])])
    assert fetch_seating_script(server, 5) == PantheonSeating(TEXT, 2, ["x", "3"])
    assert server.calls == [("GetPrescriptedEventConfig", {"eventId": 5})]
    assert fetch_seating_script(Server(), 5) == PantheonSeating("", 0, [])
    assert fetch_plan(Server(GetPrescriptedEventConfig=[script(TEXT)]), 5) == (PLAN, PantheonSeating(TEXT, 1, []))
    assert refused(fetch_plan, Server(), 5) == "event 5 has no seating script on the Pantheon server"


@pytest.mark.parametrize(
    ("before", "following", "given", "sent", "begin"),
    [
        ("", 0, None, TEXT, 1),
        ("9-10-11-12", 1, None, TEXT, 1),
        ("9-10-11-12\n\n9-10-11-12", 2, None, "9-10-11-12\n\n1-5-2-6\n3-7-4-8", 2),
        ("9-10-11-12\n\n9-10-11-12", 1, 2, "9-10-11-12\n\n1-5-2-6\n3-7-4-8", 2),
        ("9-10-11-12\n\n9-10-11-12", 2, 1, TEXT, 1),
        ("9-10-11-12\n\n9-10-11-12", 3, None, "9-10-11-12\n\n9-10-11-12", 3),
        ("", 2, None, TEXT, 2),
    ],
)
def test_sessions_that_were_seated_there_stay_as_the_server_has_them(before, following, given, sent, begin):
    """The next one and those after it are ours; where it has none before, ours are told whole."""
    server = Server(GetPrescriptedEventConfig=[script(before, following), script(sent, begin)])
    assert send_plan(server, 5, PLAN, given) == PantheonSeating(sent, begin, [])
    update = {"eventId": 5, "nextSessionIndex": begin, "prescript": sent}
    assert server.calls[1] == ("UpdatePrescriptedEventConfig", update)
    assert server.methods == [
        "GetPrescriptedEventConfig", "UpdatePrescriptedEventConfig", "GetPrescriptedEventConfig",
    ]  # fmt: skip


def test_seats_that_have_not_arrived_are_told():
    """Nothing at all, or others."""
    for after in ("", "1-2-3-4", TEXT.replace("1-2-3-4", "2-1-3-4")):
        server = Server(GetPrescriptedEventConfig=[script(""), script(after)])
        assert refused(send_plan, server, 5, PLAN) == "the seats that the server has now are not those that were sent"


def test_a_plan_that_cannot_be_a_script_is_not_sent():
    """Without seats, or with one that no one has."""
    server = Server()
    assert refused(send_plan, server, 5, {}) == (
        "no players are seated: import a seating plan first (tenbo session plan)"
    )
    for plan in ({**PLAN, (2, 2): [3, 7, 0, 8]}, {(3, 1): [0, 1, 2, 3], (2, 2): [3, 7, 4, 0]}):
        sentence = "table 2 in session 2 has an empty seat: a script needs four players"
        assert refused(send_plan, server, 5, plan) == sentence
    assert server.calls == []
    request_next_seating(server, 5)
    request = {"eventId": 5, "windShuffleMode": "WIND_SHUFFLE_MODE_PRESCRIPTED"}
    assert server.calls == [("MakePrescriptedSeating", request)]


# ---------------------------------------------------------------- games

SEATED = [107, 108, 109, 110]
DRAW = {"draw": {"roundIndex": 1, "honba": 0, "riichiBets": [], "tempai": [107, 108]}}
RON = {"ron": {"roundIndex": 1, "honba": 1, "riichiBets": [108], "loserId": 107, "winnerId": 109, "yaku": [33, 1]}}
SCORES = [[31500, 31500, 28500, 28500], [28000, 30500, 33000, 28500]]


def played(**other):
    """Return a game of two hands."""
    rounds = [PantheonHand(DRAW, SCORES[0]), PantheonHand(RON, SCORES[1])]
    whole = PlayedGame(1, 3, SEATED, rounds, cut_short=False, provisional=False, untold=[])
    return whole._replace(**other)


def scores(at, **more):
    """Return the answer to a round."""
    rows = [{"playerId": player, "score": score} for player, score in zip(SEATED, SCORES[at], strict=True)]
    return {"scores": rows, **more}


def test_a_game_that_is_not_there_is_begun_told_and_ended():
    """Round by round."""
    server = Server(StartGame=[{"sessionHash": "h"}], AddRound=[scores(0), scores(1)])
    assert send_game(server, 5, played(), {}) == SendResult("h", 0, 2, over=True)
    assert server.calls == [
        ("GetLastGames", {"eventIdList": [5], "limit": 50, "offset": 0}), ("GetTablesState", {"eventId": 5}),
        ("StartGame", {"eventId": 5, "players": SEATED}), ("AddRound", {"sessionHash": "h", "roundData": DRAW}),
        ("AddRound", {"sessionHash": "h", "roundData": RON}), ("EndGame", {"sessionHash": "h"}),
    ]  # fmt: skip


def test_a_game_that_goes_on_or_has_ended_by_itself_is_not_ended():
    """The server may count the hands of a game, too."""
    server = Server(StartGame=[{"sessionHash": "h"}], AddRound=[scores(0), scores(1)])
    assert send_game(server, 5, played(provisional=True), {}) == SendResult("h", 0, 2, over=False)
    assert server.methods[-1] == "AddRound"
    server = Server(StartGame=[{"sessionHash": "h"}], AddRound=[scores(0), scores(1, isFinished=True)])
    assert send_game(server, 5, played(), {}) == SendResult("h", 0, 2, over=True)
    assert server.methods[-1] == "AddRound"


def running(players=SEATED, **more):
    """Return the answer about a table."""
    return {"tables": [{"players": [{"id": 1}], "sessionHash": "x"},
                       {"players": [{"id": player} for player in players], "sessionHash": "h", **more}]}  # fmt: skip


def test_of_a_game_that_has_begun_there_only_the_rest_is_told():
    """What is there may have its lists in another order, and defaults left out."""
    there = {"round": {"draw": {"round_index": 1, "tempai": [108, 107]}}}
    server = Server(GetTablesState=[running()], GetAllRounds=[{"rounds": [there]}], AddRound=[scores(1)])
    assert send_game(server, 5, played(), {}) == SendResult("h", 1, 1, over=True)
    assert server.calls[2:] == [
        ("GetAllRounds", {"sessionHash": "h"}), ("AddRound", {"sessionHash": "h", "roundData": RON}),
        ("EndGame", {"sessionHash": "h"}),
    ]  # fmt: skip
    for status in ("SESSION_STATUS_FINISHED", "SESSION_STATUS_PREFINISHED"):
        both = {"rounds": [there, {"round": RON}]}
        server = Server(GetTablesState=[running(status=status)], GetAllRounds=[both])
        assert send_game(server, 5, played(), {}) == SendResult("h", 2, 0, over=True)
        assert server.methods[-1] == "GetAllRounds"


def test_another_round_there_is_named_and_nothing_is_added():
    """The first, the second, or one more than the table has."""
    for rounds, number in (([RON], 1), ([DRAW, DRAW], 2), ([DRAW, RON, DRAW], 3)):
        told = {"rounds": [{"round": one} for one in rounds]}
        server = Server(GetTablesState=[running()], GetAllRounds=[told])
        sentence = f"table 3 in session 1: round {number} on the server does not match the table's game: "
        assert (
            refused(send_game, server, 5, played(), {})
            == sentence + "on the server, drop the last round until that one is gone"
        )
        assert server.methods[-1] == "GetAllRounds"


def test_a_game_that_the_server_has_to_its_end_is_not_told_again():
    """The same four with the same hands, on any page of its list."""
    page = [{"players": SEATED, "rounds": [DRAW], "sessionHash": "one hand less"},
            {"players": SEATED, "rounds": [DRAW, DRAW], "sessionHash": "other hands"},
            {"players": SEATED[::-1], "rounds": [DRAW, RON], "sessionHash": "other seats"}]  # fmt: skip
    mine = {"players": SEATED, "rounds": [DRAW, RON], "session_hash": "mine"}
    server = Server(GetLastGames=[{"games": page, "totalGames": 4}, {"games": [mine], "totalGames": 4}])
    assert send_game(server, 5, played(), {}) == SendResult("mine", 2, 0, over=True)
    assert [request["offset"] for _, request in server.calls] == [0, 3]
    server = Server(GetLastGames=[{"games": page, "totalGames": 9}, {"games": [], "totalGames": 9}],
                    StartGame=[{"sessionHash": "h"}], AddRound=[scores(0), scores(1)])  # fmt: skip
    assert send_game(server, 5, played(), {}) == SendResult("h", 0, 2, over=True)
    assert server.methods[:3] == ["GetLastGames", "GetLastGames", "GetTablesState"]
    full = Server(GetLastGames=[{"games": page, "totalGames": 3}], StartGame=[{"sessionHash": "h"}],
                  AddRound=[scores(0), scores(1)])  # fmt: skip
    send_game(full, 5, played(), {})
    assert full.methods[:2] == ["GetLastGames", "GetTablesState"]


def test_four_with_other_winds_or_an_empty_seat_are_refused():
    """Before anything is told."""
    server = Server(GetTablesState=[running(SEATED[::-1])])
    sentence = "table 3 in session 1: the players have different seat winds on the server; "
    assert refused(send_game, server, 5, played(), {}).startswith(sentence)
    nobody = Server()
    sentence = "table 3 in session 1 has an empty seat"
    assert refused(send_game, nobody, 5, played(players=[107, 0, 109, 110]), {}) == sentence
    assert nobody.calls == []


def test_other_scores_are_told_at_the_first_hand_that_has_them():
    """By name where one is known; the hands after it stay here."""
    wrong = scores(0)
    wrong["scores"][1]["score"] = 31400
    for names, who in (({108: "Bo"}, "Bo"), ({}, "108")):
        server = Server(StartGame=[{"sessionHash": "h"}], AddRound=[wrong])
        assert refused(send_game, server, 5, played(), names) == (
            f"table 3 in session 1: after round 1 the server has 31400 for {who}, the table 31500: the server's "
            "rules differ; later rounds are not sent"
        )
        assert server.methods[-1] == "AddRound"
    missing = scores(0)
    del missing["scores"][3]
    server = Server(StartGame=[{"sessionHash": "h"}], AddRound=[missing])
    assert "the server has 0 for 110, the table 28500" in refused(send_game, server, 5, played(), {})
