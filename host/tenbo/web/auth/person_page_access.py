"""Who sees the personal part of a person's page, and whose page it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tenbo_core.errors import Refused
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from tenbo.tournament.series.club import Club
    from tenbo.web.auth.authentication import Visitor

# Roles that read what members share with each other. A table's code hangs where guests see it.
MEMBERS = ("member", "referee", "desk")


class PersonPageAccess(NamedTuple):
    """Whether a visitor sees what is personal on a page, and whether the page is the visitor's own."""

    sees: bool
    is_own: bool


def page_access(club: Club, player: int, visitor: Visitor) -> PersonPageAccess:
    """Return what a visitor may see of a person's page."""
    person = club.person(player)
    is_own = visitor.player is not None and club.person(visitor.player) == person
    shows = club.page_visibility(person)
    shared = shows == "everyone" or (shows == "members" and visitor.role in MEMBERS)
    return PersonPageAccess(is_own or visitor.role == "desk" or shared, is_own)


def check_own_page(club: Club, player: int, visitor: Visitor) -> None:
    """Refuse a visitor who is neither this person nor the desk."""
    if visitor.role != "desk" and not page_access(club, player, visitor).is_own:
        message = sentence(
            "not_your_page", "only the person concerned can do this: log in with your own link, or ask the desk"
        )
        raise Refused("no_permission", message, "player")
