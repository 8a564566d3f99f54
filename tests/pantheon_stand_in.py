"""A Pantheon server's game service on loopback, as its interface is published: strict about requests, with own points.

It knows what `tenbo pantheon` speaks, refuses every field that the interface does not have, leaves what has its default
value out of its answers, and counts points by itself, so that a wrong request shows as a wrong score.
"""

from __future__ import annotations

import json
import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PREFIX = "/v2/common.Mimir/"
HAND = {"roundIndex": int, "honba": int}
STAKED = {**HAND, "riichiBets": [int]}
WORTH = {
    "winnerId": int, "paoPlayerId": int, "han": int, "fu": int, "yaku": [int], "dora": int, "uradora": int,
    "kandora": int, "kanuradora": int, "openHand": bool,
}  # fmt: skip
ROUNDS = {
    "ron": {**STAKED, **WORTH, "loserId": int},
    "tsumo": {**STAKED, **WORTH},
    "multiron": {**STAKED, "loserId": int, "multiRon": int, "wins": [WORTH]},
    "draw": {**STAKED, "tempai": [int]},
    "abort": STAKED,
    "chombo": {**HAND, "loserId": int},
    "nagashi": {**STAKED, "tempai": [int], "nagashi": [int]},
}
MODES = tuple(f"WIND_SHUFFLE_MODE_{mode}" for mode in ("UNSPECIFIED", "RANDOM", "BALANCED", "PRESCRIPTED"))
REQUESTS = {
    "GetAllRegisteredPlayers": {"eventIds": [int]},
    "GetPrescriptedEventConfig": {"eventId": int},
    "UpdatePrescriptedEventConfig": {"eventId": int, "nextSessionIndex": int, "prescript": str},
    "MakePrescriptedSeating": {"eventId": int, "windShuffleMode": MODES},
    "GetTablesState": {"eventId": int},
    "GetLastGames": {"eventIdList": [int], "limit": int, "offset": int},
    "GetAllRounds": {"sessionHash": str},
    "StartGame": {"eventId": int, "players": [int]},
    "AddRound": {"sessionHash": str, "roundData": ROUNDS},
    "EndGame": {"sessionHash": str},
}
WRITES = ("UpdatePrescriptedEventConfig", "MakePrescriptedSeating", "StartGame", "AddRound", "EndGame")
FU = (20, 25, 30, 40, 50, 60, 70, 80, 90, 100, 110, 0)


class Wrong(Exception):
    """What the server refuses, with its code and status."""

    def __init__(self, message, code="invalid_argument", status=400):
        super().__init__(message)
        self.code, self.status = code, status


def check(kind, value, at):
    """Refuse a value that is not of its kind."""
    if isinstance(kind, dict):
        if not isinstance(value, dict):
            raise Wrong(f"{at} is no object")
        for name, one in value.items():
            if name not in kind:
                raise Wrong(f"unknown field {at}.{name}")
            check(kind[name], one, f"{at}.{name}")
    elif isinstance(kind, list):
        if not isinstance(value, list):
            raise Wrong(f"{at} is no list")
        for one in value:
            check(kind[0], one, at)
    elif isinstance(kind, tuple):
        if value not in kind:
            raise Wrong(f"{at} has no value {value}")
    elif not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise Wrong(f"{at} is no {kind.__name__}")


def sparse(value):
    """Return a message as it is written there: without what has its default value."""
    if isinstance(value, dict):
        kept = {name: sparse(one) for name, one in value.items()}
        return {name: one for name, one in kept.items() if one not in (0, "", None, []) and one is not False}
    return [sparse(one) for one in value] if isinstance(value, list) else value


class TableThere:
    """One game: its players East first, rounds, scores, and how it stands."""

    def __init__(self, number, players, start):
        self.hash, self.players, self.rounds = f"hash{number:04d}", players, []
        self.scores = dict.fromkeys(players, start)
        self.index, self.honba, self.sticks, self.status = 1, 0, 0, "SESSION_STATUS_INPROGRESS"

    @property
    def dealer(self):
        """Return who is East now."""
        return self.players[(self.index - 1) % 4]

    @property
    def over(self):
        """Return whether the last hand is told."""
        return self.index > 8

    def move(self, source, target, points):
        """Pay points; None is the table."""
        for who, amount in ((source, -points), (target, points)):
            if who is not None:
                self.scores[who] += amount


class PantheonStandIn:
    """The service; use it in a `with` statement."""

    def __init__(self, players, *, start=30000, kiriage=False, token="secret", new_browser=5):
        self.players = players
        self.start, self.kiriage, self.token, self.person = start, kiriage, token, new_browser
        self.script, self.next_session = "", 1
        self.tables = []
        self.calls = []
        # So many answers are lost on their way, after the work is done.
        self.lost = 0
        # What is answered instead, and where everybody is sent instead.
        self.instead = None
        self.elsewhere = ""
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                outer.answer(self)

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        self.thread = threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()

    def methods(self):
        """Return the methods that were called, and forget them."""
        called, self.calls = [method for method, _ in self.calls], []
        return called

    # ---------------------------------------------------------------- the line

    def answer(self, handler):
        """Answer one request as Twirp does."""
        body = handler.rfile.read(int(handler.headers["Content-Length"]))
        status, record = 200, {}
        try:
            record = self.called(handler, body)
        except Wrong as wrong:
            status, record = wrong.status, {"code": wrong.code, "msg": str(wrong)}
        if self.lost and status == 200 and handler.path.endswith("AddRound"):
            self.lost -= 1
            handler.close_connection = True
            return
        data = json.dumps(record).encode() if self.instead is None else self.instead
        handler.send_response(302 if self.elsewhere else status)
        if self.elsewhere:
            handler.send_header("Location", self.elsewhere + handler.path)
        handler.send_header("Content-Type", "application/json")
        handler.send_header("Content-Length", str(len(data)))
        handler.end_headers()
        handler.wfile.write(data)

    def called(self, handler, body):
        """Check a request and have it answered."""
        method = handler.path.removeprefix(PREFIX)
        if method not in REQUESTS or not handler.path.startswith(PREFIX):
            raise Wrong(f"no route {handler.path}", "bad_route", 404)
        if handler.headers["Content-Type"] != "application/json":
            raise Wrong("wrong content type", "bad_route", 404)
        heads = [handler.headers[name] for name in ("X-Auth-Token", "X-Current-Person-Id", "X-Current-Event-Id")]
        if method in WRITES and heads != [self.token, str(self.person), "17"]:
            raise Wrong("Only for event admins", "permission_denied", 403)
        request = json.loads(body)
        check(REQUESTS[method], request, method)
        self.calls.append((method, request))
        return sparse(getattr(self, re.sub("(?<!^)([A-Z])", r"_\1", method).lower())(request))

    # ---------------------------------------------------------------- seats

    def get_all_registered_players(self, request):
        return {"players": self.players}

    def get_prescripted_event_config(self, request):
        local = {str(player["localId"]) for player in self.players if "localId" in player}
        unknown = [number for number in self.script.replace("-", " ").split() if number not in local]
        errors = [f"no player has local id {number}" for number in unknown]
        return {"eventId": 17, "nextSessionIndex": self.next_session, "prescript": self.script, "errors": errors}

    def update_prescripted_event_config(self, request):
        self.script, self.next_session = request["prescript"], request["nextSessionIndex"]
        return {"success": True}

    def make_prescripted_seating(self, request):
        ids = {str(player["localId"]): player["id"] for player in self.players}
        blocks = self.script.split("\n\n")
        for line in blocks[self.next_session - 1].split("\n"):
            seated = [ids[number] for number in line.split("-")]
            if request.get("windShuffleMode") != "WIND_SHUFFLE_MODE_PRESCRIPTED":
                seated = seated[1:] + seated[:1]
            self.begin(seated)
        self.next_session += 1
        return {"success": True}

    # ---------------------------------------------------------------- games

    def begin(self, players):
        """Lay out a table."""
        known = {player["id"] for player in self.players}
        if len(players) != 4 or not known.issuperset(players):
            raise Wrong("a game has four players of the event")
        table = TableThere(len(self.tables), players, self.start)
        self.tables.append(table)
        return table

    def table(self, request):
        """Return the table that a request is about."""
        found = next((table for table in self.tables if table.hash == request["sessionHash"]), None)
        if found is None:
            raise Wrong("Couldn't find session in DB", "not_found", 404)
        return found

    def get_tables_state(self, request):
        return {
            "tables": [
                {"status": table.status, "sessionHash": table.hash, "players": [{"id": one} for one in table.players]}
                for table in self.tables
                if table.status != "SESSION_STATUS_FINISHED"
            ]
        }

    def get_last_games(self, request):
        done = [table for table in self.tables if table.status == "SESSION_STATUS_FINISHED"]
        some = done[request["offset"] : request["offset"] + request["limit"]]
        games = [{"sessionHash": one.hash, "players": one.players, "rounds": one.rounds} for one in some]
        return {"games": games, "totalGames": len(done)}

    def get_all_rounds(self, request):
        return {"rounds": [{"sessionHash": request["sessionHash"], "round": one} for one in self.table(request).rounds]}

    def start_game(self, request):
        return {"sessionHash": self.begin(request["players"]).hash}

    def end_game(self, request):
        self.table(request).status = "SESSION_STATUS_FINISHED"
        return {"success": True}

    def add_round(self, request):
        table = self.table(request)
        if table.status == "SESSION_STATUS_FINISHED" or table.over:
            raise Wrong("Session is already finished")
        ((kind, data),) = request["roundData"].items()
        if data["honba"] != table.honba or data["roundIndex"] != table.index:
            raise Wrong(f"round {data['roundIndex']}.{data['honba']} is not {table.index}.{table.honba}")
        getattr(self, f"_{kind}")(table, data)
        table.rounds.append(request["roundData"])
        if table.over:
            table.status = "SESSION_STATUS_FINISHED"
        scores = [{"playerId": player, "score": score} for player, score in table.scores.items()]
        return {"scores": scores, "round": table.index, "honba": table.honba, "isFinished": table.over}

    # ---------------------------------------------------------------- points

    def _base(self, win):
        """Return the base points of a hand."""
        han, fu = win["han"], win["fu"]
        if fu not in FU or not -6 <= han <= 32 or not han:
            raise Wrong(f"han {han} fu {fu}")
        if han < 0:
            return -8000 * han
        if han >= 5:
            return next(base for least, base in ((11, 6000), (8, 4000), (6, 3000), (5, 2000)) if han >= least)
        if self.kiriage and (han, fu) in ((4, 30), (3, 60)):
            return 2000
        return min(2000, fu * 2 ** (2 + han))

    @staticmethod
    def _stake(table, data):
        """Take the stakes of a hand."""
        for player in data["riichiBets"]:
            table.move(player, None, 1000)

    def _ron(self, table, data):
        self._multiron(table, {**data, "wins": [data], "multiRon": 1})

    def _multiron(self, table, data):
        if data["multiRon"] != len(data["wins"]):
            raise Wrong("multiRon")
        self._stake(table, data)
        loser, winners = data["loserId"], [win["winnerId"] for win in data["wins"]]
        ring = table.players * 2
        first = next(one for one in ring[ring.index(loser) + 1 :] if one in winners)
        for win in data["wins"]:
            times = 6 if win["winnerId"] == table.dealer else 4
            points = -(-self._base(win) * times // 100) * 100
            liable = win.get("paoPlayerId", loser)
            table.move(liable, win["winnerId"], points // 2)
            table.move(loser, win["winnerId"], points - points // 2 + 300 * table.honba)
        for player in data["riichiBets"]:
            table.move(None, player if player in winners else first, 1000)
        table.move(None, first, 1000 * table.sticks)
        table.sticks = 0
        self._pass_on(table, stays=table.dealer in winners, counts=table.dealer in winners)

    def _tsumo(self, table, data):
        self._stake(table, data)
        winner, base = data["winnerId"], self._base(data)
        for player in table.players:
            if player != winner:
                times = 2 if table.dealer in (winner, player) else 1
                table.move(player, winner, -(-base * times // 100) * 100 + 100 * table.honba)
        table.move(None, winner, 1000 * (table.sticks + len(data["riichiBets"])))
        table.sticks = 0
        self._pass_on(table, stays=winner == table.dealer, counts=winner == table.dealer)

    def _draw(self, table, data):
        self._stake(table, data)
        table.sticks += len(data["riichiBets"])
        ready = data["tempai"]
        if len(ready) in (1, 2, 3):
            for player in table.players:
                share = 3000 // len(ready) if player in ready else -3000 // (4 - len(ready))
                table.scores[player] += share
        self._pass_on(table, stays=table.dealer in ready, counts=True)

    def _chombo(self, table, data):
        if data["loserId"] not in table.players:
            raise Wrong("loserId")

    @staticmethod
    def _pass_on(table, *, stays, counts):
        table.honba = table.honba + 1 if counts else 0
        table.index += 0 if stays else 1
