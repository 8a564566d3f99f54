"""Which state a followed line is in, and the sentence that tells why."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tenbo.devices.pending_commands import OF_ANOTHER_HALL
from tenbo.devices.station import AWAY, FOLLOWING, GREETING, NEW, REFUSED, SILENT
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from tenbo.devices.follower import Follower
    from tenbo.devices.hello import Hello

# A board that says nothing readable in this time is no table, or sits at its prompt.
GREETING_MS = 6000


class StationStatus(NamedTuple):
    """A state, why it is so (empty when all is well), and how grave its line in the log is."""

    state: str
    reason: str
    level: str = "info"


def silent_status(open_ms: int) -> StationStatus | None:
    """Return the status of a line on which no table has said hello; None as long as one may still do so."""
    if open_ms <= GREETING_MS:
        return None
    reason = sentence(
        "port_silent",
        "no table answers at this port: the board has no Tenbo firmware or is waiting at its prompt; flash "
        "it (tenbo flash)",
    )
    return StationStatus(SILENT, reason, "warning")


def rejected_status(reason: str, *, is_new: bool, is_settling: bool) -> StationStatus:
    """Return the status of a table that is not let in; one that is still being proved or restored may be."""
    if is_settling and not is_new:
        return StationStatus(GREETING, reason)
    return StationStatus(NEW if is_new else REFUSED, reason, "warning")


def admitted_status(follower: Follower, now: int, *, is_dialled: bool, warning: str | None) -> StationStatus:
    """Return the status of a table that is let in."""
    if follower.fork is not None:
        reason = sentence(
            "event_in_two_ways",
            "event {number} has arrived in two versions: no more events are accepted until someone has "
            "compared the table's scores with its stored game (tenbo log)",
            number=follower.fork,
        )
        return StationStatus(REFUSED, reason, "error")
    if follower.is_away(now):
        reason = sentence(
            "silent_on_cable", "silent although its cable is plugged in; its scores are safe on the device"
        )
        if is_dialled:
            reason = sentence(
                "silent_on_line", "silent although its connection is open; its scores are safe on the device"
            )
        return StationStatus(AWAY, reason, "warning")
    if follower.proof_timed_out(now):
        return StationStatus(REFUSED, follower.proof_demand or "", "warning")
    if follower.is_awaiting_proof:
        return StationStatus(
            GREETING, sentence("stored_event_awaited", "has yet to prove itself with one of its stored events")
        )
    return StationStatus(FOLLOWING, warning or "")


def following_warning(
    follower: Follower, hello: Hello, lost_game: str | None, *, belongs_to_other_hall: bool
) -> str | None:
    """Return what a person should read although the table is followed, or None."""
    if follower.table is None and lost_game:
        return lost_game
    if follower.rewound is not None and follower.rewound < 0:
        return sentence(
            "all_events_lost_at_table",
            "it has no events but had already sent events up to number {told}: restore its game under Spares "
            "(tenbo restore TABLE --to DEVICE)",
            told=follower.last,
        )
    if follower.rewound is not None:
        return sentence(
            "events_lost_at_table",
            "it has events only up to number {last} but had already sent events up to number {told}: restore "
            "its game under Spares (tenbo restore TABLE --to DEVICE)",
            last=follower.rewound,
            told=follower.last,
        )
    if belongs_to_other_hall:
        return OF_ANOTHER_HALL
    if follower.replay_error:
        return sentence(
            "events_not_followed",
            "this host cannot follow {event}; the events are kept",
            event=follower.replay_error,
        )
    return hello.warning()
