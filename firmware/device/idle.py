"""The table at rest: what a button asks for while no conversation goes on."""

import sys

from micropython import const

from device import dice_and_riichi
from device.buttons import BACK, BUTTON_NAMES, DICE, DOWN, LONG, OK, PRESSED, RELEASED, RIICHI, STUCK, UNDO, UP
from device.dialogue import Dialogue
from device.keeper import Keeper
from device.lazy_modules import load, unload
from tenbo_core.errors import TenboError
from tenbo_core.events import Event
from tenbo_core.seats import SEATS, WIND_NAMES, wind_of
from tenbo_core.table import OVER

# How often to look whether the desk proposes something while nobody presses.
_DESK_MS = const(100)


class IdleTable:
    """Hears every button while the table rests, and begins the conversation that it asks for."""

    def __init__(self, keeper: Keeper, dialogue: Dialogue, parts: "object") -> None:
        self._keeper = keeper
        self._dialogue = dialogue
        self._displays = dialogue.displays
        self._buzzer = parts.buzzer  # type: ignore[attr-defined]
        self._host_commands = parts.host_commands  # type: ignore[attr-defined]
        self._dimming = parts.dimming  # type: ignore[attr-defined]
        self._links = parts.links  # type: ignore[attr-defined]
        self._settings = parts.settings  # type: ignore[attr-defined]
        self._apply_settings = parts.apply_settings  # type: ignore[attr-defined]
        self._entropy = parts.board.entropy  # type: ignore[attr-defined]
        self._kept = parts.kept  # type: ignore[attr-defined]
        # How many modules there were when nothing was left to let go of.
        self._tidied = 0
        # Whether the press that is still down has declared; and which buttons were pressed at rest.
        self._declared = [False] * 4
        self._down = [0] * 5

    async def run(self) -> None:
        """Take what the buttons do at rest and begin the conversation that each asks for."""
        while True:
            heard = await self._dialogue.event(_DESK_MS)
            if heard is not None:
                place, button, kind = heard
                try:
                    await self._hear(place, button, kind)
                except TenboError as error:
                    self._refuse(place, error)
            elif self._host_commands.proposal is not None:
                # Only when all presses are heard: what came before the seats saw the question is no answer to it.
                self._dimming.touched()
                await self._propose(*self._host_commands.proposal)
            else:
                self._tidy()

    def _refuse(self, place: int, error: TenboError) -> None:
        """Say why a press was refused."""
        self._dialogue.explain(place, error)
        self._buzzer.play("refused")

    def _tidy(self) -> None:
        """Let go of what an event of the desk needed; a result that is on display needs its words."""
        table = self._keeper.table
        if len(sys.modules) != self._tidied and (table is None or table.phase != OVER):
            unload(self._kept)
            self._tidied = len(sys.modules)

    async def _hear(self, place: int, button: int, kind: int) -> None:
        """Sort what a button does: RIICHI and the centre act at once, the others can be held too."""
        if kind == STUCK:
            self._stuck(place, button)
        elif button == RIICHI:
            self._riichi(place, kind)
        elif kind == PRESSED:
            self._down[place] |= 1 << button
            await self._pressed(place, button)
        elif kind == RELEASED and place in SEATS:
            self._displays.show(place, None)
        # Only a press that began at rest asks for something; the last OK of a conversation does not.
        if kind in (LONG, RELEASED) and self._down[place] & 1 << button:
            self._down[place] &= ~(1 << button)
            await (self._held(place, button) if kind == LONG else self._released(place, button))

    async def _pressed(self, place: int, button: int) -> None:
        if button == UP:
            wins = self._dialogue.late_wins(place)
            if wins:
                await self._converse("win", place, wins)
            else:
                self._look(place, "differences")
        elif button == DOWN:
            self._look(place, "needed")
        elif button == DICE:
            self._dice()
        elif button == UNDO:
            await self._converse("undo")

    async def _held(self, place: int, button: int) -> None:
        if button == OK:
            self._look(place, "own_ledger")
        elif button == BACK:
            self._dialogue.aside = lambda *heard: self._riichi_beside(place, *heard)
            await self._converse("setup", self._settings, place)
            self._apply_settings()  # type: ignore[operator]

    async def _released(self, place: int, button: int) -> None:
        if button == OK:
            await self._converse("win", place)
        elif button == BACK:
            await self._converse("menu", place)

    async def _converse(self, name: str, *what: object) -> "object":
        """Hold a conversation; whatever comes of it, the displays go back to the score."""
        self._down = [0] * 5
        self._host_commands.conversing = True
        try:
            flow = load("device.flows." + name)
            return await flow.run(self._dialogue, self._keeper, *what)  # type: ignore[attr-defined]
        finally:
            self._host_commands.conversing = False
            self._dialogue.aside = None
            self._dialogue.rest()
            unload(self._kept)

    async def _propose(self, number: int, event: Event) -> None:
        """Ask the seats about what the desk proposes, and tell the desk how it ended."""
        why = await self._converse("proposal", event)
        self._host_commands.proposal = None
        ended: "list[object]" = ["done", number, self._keeper.last]
        if why is not None:
            ended = ["refused", number] + list(why)  # type: ignore[call-overload]
        for link in self._links:
            link.conclude(number, [ended])

    def _look(self, seat: int, what: str) -> None:
        """Show a seat something as long as it holds the button."""
        if self._keeper.table is None:
            self._dialogue.refuse(seat, "no game yet")
        elif seat in SEATS:
            view = getattr(load("device.seat_reports"), what)(self._displays.words, self._keeper, seat)
            self._displays.show(seat, view)
            unload(self._kept)

    def _stuck(self, place: int, button: int) -> None:
        """Say that a button is held too long: it is ignored until it is let go."""
        for link in self._links:
            link.say("stuck", place, BUTTON_NAMES[button])
        for seat in SEATS if place not in SEATS else (place,):
            self._displays.note(seat, self._dialogue.say(seat, "button stuck: ignored"))

    def _dice(self) -> None:
        """Throw the dice and show them at every seat, with the wall that is to be broken."""
        dice = dice_and_riichi.throw_dice(self._keeper, self._entropy)
        wall = dice_and_riichi.wall_to_break(dice, self._keeper.table.dealer)  # type: ignore[union-attr]
        for seat in SEATS:
            whose = self._dialogue.say(seat, WIND_NAMES[wind_of(wall, self._keeper.table.dealer)])  # type: ignore[union-attr]
            self._displays.note(seat, self._dialogue.say(seat, "dice {}+{}, wall {}", dice[0], dice[1], whose))
        self._buzzer.play("dice")

    def _riichi_beside(self, asking: int, place: int, button: int, kind: int) -> bool:
        """Let the hand go on while one seat sets something up; return whether that was what the button did."""
        if button != RIICHI or place == asking:
            return False
        try:
            self._riichi(place, kind)
        except TenboError as error:
            self._refuse(place, error)
        return True

    def _riichi(self, seat: int, kind: int) -> None:
        """One press declares; holding the button later takes the riichi back."""
        table = self._keeper.table
        if kind == PRESSED:
            self._declared[seat] = False
            dice_and_riichi.declare_riichi(self._keeper, seat)
            self._declared[seat] = True
            self._buzzer.play("riichi")
        elif kind == LONG and not self._declared[seat] and table is not None and seat in table.riichi:
            dice_and_riichi.take_riichi_back(self._keeper, seat)
            self._displays.note(seat, self._dialogue.say(seat, "riichi taken back"))
