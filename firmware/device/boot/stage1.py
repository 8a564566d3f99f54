"""First stage of a start: builds the parts that the first picture needs; unloaded afterwards."""

import os

from device.flows.dialogue import Dialogue
from device.input.buttons import Buttons
from device.outputs.brightness import Dimming
from device.outputs.displays import Displays
from device.outputs.seat_display import SeatDisplay
from device.runtime.lazy_modules import call_and_unload
from device.runtime.task_watchdog import TaskWatchdog, error_text, write_fault
from device.runtime.ticks import DeviceClock
from device.storage.journal import Journal
from device.storage.ledger_writer import LedgerWriter
from tenbo_core.seats import SEATS

if False:  # for the type checker alone, and gone when compiled
    from device.parts import App, Board


def assemble(app: "App") -> None:
    """Make these parts as attributes of a table, and let the journal bring back its game."""
    board = app.board
    if "wifi" in os.listdir():
        call_and_unload("radio", None)
    app.now = DeviceClock()
    app.started = app.now.ms()
    app.pulse = TaskWatchdog(app.now)
    app.keeper = _keeper(board)
    app.buttons = Buttons(board)
    app.keeper.journal.poll = app.poll_buttons
    app.displays = Displays([SeatDisplay(port) for port in board.seats], app.keeper, app.now)
    app.displays.scan_buttons = app.buttons.scan_if_due
    app.dimming = Dimming(app.displays.panels, board, app.settings.lit_minutes)
    app.dialogue = Dialogue(app.buttons, app.displays, app.now, board.seats, app.dimming)
    for seat in SEATS:
        app.displays.words.set_language(seat, app.settings.languages[seat])


def _keeper(board: "Board") -> LedgerWriter:
    """Return the owner of the ledger with the game on flash; files that no start can go on from are put aside."""
    try:
        return LedgerWriter(Journal(board.entropy(4).hex(), board.flash, board.entropy), board.flash)
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001 - the table must start with any contents of the flash
        write_fault(error_text(error))
    call_and_unload("rescue_flash")
    keeper = LedgerWriter(Journal(board.entropy(4).hex(), board.flash, board.entropy), board.flash)
    keeper.journal.notices.append("journal damaged: tell the desk")
    return keeper
