"""JSON views of tables, events and stations, for the API and the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tenbo.devices.follower import PICK_WAITS_MS
from tenbo.devices.link import monotonic_ms
from tenbo.game.game_report import event_json
from tenbo.game.replay import result_if_ended_now
from tenbo.validation.core_sentence_codes import reason_code_and_values
from tenbo_core.event_notation import event_text
from tenbo_core.ranking import places
from tenbo_core.state_answer import ANSWER, answer_values
from tenbo_core.table import OVER

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tenbo.devices.station import Station
    from tenbo.devices.station_snapshot import RefereeCall
    from tenbo_core.events import Event
    from tenbo_core.table import Table


def table_json(table: Table) -> dict[str, Any]:
    """Return a table's state; a finished game has its result.

    `places` has ties as the rule book has them, `dead` are the seats whose hand is dead.
    """
    view = dict(zip(ANSWER, answer_values(0, "state", table, table), strict=True))
    for name in ("n", "event", "deltas"):
        del view[name]
    view["rules"] = table.rules.book
    view["places"] = places(table)
    view["names"] = list(table.names)
    view["dead"] = list(table.dead)
    if table.phase == OVER:
        view["result"] = result_if_ended_now(table)
    return view


def stored_event_json(event: Event) -> dict[str, Any]:
    """Return an event with its fields by name, and its line of plain words."""
    return {**event_json(event), "text": event_text(event)}


def calls_json(calls: Iterable[RefereeCall]) -> list[dict[str, Any]]:
    """Return the calls of a table's seats: since how many seconds each calls, and who has answered."""
    now = monotonic_ms()
    return [{"seat": call.seat, "for_s": (now - call.since_ms) // 1000, "answered": call.answered_by} for call in calls]


def station_json(station: Station, number: int | None) -> dict[str, Any]:
    """Return the device at a port and its state."""
    there, now = station.snapshot, monotonic_ms()
    hello = there.hello
    view: dict[str, Any] = {
        "table": number,
        "port": station.port.name,
        "location": station.port.location,
        "carrier": station.port.carrier,
        "open_s": None if there.opened_ms is None else (now - there.opened_ms) // 1000,
        "signal": there.signal,
        "battery": there.battery,
        "state": there.state,
        "why": there.why,
        **reason_code_and_values(there.why),
        "for_s": (now - there.since_ms) // 1000,
        "heard_s": there.seconds_since_heard(now),
        "device": hello.id if hello else station.port.serial,
        "firmware": hello.firmware if hello else "",
        "ledger": hello.ledger if hello else "",
        "boot": hello.boot if hello else "",
        "last": there.last,
        "damaged_lines": there.damaged_lines,
        "faults": there.fault_count,
        "seats_away": sorted(there.seats_away),
        "calling": there.calling,
        "calls": calls_json(there.calls),
    }
    if number is not None and there.table is not None:
        view["now"] = table_json(there.table)
    if picks := [{**pick._asdict(), "asked_ms": asked_ms} for pick, asked_ms in there.picks
                 if now - asked_ms < PICK_WAITS_MS]:  # fmt: skip
        view["picks"] = picks
    return view
