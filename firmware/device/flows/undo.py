"""Undo: the centre button asks, a seat agrees, and the ledger keeps both the event and its undoing."""

from micropython import const

from device import views
from device.buttons import BACK, OK
from device.keeper import Keeper
from device.talk import GONE, Talk
from tenbo_core.events import CENTRE, Event, make
from tenbo_core.seats import SEATS
from tenbo_core.table import Table

_PATIENCE_MS = const(15_000)


async def run(talk: Talk, keeper: Keeper) -> None:
    """Take the last event back when a seat agrees; the centre button alone is not enough."""
    last = keeper.ledger.last_effective()
    if last is None:
        talk.tell_all("nothing to take back")
        return
    # Who won as East is South by now: he is named as he sat then.
    then = keeper.ledger.preview(make(keeper.ledger.next, "undo", CENTRE, keeper.seconds, {}))
    for seat in SEATS:
        lines = [in_words(talk, seat, last, then)]
        view = views.message(talk.say(seat, "Take back?"), lines, talk.say(seat, "OK yes  BACK no"), "undo")
        talk.displays.show(seat, view)
    heard = await talk.press(_PATIENCE_MS)
    while heard is not GONE and (heard[0] not in SEATS or heard[1] not in (OK, BACK)):
        heard = await talk.press(_PATIENCE_MS)
    if heard is not GONE and heard[1] == OK:
        keeper.add("undo", heard[0], {})
        talk.tell_all("taken back")
    else:
        talk.tell_all("nothing changed")


NAMES = {
    "hand": "Dice",
    "riichi": "Riichi",
    "riichi_void": "Riichi taken back",
    "win": "Win",
    "draw": "Draw",
    "abort": "Abort",
    "chombo": "Chombo",
    "dead_hand": "Dead hand",
    "penalty": "Penalty",
    "late": "Lateness",
    "substitute": "Substitute",
    "signal": "Time signal",
    "end": "End of the game",
    "name": "Name",
}


def in_words(talk: Talk, seat: int, event: Event, then: Table) -> str:
    """Say in a few words what an event was, and whose, as the table stood before it."""
    said = talk.say(seat, NAMES.get(event.kind, event.kind))
    whose = event.args[0] if event.kind in ("riichi", "riichi_void", "dead_hand") else None
    if event.kind == "win":
        whose = event.args[0][0].seat  # type: ignore[index]
    return said if whose is None else f"{said}: {talk.name(seat, whose, then)}"  # type: ignore[arg-type]
