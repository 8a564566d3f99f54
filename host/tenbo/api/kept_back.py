"""What everybody may see of tables that play a session whose results are hidden: that they play, and no points.

The desk, the referees and the seats of a table itself see it all; everybody else when the desk releases the session.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tenbo.api.access import Visitor
from tenbo.hall import telling
from tenbo.hall.played_for import game_with, games_in
from tenbo.store.log import wall_clock_ms
from tenbo.tournament.publication import check_public

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tenbo.hall.change_feed import Change
    from tenbo.hall.hall import Hall
    from tenbo.tournament.state import GameAt

# What a record of the desk may tell everybody: its reasons, typed slips and plans are for those who may ask for them.
TOLD = ("kind", "by", "n", "session", "table")
EVERYBODY = Visitor("reader")


def sees_all(visitor: Visitor, table: int | None = None) -> bool:
    """Return whether somebody may see what is hidden: at a table, of that table alone."""
    return visitor.role in ("desk", "referee") or (visitor.role == "table" and table == visitor.table)


def sight_of(visitor: Visitor) -> Visitor:
    """Return the least that a visitor is who sees the same: all of it, one table, or what everybody may see."""
    if sees_all(visitor):
        return Visitor("referee")
    return Visitor("table", table=visitor.table) if visitor.role == "table" else Visitor("reader")


def hidden_session(hall: Hall, table: int) -> int | None:
    """Return the session that a table plays, or has played last, and that is hidden now, or None."""
    if not hall.tournament.publication.hidden_from:
        return None
    return _hidden_session_of(hall, telling.newest_game(hall, table))


def _hidden_session_of(hall: Hall, newest: GameAt | None) -> int | None:
    return None if newest is None else next(iter(hidden_of(hall, EVERYBODY, [newest])), None)


def hidden_of(hall: Hall, visitor: Visitor, games: Iterable[GameAt]) -> list[int]:
    """Return the sessions of some games that are hidden now from somebody, who may see a table of them."""
    publication, now_ms = hall.tournament.publication, wall_clock_ms()
    if not publication.hidden_from:
        return []
    places = {place for game in games for place in hall.played_for.places(game)}
    played = {session for session, table in places if not sees_all(visitor, table)}
    return sorted(session for session in played if publication.hides(session, now_ms))


def check_table(hall: Hall, visitor: Visitor, table: int) -> None:
    """Refuse to show a table's points to whoever may not see them yet."""
    session = None if sees_all(visitor, table) else hidden_session(hall, table)
    check_public([] if session is None else [session])


def check_ledger(hall: Hall, visitor: Visitor, ledger: str) -> None:
    """Refuse the events of a ledger in which a hidden session was played, unless the visitor sees its table."""
    if not sees_all(visitor) and hall.tournament.publication.hidden_from:
        check_public(hidden_of(hall, visitor, games_in(hall.store, ledger)))


def shown_tables(hall: Hall, visitor: Visitor, tables: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the tables as somebody may see them: how a hidden game stands is left out, and `hidden` says so.

    Who sees it is told by `unreleased` that others do not: a wall may be opened in the desk's own browser.
    """
    if not hall.tournament.publication.hidden_from:
        return list(tables)
    shown = []
    for view in tables:
        number = view["table"]
        if _hidden_session_of(hall, telling.newest_of(hall, view)) is None:
            shown.append(view)
        elif sees_all(visitor, number):
            shown.append({**view, "unreleased": True})
        else:
            shown.append({**{name: value for name, value in view.items() if name != "now"}, "hidden": True})
    return shown


def shown_change(hall: Hall, visitor: Visitor, change: Change) -> Change:
    """Return a change as somebody may see it."""
    data = change.data
    number = data.get("table")
    if sees_all(visitor, number):
        return change
    if change.kind == "event" and _is_of_hidden(hall, visitor, data):
        event = {name: data["event"][name] for name in ("n", "at")}
        return change._replace(data={"table": number, "event": event, "now": None, "hidden": True})
    return _told(hall, change) if change.kind == "desk" else change


def _is_of_hidden(hall: Hall, visitor: Visitor, data: dict[str, Any]) -> bool:
    """Return whether an event is of a hidden session, whatever its table has begun since."""
    if not hall.tournament.publication.hidden_from:
        return False
    return bool(hidden_of(hall, visitor, game_with(hall.store, data["ledger"], data["event"]["n"])))


def _told(hall: Hall, change: Change) -> Change:
    """Return what everybody may know of a record of the desk: that there is one, and where."""
    told = {name: change.data[name] for name in TOLD if name in change.data}
    session = hidden_session(hall, told["table"]) if told["kind"] == "ruling" else told.get("session")
    if session and hall.tournament.publication.hides(session, wall_clock_ms()):
        told["hidden"] = True
    return change._replace(data=told)
