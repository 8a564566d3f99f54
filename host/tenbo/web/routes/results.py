"""The routes of results: sheets, games, standings, files; hidden ones need the token or the desk's session."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tenbo.formats import result_files
from tenbo.store.sqlite_store import wall_clock_ms
from tenbo.tournament.existence_checks import check_session_exists
from tenbo.tournament.player_directory import players_with_property
from tenbo.tournament.point_transfer_history import counted_point_transfers
from tenbo.tournament.record_values import GameRef
from tenbo.tournament.result_embargo import check_none_hidden
from tenbo.tournament.table_penalties import table_penalties
from tenbo.tournament.versioned_cache import VersionedCache
from tenbo.web.auth.visibility import EVERYBODY
from tenbo.web.server.http_messages import CSV, JSON, TEXT, HttpRequest, HttpResponse, json_response
from tenbo.web.server.request_context import page_size
from tenbo_core.errors import Refused
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tenbo.hall.stored_game_list import StoredGames
    from tenbo.tournament.record_values import SessionTable
    from tenbo.tournament.repository import TournamentRepository
    from tenbo.web.auth.visibility import Visibility
    from tenbo_core.events import Event


PAGE, LONGEST_PAGE = 100, 1000


class ResultRoutes:
    """What readers see of results; the desk may ask for hidden ones."""

    def __init__(self, repository: TournamentRepository, stored_games: StoredGames, visibility: Visibility) -> None:
        self._repository = repository
        self._stored_games = stored_games
        self._visibility = visibility
        self._penalties = VersionedCache[list[dict[str, Any]]]()

    def session_results(self, request: HttpRequest) -> HttpResponse:
        """Return the result of every table in a session; `hidden=1` with the token if it is unreleased.

        Before the first session is planned the list of each one is empty. If substitutes sat at the table,
        `substitutes` says of each seat since when (`start` or `now`), and `substitute_result` is what the rule book
        counts there instead of points, uma and penalties of the table. `has_game` says whether a game of the table
        belongs to the session; a table on paper has none. `at_table` are the penalties that the table has recorded,
        also those taken from the points at once (`now`); `by` is a seat, 4 the desk, 5 a referee, or 6 the table.
        """
        number, tournament = request.int_param("session"), self._repository.tournament
        sheets, hidden = self._repository.results.public_sheets(wall_clock_ms(), [number], hidden=_sees_hidden(request))
        check_none_hidden(hidden)
        if tournament.sessions:
            check_session_exists(tournament, number)
        people = self._repository.people()
        games = tournament.games
        rows = [
            {
                **result_files.sheet_dict(sheet, people),
                "has_game": (sheet.session, sheet.table) in games,
                "at_table": self._penalties_at_table((sheet.session, sheet.table)),
            }
            for sheet in sheets
        ]
        return json_response(rows)

    def _penalties_at_table(self, place: SessionTable) -> list[dict[str, Any]]:
        tournament, games = self._repository.tournament, self._repository.games
        game, last = tournament.games.get(place), tournament.locked.get(place)
        if game is None:
            return []
        version = (game, games.game_revision(game), last, tournament.chosen_fork_sources.get(game.ledger))
        return self._penalties.get(place, version, lambda: table_penalties(games.events_of(game), last))

    def games_page(self, request: HttpRequest) -> HttpResponse:
        """Return stored games, oldest first: ledger, start, the session each was started for, and whose result it is.

        At most `most` games, by default 100, after the first `skip`; a client that wants all asks until a page is not
        full. A game of an unreleased session is `hidden`: its scores need the token.
        """
        skip, most = max(0, request.int_param("skip", 0)), page_size(request, PAGE, LONGEST_PAGE)
        rows = []
        for row in self._stored_games.games(skip, most):
            request.check_connected()
            rows.append(row)
            row["hidden"] = bool(self._visibility.hidden_sessions(EVERYBODY, [GameRef(row["ledger"], row["start"])]))
            if row["hidden"] and not request.is_desk:
                row.pop("scores", None)
        return json_response(rows)

    def current_standings(self, request: HttpRequest) -> HttpResponse:
        """Return the standings, whether they are final, what is unfinished, and the proof that all points add up.

        `only=country=NED`, a club, a team or `only=newcomer` ranks part of the players; `teams` are ranked if players
        have one. `mers` is the weight of the tournament in the European ranking with its factors, and each player's
        base rank, null without an EMA number. Unreleased sessions are left out, unless `hidden=1` comes with the token.
        """
        people, tournament = self._repository.people(), self._repository.tournament
        sheets, hidden = self._repository.results.public_sheets(wall_clock_ms(), hidden=_sees_hidden(request))
        only = players_with_property(people, request.query["only"]) if "only" in request.query else None
        return json_response(result_files.standings_dict(tournament, sheets, people, hidden, only))

    def pace(self, request: HttpRequest) -> HttpResponse:
        """Return the pace of a session: minutes of each table's hands, waiting times, time owed, the expected end."""
        number = request.int_param("session")
        check_session_exists(self._repository.tournament, number)
        return json_response(self._repository.timings.pace(number, wall_clock_ms()).record())

    def export_file(self, request: HttpRequest) -> HttpResponse:
        """Return a file by the name that `tenbo export` gives it, for example standings.csv, tables.csv or ema.csv.

        `ema.csv` of unfinished results needs `provisional=1` and is marked as provisional. Unreleased sessions are left
        out, unless `hidden=1` comes with the token. Only the desk gets the people and the plan, as in players.csv,
        ara.csv and plan.txt, and the reasons why players are unranked. `bom=1` begins the file with the byte order mark
        by which Excel recognises UTF-8.
        """

        def games(game: GameRef) -> Iterable[Event]:
            request.check_connected()
            return self._repository.games.events_of(game)

        name = request.path["name"]
        if name in result_files.DESK_FILES:
            request.visitor.require_role("desk")
        tournament = self._repository.tournament
        if not request.is_desk:
            tournament = tournament.copy()
            tournament.unranked = dict.fromkeys(tournament.unranked, "")
        provisional = request.int_param("provisional", 0) > 0
        sheets, hidden = self._repository.results.public_sheets(wall_clock_ms(), hidden=_sees_hidden(request))
        text = result_files.export_file(
            name, tournament, sheets, self._repository.people(),
            lambda: counted_point_transfers(self._repository.tournament, games),
            games=games, provisional=provisional, hidden=hidden,
        )  # fmt: skip
        text = "\ufeff" + text if request.int_param("bom", 0) > 0 else text
        return HttpResponse(text.encode(), kind={"csv": CSV, "json": JSON}.get(name.rpartition(".")[2], TEXT))


def _sees_hidden(request: HttpRequest) -> bool:
    """Return whether a request asks for unreleased results and may see them."""
    wanted = request.int_param("hidden", 0) > 0
    if wanted and not request.is_desk:
        raise Refused(
            "no_permission",
            sentence(
                "hidden_needs_login",
                "hidden results are shown only to the desk: log in with the desk's "
                "code, or send the token from the .api file beside the store",
            ),
            "hidden",
        )
    return wanted
