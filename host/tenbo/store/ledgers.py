"""The tables' ledgers in the store: converts events to rows and rows to events."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tenbo.store.chain import Entry
from tenbo_core import events
from tenbo_core.errors import StorageFault
from tenbo_core.sentences import sentence
from tenbo_core.wire import to_json

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tenbo.store.chain import Row
    from tenbo.store.event_store import EventStore
    from tenbo_core.events import Event

PREFIX = "table/"
# The stream of the desk's records.
DESK_STREAM = "desk"


def stream_of(ledger: str) -> str:
    """Return the name of a ledger's stream."""
    return PREFIX + ledger


def entry_of(ledger: str, event: Event) -> Entry:
    """Return the entry of an event.

    >>> entry_of("5f2c", events.make(3, "riichi", 2, 95, {"seat": 2}))
    Entry(stream='table/5f2c', seq=3, kind='riichi', body='[2,95,2]')
    """
    return Entry(stream_of(ledger), event.n, event.kind, to_json(event.plain()[2:]))


def event_of(row: Row) -> Event:
    """Return the event of a row."""
    return events.from_plain(event_as_list(row))


def event_as_list(row: Row) -> list[object]:
    """Return the event of a row as the nested list of the serial protocol."""
    try:
        fields = json.loads(row.body)
    except (RecursionError, ValueError):
        fields = None
    if not isinstance(fields, list):
        raise unreadable_row_error(row)
    return [row.seq, row.kind, *fields]


def unreadable_row_error(row: Row) -> StorageFault:
    """Return the error of a stored row that says nothing we know."""
    message = sentence(
        "event_unreadable",
        "event {seq} of {stream} cannot be read: check the store (tenbo verify)",
        seq=row.seq,
        stream=row.stream,
    )
    return StorageFault("damaged", message, "store")


def ledger_ids(store: EventStore) -> list[str]:
    """Return the ids of all ledgers in a store."""
    return [stream.removeprefix(PREFIX) for stream in store.streams() if stream.startswith(PREFIX)]


def iter_game_events(store: EventStore, ledger: str, start: int) -> Iterator[Event]:
    """Yield the events of the game that begins at a number, up to the next start."""
    for row in store.rows(stream_of(ledger), start - 1):
        if row.kind == "start" and row.seq != start:
            return
        yield event_of(row)


class StoredLedgers:
    """Reads stored ledgers for a follower."""

    def __init__(self, store: EventStore) -> None:
        self._store = store

    def latest_game_events(self, ledger: str) -> list[Event]:
        """Return the stored events from the newest start on."""
        start = self._store.last_of_kind(stream_of(ledger), "start")
        return [] if start is None else list(iter_game_events(self._store, ledger, start.seq))

    def events_after(self, ledger: str, n: int) -> Iterator[list[object]]:
        """Yield the stored events after a number as nested lists."""
        yield from map(event_as_list, self._store.rows(stream_of(ledger), n))

    def event(self, ledger: str, n: int) -> list[object] | None:
        """Return one stored event as a nested list."""
        row = self._store.row(stream_of(ledger), n)
        return None if row is None else event_as_list(row)
