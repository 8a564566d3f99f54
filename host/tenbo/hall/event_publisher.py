"""Publishes what the tables report: their stored events and what happens at their ports."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.hall.json_views import stored_event_json, table_json
from tenbo.validation.core_sentence_codes import reason_code_and_values
from tenbo_core.events import ASKERS, Event

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tenbo.devices.station import Station
    from tenbo.hall.change_log import ChangeBuffer
    from tenbo.hall.game_assignment import GameAssigner
    from tenbo.hall.table_numbers import TableNumbers
    from tenbo.runtime.service_log import ServiceLog
    from tenbo_core.table import Table

    StationEvents = Sequence[tuple[Event, Table | None]]


class EventPublisher:
    """Writes to the log and to the clients that follow the changes. Thread-safe."""

    def __init__(self, numbers: TableNumbers, assignment: GameAssigner, changes: ChangeBuffer, log: ServiceLog) -> None:
        self._numbers = numbers
        self._assignment = assignment
        self._changes = changes
        self._log = log

    def assign_and_publish_events(self, station: Station, events: StationEvents) -> None:
        """Assign the games that start with stored events to their sessions, then publish the events."""
        hello = station.snapshot.hello
        assert hello is not None
        number = self._numbers.table_number_of(hello.id)
        for event, _ in events:
            if event.kind == "start":
                self._assignment.assign_game(number, hello.ledger, event)
            elif event.kind == "name":
                self._assignment.assign_named_player(hello.ledger, event)
        for event, table in events:
            picture = stored_event_json(event)
            self._log.write_line(f"{picture['text']} by {ASKERS[event.by]}", table=number, event=event.n)
            now = table_json(table) if table is not None else None
            data = {"table": number, "ledger": hello.ledger, "event": picture, "now": now}
            self._changes.publish("event", data)

    def report(self, station: Station, what: str, level: str) -> None:
        """Log and publish what happened at a port."""
        there = station.snapshot
        hello = there.hello
        number = self._numbers.table_number_of(hello.id) if hello is not None else None
        self._log.write_line(what, level=level, table=number, port=station.port.name)
        data = {
            "table": number,
            "port": station.port.name,
            "state": there.state,
            "why": what,
            **reason_code_and_values(what),
        }
        self._changes.publish("port", data)
