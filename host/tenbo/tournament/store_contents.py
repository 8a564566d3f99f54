"""What a store is used for: a tournament, a club, or nothing yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.validation.plural_rules import english_plural

if TYPE_CHECKING:
    from tenbo.tournament.state import Tournament

TOURNAMENT, CLUB, EMPTY = "tournament", "club", "empty"


def store_kind(tournament: Tournament) -> str:
    """Return what a store is used for: sessions make a tournament, a season or an evening a club.

    A tournament that is named and not seated yet counts while no evening is open.
    """
    club = tournament.club
    if tournament.sessions or (tournament.title and club.evening is None):
        return TOURNAMENT
    return CLUB if club.series else EMPTY


def contents_text(tournament: Tournament, people: int) -> str:
    """Return in words what a store has: its tournament or its club, and how many people.

    >>> from tenbo.tournament.state import Tournament
    >>> contents_text(Tournament(), 0)
    'nothing yet'
    """
    count = english_plural(people, "{} person", "{} people")
    kind = store_kind(tournament)
    if kind == CLUB:
        season = tournament.club.season
        return f"a club{f', season {season.title},' if season else ''} with {count}"
    if kind == TOURNAMENT:
        return f"the tournament {tournament.title or '(not named yet)'} with {count}"
    return count if people else "nothing yet"
