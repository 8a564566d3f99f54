"""The four displays: what each shows now, redrawn when that changes, sent one page at a time."""

import asyncio

from micropython import const

from device import screens, views
from device.keeper import Keeper
from device.language import Words
from device.lazy_modules import load
from device.session_alarms import clock_text
from device.ticks import Now, as_clock
from tenbo_core.seats import SEATS
from tenbo_core.table import OVER

_NOTE_MS = const(4000)
_LOOK_MS = const(20)


class Displays:
    """One owner of the four panels; the rest of the firmware only says what a seat should see."""

    def __init__(self, panels: "list[object]", keeper: Keeper, now: Now) -> None:
        self.panels = panels
        self.keeper = keeper
        self.now = now
        self.words = Words()
        self._shown: "list[object | None]" = [None] * 4
        self._notes = [""] * 4
        self._noted_at = [0] * 4
        self._note_ms = [0] * 4
        self._stale = [True] * 4
        self._changes = -1
        self._second = -1
        self._due = asyncio.Event()

    def show(self, seat: int, view: "object | None") -> None:
        """Show a seat a view of its own; None gives the display back to the score."""
        if view is not None or self._shown[seat] is not None:
            if self._shown[seat] is None:
                # What was said at rest must not cover what the buttons now mean.
                self._notes[seat] = ""
            self._shown[seat] = view
            self._stale[seat] = True
            self._due.set()

    def is_free(self, seat: int) -> bool:
        """Say whether a seat sees the score, and nothing of its own."""
        return self._shown[seat] is None

    def take_back(self, seat: int, view: object) -> None:
        """Give a seat's display back to the score if it still shows this view."""
        if self._shown[seat] is view:
            self.show(seat, None)

    def note(self, seat: int, text: str, ms: int = _NOTE_MS) -> None:
        """Say something to one seat beside what it sees, for some seconds."""
        if seat in SEATS:
            self._notes[seat] = text
            self._note_ms[seat] = ms
            self._noted_at[seat] = self.now.ms()
            self._stale[seat] = True
            self._due.set()

    def said(self, seat: int) -> str:
        """Return what stands beside what a seat sees, or an empty text."""
        return self._notes[seat]

    def view(self, seat: int) -> "object":
        """Give what a seat's display says: a conversation, or the score."""
        note = self._notes[seat]
        shown = self._shown[seat]
        if shown is not None:
            return views.noted(shown, note) if note else shown  # type: ignore[arg-type]
        if self.keeper.table is None:
            lines = [self.words.say(seat, "no game yet")]
            return views.message("Tenbo", lines, note or self.words.say(seat, "hold BACK to set up"))
        if self.keeper.table.phase == OVER and not note:
            return load("device.seat_reports").final(self.words, self.keeper, seat)  # type: ignore[attr-defined,no-any-return]
        return self.score(seat)

    def score(self, seat: int) -> "object":
        """Return the score screen of a seat."""
        text = clock_text(self.keeper, as_clock, self.words, seat)
        view = views.score_view(self.keeper.table, seat, text, self._notes[seat])  # type: ignore[arg-type]
        view.rank = self.words.say(seat, view.rank)
        return view

    async def run(self, beat: "object") -> None:
        """Keep the four displays as they should be, for ever."""
        self.keeper.on_change = self._due.set
        await asyncio.gather(self._look(beat), self._send())

    async def _look(self, beat: "object") -> None:
        """Notice what nobody tells: seconds that pass, notes that grow old, displays that come back."""
        while True:
            beat()  # type: ignore[operator]
            if self.keeper.seconds != self._second:
                self._second = self.keeper.seconds
                self._all_stale()
            for seat in SEATS:
                if self._notes[seat] and self.now.since(self._noted_at[seat]) > self._note_ms[seat]:
                    self.note(seat, "")
                if self.panels[seat].owes():  # type: ignore[attr-defined]
                    self._due.set()
            await asyncio.sleep_ms(_LOOK_MS)

    async def _send(self) -> None:
        """Redraw what is stale and send the changed pages, one a pass, as soon as there is something to do.

        What a press changes is drawn at once: waiting for the next look would cost 10 ms on average.
        """
        while True:
            await self._due.wait()
            self._due.clear()
            sent = True
            while sent:
                sent = False
                if self._changes != self.keeper.changes:
                    self._changes = self.keeper.changes
                    self._all_stale()
                for seat in SEATS:
                    if self._stale[seat]:
                        self._stale[seat] = False
                        self._draw(seat)
                        await asyncio.sleep_ms(0)
                    if self.panels[seat].push_one():  # type: ignore[attr-defined]
                        sent = True
                        await asyncio.sleep_ms(0)

    def _all_stale(self) -> None:
        for seat in SEATS:
            self._stale[seat] = True
        self._due.set()

    def _draw(self, seat: int) -> None:
        panel = self.panels[seat]
        view = self.view(seat)
        panel.begin()  # type: ignore[attr-defined]
        screens.draw(view, panel.frame)  # type: ignore[arg-type,attr-defined]
        panel.update()  # type: ignore[attr-defined]
