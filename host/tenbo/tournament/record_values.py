"""The values that the desk's records set: tables of a session, games, annotations, slips, rule books, leases."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from tenbo.rulebooks import load, parse_own_book
from tenbo.validation.plural_rules import english_plural
from tenbo.validation.points_text import points_text, signed_points_text
from tenbo_core.rules import DEFAULT_BOOK

if TYPE_CHECKING:
    from collections.abc import Callable

    from tenbo.rulebooks import Book

# A session and a table in it.
SessionTable = tuple[int, int]


class GameRef(NamedTuple):
    """A reference to a game: its ledger and the number of its start."""

    ledger: str
    start: int


class SheetAnnotation(NamedTuple):
    """A penalty or a change on a sheet: its kind, author and reason, and the number of its record."""

    what: str
    by: str
    why: str
    value: Any
    n: int = -1


class EnteredSlip(NamedTuple):
    """The scores of a table's slip as one person has entered them, and the number of the record."""

    scores: list[int]
    sticks: int
    n: int


class RulebookRef(NamedTuple):
    """A rule book: its id, and its text if it is not bundled."""

    id: str = DEFAULT_BOOK
    text: str = ""

    def load(self) -> Book:
        """Return the rule book."""
        return parse_own_book(self.id, self.text) if self.text else load(self.id)

    @property
    def has_chips(self) -> bool:
        """Return whether a game has chips."""
        return _has_chips(self)


@cache
def _has_chips(rulebook: RulebookRef) -> bool:
    return rulebook.load().rules.chip_points != 0


# What the name of an author, or the sign behind it, says of the author's role.
AUTHOR_ROLES = ("desk", "referee", "table")


class LedgerHolder(NamedTuple):
    """The lease of a ledger: the epoch, and the device that took the ledger over, or `desk`."""

    epoch: int
    holder: str


def annotation_text(
    note: SheetAnnotation,
    translate: Callable[..., str] = str.format,
    plural: Callable[..., str] = english_plural,
    signed: Callable[[int], str] = signed_points_text,
    points: Callable[[int], str] = points_text,
) -> str:
    """Return a change as a line, with the record number by which it can be reverted.

    >>> from tenbo.tournament.record_values import SheetAnnotation
    >>> annotation_text(SheetAnnotation("penalty", "referee Ada", "telephone", [2, -8000], 41))
    'penalty W -8,000 by referee Ada: telephone (record 41)'
    """
    value = ""
    if note.what == "penalty":
        value = f" {translate('ESWN'[note.value[0]])} {signed(note.value[1])}"
    elif note.what == "chips":
        value = " " + " ".join(map(signed, note.value))
    elif note.what == "substitute":
        seat, since = note.value
        value = f" {translate('ESWN'[seat])} "
        value += translate("from the start" if since == "start" else "during the session")
    elif note.what == "correct":
        scores, sticks = note.value
        value = " " + " ".join(map(points, scores))
        if sticks:
            value += " " + plural(sticks, "and {} stick", "and {} sticks")
    text = translate("{} by {}", translate(note.what) + value, _author_text(note.by, translate))
    if note.why:
        text = translate("{}: {}", text, note.why)
    return translate("{} (record {})", text, note.n) if note.n >= 0 else text


def _author_text(by: str, translate: Callable[..., str]) -> str:
    """Return who has made a record, with the role in the reader's words: `desk`, or `Ada (desk)` with her name."""
    if by == "host":
        return translate("the service")
    if by in AUTHOR_ROLES:
        return translate(by)
    name, _, role = by.removesuffix(")").rpartition(" (")
    is_signed = bool(name) and by.endswith(")") and role in AUTHOR_ROLES
    return translate("{} ({})", name, translate(role)) if is_signed else by
