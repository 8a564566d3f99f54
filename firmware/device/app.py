"""The application: builds the table's parts, starts their tasks, and restarts when a task fails.

A start lights the displays first: modules that their first picture does not need are loaded while it is shown.
"""

import asyncio
import os
import sys

import micropython
from micropython import const

from device.outputs.session_alarms import SessionAlarms
from device.runtime.lazy_modules import load, load_function_in_steps, loaded_modules, unload_nonresident_modules
from device.runtime.task_watchdog import WATCHDOG_MS, error_text, write_fault
from device.storage.settings import Settings
from tenbo_core.table import OVER, PLAYING

if False:  # for the type checker alone, and gone when compiled
    from device.parts import (
        Background,
        Beat,
        Board,
        Buttons,
        Buzzer,
        DeviceClock,
        Dialogue,
        Dimming,
        Displays,
        Guard,
        HostCommands,
        HostLink,
        HostNotifier,
        IdleButtonHandler,
        Iterator,
        LedgerWriter,
        Lights,
        SecondCounter,
        SessionClockLog,
        StuckBusReset,
        TaskWatchdog,
        Work,
    )

# This file asks for the MicroPython prompt at the next start, which removes it.
PROMPT = "prompt"

_LONGEST_REPORT = const(700)

# A scan takes 1,300 bytes of the stack, of which a Pico's Python has 7,936; with words of 64 bits all is 2.3 times as
# large.
_SCAN_ROOM = 5400 if sys.maxsize >> 31 <= 1 else 12_400

# How often to look for what is due after an event, and again right after each second has begun: all tables of a hall
# show and sound it together.
_SECONDS_MS = const(50)
_SAVE_MINUTES = const(15)
# The interval of checks whether the pictures are drawn.
_DRAWING_MS = const(5)


class App:
    """All parts of the table and the tasks between them."""

    # Made by `assembly` and `later_parts`.
    background: "Background"
    buttons: "Buttons"
    buzzer: "Buzzer"
    dialogue: "Dialogue"
    dimming: "Dimming"
    displays: "Displays"
    host_commands: "HostCommands"
    idle: "IdleButtonHandler"
    keeper: "LedgerWriter"
    lights: "Lights"
    links: "list[HostLink]"
    marks: "SessionClockLog"
    news: "HostNotifier"
    now: "DeviceClock"
    pulse: "TaskWatchdog"
    recovery: "StuckBusReset"
    seconds: "SecondCounter"
    started: int

    def __init__(self, board: "Board", settings: "Settings") -> None:
        from device.boot import stage1

        self.board = board
        self.settings = settings
        # Modules loaded so far stay resident; those loaded later, for example to replay the journal, are unloaded.
        self.resident = set(loaded_modules())
        self.resident.discard("device.boot.stage1")
        self.complete = False
        stage1.assemble(self)

    async def run(self) -> None:
        """Start every task and wait for the first that fails, which none should."""
        failed: "list[BaseException]" = []
        stop = asyncio.Event()

        async def _guarded(work: "Work") -> None:
            try:
                await work
            except Exception as error:  # noqa: BLE001 - reported below, then the table restarts
                failed.append(error)
                stop.set()

        asyncio.create_task(_guarded(self.displays.run(self.pulse.register("displays"))))
        asyncio.create_task(_guarded(self.buttons.run(self.now, self.pulse.register("buttons"))))
        asyncio.create_task(_guarded(self.pulse.feed(self.board.start_watchdog(WATCHDOG_MS))))
        asyncio.create_task(_guarded(self._greet()))
        asyncio.create_task(_guarded(self._complete(_guarded)))
        await stop.wait()
        if self.complete:
            await self._report(failed[0])
        raise failed[0]

    async def _complete(self, guard: "Guard") -> None:
        """Load and start all that the first picture does not need, when that is drawn."""
        await self._wait_drawn()
        unload_nonresident_modules(self.resident)
        complete = await load("complete")
        await complete(self, guard, self._wait_drawn, self._seconds, self._is_playing)

    async def _wait_drawn(self) -> None:
        """Wait until no picture is on its way."""
        while self.displays.drawing:
            await asyncio.sleep_ms(_DRAWING_MS)

    def _save_hours(self) -> None:
        """Save every quarter of an hour how long the displays have been lit: they wear out by the hour."""
        if self.dimming.lit_minutes - self.settings.lit_minutes >= _SAVE_MINUTES:
            self.settings.lit_minutes = self.dimming.lit_minutes
            self.settings.save()

    def _save_clock(self) -> None:
        """Put the clock of a running game on flash when a mark is due."""
        table = self.keeper.table
        if table is not None and table.phase != OVER:
            self.marks.mark_if_due(self.keeper.seconds, self.keeper.last_at, self.keeper.journal.poll)

    def poll_buttons(self) -> None:
        """Read the buttons and feed the watchdog between two steps of work that cannot be left in the middle.

        If that work is deep in the stack, the stack is too short for a scan.
        """
        if micropython.stack_use() < _SCAN_ROOM:
            self.buttons.scan_if_due(self.now)
        self.pulse.feed_while_busy()

    def do_idle_work(self) -> None:
        """Do the work that can wait until no button is pressed."""
        if self.keeper.needs_checkpoint() and not self.background.is_busy:
            self.background.begin(self._checkpoint())

    def _checkpoint(self) -> "Iterator[None]":
        """Write down how the game stands, a small step at a time."""
        for function in load_function_in_steps("checkpoint"):
            if function is None:
                yield
            else:
                yield from function(self.keeper, self.board.flash, self.board.entropy, self.keeper.journal.poll)

    def longest_scan_gap_ms(self) -> int:
        """Return the longest time between two scans of the buttons since the last call, in milliseconds."""
        longest, self.buttons.longest_ms = self.buttons.longest_ms, 0
        return longest

    async def _greet(self) -> None:
        """Show at every seat that the table has started, and its faults."""
        check = await load("startup_check")
        await check(self)

    async def _report(self, error: BaseException) -> None:
        """Send the hosts the report of an error while the links still run."""
        # Keep the tail: a traceback ends with the error.
        text = error_text(error)[-_LONGEST_REPORT:]
        for part in range(0, len(text), 60):
            self.news.send("fault", part // 60, text[part : part + 60])
        await asyncio.sleep_ms(300)

    def _is_playing(self) -> bool:
        """Return whether a hand is running."""
        return self.keeper.table is not None and self.keeper.table.phase == PLAYING

    async def _seconds(self, beat: "Beat") -> None:
        """Count the seconds, and do the work that is due at each of them."""
        shown = changes = -1
        watch = SessionAlarms(self.keeper, self.dialogue, self.buzzer)
        while True:
            beat()
            self.news.report_seat_changes()
            if (self.host_commands.booked or self.host_commands.strangers) and not self.displays.prioritized:
                await self._show_booked()
            self.keeper.seconds = self.seconds.advance(self.now.ms())
            if self.keeper.seconds != shown or self.keeper.changes != changes:
                # Also after each event: a signal that is due must come before the next dice.
                changes = self.keeper.changes
                if watch.is_signal_pending():
                    # Loading its modules while the event is handled would load them deep in the stack.
                    await load("session_events")
                watch.tick()
            if self.keeper.seconds != shown:
                shown = self.keeper.seconds
                self.displays.show_next_clock_second()
                self._save_hours()
                self._save_clock()
                self.news.heartbeat()
                self._restart()
            await asyncio.sleep_ms(min(_SECONDS_MS, 1001 - self.seconds.ms_at(self.now.ms()) % 1000))

    async def _show_booked(self) -> None:
        """Tell the seats what hosts have recorded: here, for `_seconds` would keep the function and its modules."""
        tell = await load("tell_booked")
        tell(self.host_commands, self.dialogue, self.buzzer)

    def _restart(self) -> None:
        """Restart when a host has asked for it, and leave a file behind where it wants the prompt."""
        if self.host_commands.restarting:
            self.board.reset()
        if self.host_commands.leaving:
            with open(PROMPT, "w") as file:
                file.write("")
            self.board.reset()


def pop_prompt_flag() -> bool:
    """Return whether the last run asked for the prompt, and forget it."""
    try:
        os.remove(PROMPT)
    except OSError:
        return False
    return True


def main() -> None:
    """Run the table: any failure is logged and ends in a restart, never in a silent prompt."""
    if pop_prompt_flag():
        import micropython

        micropython.kbd_intr(3)
        return
    settings = Settings()
    from device.board import Board

    board = Board(settings.mhz)
    try:
        asyncio.run(App(board, settings).run())
    except BaseException as error:  # noqa: BLE001 - even a full memory must end in a restart
        try:
            sys.print_exception(error, sys.stderr)  # type: ignore[arg-type] # the stubs take no text file
            write_fault(error_text(error))
        except MemoryError:
            pass  # the report is lost, the table must not be
    board.reset()
