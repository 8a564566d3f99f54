"""Sets the displays' brightness: by the light in the room, lower on a weak supply, off while the table is unused."""

import asyncio

from micropython import const

if False:  # for the type checker alone, and gone when compiled
    from device.parts import Beat, Board, Callable, SeatDisplay

_TICK_MS = const(1000)
# No button has been pressed for ten minutes, and no hand is running.
IDLE_TICKS = 600

# Contrast by the light in the room, of 65535: at most half of what the display can, which keeps it young.
LEVELS = ((0, 0x18), (6000, 0x38), (20000, 0x58), (40000, 0x80))
# The light must fall so far below a step before the display follows, or a passing shadow would make it flicker.
SLACK = 2000

# A USB port alone supplies less than a power supply: below this the displays take what the table has declared to it.
WEAK_MV = 4750
WEAK_CONTRAST = 0x1C


class Dimming:
    """Sets contrast and sleep of all panels; `lit_minutes` counts how long they have been lit."""

    def __init__(self, panels: "list[SeatDisplay]", board: "Board", lit_minutes: int = 0) -> None:
        self.lit_minutes = lit_minutes
        self.asleep = False
        self._panels = panels
        self._board = board
        self._level = 2
        self._idle = 0
        self._lit_ticks = 0

    def wake(self) -> None:
        """Note that a button was pressed: dark displays are switched on."""
        self._idle = 0
        if self.asleep:
            self._sleep(on=False)

    def tick(self, *, playing: bool) -> None:
        """Measure light and supply and count the idle time; to be called every second."""
        self._idle = 0 if playing else self._idle + 1
        if self.asleep:
            if playing:
                self._sleep(on=False)
            return
        self._lit_ticks += 1
        if self._lit_ticks == 60:
            self._lit_ticks = 0
            self.lit_minutes += 1
        if self._idle >= IDLE_TICKS:
            self._sleep(on=True)
            return
        contrast = self._contrast()
        for panel in self._panels:
            panel.contrast(contrast)

    def _contrast(self) -> int:
        light = self._board.room_light()
        while self._level + 1 < len(LEVELS) and light >= LEVELS[self._level + 1][0]:
            self._level += 1
        while light < LEVELS[self._level][0] - SLACK:
            self._level -= 1
        contrast = LEVELS[self._level][1]
        weak = self._board.supply_mv() < WEAK_MV
        return min(contrast, WEAK_CONTRAST) if weak else contrast

    def _sleep(self, *, on: bool) -> None:
        self.asleep = on
        for panel in self._panels:
            panel.sleep(on)

    async def run(self, beat: "Beat", playing: "Callable[[], bool]") -> None:
        """Adjust the displays every second until cancelled; `playing` returns whether a hand is running."""
        while True:
            self.tick(playing=playing())
            for _ in range(4):
                beat()
                await asyncio.sleep_ms(_TICK_MS // 4)
