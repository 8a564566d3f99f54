"""The records of a season: points of a game, wins in a row, and what the ledgers know of hands."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tenbo.tournament.repository import TournamentRepository
    from tenbo.tournament.request_compute_budget import ComputeBudget
    from tenbo.tournament.series.series_games import SeriesGame

BEST_SCORE, WORST_SCORE, FIRSTS_IN_A_ROW = "best_score", "worst_score", "firsts_in_a_row"
# Those that only the ledger of a game knows; people who keep their hands for themselves are left out of them.
HAND_RECORDS = ("highest_hand", "dealer_run", "most_wins")


class SeasonBest(NamedTuple):
    """One record: what was reached, by whom, in which game, and the first hand of it where there is one."""

    what: str
    player: int
    game: SeriesGame
    value: int
    hand: str = ""


def best_performances(
    repository: TournamentRepository, games: Sequence[SeriesGame], budget: ComputeBudget | None = None
) -> list[SeasonBest]:
    """Return the records of some games in order; of two equal ones the earlier stands."""
    scores = [
        (score, player, game) for game in games for score, player in zip(game.scores, game.players, strict=True)
        if player
    ]  # fmt: skip
    if not scores:
        return []
    best, worst = max(scores, key=lambda one: one[0]), min(scores, key=lambda one: one[0])
    found = [SeasonBest(BEST_SCORE, best[1], best[2], best[0]), SeasonBest(WORST_SCORE, worst[1], worst[2], worst[0])]
    return [*found, *_longest_row_of_firsts(games), *_hand_records(repository, games, budget)]


def _longest_row_of_firsts(games: Sequence[SeriesGame]) -> Iterator[SeasonBest]:
    """Yield who was first in most games one after the other, with the last of them; a row has two games or more."""
    rows: dict[int, int] = {}
    longest: SeasonBest | None = None
    for game in games:
        for player, place in zip(game.players, game.places, strict=True):
            if player:
                rows[player] = rows.get(player, 0) + 1 if place == 1 else 0
                if rows[player] > (1 if longest is None else longest.value):
                    longest = SeasonBest(FIRSTS_IN_A_ROW, player, game, rows[player])
    if longest is not None:
        yield longest


def _hand_records(
    repository: TournamentRepository, games: Sequence[SeriesGame], budget: ComputeBudget | None
) -> Iterator[SeasonBest]:
    club, best = repository.tournament.club, dict[str, SeasonBest]()
    hidden = {person for person in club.shares if club.page_visibility(person) == "self"}
    for game in games:
        for what, reached in (repository.series.highlights(game, budget) or {}).items():
            for one in reached:
                player = game.players[one.seat]
                if player and player not in hidden:
                    if what not in best or one.value > best[what].value:
                        best[what] = SeasonBest(what, player, game, one.value, one.hand)
                    break
    repository.series.flush()
    return iter([best[what] for what in HAND_RECORDS if what in best])
