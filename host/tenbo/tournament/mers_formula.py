"""The European ranking (MERS): a tournament's weight, and the base rank of each place in it.

As published by the European Mahjong Association, in force since 2018; `docs/files.md` repeats the table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tenbo.validation.countries import country_code

if TYPE_CHECKING:
    from tenbo.game.overall_standings import Standing
    from tenbo.tournament.player_directory import Player
    from tenbo.tournament.state import Tournament

# Each day counts one, up to three days.
MOST_DAYS = 3
# From this many players, or countries, on this many halves are added.
BY_PLAYERS = ((81, 2), (41, 1))
BY_COUNTRIES = ((10, 2), (6, 1))
QUALIFICATION = 2


class Weight(NamedTuple):
    """The factors of a tournament's weight: days, players and countries, and whether players had to qualify.

    `unknown` are the players without a known country; with their countries the weight could be higher.
    """

    days: int
    players: int
    countries: int
    qualification: bool
    unknown: int = 0

    @property
    def value(self) -> float:
        """Return the weight.

        >>> Weight(2, 64, 7, False).value, Weight(3, 140, 21, True).value, Weight(1, 40, 5, False).value
        (3.0, 6.0, 1.0)
        """
        halves = (
            2 * min(self.days, MOST_DAYS)
            + _half_points(BY_PLAYERS, self.players)
            + _half_points(BY_COUNTRIES, self.countries)
        )
        return (halves + QUALIFICATION * self.qualification) / 2

    @property
    def as_text(self) -> str:
        """Return the weight as text, as files contain it.

        >>> Weight(2, 64, 2, False).as_text, Weight(2, 40, 2, False).as_text
        ('2.5', '2')
        """
        return f"{self.value:g}"

    def explanation(self) -> str:
        """Return the weight with its factors.

        >>> Weight(2, 64, 7, False).explanation()
        'MERS 3: 2 days, 64 players, 7 countries, no qualification'
        """
        parts = [f"{self.days} day{'s' * (self.days != 1)}", f"{self.players} player{'s' * (self.players != 1)}"]
        parts.append(f"{self.countries} {'country' if self.countries == 1 else 'countries'}")
        parts.append("qualification" if self.qualification else "no qualification")
        if self.unknown:
            parts.append(f"players of unknown country: {self.unknown}")
        return f"MERS {self.as_text}: {', '.join(parts)}"

    def record(self) -> dict[str, object]:
        """Return the weight as a JSON object."""
        return {"weight": self.value, **self._asdict()}


def _half_points(steps: tuple[tuple[int, int], ...], number: int) -> int:
    return next((halves for least, halves in steps if number >= least), 0)


def weight_of(tournament: Tournament, ranked: list[Standing[int]], people: dict[int, Player]) -> Weight:
    """Return the weight of a tournament; unranked players do not count."""
    countries = [country_code(people[row.player].country) if row.player in people else "" for row in ranked]
    known = {country for country in countries if country}
    return Weight(tournament.days, len(ranked), len(known), tournament.qualification, countries.count(""))


def base_rank(players: int, place: int) -> int:
    """Return the base rank of a place: 1000 for the first, 0 for the last, truncated to an integer.

    Players who share a place all have the better one, and its base rank.

    >>> base_rank(100, 75), base_rank(16, 3), base_rank(100, 1), base_rank(100, 100)
    (252, 866, 1000, 0)
    """
    return 1000 * (players - place) // (players - 1) if players > 1 else 1000


def base_ranks(ranked: list[Standing[int]], people: dict[int, Player]) -> dict[int, int]:
    """Return the base rank of each player with an EMA number; players without one only count as players."""
    return {
        row.player: base_rank(len(ranked), row.place)
        for row in ranked
        if row.player in people and people[row.player].ema
    }
