"""Warnings about changes of seats that may be unintended: results that change players, and empty tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.tournament.standings import format_ranges
from tenbo.tournament.table_result import MISSING, PLAYING, sheet_of
from tenbo_core.errors import Refused
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from tenbo.tournament.record_values import SessionTable
    from tenbo.tournament.records import DeskRecord
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
        reasons.insert(0, f"the seats of before would hold again at {_tables(back)}")
    if gone := [place for place in changed if place not in after.seats]:
        reasons.insert(0, f"no one would sit at {_tables(gone)}")
    return [f"record {taken_back.n} is a {kind}, and without it {reasons[0]}", *reasons[1:]] if reasons else []


def refuse_locked_swap(before: Tournament, session: int, players: list[int]) -> None:
    """Refuse a swap of a player with a locked result, because it would change nothing there."""
    for (one, table), seated in sorted(before.seats.items()):
        if one == session and (one, table) in before.locked:
            for player in players:
                if player in seated:
                    message = sentence(
                        "player_at_locked_table",
                        "player {player} sits at table {table} in session {session}, whose result is locked: reopen it "
                        "first (tenbo session reopen {session} {table} --why ...)",
                        player=player,
                        table=table,
                        session=session,
                    )
                    raise Refused("not_allowed_now", message, "table")


def _results_that_change_hands(
    before: Tournament, after: Tournament, changed: list[SessionTable], games: Games
) -> list[str]:
    reasons = []
    for place in changed:
        seated, now = before.seats[place], after.seated_players(place)
        if any(seated) and sheet_of(before, *place, games).state not in (MISSING, PLAYING):
            whose = f"that of {_numbers(now)}" if any(now) else "no one's"
            reasons.append(
                f"table {place[1]} has a result in session {place[0]}, that of {_numbers(seated)}: it would be {whose}"
            )
    more = len(reasons) - NAMED
    more_tables = f"and so at {more} more table{'s' * (more > 1)}"
    return [*reasons[:NAMED], more_tables] if more > 0 else reasons


def _numbers(players: list[int]) -> str:
    return "-".join(map(str, players))


def _tables(places: list[SessionTable]) -> str:
    """Return some tables of some sessions as text.

    >>> _tables([(1, 1), (1, 2), (1, 3), (2, 4), (3, 4)])
    'tables 1-3 in session 1, table 4 in sessions 2, 3'
    """
    by_session: dict[int, list[int]] = {}
    for session, table in places:
        by_session.setdefault(session, []).append(table)
    sessions_of: dict[tuple[int, ...], list[int]] = {}
    for session, tables in by_session.items():
        sessions_of.setdefault(tuple(tables), []).append(session)
    return ", ".join(
        f"table{'s' * (len(tables) > 1)} {format_ranges([*tables])} "
        f"in session{'s' * (len(sessions) > 1)} {format_ranges(sessions)}"
        for tables, sessions in sessions_of.items()
    )
