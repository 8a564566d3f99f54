"""Refuses unknown sessions and tables, where the error lists the existing ones, and tables with a locked result."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.tournament.standings import format_ranges
from tenbo_core.errors import Malformed, Refused
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from tenbo.tournament.record_values import SessionTable
    from tenbo.tournament.state import Tournament


def check_positive(session: int, table: int) -> None:
    """Refuse a session or a table below 1."""
    for name, number in (("session", session), ("table", table)):
        if number < 1:
            message = (
                sentence("session_number_range", "a session number must be 1 or more, not {session}", session=number)
                if name == "session"
                else sentence("table_number_range", "a table number must be 1 or more, not {table}", table=number)
            )
            raise Malformed("bad_field", message, name)


def locked_result_error(place: SessionTable, at: str) -> Refused:
    """Return why nothing of a table's locked result can change."""
    session, table = place
    message = sentence(
        "result_locked",
        "the result of table {table} in session {session} is locked: unlock it first, with a reason (tenbo "
        "session reopen {session} {table} --why ...)",
        table=table,
        session=session,
    )
    return Refused("not_allowed_now", message, at)


def check_session_exists(tournament: Tournament, session: int) -> None:
    """Refuse a session that is neither planned nor played."""
    if not tournament.sessions:
        message = sentence(
            "no_session_yet", "there is no session yet: the desk must seat the players first (tenbo session plan)"
        )
        raise Refused("bad_field", message, "session")
    if session not in tournament.sessions:
        known = format_ranges(tournament.sessions)
        raise Refused(
            "bad_field",
            sentence(
                "unknown_session",
                "there is no session {session}; known sessions: {known}",
                session=session,
                known=known,
            ),
            "session",
        )


def check_seat_exists(tournament: Tournament, session: int, seat: int) -> None:
    """Refuse a seat at which no one plays by the rule book of a session."""
    seats, book = tournament.seat_count(session), tournament.rulebook_of(session).id
    if seat >= seats:
        raise Malformed(
            "bad_seat",
            sentence("seats_of_book", "rule book {book} is for {seats} players", book=book, seats=seats),
            "seat",
        )


def check_table_exists(tournament: Tournament, session: int, table: int) -> None:
    """Refuse a table that has neither seats nor a game in a session."""
    check_session_exists(tournament, session)
    tables = tournament.tables_in_session(session)
    if table not in tables:
        known = format_ranges(tables)
        raise Refused(
            "bad_field",
            sentence(
                "unknown_table_in_session",
                "there is no table {table} in session {session}; its tables: {known}",
                table=table,
                session=session,
                known=known,
            ),
            "table",
        )
