"""Stores the events of tables. Every event passes `store_events` once and is safe afterwards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.store.ledgers import entry_of

if TYPE_CHECKING:
    from tenbo.devices.device_keys import DeviceKeys
    from tenbo.devices.station import Station
    from tenbo.hall.device_ledger_admission import LedgerAdmission
    from tenbo.hall.event_publisher import EventPublisher, StationEvents
    from tenbo.store import EventStore


class EventRecorder:
    """The way of an event from its station into the store, and from there to the clients. Thread-safe."""

    def __init__(self, store: EventStore, claims: LedgerAdmission, keys: DeviceKeys, publisher: EventPublisher) -> None:
        self._store = store
        self._claims = claims
        self._keys = keys
        self._publisher = publisher

    def store_events(self, station: Station, events: StationEvents) -> None:
        """Store events, then publish them."""
        hello = station.snapshot.hello
        assert hello is not None
        self._claims.claim_ledger(hello)
        self._store.append([entry_of(hello.ledger, event) for event, _ in events])
        self._keys.mark_events_stored(hello.id)
        self._publisher.assign_and_publish_events(station, events)
