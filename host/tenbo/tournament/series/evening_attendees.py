"""The people of an evening: who waits since when, who sits at a table, who plays, and who comes regularly."""

from __future__ import annotations

from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, NamedTuple

from tenbo.store.ledgers import DESK_STREAM
from tenbo.tournament.series.club import EVENING
from tenbo.tournament.table_result import PLAYING

if TYPE_CHECKING:
    from tenbo.tournament.repository import TournamentRepository
    from tenbo.tournament.series.club import Club
    from tenbo.tournament.series.series_games import SeriesGame

# Regulars are those of so many evenings, the last ones.
REGULAR_EVENINGS = 10

WAITING, SEATED, IN_GAME = "waiting", "seated", "playing"


class Attendee(NamedTuple):
    """A person who is present: what the person does, at which table, since when, and the games finished tonight."""

    player: int
    state: str
    table: int | None
    since_ms: int
    games: int


def running_games(repository: TournamentRepository, evening: int) -> list[SeriesGame]:
    """Return the games of an evening that are being played."""
    return [game for game in repository.series.all_games(evening) if game.state == PLAYING]


def games_of_closed_evenings(repository: TournamentRepository) -> list[SeriesGame]:
    """Return the games that are being played of evenings that are closed: they still count for these."""
    club = repository.tournament.club
    newest = {game.ref.ledger: game for game in club.games.values() if game.ref is not None}
    closed = {one.id for one in club.series.values() if one.kind == EVENING and one.closed}
    games = [game.id for game in newest.values() if game.series in closed and not game.voided]
    return [game for game in map(repository.series.result, games) if game.state == PLAYING]


def is_waiting_for_players(repository: TournamentRepository, game: SeriesGame) -> bool:
    """Return whether a table has a game without known players and without a hand, as a tablet that is just opened."""
    return not any(game.players) and has_no_hand(repository, game)


def has_no_hand(repository: TournamentRepository, game: SeriesGame) -> bool:
    """Return whether a table has begun a game, and no hand of it."""
    if game.state != PLAYING or game.game is None or game.game.ref is None:
        return False
    return all(event.kind != "hand" for event in repository.games.events_of(game.game.ref))


def evening_people(repository: TournamentRepository, evening: int) -> list[Attendee]:
    """Return the people who are present at an evening, those who wait longest first; of a moment, as they came."""
    club, store = repository.tournament.club, repository.store
    games = repository.series.all_games(evening)
    playing = {player: game.table for game in games if game.state == PLAYING for player in game.players}
    seated = {
        club.person(player): table
        for table, players in club.attendance.all_next_players(evening).items()
        for player in players
    }
    found = {}
    for number, record in sorted(club.attendance.present_in(evening).items(), key=itemgetter(1)):
        player = club.person(number)
        own = [game for game in games if game.counts and player in game.players]
        row = store.row(DESK_STREAM, record)
        since = max([0 if row is None else row.ts_ms, *(game.ended_ms for game in own)])
        state, table = WAITING, None
        if player in playing:
            state, table = IN_GAME, playing[player]
        elif player in seated:
            state, table = SEATED, seated[player]
        found[player] = Attendee(player, state, table, since, len(own))
    return sorted(found.values(), key=attrgetter("since_ms"))


def recent_attendance_counts(club: Club) -> dict[int, int]:
    """Return at how many of the last evenings each person was present."""
    evenings = sorted((one for one in club.series.values() if one.kind == EVENING), key=lambda one: (one.date, one.id))
    count: dict[int, int] = {}
    for evening in evenings[-REGULAR_EVENINGS:]:
        for player in {club.person(number) for number in club.attendance.people.get(evening.id, {})}:
            count[player] = count.get(player, 0) + 1
    return count
