"""Events while a hand is played: its beginning and riichi; and the seats' names."""

from tenbo_core import clock
from tenbo_core.errors import Refused
from tenbo_core.table import PLAYING, POT, STAKE, Table, with_value


def name(table: Table, seat: int, called: str) -> None:
    """Set the name of the player at a seat."""
    table.names = with_value(table.names, seat, called)


def hand(table: Table, at: int, dice: "list[int] | None") -> None:  # noqa: ARG001 - the dice are for the sheet
    """Begin a hand: the dice are thrown."""
    clock.check_start_of_hand(table, at)
    table.phase = PLAYING


def riichi(table: Table, seat: int) -> None:
    """Put a stake of 1000 on the table for a declared riichi."""
    reason = riichi_refusal(table, seat)
    if reason is not None:
        raise reason
    table.move(seat, POT, STAKE, "riichi")
    table.riichi = table.riichi + [seat]


def riichi_refusal(table: Table, seat: int) -> "Refused | None":
    """Return why this seat may not declare riichi now; None when it may."""
    if table.phase != PLAYING:
        text = "riichi can be declared only during a hand; no hand is running"
        return Refused("not_allowed_now", text, "event", "no hand is running")
    if seat >= table.rules.players:
        # The lights and the hosts ask for all seats of the table.
        return Refused("not_allowed_now", f"seat {seat} has no player in this game", "seat")
    if seat in table.riichi:
        return Refused("not_allowed_now", f"seat {seat} is in riichi already", "seat", "riichi already")
    if seat in table.dead:
        text = f"seat {seat} has a dead hand and cannot declare riichi"
        return Refused("not_allowed_now", text, "seat", "dead hand: no riichi")
    needs = table.rules.riichi_needs
    if needs > 0 and table.scores[seat] < needs:
        text = f"riichi needs {needs} points; seat {seat} has fewer"
        return Refused("not_enough_points", text, "seat", "riichi needs {}", needs)
    return None


def riichi_void(table: Table, seat: int) -> None:
    """Return a stake to its seat: the declaration tile was ronned, so the riichi is void."""
    if seat not in table.riichi:
        raise Refused("not_allowed_now", f"seat {seat} is not in riichi", "seat", "not in riichi")
    table.riichi = [other for other in table.riichi if other != seat]
    table.move(POT, seat, STAKE, "stake back")
