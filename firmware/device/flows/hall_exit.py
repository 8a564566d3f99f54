"""Release from a host: all seats may take back the right to write their game, and the table from a hall."""

from device.flows.dialogue import GONE, Dialogue
from device.flows.question_text import question_shown_at_ms, warn_if_unread
from device.input.buttons import BACK, OK
from device.outputs import views
from device.runtime.lazy_modules import call_and_unload
from device.storage.ledger_writer import LedgerWriter
from tenbo_core.seats import SEATS


async def run(dialogue: Dialogue, keeper: LedgerWriter, seat: int, kind: str) -> None:
    """Ask all seats; one that says no, or says nothing, leaves everything as it is."""
    title = "Play on without the desk?" if kind == "given" else "Leave this hall?"
    if not await _all_agree(dialogue, seat, title):
        return
    if kind == "given":
        call_and_unload("give_ledger", keeper.journal.id, False)
        keeper.given = False
    else:
        call_and_unload("forget_halls")
        keeper.in_hall = False
    dialogue.show_note_everywhere("agreed")


async def _all_agree(dialogue: Dialogue, first: int, title: str) -> bool:
    """Return whether the OK of each seat has come, that of a box which is not there too."""
    agreed: "list[int]" = []
    asked_at = question_shown_at_ms(dialogue)
    seats = dialogue.displays.seats
    while len(agreed) < len(seats):
        for step in seats:
            seat = (first + step) % len(seats)
            waits = ", ".join([dialogue.seat_name(seat, other) for other in seats if other not in agreed])
            lines = [dialogue.localize(seat, "all must agree"), waits]
            keys = dialogue.key_labels(seat, "" if seat in agreed else "yes", "", "", "no")
            dialogue.displays.show(seat, views.message_view(dialogue.localize(seat, title), lines, keys, "free"))
        press = await dialogue.next_press()
        if press is GONE or (press[1] == BACK and press[0] in SEATS):
            dialogue.show_note_everywhere("not agreed: nothing changed")
            return False
        if press[1] == OK and warn_if_unread(dialogue, asked_at, press[0], first):
            continue
        if press[1] == OK and press[0] in SEATS and press[0] not in agreed:
            agreed.append(press[0])
        else:
            dialogue.show_useless_button_note(*press)
    return True
