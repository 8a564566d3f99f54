"""The menu behind BACK: draws, aborts, chombo, dead hand, the referee."""

from device.dialogue import Talk
from device.flows import agreement
from device.flows import draw as draws
from device.keeper import Keeper
from tenbo_core.seats import turn_order
from tenbo_core.table import PLAYING


async def run(talk: Talk, keeper: Keeper, seat: int) -> None:
    """Let a seat say what else has happened; between hands there is still the referee to be called."""
    entries = ["Draw", "Call the referee", "Dead hand", "Chombo"]
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
        await draws.draw(talk, keeper, seat)
    elif entry == "Dead hand":
        await dead_hand(talk, keeper, seat)
    elif entry == "Chombo":
        await chombo(talk, keeper, seat)
    else:
        await draws.abort(talk, keeper, seat, next(kind for kind in aborts if draws.ABORT_NAMES[kind] == entry))


async def whose(talk: Talk, seat: int, title: str) -> "int | None":
    """Ask whose it is; the seat that asks comes first."""
    seats = [seat] + turn_order(seat)
    names = [talk.say(seat, "mine")] + [talk.name(seat, other) for other in turn_order(seat)]
    chosen = await talk.choose(seat, talk.say(seat, title), names)
    return None if chosen is None else seats[chosen]


async def dead_hand(talk: Talk, keeper: Keeper, seat: int) -> None:
    """Mark a hand as dead until the end of this hand; somebody else's needs the yes of another seat."""
    owner = await whose(talk, seat, "Dead hand")
    if owner is None:
        return
    if owner != seat:
        await against(talk, keeper, seat, "dead_hand", "Dead hand", {"seat": owner})
        return
    keeper.add("dead_hand", seat, {"seat": owner})
    talk.displays.note(owner, talk.say(owner, "dead hand until the end"))


async def against(talk: Talk, keeper: Keeper, seat: int, kind: str, name: str, fields: "dict[str, object]") -> None:
    """Record what a seat holds against a player when another seat agrees."""
    seats = fields.get("seats") or [fields["seat"]]

    def title(to: int) -> str:
        names = ", ".join([talk.name(to, owner) for owner in seats])  # type: ignore[attr-defined]
        return f"{talk.say(to, name)}: {names}"

    await agreement.propose(talk, keeper, agreement.Plan(keeper, kind, seat, fields), title)


async def chombo(talk: Talk, keeper: Keeper, seat: int) -> None:
    """Record a chombo: with a win the hand goes on to it where the book says so, else it is replayed."""
    owner = await whose(talk, seat, "Chombo")
    if owner is None:
        return
    along = None
    if agreement.running(keeper).rules.chombo_with_win == "pays":
        answers = [talk.say(seat, "no, replay the hand"), talk.say(seat, "yes, and it is paid")]
        chosen = await talk.choose(seat, talk.say(seat, "Has somebody won?"), answers)
        if chosen is None:
            return
        along = "win" if chosen else None
    await against(talk, keeper, seat, "chombo", "Chombo", {"seats": [owner], "with": along})
