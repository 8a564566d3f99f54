"""What registry and stations need from the rest of the host: stored ledgers, table numbers, keys and reports."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from tenbo.devices.device_keys import DeviceKeys
    from tenbo.devices.follower import PlayerPick
    from tenbo.devices.hello import Hello
    from tenbo.devices.network_auth import TableKeys
    from tenbo.devices.station import Station
    from tenbo.runtime.service_log import ServiceLog
    from tenbo.store.ledgers import StoredLedgers
    from tenbo_core.events import Event
    from tenbo_core.table import Table


@dataclass(frozen=True)
class StationHost:
    """The functions of the host for its stations."""

    keys: DeviceKeys
    ledgers: StoredLedgers
    # The table number that a device was given, or None; and the next one for a new device, if the host assigns them.
    table_number_of: Callable[[str], int | None]
    assign_next_table: Callable[[Hello], int | None]
    # Raises `LedgerTakenOver` or `LedgerOwnerConflict` where another device writes; a claim records the writer.
    check_owner: Callable[[Hello], None]
    claim_ledger: Callable[[Hello], None]
    # Why a device without a key must first send a stored event, or None.
    proof_demand: Callable[[Hello], str | None]
    has_events: Callable[[str], bool]
    # The warning that a table started without its stored game, or None.
    missing_game_warning: Callable[[Hello], str | None]
    # When it returns, the events are safe.
    store_events: Callable[[Station, list[tuple[Event, Table | None]]], None]
    # The table number of a device that has come with the key of this table; None if another device has the number.
    claim_table: Callable[[Hello, int], int | None]
    table_keys: Callable[[], TableKeys]
    # Takes what a seat has asked about who sits there; it is answered by another thread.
    handle_pick: Callable[[Station, PlayerPick], None]
    # Takes an occurrence at a port, and its level in the log.
    report: Callable[[Station, str, str], None]
    log: ServiceLog
