"""The club's page: the open evening with its games, the season's records, and the calendar."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tenbo.tournament.player_directory import player_or_unknown
from tenbo.tournament.series.club import EVENING
from tenbo.tournament.series.evening_attendees import evening_people, games_of_closed_evenings
from tenbo.tournament.series.next_games import evening_proposal, proposal_dict
from tenbo.tournament.series.season_table import series_game_dict

if TYPE_CHECKING:
    from tenbo.tournament.repository import TournamentRepository
    from tenbo.tournament.request_compute_budget import ComputeBudget
    from tenbo.tournament.series.season_view import SeasonView, SeasonViews


def club_page(
    repository: TournamentRepository, seasons: SeasonViews, view: SeasonView, budget: ComputeBudget | None = None
) -> dict[str, Any]:
    """Return tonight's people and games, the records of a season, and its evenings."""
    tournament = repository.tournament
    club, people = tournament.club, repository.people()
    evening = club.evening
    # After an evening a game that is played stays in sight until it is over.
    tonight = games_of_closed_evenings(repository) if evening is None else repository.series.all_games(evening.id)
    present = [] if evening is None else evening_people(repository, evening.id)
    records = seasons.best_performances_of(view, budget)
    shown = [*tonight, *(record.game for record in records)]
    players = {player for game in shown for player in game.players if player} | {one.player for one in present}
    names = {player: player_or_unknown(people, player).name for player in players}
    evenings = [series for series in club.series.values() if series.kind == EVENING]
    counts = club.game_counts()
    number = evening.id if evening else club.season and club.season.id
    inside = None if view.series is None else club.nested_series_ids(view.series.id)
    rulebook = club.rulebook_for(number, tournament.rulebook)
    return {
        # How many players a game on paper has, and whether it has chips.
        "seats": rulebook.load().rules.players,
        "has_chips": rulebook.has_chips,
        "evening": None if evening is None else evening._asdict() | {"rulebook": None, "ranking": None},
        "people": [one._asdict() for one in present],
        "next": None if evening is None else proposal_dict(evening_proposal(repository, evening)),
        "games": [{**series_game_dict(game), "state": game.state} for game in reversed(tonight)],
        "season": {"series": view.title, "games": len(view.games), "players": len(view.rows)},
        "records": [
            {**record._asdict(), "game": series_game_dict(record.game)} for record in records
        ],
        "calendar": [
            {"series": one.id, "title": one.title, "date": one.date, "closed": one.closed,
             "games": counts[one.id]}
            for one in sorted(evenings, key=lambda one: (one.date, one.id), reverse=True)
            if inside is None or one.id in inside
        ],
        "names": names,
        "computing": 0 if budget is None else budget.left,
    }  # fmt: skip
