"""Transfers a table's ledger to a spare device: the game continues there, and the old device no longer writes it."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

from tenbo.hall.ledger_ownership import games_of_table, owner_of, split_ledger_id
from tenbo.store.ledgers import iter_game_events, stream_of
from tenbo.tournament.state import GameRef, LedgerLease
from tenbo_core.errors import Refused

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tenbo.devices.follower import Message
    from tenbo.devices.station import Station
    from tenbo.hall.hall import Hall


def select_ledger(hall: Hall, table: int, named: str = "") -> str:
    """Return the ledger that a table's device has written last, or the named one of its ledgers."""
    ledgers = games_of_table(hall.tournament, hall.store, table)
    if not ledgers:
        raise Refused("bad_field", f"nothing is stored of table {table}: there is nothing to restore", "table")
    if named and named not in ledgers:
        message = f"table {table} has no ledger {named}; there are: {', '.join(ledgers)}"
        raise Refused("bad_field", message, "ledger")
    return named or ledgers[0]


def station_of_device(hall: Hall, device: str) -> Station:
    """Return the station of a device that is plugged in, with or without a table number."""
    for station in hall.fleet.stations:
        if station.hello is not None and station.hello.id == device:
            return station
    raise Refused("bad_field", f"device {device} is not plugged in: see the desk's devices (tenbo tables)", "device")


def restore_game(hall: Hall, table: int, device: str, by: str, why: str, named: str = "") -> dict[str, Any]:
    """Copy the stored game of a table to a spare device and make it the writer, in a later epoch.

    The spare may be the table's own device if its flash has lost the game.
    """
    ledger = select_ledger(hall, table, named)
    start = hall.store.last_of_kind(stream_of(ledger), "start")
    assert start is not None
    events = list(iter_game_events(hall.store, ledger, start.seq))
    station = station_of_device(hall, device)
    known = hall.tournament.numbers.get(device)
    if known not in (None, table):
        raise Refused("not_allowed_now", f"device {device} is table {known}: free it first", "device")
    hello = station.hello
    assert hello is not None
    owned = owner_of(hall.tournament, ledger) == device
    if hello.ledger == ledger and owned and station.follower.rewound is None:
        raise Refused("contradiction", f"device {device} has this game of table {table}: nothing is lost", "device")
    old = hall.tournament.devices[ledger]
    root, _ = split_ledger_id(ledger)
    epoch = hall.tournament.ledger_leases.get(root, LedgerLease(0, "")).epoch + 1
    if split_ledger_id(hello.ledger)[0] == root and hello.last >= events[-1].n:
        # The device took the ledger over after the last backup of this store, so it has more events.
        epoch = max(epoch, split_ledger_id(hello.ledger)[1])
    coming = f"{root}.{epoch}"
    # If the host died after the transfer, only the records are missing.
    station.install_ledger(coming, [event.plain() for event in events])
    decisions: list[tuple[str, dict[str, Any]]] = [
        ("pen", {"ledger": root, "epoch": epoch, "to": device, "why": why}),
        ("bind", {"device": old}),
        ("bind", {"device": device, "table": table}),
        ("ledger", {"ledger": coming, "device": device}),
    ]
    for (session, number), game in hall.tournament.games.items():
        if number == table and game == GameRef(ledger, start.seq):
            decisions.append(("game", {"session": session, "table": table, "ledger": coming, "start": start.seq}))
    hall.record_all(by, decisions)
    _greet_new_writer(hall, station, old)
    return {"table": table, "device": device, "ledger": coming, "events": len(events), "last": events[-1].n}


def _greet_new_writer(hall: Hall, station: Station, old: str) -> None:
    """Greet the spare as the writer, and the old device, if it is plugged in, as superseded."""
    for other in hall.fleet.stations:
        if other is station or (other.hello is not None and other.hello.id == old):
            other.request_hello()


def install_ledger(hall: Hall, device: str, ledger: str, events: Sequence[Message], by: str) -> None:
    """Install a ledger on a device of this host for a desk above it; without events, an empty one of its own.

    The desk has chosen the device. It is recorded here as well, because otherwise the spare would look like a copied
    flash.
    """
    station = station_of_device(hall, device)
    station.install_ledger(ledger, events)
    if not events:
        return
    old = owner_of(hall.tournament, ledger)
    root, epoch = split_ledger_id(ledger)
    decisions: list[tuple[str, dict[str, Any]]] = [("ledger", {"ledger": ledger, "device": device})]
    if epoch > hall.tournament.ledger_leases.get(root, LedgerLease(0, "")).epoch:
        pen = {"ledger": root, "epoch": epoch, "to": device, "why": "handed over at the desk"}
        decisions.insert(0, ("pen", pen))
    if old != device and old in hall.tournament.numbers:
        decisions.append(("bind", {"device": old}))
    hall.record_all(by, decisions)
    _greet_new_writer(hall, station, old)


def reset_ledger(hall: Hall, device: str) -> dict[str, Any]:
    """Reset a device to an empty ledger of its own, so that it can be used again; its games stay on its flash."""
    station = station_of_device(hall, device)
    ledger = secrets.token_hex(4)
    station.install_ledger(ledger, [])
    return {"device": device, "ledger": ledger}
