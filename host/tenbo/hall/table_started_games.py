"""Games that were begun at a table itself: who plays them, and the evening to which they belong.

A person plays at one table at a time, and is not counted at another one.
"""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

from tenbo.hall.display_names import abbreviate
from tenbo.rulebooks import as_start_fields, ids
from tenbo.store.sqlite_store import wall_clock_ms
from tenbo.tournament.player_directory import player_or_unknown
from tenbo.tournament.record_values import GameRef, RulebookRef
from tenbo.tournament.series.evening_attendees import running_games
from tenbo_core.errors import Refused
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from tenbo.tournament.repository import TournamentRepository
    from tenbo.tournament.series.club import Club, ClubGame, Series
    from tenbo_core.events import Event


def club_game_fields(repository: TournamentRepository, table: int | None, ledger: str, start: Event) -> dict[str, Any]:
    """Return the fields of the record of a game that a table has begun: in the open evening, or in no series.

    Its people are those who have sat down at the table. The others are guests until their names come, or until someone
    says who they are.
    """
    tournament = repository.tournament
    evening = tournament.club.evening
    book = tournament.club.rulebook_for(None if evening is None else evening.id, tournament.rulebook)
    played = start.field("rules")
    # Of an own book a table says only the bundled one that it changes; any other book was chosen at the table.
    if played in ids() and played != as_start_fields(book.load())[0]:
        book = RulebookRef(played)
    seats = book.load().rules.players
    players = [0] * seats
    if evening is not None:
        seated = tournament.club.attendance.players_at(evening.id, table)
        busy = players_elsewhere(repository, table)
        players = [
            0 if player in busy else player for player in [*map(tournament.club.person, seated), *players][:seats]
        ]
    return play_fields(GameRef(ledger, start.n), table, book, players, evening)


def play_fields(
    ref: GameRef, table: int | None, book: RulebookRef, players: Sequence[int], evening: Series | None = None
) -> dict[str, Any]:
    """Return the fields of the record of a table's game, of an evening or of no series."""
    fields = {
        "rules": book.id, "book": book.text or None, "date": local_date() if evening is None else evening.date,
        "ledger": ref.ledger, "start": ref.start, "players": [*players], "table": table,
        "series": None if evening is None else evening.id,
    }  # fmt: skip
    return {name: value for name, value in fields.items() if value is not None}


def players_elsewhere(repository: TournamentRepository, table: int | None) -> dict[int, int | None]:
    """Return who plays in the open evening at another table than this one, with that table."""
    evening = repository.tournament.club.evening
    games = [] if evening is None else running_games(repository, evening.id)
    return {player: game.table for game in games if game.table != table for player in game.players if player}


def check_players_free(repository: TournamentRepository, players: Iterable[int], table: int | None) -> None:
    """Refuse people who play at another table of the open evening than this one."""
    busy = players_elsewhere(repository, table)
    for player in players:
        if player in busy:
            name = player_or_unknown(repository.people(), player).name
            message = sentence(
                "plays_at_other_table",
                "{name} is playing at table {table}: wait until that game is over",
                name=name,
                table=busy[player] or "?",
            )
            raise Refused("not_allowed_now", message, "player")


def players_after_naming(game: ClubGame, names: Mapping[int, str], seat: int, name: str) -> list[int] | None:
    """Return the players of a game after a seat's display has got a name, or None if nothing follows from it.

    A name that no person has, or more than one, says nothing, nor does one at a seat whose player is known.

    >>> from tenbo.tournament.record_values import RulebookRef
    >>> from tenbo.tournament.series.club import ClubGame
    >>> game = ClubGame(3, -1, RulebookRef(), "2026-12-08", (0, 8, 0, 0))
    >>> names = {7: "Ada Lovelace", 8: "Bob"}
    >>> (players_after_naming(game, names, 2, "ada lovelace"), players_after_naming(game, names, 2, "Bob"),
    ... players_after_naming(game, names, 1, "Ada Lovelace"))
    ([0, 8, 7, 0], None, None)
    """
    named = name.casefold()
    found = {number for number, one in names.items() if named in (abbreviate(one).casefold(), one.casefold())}
    if len(found) != 1 or seat >= len(game.players) or game.players[seat] or found & {*game.players}:
        return None
    players = list(game.players)
    players[seat] = found.pop()
    return players


def may_play_next(club: Club, game: ClubGame, player: int) -> bool:
    """Return whether a person who played the last game at a table of the open evening may play the next one there."""
    if club.evening is None or game.series != club.evening.id:
        return True
    attendance = club.attendance
    seated = {club.person(one) for table, players in attendance.all_next_players(game.series).items() for one in players
              if table != game.table}  # fmt: skip
    left = {club.person(one) for one, known in attendance.people.get(game.series, {}).items() if not known.is_present}
    return player not in left | seated


def local_date(now_ms: int | None = None) -> str:
    """Return the date of a moment in this computer's time zone, by default of now."""
    seconds = (wall_clock_ms() if now_ms is None else now_ms) / 1000
    return datetime.fromtimestamp(seconds).astimezone().date().isoformat()
