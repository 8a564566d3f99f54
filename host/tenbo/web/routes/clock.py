"""The routes of the hall's clock."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.validation.core_sentence_codes import reason_code_and_values
from tenbo.web.server.http_messages import HttpRequest, HttpResponse, json_response
from tenbo.web.server.request_context import author_name, last_seen_record

if TYPE_CHECKING:
    from tenbo.hall.timekeeper import Timekeeper
    from tenbo.web.server.desk_host_heartbeats import DeskHeartbeats


class ClockRoutes:
    """The session's clock, and the time of day of this host."""

    def __init__(self, timekeeper: Timekeeper, desks: DeskHeartbeats) -> None:
        self._timekeeper = timekeeper
        self._desks = desks

    def clock(self, _: HttpRequest) -> HttpResponse:
        """Return the hall's clock and how far each table's own is off.

        `left_over` is null while a session in play uses this clock. Otherwise no session does, and `state` says why.
        The clock's `session` has `ended` and no other is in play, or the one in play began after this clock was over
        and its own clock is `unstarted`.
        """
        picture = self._timekeeper.clock_and_offsets()
        note = picture["note"] or self._desks.silence_warning or ""
        return json_response({**picture, "note": note, **reason_code_and_values(note)})

    def set_clock(self, request: HttpRequest) -> HttpResponse:
        """Set the hall's clock.

        `act` start, pause, resume, extra or stop; `minutes`, negative for less; `table` for extra time at one table.
        After a power cut of the whole hall `note` asks for a decision: keep continues with the tables' time, move uses
        the computer's. Extra time with `seen`, the number of the last record that you have seen, is refused if more was
        given since.
        """
        act, table_number = request.field("act", "text"), request.field("table", "int", None)
        seen, minutes = last_seen_record(request), request.field("minutes", "int", None)
        made = self._timekeeper.change_clock(act, author_name(request), minutes, table_number, seen=seen)
        return json_response(self._timekeeper.clock_and_offsets(), records=made)

    def clock_reading(self, _: HttpRequest) -> HttpResponse:
        """Return this host's time of day and its monotonic count, in milliseconds, to compare clocks."""
        now, up = self._timekeeper.day.now_and_uptime()
        return json_response({"now_ms": now, "up_ms": up})
