"""The routes of results: sheets, games, standings, files; what is hidden is for those who show the token."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.hall.stored_games import stored_games
from tenbo.store.sqlite_store import wall_clock_ms
from tenbo.tournament import export
from tenbo.tournament.existence_checks import check_session_exists
from tenbo.tournament.people import players_matching
from tenbo.tournament.point_transfers import all_transfers
from tenbo.tournament.result_embargo import check_none_hidden
from tenbo.tournament.state import GameRef
from tenbo.web.auth.visibility import EVERYBODY, hidden_sessions
from tenbo.web.server.http_messages import CSV, JSON, TEXT, HttpRequest, HttpResponse, json_response
from tenbo_core.errors import Refused

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tenbo.web.server.context import ApiContext
    from tenbo_core.events import Event


PAGE, LONGEST_PAGE = 100, 1000


def session_results(host: ApiContext, request: HttpRequest) -> HttpResponse:
    """Return the result of every table in a session, as it stands; `hidden=1` with the token if it is not released."""
    sheets, hidden = host.hall.public_sheets(
        wall_clock_ms(), [request.int_param("session")], hidden=_sees_hidden(request)
    )
    check_none_hidden(hidden)
    people = host.hall.people()
    return json_response([export.sheet_record(sheet, people) for sheet in sheets])


def games_page(host: ApiContext, request: HttpRequest) -> HttpResponse:
    """Return stored games, the first one first: ledger and start, what each was begun for, and whose result it is.

    At most `most`, 100 where nothing is said, after leaving out so many as `skip`: who wants all asks until a page is
    not full. A game of a session that is not released is `hidden`; its scores are left out, unless the token is shown.
    """
    skip, most = max(0, request.int_param("skip", 0)), max(0, min(request.int_param("most", PAGE), LONGEST_PAGE))
    rows = []
    for row in stored_games(host.hall, skip, most):
        request.check_asked()
        rows.append(row)
        row["hidden"] = bool(hidden_sessions(host.hall, EVERYBODY, [GameRef(row["ledger"], row["start"])]))
        if row["hidden"] and not request.is_desk:
            row.pop("scores", None)
    return json_response(rows)


def current_standings(host: ApiContext, request: HttpRequest) -> HttpResponse:
    """Return the standings, whether they are final and what is unfinished, and the proof that all points add up.

    `only=country=NED`, or a club, a team or `only=newcomer`, ranks a part of the players; `teams` are ranked where
    players have one. `mers` is the weight of the tournament in the European ranking and what it follows from, and each
    player's base rank, null without an EMA number. Sessions that are not released are left out, unless `hidden=1` comes
    with the token.
    """
    people, tournament = host.hall.people(), host.hall.tournament
    sheets, hidden = host.hall.public_sheets(wall_clock_ms(), hidden=_sees_hidden(request))
    only = players_matching(people, request.query["only"]) if "only" in request.query else None
    return json_response(export.standings_record(tournament, sheets, people, hidden, only))


def pace(host: ApiContext, request: HttpRequest) -> HttpResponse:
    """Return the pace of a session: minutes of each table's hands, who waited, time owed, the end to be expected."""
    number = request.int_param("session")
    check_session_exists(host.hall.tournament, number)
    return json_response(host.hall.pace(number, wall_clock_ms()).record())


def export_file(host: ApiContext, request: HttpRequest) -> HttpResponse:
    """Return a file by the name that `tenbo export` has for it, such as standings.csv, tables.csv or ema.csv.

    Results that are not finished are not handed in: `ema.csv` then needs `provisional=1`, and says so itself. Sessions
    that are not released are left out, unless `hidden=1` comes with the token. The people and the plan, as in
    players.csv and plan.txt, are the desk's, and so is why somebody is not ranked.
    """
    hall = host.hall

    def games(game: GameRef) -> Iterable[Event]:
        request.check_asked()
        return hall.game_events(game)

    name = request.path["name"]
    if name in export.NO_RESULTS:
        request.visitor.require_role("desk")
    tournament = hall.tournament
    if not request.is_desk:
        tournament = tournament.copy()
        tournament.unranked = dict.fromkeys(tournament.unranked, "")
    provisional = request.int_param("provisional", 0) > 0
    sheets, hidden = hall.public_sheets(wall_clock_ms(), hidden=_sees_hidden(request))
    text = export.export_file(
        name, tournament, sheets, hall.people(), lambda: all_transfers(hall.tournament, games),
        games=games, provisional=provisional, hidden=hidden,
    )  # fmt: skip
    return HttpResponse(text.encode(), kind={"csv": CSV, "json": JSON}.get(name.rpartition(".")[2], TEXT))


def _sees_hidden(request: HttpRequest) -> bool:
    """Return whether results that are not released are asked for, by somebody who may see them."""
    wanted = request.int_param("hidden", 0) > 0
    if wanted and not request.is_desk:
        raise Refused("no_permission", "what is hidden is shown with the token that stands beside the store", "hidden")
    return wanted
