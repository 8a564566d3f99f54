"""Validates the desk's records before they are stored, one by one and as a whole; each error names its remedy.

Stored records are replayed without this check, because an older version may have accepted more.
"""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING

from tenbo.rulebooks import check_totals
from tenbo.store.sqlite_store import wall_clock_ms
from tenbo.tournament.edit_conflicts import check_up_to_date, overwriting_question, overwritten_record
from tenbo.tournament.existence_checks import check_session_exists, locked_result_error
from tenbo.tournament.plausibility_prompts import RecordValidationContext
from tenbo.tournament.record_replay import reverted_numbers
from tenbo.tournament.record_schema import require_all_kinds
from tenbo.tournament.result_record_validator import RESULT_VALIDATORS
from tenbo.tournament.rulebook_checks import check_book
from tenbo.tournament.seat_change_warnings import seat_change_warnings
from tenbo.tournament.seat_record_validator import SEAT_VALIDATORS
from tenbo.tournament.series.club_record_validator import CLUB_VALIDATORS
from tenbo.tournament.standings import format_ranges, table_states_sentence
from tenbo.tournament.table_result import (
    BROKEN,
    sheet_of,
    unfinished_tables,
)
from tenbo.validation.countries import parse_country
from tenbo.validation.dates import check_day_count, parse_day
from tenbo.validation.fields import check_value
from tenbo_core.errors import Refused
from tenbo_core.sentences import join_sentences, sentence

if TYPE_CHECKING:
    from collections.abc import Callable, Container

    from tenbo.tournament.record_schema import DeskRecord
    from tenbo.tournament.record_values import SessionTable
    from tenbo.tournament.state import Tournament
    from tenbo.tournament.table_result import Games

# Records that can be reverted; the others have taken effect at tables and devices.
REVERTIBLE_KINDS = (
    "tournament", "seats", "plan", "swap", "out", "withdraw", "strike", "enter", "open", "end", "game", "detach",
    "penalty", "substitute", "correct", "chips", "lock", "reopen", "hide", "release", "slip", "wall", "takeback",
    "series", "close", "resume", "attendance", "sit", "play", "who", "rescore", "void", "merge", "share",
)  # fmt: skip

# The rulings at a table that its game does without: nothing that was played depends on them.
REVERTIBLE_RULINGS = ("penalty", "late", "substitute", "disqualify")


def is_revertible(record: DeskRecord) -> bool:
    """Return whether a record can be reverted, by the records that are left or by its table."""
    if record.kind == "ruling":
        return record.fields["act"].partition(" ")[0] in REVERTIBLE_RULINGS
    return record.kind in REVERTIBLE_KINDS


def _check_tournament(proposed: RecordValidationContext) -> None:
    fields, before = proposed.fields, proposed.before
    if fields.get("another") and before.embargo.is_hidden(max(before.sessions, default=0), wall_clock_ms()):
        message = sentence(
            "other_tournament_hidden",
            "the results of {title} are hidden: publish them before you begin another tournament (tenbo "
            "session publish)",
            title=repr(before.title),
        )
        raise Refused("not_allowed_now", message, "another")
    book = check_book(fields["rules"], fields.get("book", ""))
    # A tournament that has such a book goes on with it.
    if fields.get("book") != proposed.before.facts.get("book"):
        check_totals(book)
    if "date" in fields:
        parse_day(fields["date"])
    if "short" in fields:
        check_value("short", "name", fields["short"])
    check_day_count(fields.get("days", 1))
    if "country" in fields:
        parse_country(fields["country"])


def _check_hide(proposed: RecordValidationContext) -> None:
    before, fields = proposed.before, proposed.fields
    session, now_ms = fields["session"], wall_clock_ms()
    # A host whose sessions are started by a desk above it has no sessions of its own.
    if before.sessions:
        check_session_exists(before, session)
    seen = [one for one in before.sessions if one < session and before.embargo.is_hidden(one, now_ms)]
    if seen:
        message = sentence(
            "hidden_session_shown",
            "session {session} is still hidden and would become visible to everyone at once",
            session=seen[0],
        )
        if len(seen) > 1:
            message = sentence(
                "hidden_sessions_shown",
                "sessions {sessions} are still hidden and would become visible to everyone at once",
                sessions=format_ranges(seen),
            )
        proposed.require_confirmation(message)


def _check_end(proposed: RecordValidationContext) -> None:
    before, fields = proposed.before, proposed.fields
    session = fields["session"]
    check_session_exists(before, session)
    open_places = unfinished_tables(before, session, proposed.games)
    if open_places:
        proposed.require_confirmation(
            sentence(
                "session_not_finished",
                "session {session} is not finished: {open_places}",
                session=session,
                open_places=table_states_sentence(open_places),
            )
        )


def _check_takeback(proposed: RecordValidationContext) -> None:
    before, number = proposed.before, proposed.fields["of"]
    target = proposed.reverted_record
    if target is None:
        raise Refused(
            "bad_field",
            sentence(
                "unknown_record", "there is no record {number}: see the desk's log (tenbo log --desk)", number=number
            ),
            "of",
        )
    if target.kind == "ruling":
        message = sentence(
            "ruling_not_reverted",
            "record {number} is a ruling at table {table}: correct the hand on the page of that table",
            number=number,
            table=target.fields["table"],
        )
        raise Refused("not_allowed_now", message, "of")
    if target.kind not in REVERTIBLE_KINDS:
        message = sentence(
            "record_carried_out",
            "record {number} ({kind}) has already been carried out: it cannot be reverted",
            number=number,
            kind=target.kind,
        )
        raise Refused("not_allowed_now", message, "of")
    if number in reverted_numbers(proposed.earlier):
        raise Refused(
            "not_allowed_now",
            sentence("record_taken_back", "record {number} has already been reverted", number=number),
            "of",
        )
    if target.session_table in before.locked and target.kind not in ("lock", "reopen"):
        assert target.session_table is not None
        raise locked_result_error(target.session_table, "of")


# The records about seats, the tournament and results. A kind is in this table or among those without a check.
VALIDATORS: dict[str, Callable[[RecordValidationContext], None]] = {
    **SEAT_VALIDATORS,
    **RESULT_VALIDATORS,
    "tournament": _check_tournament,
    "end": _check_end,
    "hide": _check_hide,
    "takeback": _check_takeback,
    **CLUB_VALIDATORS,
}
# Their fields, and the tournament that they are applied to, refuse all that is wrong with these.
UNCHECKED = (
    "bind", "ledger", "open", "detach", "reopen", "release", "slip", "wall", "clock", "pen", "believe", "ruling",
    "answer", "share",
)  # fmt: skip
require_all_kinds([*VALIDATORS, *UNCHECKED])


@dataclass(frozen=True)
class DeskRecordValidator:
    """Raises an error for invalid records, or a confirmation prompt for doubtful ones.

    `seen` is the number of the last record that the author had seen, if it is known. `elsewhere` are the records from
    other terminals and browsers. The others are described at `RecordValidationContext`.
    """

    games: Games
    _: KW_ONLY
    yes: bool = False
    seen: int | None = None
    people: Container[int] = ()
    elsewhere: Container[int] = ()
    new: Container[int] = ()

    def __call__(
        self, before: Tournament, after: Tournament, made: list[DeskRecord], records: list[DeskRecord]
    ) -> None:
        """Check records, given the tournament before and after them, and all earlier records."""
        # What was recorded of another tournament in the same store is no conflict with this one.
        known = [record for record in records if record.n >= before.since_record]
        if self.seen is not None:
            check_up_to_date(made, known, self.seen)
        for record in made:
            proposed = RecordValidationContext(
                record, before, after, records, self.games, self.people, self.new, self.yes
            )
            if record.kind in VALIDATORS:
                VALIDATORS[record.kind](proposed)
            if self.seen is None:
                self._confirm_overwriting(proposed, known)
            is_switch = before.origin_record != after.origin_record
            if not is_switch and (
                reasons := seat_change_warnings(before, after, record, proposed.reverted_record, self.games)
            ):
                proposed.require_confirmation(join_sentences(reasons))
        self._check_sheets(before, after)

    def _confirm_overwriting(self, proposed: RecordValidationContext, known: list[DeskRecord]) -> None:
        """Request a confirmation for a record that replaces one of another author or terminal."""
        record = proposed.record
        other = overwritten_record(record, known, self.elsewhere)
        if other is not None:
            is_same_name = other.by == record.by and other.n in self.elsewhere
            proposed.require_confirmation(overwriting_question(other, is_same_name=is_same_name))

    def _check_sheets(self, before: Tournament, after: Tournament) -> None:
        """Check that every result that could be computed before can still be computed."""
        if before.origin_record != after.origin_record:
            return
        for place in sorted({*after.notes, *after.games}):
            if _result_inputs(before, place) == _result_inputs(after, place):
                continue
            broken = sheet_of(after, *place, self.games)
            if broken.state == BROKEN and sheet_of(before, *place, self.games).state != BROKEN:
                message = sentence(
                    "result_would_break",
                    "after this change the result of table {place} in session {other_place} could no longer "
                    "be worked out: {why}",
                    place=place[1],
                    other_place=place[0],
                    why=broken.why,
                )
                raise Refused("contradiction", message, "scores")


def _result_inputs(tournament: Tournament, place: SessionTable) -> object:
    """Return all of the desk's data that a result depends on."""
    return (
        tournament.games.get(place), tournament.notes.get(place, []), place in tournament.locked,
        tournament.locked.get(place), tournament.rulebook_of(place[0]),
    )  # fmt: skip
