"""Hand a table's ledger to a spare device: its game goes on there, and the old device no longer writes it."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

from tenbo.store.ledgers import game_from, stream_of
from tenbo.tournament.state import GameAt, Pen
from tenbo_core.errors import Refused

if TYPE_CHECKING:
    from tenbo.fleet import Station
    from tenbo.service.hall import Hall


def ledger_of(hall: Hall, table: int) -> str:
    """Give the ledger that a table's device has written last."""
    found = [ledger for ledger, number in hall.tournament.ledgers.items() if number == table]
    newest = {ledger: hall.store.last_of_kind(stream_of(ledger), "start") for ledger in found}
    played = [ledger for ledger in found if newest[ledger] is not None]
    if not played:
        raise Refused("bad_field", f"nothing is stored of table {table}: there is nothing to restore", "table")
    return max(played, key=lambda ledger: newest[ledger].ts_ms)  # type: ignore[union-attr]


def spare(hall: Hall, device: str) -> Station:
    """Give the station of a device that is plugged in, with a number or without."""
    for station in hall.fleet.stations:
        if station.hello is not None and station.hello.id == device:
            return station
    raise Refused("bad_field", f"device {device} is not plugged in: see tenbo tables", "device")


def restore(hall: Hall, table: int, device: str, by: str, why: str) -> dict[str, Any]:
    """Copy the stored game of a table to a spare device and make it the writer, in a later epoch."""
    ledger = ledger_of(hall, table)
    start = hall.store.last_of_kind(stream_of(ledger), "start")
    assert start is not None
    events = list(game_from(hall.store, ledger, start.seq))
    station = spare(hall, device)
    known = hall.tournament.numbers.get(device)
    if known not in (None, table):
        raise Refused("not_allowed_now", f"device {device} is table {known}: free it first", "device")
    old = hall.tournament.devices[ledger]
    if old == device:
        raise Refused("contradiction", f"device {device} is the one that table {table} has", "device")
    root = ledger.partition(".")[0]
    epoch = hall.tournament.pens.get(root, Pen(0, "")).epoch + 1
    coming = f"{root}.{epoch}"
    station.ask_stranger("restore", coming)
    for event in events:
        station.ask_stranger("put", *event.plain())
    station.ask_stranger("take", events[-1].n)
    wanted: list[tuple[str, dict[str, Any]]] = [
        ("pen", {"ledger": root, "epoch": epoch, "to": device, "why": why}),
        ("bind", {"device": old}),
        ("bind", {"device": device, "table": table}),
        ("ledger", {"ledger": coming, "device": device}),
    ]
    for (session, number), game in hall.tournament.games.items():
        if number == table and game == GameAt(ledger, start.seq):
            wanted.append(("game", {"session": session, "table": table, "ledger": coming, "start": start.seq}))
    hall.record_all(by, wanted)
    station.look_again()
    return {"table": table, "device": device, "ledger": coming, "events": len(events), "last": events[-1].n}


def fresh(hall: Hall, device: str) -> dict[str, Any]:
    """Give a device an empty ledger of its own, so that it can serve again; its games stay on its flash."""
    station = spare(hall, device)
    ledger = secrets.token_hex(4)
    station.ask_stranger("restore", ledger)
    station.ask_stranger("take", -1)
    return {"device": device, "ledger": ledger}
