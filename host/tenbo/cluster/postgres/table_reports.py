"""The states of each host's tables, as rows: a host writes its own, the desk reads all."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tenbo.hall.json_views import station_json

if TYPE_CHECKING:
    from collections.abc import Callable

    from tenbo.devices.station_registry import DeviceRegistry
    from tenbo.store.postgres.connection import Connection, DatabaseConnection

    View = dict[str, Any]

# The fields that a desk needs besides the events. Fields that count seconds would be written each second.
REPORTED_FIELDS = (
    "table", "port", "device", "state", "why", "reason", "params", "firmware", "ledger", "boot", "last",
    "damaged_lines", "seats_away", "calling", "signal", "battery", "picks",
)  # fmt: skip

_SEEN = "UPDATE tenbo.host SET seen = clock_timestamp() WHERE name = session_user"
_UPSERT_REPORT = """INSERT INTO tenbo.station (host, device, view) VALUES (session_user, %s, %s)
    ON CONFLICT (host, device) DO UPDATE SET view = excluded.view"""
_GONE = "SELECT tenbo.unplug_others(%s)"


def make_views_source(fleet: DeviceRegistry) -> Callable[[], list[View]]:
    """Return a function that returns the views of a host's own devices, with or without table numbers."""

    def views() -> list[View]:
        found = []
        for station in fleet.own_stations:
            view = station_json(station, None) | {"table": fleet.table_number(station)}
            if view["device"]:
                found.append({name: view[name] for name in REPORTED_FIELDS if name in view})
        return found

    return views


class TableReportWriter:
    """The reports of one host; only changed views are written."""

    def __init__(self) -> None:
        self._known: dict[str, str] | None = None

    def write_all_next_time(self) -> None:
        """Write all views the next time, because the database may be another one."""
        self._known = None

    def write_changed(self, link: DatabaseConnection, views: list[View], *, beat: bool) -> None:
        """Write the views that have changed, and with `beat` a sign of life of this host."""
        # A new last event is no change here: events are uploaded separately.
        now = {view["device"]: json.dumps({**view, "last": None}, sort_keys=True) for view in views}
        known = self._known
        changed = [view for view in views if known is None or known.get(view["device"]) != now[view["device"]]]

        def work(connection: Connection) -> None:
            with connection.transaction(), connection.cursor() as cursor:
                if known is None or set(known) - set(now):
                    cursor.execute(_GONE, (list(now),))
                cursor.executemany(_UPSERT_REPORT, [(view["device"], json.dumps(view)) for view in changed])
                if beat:
                    cursor.execute(_SEEN)

        if changed or beat or known is None or set(known) - set(now):
            link.run(work)
        self._known = now


def read_table_reports(link: DatabaseConnection) -> dict[str, list[View]]:
    """Return the tables of every host."""
    query = "SELECT host, view FROM tenbo.station ORDER BY host, device"
    views: dict[str, list[View]] = {}
    for host, view in link.run(lambda connection: connection.execute(query).fetchall()):
        views.setdefault(host, []).append(json.loads(view))
    return views
