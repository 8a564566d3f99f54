"""Referee calls: one referee answers a call, so that no other has to come."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tenbo.hall.json_views import calls_json
from tenbo_core.errors import LinkFault, Refused

if TYPE_CHECKING:
    from tenbo.hall.hall import Hall

Json = dict[str, Any]


def answer_calls(hall: Hall, number: int, by: str, seat: int | None = None) -> list[Json]:
    """Answer the call of a seat, or of all seats of a table; return the updated calls."""
    follower = hall.fleet.station_at(number).follower
    meant = [call for call in calls_json(follower) if seat in (None, call["seat"])]
    if not meant:
        whose = f"table {number}" if seat is None else f"seat {seat} of table {number}"
        raise Refused("not_allowed_now", f"{whose} calls nobody now", "seat")
    unanswered = [call for call in meant if not call["answered"]]
    if not unanswered:
        message = f"{meant[0]['answered']} has answered the call of table {number} already"
        raise Refused("not_allowed_now", message, "seat")
    for call in unanswered:
        follower.answered[call["seat"]] = by
        hall.record("answer", by, table=number, seat=call["seat"], waited=call["for_s"])
    for call in unanswered:
        _show_answered(hall, number, call["seat"])
    return calls_json(follower)


def _show_answered(hall: Hall, number: int, seat: int) -> None:
    """Show at the seat's display that a referee is coming; a failure leaves the call answered."""
    try:
        hall.fleet.ask(number, "note", seat)
    except (LinkFault, Refused) as error:
        hall.log.write_line(f"the seat was not told that somebody is coming: {error.message}", table=number)
