"""Care of the displays: as bright as the room asks for, less on a weak supply, dark when nobody plays."""

import asyncio

from micropython import const

_TICK_MS = const(1000)
# Nobody has pressed anything for ten minutes, and no hand is running.
IDLE_TICKS = 600

# Contrast by the light in the room, of 65535: at most half of what the display can, which keeps it young.
LEVELS = ((0, 0x18), (6000, 0x38), (20000, 0x58), (40000, 0x80))
# The light must fall so far below a step before the display follows, or a passing shadow would make it flicker.
SLACK = 2000

# A USB port alone gives less than a supply of its own: below this the displays take what it can spare.
WEAK_MV = 4750
WEAK_CONTRAST = 0x38


class Dimming:
    """Sets contrast and sleep of all panels; `lit_minutes` counts how long they have been lit."""

    def __init__(self, panels: "list[object]", board: "object", lit_minutes: int = 0) -> None:
        self.lit_minutes = lit_minutes
        self.asleep = False
        self._panels = panels
        self._board = board
        self._level = 2
        self._idle = 0
        self._lit_ticks = 0

    def touched(self) -> None:
        """Note that somebody has pressed a button: dark displays wake up."""
        self._idle = 0
        if self.asleep:
            self._sleep(on=False)

    def tick(self, *, playing: bool) -> None:
        """Look at room, supply and clock; to be called every second."""
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
            panel.contrast(contrast)  # type: ignore[attr-defined]

    def _contrast(self) -> int:
        light = self._board.light()  # type: ignore[attr-defined]
        while self._level + 1 < len(LEVELS) and light >= LEVELS[self._level + 1][0]:
            self._level += 1
        while light < LEVELS[self._level][0] - SLACK:
            self._level -= 1
        contrast = LEVELS[self._level][1]
        weak = self._board.supply_mv() < WEAK_MV  # type: ignore[attr-defined]
        return min(contrast, WEAK_CONTRAST) if weak else contrast

    def _sleep(self, *, on: bool) -> None:
        self.asleep = on
        for panel in self._panels:
            panel.sleep(on)  # type: ignore[attr-defined]

    async def run(self, beat: "object", playing: "object") -> None:
        """Care for ever; `playing` says whether a hand is running."""
        while True:
            self.tick(playing=playing())  # type: ignore[operator]
            for _ in range(4):
                beat()  # type: ignore[operator]
                await asyncio.sleep_ms(_TICK_MS // 4)
