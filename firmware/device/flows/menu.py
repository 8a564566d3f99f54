"""The menu behind BACK: draws, aborts, chombo, dead hand, the referee."""

from device.flows import draw as draws
from device.flows.agreement import propose, running
from device.keeper import Keeper
from device.talk import Talk
from tenbo_core.events import CENTRE


async def menu(talk: Talk, keeper: Keeper, seat: int) -> None:
    """Let a seat say what else has happened in this hand."""
    table = running(keeper)
    aborts = [kind for kind in table.rules.abortive if kind != "four_riichi" or len(table.riichi) == 4]
    names = ["Draw", "Call the referee", "My hand is dead", "My chombo"]
    names += [draws.ABORT_NAMES[kind] for kind in aborts]
    chosen = await talk.choose(seat, talk.say(seat, "What happened?"), [talk.say(seat, name) for name in names])
    if chosen is None:
        return
    if chosen == 0:
        await draws.draw(talk, keeper)
    elif chosen == 1:
        talk.call_referee(seat)
    elif chosen == 2:
        keeper.add("dead_hand", seat, {"seat": seat})
        talk.displays.note(seat, talk.say(seat, "dead hand until the end"))
    elif chosen == 3:
        await propose(
            talk, keeper, "chombo", CENTRE, {"seats": [seat]}, lambda to: f"Chombo: {talk.name(to, seat)}", []
        )
    else:
        await draws.abort(talk, keeper, aborts[chosen - 4])
