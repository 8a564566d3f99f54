"""Hands without a win: the exhaustive draw with its declarations, nagashi mangan, aborts."""

from device import views
from device.buttons import BACK, OK, UP
from device.dialogue import GONE, Talk
from device.flows.agreement import propose, running
from device.keeper import Keeper
from tenbo_core.events import CENTRE
from tenbo_core.seats import SEATS, nearest
from tenbo_core.table import Table


async def draw(talk: Talk, keeper: Keeper) -> None:
    """Ask every seat whether it is tenpai, riichi seats being fixed, and record the draw."""
    table = running(keeper)
    tenpai = [seat for seat in table.riichi if seat not in table.dead]
    nagashi: "list[int]" = []
    waiting = [seat for seat in SEATS if seat not in table.riichi and seat not in table.dead]
    while True:
        for seat in SEATS:
            talk.displays.show(seat, tenpai_view(talk, table, seat, waiting, nagashi, seat in tenpai))
        if not waiting:
            break
        heard = await talk.press()
        if heard is GONE:
            return
        seat, button = heard
        if button == UP and table.rules.nagashi != "none" and seat in SEATS and seat not in table.dead:
            if seat in nagashi:
                nagashi.remove(seat)
            else:
                nagashi.append(seat)
        elif seat in waiting and button in (OK, BACK):
            waiting.remove(seat)
            if button == OK:
                tenpai.append(seat)
    fields: "dict[str, object]" = {"tenpai": sorted(tenpai), "nagashi": sorted(nagashi) or None}
    name = "Nagashi mangan" if nagashi else "Draw"
    await propose(talk, keeper, "draw", CENTRE, fields, lambda seat: talk.say(seat, name), [])


def tenpai_view(
    talk: Talk, table: Table, seat: int, waiting: "list[int]", nagashi: "list[int]", tenpai: bool = False
) -> "object":
    """Ask a seat for its hand, or show what it has said."""
    lines = [talk.say(seat, "Nagashi mangan")] if seat in nagashi else []
    if seat in waiting:
        footer = "OK tenpai  BACK noten"
        first = in_turn(table, waiting)
        if table.rules.declare_in_turn and seat != first:
            # A declaration out of turn is binding (EMA 2016, 3.4.2), so it is taken all the same.
            lines.append(talk.say(seat, "first {}", talk.name(seat, first)))
        if table.rules.nagashi != "none":
            lines.append(talk.say(seat, "UP: nagashi"))
        return views.message(talk.say(seat, "Draw: tenpai?"), lines, talk.say(seat, footer), "tenpai")
    if seat in table.riichi and seat not in table.dead:
        said = "Riichi: tenpai"
    elif seat in table.dead:
        said = "Dead hand: noten"
    else:
        said = "Tenpai" if tenpai else "Noten"
    lines.append(talk.say(seat, said))
    return views.message(talk.say(seat, "Draw"), lines, talk.say(seat, "wait for the others"), "tenpai")


def in_turn(table: Table, waiting: "list[int]") -> int:
    """Give the seat whose turn it is to declare: the first from East that has not."""
    return nearest(waiting, (table.dealer - 1) % 4)


ABORT_NAMES = {
    "nine_terminals": "Nine terminals",
    "four_winds": "Four winds",
    "four_kans": "Four kans",
    "four_riichi": "Four riichi",
    "triple_ron": "Triple ron",
}


async def abort(talk: Talk, keeper: Keeper, kind: str) -> None:
    """Record an abortive draw that the book has, when nobody objects."""
    running(keeper)
    await propose(talk, keeper, "abort", CENTRE, {"kind": kind}, lambda seat: talk.say(seat, ABORT_NAMES[kind]), [])
