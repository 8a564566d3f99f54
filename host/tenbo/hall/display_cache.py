"""What the displays of tables show: asked of a table once for all who look at it at the same time."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

from tenbo.devices.client import query_display, query_view
from tenbo.devices.link import now_ms

if TYPE_CHECKING:
    from collections.abc import Hashable

    from tenbo.devices import Station

Json = dict[str, Any]


class DisplaySnapshots:
    """The last picture of each display, with the moment at which the table was asked for it.

    A picture is some kilobytes on a line that events need too: twenty who look must not ask for twenty.
    """

    def __init__(self) -> None:
        self._kept: dict[tuple[int, int], tuple[int, Hashable, Json]] = {}
        self._asking: dict[tuple[int, int], threading.Lock] = {}

    def fetch(self, station: Station, table: int, seat: int, oldest_ms: int = 0, game: Hashable = None) -> Json:
        """Return what a seat's display shows, or showed less than so many milliseconds ago in the same game.

        An earlier game may be nobody's business: of a session that is not released.
        """
        place = table, seat
        with self._asking.setdefault(place, threading.Lock()):
            asked, of_game, shown = self._kept.get(place, (0, None, {}))
            begun = now_ms()
            if not shown or of_game != game or begun - asked >= oldest_ms:
                shown = {**query_view(station, seat), "rows": query_display(station, seat).rows}
                self._kept[place] = begun, game, shown
            return shown
