"""Ledger ownership: the device that writes a ledger, and the games that a table's devices have written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.store.ledgers import StoredLedgers, stream_of
from tenbo.tournament.results import replay_game
from tenbo_core.errors import TenboError
from tenbo_core.table import OVER

if TYPE_CHECKING:
    from tenbo.devices.follower import Hello
    from tenbo.store import EventStore
    from tenbo.tournament.state import Tournament
    from tenbo_core.events import Event

# An epoch counts the transfers of one ledger; its text has at most this many digits.
MOST_DIGITS = 9


def split_ledger_id(ledger: str) -> tuple[str, int]:
    """Return the id that a ledger has in all its epochs, and its epoch.

    >>> split_ledger_id("5f2c9a01.2"), split_ledger_id("5f2c9a01"), split_ledger_id("5f2c9a01.x")
    (('5f2c9a01', 2), ('5f2c9a01', 0), ('5f2c9a01.x', 0))
    """
    root, dot, epoch = ledger.rpartition(".")
    if dot and epoch.isascii() and epoch.isdigit() and len(epoch) <= MOST_DIGITS:
        return root, int(epoch)
    return ledger, 0


def owner_of(tournament: Tournament, ledger: str) -> str:
    """Return the device that writes a ledger in its latest epoch, or "" if none is known."""
    root, _ = split_ledger_id(ledger)
    pen = tournament.ledger_leases.get(root)
    if pen is not None:
        return pen.holder
    known = {
        split_ledger_id(other)[1]: device
        for other, device in tournament.devices.items()
        if other.startswith(root) and split_ledger_id(other)[0] == root
    }
    return known[max(known)] if known else ""


def superseded_reason(tournament: Tournament, hello: Hello) -> str:
    """Return why a device no longer writes its ledger, or "": another device took it over in a later epoch."""
    root, epoch = split_ledger_id(hello.ledger)
    pen = tournament.ledger_leases.get(root)
    if pen is None or pen.epoch <= epoch:
        return ""
    return f"its ledger {root} was taken over by {pen.holder}: this one no longer writes (give it a ledger of its own)"


def ledger_conflict(tournament: Tournament, hello: Hello) -> str:
    """Return why a ledger conflicts with another device's, for example after a flash was copied, or ""."""
    owner = owner_of(tournament, hello.ledger)
    if owner in ("", hello.id):
        return ""
    number = tournament.numbers.get(owner)
    whose = f"device {owner}" if number is None else f"table {number}, device {owner}"
    took_over = (
        ""
        if number is None
        else f"; if the game goes on here, restore table {number} under Spares (tenbo restore {number} --to {hello.id})"
    )
    return (
        f"says that its ledger is {hello.ledger}, which is that of {whose}: a copied flash looks like this. "
        f"Give it one of its own (tenbo restore --fresh {hello.id}){took_over}"
    )


def games_of_table(tournament: Tournament, store: EventStore, table: int) -> list[str]:
    """Return the ledgers with a game that a table's device has written, the current one first.

    They are in the order of the desk's records, because the times of the games are by the clocks of several hosts.
    """
    ledgers = [ledger for ledger, number in tournament.tables_by_ledger.items() if number == table]
    return [ledger for ledger in reversed(ledgers) if store.last_of_kind(stream_of(ledger), "start") is not None]


def games_of_device(tournament: Tournament, store: EventStore, device: str) -> list[str]:
    """Return the ledgers with a game of its table that a device has written itself, latest first."""
    table = tournament.numbers.get(device)
    if table is None:
        return []
    return [ledger for ledger in games_of_table(tournament, store, table) if tournament.devices[ledger] == device]


def current_ledger(tournament: Tournament, device: str) -> str:
    """Return the ledger that a device writes now by the desk's records, or ""."""
    return next((ledger for ledger, other in reversed(tournament.devices.items()) if other == device), "")


def _is_over(events: list[Event]) -> bool:
    """Return whether a game is over; a game that cannot be replayed counts as unfinished."""
    try:
        table = replay_game(events)
    except TenboError:
        return False
    return table is not None and table.phase == OVER


def missing_game_reason(tournament: Tournament, store: EventStore, hello: Hello) -> str:
    """Return that an empty device has an unfinished game in the store, or ""."""
    table = tournament.numbers.get(hello.id)
    if table is None or hello.last >= 0:
        return ""
    own = games_of_device(tournament, store, hello.id)
    events = StoredLedgers(store).latest_game_events(own[0]) if own else []
    if not events or _is_over(events):
        return ""
    return (
        f"came up empty, its game up to event {events[-1].n} is in the store: "
        f"restore it under Spares (tenbo restore {table} --to {hello.id})"
    )
