"""What the routes ask and act on."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from tenbo.api.access import Access
    from tenbo.hall.hall import Hall
    from tenbo.hall.timekeeper import Timekeeper


class Host(NamedTuple):
    """The hall with all its tables, who looks after their clocks, and who may come in."""

    hall: Hall
    timekeeper: Timekeeper
    access: Access
    # The Wi-Fi that phones must be in before a code helps them.
    wifi: str = ""
