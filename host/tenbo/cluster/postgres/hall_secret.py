"""The hall's secret in the desk's database: a host offers its own and takes the hall's, the desk chooses the first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.devices.device_keys import HallSecret

if TYPE_CHECKING:
    from tenbo.devices.device_keys import DeviceKeys
    from tenbo.store.postgres.connection import Connection, DatabaseConnection

_THERE = "SELECT to_regclass('tenbo.hall_secret') IS NOT NULL"
_HALL = "SELECT hall, secret FROM tenbo.hall_secret"
_FIRST = "SELECT hall, secret FROM tenbo.hall_offer ORDER BY at, host LIMIT 1"
_OFFER = "INSERT INTO tenbo.hall_offer (hall, secret) VALUES (%s, %s) ON CONFLICT DO NOTHING"
_CHOOSE = "INSERT INTO tenbo.hall_secret (hall, secret) VALUES (%s, %s) ON CONFLICT DO NOTHING"
_TAKE_AWAY = "DELETE FROM tenbo.hall_offer"


def adopt_or_offer_secret(link: DatabaseConnection, keys: DeviceKeys) -> bool:
    """Take the hall's secret at a host, or offer its own; return whether it has it, or the desk has no place for it."""
    # The database of a desk of an older Tenbo has no place for it.
    if link.run(lambda connection: connection.execute(_THERE).fetchone()) != (True,):
        return True
    row = link.run(lambda connection: connection.execute(_HALL).fetchone())
    if row is not None:
        keys.adopt_secret(HallSecret(*row))
        return True
    own = keys.get_or_create_secret()
    link.run(lambda connection: connection.execute(_OFFER, own))
    return False


def choose_secret(link: DatabaseConnection, keys: DeviceKeys) -> bool:
    """Take the hall's secret at the desk: its own, or the first that a host has offered; return whether it has one."""

    def choose(connection: Connection) -> HallSecret | None:
        row = connection.execute(_HALL).fetchone()
        if row is None:
            first = keys.secret if keys.is_secret_settled else connection.execute(_FIRST).fetchone()
            if first is None:
                return None
            with connection.transaction():
                connection.execute(_CHOOSE, tuple(first))
                # The offers are used up; nothing else needs the secrets of single hosts.
                connection.execute(_TAKE_AWAY)
            row = connection.execute(_HALL).fetchone()
        return None if row is None else HallSecret(*row)

    found = link.run(choose)
    if found is not None:
        keys.adopt_secret(found)
    return found is not None
