"""What one chat has been told, and what it waits for, in a file beside the store: a restart loses no message.

The file has numbers of games alone, neither names nor the address.
"""

from __future__ import annotations

import contextlib
import json
import os
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

# The last messages are kept while a chat does not answer.
MOST_WAITING = 50


class ChatOutbox:
    """The finished games that wait to be told, oldest first, and those that have been handled. Of one thread."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._stored: dict[str, Any] | None = _read(path)
        self.waiting: list[int] = [] if self._stored is None else [*self._stored["waiting"]]
        self._handled: set[int] = set()

    def start(self, played: Iterable[int]) -> None:
        """Begin with the games that are finished now; at the first start of all they are not told.

        Later those that ended since the file was written are new, though the service was killed or away meanwhile.
        """
        stored = self._stored
        self._handled = {game for game in played if stored is None
                         or (game <= stored["known"] and game not in stored["unfinished"])}  # fmt: skip

    def claim_new_games(self, played: Iterable[int]) -> list[int]:
        """Return the finished games that nothing was decided about yet; from now on something is."""
        found = [game for game in played if game not in self._handled]
        self._handled.update(found)
        return found

    def add(self, games: Iterable[int]) -> None:
        """Let games wait; of too many the oldest are dropped."""
        self.waiting = [*self.waiting, *games][-MOST_WAITING:]

    def save(self, games: Iterable[int]) -> None:
        """Write the file, if anything has changed; `games` are all that have begun."""
        begun = [*games]
        now = {"known": max(begun, default=-1), "waiting": [*self.waiting],
               "unfinished": [game for game in begun if game not in self._handled]}  # fmt: skip
        if now == self._stored:
            return
        new = self._path.with_name(self._path.name + ".new")
        # Without the file a restart loses what waits; the games themselves are in the store.
        with contextlib.suppress(OSError):
            with new.open("w", encoding="utf-8") as file:
                json.dump(now, file)
                file.flush()
                os.fsync(file.fileno())
            new.replace(self._path)
            self._stored = now


def _read(path: Path) -> dict[str, Any] | None:
    """Return the content of a file; an unreadable one counts as absent."""
    try:
        kept = json.loads(path.read_text("utf-8"))
        return {
            "known": int(kept["known"]),
            "waiting": [*map(int, kept["waiting"])],
            "unfinished": [*map(int, kept["unfinished"])],
        }
    except (OSError, ValueError, KeyError, TypeError):
        return None
