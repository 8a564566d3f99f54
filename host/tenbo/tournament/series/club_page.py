"""The club's page: the open evening with its games, the season's records, and the calendar."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tenbo.tournament.players import player_or_unknown
from tenbo.tournament.series.club import EVENING
from tenbo.tournament.series.evening_people import evening_people
from tenbo.tournament.series.next_games import evening_proposal, proposal_record
from tenbo.tournament.series.season_table import game_record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tenbo.tournament.repository import TournamentRepository
    from tenbo.tournament.series.season_view import SeasonView
    from tenbo.tournament.series.series_games import SeriesGame


def club_page(repository: TournamentRepository, view: SeasonView) -> dict[str, Any]:
    """Return tonight's people and games, the records of a season, and its evenings."""
    tournament = repository.tournament
    club, people = tournament.club, repository.people()
    evening = club.evening
    tonight = [] if evening is None else repository.series.all_games(evening.id)
    present = [] if evening is None else evening_people(repository, evening.id)
    shown = [*tonight, *(game for _, _, game in _records(view.games))]
    players = {player for game in shown for player in game.players if player} | {one.player for one in present}
    names = {player: player_or_unknown(people, player).name for player in players}
    evenings = [series for series in club.series.values() if series.kind == EVENING]
    inside = None if view.series is None else club.members_of(view.series.id)
    return {
        "evening": None if evening is None else evening._asdict() | {"rulebook": None, "ranking": None},
        "people": [one._asdict() for one in present],
        "next": None if evening is None else proposal_record(evening_proposal(repository, evening)),
        "games": [{**game_record(game), "state": game.state} for game in reversed(tonight)],
        "season": {"series": view.title, "games": len(view.games), "players": len(view.rows)},
        "records": [
            {"what": what, "player": player, "game": game_record(game), "value": _value(what, player, game)}
            for what, player, game in _records(view.games)
        ],
        "calendar": [
            {"series": one.id, "title": one.title, "date": one.date, "closed": one.closed,
             "games": len(club.games_in(one.id))}
            for one in sorted(evenings, key=lambda one: (one.date, one.id), reverse=True)
            if inside is None or one.id in inside
        ],
        "names": names,
    }  # fmt: skip


def _value(what: str, player: int, game: SeriesGame) -> int:
    values = game.scores if what.endswith("score") else game.totals
    return values[game.players.index(player)]


def _records(games: Sequence[SeriesGame]) -> list[tuple[str, int, SeriesGame]]:
    """Return the records of a season: the most and the fewest points of a game; the earlier of two equal ones."""
    scores = [(score, player, game) for game in games for score, player in zip(game.scores, game.players, strict=True)
              if player]  # fmt: skip
    if not scores:
        return []
    best = max(scores, key=lambda one: one[0])
    worst = min(scores, key=lambda one: one[0])
    return [("best_score", *best[1:]), ("worst_score", *worst[1:])]
