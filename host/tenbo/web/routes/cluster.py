"""The routes for the desk of a larger hall: this host's stored events, its clock, and commands to its devices."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from tenbo.web.server.http_messages import HttpRequest, HttpResponse, json_response, outcome_response
from tenbo.web.server.request_context import author_name

if TYPE_CHECKING:
    from tenbo.web.server.context import ApiContext

PAGE = 500
LONGEST_PAGE = 5000


def events(host: ApiContext, request: HttpRequest) -> HttpResponse:
    """Return the stored events of this host, for a desk that replicates them.

    Without `stream` the answer is the last number and hash of every stream. With it, it is at most `most` rows after
    number `after`: number, time, kind, body, the hash of the previous row and its own. `desk` is the name of the desk.
    """
    if desk := request.query.get("desk", ""):
        host.desks.record_heartbeat(desk[:40])
    stream = request.query.get("stream")
    if stream is None:
        heads = {name: [head.seq, head.hash.hex()] for name, head in host.own_store.heads().items()}
        return json_response({"host": host.name, "streams": heads})
    after, most = request.int_param("after", -1), max(1, min(request.int_param("most", PAGE), LONGEST_PAGE))
    rows = islice(host.own_store.rows(stream, after), most)
    return json_response([[row.seq, row.ts_ms, row.kind, row.body, row.prev.hex(), row.hash.hex()] for row in rows])


def clock_reading(host: ApiContext, _: HttpRequest) -> HttpResponse:
    """Return this host's time of day and its monotonic count, in milliseconds, to compare clocks."""
    now, up = host.timekeeper.day.now_and_uptime()
    return json_response({"now_ms": now, "up_ms": up})


def hosts(host: ApiContext, request: HttpRequest) -> HttpResponse:
    """Return the followed hosts, and for desk and referee the conflicts between them, each with its remedy."""
    doubts = host.cluster.conflicts() if request.visitor.role in ("desk", "referee") else []
    return json_response({"hosts": host.cluster.host_statuses(), "doubts": doubts})


def choose_version(host: ApiContext, request: HttpRequest) -> HttpResponse:
    """Choose the version of a forked `ledger`: `host` is a host's name or here, and `why` the reason."""
    ledger, teller, why = (request.field(name, "line") for name in ("ledger", "host", "why"))
    made = host.cluster.choose_version(ledger, teller, why, author_name(request))
    return json_response({"done": True}, records=[made])


def cancel_deferred(host: ApiContext, request: HttpRequest) -> HttpResponse:
    """Cancel the deferred commands of a `host` that is cut off and has not begun them; return how many they were."""
    return json_response({"taken_back": host.cluster.cancel_deferred(request.field("host", "line"))})


def run_device_command(host: ApiContext, request: HttpRequest) -> HttpResponse:
    """Run a command of a `device`: a message's `name` and `fields`; repeated under one `id` it runs once.

    The answers come with this host's count of milliseconds before and after.
    """
    device, name = request.field("device", "text"), request.field("name", "text")
    fields, key = request.field("fields", "list"), request.field("id", "text")
    return host.desks.idempotency.run_once(key, lambda: outcome_response(host.commands.execute(device, name, fields)))
