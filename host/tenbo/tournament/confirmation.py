"""What may be a slip is asked before it is recorded: the question, and what a check of records knows to ask about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo_core.errors import Refused

if TYPE_CHECKING:
    from collections.abc import Container

    from tenbo.tournament.records import DeskRecord
    from tenbo.tournament.results import Games


def confirmation_request(text: str, at: str = "yes") -> Refused:
    """Return the question that is asked before something that may be a slip; `--yes` answers it."""
    return Refused("not_allowed_now", f"{text} (--yes when it is meant)", at)


class ConfirmingValidator:
    """Who types, and what they know.

    `seen` is the number of the last record that their author had seen, where that is known; `people` are the numbers of
    who is registered, where anybody is, and `new` those who are registered with the records, or not at all; `elsewhere`
    are the records that were typed at other terminals and browsers.
    """

    def __init__(
        self,
        games: Games,
        *,
        yes: bool = False,
        seen: int | None = None,
        people: Container[int] = (),
        elsewhere: Container[int] = (),
        new: Container[int] = (),
    ) -> None:
        self._new = new
        self._games = games
        self._elsewhere = elsewhere
        self._people = people
        self._yes = yes
        self._seen = seen
        self._records: list[DeskRecord] = []

    def _require_yes(self, text: str) -> None:
        if not self._yes:
            raise confirmation_request(text)
