"""Cached snapshots of the seats' displays, so that one query of a table serves all viewers."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

from tenbo.devices.link import monotonic_ms
from tenbo.devices.table_client import query_display, query_view

if TYPE_CHECKING:
    from collections.abc import Hashable

    from tenbo.devices.station import Station

Json = dict[str, Any]


class DisplaySnapshots:
    """The last snapshot of each display, with the time of its query.

    A snapshot is some kilobytes on a line that events need too: twenty viewers must not cause twenty queries.
    """

    def __init__(self) -> None:
        self._snapshots: dict[tuple[int, int], tuple[int, Hashable, Json]] = {}
        self._asking: dict[tuple[int, int], threading.Lock] = {}

    def fetch(self, station: Station, table: int, seat: int, oldest_ms: int = 0, game: Hashable = None) -> Json:
        """Return a snapshot of a seat's display that is at most `oldest_ms` old and of the same game.

        A snapshot of an earlier game could belong to an unreleased session.
        """
        place = table, seat
        with self._asking.setdefault(place, threading.Lock()):
            asked, of_game, shown = self._snapshots.get(place, (0, None, {}))
            begun = monotonic_ms()
            if not shown or of_game != game or begun - asked >= oldest_ms:
                shown = {**query_view(station, seat), "rows": query_display(station, seat).rows}
                self._snapshots[place] = begun, game, shown
            return shown
