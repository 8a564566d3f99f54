"""Undo: the centre button asks, a seat agrees, and the ledger keeps both the event and its undoing."""

from micropython import const

from device import views
from device.buttons import BACK, OK
from device.dialogue import GONE, MOVED, Dialogue
from device.keeper import Keeper
from tenbo_core.events import CENTRE, Event, make
from tenbo_core.seats import SEATS
from tenbo_core.table import Table

_PATIENCE_MS = const(15_000)


async def run(dialogue: Dialogue, keeper: Keeper) -> None:
    """Take the last event back when a seat agrees; the centre button alone is not enough.

    What is asked about is what is taken back: when the table moves meanwhile, the question is asked anew.
    """
    heard: "tuple[int, int] | None" = MOVED
    while heard is MOVED:
        going = keeper.ledger.undone_by_players()
        if not going:
            dialogue.tell_all("nothing to take back")
            return
        fields: "dict[str, object]" = {"to": going[-1].n - 1}
        changes = show(dialogue, keeper, going, fields)
        heard = await answer(dialogue, changes)
    if heard is not GONE and heard[1] == OK:
        keeper.add("undo", heard[0], fields)
        dialogue.tell_all("taken back")
    else:
        dialogue.tell_all("nothing changed")


def show(dialogue: Dialogue, keeper: Keeper, going: "list[Event]", fields: "dict[str, object]") -> int:
    """Ask all seats about the events that would go, and return the state of the keeper that they are shown."""
    # Who won as East is South by now: the name is that of the seat as it was then.
    then = keeper.ledger.preview(make(keeper.ledger.next, "undo", CENTRE, keeper.seconds, fields))
    for seat in SEATS:
        lines = [in_words(dialogue, seat, event, then) for event in reversed(going)]
        view = views.message(dialogue.say(seat, "Take back?"), lines, dialogue.say(seat, "OK yes  BACK no"), "undo")
        dialogue.displays.show(seat, view)
    return keeper.changes


async def answer(dialogue: Dialogue, changes: int) -> "tuple[int, int] | None":
    """Wait for a seat's OK or BACK, or until the table has moved."""
    heard = await dialogue.press(_PATIENCE_MS, changes)
    while heard is not GONE and heard is not MOVED and (heard[0] not in SEATS or heard[1] not in (OK, BACK)):
        dialogue.useless(*heard)
        heard = await dialogue.press(_PATIENCE_MS, changes)
    return heard


NAMES = {
    "name": "Name",
    "hand": "Dice",
    "riichi": "Riichi",
    "riichi_void": "Riichi taken back",
    "riichi_invalid": "Riichi not valid",
    "win": "Win",
    "draw": "Draw",
    "abort": "Abort",
    "redeal": "Dealt again",
    "chombo": "Chombo",
    "dead_hand": "Dead hand",
    "penalty": "Penalty",
    "late": "Lateness",
    "substitute": "Substitute",
    "disqualify": "Disqualified",
    "pause": "Clock stopped",
    "resume": "Clock goes on",
    "extra": "More time",
    "signal": "Time signal",
    "correct": "Correction",
    "swap": "Seats exchanged",
    "end": "End of the game",
}
# Events whose first field is the seat that they are about.
OF_A_SEAT = ("name", "riichi", "riichi_void", "riichi_invalid", "dead_hand")


def in_words(dialogue: Dialogue, seat: int, event: Event, then: Table) -> str:
    """Return in a few words what an event was, and whose, as the table stood before it."""
    said = dialogue.say(seat, NAMES[event.kind])
    whose: "list[object]" = []
    if event.kind in OF_A_SEAT:
        whose = [event.args[0]]
    elif event.kind == "chombo":
        whose = event.args[0]  # type: ignore[assignment]
    elif event.kind == "win":
        whose = [win.seat for win in event.args[0]]  # type: ignore[attr-defined]
    if not whose:
        return said
    return f"{said}: {', '.join([dialogue.name(seat, other, then) for other in whose])}"  # type: ignore[arg-type]
