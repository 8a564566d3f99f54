"""Looks up seats: all players in the next session, and one player now and next, with the public points."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tenbo.devices.station import FOLLOWING
from tenbo.store.sqlite_store import wall_clock_ms
from tenbo.tournament.player_directory import find_player_number, player_or_unknown
from tenbo.tournament.standings import standings
from tenbo.tournament.table_result import COMPLETE, LOCKED
from tenbo.tournament.versioned_cache import VersionedCache
from tenbo_core.errors import Refused
from tenbo_core.ranking import places as places_of
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from tenbo.devices.station_registry import DeviceRegistry
    from tenbo.hall.table_games import TableGames
    from tenbo.tournament.repository import TournamentRepository
    from tenbo.tournament.state import Tournament


def next_seated_session(tournament: Tournament) -> int | None:
    """Return the next session that has seats, or None."""
    return min((session for session, _ in tournament.seats if session > tournament.session), default=None)


def session_seats(repository: TournamentRepository, session: int | None) -> list[dict[str, Any]]:
    """Return the seats of a session by name, so that players find their own."""
    people = repository.people()
    rows = [
        {"player": player, "name": player_or_unknown(people, player).name, "table": table, "seat": seat}
        for (one, table), players in repository.tournament.seats.items()
        for seat, player in enumerate(players)
        if one == session and player
    ]
    return sorted(rows, key=lambda row: (row["name"].casefold(), row["player"]))


class PlayerSeatLookup:
    """Looks up one player for the player's phone."""

    def __init__(self, repository: TournamentRepository, fleet: DeviceRegistry, games: TableGames) -> None:
        self._repository = repository
        self._fleet = fleet
        self._games = games
        # Hundreds of phones ask, and it changes with the desk's records alone.
        self._ranks = VersionedCache[dict[int, int]]()

    def player_seats(self, asked: str) -> dict[str, Any]:
        """Return one player's current seat with the points, the next seat, and the total so far.

        Points of hidden sessions are left out for every role, because the page is public.
        """
        tournament, people = self._repository.tournament, self._repository.people()
        player = find_player_number(people, asked)
        places = {
            session: (table, players.index(player))
            for (session, table), players in sorted(tournament.seats.items())
            if player in players
        }
        if not places and player not in people:
            raise Refused(
                "bad_field",
                sentence(
                    "unknown_player_number",
                    "no player has the number {player}: check the list of players",
                    player=player,
                ),
                "player",
            )
        public = set(self._repository.tournament.embargo.visible_sessions(places, wall_clock_ms()))
        coming = min((session for session in places if session > tournament.session), default=None)
        return {
            "player": player,
            "name": player_or_unknown(people, player).name,
            "now": self._now(places, public),
            "next": None if coming is None else _seat(coming, *places[coming]),
            "results": self._results(places, public),
            "rank": self._rank(player),
            "withdrawn": tournament.withdrawn.get(player),
        }

    def _now(self, places: dict[int, tuple[int, int]], public: set[int]) -> dict[str, Any] | None:
        """Return the seat in the running session with its score; None after its end, and without a seat."""
        session = self._repository.tournament.session
        if session not in places or session in self._repository.tournament.ended:
            return None
        table, seat = places[session]
        here: dict[str, Any] = _seat(session, table, seat)
        players, people = self._repository.tournament.seats[session, table], self._repository.people()
        here["others"] = [
            {"seat": one, "name": player_or_unknown(people, player).name if player else None}
            for one, player in enumerate(players)
            if one != seat
        ]
        station = self._fleet.station_with_number(table)
        there = None if station is None else station.snapshot
        game = None if there is None else there.table
        here["live"] = there is not None and there.state == FOLLOWING
        if game is not None and self._games.current_assignment(table) == (session, table) and session in public:
            here |= {"points": game.scores[seat], "place": places_of(game)[seat]}
            here |= {"phase": game.phase, "hands_left": game.hands_left}
            for other in here["others"]:
                other["points"] = game.scores[other["seat"]]
        return here

    def _rank(self, player: int) -> dict[str, int] | None:
        """Return the player's place among all in the sessions that have ended and are public; None before the first."""
        tournament, now_ms = self._repository.tournament, wall_clock_ms()
        ended = tuple(tournament.embargo.visible_sessions(sorted(tournament.ended), now_ms))
        last = self._repository.desk.records[-1].n if self._repository.desk.records else 0

        def ranks() -> dict[int, int]:
            tables = ((session, table) for session in ended for table in tournament.tables_in_session(session))
            sheets = [self._repository.results.sheet(*place) for place in tables]
            return {standing.player: standing.place for standing in standings(sheets, tournament)}

        known = self._ranks.get("ranks", (last, ended), ranks)
        return {"place": known[player], "of": len(known)} if player in known else None

    def _results(self, places: dict[int, tuple[int, int]], public: set[int]) -> list[dict[str, Any]]:
        """Return the player's results from finished tables that are public."""
        rows = []
        for session, (table, seat) in places.items():
            if session not in public or session not in self._repository.tournament.ended:
                continue
            sheet = self._repository.results.sheet(session, table)
            if sheet.state in (COMPLETE, LOCKED):
                row = {"score": sheet.scores[seat], "place": sheet.places[seat], "total": sheet.totals[seat]}
                rows.append({**_seat(session, table, seat), **row})
        return rows


def _seat(session: int, table: int, seat: int) -> dict[str, Any]:
    return {"session": session, "table": table, "seat": seat}
