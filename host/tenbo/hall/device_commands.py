"""Runs one command of a desk on a device of this host."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tenbo.client.remote_commands import ASKED, TAKE_OVER
from tenbo.devices.pending_commands import is_valid_message
from tenbo.hall import ledger_takeover
from tenbo_core.errors import Malformed

if TYPE_CHECKING:
    from collections.abc import Callable

    from tenbo.hall.hall import Hall


def execute_on_device(
    hall: Hall, moment: Callable[[], tuple[int, int]], device: str, name: str, fields: list[Any]
) -> dict[str, Any]:
    """Run a command on a device; return its answers, its last event, and our count before and after."""
    if name == TAKE_OVER:
        return _install_ledger(hall, moment, device, fields)
    if name not in ASKED or not is_valid_message([name, 0, *fields]):
        raise Malformed("bad_field", f"a device is not asked {name[:40]!r} so: it is one of {', '.join(ASKED)}", "name")
    station = ledger_takeover.station_of_device(hall, device)
    asked = moment()[1]
    request = station.begin_command(name, *fields)
    answers: list[Any] = station.await_answers(request)
    answered, ended = moment()[1], request.ended
    last = ended[2] if ended is not None and ended[0] == "done" else station.follower.last
    return {"answers": answers, "last": last, "asked_ms": asked, "answered_ms": answered}


def _install_ledger(
    hall: Hall, moment: Callable[[], tuple[int, int]], device: str, fields: list[Any]
) -> dict[str, Any]:
    """Install a ledger from the desk on a device: its id and a list of its events."""
    ledger, events = fields if len(fields) == len(("ledger", "events")) else ("", [])
    is_ledger = ledger and is_valid_message(["restore", 0, ledger]) and isinstance(events, list)
    if not is_ledger or not all(_is_event(one) for one in events):
        raise Malformed("bad_field", "fields must be the id of a ledger and a list of its events", "fields")
    asked = moment()[1]
    ledger_takeover.install_ledger(hall, device, ledger, events, "desk")
    return {"answers": [], "last": events[-1][0] if events else -1, "asked_ms": asked, "answered_ms": moment()[1]}


def _is_event(event: Any) -> bool:
    return isinstance(event, list) and is_valid_message(["ledger_event", 0, *event])
