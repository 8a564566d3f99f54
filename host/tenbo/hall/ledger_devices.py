"""Ledger ownership: the device that writes a ledger, and the games that a table's devices have written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.store.ledgers import stream_of
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from tenbo.devices.hello import Hello
    from tenbo.store import EventStore
    from tenbo.tournament.state import Tournament

# An epoch counts the transfers of one ledger; its text has at most this many digits.
MOST_DIGITS = 9


def split_ledger_epoch(ledger: str) -> tuple[str, int]:
    """Return the id that a ledger has in all its epochs, and its epoch.

    >>> split_ledger_epoch("5f2c9a01.2"), split_ledger_epoch("5f2c9a01"), split_ledger_epoch("5f2c9a01.x")
    (('5f2c9a01', 2), ('5f2c9a01', 0), ('5f2c9a01.x', 0))
    """
    root, dot, epoch = ledger.rpartition(".")
    if dot and epoch.isascii() and epoch.isdigit() and len(epoch) <= MOST_DIGITS:
        return root, int(epoch)
    return ledger, 0


def writing_device(tournament: Tournament, ledger: str) -> str:
    """Return the device that writes a ledger in its latest epoch, or "" if none is known."""
    root, _ = split_ledger_epoch(ledger)
    pen = tournament.ledger_leases.get(root)
    if pen is not None:
        return pen.holder
    known = {
        split_ledger_epoch(other)[1]: device
        for other, device in tournament.devices.items()
        if other.startswith(root) and split_ledger_epoch(other)[0] == root
    }
    return known[max(known)] if known else ""


def game_ledgers_of_table(tournament: Tournament, store: EventStore, table: int) -> list[str]:
    """Return the ledgers with a game that a table's device has written, the current one first.

    They are in the order of the desk's records, because the times of the games are by the clocks of several hosts.
    """
    ledgers = [ledger for ledger, number in tournament.table_number_by_ledger.items() if number == table]
    return [ledger for ledger in reversed(ledgers) if store.last_of_kind(stream_of(ledger), "start") is not None]


def game_ledgers_of_device(tournament: Tournament, store: EventStore, device: str) -> list[str]:
    """Return the ledgers with a game of its table that a device has written itself, latest first."""
    table = tournament.numbers.get(device)
    if table is None:
        return []
    return [
        ledger for ledger in game_ledgers_of_table(tournament, store, table) if tournament.devices[ledger] == device
    ]


def current_ledger(tournament: Tournament, device: str) -> str:
    """Return the ledger that a device writes now by the desk's records, or ""."""
    return next((ledger for ledger, other in reversed(tournament.devices.items()) if other == device), "")


def unverified_device_message(tournament: Tournament, store: EventStore, hello: Hello) -> str:
    """Return a sentence that a device cannot prove its id, with the remedy."""
    number = tournament.numbers.get(hello.id)
    if number is None:
        return sentence(
            "unassigned_device_unverified",
            "says that it is device {device}, but cannot prove it: this is another device, or its flash was "
            "erased. Assign a table to it (tenbo tables --assign {device}=TABLE)",
            device=hello.id,
        )
    if game_ledgers_of_device(tournament, store, hello.id):
        return sentence(
            "device_with_game_unverified",
            "says that it is table {table}, device {device}, but cannot prove it: this is another device, or "
            "its flash was erased. If the device was erased or replaced, restore the table's game to it "
            "under Spares (tenbo restore {table} --to {device}), or, to continue without that game, assign "
            "table {table} to it again (tenbo tables --assign {device}={table})",
            table=number,
            device=hello.id,
        )
    return sentence(
        "device_unverified",
        "says that it is table {table}, device {device}, but cannot prove it: this is another device, or its "
        "flash was erased. If the device was erased or replaced, assign table {table} to it again (tenbo "
        "tables --assign {device}={table})",
        table=number,
        device=hello.id,
    )
