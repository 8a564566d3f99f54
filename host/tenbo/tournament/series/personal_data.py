"""Everything personal that a store has of one person, as one object to take away."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tenbo.tournament.series.person_page import person_page

if TYPE_CHECKING:
    from tenbo.tournament.repository import TournamentRepository
    from tenbo.tournament.series.season_view import SeasonView


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
