"""Lazily replays a game once: the table before and after each event, for its result and its transfers."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, NamedTuple

from tenbo_core.ledger import Ledger

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tenbo_core.events import Event
    from tenbo_core.table import Table


class GameStep(NamedTuple):
    """An event, the table after it, and the table before it, which is None for the first event of a game."""

    event: Event
    before: Table | None
    after: Table


class ReplayCache:
    """The events of a game, with the steps of its replay cached for all callers; its lock guards the replay."""

    def __init__(self, events: Iterable[Event]) -> None:
        self.events = list(events)
        self._steps: list[GameStep] = []
        self._ledger = Ledger(self.events[0].n) if self.events else Ledger()
        self._lock = threading.Lock()

    def __iter__(self) -> Iterator[Event]:
        return iter(self.events)

    def steps(self, last: int | None) -> Iterator[GameStep]:
        """Yield the steps; an event that cannot be replayed raises its error each time."""
        for at, event in enumerate(self.events):
            if last is not None and event.n > last:
                return
            with self._lock:
                if at == len(self._steps):
                    self._steps.append(GameStep(event, self._ledger.table, self._ledger.append(event)))
                step = self._steps[at]
            yield step


def game_steps(events: Iterable[Event], last: int | None = None) -> Iterator[GameStep]:
    """Return the steps of a game, optionally up to an event.

    >>> from tenbo_core.event_notation import event_of
    >>> game = [event_of(line, n) for n, line in enumerate(("start alarm", "hand", "riichi 2"))]
    >>> [(step.event.kind, step.after.scores[2]) for step in game_steps(game, 1)]
    [('start', 30000), ('hand', 30000)]
    """
    return (events if isinstance(events, ReplayCache) else ReplayCache(events)).steps(last)
