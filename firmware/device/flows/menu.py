"""The menu behind BACK: what else has happened than a win, and the referee."""

from device.dialogue import Dialogue
from device.flows import draw as draws
from device.keeper import Keeper
from device.lazy_modules import load
from tenbo_core.table import BETWEEN, PLAYING, Table

NAMES = {
    "draw": "Draw",
    "referee": "Call the referee",
    "dead_hand": "Dead hand",
    "chombo": "Chombo",
    "riichi_invalid": "Riichi not valid",
    "redeal": "Deal again",
    "late": "Lateness",
    "penalty": "Obstruction",
    "substitute": "Substitute",
}


async def run(dialogue: Dialogue, keeper: Keeper, seat: int) -> None:
    """Let a seat say what else has happened; without a game there is still the referee to be called."""
    kinds = possible(keeper.table)
    names = [dialogue.say(seat, NAMES.get(kind) or draws.ABORT_NAMES[kind]) for kind in kinds]
    chosen = await dialogue.choose(seat, dialogue.say(seat, "What happened?"), names)
    if chosen is None:
        return
    kind = kinds[chosen]
    if kind == "referee":
        dialogue.call_referee(seat)
    elif kind == "draw":
        await draws.draw(dialogue, keeper, seat)
    elif kind == "redeal":
        await draws.redeal(dialogue, keeper, seat)
    elif kind in draws.ABORT_NAMES:
        await draws.abort(dialogue, keeper, seat, kind)
    else:
        await load("device.flows.offences").run(dialogue, keeper, seat, kind)  # type: ignore[attr-defined]


def possible(table: "Table | None") -> "list[str]":
    """Return what can have happened as the table stands and its book knows, the usual first."""
    kinds = ["referee"]
    if table is None or table.phase not in (BETWEEN, PLAYING):
        return kinds
    rules = table.rules
    if table.phase == PLAYING:
        kinds = ["draw", "referee", "dead_hand", "chombo"]
        kinds += [kind for kind in rules.abortive if kind != "four_riichi" or len(table.riichi) == 4]
        if table.riichi:
            kinds.append("riichi_invalid")
        if rules.redeal:
            kinds.append("redeal")
    if rules.late_per_minute:
        kinds += ["late", "penalty"]
    if rules.substitute_result:
        kinds.append("substitute")
    return kinds
