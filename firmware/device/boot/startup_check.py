"""The self-test at a start: every seat briefly shows the boxes that were found, and the faults.

A notice of lost data stays on a display until a key is pressed there, or a dialogue opens.

A game that goes on is shown at once: that all is well stands beside the score.
"""

import asyncio

from micropython import const

from device.flows.dialogue import Dialogue
from device.input.buttons import Buttons
from device.outputs import views
from tenbo_core import VERSION
from tenbo_core.seats import SEATS
from tenbo_core.table import OVER

if False:  # for the type checker alone, and gone when compiled
    from device.parts import App, Board

# The boxes have been set up and their buttons read by then, those that are there.
_FIRST_LOOKS = const(10)
_POLL_MS = const(10)
# Long enough to be seen; faults have to be read.
_SHOW_MS = const(600)
_NOTE_MS = const(1500)
_READ_MS = const(4000)
# The weakest supply that lights four displays as bright as a light room asks for.
_WEAK_MV = const(4500)
# The number of lines that fit under the title.
_LINES = const(4)


async def run(app: "App") -> None:
    """Show at every seat that the table has started, and its faults; what was lost stays until a key is pressed."""
    journal = app.keeper.journal
    lasting = journal.notices
    if journal.lost:
        lasting.append("journal damaged: tell the desk")
    elif journal.damaged:
        lasting.append("journal mended: nothing lost")
    if app.settings.damaged:
        lasting.append("settings lost: set up again")
    faults = ["restarted by itself"] if app.board.reset_cause() == "watchdog" else []
    faults += [notice for at, notice in enumerate(lasting) if notice not in lasting[:at]]
    await _show(app.dialogue, app.buttons, app.board, faults, stays=lasting != [])
    if lasting:
        return
    for fault in faults:
        app.dialogue.show_note_everywhere(fault)
    while not app.complete:
        await asyncio.sleep_ms(_READ_MS)
    if journal.lost:
        # What was loaded behind the first picture has found that a game is missing.
        await run(app)


async def _show(dialogue: Dialogue, buttons: Buttons, board: "Board", faults: "list[str]", stays: bool) -> None:
    """Show all seats a picture, until its time is over or something else is shown there; one that stays, until then."""
    for _ in range(_FIRST_LOOKS):
        if all([port.display_here for port in dialogue.ports]):
            break
        await asyncio.sleep_ms(_POLL_MS)
    if board.supply_mv() < _WEAK_MV:
        faults.append("weak supply")
    found = [_fault_lines(dialogue, buttons, seat, faults) for seat in SEATS]
    displays = dialogue.displays
    table = displays.keeper.table
    if table is not None and table.phase != OVER and not any(found):
        for seat in SEATS:
            displays.show_note(seat, dialogue.localize(seat, "all well"), _NOTE_MS)
        displays.enable_drawing()
        return
    title = f"Tenbo {VERSION}"
    pictures = [
        views.message_view(title, found[seat] or [dialogue.localize(seat, "all well")], screen="start")
        for seat in SEATS
    ]
    for seat in SEATS:
        if displays.shows_score(seat):
            displays.show(seat, pictures[seat])
    displays.enable_drawing()
    if stays:
        return
    boxes = [port for port in dialogue.ports if port.display_here]
    await asyncio.sleep_ms(_READ_MS if faults or len(boxes) < len(SEATS) else _SHOW_MS)
    for seat in SEATS:
        displays.hide_view(seat, pictures[seat])


def _fault_lines(dialogue: Dialogue, buttons: Buttons, seat: int, faults: "list[str]") -> "list[str]":
    """Return the faults for a seat to read: those there, at the table, and at the other seats."""
    lines = [dialogue.localize(seat, "a button is held down")] if buttons.stuck_bits(seat) else []
    lines += [dialogue.localize(seat, fault) for fault in faults]
    for port in dialogue.ports:
        if port.place not in dialogue.displays.seats:
            continue
        if not port.here:
            lines.append(dialogue.localize(seat, "{}: no box", dialogue.seat_name(seat, port.place)))
        elif not port.display_here:
            lines.append(dialogue.localize(seat, "{}: no display", dialogue.seat_name(seat, port.place)))
    return lines[:_LINES]
