"""The firmware of the tables: which one this program brings, how far an update is, and its beginning."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.api.asker import acting_as, is_confirmed
from tenbo.api.messages import HttpRequest, HttpResponse, of_json

if TYPE_CHECKING:
    from tenbo.api.host import Host


def told(host: Host, _: HttpRequest) -> HttpResponse:
    """Return the `firmware` that this program brings, whether it is `working`, and how far each of `tables` is.

    A `state` is waiting, to_prompt, writing (`done` of `of` files), restarting, back, done or failed; `why` says
    what went wrong and what to do. Each step is told among the changes, too.
    """
    return of_json(host.updating.told())


def update(host: Host, request: HttpRequest) -> HttpResponse:
    """Write the firmware to `tables`, one after the other, as `tenbo flash` does; games and settings stay.

    Tables whose game is running are asked about; `yes` answers that. While one update goes on no other begins.
    """
    tables = request.field("tables", "counts")
    return of_json(host.updating.begin(tables, acting_as(request), yes=is_confirmed(request)))
