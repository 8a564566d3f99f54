"""The firmware routes: the bundled version, the progress of an update, and its start."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.web.server.http_messages import HttpRequest, HttpResponse, json_response
from tenbo.web.server.request_context import author_name, is_confirmed

if TYPE_CHECKING:
    from tenbo.web.server.context import ApiContext


def status(host: ApiContext, _: HttpRequest) -> HttpResponse:
    """Return the bundled `firmware`, whether an update is `working`, and the state of each of `tables`.

    A `state` is waiting, to_prompt, writing (`done` of `of` files), restarting, back, done or failed; `why` says what
    went wrong and what to do. Each step is also published as a change.
    """
    return json_response(host.firmware_rollout.status())


def update(host: ApiContext, request: HttpRequest) -> HttpResponse:
    """Update the firmware of `tables`, one after the other, as `tenbo flash` does; games and settings stay.

    Tables whose game is running need `yes`. Only one update runs at a time.
    """
    tables = request.field("tables", "counts")
    return json_response(host.firmware_rollout.begin(tables, author_name(request), yes=is_confirmed(request)))
