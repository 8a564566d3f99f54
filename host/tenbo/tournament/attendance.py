"""Attendance: the sessions that a player misses, and the player for whom a reserve's result counts."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping


class Absence(NamedTuple):
    """A player misses the sessions from `first` to before `until`, except those without a planned seat."""

    first: int
    until: int | None = None
    byes: frozenset[int] = frozenset()

    def covers(self, session: int) -> bool:
        """Return whether the player misses a session."""
        return session >= self.first and (self.until is None or session < self.until) and session not in self.byes


class Attendance(NamedTuple):
    """Every player's absences, and for whom each reserve plays from which session on (0: for none).

    >>> one = Attendance().left(1, 2, reserve=9, byes=[3])
    >>> one.credited_player(9, 1), one.credited_player(9, 2), one.missing(2), one.missing(3)
    (9, 1, [1], [])
    >>> back = one.returned(1, 4)
    >>> back.missing(2), back.missing(4), back.credited_player(9, 3), back.credited_player(9, 4)
    ([1], [], 1, 0)
    """

    absences: Mapping[int, tuple[Absence, ...]] = {}
    reserves: Mapping[int, tuple[tuple[int, int], ...]] = {}

    def left(self, player: int, session: int, reserve: int = 0, byes: list[int] | None = None) -> Attendance:
        """Return the attendance after a player has left from a session on and a reserve plays in the player's seats."""
        absence = Absence(session, None, frozenset(byes or ()))
        found = self._replace(absences={**self.absences, player: (*self.absences.get(player, ()), absence)})
        if not reserve:
            return found
        if found.is_absent(reserve, session):
            # The replaced player is back in a seat, so there is no reserve.
            return found.returned(reserve, session)
        return found.with_reserve(reserve, session, player)

    def returned(self, player: int, session: int) -> Attendance:
        """Return the attendance after a player has come, or has come back, in a session."""
        ended = tuple(
            absence._replace(until=session) if absence.until is None else absence
            for absence in self.absences.get(player, ())
        )
        found = self._replace(absences={**self.absences, player: ended}) if ended else self
        for reserve in self.reserves:
            if reserve != player and found.credited_player(reserve, session) == player:
                found = found.with_reserve(reserve, session, 0)
        return found.with_reserve(player, session, player) if player in self.reserves else found

    def with_reserve(self, reserve: int, session: int, player: int) -> Attendance:
        """Return the attendance with a reserve who plays for a player from a session on."""
        known = self.reserves.get(reserve, ())
        return self._replace(reserves={**self.reserves, reserve: (*known, (session, player))})

    def is_absent(self, player: int, session: int) -> bool:
        """Return whether a player who has left misses a session."""
        return any(absence.covers(session) for absence in self.absences.get(player, ()))

    def credited_player(self, player: int, session: int) -> int:
        """Return for whom a seated player's result of a session counts.

        For the replaced player if the player is a reserve.
        """
        seen = set()
        while player not in seen:
            seen.add(player)
            player = next(
                (one for first, one in reversed(self.reserves.get(player, ())) if first <= session),
                player,
            )
        return player

    def missing(self, session: int) -> list[int]:
        """Return the players who miss a session, without reserves."""
        return [
            player
            for player in sorted(self.absences)
            if self.is_absent(player, session) and self.credited_player(player, session) == player
        ]
