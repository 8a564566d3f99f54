"""Results of games that are over, kept in the store: a desk that starts does not work out a whole tournament again."""

from __future__ import annotations

import hashlib
import json
import threading
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import tenbo_core
from tenbo.store import CachedResult
from tenbo.store.ledgers import stream_of
from tenbo.tournament.results import COMPLETE, GIVEN_UP, LOCKED, Sheet

if TYPE_CHECKING:
    from collections.abc import Iterator
    from importlib.resources.abc import Traversable

    from tenbo.store import EventStore
    from tenbo.tournament.state import GameRef

# What a kept result says; the players and the desk's notes are always those of the desk's records.
SAID = ("state", "rules", "scores", "places", "uma", "oka", "penalties", "added", "totals", "expected", "disqualified",
        "why")  # fmt: skip
# A result that may still grow is worked out when it is asked for.
KEPT = (COMPLETE, LOCKED, GIVEN_UP)


class ResultCache:
    """The results that a store keeps, read when the first one is asked for; new ones are written together."""

    def __init__(self, store: EventStore) -> None:
        self._store = store
        self._kept: dict[tuple[int, int], CachedResult] | None = None
        self._new: list[CachedResult] = []
        # Who asks and who works results out before anybody asks are two threads.
        self._lock = threading.Lock()

    def find_result(self, place: tuple[int, int], token: object, empty: Sheet) -> Sheet | None:
        """Return a result that was made of the same decisions and events by the same program, or None."""
        with self._lock:
            if self._kept is None:
                self._kept = {(one.session, one.table): one for one in self._store.cached_results()}
        kept = self._kept.get(place)
        if kept is None or kept.token != result_token(token):
            return None
        said = decode_result(kept)
        return None if said is None else empty._replace(**said)

    def queue_result(self, sheet: Sheet, token: object, game: GameRef | None, last: int) -> None:
        """Keep a result that was made of a game up to an event, once `write` is called."""
        if game is None or sheet.state not in KEPT or self._store.readonly:
            return
        stream = self._store.replica_name(stream_of(game.ledger), last)
        row = self._store.row(stream_of(game.ledger), last)
        if row is not None:
            body = json.dumps({name: getattr(sheet, name) for name in SAID})
            result = CachedResult(sheet.session, sheet.table, result_token(token), stream, last, row.hash, body)
            with self._lock:
                self._new.append(result)

    def flush(self) -> None:
        """Have the store keep what is new."""
        with self._lock:
            new, self._new = self._new, []
        if new:
            self._store.cache_results(new)


def decode_result(kept: CachedResult) -> dict[str, Any] | None:
    """Return what a kept result says, or None where another program has left something else in its place."""
    try:
        said = json.loads(kept.body)
    except (RecursionError, ValueError):
        return None
    return said if isinstance(said, dict) and said.keys() == set(SAID) else None


def result_token(decided: object) -> str:
    """Return what a result was made of besides its events: the desk's decisions, and this program."""
    return hashlib.sha256(f"{program_hash()} {decided!r}".encode()).hexdigest()


@cache
def program_hash() -> str:
    """Return a hash over the program and the books that results are worked out by."""
    found = hashlib.sha256()
    rooms = (files(tenbo_core), files("tenbo.rulebooks"), files("tenbo.game"), files("tenbo.tournament"))
    for room in rooms:
        for name, text in sorted(_sources(room)):
            found.update(f"{name} {len(text)} ".encode() + text)
    return found.hexdigest()


def _sources(room: Traversable) -> Iterator[tuple[str, bytes]]:
    for file in room.iterdir():
        if file.name.endswith((".py", ".toml")):
            yield file.name, file.read_bytes()
