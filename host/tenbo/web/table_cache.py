"""The cached list of all tables: made once after each change and shared by all readers with the same view."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, Any

from tenbo.web.auth.visibility import audience_of
from tenbo.web.server.http_messages import json_response

if TYPE_CHECKING:
    from collections.abc import Callable

    from tenbo.hall.change_log import ChangeBuffer
    from tenbo.hall.table_views import TableViews
    from tenbo.web.auth.authentication import Visitor
    from tenbo.web.auth.visibility import Visibility

# Some values in the list change without a published change, for example the time since a table was last heard.
FRESH_S = 0.2


class TableList:
    """The list as JSON. A request after a change never gets a list from before the change."""

    def __init__(
        self,
        views: TableViews,
        changes: ChangeBuffer,
        visibility: Visibility,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._tables = views
        self._changes = changes
        self._visibility = visibility
        self._now = now
        # Held while a list is made, so that concurrent readers share the next one.
        self._lock = threading.Lock()
        self._change, self._made_at = -1, 0.0
        self._views: list[dict[str, Any]] = []
        self._bodies: dict[Visitor, bytes] = {}

    def body(self, visitor: Visitor) -> bytes:
        """Return the list as a visitor may see it."""
        change, sight = self._changes.last, audience_of(visitor)
        with self._lock:
            if change > self._change or self._now() - self._made_at > FRESH_S:
                self._change, self._made_at = self._changes.last, self._now()
                self._views, self._bodies = self._tables.tables(), {}
            if sight not in self._bodies:
                self._bodies[sight] = json_response(self._visibility.redact_tables(sight, self._views)).body
            return self._bodies[sight]
