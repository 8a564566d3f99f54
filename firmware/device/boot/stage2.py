"""Second stage of a start: builds the parts that the first picture does not need; unloaded afterwards."""

import os

from device.flows.background import Background
from device.flows.idle_buttons import IdleButtonHandler
from device.host.host_commands import HostCommands
from device.host.host_notifier import HostNotifier
from device.host.link import HostLink
from device.host.ports import UartPort, UsbPort
from device.input.bus_power_cycle import StuckBusReset
from device.outputs.buzzer import Buzzer
from device.outputs.lights import Lights
from device.runtime.lazy_modules import call_and_unload
from device.runtime.ticks import TICKS_PERIOD
from device.storage.session_clock_log import PATH, SessionClockLog
from tenbo_core.clock import SecondCounter
from tenbo_core.table import OVER

if False:  # for the type checker alone, and gone when compiled
    from device.parts import App, Port


def assemble(app: "App") -> None:
    """Make the other parts of a table as its attributes: links, lights, tones, the clock, the handler of presses."""
    board = app.board
    app.recovery = StuckBusReset(board)
    app.buzzer = Buzzer(board.buzzer)
    app.marks = SessionClockLog(board.flash, board.entropy, app.poll_buttons)
    if _misses_game(app):
        try:
            os.remove(PATH)
        except OSError:
            pass  # a damaged flash: the next start reports it again
        app.marks = SessionClockLog(board.flash, board.entropy, app.poll_buttons)
    app.keeper.seconds = max(app.keeper.seconds, app.marks.latest)
    # What the start has taken belongs to the session.
    app.seconds = SecondCounter(TICKS_PERIOD, app.started, app.keeper.seconds)
    app.host_commands = HostCommands(board, app.keeper, app.displays, app.pulse, app.seconds)
    starts = call_and_unload("count_start", board.flash, board.entropy, app.host_commands.boot)
    app.host_commands.save = app.do_idle_work
    app.host_commands.figures = [
        ("lit_minutes", lambda: app.dimming.lit_minutes),
        ("loop_ms", app.longest_scan_gap_ms),
        ("starts", lambda: starts),
    ]
    uart: "Port" = UartPort(board.uart)
    # A person who reaches the service UART has opened the box, and could read and write the flash as well.
    app.links = [
        HostLink(UsbPort(), app.host_commands, app.keeper, app.now),
        HostLink(uart, app.host_commands, app.keeper, app.now, trusted=True),
    ]
    if "wifi" in os.listdir():
        call_and_unload("radio", app)
    app.buzzer.silent = app.settings.silent
    app.lights = Lights(board, app.keeper, app.dialogue, app.host_commands, app.now)
    app.news = HostNotifier(app.links, board.seats, app.dialogue)
    app.background = Background(app.poll_buttons)
    app.idle = IdleButtonHandler(
        app.dialogue,
        app.background,
        app.buzzer,
        app.host_commands,
        app.news,
        app.settings,
        board.entropy,
        app.resident,
    )
    app.idle.on_idle = app.do_idle_work


def _misses_game(app: "App") -> bool:
    """Return whether the seconds on flash belong to no game, and note the game that is missing.

    Only a running game has its seconds counted, and the event that ends it comes after them. One that has just begun is
    known to no checkpoint.
    """
    keeper = app.keeper
    journal = keeper.journal
    if (keeper.table is not None and keeper.table.phase != OVER) or app.marks.latest <= keeper.last_at:
        return False
    if not journal.lost and not journal.notices:
        call_and_unload("note_lost", journal, 0)
    return True
