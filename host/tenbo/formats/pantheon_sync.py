"""The exchange with a Pantheon server: seats, and games hand by hand, without duplicates.

A `Call` sends a method and its request and returns the answer, or raises the server's refusal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from tenbo.formats.plan_files import read_plan, write_plan_script
from tenbo_core.errors import Refused
from tenbo_core.field_checks import is_int
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tenbo.formats.pantheon_games import PlayedGame
    from tenbo.tournament.player_directory import Player
    from tenbo.tournament.seating.schedule import Plan

    Call = Callable[[str, dict[str, Any]], dict[str, Any]]

# The server keeps the winds of a script only in this mode; otherwise it shuffles them.
PRESCRIPTED = "WIND_SHUFFLE_MODE_PRESCRIPTED"
OVER = ("SESSION_STATUS_FINISHED", "SESSION_STATUS_PREFINISHED")
PAGE = 50


class PantheonSeating(NamedTuple):
    """The seats on the server: the script, the number of the next session, and the errors that the server reports."""

    text: str
    next_session: int
    faults: list[str]


class SendResult(NamedTuple):
    """The result of sending one game.

    Its name on the server, the rounds that existed, and the rounds that were sent.
    """

    hash: str
    already: int
    sent: int
    over: bool


# ---------------------------------------------------------------- answers


def normalize_answer(value: Any) -> Any:
    """Return an answer with the names of the published interface and without default values.

    >>> normalize_answer({"local_id": 3, "honba": 0, "yaku": [], "ron": {"fu": 30, "openHand": False}})
    {'localId': 3, 'ron': {'fu': 30}}
    """
    if isinstance(value, dict):
        kept = {_camel(str(name)): normalize_answer(one) for name, one in value.items()}
        return {name: one for name, one in kept.items() if one not in (0, "", None, [], {})}
    return [normalize_answer(one) for one in value] if isinstance(value, list) else value


def _camel(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(other.capitalize() for other in others)


def _list(row: dict[str, Any], name: str) -> list[Any]:
    """Return a list of an answer; the server leaves out empty ones."""
    rows = row.get(name, [])
    if not isinstance(rows, list):
        raise Refused("bad_json", f"the server's {name} are not a list: is this a Pantheon server?", name)
    return rows


def _rows(answer: dict[str, Any], name: str) -> list[dict[str, Any]]:
    """Return the objects of a list in an answer."""
    rows = _list(normalize_answer(answer), name)
    if not all(isinstance(row, dict) for row in rows):
        raise Refused("bad_json", f"the server's {name} are not objects: is this a Pantheon server?", name)
    return rows


def _int_field(row: dict[str, Any], name: str) -> int:
    value = row.get(name, 0)
    if not is_int(value):
        raise Refused("bad_json", f"the server's {name} is not a number: is this a Pantheon server?", name)
    return int(value)


# ---------------------------------------------------------------- people


def server_player_ids(call: Call, event_id: int, people: dict[int, Player], numbers: set[int]) -> dict[int, int]:
    """Return the server's number of each player, by local id or else by the whole name."""
    registered = _rows(call("GetAllRegisteredPlayers", {"eventIds": [event_id]}), "players")
    ids = {_int_field(row, "localId"): _int_field(row, "id") for row in registered if "localId" in row}
    column = "local id"
    if not ids:
        column = "name"
        by_name: dict[str, list[int]] = {}
        for row in registered:
            by_name.setdefault(" ".join(str(row.get("title", "")).split()).casefold(), []).append(_int_field(row, "id"))
        own = {number: by_name.get(player.name.casefold(), []) for number, player in people.items()}
        if several := [number for number in sorted(numbers & own.keys()) if len(own[number]) > 1]:
            message = (
                f"event {event_id} on the Pantheon server has several players with the name of "
                f"{_people_text(several, people)}: give the players local ids on that server"
            )
            raise Refused("bad_field", message, "player")
        ids = {number: found[0] for number, found in own.items() if found}
    missing = sorted(numbers - ids.keys())
    if missing:
        message = (
            f"event {event_id} on the Pantheon server has no player with the {column} of "
            f"{_people_text(missing, people)}: register each of them on that server first"
        )
        raise Refused("bad_field", message, "player")
    return {number: ids[number] for number in numbers}


def _people_text(numbers: list[int], people: dict[int, Player]) -> str:
    return ", ".join(f"{number} {people[number].name if number in people else ''}".rstrip() for number in numbers)


# ---------------------------------------------------------------- seats


def fetch_seating_script(call: Call, event_id: int) -> PantheonSeating:
    """Return the seats that the server has for an event."""
    answer = normalize_answer(call("GetPrescriptedEventConfig", {"eventId": event_id}))
    text = str(answer.get("prescript", "")).replace("\r\n", "\n").strip()
    faults = [str(fault) for fault in _list(answer, "errors")]
    return PantheonSeating(text, _int_field(answer, "nextSessionIndex"), faults)


def fetch_plan(call: Call, event_id: int) -> tuple[Plan, PantheonSeating]:
    """Return the server's seats as a checked plan, and as its script."""
    script = fetch_seating_script(call, event_id)
    if not script.text:
        raise Refused("not_allowed_now", f"event {event_id} has no seating script on the Pantheon server", "event")
    return read_plan(script.text), script


def send_plan(call: Call, event_id: int, plan: Plan, next_session: int | None = None) -> PantheonSeating:
    """Send a plan, read it back, and check that the server has it.

    Sessions before the next one are already seated there, and stay unchanged.
    """
    if not plan:
        raise Refused(
            "not_allowed_now", "no players are seated: import a seating plan first (tenbo session plan)", "plan"
        )
    if any(len(players) != 4 for players in plan.values()):
        raise Refused(
            "contradiction",
            "a Pantheon seating script needs tables of four players, but these tables have three seats",
            "plan",
        )
    empty = next((place for place, players in sorted(plan.items()) if 0 in players), None)
    if empty is not None:
        message = f"table {empty[1]} in session {empty[0]} has an empty seat: a script needs four players"
        raise Refused("contradiction", message, "plan")
    before = fetch_seating_script(call, event_id)
    begin = next_session or max(1, before.next_session)
    seated = read_plan(before.text) if before.text and begin > 1 else {}
    whole = {place: players for place, players in seated.items() if place[0] < begin}
    whole |= {place: players for place, players in plan.items() if place[0] >= begin or not seated}
    request = {"eventId": event_id, "nextSessionIndex": begin, "prescript": write_plan_script(whole).strip()}
    call("UpdatePrescriptedEventConfig", request)
    after = fetch_seating_script(call, event_id)
    if not after.text or read_plan(after.text) != whole:
        raise Refused("contradiction", "the seats that the server has now are not those that were sent", "plan")
    return after


def request_next_seating(call: Call, event_id: int) -> None:
    """Have the server seat its next session, with the winds of the script."""
    call("MakePrescriptedSeating", {"eventId": event_id, "windShuffleMode": PRESCRIPTED})


# ---------------------------------------------------------------- games


def send_game(call: Call, event_id: int, game: PlayedGame, names: dict[int, str]) -> SendResult:
    """Send the rounds of a game that the server lacks; `game` has the server's player numbers.

    Each answer's scores are compared with the table's, so that different rules are noticed at the first hand.
    """
    where = sentence("table_of_session", "table {table} in session {session}", table=game.table, session=game.session)
    if not all(game.players):
        raise Refused("contradiction", f"{where} has an empty seat", "players")
    finished = _finished(call, event_id, game)
    if finished is not None:
        return SendResult(finished, len(game.rounds), 0, over=True)
    session_hash, over = _running(call, event_id, game, where)
    there: list[dict[str, Any]] = []
    if session_hash:
        rows = _rows(call("GetAllRounds", {"sessionHash": session_hash}), "rounds")
        there = [row.get("round", {}) for row in rows]
    else:
        answer = normalize_answer(call("StartGame", {"eventId": event_id, "players": game.players}))
        session_hash = str(answer.get("sessionHash", ""))
    _check_same(there, game, where)
    for at in range(len(there), len(game.rounds)):
        request = {"sessionHash": session_hash, "roundData": game.rounds[at].data}
        answer = normalize_answer(call("AddRound", request))
        over = bool(answer.get("isFinished"))
        _check_scores(answer, game, at, names, where)
    if not over and not game.provisional:
        call("EndGame", {"sessionHash": session_hash})
        over = True
    return SendResult(session_hash, len(there), len(game.rounds) - len(there), over=over)


def _finished(call: Call, event_id: int, game: PlayedGame) -> str | None:
    """Return the hash of the same game if the server has it to its end, or None."""
    for row in _last_games(call, event_id):
        rounds = _list(row, "rounds")
        same = row.get("players") == game.players and len(rounds) == len(game.rounds)
        if same and all(_is_same(one, own.data) for one, own in zip(rounds, game.rounds, strict=True)):
            return str(row.get("sessionHash", ""))
    return None


def _last_games(call: Call, event_id: int) -> Iterator[dict[str, Any]]:
    """Yield the finished games of an event, page by page."""
    offset, total = 0, 1
    while offset < total:
        answer = call("GetLastGames", {"eventIdList": [event_id], "limit": PAGE, "offset": offset})
        rows, total = _rows(answer, "games"), _int_field(normalize_answer(answer), "totalGames")
        yield from rows
        if not rows:
            return
        offset += len(rows)


def _running(call: Call, event_id: int, game: PlayedGame, where: str) -> tuple[str, bool]:
    """Return the hash of the server's table if the game's players sit there, and whether its last hand is sent."""
    for row in _rows(call("GetTablesState", {"eventId": event_id}), "tables"):
        seated = [_int_field(player, "id") for player in _list(row, "players") if isinstance(player, dict)]
        if seated == game.players:
            return str(row.get("sessionHash", "")), row.get("status") in OVER
        if sorted(seated) == sorted(game.players):
            message = (
                f"{where}: the players have different seat winds on the server; have the server seat them by the "
                "script, or seat them by hand on the server"
            )
            raise Refused("contradiction", message, "players")
    return "", False


def _is_same(there: Any, own: dict[str, Any]) -> bool:
    return bool(_sorted(normalize_answer(there)) == _sorted(normalize_answer(own)))


def _sorted(value: Any) -> Any:
    """Return a round with sorted lists of numbers, because players and yaku have no order."""
    if isinstance(value, dict):
        return {name: _sorted(one) for name, one in value.items()}
    if isinstance(value, list) and all(is_int(one) for one in value):
        return sorted(value)
    return [_sorted(one) for one in value] if isinstance(value, list) else value


def _check_same(there: list[dict[str, Any]], game: PlayedGame, where: str) -> None:
    """Check that the server's rounds are the first ones of the game."""
    for at, one in enumerate(there):
        if at >= len(game.rounds) or not _is_same(one, game.rounds[at].data):
            message = (
                f"{where}: round {at + 1} on the server does not match the table's game: on the server, "
                "drop the last round until that one is gone"
            )
            raise Refused("contradiction", message, "rounds")


def _check_scores(answer: dict[str, Any], game: PlayedGame, at: int, names: dict[int, str], where: str) -> None:
    """Check that the server's scores after a round are those of the table."""
    server_scores = {_int_field(row, "playerId"): _int_field(row, "score") for row in _rows(answer, "scores")}
    for player, own in zip(game.players, game.rounds[at].scores, strict=True):
        on_server = server_scores.get(player, 0)
        if on_server != own:
            message = (
                f"{where}: after round {at + 1} the server has {on_server} for {names.get(player, player)}, the table "
                f"{own}: the server's rules differ; later rounds are not sent"
            )
            raise Refused("contradiction", message, "scores")
