"""What the desk of a larger hall asks of this host: everything that it has stored, the time, and its devices."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from tenbo.api.asker import acting_as
from tenbo.api.messages import HttpRequest, HttpResponse, of_json
from tenbo.hall import handover
from tenbo.hall.handover import spare
from tenbo.line.requests import is_message
from tenbo_core.errors import Malformed

if TYPE_CHECKING:
    from collections.abc import Callable

    from tenbo.api.host import Host
    from tenbo.hall.hall import Hall

PAGE = 500
LONGEST_PAGE = 5000
# What a desk has a device do; the others are between a device and the computer that it is plugged into.
ASKED = ("ping", "do", "propose", "clock", "view", "pixels", "state", "health", "blink")
# And a ledger that is handed to a device: several of those as one, done once.
TAKE_OVER = "take_over"
# What a person answers meanwhile, or a device does event by event, takes its time.
PATIENT = ("propose", TAKE_OVER)


def events(host: Host, request: HttpRequest) -> HttpResponse:
    """Return what this host has stored, for a desk that follows it from zero or from where it was.

    Without `stream` the last number and hash of every stream; with it, after number `after`, at most `most` rows:
    number, time, kind, body, the hash before it and its own. `desk` is the name of who follows.
    """
    if desk := request.query.get("desk", ""):
        host.desks.heard(desk[:40])
    stream = request.query.get("stream")
    if stream is None:
        heads = {name: [head.seq, head.hash.hex()] for name, head in host.own.heads().items()}
        return of_json({"host": host.name, "streams": heads})
    after, most = request.number("after", -1), max(1, min(request.number("most", PAGE), LONGEST_PAGE))
    rows = islice(host.own.rows(stream, after), most)
    return of_json([[row.seq, row.ts_ms, row.kind, row.body, row.prev.hex(), row.hash.hex()] for row in rows])


def time(host: Host, _: HttpRequest) -> HttpResponse:
    """Return this host's time of day and a count that nothing moves, in milliseconds, to compare clocks."""
    now, up = host.timekeeper.day.moment()
    return of_json({"now_ms": now, "up_ms": up})


def hosts(host: Host, request: HttpRequest) -> HttpResponse:
    """Return the hosts that are followed from here, and for desk and referee what is in doubt, with the remedy."""
    doubts = host.others.doubts() if request.visitor.role in ("desk", "referee") else []
    return of_json({"hosts": host.others.hosts(), "doubts": doubts})


def believe(host: Host, request: HttpRequest) -> HttpResponse:
    """Say whose telling of a `ledger` counts that is told in two ways: `host`, a host's name or here, and `why`."""
    ledger, teller, why = (request.field(name, "line") for name in ("ledger", "host", "why"))
    host.others.believe(ledger, teller, why, acting_as(request))
    return of_json({"done": True})


def take_back(host: Host, request: HttpRequest) -> HttpResponse:
    """Take back what was left for a `host` that is cut off and has not begun it; return how much that was."""
    return of_json({"taken_back": host.others.take_back(request.field("host", "line"))})


def ask(host: Host, request: HttpRequest) -> HttpResponse:
    """Have a `device` do something: a message's `name` and `fields`; asked twice under one `id` it is done once.

    The answers come with this host's count of milliseconds before and after.
    """
    device, name = request.field("device", "text"), request.field("name", "text")
    fields, key = request.field("fields", "list"), request.field("id", "text")
    moment = host.timekeeper.day.moment
    return host.desks.once.do(key, lambda: of_json(ask_device(host.hall, moment, device, name, fields)))


def ask_device(
    hall: Hall, moment: Callable[[], tuple[int, int]], device: str, name: str, fields: list[Any]
) -> dict[str, Any]:
    """Have a device do what a desk wants; return its answers, its last event, and our count before and after."""
    if name == TAKE_OVER:
        return _take_over(hall, moment, device, fields)
    if name not in ASKED or not is_message([name, 0, *fields]):
        raise Malformed("bad_field", f"a device is not asked {name[:40]!r} so: it is one of {', '.join(ASKED)}", "name")
    station = spare(hall, device)
    asked = moment()[1]
    request = station.begin(name, *fields)
    answers: list[Any] = station.finish(request)
    answered, ended = moment()[1], request.ended
    last = ended[2] if ended is not None and ended[0] == "done" else station.follower.last
    return {"answers": answers, "last": last, "asked_ms": asked, "answered_ms": answered}


def _take_over(hall: Hall, moment: Callable[[], tuple[int, int]], device: str, fields: list[Any]) -> dict[str, Any]:
    """Let a device have a ledger that the desk hands over: its id, and a list of its events."""
    ledger, events = fields if len(fields) == len(("ledger", "events")) else ("", [])
    is_ledger = ledger and is_message(["restore", 0, ledger]) and isinstance(events, list)
    if not is_ledger or not all(_is_event(one) for one in events):
        raise Malformed("bad_field", "fields must be the id of a ledger and a list of its events", "fields")
    asked = moment()[1]
    handover.take_over(hall, device, ledger, events, "desk")
    return {"answers": [], "last": events[-1][0] if events else -1, "asked_ms": asked, "answered_ms": moment()[1]}


def _is_event(event: Any) -> bool:
    return isinstance(event, list) and is_message(["ledger_event", 0, *event])
