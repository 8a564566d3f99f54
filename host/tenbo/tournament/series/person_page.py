"""One person in a season: results, points and rating, hands, against whom; and all that is stored of a person."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tenbo.tournament.pace.confidence_intervals import mean_of
from tenbo.tournament.play_statistics import MEANS, SHARES, PlayStatistics
from tenbo.tournament.player_directory import player_or_unknown
from tenbo.tournament.series.player_ratings import DIGITS, FIRST_STEP
from tenbo.tournament.series.season_table import series_game_dict
from tenbo_core.errors import Refused
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tenbo.tournament.player_directory import Player
    from tenbo.tournament.repository import TournamentRepository
    from tenbo.tournament.request_compute_budget import ComputeBudget
    from tenbo.tournament.series.club import Club
    from tenbo.tournament.series.season_view import SeasonView
    from tenbo.tournament.series.series_games import SeriesGame


# The parts of a person's page that only those may see whom the person lets.
PERSONAL = ("play", "opponents")


def person_page(
    repository: TournamentRepository,
    view: SeasonView,
    number: int,
    *,
    sees_personal: bool,
    budget: ComputeBudget | None = None,
) -> dict[str, Any]:
    """Return a person's page in a season; what is personal is None for readers who may not see it."""
    club, people = repository.tournament.club, repository.people()
    person = club.person(number)
    row = next((row for row in view.rows if row.player == person), None)
    if person not in people and row is None and not _is_in_records(club, person):
        message = sentence("unknown_player", "no player is registered with number {number}", number=number)
        raise Refused("bad_field", message, "player")
    name = player_or_unknown(people, person).name
    shows = club.page_visibility(person)
    # A person whose name was erased has results and nothing else.
    is_shown = sees_personal and person in people
    games = [game for game in view.games if person in game.players]
    page: dict[str, Any] = {
        "player": person, "name": name, "series": view.title, "seats": view.seats, "shows": shows,
        # How many are ranked: who has too few games stands below, without a place.
        "of": sum(bool(one.place) for one in view.rows),
        "present": _is_present(club, person),
        "row": None if row is None else row.record(name), "course": game_history_of(view, person),
        "results": [{**series_game_dict(game), "seat": game.players.index(person)} for game in reversed(games)],
        "mean": mean_of([_total(game, person) for game in games]).record(),
        "play": person_play_statistics(repository, games, person, budget) if is_shown else None,
        "opponents": opponents_of(games, person, people) if is_shown else None,
    }  # fmt: skip
    names = {player: player_or_unknown(people, player).name for game in games for player in game.players if player}
    return {**page, "names": names, "computing": 0 if budget is None else budget.left}


def _is_in_records(club: Club, person: int) -> bool:
    """Return whether a person has a game, or was at an evening; one whose name was removed is known by it alone."""
    games = (game.players for game in club.games.values())
    return any(person in map(club.person, known) for known in (*games, *club.attendance.people.values()))


def _is_present(club: Club, person: int) -> bool | None:
    """Return whether a person is present at the open evening; None while none is open."""
    evening = club.evening
    return None if evening is None else person in {*map(club.person, club.attendance.present_in(evening.id))}


def _total(game: SeriesGame, person: int) -> int:
    return game.totals[game.players.index(person)]


def game_history_of(view: SeasonView, person: int) -> list[dict[str, Any]]:
    """Return a person's games in order, each with the sum of points and the rating after it."""
    course = {step.game: step for step in view.courses.steps.get(person, [])}
    points, rows = 0, []
    # A game that is not rated yet has the rating before it.
    step = FIRST_STEP
    for game in view.games:
        if person in game.players:
            points += _total(game, person)
            step, seat = course.get(game.id, step), game.players.index(person)
            rows.append({
                "game": game.id, "date": game.date, "total": game.totals[seat], "sum": points,
                "place": game.places[seat], "rating": round(step.rating, DIGITS),
                "deviation": round(step.deviation, DIGITS),
            })  # fmt: skip
    return rows


def person_play_statistics(
    repository: TournamentRepository, games: Sequence[SeriesGame], person: int, budget: ComputeBudget | None = None
) -> dict[str, Any]:
    """Return how a person's hands went, with intervals; games on paper have no hands, and are only counted."""
    found, paper = PlayStatistics(), 0
    for game in games:
        hands = repository.series.hands(game, budget)
        if hands is None:
            paper += 1
            continue
        seat = game.players.index(person)
        for hand in hands:
            found.add_hand(hand, seat)
    kept = ("hands", *SHARES, *(name for name in MEANS if name != "cycle_s"))
    record = found.record()
    return {"games": len(games) - paper, "paper": paper, **{name: record[name] for name in kept}}


def opponents_of(games: Sequence[SeriesGame], person: int, people: Mapping[int, Player]) -> list[dict[str, Any]]:
    """Return against whom a person has played: how often, and by how many points ahead in the mean."""
    ahead: dict[int, list[float]] = {}
    for game in games:
        own = _total(game, person)
        for player, total in zip(game.players, game.totals, strict=True):
            if player not in (0, person):
                ahead.setdefault(player, []).append(own - total)
    rows = [
        {"player": player, "name": player_or_unknown(people, player).name, "games": len(values),
         "won": sum(value > 0 for value in values), "difference": mean_of(values).record()}
        for player, values in ahead.items()
    ]  # fmt: skip
    return sorted(rows, key=lambda row: (-int(str(row["games"])), str(row["name"])))


def personal_data(repository: TournamentRepository, view: SeasonView, number: int) -> dict[str, Any]:
    """Return what is registered of a person, the page over all games, and the evenings on which the person was here."""
    club, people = repository.tournament.club, repository.people()
    numbers = club.numbers_of(club.person(number))
    series = club.series
    attendance = [
        {"n": record.n, "evening": series[record.fields["series"]].date, "present": record.fields["present"]}
        for record in repository.desk.records
        if record.kind == "attendance" and record.fields["player"] in numbers and record.fields["series"] in series
    ]
    return {
        "numbers": numbers,
        "registered": [people[one]._asdict() for one in numbers if one in people],
        "page": person_page(repository, view, number, sees_personal=True),
        "attendance": attendance,
    }
