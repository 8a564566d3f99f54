"""The embargo on results: sessions are hidden until the desk releases them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tenbo_core.errors import Refused
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tenbo.tournament.table_result import TableResult


class ResultEmbargo(NamedTuple):
    """The first hidden session, and the moment (ms since 1970) of its release."""

    hidden_from: int = 0
    released_at: int | None = None

    def is_hidden(self, session: int, now_ms: int) -> bool:
        """Return whether a session's results are hidden at a moment.

        >>> (ResultEmbargo(7).is_hidden(6, 0), ResultEmbargo(7).is_hidden(8, 0),
        ... ResultEmbargo(7, 5000).is_hidden(8, 5000))
        (False, True, False)
        """
        released = self.released_at is not None and now_ms >= self.released_at
        return 0 < self.hidden_from <= session and not released

    def visible_sessions(self, sessions: Iterable[int], now_ms: int, *, hidden: bool = False) -> list[int]:
        """Return the sessions whose results are public at a moment; with `hidden` all of them."""
        return [session for session in sessions if hidden or not self.is_hidden(session, now_ms)]

    def split_public(self, sheets: list[TableResult], now_ms: int) -> tuple[list[TableResult], list[int]]:
        """Return the public results, and the sessions whose results are hidden."""
        shown = [sheet for sheet in sheets if not self.is_hidden(sheet.session, now_ms)]
        return shown, sorted({sheet.session for sheet in sheets if self.is_hidden(sheet.session, now_ms)})


def check_none_hidden(hidden: Iterable[int]) -> None:
    """Refuse an export that would reveal hidden sessions."""
    sessions = ", ".join(map(str, hidden))
    if sessions:
        message = sentence(
            "results_hidden",
            "some results are hidden until they are released (tenbo session publish); hidden sessions: {sessions}",
            sessions=sessions,
        )
        raise Refused("not_allowed_now", message, "session")
