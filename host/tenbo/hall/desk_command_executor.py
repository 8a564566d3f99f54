"""Runs one command of a desk on a device of this host."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tenbo.client.remote_host_client import ASKED, TAKE_OVER
from tenbo.devices.pending_commands import is_valid_message
from tenbo.hall.change_result import ChangeResult
from tenbo_core.errors import Malformed

if TYPE_CHECKING:
    from collections.abc import Callable

    from tenbo.devices.station_registry import DeviceRegistry
    from tenbo.hall.device_replacement import LedgerHandover


class DeskCommandExecutor:
    """The commands; `moment` returns the host's time of day and its count of milliseconds."""

    def __init__(self, fleet: DeviceRegistry, handover: LedgerHandover, moment: Callable[[], tuple[int, int]]) -> None:
        self._fleet = fleet
        self._handover = handover
        self._moment = moment

    def execute(self, device: str, name: str, fields: list[Any]) -> ChangeResult:
        """Run a command on a device; return its answers, its last event, and our count before and after."""
        if name == TAKE_OVER:
            return self._install_ledger(device, fields)
        if name not in ASKED or not is_valid_message([name, 0, *fields]):
            raise Malformed(
                "bad_field",
                f"{name[:40]!r} with these fields is not a command for a device; the commands are: {', '.join(ASKED)}",
                "name",
            )
        station = self._fleet.station_of_device(device)
        asked = self._moment()[1]
        request = station.send_when_ready(name, *fields)
        answers: list[Any] = station.await_answers(request)
        answered, ended = self._moment()[1], request.ended
        last = ended[2] if ended is not None and ended[0] == "done" else station.snapshot.last
        return ChangeResult({"answers": answers, "last": last, "asked_ms": asked, "answered_ms": answered})

    def _install_ledger(self, device: str, fields: list[Any]) -> ChangeResult:
        """Install a ledger from the desk on a device: its id and a list of its events."""
        ledger, events = fields if len(fields) == len(("ledger", "events")) else ("", [])
        is_ledger = ledger and is_valid_message(["restore", 0, ledger]) and isinstance(events, list)
        if not is_ledger or not all(_is_event(one) for one in events):
            raise Malformed("bad_field", "fields must be the id of a ledger and a list of its events", "fields")
        asked = self._moment()[1]
        made = self._handover.install_ledger(device, ledger, events, "desk")
        last = events[-1][0] if events else -1
        return ChangeResult({"answers": [], "last": last, "asked_ms": asked, "answered_ms": self._moment()[1]}, made)


def _is_event(event: Any) -> bool:
    return isinstance(event, list) and is_valid_message(["ledger_event", 0, *event])
