"""The idle table: starts the action of a button while no dialogue is open."""

import sys

from micropython import const

from device.flows import dice_and_riichi
from device.flows.background import OF_THE_DIALOGUE
from device.flows.dialogue import Dialogue
from device.input.buttons import BACK, BUTTON_NAMES, DICE, DOWN, LONG, OK, PRESSED, RELEASED, RIICHI, STUCK, UNDO, UP
from device.runtime.lazy_modules import call_and_unload, load, load_function_in_steps, unload_nonresident_modules
from device.storage.ledger_writer import LedgerWriter
from tenbo_core.errors import TenboError
from tenbo_core.events import Event
from tenbo_core.seats import SEATS, WIND_NAMES, wind_of
from tenbo_core.start_and_riichi import riichi_refusal
from tenbo_core.table import BETWEEN, OVER

if False:  # for the type checker alone, and gone when compiled
    from device.parts import (
        Any,
        Background,
        Buzzer,
        Callable,
        Entropy,
        HostCommands,
        HostNotifier,
        Iterator,
        Message,
        Settings,
    )

# How often to look for a proposal of the desk while no button is pressed.
_PROPOSAL_MS = const(100)
# After so many of these looks without a press its answer is on the displays, and then the table is at rest.
_ANSWERED_LOOKS = const(3)
_REST_LOOKS = const(10)
# At rest the collector would run by itself every second or so, possibly during the next answer: it is called a little
# sooner, right after a scan, and leaves room for an answer.
_COLLECT_LOOKS = const(7)
# The shortest time to read an event that a host has booked; a button is held for less.
_BOOKED_MS = const(900)


class IdleButtonHandler:
    """Takes every button event while the table is idle, and opens the dialogue that it asks for.

    `resident` are the names of the modules that stay loaded after a dialogue; `on_idle`, when it is set, is called
    again and again while no button has been pressed for a second or more.
    """

    def __init__(
        self,
        dialogue: Dialogue,
        background: "Background",
        buzzer: "Buzzer",
        host_commands: "HostCommands",
        news: "HostNotifier",
        settings: "Settings",
        entropy: "Entropy",
        resident: "set[str]",
    ) -> None:
        self._keeper: LedgerWriter = dialogue.displays.keeper
        self._dialogue = dialogue
        self._displays = dialogue.displays
        self._background = background
        self._buzzer = buzzer
        self._host_commands = host_commands
        self._news = news
        self._settings = settings
        self._entropy = entropy
        dialogue.prepare = self._prepare
        dialogue.buttons.on_riichi = self._answer_riichi
        self._resident = resident
        self.on_idle: "Callable[[], None] | None" = None
        # How many looks for a press in a row have found none.
        self._looks = 0
        # Whether something has happened since memory was collected last.
        self._owes_collection = True
        # len(sys.modules) after the last clean-up: while it is unchanged, no module needs unloading.
        self._module_count = 0
        # True for a seat while the press that declared its riichi is still held.
        self._declared = [False] * 4
        # True for a seat whose lamp was lit when its press was read; the press is still in the queue.
        self._answered = [False] * 4
        # Of each place the buttons that were pressed while the table was idle, as bits.
        self._pressed_idle = [0] * 5

    async def run(self) -> None:
        """Handle each button event, and open the dialogue about each proposal of the desk."""
        while True:
            event = await self._dialogue.next_event(_PROPOSAL_MS)
            if event is not None:
                self._looks = 0
                self._owes_collection = True
                place, button, kind = event
                booked_at = self._host_commands.booked_at
                try:
                    await self._handle_event(place, button, kind)
                except TenboError as error:
                    # An event that a host has just booked ends an open question, because the seats have to read it.
                    booked = self._host_commands.booked_at
                    if booked == booked_at or self._dialogue.now.since(booked) > _BOOKED_MS:
                        self._refuse(place, error)
            elif self._host_commands.proposal is not None:
                # Only when no press is waiting: one that came before the question was shown is no answer to it.
                self._dialogue.dimming.wake()
                await self._propose(*self._host_commands.proposal)
            else:
                self._looks += 1
                self._unload_unused()
                if self._looks >= _REST_LOOKS and self.on_idle is not None:
                    self.on_idle()

    def _refuse(self, place: int, error: TenboError) -> None:
        """Show why a press was refused."""
        self._dialogue.show_refusal(place, error)
        self._buzzer.play("refused")

    def _unload_unused(self) -> None:
        """Unload modules left by a report or a host's event, unless a display or a job needs them."""
        table = self._keeper.table
        if self._background.is_busy or self._host_commands.loading:
            return
        if len(sys.modules) != self._module_count and (table is None or table.phase != OVER):
            self._owes_collection = unload_nonresident_modules(self._resident) or self._owes_collection
            self._module_count = len(sys.modules)
        if self._looks % _COLLECT_LOOKS == 0 and self._looks >= _REST_LOOKS:
            self._owes_collection = True
        if self._owes_collection and self._looks >= _ANSWERED_LOOKS and not self._displays.drawing:
            # It takes 20 ms: it runs now, while no player waits, and not in the middle of the next answer.
            self._owes_collection = False
            self._dialogue.buttons.collect_next = True

    async def _handle_event(self, place: int, button: int, kind: int) -> None:
        """Sort a button event: RIICHI and the centre act when pressed, OK and BACK when released or held.

        Held, they throw the dice between two hands and take back while a game runs.
        """
        if kind == STUCK:
            self._report_stuck(place, button)
        elif button == RIICHI:
            self._riichi(place, kind)
        elif kind == PRESSED:
            earlier = self._button_on_release(place)
            if earlier is not None:
                # The next finger is down before the last one is surely up: what that one opens, this one answers.
                self._dialogue.buttons.unget_event(place, button, PRESSED)
                await self._released(place, earlier)
                return
            self._pressed_idle[place] |= 1 << button
            await self._pressed(place, button)
        elif kind == RELEASED and place in SEATS:
            self._background.cancel(place)
            self._displays.show(place, None)
        # Only a press that began while the table was idle counts; the last OK of a dialogue does not.
        if kind in (LONG, RELEASED) and self._pressed_idle[place] & 1 << button:
            self._pressed_idle[place] &= ~(1 << button)
            await (self._held(place, button) if kind == LONG else self._released(place, button))

    def _button_on_release(self, place: int) -> "int | None":
        """Return the button of a place that opens a dialogue as soon as it is released, or None."""
        pressed = self._pressed_idle[place]
        self._pressed_idle[place] = pressed & ~(1 << OK | 1 << BACK)
        return OK if pressed & 1 << OK else BACK if pressed & 1 << BACK else None

    async def _pressed(self, place: int, button: int) -> None:
        if button == UP:
            wins = self._dialogue.joinable_wins(place)
            if wins:
                await self._run_dialogue("win", place, wins)
            else:
                self._report(place, "differences")
        elif button == DOWN:
            self._report(place, "needed")
        elif button == DICE:
            self._throw_dice()
        elif button == UNDO:
            await self._run_dialogue("undo")

    async def _held(self, place: int, button: int) -> None:
        table = self._keeper.table
        if button == OK:
            # Not after a hand that a host has ended while the button was held: it did not mean the dice.
            since = self._dialogue.now.since(self._host_commands.booked_at)
            if table is not None and table.phase == BETWEEN and since > _BOOKED_MS:
                self._throw_dice()
            else:
                self._report(place, "point_changes")
        elif button == BACK:
            await self._open(place, "setup" if table is None or table.phase == OVER else "undo")

    async def _released(self, place: int, button: int) -> None:
        if button == OK:
            await self._run_dialogue("win", place)
        elif button == BACK:
            in_hall = self._keeper.in_hall
            await self._open(place, await self._run_dialogue("menu", place))
            if in_hall and not self._keeper.in_hall:
                self._news.greet()

    async def _open(self, place: int, name: "str | None") -> None:
        """Open what a seat has chosen beside the events of a hand: to take one back, or to set something up."""
        if name == "setup":
            self._dialogue.side_handler = lambda *event: self._side_event(place, *event)
            await self._run_dialogue(name, self._settings, place)
            self._buzzer.silent = self._settings.silent
        elif name:
            await self._run_dialogue(name, self._news, place)

    async def _run_dialogue(self, name: str, *arguments: object) -> "Any":
        """Run a dialogue of `lazy_function_table.LAZY`; after any outcome the displays return to the score."""
        self._pressed_idle = [0] * 5
        self._host_commands.in_dialogue = True
        self._background.cancel_all()
        # What a host has had loaded, and what shows a result, would leave a dialogue too little room.
        unload_nonresident_modules(self._resident)
        try:
            flow = await load(name)
            if name == "win":
                self._prepare("win_next")
            return await flow(self._dialogue, self._keeper, *arguments)
        finally:
            self._host_commands.in_dialogue = False
            self._background.cancel(OF_THE_DIALOGUE)
            self._dialogue.side_handler = self._dialogue.ready = None
            self._displays.asked = (None, None, None)
            self._dialogue.show_score_everywhere()
            unload_nonresident_modules(self._resident)

    def _prepare(self, name: str = "", *arguments: object) -> None:
        """Start the job that prepares the answer to the open question; it replaces the job before."""
        self._background.cancel(OF_THE_DIALOGUE)
        if name:
            self._background.begin(self._prepare_steps(name, *arguments), OF_THE_DIALOGUE)

    def _prepare_steps(self, name: str, *arguments: object) -> "Iterator[None]":
        """Make it ready a small step at a time, once the question is shown."""
        for function in load_function_in_steps(name):
            while self._displays.is_busy:
                yield
            if function is not None:
                yield from function(self._dialogue, *arguments)
            yield
        # The collector runs now, and not during the answer.
        self._dialogue.buttons.collect_next = True

    async def _propose(self, number: int, event: Event) -> None:
        """Ask the seats about the desk's proposal, and send the desk the outcome."""
        # A seat may do something else instead of answering.
        self._dialogue.side_handler = lambda *press: self._side_event(-1, *press)
        why = await self._run_dialogue("proposal", event)
        self._host_commands.proposal = None
        call_and_unload("calm_seats", self._host_commands, why is None)
        outcome: "Message" = ["done", number, self._keeper.last]
        if why is not None:
            outcome = ["refused", number] + list(why)
        self._news.send_outcome(number, [outcome])

    def _report(self, seat: int, name: str) -> None:
        """Show a seat a report of `lazy_function_table.LAZY` as long as it holds the button."""
        if self._keeper.table is None:
            self._dialogue.show_note_at(seat, "no game yet")
        elif seat in SEATS:
            self._background.begin(self._show_report(seat, name), seat)

    def _show_report(self, seat: int, name: str) -> "Iterator[bool]":
        """Load a report, work it out and show it, a small step at a time.

        What a report writes stays, and must lie close together, or no large piece of the heap is free afterwards: it
        comes after a collection where others search, and they wait for it.
        """
        writes = False
        for function in load_function_in_steps(name):
            if function is None:
                yield False
                continue
            for view in function(self._displays.words, self._keeper, seat):
                if view is True and not writes:
                    writes = True
                    self._dialogue.buttons.collect_next = self._background.is_busy
                    while self._dialogue.buttons.collect_next:
                        yield True
                elif not isinstance(view, bool):
                    self._displays.show(seat, view)
                yield writes

    def _report_stuck(self, place: int, button: int) -> None:
        """Report a button that is held too long: it is ignored until it is released."""
        self._news.send("stuck", place, BUTTON_NAMES[button])
        self._dialogue.show_note_at(place, "button stuck: ignored")

    def _throw_dice(self) -> None:
        """Throw the dice and show them at every seat, with the wall that is to be broken."""
        dice, dealer = dice_and_riichi.begin_hand_with_dice(self._keeper, self._entropy)
        players = len(self._displays.seats)
        wall = dice_and_riichi.wall_to_break(dice, dealer, players)
        for seat in self._displays.seats:
            self._displays.show(seat, None)
            wind = self._dialogue.localize(seat, WIND_NAMES[wind_of(wall, dealer, players)])
            self._displays.show_note(seat, self._dialogue.localize(seat, "dice {}+{}, wall {}", dice[0], dice[1], wind))
        self._buzzer.play("dice")

    def _side_event(self, asking: int, place: int, button: int, kind: int) -> bool:
        """Let the hand go on while one seat sets something up; return whether the event was a riichi."""
        if button != RIICHI or place == asking:
            return False
        try:
            self._riichi(place, kind)
        except TenboError as error:
            self._refuse(place, error)
        return True

    def _answer_riichi(self, seat: int) -> None:
        """Show a riichi that will be taken while its press is read: the table may be in the middle of a picture."""
        table = self._keeper.table
        if table is None or self._host_commands.in_dialogue or riichi_refusal(table, seat) is not None:
            return
        try:
            self._keeper.check_writable("riichi")
        except TenboError:
            return
        self._show_riichi(seat)
        self._answered[seat] = True

    def _show_riichi(self, seat: int) -> None:
        """Light the lamp and sound the tone: that comes before all that takes longer."""
        self._dialogue.ports[seat].set_lamp(True)
        if not self._answered[seat]:
            self._buzzer.play("riichi")
        self._answered[seat] = False

    def _riichi(self, seat: int, kind: int) -> None:
        """Declare riichi when the button is pressed; take it back when it is held later."""
        table = self._keeper.table
        if kind == PRESSED:
            self._declared[seat] = False
            try:
                dice_and_riichi.declare_riichi(self._keeper, seat, lambda: self._show_riichi(seat))
            except TenboError:
                # The flash may have failed after the lamp was lit, or a host's event have come before this one.
                self._answered[seat] = False
                self._dialogue.ports[seat].set_lamp(table is not None and seat in table.riichi)
                raise
            self._declared[seat] = True
        elif kind == LONG and not self._declared[seat] and table is not None and seat in table.riichi:
            dice_and_riichi.void_riichi(self._keeper, seat)
            self._displays.show_note(seat, self._dialogue.localize(seat, "riichi taken back"))
