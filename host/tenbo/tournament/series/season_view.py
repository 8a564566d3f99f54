"""A season, an evening or a tournament as one object: its games, its table, and what is not finished."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from tenbo.tournament.player_directory import player_or_unknown
from tenbo.tournament.request_compute_budget import PagesInProgress, UnlimitedBudget
from tenbo.tournament.series.club import SEASON, RankingRules, unknown_series_message
from tenbo.tournament.series.season_bests import best_performances
from tenbo.tournament.series.season_table import (
    EVERY_GAME,
    SeasonRow,
    rating_courses,
    rating_inputs,
    season_table,
    series_game_dict,
)
from tenbo.tournament.series.series_games import COMPUTING, tournament_games
from tenbo.tournament.table_result import all_sheets
from tenbo.tournament.versioned_cache import VersionedCache
from tenbo.validation.dates import parse_day
from tenbo_core.errors import Refused, TenboError
from tenbo_core.seats import WIND_LETTERS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tenbo.tournament.repository import TournamentRepository
    from tenbo.tournament.request_compute_budget import ComputeBudget
    from tenbo.tournament.series.club import Series
    from tenbo.tournament.series.player_ratings import RatingCourses
    from tenbo.tournament.series.season_bests import SeasonBest
    from tenbo.tournament.series.series_games import SeriesGame
    from tenbo.tournament.state import Tournament

# What is not a season, an evening or a tournament: everything that the club has played.
ALL_GAMES = "All games"


class SeasonView(NamedTuple):
    """The games of a series that count, those that do not yet, and the table that follows."""

    title: str
    games: list[SeriesGame]
    rows: list[SeasonRow]
    unfinished: list[SeriesGame]
    ranking: RankingRules
    courses: RatingCourses
    series: Series | None = None
    # How many results and ratings a budget has left out.
    computing: int = 0

    @property
    def seats(self) -> int:
        """Return how many places a game has: three in a series of games of three players alone."""
        return max((len(game.players) for game in self.games), default=len(WIND_LETTERS))


class SeasonViews:
    """The series of a store by name; each is computed once after a change. Thread-safe."""

    def __init__(self, repository: TournamentRepository) -> None:
        self._repository = repository
        self.pages = PagesInProgress()
        self._views = VersionedCache[SeasonView]()
        self._records = VersionedCache["list[SeasonBest]"]()

    def find(self, name: str = "", now_ms: int = 0, budget: ComputeBudget | None = None) -> SeasonView:
        """Return a series by its title; without one the season, else all games of the club, else the tournament.

        What a budget leaves out is missing, and `computing` counts it.
        """
        tournament = self._repository.tournament
        club = tournament.club
        if name.casefold() == ALL_GAMES.casefold():
            return self._club_view(None, budget)
        if not name:
            if club.season is not None or club.games or not tournament.title:
                return self._club_view(club.season, budget)
            name = tournament.title
        try:
            return self._club_view(club.find_series(name), budget)
        except Refused:
            for other in (tournament, *tournament.others.values()):
                if other.title and other.title.casefold() == name.casefold():
                    return self._tournament_view(other, now_ms)
            raise Refused("bad_field", unknown_series_message(name, series_titles(tournament)), "series") from None

    def best_performances_of(self, view: SeasonView, budget: ComputeBudget | None = None) -> list[SeasonBest]:
        """Return the records of a series, of the games that a budget leaves."""
        found = self._records.find(view.title, view)
        if found is None:
            found = best_performances(self._repository, view.games, budget)
            if budget is None or not budget.left:
                self._records.put(view.title, view, found)
        return found

    def compute_ahead(self) -> Iterator[SeriesGame]:
        """Compute what the pages of all seasons need, the open one first; yield before each game with hands."""
        club, budget = self._repository.tournament.club, UnlimitedBudget(self.pages)
        seasons = [series for series in club.series.values() if series.kind == SEASON and series != club.season]
        for series in [club.season, *([] if club.season is None else [None]), *reversed(seasons)]:
            view = self._club_view(series, budget)
            for game in view.games:
                yield game
                self._repository.series.highlights(game, budget)
            self._repository.series.flush()
            self.best_performances_of(view, budget)

    def _club_view(self, series: Series | None, budget: ComputeBudget | None = None) -> SeasonView:
        number = None if series is None else series.id
        games = self._repository.series.all_games(number, budget)
        records = self._repository.desk.records
        version = (records[-1].n if records else -1, [(game.id, game.state, game.scores) for game in games])
        found = self._views.find(number, version)
        if found is None:
            done = [game for game in games if game.counts]
            ranking = EVERY_GAME if series is None else series.ranking
            title = ALL_GAMES if series is None else series.title
            left = [game for game in games if not game.counts]
            courses = self._repository.ratings.update(number, rating_inputs(done), budget)
            computing = 0 if budget is None else budget.left
            rows = season_table(done, ranking, courses)
            found = SeasonView(title, done, rows, left, ranking, courses, series, computing)
            if not computing:
                self._views.put(number, version, found)
        return found

    def _tournament_view(self, tournament: Tournament, now_ms: int) -> SeasonView:
        if tournament is self._repository.tournament:
            sheets, _ = self._repository.results.public_sheets(now_ms)
        else:
            sheets = all_sheets(tournament, self._repository.games.events_of)
        try:
            day = parse_day(tournament.date).isoformat() if tournament.date else ""
        except TenboError:
            day = ""
        games = tournament_games(sheets, dict.fromkeys(tournament.sessions, day))
        done = [game for game in games if game.counts]
        courses = rating_courses(done)
        left = [game for game in games if not game.counts]
        return SeasonView(tournament.title, done, season_table(done, EVERY_GAME, courses), left, EVERY_GAME, courses)


def series_titles(tournament: Tournament) -> list[str]:
    """Return the titles of all series and tournaments."""
    tournaments = [other.title for other in (tournament, *tournament.others.values()) if other.title]
    return [*dict.fromkeys([*(series.title for series in tournament.club.series.values()), *tournaments])]


def season_dict(view: SeasonView, repository: TournamentRepository) -> dict[str, Any]:
    """Return a series as the JSON object of `tenbo season --json`."""
    people = repository.people()
    return {
        "series": view.title,
        "seats": view.seats,
        "games": [series_game_dict(game) for game in view.games],
        "standings": [row.record(player_or_unknown(people, row.player).name) for row in view.rows],
        "ranking": view.ranking._asdict(),
        "computing": view.computing,
        "unfinished": [
            {"id": game.id, "date": game.date, "table": game.table, "state": game.state, "why": game.why}
            for game in view.unfinished
            if game.state != COMPUTING
        ],
    }
