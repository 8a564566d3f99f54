"""The courses of ratings, cached in the store, so that a start rates only the games that are new since.

They follow from the games and from the rating's library alone; games that were rated with other places, people or in
another order are rated again.
"""

from __future__ import annotations

import json
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

from tenbo.store.ledgers import DESK_STREAM
from tenbo.tournament.series.player_ratings import RatedGame, RatingCourses, RatingStep, games_to_rate_count

if TYPE_CHECKING:
    from tenbo.tournament.request_compute_budget import ComputeBudget
    from tenbo.tournament.result_cache import ResultCache

# Courses are cached under this number of a session, which no tournament has; those of all games of the club under -1.
RATING_SESSION, ALL_SERIES = -2, -1
# So many games are rated before the courses are stored again, because they are written as a whole.
GAMES_BETWEEN = 50


class RatingCache:
    """The last courses of each series. Two threads may replace them at once, and either is right."""

    def __init__(self, stored: ResultCache) -> None:
        self._stored = stored
        self._courses: dict[int | None, RatingCourses] = {}
        # How many games the stored courses of a series have.
        self._lengths: dict[int | None, int] = {}

    def update(self, series: int | None, games: list[RatedGame], budget: ComputeBudget | None = None) -> RatingCourses:
        """Return the courses over the games of a series; those that were rated before are not rated again.

        Where the budget is too small they are those of before, with other games.
        """
        if budget is not None and budget.left:
            # Without all results the ratings would be others.
            return self._courses.get(series) or RatingCourses([])
        if series not in self._courses:
            text = self._stored.find_text(_place(series), _library())
            known = None if text is None else _decode(text)
            self._lengths[series] = 0 if known is None else len(known.games)
        else:
            known = self._courses[series]
        if budget is not None and not budget.spend_ratings(games_to_rate_count(games, known)):
            return known or RatingCourses([])
        found = self._courses[series] = RatingCourses(games, known)
        if abs(len(games) - self._lengths[series]) >= GAMES_BETWEEN:
            self._lengths[series] = len(games)
            newest = max(game for game, _, _ in games) if games else 0
            self._stored.queue_text(_place(series), _library(), DESK_STREAM, newest, _encode(found))
            self._stored.flush()
        return found


def _place(series: int | None) -> tuple[int, int]:
    return RATING_SESSION, ALL_SERIES if series is None else series


def _library() -> str:
    try:
        return version("openskill")
    except PackageNotFoundError:
        return ""


def _encode(courses: RatingCourses) -> str:
    steps = {player: [list(step) for step in own] for player, own in courses.steps.items()}
    return json.dumps({"games": courses.games, "steps": steps}, separators=(",", ":"))


def _decode(text: str) -> RatingCourses | None:
    """Return stored courses, or None if another program has stored something else."""
    try:
        kept = json.loads(text)
        games = [(int(game), tuple(players), tuple(places)) for game, players, places in kept["games"]]
        steps = {int(player): [RatingStep(*step) for step in own] for player, own in kept["steps"].items()}
    except (KeyError, RecursionError, TypeError, ValueError):
        return None
    return RatingCourses(games, steps=steps)
