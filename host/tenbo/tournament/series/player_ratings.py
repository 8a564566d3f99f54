"""The rating of players: OpenSkill's Plackett-Luce model over all games in the order in which they ended.

The formula is that of Weng and Lin, A Bayesian Approximation Method for Online Ranking (JMLR 12, 2011), algorithm 4. It
takes the places of three or four players at once, with ties, where Glicko-2 only knows pairs. Every player begins with
25 and a deviation of 25/3. Nothing is stored: the rating follows from the games, and can be computed again from them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tenbo_core.errors import Refused
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from openskill.models import PlackettLuce

# The first rating and deviation, and the model's other numbers as the library has them: beta 25/6, kappa 0.0001, and a
# deviation that grows by tau 25/300 before each game.
FIRST_RATING, FIRST_DEVIATION = 25.0, 25.0 / 3
DIGITS = 4
# With fewer games a rating is provisional.
PROVISIONAL_GAMES = 8


class Rating(NamedTuple):
    """A player's rating and its standard deviation after some games."""

    rating: float = FIRST_RATING
    deviation: float = FIRST_DEVIATION
    games: int = 0

    @property
    def is_provisional(self) -> bool:
        """Return whether the rating follows from too few games."""
        return self.games < PROVISIONAL_GAMES


class RatingStep(NamedTuple):
    """A player's rating after one of the games."""

    game: int
    rating: float
    deviation: float
    # The number of the game among all games that are rated.
    number: int


FIRST_STEP = RatingStep(-1, FIRST_RATING, FIRST_DEVIATION, -1)


# A game to rate: its id, the players and the places, by seat.
RatedGame = tuple[int, tuple[int, ...], tuple[int, ...]]


class RatingCourses:
    """The course of each player's rating over some games in order. Thread-safe, because nothing changes.

    A guest without a name (player 0) plays with the first rating, and nothing of a guest is remembered.

    >>> found = RatingCourses([(1, (7, 8, 9, 0), (1, 2, 3, 4))])
    >>> [(player, round(steps[-1].rating, 2)) for player, steps in found.steps.items()]
    [(7, 27.8), (8, 26.55), (9, 24.69)]
    """

    def __init__(
        self,
        games: Sequence[RatedGame],
        before: RatingCourses | None = None,
        steps: dict[int, list[RatingStep]] | None = None,
    ) -> None:
        self.games = games
        self.steps: dict[int, list[RatingStep]] = {}
        if steps is not None:
            # All games were rated before, as the store has it.
            self.steps = steps
            return
        same = len(games) - games_to_rate_count(games, before)
        # Only the games from the first difference on are rated again.
        known = {} if before is None else before.steps
        for player, course in known.items():
            if cut := [step for step in course if step.number < same]:
                self.steps[player] = cut
        self._rate(same)

    def _rate(self, first: int) -> None:
        if first == len(self.games):
            return
        model = _model()
        lasts = {player: model.rating(mu=own[-1].rating, sigma=own[-1].deviation) for player, own in self.steps.items()}
        for index in range(first, len(self.games)):
            game, players, places = self.games[index]
            # The library leaves what it is given unchanged; each player has an object of the own.
            teams = [[lasts.get(player) or model.rating(mu=FIRST_RATING, sigma=FIRST_DEVIATION)] for player in players]
            for player, (rated,) in zip(players, model.rate(teams, ranks=[*places]), strict=True):
                if player:
                    lasts[player] = rated
                    self.steps.setdefault(player, []).append(RatingStep(game, rated.mu, rated.sigma, index))

    def last(self) -> dict[int, Rating]:
        """Return each player's rating after the last game, rounded as it is published."""
        return {
            player: Rating(round(steps[-1].rating, DIGITS), round(steps[-1].deviation, DIGITS), len(steps))
            for player, steps in self.steps.items()
        }


def _model() -> PlackettLuce:
    try:
        from openskill.models import PlackettLuce  # noqa: PLC0415 - only for clubs
    except ModuleNotFoundError as error:
        raise Refused(
            "not_installed",
            sentence(
                "rating_not_installed",
                "ratings need {name}: run `pip install '.[hall]'` in the clone of Tenbo",
                name=error.name,
            ),
            "rating",
        ) from None
    return PlackettLuce()


def games_to_rate_count(games: Sequence[RatedGame], before: RatingCourses | None) -> int:
    """Return how many games are rated when the courses before them are known."""
    return len(games) - (0 if before is None else _common_start(games, before.games))


def _common_start(one: Sequence[RatedGame], other: Sequence[RatedGame]) -> int:
    """Return with how many equal games two lists begin."""
    for place, (first, second) in enumerate(zip(one, other, strict=False)):
        if first != second:
            return place
    return min(len(one), len(other))
