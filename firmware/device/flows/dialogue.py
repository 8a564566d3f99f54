"""The dialogue at the table: asks a seat, notifies all seats, waits for a press.

A flow is written with these few calls.  Only one dialogue is open at a time, so every press belongs to it.
"""

from micropython import const

from device.input.buttons import BACK, DICE, DOWN, LONG, OK, PRESSED, RIICHI, UP
from device.input.seat_box_driver import SeatBox
from device.outputs import views
from device.outputs.displays import Displays
from device.runtime.ticks import DeviceClock
from tenbo_core.errors import TenboError
from tenbo_core.seats import SEATS, WIND_NAMES
from tenbo_core.table import BETWEEN, OVER, PLAYING, Table

if False:  # for the type checker alone, and gone when compiled
    from device.parts import AnyFunction, Aside, ButtonEvent, Buttons, Dimming, Fields, Keys, PlannedEvent, TextView

# An unanswered question is withdrawn, so that a table is never stuck in a menu.
TIMEOUT_MS = 60_000
# A question to one seat alone, which holds up all others, is withdrawn sooner.
_OWN_PATIENCE_MS = const(15_000)
# After this time without a key, another seat's riichi or win, or the dice, replace the dialogue: it was a mistake.
_GIVES_WAY_MS = const(5000)
_POLL_MS = const(10)
# The time after a recorded ron in which another seat can claim the same discard.
_LATE_RON_MS = const(8000)
# At the end of a game, when everybody waits for the result.
_LAST_RON_MS = const(4000)
# Time between two steps through a list while UP or DOWN is held: the first of them, and all that follow.
_REPEAT_MS = const(150)
_FAST_REPEAT_MS = const(70)
_SLOW_REPEATS = const(6)

GONE = None
# In place of a press: the table is not as it was when the question was shown.
MOVED = (-1, -1)


class Dialogue:
    """Shows notes and questions for a flow, and reads the answers."""

    # Starts a preparing function of `LAZY` while a question is open, or none; set by the button dispatch.
    prepare: "AnyFunction"

    def __init__(
        self, buttons: "Buttons", displays: Displays, now: DeviceClock, ports: "tuple[SeatBox, ...]", dimming: "Dimming"
    ) -> None:
        self.buttons = buttons
        self.displays = displays
        self.now = now
        self.ports = ports
        self.dimming = dimming
        self.calling: "list[int]" = []
        # When each seat last called.
        self._called_at = [0] * 4
        # Called with each event before the open dialogue; returns whether it has taken the event.
        self.side_handler: "Aside | None" = None
        # An event that may be proposed next, the seats that it will ask, and what all seats will see.
        self.ready: "tuple[PlannedEvent, list[int], list[TextView]] | None" = None
        # Of the value that a seat chooses: who pays or the seat itself, the least han, its place among the values, and
        # that of its fu.
        self.chosen_value = 0, 1, 0, 0
        # The wins by ron recorded last: by which event, when, for how long and which seats may still join them.
        self._rons: "tuple[list[Fields], int, int, int, list[int]] | None" = None
        # The button that is held to move through a list, or -1.
        self._repeated = -1
        self._repeats = 0

    @property
    def is_button_repeating(self) -> bool:
        """Return whether the last step was made by a button that is held."""
        return self._repeated >= 0

    async def next_event(self, timeout_ms: int = TIMEOUT_MS) -> "ButtonEvent | None":
        """Wait for the next button event and return it, or None after the timeout."""
        begun = self.now.ms()
        while True:
            event = self.buttons.next_event()
            if event is not None and event[0] in SEATS and event[0] not in self.displays.seats:
                # The buttons of a seat without a player do nothing.
                continue
            if event is not None:
                self.dimming.wake()
                self.displays.prioritize(event[0])
                if self.side_handler is not None and self.side_handler(*event):
                    continue
            if event is not None or self.now.since(begun) >= timeout_ms:
                return event
            await self.buttons.wait(self.now, timeout_ms - self.now.since(begun))

    async def next_press(self, timeout_ms: int = TIMEOUT_MS, changes: "int | None" = None) -> "tuple[int, int] | None":
        """Wait for the next press and return its place and button, or None after the timeout.

        `changes` is the keeper's number of changes when the question was shown. When that number has changed, MOVED is
        returned: a press after that would answer a question that the players have not read.
        """
        begun = self.now.ms()
        while True:
            left = timeout_ms - self.now.since(begun)
            event = await self.next_event(left if changes is None else min(left, _POLL_MS))
            if changes is not None and self.displays.keeper.changes != changes:
                return MOVED
            if event is None and (changes is None or self.now.since(begun) >= timeout_ms):
                return GONE
            if event is not None and event[2] == PRESSED:
                return event[0], event[1]

    async def seat_press(
        self,
        seat: int,
        timeout_ms: int = _OWN_PATIENCE_MS,
        repeats: bool = True,
        gives_way_ms: int = _GIVES_WAY_MS,
    ) -> "int | None":
        """Wait for the next press of the seat that is asked and return its button; None when it does not press.

        A press at another seat shows a note to wait, and does not prolong the question. It ends the question if the
        asked seat's box is pulled; after `gives_way_ms` a riichi, an OK or the dice end it and count.  With `repeats`
        UP and DOWN repeat while they are held.
        """
        begun = self.now.ms()
        self.displays.asked = (None, None, seat)
        while True:
            held = self._repeated >= 0 and self.buttons.held_bits(seat) >> self._repeated & 1
            step_ms = _REPEAT_MS if self._repeats < _SLOW_REPEATS else _FAST_REPEAT_MS
            event = await self.next_event(step_ms if repeats and held else timeout_ms - self.now.since(begun))
            if event is None:
                self._repeats += 1
                return self._repeated if repeats and held else GONE
            place, button, kind = event
            if kind == LONG and place == seat and button in (UP, DOWN) and repeats:
                self._repeated = button
                self._repeats = 0
                return button
            if kind != PRESSED:
                continue
            if place == seat:
                self._repeated = -1
                return button
            if not self.ports[seat].here:
                # The asked seat cannot answer, so a press at any other seat ends the question.
                self.show_note_everywhere("nothing changed")
                return GONE
            table = self.displays.keeper.table
            phase = "" if table is None else table.phase
            # A riichi or a win in a hand; between two the dice, which OK throws as well when it is held.
            first = button in (OK, RIICHI if phase == PLAYING else DICE)
            if first and phase in (PLAYING, BETWEEN) and self.now.since(begun) >= gives_way_ms:
                self.buttons.unget_event(place, button, PRESSED)
                return GONE
            self.show_busy_note(place, seat)

    async def pause_ms(self, ms: int) -> None:
        """Wait for some time; presses during it are dropped."""
        begun = self.now.ms()
        while await self.next_event(ms - self.now.since(begun)) is not None:
            pass

    def localize(self, seat: int, text: str, *values: object) -> str:
        """Return a text in the language of a seat, with values in its places."""
        return self.displays.words.localize(seat, text, *values)

    def key_labels(self, seat: int, ok: str, up: str, down: str, back: str) -> "Keys":
        """Return the labels of the four keys in the language of a seat; a key that does nothing has none."""
        return self._label(seat, ok), self._label(seat, up), self._label(seat, down), self._label(seat, back)

    def _label(self, seat: int, text: str) -> str:
        return self.localize(seat, text) if text and text not in views.MOVES else text

    def seat_name(self, seat: int, other: int, then: "Table | None" = None) -> str:
        """Return a seat's name for another seat: the player's name, or the wind at the current or an earlier table."""
        table = then or self.displays.keeper.table
        if table is None:
            return self.localize(seat, WIND_NAMES[other])
        return views.player_name(self.displays.words, table, seat, other)

    def show_note_everywhere(self, text: str, *values: object) -> None:
        """Show a note at all seats, at each in its language."""
        for seat in SEATS:
            self.displays.show_note(seat, self.localize(seat, text, *values))

    def show_note_at(self, place: int, text: str, *values: object) -> None:
        """Show a note at the seat that pressed, at all seats when it was a button of the centre."""
        for seat in SEATS if place not in SEATS else (place,):
            self.displays.show_note(seat, self.localize(seat, text, *values))

    def show_refusal(self, place: int, error: TenboError) -> None:
        """Show at the place that pressed why the table refuses it, in a few words of its language."""
        general = "not in this rule book" if error.code == "not_in_this_rule_book" else "not possible now"
        self.show_note_at(place, error.template or general, *error.values)

    def show_busy_note(self, place: int, asking: int) -> None:
        """Show a place that presses during another seat's question which seat the table waits for."""
        for seat in SEATS if place not in SEATS else (place,):
            text = "a question is open" if seat == asking else "wait: {} asks"
            self.show_note_at(seat, text, self.seat_name(seat, asking))

    def show_useless_button_note(self, place: int, button: int) -> None:
        """Show a place that its button does nothing in the open question; a note that says more stays."""
        text = "a question is open" if place not in SEATS or button == RIICHI else "no effect"
        for seat in SEATS if place not in SEATS else (place,):
            notes = [self.localize(seat, other) for other in ("no effect", "a question is open", "read first")]
            if self.displays.note_of(seat) in [""] + notes:
                self.show_note_at(seat, text)

    def call_referee(self, seat: int) -> None:
        """Call the referee for a seat, or take the call back."""
        if seat in self.calling:
            self.calling.remove(seat)
        else:
            self._called_at[seat] = self.now.ms()
            self.calling.append(seat)
        text = "referee called" if seat in self.calling else "call taken back"
        self.displays.show_note(seat, self.localize(seat, text))

    def referee_call_age_s(self, seat: int) -> int:
        """Return how many seconds ago a seat last called the referee."""
        return self.now.since(self._called_at[seat]) // 1000

    def offer_further_ron(self, wins: "list[Fields]", seats: "list[int]") -> None:
        """Let seats that have won on the same discard still claim it, however quickly the payers agreed."""
        keeper = self.displays.keeper
        over = keeper.table is not None and keeper.table.phase == OVER
        ms = _LAST_RON_MS if over else _LATE_RON_MS
        self._rons = wins, keeper.last, self.now.ms(), ms, seats
        for seat in seats:
            self.displays.show_note(seat, self.localize(seat, "UP: ron too"), ms, counts=True)

    def joinable_wins(self, seat: int) -> "list[Fields]":
        """Return the wins that a seat may still join, as long as nothing has happened since."""
        if self._rons is not None:
            wins, event, at, ms, seats = self._rons
            if event == self.displays.keeper.last and self.now.since(at) < ms:
                return wins if seat in seats else []
            self._rons = None
        return []

    async def choose(self, seat: int, title: str, options: "list[str]", start: int = 0) -> "int | None":
        """Let a seat pick one of some lines: UP and DOWN move, OK takes, BACK leaves."""
        chosen = start
        self.displays.show_note(seat, "")  # it belongs to the question before this one
        while True:
            keys = self.key_labels(seat, "take", "^", "`", "leave")
            self.displays.show(seat, views.choice_view(title, options, chosen, keys))
            # Any riichi or win comes first: what a list is about can wait.
            button = await self.seat_press(seat, gives_way_ms=0)
            if button is GONE or button == BACK:
                return None
            if button == OK:
                return chosen
            if button in (UP, DOWN) and len(options) > 1:
                chosen = (chosen + (1 if button == DOWN else -1)) % len(options)
            else:
                self.show_useless_button_note(seat, button)

    def show_score_everywhere(self) -> None:
        """Return all displays to the score."""
        for seat in SEATS:
            self.displays.show(seat, None)
