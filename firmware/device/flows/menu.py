"""The menu behind BACK: draws, aborts, chombo, dead hand, the referee."""

from device.flows import draw as draws
from device.flows.agreement import propose
from device.keeper import Keeper
from device.talk import Talk
from tenbo_core.events import CENTRE
from tenbo_core.table import PLAYING


async def menu(talk: Talk, keeper: Keeper, seat: int) -> None:
    """Let a seat say what else has happened; between hands there is still the referee to be called."""
    entries = ["Draw", "Call the referee", "My hand is dead", "My chombo"]
    aborts: "list[str]" = []
    table = keeper.table
    if table is None or table.phase != PLAYING:
        entries = ["Call the referee"]
    else:
        aborts = [kind for kind in table.rules.abortive if kind != "four_riichi" or len(table.riichi) == 4]
        entries += [draws.ABORT_NAMES[kind] for kind in aborts]
    names = [talk.say(seat, entry) for entry in entries]
    chosen = await talk.choose(seat, talk.say(seat, "What happened?"), names)
    if chosen is not None:
        await carry_out(talk, keeper, seat, entries[chosen], aborts)


async def carry_out(talk: Talk, keeper: Keeper, seat: int, entry: str, aborts: "list[str]") -> None:
    """Do what was chosen in the menu."""
    if entry == "Call the referee":
        talk.call_referee(seat)
    elif entry == "Draw":
        await draws.draw(talk, keeper)
    elif entry == "My hand is dead":
        keeper.add("dead_hand", seat, {"seat": seat})
        talk.displays.note(seat, talk.say(seat, "dead hand until the end"))
    elif entry == "My chombo":
        await propose(
            talk, keeper, "chombo", CENTRE, {"seats": [seat]}, lambda to: f"Chombo: {talk.name(to, seat)}", []
        )
    else:
        await draws.abort(talk, keeper, next(kind for kind in aborts if draws.ABORT_NAMES[kind] == entry))
