"""The dialogue at the table: ask a seat, tell all seats, wait for a press.

A flow is written with these few words and reads like what the players say to each other.  Only one
conversation runs at a time, so every press belongs to it.
"""

import asyncio

from device import views
from device.buttons import BACK, DOWN, OK, PRESSED, UP
from device.clockwork import Now
from device.displays import Displays
from tenbo_core.seats import SEATS

# A question that nobody answers is taken back, so that a table is never stuck in a menu.
PATIENCE_MS = 60_000

GONE = None


class Talk:
    """What a flow can say and hear."""

    def __init__(self, buttons: "object", displays: Displays, now: Now) -> None:
        self.buttons = buttons
        self.displays = displays
        self.now = now

    async def press(self, patience_ms: int = PATIENCE_MS) -> "tuple[int, int] | None":
        """Wait for the next press and give its place and button; None when nobody pressed."""
        deadline = self.now.ms()
        while True:
            left = patience_ms - self.now.since(deadline)
            if left <= 0:
                return GONE
            try:
                place, button, kind = await asyncio.wait_for_ms(self.buttons.next(), left)  # type: ignore[attr-defined]
            except asyncio.TimeoutError:
                return GONE
            if kind == PRESSED:
                return place, button

    async def choose(self, seat: int, title: str, options: "list[str]", start: int = 0) -> "int | None":
        """Let a seat pick one of some lines: UP and DOWN move, OK takes, BACK leaves."""
        chosen = start
        while True:
            self.displays.show(seat, views.question(title, options, chosen, "OK take  BACK leave"))
            heard = await self.press()
            if heard is GONE:
                return None
            place, button = heard
            if place != seat:
                self.displays.note(place, "wait: another seat asks")
            elif button == OK:
                return chosen
            elif button == BACK:
                return None
            elif button == UP:
                chosen = (chosen - 1) % len(options)
            elif button == DOWN:
                chosen = (chosen + 1) % len(options)

    async def agree(self, needed: "list[int]", veto_ms: int) -> bool:
        """Wait until all needed seats pressed OK, or nobody pressed BACK for `veto_ms`."""
        begun = self.now.ms()
        missing = list(needed)
        while missing:
            left = veto_ms - self.now.since(begun)
            heard = await self.press(left) if left > 0 else GONE
            if heard is GONE:
                return True
            place, button = heard
            if place in SEATS and button == BACK:
                return False
            if button == OK and place in missing:
                missing.remove(place)
                self.displays.note(place, "agreed")
        return True

    def show_all(self, views_by_seat: "list[object]") -> None:
        """Show each seat its own view until `rest`."""
        for seat in SEATS:
            self.displays.show(seat, views_by_seat[seat])

    def rest(self) -> None:
        """Give all displays back to the score."""
        for seat in SEATS:
            self.displays.show(seat, None)
