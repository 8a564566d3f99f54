"""Executes the desk's commands on a host, by HTTP or through the database, on a device or on the host itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tenbo.devices.station import FOLLOWING
from tenbo.store.ledgers import StoredLedgers, stream_of
from tenbo_core.errors import LinkFault, Malformed, Refused
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Callable

    from tenbo.devices.station_registry import DeviceRegistry
    from tenbo.hall.desk_command_executor import DeskCommandExecutor
    from tenbo.hall.device_numbering import DeviceNumbering
    from tenbo.tournament.repository import TournamentRepository

# The fields of `do` begin with the kind of the event and its author.
REST = 2


class CommandExecutor:
    """Executes commands for a desk; `moment` returns the host's time of day and its count of milliseconds."""

    def __init__(
        self,
        repository: TournamentRepository,
        fleet: DeviceRegistry,
        numbering: DeviceNumbering,
        commands: DeskCommandExecutor,
        moment: Callable[[], tuple[int, int]],
    ) -> None:
        self._repository = repository
        self._fleet = fleet
        self._numbering = numbering
        self._commands = commands
        self._moment = moment

    def ledger_position(self, device: str) -> tuple[str, int]:
        """Return the ledger of a device and the last event that was followed there."""
        try:
            station = self._fleet.station_of_device(device)
        except Refused:
            return "", -1
        there = station.snapshot
        return ("", -1) if there.hello is None else (there.hello.ledger, there.last)

    def execute(self, device: str, name: str, fields: list[Any], desk: str) -> dict[str, Any]:
        """Execute a command and return its result; raise an error if it is refused."""
        if name == "time":
            now, up = self._moment()
            return {"now_ms": now, "up_ms": up}
        if name == "bind":
            table = fields[0] if fields else None
            if not isinstance(table, int):
                raise Malformed("bad_field", "a table number must be an integer", "table")
            if self._repository.tournament.numbers.get(device) != table:
                self._numbering.set_table_number(device, table, f"desk {desk}"[:40])
            return {}
        return self._commands.execute(device, name, fields).answer

    def recover_result(
        self, device: str, name: str, fields: list[Any], ledger: str, last: int
    ) -> dict[str, Any] | None:
        """Return the result of a command that was begun before this host was killed; {} if it has not run.

        None as long as this is unknown, because the device has not yet sent what it has recorded meanwhile.
        """
        if name == "bind":
            return {}
        there = (station.snapshot for station in self._fleet.stations)
        hello = next(
            (one.hello for one in there if one.hello is not None and one.hello.id == device and one.state == FOLLOWING),
            None,
        )
        if hello is None or self._repository.store.head(stream_of(hello.ledger)).seq < hello.last:
            return None
        if name != "do" or hello.ledger != ledger:
            message = sentence(
                "host_restarted_before_answer",
                "this host restarted before the command was answered: check on the table's page whether it "
                "was recorded (tenbo log)",
            )
            raise LinkFault("no_answer", message, "table")
        for event in StoredLedgers(self._repository.store).events_after(ledger, last):
            if _is_same(event, fields):
                return {"answers": [], "last": event[0], "asked_ms": 0, "answered_ms": 0}
        return {}


def _is_same(event: list[Any], fields: list[Any]) -> bool:
    """Return whether an event is the wanted one; the table has filled in fields that were left open."""
    _, kind, by, _, *said = event
    wanted = fields[REST:]
    said += [None] * (len(wanted) - len(said))
    fits = all(want is None or want == is_ for want, is_ in zip(wanted, said, strict=False))
    return fits and [kind, by] == fields[:REST]
