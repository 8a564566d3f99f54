"""The dialogue at the table: ask a seat, tell all seats, wait for a press.

A flow is written with these few words.  Only one conversation runs at a time, so every press
belongs to it.
"""

import asyncio

from micropython import const

from device import views
from device.buttons import BACK, DOWN, LONG, OK, PRESSED, RIICHI, UP
from device.displays import Displays
from device.seat_port import SeatPort
from device.ticks import Now
from tenbo_core.errors import TenboError
from tenbo_core.seats import SEATS, WIND_NAMES, wind_of
from tenbo_core.table import OVER, Table

# A question that nobody answers is taken back, so that a table is never stuck in a menu.
PATIENCE_MS = 60_000
_LOOK_MS = const(10)
# So long after a ron was recorded another seat can say that it has won on the same discard.
_LATE_RON_MS = const(8000)
# At the end of a game, when everybody waits for the result.
_LAST_RON_MS = const(4000)
# Of a list, while UP or DOWN is held.
_REPEAT_MS = const(150)

GONE = None
# In place of a press: the table is not as it was when the question was shown.
MOVED = (-1, -1)


class Dialogue:
    """What a flow can say and hear."""

    def __init__(
        self, buttons: "object", displays: Displays, now: Now, ports: "tuple[SeatPort, ...]", dimming: "object"
    ) -> None:
        self.buttons = buttons
        self.displays = displays
        self.now = now
        self.ports = ports
        self.dimming = dimming
        self.calling: "list[int]" = []
        self.called_at = 0
        # What a conversation lets pass: called with each event, it returns whether it has taken it.
        self.aside: "object | None" = None
        # The wins by ron that were recorded last, by which event, when, and who may still join them.
        self._rons: "tuple[list[object], int, int, int, list[int]] | None" = None
        # The button that is held to move through a list, or -1.
        self._repeated = -1

    async def event(self, patience_ms: int = PATIENCE_MS) -> "tuple[int, int, int] | None":
        """Wait for whatever a button does next; None when nothing happens in time."""
        begun = self.now.ms()
        while True:
            heard = self.buttons.take()  # type: ignore[attr-defined]
            if heard is not None:
                self.dimming.touched()  # type: ignore[attr-defined]
                if self.aside is not None and self.aside(*heard):  # type: ignore[operator]
                    continue
            if heard is not None or self.now.since(begun) >= patience_ms:
                return heard  # type: ignore[no-any-return]
            # Looking is cheaper than a timeout, which could run out just as a press comes and lose it.
            await asyncio.sleep_ms(_LOOK_MS)

    async def press(self, patience_ms: int = PATIENCE_MS, changes: "int | None" = None) -> "tuple[int, int] | None":
        """Wait for the next press and return its place and button; None when nobody pressed.

        With the number of changes that the keeper had when the question was shown, MOVED as soon as it has
        another: a press that comes after that answers a question that nobody has seen.
        """
        begun = self.now.ms()
        while True:
            left = patience_ms - self.now.since(begun)
            heard = await self.event(left if changes is None else min(left, _LOOK_MS))
            if changes is not None and self.displays.keeper.changes != changes:
                return MOVED
            if heard is GONE and (changes is None or self.now.since(begun) >= patience_ms):
                return GONE
            if heard is not GONE and heard[2] == PRESSED:
                return heard[0], heard[1]

    async def turn(self, seat: int, patience_ms: int = PATIENCE_MS, repeats: bool = True) -> "int | None":
        """Wait for the next press of a seat that is asked and return its button; None when it does not press.

        The others are told to wait, and do not keep the question alive.  UP and DOWN count again and again
        while they are held, unless they answer the question.
        """
        begun = self.now.ms()
        while True:
            held = self._repeated >= 0 and self.buttons.down(seat) >> self._repeated & 1  # type: ignore[attr-defined]
            heard = await self.event(_REPEAT_MS if repeats and held else patience_ms - self.now.since(begun))
            if heard is GONE:
                return self._repeated if repeats and held else GONE
            place, button, kind = heard
            if kind == LONG and place == seat and button in (UP, DOWN) and repeats:
                self._repeated = button
                return button
            if kind != PRESSED:
                continue
            if place == seat:
                self._repeated = -1
                return button
            self.tell_busy(place)

    async def wait(self, ms: int) -> None:
        """Let some time pass; what is pressed meanwhile is not heard."""
        begun = self.now.ms()
        while await self.event(ms - self.now.since(begun)) is not GONE:
            pass

    def say(self, seat: int, text: str, *values: object) -> str:
        """Return a text in the language of a seat, with values in its places."""
        return self.displays.words.say(seat, text, *values)

    def name(self, seat: int, other: int, then: "Table | None" = None) -> str:
        """Return what one seat calls another: the name, or the wind, now or as the table stood then."""
        table = then or self.displays.keeper.table
        if table is not None and table.names[other]:
            return table.names[other]
        return self.say(seat, WIND_NAMES[wind_of(other, table.dealer if table is not None else 0)])

    def tell_all(self, text: str, *values: object) -> None:
        """Say something to all seats in the bottom line, to each in its language."""
        for seat in SEATS:
            self.displays.note(seat, self.say(seat, text, *values))

    def refuse(self, place: int, text: str, *values: object) -> None:
        """Say to who has pressed why nothing has come of it; the centre's buttons are everybody's."""
        for seat in SEATS if place not in SEATS else (place,):
            self.displays.note(seat, self.say(seat, text, *values))

    def explain(self, place: int, error: TenboError) -> None:
        """Say to who has pressed why the table refuses it, in a few words of its language."""
        general = "not in this rule book" if error.code == "not_in_this_rule_book" else "not possible now"
        self.refuse(place, error.template or general, *error.values)

    def tell_busy(self, place: int) -> None:
        """Tell a seat that presses while another is being asked."""
        self.refuse(place, "wait: another asks" if place in SEATS else "a question is open")

    def useless(self, place: int, button: int) -> None:
        """Tell a seat that its button does nothing in the question that is open; a better reason stays."""
        text = "a question is open" if place not in SEATS or button == RIICHI else "not asked"
        for seat in SEATS if place not in SEATS else (place,):
            if self.displays.said(seat) in ("", self.say(seat, "not asked"), self.say(seat, "a question is open")):
                self.refuse(seat, text)

    def call_referee(self, seat: int) -> None:
        """Call the referee for a seat, or take the call back."""
        if seat in self.calling:
            self.calling.remove(seat)
        else:
            if not self.calling:
                self.called_at = self.now.ms()
            self.calling.append(seat)
        text = "referee called" if seat in self.calling else "call taken back"
        self.displays.note(seat, self.say(seat, text))

    def offer_ron(self, wins: "list[object]", seats: "list[int]") -> None:
        """Let seats that have won on the same discard say so yet, however quick the payers were."""
        keeper = self.displays.keeper
        ms = _LAST_RON_MS if keeper.table.phase == OVER else _LATE_RON_MS  # type: ignore[union-attr]
        self._rons = wins, keeper.last, self.now.ms(), ms, seats
        for seat in seats:
            self.displays.note(seat, self.say(seat, "UP: ron too"), ms)

    def late_wins(self, seat: int) -> "list[object]":
        """Return the wins that a seat may still join, so long as nothing has happened since."""
        if self._rons is not None:
            wins, event, at, ms, seats = self._rons
            if event == self.displays.keeper.last and self.now.since(at) < ms:
                return wins if seat in seats else []
            self._rons = None
        return []

    async def choose(self, seat: int, title: str, options: "list[str]", start: int = 0) -> "int | None":
        """Let a seat pick one of some lines: UP and DOWN move, OK takes, BACK leaves."""
        chosen = start
        self.displays.note(seat, "")  # it concerned the question before this one
        while True:
            footer = self.say(seat, "OK take  BACK leave")
            self.displays.show(seat, views.question(title, options, chosen, footer))
            button = await self.turn(seat)
            if button is GONE or button == BACK:
                return None
            if button == OK:
                return chosen
            if button in (UP, DOWN) and len(options) > 1:
                chosen = (chosen + (1 if button == DOWN else -1)) % len(options)
            else:
                self.useless(seat, button)

    def rest(self) -> None:
        """Return all displays to the score."""
        for seat in SEATS:
            self.displays.show(seat, None)
