"""A proposal of the desk, for example a win that it has scored: the seats see it and agree or refuse."""

from micropython import const

from device.flows import agreement
from device.flows.dialogue import Dialogue
from device.flows.undo import NAMES, event_summary
from device.storage.ledger_writer import LedgerWriter
from tenbo_core.errors import TenboError
from tenbo_core.events import Event, fields_of

_LONGEST_TEXT = const(60)


async def run(dialogue: Dialogue, keeper: LedgerWriter, event: Event) -> "tuple[str, str, str] | None":
    """Ask the seats about an event; return None when it was recorded, else code, place and reason."""
    # Made again when the seats have agreed: its number and second are those of that moment.
    names = [name for name, _ in fields_of(event.kind)]
    fields = dict(zip(names, event.args))

    def title(seat: int) -> str:
        if event.kind in NAMES:
            return event_summary(dialogue, seat, plan.event, plan.before)
        return dialogue.localize(seat, "Take back?" if event.kind == "undo" else "From the desk")

    try:
        plan = await agreement.make_plan(keeper, event.kind, event.by, fields)
        await agreement.propose(dialogue, keeper, plan, title)
    except TenboError as error:
        return error.code, error.at[:12], error.brief[:_LONGEST_TEXT]
    if plan.recorded:
        return None
    return "not_allowed_now", "seats", "the seats did not agree"
