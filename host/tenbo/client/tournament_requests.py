"""The requests about the tournament: people, seats, sessions, the clock and the desk's records."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tenbo.client.http_client import path_part, with_query
from tenbo.client.json_requests import JsonRequests
from tenbo.validation.fields import as_list

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class TournamentRequests(JsonRequests):
    """What a program asks about the tournament; `Client` sends it."""

    def tournament(self) -> dict[str, Any]:
        """Return the facts of the tournament and the progress of each session.

        >>> client.tournament()["place"]
        'Utrecht'
        """
        return self._object("/v1/tournament")

    def players(self) -> list[dict[str, Any]]:
        """Return all registered or seated players.

        >>> [row["name"] for row in client.players()[:2]]
        ['Ann Ash', 'Ben Box']
        """
        return self._rows("/v1/players")

    def player(self, player: int | str) -> dict[str, Any]:
        """Return one player by number or name: seat, points and results.

        >>> client.player("Ann Ash")["next"]
        {'session': 2, 'table': 2, 'seat': 0}
        """
        return self._object(f"/v1/players/{path_part(player)}")

    def plan(self) -> Any:
        """Return the seats of each session.

        >>> [table["players"] for table in client.plan()[1]["tables"]]
        [[5, 2, 7, 4], [1, 6, 3, 8]]
        """
        return self.get("/v1/plan")

    def seating(self) -> dict[str, Any]:
        """Return the progress of the search for a seating plan.

        >>> client.seating()["state"]
        'done'
        """
        return self._object("/v1/seating")

    def seats(self, session: int | None = None) -> dict[str, Any]:
        """Return the seats of the next session, or of one, by name.

        >>> client.seats(2)["seats"][0]
        {'player': 1, 'name': 'Ann Ash', 'table': 2, 'seat': 0}
        """
        return self._object(with_query("/v1/seats", session=session))

    def walls(self) -> list[dict[str, Any]]:
        """Return what each wall shows.

        >>> client.walls()
        [{'wall': 1, 'shows': ['tables', 'standings'], 'turn': 15, 'delay': 0}]
        """
        return self._rows("/v1/walls")

    def codes(self) -> list[dict[str, Any]]:
        """Return the login codes.

        >>> [row["role"] for row in client.codes()]
        ['reader', 'member', 'referee', 'desk', 'table', 'table']
        """
        return self._rows("/v1/codes")

    def begin_session(
        self, session: int, tables: Sequence[int] | None = None, *, yes: bool = False, by: str | None = None
    ) -> dict[str, Any]:
        """Start a session at every table that has not started, or at those named.

        >>> client.begin_session(1, [2], by="Ada")["begun"]
        [2]
        """
        given = None if tables is None else as_list(tables)
        return self._act(f"/v1/sessions/{path_part(session)}/begin", tables=given, yes=yes, by=by)

    def set_clock(
        self, act: str, *, minutes: int | None = None, table: int | None = None, by: str | None = None
    ) -> Any:
        """Start, pause, resume or stop the hall's clock, or give `extra` time.

        >>> client.set_clock("start", by="Ada")["stage"]
        'waiting'
        """
        return self._act("/v1/clock", act=act, minutes=minutes, table=table, by=by)

    def clock(self) -> dict[str, Any]:
        """Return the hall's clock, and how far each table's own is off.

        >>> client.clock()["left_ms"] <= 90 * 60_000
        True
        """
        return self._object("/v1/clock")

    def make_record(
        self, kind: str, fields: Mapping[str, Any], *, yes: bool = False, seen: int | None = None, by: str | None = None
    ) -> dict[str, Any]:
        """Make a record of the desk; `yes` confirms what was asked.

        >>> fields = {"place": "Utrecht"}
        >>> client.make_record("tournament", fields, by="Ada")["kind"]
        'tournament'
        """
        return self._act("/v1/records", kind=kind, fields=fields, yes=yes, seen=seen, by=by)

    def records(self, *, before: int | None = None, most: int | None = None) -> list[dict[str, Any]]:
        """Return the desk's records, newest first.

        >>> [record["kind"] for record in client.records(most=2)]
        ['tournament', 'clock']
        """
        return self._rows(with_query("/v1/records", before=before, most=most))

    def make_records(
        self, records: Sequence[Mapping[str, Any]], *, yes: bool = False, seen: int | None = None, by: str | None = None
    ) -> dict[str, Any]:
        """Make several records of the desk, all or none.

        Each has a `kind` and `fields`.

        >>> wall = {"wall": 1, "shows": ["standings"]}
        >>> records = [{"kind": "wall", "fields": wall}]
        >>> len(client.make_records(records, by="Ada")["made"])
        1
        """
        return self._act("/v1/records/batch", records=as_list(records), yes=yes, seen=seen, by=by)

    def register_players(
        self, text: str, *, yes: bool = False, session: int | None = None, **more: Any
    ) -> dict[str, Any]:
        r"""Register players from CSV with a header row.

        With `session` it is one player, who gets free seats from there on.

        >>> client.register_players("name;country\nZoe Zen;NED\n")["new"]
        [[9, 'Zoe Zen']]
        """
        return self._act("/v1/players", text=text, yes=yes, session=session, **more)

    def forget_player(self, player: int) -> dict[str, Any]:
        """Remove the name of a player by number.

        >>> client.forget_player(9)
        {'player': 9, 'shown': 'Zoe Zen'}
        """
        return self._act("/v1/forget", player=player)

    def set_plan(self, text: str, *, session: int = 1, yes: bool = False, by: str | None = None) -> dict[str, Any]:
        r"""Set the seating plan from a session on.

        >>> text = "5-2-7-4\n1-6-3-8\n"
        >>> client.set_plan(text, session=2, by="Ada")["tables"]
        2
        """
        return self._act("/v1/plan", text=text, session=session, yes=yes, by=by)

    def start_seating(self, how: str, **wishes: Any) -> dict[str, Any]:
        """Start a search for a seating plan.

        The `wishes` are `rounds`, `session`, `seconds`, `seed` and `byes`.

        >>> client.start_seating("new", rounds=2, seconds=1)["state"]
        'working'
        """
        return self._act("/v1/seating", how=how, **wishes)

    def renew_codes(self) -> list[dict[str, Any]]:
        """Make new login codes.

        Everyone who has logged in with the old ones is logged out.

        >>> old = client.codes()[0]["code"]
        >>> client.renew_codes()[0]["code"] == old
        False
        """
        codes: list[dict[str, Any]] = self.post("/v1/codes")
        return codes

    def end_session(self, session: int, *, yes: bool = False, by: str | None = None) -> dict[str, Any]:
        """End a session.

        >>> ended = client.end_session(1, yes=True)
        >>> [row["table"] for row in ended["unfinished"]]
        [1, 2]
        """
        return self._act(f"/v1/sessions/{path_part(session)}/end", yes=yes, by=by)
