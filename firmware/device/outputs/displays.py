"""The four displays: keeps the view of each, redraws it when it changes, and sends it one page at a time."""

import asyncio

from micropython import const

from device.outputs import screen_renderer, views
from device.outputs.score_screen import draw_top_line
from device.outputs.session_alarms import clock_text
from device.runtime.lazy_modules import load_function
from device.runtime.ticks import DeviceClock
from device.storage.ledger_writer import LedgerWriter
from device.text.language import SeatLanguages
from tenbo_core.seats import SEATS
from tenbo_core.table import OVER, Table

if False:  # for the type checker alone, and gone when compiled
    from device.parts import Beat, Callable, PlannedEvent, Question, SeatDisplay, TextView, View

_NOTE_MS = const(4000)
_POLL_MS = const(100)
# A scan delays the picture, and the next step takes a dozen milliseconds: only then it must come before it.
_UNREAD_MS = const(14)


class Displays:
    """The owner of the four panels; other modules only say what a seat should see."""

    def __init__(self, panels: "list[SeatDisplay]", keeper: LedgerWriter, now: DeviceClock) -> None:
        self.panels = panels
        self.keeper = keeper
        self.now = now
        self.words = SeatLanguages()
        # The seat that pressed last, whose display comes before the others, and whether its press is not shown yet.
        self._first = 0
        self.prioritized = False
        self._own_views: "list[TextView | None]" = [None] * 4
        self._notes = [""] * 4
        self._noted_at = [0] * 4
        self._note_ms = [0] * 4
        self._note_counts = [False] * 4
        # For a host that asks: the event that the seats are asked about; the fields of another question and the seats
        # that it asks; and the seat that sets something up.
        self.asked: "tuple[PlannedEvent | None, Question | None, int | None]" = (None, None, None)
        # By seat, whether the whole display has to be redrawn, and whether its clock alone has to be.
        self._stale = [True] * 4
        self._late_clock = [False] * 4
        # The score screens, made once, and whether they are what a display shows.
        self._scores: "list[views.ScoreView | None]" = [None] * 4
        self._shows_score = [False] * 4
        # The text in the clock's place, the same at all seats unless it has words, and the moment it belongs to.
        self._clock = ""
        self._clock_at = (-1, -1)
        # The players as all score screens show them, and the keeper's changes at that moment.
        self._players: "list[views.OpponentState] | None" = None
        self._players_at = -1
        self._changes = -1
        # Whether a second has begun that no clock shows yet.
        self._ticked = False
        self._due = asyncio.Event()
        # Whether a picture is on its way, the first one included. Nothing is drawn before `begin`.
        self.drawing = True
        self._begun = asyncio.Event()
        self._result_view: "Callable[[SeatLanguages, Table, int], TextView] | None" = None
        # Called before and after each picture that is drawn and after what is sent, so that the buttons are read.
        self.scan_buttons: "Callable[[DeviceClock, int], None] | None" = None

    def prioritize(self, place: int) -> None:
        """Show what the press at a place changes before anything else: there first, then at the other seats."""
        self._first = place % len(SEATS)
        self.prioritized = True
        self._due.set()

    def show(self, seat: int, view: "TextView | None") -> None:
        """Set a seat's own view; None returns the display to the score."""
        if view is not None or self._own_views[seat] is not None:
            if self._own_views[seat] is None:
                # A note beside the score must not cover what the buttons now mean.
                self._notes[seat] = ""
            self._own_views[seat] = view
            self._stale[seat] = True
            self._due.set()

    @property
    def is_busy(self) -> bool:
        """Return whether a picture is on its way, or about to be drawn."""
        return self.drawing or self._due.is_set()

    def shows_score(self, seat: int) -> bool:
        """Return whether a seat sees the score, and nothing of its own."""
        return self._own_views[seat] is None

    def hide_view(self, seat: int, view: "TextView") -> None:
        """Return a seat's display to the score if it still shows this view."""
        if self._own_views[seat] is view:
            self.show(seat, None)

    def show_note(self, seat: int, text: str, ms: int = _NOTE_MS, counts: bool = False) -> None:
        """Show a note at one seat beside its view, for some seconds, which it `counts` down if that matters."""
        if seat in SEATS:
            self._notes[seat] = text
            self._note_counts[seat] = counts
            self._note_ms[seat] = ms
            self._noted_at[seat] = self.now.ms()
            self._stale[seat] = True
            self._due.set()

    def note_of(self, seat: int) -> str:
        """Return the note at a seat, or an empty text."""
        return self._notes[seat]

    def has_note_since(self, seat: int, at: int) -> bool:
        """Return whether a seat has a note that is newer than a moment."""
        return bool(self._notes[seat]) and self.now.since(at) > self.now.since(self._noted_at[seat])

    def _note_shown(self, seat: int) -> str:
        """Return the note at a seat with the seconds that it has left, if it counts them."""
        note = self._notes[seat]
        if note and self._note_counts[seat]:
            left = self._note_ms[seat] - self.now.since(self._noted_at[seat])
            return f"{note}  {self.words.localize(seat, '{} s', max(left + 999, 0) // 1000)}"
        return note

    @property
    def seats(self) -> "tuple[int, ...]":
        """Return the seats that are played at: all of them while there is no game."""
        table = self.keeper.table
        return SEATS if table is None else table.rules.seats

    def view(self, seat: int) -> "View":
        """Return the view of a seat's display: its part of a dialogue, the score, or the result of the game."""
        if seat not in self.seats:
            return views.message_view("", [], screen="dark")
        note = self._note_shown(seat)
        shown = self._own_views[seat]
        if shown is not None:
            return views.with_note(shown, note) if note else shown
        table = self.keeper.table
        if table is None:
            view = views.message_view("Tenbo", [self.words.localize(seat, "no game yet")])
            return views.with_note(view, note or self.words.localize(seat, "hold BACK to set up"))
        if table.phase != OVER:
            self._result_view = None
        elif not note:
            # Kept until the next game: it is drawn again every second.
            self._result_view = self._result_view or load_function("result")
            return self._result_view(self.words, table, seat)
        return self.score_view(table, seat)

    def score_view(self, table: Table, seat: int) -> views.ScoreView:
        """Return the score screen of a seat, the same one again and again."""
        if self._players is None or self._players_at != self.keeper.changes:
            self._players = views.score_view_players(table)
            self._players_at = self.keeper.changes
        clock, note = self._clock_of(table, seat), self._note_shown(seat)
        view = self._scores[seat]
        if view is None:
            view = self._scores[seat] = views.score_view(table, seat, clock, note, self._players)
        else:
            view.update(table, seat, self._players, clock, note)
        view.rank = self.words.localize(seat, view.rank)
        return view

    def _clock_of(self, table: Table, seat: int) -> str:
        """Return the text in the clock's place at a seat."""
        if table.hands_left is not None:
            return clock_text(self.keeper, table, self.words, seat)
        at = (self.keeper.seconds, self.keeper.changes)
        if at != self._clock_at:
            self._clock_at = at
            self._clock = clock_text(self.keeper, table, self.words, seat)
        return self._clock

    def poll_buttons(self) -> None:
        """Let the buttons be read, between two steps of a picture."""
        if self.scan_buttons is not None:
            self.scan_buttons(self.now, _UNREAD_MS)

    def enable_drawing(self) -> None:
        """Draw from now on: before it, all that is shown would be drawn for nothing."""
        self.drawing = True
        self._begun.set()
        self._due.set()

    async def run(self, beat: "Beat") -> None:
        """Keep the four displays up to date until cancelled."""
        self.keeper.on_change = self._due.set
        await asyncio.gather(self._poll(beat), self._send())

    async def _poll(self, beat: "Beat") -> None:
        """Poll for changes that have no signal: expired notes, reconnected displays."""
        while True:
            beat()
            for seat in SEATS:
                if self._notes[seat] and self.now.since(self._noted_at[seat]) > self._note_ms[seat]:
                    self.show_note(seat, "")
                if self.panels[seat].needs_send_without_drawing():
                    self._due.set()
            await asyncio.sleep_ms(_POLL_MS)

    def show_next_clock_second(self) -> None:
        """Show the next second, as soon as no press waits to be shown."""
        self._ticked = True
        if not self.prioritized:
            self._due.set()

    def _tick(self) -> None:
        """Mark the parts that a second changes: the clock beside a score, and a note that counts its seconds."""
        self._ticked = False
        for seat in SEATS:
            if self._notes[seat] and self._note_counts[seat]:
                self._stale[seat] = True
            elif self._shows_score[seat]:
                self._late_clock[seat] = True

    async def _send(self) -> None:
        """Redraw what is stale and send the changed pages, one a pass, as soon as there is something to do.

        What a press changes is drawn at once, and first where it was pressed: its whole picture is sent before
        the next seat's is drawn, and a press meanwhile comes before the rest.
        """
        await self._begun.wait()
        while True:
            self.drawing = False
            await self._due.wait()
            self._due.clear()
            self.drawing = True
            if self._ticked and not self.prioritized:
                self._tick()
            while not await self._send_all():
                pass
            self.prioritized = False
            if self._ticked:
                self._due.set()

    async def _send_all(self) -> bool:
        """Draw and send seat after seat; return whether that was all, or a press or an event came between."""
        first, changes = self._first, self.keeper.changes
        if self._changes != changes:
            self._changes = changes
            self._all_stale()
        for step in SEATS:
            seat = (first + step) % len(SEATS)
            if self._stale[seat] or self._late_clock[seat]:
                self.poll_buttons()
                self._draw(seat)
                self.poll_buttons()
            while self.panels[seat].push_pages():
                self.poll_buttons()
                await asyncio.sleep_ms(0)
                if self._first != first or self.keeper.changes != changes:
                    return False
        return True

    def _all_stale(self) -> None:
        for seat in SEATS:
            self._stale[seat] = True
        self._due.set()

    def _draw(self, seat: int) -> None:
        """Draw all of a display that is new, or its clock alone."""
        panel = self.panels[seat]
        score, table = self._scores[seat], self.keeper.table
        panel.snapshot_frame()
        if self._stale[seat] or not self._shows_score[seat] or score is None or table is None:
            view = self.view(seat)
            self._shows_score[seat] = isinstance(view, views.ScoreView)
            screen_renderer.draw(view, panel.frame, self.poll_buttons)
        else:
            score.clock = self._clock_of(table, seat)
            draw_top_line(score, panel.frame)
        self._stale[seat] = self._late_clock[seat] = False
        panel.update()
