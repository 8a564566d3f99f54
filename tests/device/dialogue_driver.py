"""The dialogues of the table in this process: real flows, ledger and words, pressed step by step; no glass, no flash.

A simulated table starts in a second and answers a press in a tenth of one. Here both take less than a millisecond, so
that each side of a condition can have a case of its own; that the real buttons lead here is tested at the table.
"""

from __future__ import annotations

import asyncio
import types
from typing import TYPE_CHECKING, Any

from device.flows.dialogue import Dialogue
from device.flows.question_text import UNREAD_MS
from device.input import buttons
from device.outputs.displays import Displays
from device.storage.journal import FOLDER, line_of
from device.storage.ledger_writer import LedgerWriter
from device.storage.settings import Settings
from tenbo_core.compact_event_list import PAGE
from tenbo_core.events import DESK

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Generator
    from pathlib import Path

    import pytest

CODES = {name: code for code, name in enumerate(buttons.BUTTON_NAMES)}
# A dialogue that asks so often without waiting for a press never ends.
MOST_TURNS = 100_000


class Clock:
    """Time that passes when it is told to."""

    def __init__(self) -> None:
        self.at = 5000

    def ms(self) -> int:
        """Return the counter."""
        return self.at

    def since(self, then: int) -> int:
        """Return the milliseconds since an earlier reading."""
        return self.at - then


class Fingers:
    """The buttons: what was pressed and not taken yet, and what is held."""

    def __init__(self) -> None:
        self.events: list[tuple[int, int, int]] = []
        self.held = [0] * 5
        self.collect_next = False

    def next_event(self) -> tuple[int, int, int] | None:
        """Return the next event, or None."""
        return self.events.pop(0) if self.events else None

    def put_back(self, place: int, button: int, kind: int) -> None:
        """Let anyone who takes an event next take the one that was taken last."""
        self.events.insert(0, (place, button, kind))

    def held_bits(self, place: int) -> int:
        """Return the buttons of a place that are held, as bits."""
        return self.held[place]

    @types.coroutine
    def wait(self, _now: Clock, ms: int) -> Generator[int, None, None]:
        """Return the table to who presses, and say for how long nothing else will happen."""
        yield ms


class Box:
    """A seat's box: whether it is there, and how its lamp and light are."""

    def __init__(self) -> None:
        self.here = self.display_here = True
        self.lamps: list[bool] = []
        self.lights: list[bool] = []
        self.set_lamp = self.lamps.append
        self.set_button_light = self.lights.append


class Paper:
    """A journal that keeps its lines in memory."""

    id = "aa"

    def __init__(self) -> None:
        self.lines: list[bytes] = []

    def write(self, event: Any) -> bytes:
        """Keep an event."""
        if event.kind == "start":
            self.lines = []
        self.lines.append(line_of(event))
        return self.lines[-1]

    @property
    def count(self) -> int:
        """Return how many events there are."""
        return len(self.lines)

    def page(self, number: int) -> list[bytes]:
        """Return the lines of a page of the running game."""
        return self.lines[PAGE * number : PAGE * (number + 1)]

    def games(self) -> list[int]:
        """Return the games on flash: none."""
        return []

    def poll_buttons(self) -> None:
        """Read no buttons meanwhile."""


class DialogueDriver:
    """A table, and a dialogue at it that is answered press by press."""

    def __init__(self, rules: str = "") -> None:
        self.clock = Clock()
        self.fingers = Fingers()
        self.keeper = LedgerWriter(Paper(), None)  # type: ignore[arg-type] # it asks them for no more
        self.displays = Displays([], self.keeper, self.clock)  # type: ignore[arg-type] # no glass
        self.boxes = tuple(Box() for _ in range(4))
        dimming = types.SimpleNamespace(wake=lambda: None)
        self.dialogue = Dialogue(self.fingers, self.displays, self.clock, self.boxes, dimming)  # type: ignore[arg-type] # as above
        self.dialogue.prepare = self._prepare
        self.prepared: list[str] = []
        self.settings = Settings()
        self.result: Any = None
        self.over = True
        self._flow: Coroutine[int, None, Any] | None = None
        # When it goes on although no one presses.
        self._due = 0
        if rules:
            self.do("start", rules=rules)

    def close(self) -> None:
        """Break off what is still asked, and close the files of words."""
        if self._flow is not None:
            self._flow.close()
        for seat in range(4):
            self.displays.words.set_language(seat, "en")

    def _prepare(self, name: str = "", *arguments: Any) -> None:
        """Make ready at once what a real table makes ready while it waits."""
        self.prepared.append(name)
        if name == "win_preview":
            from device.flows import win

            for _ in win.prepare(self.dialogue, *arguments):
                pass

    def do(self, kind: str, by: int = DESK, **fields: Any) -> None:
        """Record an event, as the desk would, or another seat."""
        self.keeper.record(kind, by, fields)

    def begin(self, flow: Any, *arguments: Any) -> DialogueDriver:
        """Open a dialogue."""
        self._flow = flow(self.dialogue, self.keeper, *arguments)
        self.over = False
        self._go_on()
        return self

    def _go_on(self) -> None:
        """Let the dialogue run until it waits for a press and there is none, or until it is over."""
        assert self._flow is not None
        try:
            for _ in range(MOST_TURNS):
                self._due = self.clock.at + max(self._flow.send(None), 0)
                if not self.fingers.events:
                    return
        except StopIteration as end:
            self.result, self.over = end.value, True
            return
        except BaseException:
            self.over = True
            raise
        raise AssertionError("it asks and asks, and never waits")

    def press(self, script: str) -> DialogueDriver:
        """Press the buttons of a script such as "1 riichi, undo, 2 ok" one after the other.

        Who is told to read the question first does so, and presses again.
        """
        for words in script.split(","):
            place, _, button = words.strip().partition(" ")
            at, code = (buttons.TABLE, CODES[place]) if place in CODES else (int(place), CODES[button])
            self.event(at, code, buttons.PRESSED)
            too_soon = (self.dialogue.localize(at & 3, "read first"), self.clock.at)
            if at != buttons.TABLE and (self.note(at), self.displays._noted_at[at]) == too_soon:
                self.clock.at += UNREAD_MS
                self.event(at, code, buttons.PRESSED)
        return self

    def event(self, place: int, code: int, kind: int) -> None:
        """Let a button tell something, if the dialogue is still open."""
        assert not self.over, "nobody waits for a press any more"
        self.fingers.events.append((place, code, kind))
        self._go_on()

    def wait(self, ms: int) -> DialogueDriver:
        """Let time pass."""
        end = self.clock.at + ms
        for _ in range(MOST_TURNS):
            if self.over or self._due > end:
                self.clock.at = end
                return self
            self.clock.at = self._due
            self._go_on()
        raise AssertionError("it waits for nothing, again and again")

    def view(self, seat: int) -> Any:
        """Return what a seat's display shows."""
        return self.displays.view(seat)

    def note(self, seat: int) -> str:
        """Return the note at a seat."""
        return self.displays.note_of(seat)

    @property
    def last(self) -> str:
        """Return the kind of the last event."""
        return self.keeper.last_kind

    @property
    def table(self) -> Any:
        """Return the table."""
        return self.keeper.table


def in_hand(conversing: Callable[[], DialogueDriver], rules: str = "ema-2016", **fields: Any) -> DialogueDriver:
    """Return a table in its first hand, begun with these fields."""
    table = conversing()
    table.do("start", rules=rules, **fields)
    table.do("hand")
    return table


def wins_of(table: DialogueDriver) -> list[tuple[int, int, int, int]]:
    """Return the wins of the last event, each with its seat, its source and its value."""
    return [(one.seat, one.source, one.han, one.fu) for one in table.keeper.ledger.events[-1].args[0]]


def prepare_process(folder: Path, patch: pytest.MonkeyPatch) -> None:
    """Lay an empty flash for the firmware to stand on, and what MicroPython has and CPython has not."""

    async def no_time(_ms: int) -> None:
        pass

    (folder / FOLDER).mkdir()
    patch.chdir(folder)
    patch.setattr(asyncio, "sleep_ms", no_time, raising=False)
