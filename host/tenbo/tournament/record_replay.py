"""Replays the desk's records: which of them are effective, and the tournament that follows from them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.tournament.state import Tournament
from tenbo_core.errors import Refused
from tenbo_core.event_notation import event_of
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tenbo.tournament.record_schema import DeskRecord


def replay(records: Sequence[DeskRecord]) -> Tournament:
    """Return the tournament by the desk's effective records."""
    tournament = Tournament()
    for record in effective_records(records):
        try:
            tournament.apply(record)
        except Refused as error:
            if records[-1].kind != "takeback":
                raise
            message = sentence(
                "record_needed_by",
                "record {number} ({kind}) depends on this record: revert record {number} first ({message})",
                number=record.n,
                kind=record.kind,
                message=error.message,
            )
            raise Refused(error.code, message, error.at) from None
    return tournament


def apply_records(tournament: Tournament, records: Sequence[DeskRecord], new: Sequence[DeskRecord]) -> Tournament:
    """Return the tournament by all records, of which `new` are the last, from the tournament before them.

    Only the new records are applied, unless one of them reverts another.
    """
    void = reverted_numbers(records)
    if any(record.kind == "takeback" or record.n in void for record in new):
        return replay(records)
    after = tournament.copy()
    for record in new:
        after.apply(record)
    return after


def effective_records(records: Sequence[DeskRecord]) -> list[DeskRecord]:
    """Return the effective records: without those that were reverted, unless the takeback was itself reverted.

    >>> from tenbo.tournament.record_schema import make
    >>> first = make("open", "desk", {"session": 1}, 0)
    >>> slip = make("takeback", "desk", {"of": 0, "why": "a slip"}, 1)
    >>> (effective_records([first, slip]),
    ... len(effective_records([first, slip, make("takeback", "desk", {"of": 1, "why": "no"}, 2)])))
    ([], 1)
    """
    void = reverted_numbers(records)
    return [record for record in records if record.kind != "takeback" and record.n not in void]


def reverted_numbers(records: Sequence[DeskRecord]) -> set[int]:
    """Return the numbers of the reverted records; a takeback that was itself reverted does not count."""
    void: set[int] = set()
    for record in reversed(records):
        if record.kind == "takeback" and record.n not in void:
            void.add(record.fields["of"])
    return void


def undone_rulings(records: Sequence[DeskRecord]) -> set[int]:
    """Return the numbers of the rulings that a later ruling at the same table has taken out of its game.

    >>> from tenbo.tournament.record_schema import make
    >>> acts = ("substitute 0 now", "correct 5:")
    >>> rulings = [make("ruling", "desk", {"table": 3, "event": 5 + n, "act": act}, n) for n, act in enumerate(acts)]
    >>> undone_rulings(rulings)
    {0}
    """
    stand: dict[tuple[int, int], int] = {}
    undone = set()
    for record in records:
        if record.kind == "ruling":
            table, number, act = record.fields["table"], record.fields["event"], record.fields["act"]
            if act.startswith("correct "):
                repair = event_of(act)
                if not repair.field("events") and (table, repair.field("of")) in stand:
                    undone.add(stand.pop((table, repair.field("of"))))
            stand[table, number] = record.n
    return undone
