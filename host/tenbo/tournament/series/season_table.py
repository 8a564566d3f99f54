"""The table of a season: each player's games, totals, places and rating, ranked by the rules of the club."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from tenbo.tournament.series.club import RankingRules
from tenbo.tournament.series.player_ratings import Rating, RatingCourses

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from tenbo.tournament.series.player_ratings import RatedGame
    from tenbo.tournament.series.series_games import SeriesGame

# As many places as a table has seats.
PLACES = (1, 2, 3, 4)
EVERY_GAME = RankingRules()
# The rating of a player whose games are not rated yet.
FIRST = Rating()


class SeasonRow(NamedTuple):
    """One player in a season; `place` is None below the least number of games."""

    player: int
    games: int
    total: int
    # The total of the games that count, where only the best ones do.
    counted: int
    places: tuple[int, ...]
    rating: Rating
    place: int | None = None

    @property
    def mean(self) -> float:
        """Return the mean total of a game."""
        return self.total / self.games

    @property
    def mean_place(self) -> float:
        """Return the mean place."""
        return sum(place * count for place, count in zip(PLACES, self.places, strict=True)) / self.games

    @property
    def shares(self) -> tuple[float, ...]:
        """Return each place's share of the games."""
        return tuple(count / self.games for count in self.places)

    def record(self, name: str) -> dict[str, Any]:
        """Return the row as a JSON object."""
        return {
            "player": self.player, "name": name, "games": self.games, "total": self.total,
            "mean": round(self.mean, 1), "places": list(self.places), "rating": self.rating.rating,
            "deviation": self.rating.deviation, "place": self.place, "counted": self.counted,
            "mean_place": round(self.mean_place, 3), "shares": [round(share, 4) for share in self.shares],
            "provisional": self.rating.is_provisional,
        }  # fmt: skip


# The values by which players are ranked, the least first.
ORDERS: Mapping[str, Callable[[SeasonRow], float]] = {
    "total": lambda row: -row.counted,
    "mean": lambda row: -row.mean,
    "place": lambda row: row.mean_place,
    "firsts": lambda row: -row.shares[0],
    "rating": lambda row: -row.rating.rating,
}


def rating_inputs(games: Sequence[SeriesGame]) -> list[RatedGame]:
    """Return what a rating follows from of some games."""
    return [(game.id, tuple(game.players), tuple(game.places)) for game in games]


def rating_courses(games: Sequence[SeriesGame]) -> RatingCourses:
    """Return the course of each player's rating over some games."""
    return RatingCourses(rating_inputs(games))


def season_table(
    games: Sequence[SeriesGame],
    ranking: RankingRules = EVERY_GAME,
    courses: RatingCourses | None = None,
) -> list[SeasonRow]:
    """Return the players of some games in their order; equal values share the better place.

    Players with fewer games than the ranking asks for follow without a place. Guests without a name have no row. The
    courses of ratings are computed if they are not given; a player who is not in them has the first rating.
    """
    ratings = (courses or rating_courses(games)).last()
    totals: dict[int, list[int]] = {}
    places: dict[int, list[int]] = {}
    for game in games:
        for player, total, place in zip(game.players, game.totals, game.places, strict=True):
            if player:
                totals.setdefault(player, []).append(total)
                places.setdefault(player, []).append(place)
    rows = [_row(player, own, places[player], ratings.get(player, FIRST), ranking) for player, own in totals.items()]
    value = ORDERS[ranking.order]
    ranked = sorted((row for row in rows if row.games >= ranking.least), key=lambda row: (value(row), row.player))
    below = sorted((row for row in rows if row.games < ranking.least), key=lambda row: (value(row), row.player))
    placed: list[SeasonRow] = []
    for number, row in enumerate(ranked, 1):
        same = placed and value(placed[-1]) == value(row)
        placed.append(row._replace(place=placed[-1].place if same else number))
    return placed + below


def _row(player: int, totals: list[int], places: list[int], rating: Rating, ranking: RankingRules) -> SeasonRow:
    best = sorted(totals, reverse=True)[: ranking.best or None]
    counts = tuple(places.count(place) for place in PLACES)
    return SeasonRow(player, len(totals), sum(totals), sum(best), counts, rating)


def series_game_dict(game: SeriesGame) -> dict[str, Any]:
    """Return a game as a JSON object."""
    record: dict[str, Any] = {
        "id": game.id, "date": game.date, "rules": game.rules, "players": game.players, "scores": game.scores,
        "totals": game.totals, "places": game.places, "table": game.table,
    }  # fmt: skip
    if game.substitutes:
        record["substitutes"] = [*game.substitutes]
    if game.game is not None:
        record |= {"series": game.game.series, "ended_ms": game.ended_ms, "paper": game.game.ref is None}
        if game.game.rulebook.has_chips:
            record["chips"] = list(game.game.chips)
        record["changes"] = [change._asdict() for change in game.game.changes]
    return record
