"""Who sits at a table of the open evening: players say it by phone, before their game or while it is played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tenbo.hall.change_result import ChangeResult
from tenbo.hall.display_names import disambiguate, distinct_names
from tenbo.hall.table_started_games import check_players_free, may_play_next, players_elsewhere
from tenbo.tournament.player_directory import player_or_unknown
from tenbo.tournament.series.evening_attendees import (
    evening_people,
    is_waiting_for_players,
    recent_attendance_counts,
    running_games,
)
from tenbo.tournament.series.next_games import evening_proposal
from tenbo.tournament.table_result import PLAYING
from tenbo_core.errors import Malformed, Refused
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tenbo.hall.desk_record_writer import RecordWriter
    from tenbo.hall.evenings import Evenings
    from tenbo.hall.waiting_games import WaitingGames
    from tenbo.tournament.repository import TournamentRepository
    from tenbo.tournament.series.club import Series
    from tenbo.tournament.series.series_games import SeriesGame

    Acts = list[tuple[str, dict[str, Any]]]

# The most people of the list at a seat; the others sit down by phone.
MOST_LISTED = 40


class EveningSeats:
    """The seats of the tables of the open evening. Thread-safe."""

    def __init__(
        self, repository: TournamentRepository, records: RecordWriter, evenings: Evenings, waiting: WaitingGames
    ) -> None:
        self._repository = repository
        self._records = records
        self._evenings = evenings
        self._waiting = waiting

    @property
    def is_evening_open(self) -> bool:
        """Return whether an evening is open here."""
        return self._repository.tournament.club.evening is not None

    # ---------------------------------------------------------------- who sits there

    def view(self, table: int) -> dict[str, Any]:
        """Return the seats of a table and the members who may sit there, regulars first; null without an evening."""
        club, people = self._repository.tournament.club, self._repository.people()
        evening = club.evening
        if evening is None:
            return {"table": table, "evening": None, "game": None, "players": [], "last": None, "people": []}
        last = self._last_game(evening, table)
        running = last if last is not None and last.state == PLAYING else None
        guests = last is not None and running is None and 0 in last.players
        players = self._next_players(evening, table) if running is None else [*running.players]
        busy = {player: game.table for game in running_games(self._repository, evening.id) for player in game.players}
        attended = recent_attendance_counts(club)
        present = {club.person(player) for player in club.attendance.present_in(evening.id)}

        def rank(player: int) -> tuple[bool, int, str, int]:
            return player not in present, -attended.get(player, 0), people[player].name.casefold(), player

        members = sorted({club.person(player) for player in people} & people.keys(), key=rank)
        return {
            "table": table,
            "evening": evening.title,
            "game": None if running is None else running.id,
            "players": [_person(people, player) for player in players],
            "last": None if last is None or not guests else {
                "game": last.id, "players": [_person(people, player) for player in last.players]},
            "people": [{"player": one, "name": people[one].name, "present": one in present, "plays_at": busy.get(one)}
                       for one in members],
        }  # fmt: skip

    def seat_candidates(self, table: int, seat: int) -> list[tuple[int, str]]:
        """Return the people from whom a seat of a table picks its player, each with the name that fits a display.

        They are here, or come regularly: first who is proposed for this seat, and those who are for this table, then
        those who have waited longest. The last players of this table need not say that they stay, so they stand after
        those who come; those who have a seat elsewhere stand last.
        """
        club, people = self._repository.tournament.club, self._repository.people()
        evening = club.require_evening()
        last, attended = self._last_game(evening, table), recent_attendance_counts(club)
        present = {club.person(player) for player in club.attendance.present_in(evening.id)}
        # A game that no one sits at yet has no guests who say their names: the proposal stands first, as without it.
        game = None if last is None or is_waiting_for_players(self._repository, last) else last.game
        before = [] if game is None else [*map(club.person, game.players)]
        staying = {player for player in before if game is not None and may_play_next(club, game, player)}
        busy = players_elsewhere(self._repository, table)
        games = evening_proposal(self._repository, evening).tables
        proposed = next((game.players for game in games if game.table == table), [])
        attendees = evening_people(self._repository, evening.id)
        waits = {one.player: one.since_ms for one in attendees}
        # A guest who says the own name has no game yet.
        guests = {one.player for one in attendees if not one.games} if before[seat : seat + 1] == [0] else set()
        if proposed[seat : seat + 1] != before[seat : seat + 1]:
            staying -= {*proposed[seat : seat + 1]}

        first = (guests, proposed[seat : seat + 1], proposed, before[seat : seat + 1], present)

        def rank(player: int) -> tuple[bool, bool, int, int, int, str, int]:
            is_free = player not in busy and self._place_of(evening, table, player) in (None, (table, seat))
            place = next((number for number, group in enumerate(first) if player in group), len(first))
            return (not is_free, player in staying, place, waits.get(player, 0), -attended.get(player, 0),
                    people[player].name.casefold(), player)  # fmt: skip

        names = distinct_names(people, club.person)
        listed = sorted((present | attended.keys()) & names.keys(), key=rank)[:MOST_LISTED]
        return [*zip(listed, disambiguate([names[one] for one in listed]), strict=True)]

    def _place_of(self, evening: Series, table: int, player: int) -> tuple[int, int] | None:
        """Return the table and the seat that a person has for a next game, or in the running game of a table."""
        club = self._repository.tournament.club
        next_players = club.attendance.all_next_players(evening.id)
        seats = [(there, seat, club.person(one)) for there, known in next_players.items()
                 for seat, one in enumerate(known)]  # fmt: skip
        seats += [(table, seat, one) for game in running_games(self._repository, evening.id) if game.table == table
                  for seat, one in enumerate(game.players)]  # fmt: skip
        return next(((there, seat) for there, seat, one in seats if player and one == player), None)

    def _last_game(self, evening: Series, table: int) -> SeriesGame | None:
        """Return the game of the evening that was begun last at a table."""
        known = [game for game in self._repository.tournament.club.games_in(evening.id)
                 if game.table == table and game.ref is not None]  # fmt: skip
        return self._repository.series.result(known[-1].id) if known else None

    def _next_players(self, evening: Series, table: int) -> list[int]:
        """Return the players of a table's next game, by seat."""
        club = self._repository.tournament.club
        seats = club.rulebook_for(evening.id, self._repository.tournament.rulebook).load().rules.players
        seated = [*club.attendance.players_at(evening.id, table), *([0] * seats)][:seats]
        return [club.person(player) for player in seated]

    # ---------------------------------------------------------------- sitting down

    def sit_down(
        self, table: int, seat: int, player: str | int, by: str, game: int | None = None, *, moves: bool = True,
        replaces: int | None = None,
    ) -> ChangeResult:  # fmt: skip
        """Seat a person at a table; 0 or `guest` frees the seat.

        It is a seat of the game that is played there, else of the next one. With `game` it is one of a game that is
        over, whose guests may be named until the evening is closed. A person who sits elsewhere moves, or without
        `moves` is refused. With `replaces`, the player whom the seat showed, it is refused if someone else has taken it
        meanwhile.
        """
        with self._repository.desk.records_lock():
            evening, number = self._repository.tournament.club.require_evening(), self._evenings.numbers_of([player])[0]
            number = self._repository.tournament.club.person(number)
            if game is None:
                self._waiting.join_evening(by, table)
            last = self._last_game(evening, table)
            if not moves:
                place = self._place_of(evening, table, number)
                if place == (table, seat):
                    return ChangeResult({"table": table, "seat": seat, "player": number}, [])
                if place is not None:
                    name = player_or_unknown(self._repository.people(), number).name
                    message = sentence("sits_elsewhere", "{name} is already seated at table {table}: free "
                                                         "that seat first",
                                       name=name, table=place[0])  # fmt: skip
                    raise Refused("not_allowed_now", message, "player")
            if game is not None and (last is None or last.id != game):
                message = sentence("not_last_game", "game {game} is not the last one at table {table}", game=game,
                                   table=table)  # fmt: skip
                raise Refused("not_allowed_now", message, "game")
            if replaces is not None and game is None:
                self._check_not_taken(evening, table, seat, {0, number, replaces})
            if last is not None and (game is not None or last.state == PLAYING):
                acts = self._name_player(last, seat, number)
            else:
                acts = self._seat_player(evening, table, seat, number)
            made = self._records.record_all(by, acts)
        return ChangeResult({"table": table, "seat": seat, "player": number}, made)

    def identify_last_guest(self, table: int, seat: int, by: str) -> None:
        """Let the guest who sat at a seat in the last game be the person who has it for the next one."""
        with self._repository.desk.records_lock():
            evening = self._repository.tournament.club.require_evening()
            last, player = self._last_game(evening, table), [*self._next_players(evening, table), 0, 0, 0, 0][seat]
            if last is None or last.state == PLAYING or player == 0:
                message = sentence(
                    "no_last_game_of_seat",
                    "this needs a finished game at table {number} and a player in this seat for the next one",
                    number=table,
                )
                raise Refused("not_allowed_now", message, "seat")
            # Said again, as after a lost answer, it is done.
            if last.players[seat] != player:
                self.sit_down(table, seat, player, by, last.id)

    def seat_next_game(self, table: int, players: Sequence[str | int], by: str) -> ChangeResult:
        """Seat the people of a table's next game, East first; 0 is a free seat."""
        with self._repository.desk.records_lock():
            club = self._repository.tournament.club
            evening = club.require_evening()
            numbers = [club.person(one) for one in self._evenings.numbers_of(players)]
            self._waiting.join_evening(by, table)
            last, seats = self._last_game(evening, table), self._next_players(evening, table)
            running = last if last is not None and last.state == PLAYING else None
            if running is not None and not is_waiting_for_players(self._repository, running):
                message = sentence("table_plays_already", "table {table} is already playing a game", table=table)
                raise Refused("not_allowed_now", message, "table")
            _check_seat(seats, len(numbers) - 1)
            check_players_free(self._repository, numbers, table)
            left = (seats if running is None else running.players)[len(numbers) :]
            seated = numbers + left
            acts = (self._records_of_seats(evening, table, seated) if running is None
                    else [("who", {"game": running.id, "players": seated})])  # fmt: skip
            made = self._records.record_all(by, acts)
        return ChangeResult({"table": table, "players": numbers}, made)

    def _check_not_taken(self, evening: Series, table: int, seat: int, expected: set[int]) -> None:
        """Refuse a seat in which another person sits than the expected ones, 0 for no one."""
        last, club = self._last_game(evening, table), self._repository.tournament.club
        is_running = last is not None and last.state == PLAYING
        players = last.players if last is not None and is_running else self._next_players(evening, table)
        _check_seat(players, seat)
        if club.person(players[seat]) not in {club.person(one) for one in expected}:
            name = player_or_unknown(self._repository.people(), players[seat]).name
            message = sentence("seat_taken_meanwhile", "{name} has taken this seat in the meantime: choose another one",
                               name=name)  # fmt: skip
            raise Refused("not_allowed_now", message, "seat")

    def _name_player(self, game: SeriesGame, seat: int, player: int) -> Acts:
        """Return the record of a player of a game that has begun."""
        _check_seat(game.players, seat)
        if game.state == PLAYING:
            check_players_free(self._repository, [player], game.table)
        elif game.players[seat]:
            message = sentence("seat_has_player", "this seat in game {game} already has a player: ask the "
                                                  "desk to change it",
                               game=game.id)  # fmt: skip
            raise Refused("not_allowed_now", message, "seat")
        acts: Acts = [("who", {"game": game.id, "players": _with_player(game.players, seat, player)})]
        # Who had left, and plays now, is here again.
        return [*acts, *self._arrivals(game, player)] if game.state == PLAYING else acts

    def _arrivals(self, game: SeriesGame, player: int) -> Acts:
        """Return the record that a person of a game is present, if the person was not."""
        club = self._repository.tournament.club
        evening = club.require_evening().id
        present = {*map(club.person, club.attendance.present_in(evening))}
        if not player or player in present or (game.game and game.game.series != evening):
            return []
        return [("attendance", {"series": evening, "player": player, "present": True})]

    def _seat_player(self, evening: Series, table: int, seat: int, player: int) -> Acts:
        """Return the records of a player of a table's next game."""
        check_players_free(self._repository, [player], table)
        players = self._next_players(evening, table)
        _check_seat(players, seat)
        return self._records_of_seats(evening, table, _with_player(players, seat, player))

    def _records_of_seats(self, evening: Series, table: int, players: list[int]) -> Acts:
        """Return the records by which people sit at a table: they leave their seats at others, and are present."""
        club = self._repository.tournament.club
        seated = {player for player in players if player}
        acts: Acts = []
        for other, known in club.attendance.all_next_players(evening.id).items():
            there = [club.person(one) for one in known]
            if other != table and seated & {*there}:
                left = [0 if one in seated else one for one in there]
                acts.append(("sit", {"series": evening.id, "table": other, "players": left}))
        acts.append(("sit", {"series": evening.id, "table": table, "players": players}))
        present = {*map(club.person, club.attendance.present_in(evening.id))}
        return [*acts, *(("attendance", {"series": evening.id, "player": player, "present": True})
                         for player in players if player in seated - present)]  # fmt: skip


def _with_player(players: Sequence[int], seat: int, player: int) -> list[int]:
    """Return the players of a table with a person at a seat, who leaves another seat there."""
    return [player if one == seat else 0 if player and there == player else there for one, there in enumerate(players)]


def _check_seat(players: Sequence[int], seat: int) -> None:
    if seat >= len(players):
        message = sentence("no_such_seat", "this game has only {seats} seats", seats=len(players))
        raise Malformed("bad_seat", message, "seat")


def _person(people: dict[int, Any], player: int) -> dict[str, Any]:
    return {"player": player, "name": player_or_unknown(people, player).name}
