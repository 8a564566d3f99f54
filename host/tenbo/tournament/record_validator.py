"""Validates the desk's records before they are stored, one by one and as a whole; each error names its remedy.

Stored records are replayed without this check, because an older version may have accepted more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.rulebooks import as_start_fields, load, parse_own_book
from tenbo.store.sqlite_store import wall_clock_ms
from tenbo.tournament.countries import parse_country
from tenbo.tournament.dates import check_days, parse_day
from tenbo.tournament.edit_conflicts import check_up_to_date, overwritten_record
from tenbo.tournament.existence_checks import check_session_exists, check_table_exists
from tenbo.tournament.results import (
    BROKEN,
    COMPLETE,
    LOCKED,
    MISSING,
    PLAYING,
    apply_correction,
    game_status_text,
    sheet_of,
    table_to_correct,
    unfinished_tables,
)
from tenbo.tournament.seat_changes import seat_change_warnings
from tenbo.tournament.seat_validator import SeatValidator
from tenbo.tournament.standings import format_ranges, table_states_text
from tenbo.tournament.state import reverted_numbers
from tenbo.validation.fields import check_value
from tenbo_core.errors import Malformed, Refused
from tenbo_core.seats import WIND_LETTERS

if TYPE_CHECKING:
    from tenbo.tournament.records import DeskRecord
    from tenbo.tournament.state import SessionTable, Tournament

# Records that can be reverted; the others have taken effect at tables and devices.
TAKEN_BACK = (
    "tournament", "seats", "plan", "swap", "out", "withdraw", "strike", "enter", "open", "end", "game", "detach",
    "penalty", "substitute", "correct", "lock", "reopen", "hide", "release", "slip", "wall", "takeback",
)  # fmt: skip

# The smallest stick; a smaller number was probably meant in thousands.
LEAST_PENALTY = 100
# Four scores of 30,000; no rule book starts with more.
MOST_PENALTY = 120_000

# Records about the result of one table.
OF_A_RESULT = ("penalty", "substitute", "correct", "lock")


class RecordValidator(SeatValidator):
    """Raises an error for invalid records, or a confirmation prompt for doubtful ones."""

    def __call__(
        self, before: Tournament, after: Tournament, made: list[DeskRecord], records: list[DeskRecord]
    ) -> None:
        """Check records, given the tournament before and after them, and all earlier records."""
        self._records = records
        if self._seen is not None:
            check_up_to_date(made, records, self._seen)
        for record in made:
            self._check_record(before, after, record)
            other = overwritten_record(record, records, self._elsewhere) if self._seen is None else None
            if other is not None:
                what = "this would be one more" if record.kind == "penalty" else "this would take its place"
                is_same_name = other.by == record.by and other.n in self._elsewhere
                where = " at another terminal or browser" if is_same_name else ""
                self._require_yes(
                    f"{other.by} has recorded {other.summary()} already{where}, as number {other.n}: {what}"
                )
            if reasons := seat_change_warnings(before, after, record, self._reverted_record(record), self._games):
                self._require_yes("; ".join(reasons))
        self._check_sheets(before, after)

    def _reverted_record(self, record: DeskRecord) -> DeskRecord | None:
        """Return the record that another one reverts, or None."""
        of = record.fields["of"] if record.kind == "takeback" else None
        return next((other for other in self._records if other.n == of), None)

    def _check_record(self, before: Tournament, after: Tournament, record: DeskRecord) -> None:
        if record.kind in OF_A_RESULT:
            check_table_exists(after, record.fields["session"], record.fields["table"])
        own = getattr(self, f"_{record.kind}", None)
        if own is not None:
            own(before, after, record)

    # ---------------------------------------------------------------- one record

    def _tournament(self, _: Tournament, __: Tournament, record: DeskRecord) -> None:
        fields = record.fields
        _check_book(fields["rules"], fields.get("book", ""))
        if "date" in fields:
            parse_day(fields["date"])
        if "short" in fields:
            check_value("short", "name", fields["short"])
        check_days(fields.get("days", 1))
        if "country" in fields:
            parse_country(fields["country"])

    def _penalty(self, _: Tournament, __: Tournament, record: DeskRecord) -> None:
        points, seat = record.fields["points"], WIND_LETTERS[record.fields["seat"]]
        if points == 0:
            raise Malformed("bad_field", "a penalty takes points away, such as -8000", "points")
        if points > 0:
            self._require_yes(f"{points} without a minus gives points to seat {seat}: a penalty is -{points}")
        if abs(points) < LEAST_PENALTY:
            self._require_yes(f"a penalty is in points, not in thousands: {points} would be {1000 * points}")
        if abs(points) > MOST_PENALTY:
            self._require_yes(f"{points} is more than all points of a table")
        if points % LEAST_PENALTY:
            self._require_yes(f"points are multiples of {LEAST_PENALTY}, and {points} is none")

    def _substitute(self, before: Tournament, _: Tournament, record: DeskRecord) -> None:
        session = record.fields["session"]
        if not before.has_substitutes(session):
            book = before.rulebook_of(session).id
            message = f"the rule book of session {session}, {book}, says nothing about substitutes"
            raise Refused("not_in_this_rule_book", message, "seat")

    def _correct(self, before: Tournament, _: Tournament, record: DeskRecord) -> None:
        session, table = place = record.fields["session"], record.fields["table"]
        sheet = table_to_correct(before, place, self._games)
        try:
            apply_correction(sheet, record.fields["scores"], record.fields.get("sticks", 0))
        except Refused as error:
            message = f"table {table} in session {session}: {error.message}; see the sheet and type it again"
            raise Refused(error.code, message, error.at) from None
        for score in record.fields["scores"]:
            if abs(score) > 4 * sheet.rules.start_points:
                self._require_yes(f"{score} is more than all points of a table")
        if sheet_of(before, session, table, self._games).state == PLAYING:
            now = game_status_text(sheet)
            self._require_yes(f"table {table} still plays session {session} ({now}): what is typed would count instead")

    def _lock(self, before: Tournament, _: Tournament, record: DeskRecord) -> None:
        session, table = record.fields["session"], record.fields["table"]
        sheet = sheet_of(before, session, table, self._games)
        if sheet.state == BROKEN:
            raise Refused("not_allowed_now", sheet.why, "table")
        if sheet.state not in (COMPLETE, LOCKED):
            state = "has no game yet" if sheet.state == MISSING else "is still playing"
            message = (
                f"table {table} {state} in session {session}: only a finished result can be locked; finish the game, "
                f"or type the scores (tenbo session correct {session} {table} ...)"
            )
            raise Refused("not_allowed_now", message, "table")

    def _game(self, before: Tournament, _: Tournament, record: DeskRecord) -> None:
        for place, known in before.games.items():
            if place != record.session_table and known == (record.fields["ledger"], record.fields["start"]):
                message = (
                    f"this game is the one of table {place[1]} in session {place[0]}: detach it there first "
                    f"(tenbo session detach {place[0]} {place[1]})"
                )
                raise Refused("contradiction", message, "start")

    def _hide(self, before: Tournament, _: Tournament, record: DeskRecord) -> None:
        session, now_ms = record.fields["session"], wall_clock_ms()
        # A host whose sessions are started by a desk above it has no sessions of its own.
        if before.sessions:
            check_session_exists(before, session)
        seen = [one for one in before.sessions if one < session and before.embargo.is_hidden(one, now_ms)]
        if seen:
            several = "s" * (len(seen) > 1)
            self._require_yes(
                f"session{several} {format_ranges(seen)}, hidden until now, would be shown to everybody at once"
            )

    def _end(self, before: Tournament, _: Tournament, record: DeskRecord) -> None:
        session = record.fields["session"]
        check_session_exists(before, session)
        open_places = unfinished_tables(before, session, self._games)
        if open_places:
            self._require_yes(f"session {session} is not finished: {table_states_text(open_places)}")

    def _takeback(self, before: Tournament, _: Tournament, record: DeskRecord) -> None:
        number = record.fields["of"]
        target = self._reverted_record(record)
        if target is None:
            raise Refused("bad_field", f"there is no record {number}: see the desk's record (tenbo log --desk)", "of")
        if target.kind not in TAKEN_BACK:
            message = f"record {number} is a {target.kind}, which has been carried out: it cannot be taken back"
            raise Refused("not_allowed_now", message, "of")
        if number in reverted_numbers(self._records):
            raise Refused("not_allowed_now", f"record {number} is taken back already", "of")
        if target.session_table in before.locked and target.kind not in ("lock", "reopen"):
            assert target.session_table is not None
            message = "the result of table {1} in session {0} is locked: reopen it first, with a reason"
            raise Refused("not_allowed_now", message.format(*target.session_table), "of")

    # ---------------------------------------------------------------- the whole tournament

    def _check_sheets(self, before: Tournament, after: Tournament) -> None:
        """Check that every result that could be computed before can still be computed."""
        for place in sorted({*after.notes, *after.games}):
            if _result_inputs(before, place) == _result_inputs(after, place):
                continue
            broken = sheet_of(after, *place, self._games)
            if broken.state == BROKEN and sheet_of(before, *place, self._games).state != BROKEN:
                message = f"table {place[1]} in session {place[0]} could not be worked out then: {broken.why}"
                raise Refused("contradiction", message, "scores")


def _result_inputs(tournament: Tournament, place: SessionTable) -> object:
    """Return all of the desk's data that a result depends on."""
    return (
        tournament.games.get(place), tournament.notes.get(place, []), place in tournament.locked,
        tournament.locked.get(place), tournament.rulebook_of(place[0]),
    )  # fmt: skip


def _check_book(book_id: str, text: str) -> None:
    """Refuse an unknown rule book, and an own one that cannot be played at a table."""
    book = parse_own_book(book_id, text) if text else load(book_id, files=False)
    if book.id != book_id:
        raise Malformed("contradiction", f"the book's id is {book.id}, not {book_id}", "rules")
    as_start_fields(book)
