"""The routes of a club: seasons and evenings, their games on paper and from tables, and the people who play them."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from tenbo.formats.season_files import season_csv
from tenbo.store.sqlite_store import wall_clock_ms
from tenbo.tournament.player_directory import find_player_number, player_or_unknown
from tenbo.tournament.series.club_page import club_page
from tenbo.tournament.series.person_page import person_page
from tenbo.tournament.series.season_table import series_game_dict
from tenbo.tournament.series.season_view import season_dict, series_titles
from tenbo.validation.core_sentence_codes import reason_code_and_values
from tenbo.validation.fields import check_value
from tenbo.web.auth.person_page_access import page_access
from tenbo.web.server.http_messages import CSV, HttpRequest, HttpResponse, change_response, json_response
from tenbo.web.server.request_context import author_name, is_confirmed, uploaded_file_text
from tenbo_core.errors import Malformed
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from tenbo.hall.club_game_entry import ClubGameEntry
    from tenbo.hall.evenings import Evenings
    from tenbo.hall.table_games import TableGames
    from tenbo.tournament.record_schema import DeskRecord
    from tenbo.tournament.repository import TournamentRepository
    from tenbo.tournament.request_compute_budget import ComputeBudget
    from tenbo.tournament.series.season_view import SeasonViews


class SeriesRoutes:
    """What readers see of seasons and evenings, and what the desk does with them."""

    def __init__(
        self,
        repository: TournamentRepository,
        seasons: SeasonViews,
        evenings: Evenings,
        imports: ClubGameEntry,
        games: TableGames,
    ) -> None:
        self._repository = repository
        self._games = games
        self._seasons = seasons
        self._evenings = evenings
        self._imports = imports

    # ---------------------------------------------------------------- reading

    def series(self, _: HttpRequest) -> HttpResponse:
        """Return the seasons and evenings with their dates and rules, and the titles that `series` may name."""
        tournament = self._repository.tournament
        counts = tournament.club.game_counts()
        rows = [
            {
                **series._asdict(),
                "rulebook": series.rulebook and series.rulebook.id,
                "ranking": series.ranking._asdict(),
                "games": counts[series.id],
            }
            for series in tournament.club.series.values()
        ]
        return json_response({"series": rows, "titles": series_titles(tournament)})

    def season(self, request: HttpRequest) -> HttpResponse:
        """Return the games and the table of a series, in the form of `tenbo season --json`.

        `series` is the title of a season, an evening or a tournament, or `All games`. The default is the open season,
        or all games of the club if none is open. `form=csv` gives the table as CSV (`bom=1` with the byte order mark
        by which Excel recognises UTF-8), and `games=0` leaves the games out.
        With `wait=0` the answer leaves out what takes long to compute; `computing` says how many parts are missing.
        """
        name = request.query.get("series", "")
        # All are read before the form decides which are of use: one with a wrong value is refused in either.
        form = check_value("form", "word json csv", request.query.get("form", "json"))
        mark, games = request.int_param("bom", 0) > 0, request.int_param("games", 1)
        within = self._budget(request)
        if form == "csv":
            view = self._seasons.find(name, wall_clock_ms())
            text = season_csv(view, self._repository.people())
            return HttpResponse((("\ufeff" if mark else "") + text).encode(), kind=CSV)
        with within as budget:
            record = season_dict(self._seasons.find(name, wall_clock_ms(), budget), self._repository)
        return json_response({**record, "games": []} if games == 0 else record)

    def club(self, request: HttpRequest) -> HttpResponse:
        """Return the club's page: the open `evening`, its `people` and `games`, a `series`' records, and the calendar.

        The people who are present are ordered by waiting time, longest first. Each has a `state` (waiting, seated or
        playing), `since_ms` (the time of arrival or of the end of the last game) and the number of `games` finished
        tonight. While no evening is open, `games` has those that are still played and count for a closed evening.
        `next` proposes who plays at which of the `tables` and who has a `rest`; the proposal is not binding.
        `wait_for` is a table that is still playing: those who rest wait for it, so that all play equally often and mix.
        `wait=0` and `computing` are as in `/v1/season`.
        """
        with self._budget(request) as budget:
            view = self._seasons.find(request.query.get("series", ""), wall_clock_ms(), budget)
            return json_response(club_page(self._repository, self._seasons, view, budget))

    def person(self, request: HttpRequest) -> HttpResponse:
        """Return the page of one person, by number or name, in a `series`: results, course, hands and opponents.

        `course` has the sum of points and the rating after each game. `play` has statistics of the hands at tables,
        with 95 % intervals. Both, and the opponents, are for members, or for those whom the person allows to see them.
        `sees` says whether you see them, and `is_own` whether the page is yours. `present` says whether the person is
        at the open evening (null while none is open). `wait=0` and `computing` are as in `/v1/season`.
        """
        club = self._repository.tournament.club
        number = find_player_number(self._repository.people(), unquote(request.path["player"]), club.person)
        access = page_access(club, number, request.visitor)
        with self._budget(request) as budget:
            view = self._seasons.find(request.query.get("series", ""), wall_clock_ms(), budget)
            page = person_page(self._repository, view, number, sees_personal=access.sees, budget=budget)
        return json_response({**page, **access._asdict()})

    def series_game(self, request: HttpRequest) -> HttpResponse:
        """Return one game of the club by its number, with its changes; `state` says whether it is finished.

        `title` is the title of the rule book, and `evening` that of the evening. `scores` and `chips` of a change are
        the corrected ones. `chips` has the chips of each seat (empty if none are entered); it is missing if the book
        has no chips. `play` has the hands in the form of a table's game (null for a game on paper). The hands are
        personal: you see them only if all players of the game allow it, and `sees` says whether you do.
        """
        played = self._repository.series.result(request.int_param("game"))
        club, people, game = self._repository.tournament.club, self._repository.people(), played.game
        known = [player for player in played.players if player]
        sees = all(page_access(club, player, request.visitor).sees for player in known)
        evening = None if game is None else club.series.get(game.series)
        records = self._repository.desk.records
        changes = [] if game is None else game.changes
        return json_response({
            **series_game_dict(played),
            "changes": [{**change._asdict(), **_corrected(records[change.n])} for change in changes],
            "state": played.state,
            "why": played.why,
            **reason_code_and_values(played.why),
            "sees": sees,
            "title": "" if game is None else game.rulebook.load().title,
            "evening": None if evening is None else evening.title,
            "play": self._games.view_of_club_game(played.id) if sees else None,
            "names": {player: player_or_unknown(people, player).name for player in known},
        })  # fmt: skip

    def _budget(self, request: HttpRequest) -> AbstractContextManager[ComputeBudget | None]:
        """Return what a page that does not wait may compute; None for a program, which gets everything."""
        return nullcontext() if request.int_param("wait", 1) else self._seasons.pages.begin()

    # ---------------------------------------------------------------- seasons and evenings

    def open_series(self, request: HttpRequest) -> HttpResponse:
        """Open an evening, by default for today, or a season with `kind` season; an open evening is closed first.

        Fields: `title`, `date`, `until`, `rules`, `order` (total, mean, place, firsts or rating), `least` (games that
        are needed to be ranked) and `best` (how many of the best games count). An evening belongs to the open season.
        For a season the answer names the `evenings` that now belong to it. If an evening of that day is open and has no
        game, no second one is opened.
        """
        kind, by = request.field("kind", "word season evening", "evening"), author_name(request)
        fields = _series_fields(request)
        if kind == "season":
            if "title" not in fields:
                message = sentence("season_needs_title", "a season needs a title")
                raise Malformed("missing_field", message, "title")
            return change_response(self._evenings.open_season(fields.pop("title"), by, **fields))
        return change_response(self._evenings.open_evening(by, **fields))

    def edit_series(self, request: HttpRequest) -> HttpResponse:
        """Change the season or evening with the title `series`, by default the open evening.

        The fields are the same as when it is opened; fields that are left out stay as they are. `closed` closes it or
        opens it again; the answer to closing has the `tables` whose game continues.
        """
        name, by = request.field("series", "line", ""), author_name(request)
        # A field that is wrong is refused, also where closing would not use it.
        closed, fields = request.field("closed", "bool", None), _series_fields(request)
        if closed is True:
            return change_response(self._evenings.close_series(by, name))
        if closed is False:
            return change_response(self._evenings.reopen_series(name, by))
        return change_response(self._evenings.edit_series(name, by, **fields))

    # ---------------------------------------------------------------- games

    def enter_game(self, request: HttpRequest) -> HttpResponse:
        """Enter a game on paper: `players` by number or name, East first, 0 for a guest, and `scores`.

        Other fields: `date`, `series` by title, `rules`, `sticks` left on the table, `penalties` after the game, and
        `chips` if the book has them. By default the game belongs to the open evening. `register` registers new names.
        The answer has the game's number `n`.
        """
        players, scores = request.field("players", "list"), request.field("scores", "by_seat")
        register = request.field("register", "bool", default=False)
        game = {"players": players, "scores": scores, **_game_fields(request)}
        by, yes = author_name(request), is_confirmed(request)
        return change_response(self._imports.enter_games([game], by, register=register, yes=yes))

    def import_games(self, request: HttpRequest) -> HttpResponse:
        """Import games, all or none: `text` is CSV with a row for each game or each seat.

        Or `file`, the same in Base64.

        New names are registered; a name that resembles a known one needs `yes`. `names` maps names in the file to the
        number or name of a known person. With `preview` nothing is written: the answer has the number of `games`, the
        `first` and `last` day, the `doubles` that are already stored, the `new` names, each with the nearest known
        person, and the first `rows`. `read_as` is as with players.
        """
        (text, read_as), by = uploaded_file_text(request), author_name(request)
        series, names = request.field("series", "line", None), request.field("names", "object", {})
        for name, who in names.items():
            if not isinstance(who, str) or not who:
                message = sentence("player_is_no_name", "a player must be a number or a name")
                raise Malformed("bad_field", message, f"names.{name[:40]}")
        if request.field("preview", "bool", default=False):
            return json_response({**self._imports.preview_games(text, by, series=series, names=names), **read_as})
        yes = is_confirmed(request)
        return change_response(self._imports.import_games(text, by, series=series, names=names, yes=yes), read_as)

    def change_game(self, request: HttpRequest) -> HttpResponse:
        """Change a game: its `scores` with `sticks` and `penalties`, its `chips`, its `players`, or `void`; with `why`.

        Season and rating follow. The previous result stays in the record, and `tenbo session revert` restores it.
        """
        game, by, why = request.int_param("game"), author_name(request), request.field("why", "line", "")
        if request.field("void", "bool", default=False):
            return change_response(self._evenings.void_game(game, why, by))
        if "players" in request.body:
            players = request.field("players", "list")
            return change_response(self._imports.register_and_set_players(game, players, by, why))
        chips = request.field("chips", "by_seat", None)
        scores = request.field("scores", "by_seat") if chips is None else request.field("scores", "by_seat", None)
        sticks, penalties = request.field("sticks", "count", None), request.field("penalties", "by_seat", None)
        given = {"scores": scores, "sticks": sticks, "penalties": penalties, "chips": chips}
        return change_response(self._evenings.correct_game(game, why, by, **given))

    # ---------------------------------------------------------------- people

    def merge_people(self, request: HttpRequest) -> HttpResponse:
        """Merge two numbers of one person: the games of `player` count for `into`. Both are numbers or names."""
        player, into = request.field("player", "line"), request.field("into", "line")
        why = request.field("why", "line", "")
        return change_response(self._evenings.merge_people(player, into, author_name(request), why))


def _corrected(record: DeskRecord) -> dict[str, Any]:
    """Return what a change of a game has put in place of a result."""
    return {"scores": record.fields.get("scores"), "chips": record.fields.get("chips")}


def _series_fields(request: HttpRequest) -> dict[str, Any]:
    """Return what a request says of a season or an evening."""
    fields = {
        "title": request.field("title", "line", None),
        "date": request.field("date", "date", None),
        "until": request.field("until", "date", None),
        "rules": request.field("rules", "line", None),
        "book": request.field("book", "text", None),
        "order": request.field("order", "word total mean place firsts rating", None),
        "least": request.field("least", "count", None),
        "best": request.field("best", "count", None),
    }
    return {name: value for name, value in fields.items() if value is not None}


def _game_fields(request: HttpRequest) -> dict[str, Any]:
    """Return what a request says of a game besides its players and scores."""
    fields = {
        "date": request.field("date", "date", None),
        "series": request.field("series", "line", None),
        "rules": request.field("rules", "line", None),
        "book": request.field("book", "text", None),
        "table": request.field("table", "count", None),
        "sticks": request.field("sticks", "count", None),
        "penalties": request.field("penalties", "by_seat", None),
        "chips": request.field("chips", "by_seat", None),
        "at": request.field("at", "moment", None),
    }
    return {name: value for name, value in fields.items() if value is not None}
