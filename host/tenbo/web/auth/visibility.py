"""Redaction for sessions whose results are hidden: other clients see that a table is playing, not its points.

The desk and the referees see everything, a table's session sees its own table, and all others see the points when the
desk releases the session.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tenbo.hall.game_session_index import game_containing, games_of_ledger
from tenbo.store.sqlite_store import wall_clock_ms
from tenbo.tournament.result_embargo import check_none_hidden
from tenbo.web.auth.authentication import Visitor

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tenbo.hall.change_log import HallChange
    from tenbo.hall.game_session_index import GameSessionIndex
    from tenbo.hall.table_games import TableGames
    from tenbo.tournament.record_values import GameRef
    from tenbo.tournament.repository import TournamentRepository

# The fields of a desk's record that every reader may see. Reasons, typed slips and plans are for those who may request
# them.
PUBLIC_FIELDS = ("kind", "by", "n", "session", "table")
EVERYBODY = Visitor("reader")


def can_see_hidden(visitor: Visitor, table: int | None = None) -> bool:
    """Return whether a visitor may see hidden results; a table's session may see those of its own table."""
    return visitor.role in ("desk", "referee") or (visitor.role == "table" and table == visitor.table)


def audience_of(visitor: Visitor) -> Visitor:
    """Return the least privileged visitor who sees the same: everything, one table, or only what every reader sees."""
    if can_see_hidden(visitor):
        return Visitor("referee")
    return Visitor("table", table=visitor.table) if visitor.role == "table" else Visitor("reader")


def _without_game(view: dict[str, Any]) -> dict[str, Any]:
    """Return a table without its hidden game; who sits there is no secret."""
    names = [view.get("in_full", {}).get(name) or name for name in view["now"]["names"]] if "now" in view else []
    return {**{name: value for name, value in view.items() if name != "now"}, "names": names, "hidden": True}


class Visibility:
    """What each visitor may see of hidden sessions."""

    def __init__(self, repository: TournamentRepository, games: TableGames, sessions: GameSessionIndex) -> None:
        self._repository = repository
        self._games = games
        self._sessions = sessions

    def hidden_session(self, table: int) -> int | None:
        """Return the hidden session that a table plays or has played last, or None."""
        if not self._repository.tournament.embargo.hidden_from:
            return None
        return self._hidden_session_of(self._games.newest_game(table))

    def _hidden_session_of(self, newest: GameRef | None) -> int | None:
        return None if newest is None else next(iter(self.hidden_sessions(EVERYBODY, [newest])), None)

    def hidden_sessions(self, visitor: Visitor, games: Iterable[GameRef]) -> list[int]:
        """Return which sessions of some games are hidden from a visitor."""
        publication, now_ms = self._repository.tournament.embargo, wall_clock_ms()
        if not publication.hidden_from:
            return []
        places = {place for game in games for place in self._sessions.session_tables_of_game(game)}
        played = {session for session, table in places if not can_see_hidden(visitor, table)}
        return sorted(session for session in played if publication.is_hidden(session, now_ms))

    def check_table_visible(self, visitor: Visitor, table: int) -> None:
        """Raise an error if the visitor may not see a table's points yet."""
        session = None if can_see_hidden(visitor, table) else self.hidden_session(table)
        check_none_hidden([] if session is None else [session])

    def check_ledger_visible(self, visitor: Visitor, ledger: str) -> None:
        """Raise an error if a hidden session was played in a ledger and the visitor may not see its table."""
        if not can_see_hidden(visitor) and self._repository.tournament.embargo.hidden_from:
            check_none_hidden(self.hidden_sessions(visitor, games_of_ledger(self._repository.store, ledger)))

    def redact_tables(self, visitor: Visitor, tables: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
        """Return the tables as a visitor may see them; a hidden game has only its `names`, and `hidden` marks it.

        A visitor who sees it gets the mark `unreleased`, because a wall page may be open in the desk's own browser.
        """
        if not self._repository.tournament.embargo.hidden_from:
            return list(tables)
        shown = []
        for view in tables:
            number = view["table"]
            if self._hidden_session_of(self._games.newest_game_of_view(view)) is None:
                shown.append(view)
            elif can_see_hidden(visitor, number):
                shown.append({**view, "unreleased": True})
            else:
                shown.append(_without_game(view))
        return shown

    def redact_change(self, visitor: Visitor, change: HallChange) -> HallChange:
        """Return a change as a visitor may see it."""
        data = change.data
        number = data.get("table")
        if can_see_hidden(visitor, number):
            return change
        if change.kind == "event" and self._is_of_hidden(visitor, data):
            event = {name: data["event"][name] for name in ("n", "at")}
            return change._replace(data={"table": number, "event": event, "now": None, "hidden": True})
        return self._redact_record(change) if change.kind == "desk" else change

    def _is_of_hidden(self, visitor: Visitor, data: dict[str, Any]) -> bool:
        """Return whether an event belongs to a hidden session, even if its table has started another game since."""
        if not self._repository.tournament.embargo.hidden_from:
            return False
        return bool(
            self.hidden_sessions(visitor, game_containing(self._repository.store, data["ledger"], data["event"]["n"]))
        )

    def _redact_record(self, change: HallChange) -> HallChange:
        """Return the public part of a desk's record."""
        public_fields = {name: change.data[name] for name in PUBLIC_FIELDS if name in change.data}
        session = (
            self.hidden_session(public_fields["table"])
            if public_fields["kind"] == "ruling"
            else public_fields.get("session")
        )
        if session and self._repository.tournament.embargo.is_hidden(session, wall_clock_ms()):
            public_fields["hidden"] = True
        return change._replace(data=public_fields)
