"""Confirmation prompts for input that is valid but probably mistyped, and the proposed record that asks for them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tenbo.tournament.table_result import sheet_of
from tenbo_core.errors import Refused
from tenbo_core.sentences import Sentence

if TYPE_CHECKING:
    from collections.abc import Container

    from tenbo.tournament.record_schema import DeskRecord
    from tenbo.tournament.state import Tournament
    from tenbo.tournament.table_result import Games, TableResult


def confirmation_request(text: str, at: str = "yes") -> Refused:
    """Return the confirmation prompt for input that is probably mistyped; `--yes` confirms it."""
    ending = " (--yes to confirm)"
    prompt = text.with_ending(ending) if isinstance(text, Sentence) else text + ending
    return Refused("not_allowed_now", prompt, at)


@dataclass(frozen=True)
class RecordValidationContext:
    """A record to validate, with the tournament before and after it.

    `earlier` are the stored records. `people` are the numbers of the registered players, if there are any, and `new`
    those that are registered together with the record. `yes` confirms each prompt.
    """

    record: DeskRecord
    before: Tournament
    after: Tournament
    earlier: list[DeskRecord]
    games: Games
    people: Container[int]
    new: Container[int]
    yes: bool

    @property
    def fields(self) -> dict[str, Any]:
        """Return the fields of the record by name."""
        return self.record.fields

    @property
    def reverted_record(self) -> DeskRecord | None:
        """Return the record that this one reverts, or None."""
        of = self.fields["of"] if self.record.kind == "takeback" else None
        return next((other for other in self.earlier if other.n == of), None)

    def sheet_before(self, session: int, table: int) -> TableResult:
        """Return the result of a table before the record."""
        return sheet_of(self.before, session, table, self.games)

    def require_confirmation(self, text: str) -> None:
        """Raise a confirmation prompt, unless it is confirmed already."""
        if not self.yes:
            raise confirmation_request(text)
