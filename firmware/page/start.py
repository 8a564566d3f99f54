"""Start the firmware in a page: the parts as after power has come, the files as they were stored.

The page has set up the object `world` and the path. It then orders every stored file, and calls `begin`.
"""

import asyncio
import io
import sys

from js import world
from ubinascii import a2b_base64

import heap

# Files on the path stand in for most built-in modules, but not for this one.
sys.modules["gc"] = heap

import asyncio_timers  # noqa: E402, F401 - before the first task
import flash  # noqa: E402
import harness_channel  # noqa: E402 - after the stand-in
import machine  # noqa: E402
import wires  # noqa: E402

# Half of 5 V at the supply's divider, and a lit room.
SUPPLY, LIGHT = 49648, 20000

_COMPLETE_MS = 100
_FACTS = ("world", "storage", "persisted", "battery")


def begin(number: str, started_by: str, language: str) -> None:
    """Power the table that has this number; a table that has never been started speaks the page's `language`."""
    machine.number = bytes.fromhex(number)
    machine.started_by = started_by
    for seat in wires.seats:
        seat.restore(True, "")
    wires.power_seats()
    harness_channel.order("analog V5_SENSE %d" % SUPPLY)
    harness_channel.order("analog LIGHT %d" % LIGHT)
    flash.mount()
    heap.threshold(65536)
    from device.app import App
    from device.board import Board
    from device.host.ports import UsbPort
    from device.storage.settings import Settings
    from device.text.language import SeatLanguages

    import seat_views

    UsbPort.is_cable = world.is_cable
    SeatLanguages.open_words = _open_words
    settings = Settings()
    if language:
        settings.languages = [language] * len(settings.languages)
        settings.save()
    board = Board(settings.mhz)
    app = App(board, settings)
    harness_channel.orders["views"] = lambda: harness_channel.send_to_harness("views", seat_views.as_text(app))
    harness_channel.orders["unnoted"] = lambda: _forget_notes(app)
    asyncio.create_task(_run(app, board))
    asyncio.create_task(_add_figures(app))


def _forget_notes(app: "object") -> None:
    """Take back what the seats would read of an event that the page itself has asked for."""
    app.host_commands.booked.clear()
    for seat in wires.seats:
        app.displays.show_note(seat.number, "")


def _open_words(_: object, language: str) -> "io.BytesIO | None":
    """Return the words of a language, which the page fetches when they are first read; nothing if it cannot."""
    words = world.words(language)
    return io.BytesIO(a2b_base64(words)) if words else None


async def _run(app: "object", board: "object") -> None:
    """Run the table; a failure is logged and ends in a restart, as `device.app.main` has it on a board."""
    from device.runtime.task_watchdog import error_text, write_fault

    try:
        await app.run()
    except Exception as error:  # noqa: BLE001 - after any error the table restarts
        text = error_text(error)
        harness_channel.send_to_harness("fault", text)
        write_fault(text)
    board.reset()


async def _add_figures(app: "object") -> None:
    """Add to the table's health what this world knows of itself, as soon as all parts are there."""
    while not app.complete:
        await asyncio.sleep_ms(_COMPLETE_MS)
    app.host_commands.figures += [(name, lambda name=name: world.fact(name)) for name in _FACTS]
