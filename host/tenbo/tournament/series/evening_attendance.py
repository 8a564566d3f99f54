"""Who is present at each evening, and who sits down at which table for its next game."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable


class Presence(NamedTuple):
    """Whether a person is present, and the number of the record that says so."""

    is_present: bool
    n: int


class NextPlayers(NamedTuple):
    """The players of a table's next game, by seat, and who had a seat there and lost it; 0 is an empty seat."""

    series: int
    players: tuple[int, ...]
    left: tuple[int, ...] = ()


class EveningAttendance:
    """The people of each evening and the seats of the next games. Values are replaced, never mutated."""

    def __init__(self) -> None:
        self.people: dict[int, dict[int, Presence]] = {}
        self.next_players: dict[int, NextPlayers] = {}

    def copy(self) -> EveningAttendance:
        """Return a copy, which later records change independently."""
        other = EveningAttendance()
        other.people, other.next_players = self.people.copy(), self.next_players.copy()
        return other

    def __eq__(self, other: object) -> bool:
        return isinstance(other, EveningAttendance) and vars(self) == vars(other)

    # It changes with each record.
    __hash__ = None  # type: ignore[assignment]

    def present_in(self, series: int) -> dict[int, int]:
        """Return the people who are present at an evening, each with the number of the record that says so."""
        return {player: one.n for player, one in self.people.get(series, {}).items() if one.is_present}

    def set_present(self, series: int, player: int, n: int, *, is_present: bool) -> None:
        """Record that a person is present or has left; who leaves sits nowhere."""
        self.people[series] = {**self.people.get(series, {}), player: Presence(is_present, n)}
        if not is_present:
            for table, there in list(self.next_players.items()):
                if player in there.players:
                    left = tuple(0 if one == player else one for one in there.players)
                    self.next_players[table] = there._replace(players=left)

    def mark_players_present(self, series: int, players: Iterable[int], n: int) -> None:
        """Count the players of a game as present, unless something else is recorded of them."""
        known = self.people.get(series, {})
        self.people[series] = {**{player: Presence(is_present=True, n=n) for player in players if player}, **known}

    def seat_players(self, series: int, table: int, players: Iterable[int]) -> None:
        """Seat the players of a table's next game."""
        players = tuple(players)
        left = {*self.players_at(series, table), *self.players_who_left(series, table)} - {0, *players}
        self.next_players[table] = NextPlayers(series, players, tuple(sorted(left)))

    def players_at(self, series: int, table: int | None) -> tuple[int, ...]:
        """Return the players of a table's next game, or an empty tuple."""
        there = None if table is None else self.next_players.get(table)
        return there.players if there is not None and there.series == series else ()

    def players_who_left(self, series: int, table: int | None) -> tuple[int, ...]:
        """Return who had a seat for a table's next game and lost it: a name on a display seats them no more."""
        there = None if table is None else self.next_players.get(table)
        return there.left if there is not None and there.series == series else ()

    def all_next_players(self, series: int) -> dict[int, tuple[int, ...]]:
        """Return the players of the next games at all tables of an evening."""
        return {table: there.players for table, there in self.next_players.items() if there.series == series}

    def clear_table(self, table: int | None) -> None:
        """Free the seats of a table, because its game has begun."""
        if table is not None:
            self.next_players.pop(table, None)

    def clear_all_seats(self, series: int) -> None:
        """Free all seats of an evening, because it is closed."""
        self.next_players = {table: one for table, one in self.next_players.items() if one.series != series}
