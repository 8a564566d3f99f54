"""Warnings about changes of seats that may be unintended: results that change players, and empty tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.tournament.standings import format_ranges
from tenbo.tournament.table_result import MISSING, PLAYING, sheet_of
from tenbo_core.errors import Refused
from tenbo_core.sentences import join_sentences, sentence

if TYPE_CHECKING:
    from tenbo.tournament.record_schema import DeskRecord
    from tenbo.tournament.record_values import SessionTable
    from tenbo.tournament.state import Tournament
    from tenbo.tournament.table_result import Games

# How many results are named one by one.
NAMED = 2
# Kinds whose own checks ask about results.
SELF_CONFIRMING_KINDS = ("withdraw", "enter")


def seat_change_warnings(
    before: Tournament, after: Tournament, record: DeskRecord, taken_back: DeskRecord | None, games: Games
) -> list[str]:
    """Return the questions to confirm before a record changes seats.

    `taken_back` is the record that it reverts, if any.
    """
    kind = record.kind if taken_back is None else taken_back.kind
    changed = [place for place, seated in sorted(before.seats.items()) if after.seats.get(place) != seated]
    if not changed or (taken_back is None and kind in SELF_CONFIRMING_KINDS):
        return []
    reasons = _results_that_change_hands(before, after, changed, games)
    if taken_back is None:
        return reasons
    back = [place for place in changed if place in after.seats]
    if kind == "plan" and back:
        reasons.insert(
            0, sentence("seats_would_return", "the previous seats would apply again at {tables}", tables=_tables(back))
        )
    if gone := [place for place in changed if place not in after.seats]:
        reasons.insert(0, sentence("seats_would_be_empty", "no one would sit at {tables}", tables=_tables(gone)))
    return (
        [
            sentence(
                "seats_record_reverted",
                "effect of reverting record {number} ({kind}): {reason}",
                number=taken_back.n,
                kind=kind,
                reason=reasons[0],
            ),
            *reasons[1:],
        ]
        if reasons
        else []
    )


def refuse_locked_swap(before: Tournament, session: int, players: list[int]) -> None:
    """Refuse a swap of a player with a locked result, because it would change nothing there."""
    for (one, table), seated in sorted(before.seats.items()):
        if one == session and (one, table) in before.locked:
            for player in players:
                if player in seated:
                    message = sentence(
                        "player_at_locked_table",
                        "player {player} sits at table {table} in session {session}, whose result is locked: unlock it "
                        "first (tenbo session reopen {session} {table} --why ...)",
                        player=player,
                        table=table,
                        session=session,
                    )
                    raise Refused("not_allowed_now", message, "table")


def _results_that_change_hands(
    before: Tournament, after: Tournament, changed: list[SessionTable], games: Games
) -> list[str]:
    reasons: list[str] = []
    for place in changed:
        seated, now = before.seats[place], after.seated_players(place)
        if any(seated) and sheet_of(before, *place, games).state not in (MISSING, PLAYING):
            reasons.append(_result_question(place, seated, now))
    more = len(reasons) - NAMED
    if more < 1:
        return reasons
    more_tables = sentence("so_at_more_tables", "the same applies to {count} more tables", count=more)
    if more == 1:
        more_tables = sentence("so_at_more_table", "the same applies to {count} more table", count=more)
    return [*reasons[:NAMED], more_tables]


def _result_question(place: SessionTable, seated: list[int], now: list[int]) -> str:
    session, table = place
    if not any(now):
        return sentence(
            "result_would_be_of_no_one",
            "table {table} has a result in session {session} for players {players}: it would belong to no one",
            table=table,
            session=session,
            players=_numbers(seated),
        )
    return sentence(
        "result_would_be_of",
        "table {table} has a result in session {session} for players {players}: it would go to players {other_players}",
        table=table,
        session=session,
        players=_numbers(seated),
        other_players=_numbers(now),
    )


def _numbers(players: list[int]) -> str:
    return "-".join(map(str, players))


def _tables(places: list[SessionTable]) -> str:
    """Return some tables of some sessions as text.

    >>> _tables([(1, 1), (1, 2), (1, 3), (2, 4), (3, 4)])
    'tables 1-3 in session 1; table 4 in sessions 2, 3'
    """
    by_session: dict[int, list[int]] = {}
    for session, table in places:
        by_session.setdefault(session, []).append(table)
    sessions_of: dict[tuple[int, ...], list[int]] = {}
    for session, tables in by_session.items():
        sessions_of.setdefault(tuple(tables), []).append(session)
    return join_sentences([_tables_in(list(tables), sessions) for tables, sessions in sessions_of.items()])


def _tables_in(tables: list[int], sessions: list[int]) -> str:
    table, session = format_ranges(tables), format_ranges(sessions)
    if len(tables) == 1 and len(sessions) == 1:
        return sentence("table_of_session", "table {table} in session {session}", table=table, session=session)
    if len(sessions) == 1:
        return sentence("tables_of_session", "tables {table} in session {session}", table=table, session=session)
    if len(tables) == 1:
        return sentence("table_of_sessions", "table {table} in sessions {session}", table=table, session=session)
    return sentence("tables_of_sessions", "tables {table} in sessions {session}", table=table, session=session)
