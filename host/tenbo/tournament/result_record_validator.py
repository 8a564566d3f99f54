"""Validates records about a table's result: its game, penalties, substitutes, corrections, chips and locks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.tournament.existence_checks import check_seat_exists, check_table_exists
from tenbo.tournament.rulebook_checks import check_chips
from tenbo.tournament.table_result import (
    BROKEN,
    COMPLETE,
    GIVEN_UP,
    LOCKED,
    MISSING,
    PLAYING,
    apply_correction,
    round_and_scores_text,
    table_before_correction,
)
from tenbo_core.errors import Malformed, Refused
from tenbo_core.seats import WIND_LETTERS
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from tenbo.tournament.plausibility_prompts import RecordValidationContext
    from tenbo.tournament.record_values import SessionTable

# The smallest stick; a smaller number was probably meant in thousands.
LEAST_PENALTY = 100
# Four scores of 30,000; no rule book starts with more.
MOST_PENALTY = 120_000


def _check_table(proposed: RecordValidationContext) -> SessionTable:
    """Return the session and table whose result a record is about; refuse an unknown one."""
    session, table = proposed.fields["session"], proposed.fields["table"]
    check_table_exists(proposed.after, session, table)
    return session, table


def _check_penalty(proposed: RecordValidationContext) -> None:
    fields = proposed.fields
    session, _ = _check_table(proposed)
    check_seat_exists(proposed.before, session, fields["seat"])
    points, seat = fields["points"], WIND_LETTERS[fields["seat"]]
    if points == 0:
        raise Malformed(
            "bad_field",
            sentence("penalty_not_negative", "a penalty must be a negative number, such as -8000"),
            "points",
        )
    if points > 0:
        proposed.require_confirmation(
            sentence(
                "penalty_without_minus",
                "{points} without a minus would give points to seat {seat}: enter a penalty as -{points}",
                points=points,
                seat=seat,
            )
        )
    if abs(points) < LEAST_PENALTY:
        proposed.require_confirmation(
            sentence(
                "penalty_in_thousands",
                "a penalty is in points, not in thousands: did you mean {value} instead of {points}?",
                points=points,
                value=1000 * points,
            )
        )
    if abs(points) > MOST_PENALTY:
        proposed.require_confirmation(
            sentence(
                "more_than_table_has",
                "{points} may be a mistake: a table does not have that many points in all",
                points=points,
            )
        )
    if points % LEAST_PENALTY:
        proposed.require_confirmation(
            sentence(
                "points_not_multiple",
                "points should be a multiple of {least_penalty}, not {points}",
                least_penalty=LEAST_PENALTY,
                points=points,
            )
        )


def _check_substitute(proposed: RecordValidationContext) -> None:
    before = proposed.before
    session, _ = _check_table(proposed)
    if not before.has_substitute_rule(session):
        book = before.rulebook_of(session).id
        message = sentence(
            "book_without_substitutes",
            "the rule book of session {session}, {book}, says nothing about substitutes",
            session=session,
            book=book,
        )
        raise Refused("not_in_this_rule_book", message, "seat")
    check_seat_exists(before, session, proposed.fields["seat"])


def _check_correct(proposed: RecordValidationContext) -> None:
    before, fields = proposed.before, proposed.fields
    session, table = place = _check_table(proposed)
    sheet = table_before_correction(before, place, proposed.games)
    try:
        apply_correction(sheet, fields["scores"], fields.get("sticks", 0))
    except Refused as error:
        message = sentence(
            "table_in_session",
            "table {table} in session {session}: {message}; check the score sheet and enter the scores again",
            table=table,
            session=session,
            message=error.message,
        )
        raise Refused(error.code, message, error.at) from None
    for score in fields["scores"]:
        if abs(score) > sheet.rules.players * sheet.rules.start_points:
            proposed.require_confirmation(
                sentence(
                    "more_than_table_has",
                    "{points} may be a mistake: a table does not have that many points in all",
                    points=score,
                )
            )
    if proposed.sheet_before(session, table).state == PLAYING:
        now = round_and_scores_text(sheet)
        proposed.require_confirmation(
            sentence(
                "table_still_plays",
                "table {table} is still playing session {session} ({now}): the scores you enter would be used instead",
                table=table,
                session=session,
                now=now,
            )
        )


def _check_chips(proposed: RecordValidationContext) -> None:
    session, _ = _check_table(proposed)
    check_chips(proposed.before.rulebook_of(session).load(), proposed.fields["chips"])


def _check_lock(proposed: RecordValidationContext) -> None:
    session, table = _check_table(proposed)
    sheet = proposed.sheet_before(session, table)
    if sheet.state in (BROKEN, GIVEN_UP):
        raise Refused("not_allowed_now", sheet.why, "table")
    if sheet.state not in (COMPLETE, LOCKED):
        state = (
            sentence("table_has_no_game_yet", "has no game yet")
            if sheet.state == MISSING
            else sentence("still_playing", "is still playing")
        )
        message = sentence(
            "result_not_finished",
            "table {table} {state} in session {session}: only a finished result can be locked; finish the "
            "game, or type the scores (tenbo session correct {session} {table} ...)",
            table=table,
            state=state,
            session=session,
        )
        raise Refused("not_allowed_now", message, "table")


def _check_game(proposed: RecordValidationContext) -> None:
    before, fields = proposed.before, proposed.fields
    for place, known in before.games.items():
        if place != proposed.record.session_table and known == (fields["ledger"], fields["start"]):
            message = sentence(
                "game_taken_in_session",
                "this game belongs to table {place} in session {other_place}: detach it there first (tenbo "
                "session detach {other_place} {place})",
                place=place[1],
                other_place=place[0],
            )
            raise Refused("contradiction", message, "start")


RESULT_VALIDATORS = {
    "game": _check_game,
    "penalty": _check_penalty,
    "substitute": _check_substitute,
    "correct": _check_correct,
    "chips": _check_chips,
    "lock": _check_lock,
}
