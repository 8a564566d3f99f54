"""Devices that say a table's id and are another device, and what tests ask about them."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing

from hostile_tables import HostileTable, says_the_ledger
from tenbo.simulator.fake_tables import FakeTable
from tenbo_core.ledger import Ledger

from .conftest import same, wait_until

REMEDY = (
    "If the device was erased or replaced, restore the table's game to it under Spares (tenbo restore 1 --to {0}), or, "
    "to continue without that game, assign table 1 to it again (tenbo tables --assign {0}=1)"
)


def new_ledger(path, table):
    """Make an impostor with a game of its own."""
    bad = FakeTable(path, table.device, "badbad00")
    bad.play("start", rules="alarm")
    return bad


def empty_flash(path, table):
    """Make an impostor that has recorded nothing."""
    return FakeTable(path, table.device, "badbad00")


def oldest_beyond(path, table):
    """Make an impostor that says the ledger, and that what is stored of it was dropped long ago."""
    bad = FakeTable(path, table.device, table.id)
    bad.ledger = Ledger(1000)
    bad.play("start", rules="alarm")
    return bad


def numbers_alone(path, table):
    """Make an impostor that knows the ledger and how far it goes, and shows no event."""
    return HostileTable(path, table.device, says_the_ledger(table.id, table.ledger.next - 1), random.Random(1))


IMPOSTORS = (new_ledger, empty_flash, oldest_beyond, numbers_alone)


def plugged(hall, path):
    """Return the station of a port."""
    return hall.fleet._stations[str(path)]


def played(hall, table, games):
    """Play so many games at a table, and end each but the last."""
    for game in range(games):
        table.play("start", rules="ema-2016")
        table.play("hand")
        table.play("riichi", by=1, seat=1)
        if game < games - 1:
            table.play("end")
    wait_until(lambda: same(hall, table))


def without_keys(folder):
    """Make the store what it was before devices had keys."""
    with closing(sqlite3.connect(folder / "hall.db")) as connection, connection:
        connection.execute("DELETE FROM device_key")
