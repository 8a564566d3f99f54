"""The menu behind BACK: all events other than a win, the call for the referee, undo and set-up."""

from device.flows import draw as draws
from device.flows.dialogue import Dialogue
from device.runtime.lazy_modules import load_function
from device.storage.ledger_writer import LedgerWriter
from tenbo_core.table import BETWEEN, OVER, PLAYING, Table

if False:  # for the type checker alone, and gone when compiled
    from device.parts import MenuEntry


async def run(dialogue: Dialogue, keeper: LedgerWriter, seat: int) -> "str | None":
    """Let a seat choose an event other than a win; without a game it can still call the referee.

    Return the name of the dialogue that it has chosen instead, if any.
    """
    entries = menu_entries(keeper.table)
    if keeper.given:
        entries.append(("Take the table back", ask_release, "given"))
    if keeper.in_hall:
        entries.append(("Leave the hall", ask_release, "hall"))
    if keeper.table is not None:
        entries.append(("Undo" if keeper.table.phase == OVER else "Undo: hold BACK", other_dialogue, "undo"))
    entries.append(("Set up", other_dialogue, "setup"))
    names = [dialogue.localize(seat, name) for name, _, _ in entries]
    chosen = await dialogue.choose(seat, dialogue.localize(seat, "What happened?"), names)
    if chosen is None:
        return None
    _, function, kind = entries[chosen]
    return await function(dialogue, keeper, seat, kind)


def menu_entries(table: "Table | None") -> "list[MenuEntry]":
    """Return the events that are possible at the current table by its book, the usual ones first."""
    entries: "list[MenuEntry]" = [("Call the referee", referee, "")]
    who: "MenuEntry" = ("Who sits here?", other_dialogue, "seat_player")
    if table is None or table.phase not in (BETWEEN, PLAYING):
        return [who] + entries
    rules = table.rules
    if table.phase == PLAYING:
        entries.insert(0, ("Draw", draws.draw, ""))
        entries += [("Dead hand", offence, "dead_hand"), ("Chombo", offence, "chombo")]
        for kind in rules.abortive:
            if kind != "four_riichi" or len(table.riichi) == rules.players:
                entries.append((draws.ABORT_NAMES[kind], draws.abort, kind))
        if table.riichi:
            entries.append(("Riichi not valid", offence, "riichi_invalid"))
        if rules.redeal:
            entries.append(("Deal again", draws.redeal, ""))
    if rules.late_per_minute:
        entries += [("Lateness", offence, "late"), ("Obstruction", offence, "penalty")]
    if rules.substitute_result:
        entries.append(("Substitute", offence, "substitute"))
    if table.phase == BETWEEN:
        # First before the first hand, as between two games.
        first = table.round == 0 and table.hand == 1 and table.honba == 0
        entries.insert(0 if first else len(entries), who)
    return entries


async def other_dialogue(_dialogue: Dialogue, _keeper: LedgerWriter, _seat: int, kind: str) -> str:
    """Return the name of the dialogue to open: this menu is unloaded before."""
    return kind


async def referee(dialogue: Dialogue, _keeper: LedgerWriter, seat: int, _kind: str) -> None:
    """Call the referee, or take the call back."""
    dialogue.call_referee(seat)


async def ask_release(dialogue: Dialogue, keeper: LedgerWriter, seat: int, kind: str) -> None:
    """Load the dialogue by which four seats take back a host's rights, and ask them."""
    await load_function("all_agree")(dialogue, keeper, seat, kind)


async def offence(dialogue: Dialogue, keeper: LedgerWriter, seat: int, kind: str) -> None:
    """Load the module of offences and ask about one."""
    await load_function("offence")(dialogue, keeper, seat, kind)
