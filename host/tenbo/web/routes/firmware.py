"""The firmware of the tables: which one this program brings, how far an update is, and its beginning."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.web.server.http_messages import HttpRequest, HttpResponse, json_response
from tenbo.web.server.request_context import author_name, is_confirmed

if TYPE_CHECKING:
    from tenbo.web.server.context import ApiContext


def status(host: ApiContext, _: HttpRequest) -> HttpResponse:
    """Return the `firmware` that this program brings, whether it is `working`, and how far each of `tables` is.

    A `state` is waiting, to_prompt, writing (`done` of `of` files), restarting, back, done or failed; `why` says
    what went wrong and what to do. Each step is told among the changes, too.
    """
    return json_response(host.firmware_rollout.status())


def update(host: ApiContext, request: HttpRequest) -> HttpResponse:
    """Write the firmware to `tables`, one after the other, as `tenbo flash` does; games and settings stay.

    Tables whose game is running are asked about; `yes` answers that. While one update goes on no other begins.
    """
    tables = request.field("tables", "counts")
    return json_response(host.firmware_rollout.begin(tables, author_name(request), yes=is_confirmed(request)))
