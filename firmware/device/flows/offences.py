"""Offences where no referee is at hand: each is shown to all seats and needs the agreement of another one."""

from device.flows import agreement
from device.flows.dialogue import Dialogue
from device.storage.ledger_writer import LedgerWriter
from tenbo_core.rules import Rules
from tenbo_core.seats import turn_order

if False:  # for the type checker alone, and gone when compiled
    from device.parts import Fields

# The points for obstruction at the level of a chombo, and in severe or repeated cases (EMA 2016, 5.5).
OBSTRUCTION = (8000, 12000, 24000, 36000, 48000)


async def run(dialogue: Dialogue, keeper: LedgerWriter, seat: int, kind: str) -> None:
    """Ask the seat for the offender and the details, then ask the whole table."""
    keeper.check_writable(kind)
    ask = {
        "dead_hand": dead_hand,
        "chombo": chombo,
        "riichi_invalid": riichi_invalid,
        "late": late,
        "penalty": obstruction,
        "substitute": substitute,
    }[kind]
    await ask(dialogue, keeper, seat)


async def ask_offender(dialogue: Dialogue, seat: int, title: str, more: "str | None" = None) -> "list[int] | None":
    """Ask for the offender's seat; return an empty list if the answer is `more`, None without an answer."""
    seats = [seat] + turn_order(seat, len(dialogue.displays.seats))
    names = [dialogue.localize(seat, "mine")] + [dialogue.seat_name(seat, other) for other in seats[1:]]
    if more is not None:
        names.append(dialogue.localize(seat, more))
    chosen = await dialogue.choose(seat, dialogue.localize(seat, title), names)
    return None if chosen is None else seats[chosen : chosen + 1]


async def propose_offence(
    dialogue: Dialogue, keeper: LedgerWriter, seat: int, kind: str, name: str, fields: "Fields", *detail: object
) -> None:
    """Record an offence that a seat reports when another seat agrees; `detail` is a text and its values."""
    seats = fields.get("seats") or [fields["seat"]]

    def title(to: int) -> str:
        names = ", ".join([dialogue.seat_name(to, owner) for owner in seats])
        return f"{dialogue.localize(to, name)}: {names}"

    plan = await agreement.make_plan(keeper, kind, seat, fields)
    plan.detail = detail
    await agreement.propose(dialogue, keeper, plan, title)
    if plan.recorded and not any(plan.moved):
        dialogue.show_note_everywhere("recorded")


async def dead_hand(dialogue: Dialogue, keeper: LedgerWriter, seat: int) -> None:
    """Mark a hand as dead until the end of this hand; another player's needs the agreement of another seat."""
    owner = await ask_offender(dialogue, seat, "Dead hand")
    if owner is None:
        return
    if owner != [seat]:
        await propose_offence(dialogue, keeper, seat, "dead_hand", "Dead hand", {"seat": owner[0]})
        return
    keeper.record("dead_hand", seat, {"seat": seat})
    dialogue.displays.show_note(seat, dialogue.localize(seat, "dead hand until the end"))


async def chombo(dialogue: Dialogue, keeper: LedgerWriter, seat: int) -> None:
    """Record a chombo of one or two: with a win the hand goes on to it where the book says so, else it is replayed."""
    owners = await ask_offender(dialogue, seat, "Chombo", "two players")
    if owners == []:
        owners = await ask_two_offenders(dialogue, seat)
    if owners is None:
        return
    along = None
    if agreement.require_running_hand(keeper).rules.chombo_with_win == "pays":
        answers = [dialogue.localize(seat, "no, replay the hand"), dialogue.localize(seat, "yes, and it is paid")]
        chosen = await dialogue.choose(seat, dialogue.localize(seat, "Has anyone won?"), answers)
        if chosen is None:
            return
        along = "win" if chosen else None
    await propose_offence(dialogue, keeper, seat, "chombo", "Chombo", {"seats": owners, "with": along})


async def ask_two_offenders(dialogue: Dialogue, seat: int) -> "list[int] | None":
    """Ask for two offenders, one after the other."""
    first = await ask_offender(dialogue, seat, "The first")
    if first is None:
        return None
    seats = [other for other in [seat] + turn_order(seat, len(dialogue.displays.seats)) if other != first[0]]
    names = [dialogue.localize(seat, "mine") if other == seat else dialogue.seat_name(seat, other) for other in seats]
    chosen = await dialogue.choose(seat, dialogue.localize(seat, "The second"), names)
    return None if chosen is None else sorted([first[0], seats[chosen]])


async def riichi_invalid(dialogue: Dialogue, keeper: LedgerWriter, seat: int) -> None:
    """Take a riichi back that was declared wrongly: the stake returns and the hand is dead (EMA 2016, 5.3)."""
    seats = agreement.require_running_hand(keeper).riichi
    names = [dialogue.localize(seat, "mine") if other == seat else dialogue.seat_name(seat, other) for other in seats]
    chosen = await dialogue.choose(seat, dialogue.localize(seat, "Riichi not valid"), names)
    if chosen is not None:
        await propose_offence(dialogue, keeper, seat, "riichi_invalid", "Riichi not valid", {"seat": seats[chosen]})


async def late(dialogue: Dialogue, keeper: LedgerWriter, seat: int) -> None:
    """Take the book's points for each minute; a player later than it allows has a substitute (EMA 2016, 5.7)."""
    rules = rules_of(keeper)
    owner = await ask_offender(dialogue, seat, "Lateness")
    if owner is None:
        return
    names = [dialogue.localize(seat, "1 minute")]
    names += [dialogue.localize(seat, "{} minutes", minutes) for minutes in range(2, rules.late_limit + 1)]
    if rules.substitute_result:
        names.append(dialogue.localize(seat, "more: substitute"))
    chosen = await dialogue.choose(seat, dialogue.localize(seat, "Lateness"), names)
    if chosen is None:
        return
    if chosen >= rules.late_limit:
        await propose_substitute(dialogue, keeper, seat, owner[0], "start")
        return
    fields: "Fields" = {"seat": owner[0], "minutes": chosen + 1}
    detail = ("{} minutes", chosen + 1) if chosen else ("1 minute",)
    await propose_offence(dialogue, keeper, seat, "late", "Lateness", fields, *detail)


async def obstruction(dialogue: Dialogue, keeper: LedgerWriter, seat: int) -> None:
    """Take points from a player who kept the others from playing, as the book's lateness is taken."""
    owner = await ask_offender(dialogue, seat, "Obstruction")
    if owner is None:
        return
    chosen = await dialogue.choose(
        seat, dialogue.localize(seat, "Obstruction"), [str(-points) for points in OBSTRUCTION]
    )
    if chosen is not None:
        fields: "Fields" = {"seat": owner[0], "points": -OBSTRUCTION[chosen], "why": "obstruction"}
        await propose_offence(dialogue, keeper, seat, "penalty", "Obstruction", fields)


async def substitute(dialogue: Dialogue, keeper: LedgerWriter, seat: int) -> None:
    """Let a substitute take over a seat; the result counts as the book says (EMA 2016, 5.8)."""
    owner = await ask_offender(dialogue, seat, "Substitute")
    if owner is None:
        return
    names = [dialogue.localize(seat, "from the start"), dialogue.localize(seat, "from now on")]
    chosen = await dialogue.choose(seat, dialogue.localize(seat, "Substitute"), names)
    if chosen is not None:
        await propose_substitute(dialogue, keeper, seat, owner[0], "now" if chosen else "start")


async def propose_substitute(dialogue: Dialogue, keeper: LedgerWriter, seat: int, owner: int, since: str) -> None:
    """Record a substitute when another seat agrees."""
    fields: "Fields" = {"seat": owner, "since": since}
    detail = "from now on" if since == "now" else "from the start"
    await propose_offence(dialogue, keeper, seat, "substitute", "Substitute", fields, detail)


def rules_of(keeper: LedgerWriter) -> Rules:
    """Return the rules of the game; the menu offers nothing of this without one."""
    assert keeper.table is not None
    return keeper.table.rules
