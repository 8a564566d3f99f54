"""The table: makes its parts, starts its tasks, and restarts when any of them fails."""

import asyncio
import os
import sys

from device import held
from device.board import Board
from device.buttons import BACK, DICE, LONG, OK, PRESSED, RELEASED, RIICHI, UNDO, UP, Buttons
from device.buzzer import Buzzer
from device.care import Care
from device.clockwork import Now, Seconds
from device.desk import Desk
from device.displays import Displays
from device.flows import menu, opening, proposal, setup, undo, win
from device.journal import Journal
from device.keeper import Keeper
from device.lamps import Lamps
from device.link import Link
from device.marker import Marker
from device.panel import Panel
from device.ports import UartPort, UsbPort
from device.rescue import Rescue
from device.session import SessionWatch
from device.settings import Settings
from device.talk import Talk
from device.tasks import WATCHDOG_MS, Pulse, report_of, write_fault
from tenbo_core import play
from tenbo_core.errors import TenboError
from tenbo_core.events import Event
from tenbo_core.seats import SEATS
from tenbo_core.table import PLAYING

# This file asks for the MicroPython prompt at the next start; it is gone once it was read.
PROMPT = "prompt"

LIGHTS_MS = 50
# How often the ports are looked at; the service port is for one person at a bench.
USB_MS = 10
UART_MS = 20
# All tables of a hall show and sound a second together.
SECONDS_MS = 20
# How often to look whether the desk proposes something while nobody presses.
DESK_MS = 100
BLINK_MS = 250


class App:
    """All parts of the table and the tasks between them."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.now = Now()
        self.pulse = Pulse(self.now)
        self.keeper = Keeper(Journal(board.entropy(4).hex()))
        self.buttons = Buttons(board)
        self.displays = Displays([Panel(port) for port in board.seats], self.keeper, self.now)
        self.care = Care(self.displays.panels, board)
        self.rescue = Rescue(board)
        self.lamps = Lamps(board.seats)
        self.marker = Marker(board.pixels)
        self.buzzer = Buzzer(board.buzzer)
        self.talk = Talk(self.buttons, self.displays, self.now)
        self.seconds = Seconds(self.now, self.keeper.seconds)
        self.desk = Desk(board, self.keeper, self.displays, self.pulse, self.seconds)
        ports = [(UsbPort(), USB_MS), (UartPort(board.uart), UART_MS)]
        self.links = [Link(port, self.desk, self.keeper, self.now, pause_ms) for port, pause_ms in ports]
        self.settings = Settings()
        self._apply_settings()
        self._declared = [False] * 4
        self._down = [0] * 5

    def _apply_settings(self) -> None:
        """Give the parts what was set: languages, sound, patience."""
        for seat in SEATS:
            self.displays.words.speak(seat, self.settings.languages[seat])  # type: ignore[attr-defined]
        self.buzzer.silent = self.settings.silent  # type: ignore[attr-defined]
        self.talk.veto_ms = self.settings.veto_ms  # type: ignore[attr-defined]

    async def run(self) -> None:
        """Start every task and wait for the first that fails, which none should."""
        failed: "list[BaseException]" = []
        stop = asyncio.Event()

        async def guarded(work: "object") -> None:
            try:
                await work  # type: ignore[misc]
            except Exception as error:  # noqa: BLE001 - reported below, then the table restarts
                failed.append(error)
                stop.set()

        for name, work in (
            ("displays", self.displays.run),
            ("lights", self._lights),
            ("seconds", self._seconds),
            ("rescue", self.rescue.run),
            ("usb", self.links[0].run),
            ("uart", self.links[1].run),
        ):
            asyncio.create_task(guarded(work(self.pulse.task(name))))
        asyncio.create_task(guarded(self.buttons.run(self.now, self.pulse.task("buttons"))))
        asyncio.create_task(guarded(self.care.run(self.pulse.task("care"), self._playing)))
        asyncio.create_task(guarded(self.buzzer.run()))
        asyncio.create_task(guarded(self._listen()))
        asyncio.create_task(guarded(self.pulse.feed(self.board.watchdog(WATCHDOG_MS))))
        await stop.wait()
        await self._report(failed[0])
        raise failed[0]

    async def _report(self, error: BaseException) -> None:
        """Tell the hosts what went wrong while the links still run."""
        text = report_of(error)
        for link in self.links:
            for part in range(0, min(len(text), 700), 60):
                link.say("fault", part // 60, text[part : part + 60])
        await asyncio.sleep_ms(300)

    async def _listen(self) -> None:
        """Take what the buttons do at rest and begin the conversation that each asks for."""
        while True:
            heard = await self.talk.event(DESK_MS)
            if self.desk.proposal is not None:
                self.care.touched()
                await self._propose(*self.desk.proposal)
            if heard is None:
                continue
            place, button, kind = heard
            self.care.touched()
            try:
                await self._hear(place, button, kind)
            except TenboError as error:
                for seat in SEATS if place not in SEATS else (place,):
                    self.displays.note(seat, self.talk.say(seat, error.brief))
                self.buzzer.play("refused")

    async def _hear(self, place: int, button: int, kind: int) -> None:
        """Sort what a button does: RIICHI and the centre act at once, the others can be held too."""
        bit = 1 << button
        if button == RIICHI:
            self._riichi(place, kind)
        elif kind == PRESSED:
            self._down[place] |= bit
            if button == UP:
                self._look(place, held.differences)
            elif button == DICE:
                self._dice()
            elif button == UNDO:
                await self._converse(undo.undo(self.talk, self.keeper))
        elif kind == LONG and self._down[place] & bit:
            self._down[place] &= ~bit
            if button == OK:
                self.displays.show(place, held.own_ledger(self.displays.words, self.keeper, place))
            elif button == BACK:
                await self._converse(setup.setup(self.talk, self.keeper, self.settings, place))
                self._apply_settings()
        elif kind == RELEASED:
            if place in SEATS:
                self.displays.show(place, None)
            # Only a press that began at rest asks for something; the last OK of a conversation does not.
            if self._down[place] & bit:
                self._down[place] &= ~bit
                await self._released(place, button)

    async def _released(self, place: int, button: int) -> None:
        if button == OK:
            await self._converse(win.settle(self.talk, self.keeper, place))
        elif button == BACK:
            await self._converse(menu.menu(self.talk, self.keeper, place))

    async def _converse(self, flow: "object") -> None:
        """Hold a conversation; whatever comes of it, the displays go back to the score."""
        self._down = [0] * 5
        self.desk.conversing = True
        try:
            await flow  # type: ignore[misc]
        finally:
            self.desk.conversing = False
            self.talk.rest()

    async def _propose(self, number: int, event: Event) -> None:
        """Ask the seats about what the desk proposes, and tell the desk how it ended."""
        why: "list[tuple[str, str, str] | None]" = []

        async def ask() -> None:
            why.append(await proposal.ask_seats(self.talk, self.keeper, event))

        await self._converse(ask())
        self.desk.proposal = None
        ended: "list[object]" = ["done", number, self.keeper.last]
        if why[0] is not None:
            ended = ["refused", number] + list(why[0])
        for link in self.links:
            link.conclude(number, [ended])

    def _look(self, seat: int, what: "object") -> None:
        """Show a seat something as long as it holds the button."""
        if self.keeper.table is not None and seat in SEATS:
            self.displays.show(seat, what(self.displays.words, self.keeper.table, seat))  # type: ignore[operator]

    def _dice(self) -> None:
        """Throw the dice and show them at every seat."""
        dice = opening.throw_dice(self.keeper, self.board.entropy)
        for seat in SEATS:
            self.displays.note(seat, self.talk.say(seat, "dice {} + {} = {}", dice[0], dice[1], sum(dice)))
        self.buzzer.play("dice")

    def _riichi(self, seat: int, kind: int) -> None:
        """One press declares; holding the button later takes the riichi back."""
        table = self.keeper.table
        if kind == PRESSED:
            self._declared[seat] = False
            opening.declare_riichi(self.keeper, seat)
            self._declared[seat] = True
            self.buzzer.play("riichi")
        elif kind == LONG and not self._declared[seat] and table is not None and seat in table.riichi:
            opening.take_riichi_back(self.keeper, seat)
            self.displays.note(seat, self.talk.say(seat, "riichi taken back"))

    def _playing(self) -> bool:
        """Say whether a hand is running."""
        return self.keeper.table is not None and self.keeper.table.phase == PLAYING

    async def _lights(self, beat: "object") -> None:
        """Keep lamps and round marker as the table says, and tell of seats that come and go."""
        here = [True] * 4
        seen: "tuple[int, int, bool] | None" = None
        while True:
            beat()  # type: ignore[operator]
            blink = self.now.ms() // BLINK_MS % 2 == 1
            dark = self.desk.blinks_left() and blink
            now = (self.keeper.changes, len(self.talk.calling), (blink if self.talk.calling else False) or dark)
            if now != seen:
                seen = now
                self._show_table(blink, dark)
            for seat in SEATS:
                if self.board.seats[seat].here != here[seat]:
                    here[seat] = not here[seat]
                    for link in self.links:
                        link.say("seat", seat, here[seat])
            await asyncio.sleep_ms(LIGHTS_MS)

    def _show_table(self, blink: bool, dark: bool) -> None:
        """Light the riichi lamps, the buttons that may declare, and the round marker."""
        table = self.keeper.table
        riichi = table.riichi if table is not None else []
        free = [seat for seat in SEATS if table is not None and play.why_no_riichi(table, seat) is None]
        self.lamps.show(riichi, free, self.talk.calling, beat=blink)
        if table is None or dark:
            self.marker.off()
        else:
            self.marker.show(table.round, table.dealer, signal=table.hands_left is not None)

    async def _seconds(self, beat: "object") -> None:
        """Count the seconds, say the heartbeat, and leave for the prompt when a host asks for it."""
        said = -1
        watch = SessionWatch(self.keeper, self.talk, self.buzzer)
        while True:
            beat()  # type: ignore[operator]
            self.keeper.seconds = self.seconds.tick()
            if self.keeper.seconds != said:
                said = self.keeper.seconds
                watch.second()
                for link in self.links:
                    link.heartbeat()
                if self.desk.leaving:
                    with open(PROMPT, "w") as file:
                        file.write("")
                    self.board.reset()
            await asyncio.sleep_ms(SECONDS_MS)


def prompt_wanted() -> bool:
    """Say whether the last run asked for the prompt; asked once, it is forgotten."""
    try:
        os.remove(PROMPT)
    except OSError:
        return False
    return True


def main() -> None:
    """Run the table for ever: whatever fails is logged and ends in a restart, never in a silent prompt."""
    if prompt_wanted():
        import micropython

        micropython.kbd_intr(3)
        return
    board = Board()
    try:
        asyncio.run(App(board).run())
    except BaseException as error:  # noqa: BLE001 - even a full memory must end in a restart
        sys.print_exception(error, sys.stderr)  # type: ignore[arg-type,attr-defined]
        write_fault(report_of(error))
    board.reset()
