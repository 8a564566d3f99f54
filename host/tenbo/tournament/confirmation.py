"""Confirmation prompts for input that is valid but probably mistyped, and the validator that raises them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo_core.errors import Refused

if TYPE_CHECKING:
    from collections.abc import Container

    from tenbo.tournament.records import DeskRecord
    from tenbo.tournament.results import Games


def confirmation_request(text: str, at: str = "yes") -> Refused:
    """Return the confirmation prompt for input that is probably mistyped; `--yes` confirms it."""
    return Refused("not_allowed_now", f"{text} (--yes when it is meant)", at)


class ConfirmingValidator:
    """A validator with the author's context.

    `seen` is the number of the last record that the author had seen, if it is known. `people` are the numbers of the
    registered players, if there are any, and `new` those that are registered together with the records. `elsewhere` are
    the records from other terminals and browsers.
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
