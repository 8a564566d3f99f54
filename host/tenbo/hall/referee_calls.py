"""Referee calls: one referee answers a call, so that no other has to come."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.hall.change_result import ChangeResult
from tenbo.hall.json_views import calls_json
from tenbo_core.errors import LinkFault, Refused
from tenbo_core.seats import WIND_LETTERS
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from tenbo.devices.station_registry import DeviceRegistry
    from tenbo.hall.desk_record_writer import RecordWriter
    from tenbo.runtime.service_log import ServiceLog


class RefereeCalls:
    """The calls of all seats."""

    def __init__(self, fleet: DeviceRegistry, records: RecordWriter, log: ServiceLog) -> None:
        self._fleet = fleet
        self._records = records
        self._log = log

    def calling_tables(self) -> frozenset[int]:
        """Return the numbers of the tables where a seat calls."""
        stations = self._fleet.stations_by_number()
        return frozenset(number for number, station in stations.items() if station.snapshot.calls)

    def answer_calls(self, number: int, by: str, seat: int | None = None) -> ChangeResult:
        """Answer the call of a seat, or of all seats of a table; return the updated `calls`."""
        station = self._fleet.require_station(number)
        meant = [call for call in calls_json(station.snapshot.calls) if seat in (None, call["seat"])]
        if not meant:
            message = sentence("no_call_open", "table {number} is not calling a referee now", number=number)
            if seat is not None:
                message = sentence(
                    "seat_not_calling",
                    "seat {seat} of table {number} is not calling a referee now",
                    seat=seat,
                    number=number,
                )
            raise Refused("not_allowed_now", message, "seat")
        # Of two referees who answer at the same moment the first one has answered.
        answered = [call for call in meant if station.answer_call(call["seat"], by)]
        calls = calls_json(station.snapshot.calls)
        if not answered:
            first = next((call["answered"] for call in calls if call["answered"]), "another referee")
            message = sentence(
                "call_answered_already",
                "{first} has already answered the call from table {number}",
                first=first,
                number=number,
            )
            raise Refused("not_allowed_now", message, "seat")
        made = []
        for call in answered:
            made.append(self._records.record("answer", by, table=number, seat=call["seat"], waited=call["for_s"]))
        for call in answered:
            self._show_answered(number, call["seat"])
        return ChangeResult({"calls": calls}, made)

    def _show_answered(self, number: int, seat: int) -> None:
        """Show at the seat's display that a referee is coming; a failure leaves the call answered."""
        try:
            self._fleet.ask(number, "note", seat)
        except (LinkFault, Refused) as error:
            self._log.write_line(
                f"seat {WIND_LETTERS[seat]} does not show that a referee is coming: {error.message}", table=number
            )
