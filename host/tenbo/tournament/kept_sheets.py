"""Results of games that are over, kept in the store: a desk that starts does not work out a whole tournament again."""

from __future__ import annotations

import hashlib
import json
import threading
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import tenbo_core
from tenbo.store import KeptResult
from tenbo.store.ledgers import stream_of
from tenbo.tournament.results import COMPLETE, GIVEN_UP, LOCKED, Sheet

if TYPE_CHECKING:
    from collections.abc import Iterator
    from importlib.resources.abc import Traversable

    from tenbo.store import EventStore
    from tenbo.tournament.state import GameAt

# What a kept result says; the players and the desk's notes are always those of the desk's records.
SAID = ("state", "rules", "scores", "places", "uma", "oka", "penalties", "added", "totals", "expected", "disqualified",
        "why")  # fmt: skip
# A result that may still grow is worked out when it is asked for.
KEPT = (COMPLETE, LOCKED, GIVEN_UP)


class KeptSheets:
    """The results that a store keeps, read when the first one is asked for; new ones are written together."""

    def __init__(self, store: EventStore) -> None:
        self._store = store
        self._kept: dict[tuple[int, int], KeptResult] | None = None
        self._new: list[KeptResult] = []
        # Who asks and who works results out before anybody asks are two threads.
        self._lock = threading.Lock()

    def known(self, place: tuple[int, int], token: object, empty: Sheet) -> Sheet | None:
        """Return a result that was made of the same decisions and events by the same program, or None."""
        with self._lock:
            if self._kept is None:
                self._kept = {(one.session, one.table): one for one in self._store.kept_results()}
        kept = self._kept.get(place)
        if kept is None or kept.token != token_of(token):
            return None
        said = said_in(kept)
        return None if said is None else empty._replace(**said)

    def add(self, sheet: Sheet, token: object, game: GameAt | None, last: int) -> None:
        """Keep a result that was made of a game up to an event, once `write` is called."""
        if game is None or sheet.state not in KEPT or self._store.readonly:
            return
        stream = self._store.told_as(stream_of(game.ledger), last)
        row = self._store.row(stream_of(game.ledger), last)
        if row is not None:
            body = json.dumps({name: getattr(sheet, name) for name in SAID})
            result = KeptResult(sheet.session, sheet.table, token_of(token), stream, last, row.hash, body)
            with self._lock:
                self._new.append(result)

    def write(self) -> None:
        """Have the store keep what is new."""
        with self._lock:
            new, self._new = self._new, []
        if new:
            self._store.keep_results(new)


def said_in(kept: KeptResult) -> dict[str, Any] | None:
    """Return what a kept result says, or None where another program has left something else in its place."""
    try:
        said = json.loads(kept.body)
    except (RecursionError, ValueError):
        return None
    return said if isinstance(said, dict) and said.keys() == set(SAID) else None


def token_of(decided: object) -> str:
    """Return what a result was made of besides its events: the desk's decisions, and this program."""
    return hashlib.sha256(f"{program()} {decided!r}".encode()).hexdigest()


@cache
def program() -> str:
    """Return a hash over the program and the books that results are worked out by."""
    found = hashlib.sha256()
    rooms = (files(tenbo_core), files("tenbo.books"), files("tenbo.game"), files("tenbo.tournament"))
    for room in rooms:
        for name, text in sorted(_sources(room)):
            found.update(f"{name} {len(text)} ".encode() + text)
    return found.hexdigest()


def _sources(room: Traversable) -> Iterator[tuple[str, bytes]]:
    for file in room.iterdir():
        if file.name.endswith((".py", ".toml")):
            yield file.name, file.read_bytes()
