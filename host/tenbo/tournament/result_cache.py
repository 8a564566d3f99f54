"""The cache of finished games' results in the store, so that a desk need not compute a tournament at its start."""

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
from tenbo.tournament.table_result import COMPLETE, GIVEN_UP, LOCKED, TableResult, abandoned_sheet

if TYPE_CHECKING:
    from collections.abc import Iterator
    from importlib.resources.abc import Traversable

    from tenbo.store import EventStore
    from tenbo.tournament.record_values import GameRef

# The cached fields; players and notes always come from the desk's records.
CACHED_FIELDS = ("state", "rules", "scores", "places", "uma", "oka", "penalties", "added", "totals", "expected",
        "disqualified", "substitutes", "substitute_result")  # fmt: skip
# Only these states are cached; other results may still change.
CACHED_STATES = (COMPLETE, LOCKED, GIVEN_UP)


class ResultCache:
    """The cached results of a store, read at the first request; new ones are written together."""

    def __init__(self, store: EventStore) -> None:
        self._store = store
        self._results: dict[tuple[int, int], CachedResult] | None = None
        self._new: list[CachedResult] = []
        # Requests and the cache warmer run in different threads.
        self._lock = threading.Lock()

    def _kept(self, place: tuple[int, int]) -> CachedResult | None:
        with self._lock:
            if self._results is None:
                self._results = {(one.session, one.table): one for one in self._store.cached_results()}
            return self._results.get(place)

    def find_result(self, place: tuple[int, int], token: object, empty: TableResult) -> TableResult | None:
        """Return a result that was made from the same decisions and events by the same program, or None."""
        kept = self._kept(place)
        if kept is None or kept.token != result_token(token):
            return None
        record = decode_result(kept)
        if record is None:
            return None
        sheet = empty._replace(**record)
        return abandoned_sheet(sheet) if sheet.state == GIVEN_UP else sheet

    def queue_result(self, sheet: TableResult, token: object, game: GameRef | None, last: int) -> None:
        """Queue the result of a game up to an event; `flush` stores it."""
        if game is not None and sheet.state in CACHED_STATES:
            body = json.dumps({name: getattr(sheet, name) for name in CACHED_FIELDS})
            self.queue_text((sheet.session, sheet.table), token, stream_of(game.ledger), last, body)

    def find_text(self, place: tuple[int, int], token: object) -> str | None:
        """Return a text that `queue_text` has stored for the same decisions and events by the same program, or None."""
        kept = self._kept(place)
        return None if kept is None or kept.token != result_token(token) else kept.body

    def queue_text(self, place: tuple[int, int], token: object, stream: str, last: int, body: str) -> None:
        """Queue what follows from a stream up to an event; `flush` stores it."""
        if self._store.readonly:
            return
        row = self._store.row(stream, last)
        stream = self._store.stored_stream_name(stream, last)
        if row is not None:
            with self._lock:
                self._new.append(CachedResult(*place, result_token(token), stream, last, row.hash, body))

    def flush(self) -> None:
        """Store the queued results."""
        with self._lock:
            new, self._new = self._new, []
        if new:
            self._store.cache_results(new)


def decode_result(kept: CachedResult) -> dict[str, Any] | None:
    """Return the fields of a cached result, or None if another program has stored something else."""
    try:
        record = json.loads(kept.body)
    except (RecursionError, ValueError):
        return None
    return record if isinstance(record, dict) and record.keys() == set(CACHED_FIELDS) else None


def result_token(decided: object) -> str:
    """Return the token of a result: a hash of the desk's decisions and of this program."""
    return hashlib.sha256(f"{program_hash()} {decided!r}".encode()).hexdigest()


@cache
def program_hash() -> str:
    """Return a hash of the program and the rule books that compute results."""
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
