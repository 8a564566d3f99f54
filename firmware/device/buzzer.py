"""Short tones with names, of two pitches between 2 and 2.7 kHz: elderly players hear them, the piezo is loud there."""

import asyncio

from micropython import const

if False:  # for the type checker alone, and gone when compiled
    from device.parts import Piezo

_LOW = const(2000)
_HIGH = const(2600)

# Name: steps of (hertz, milliseconds); 0 hertz is a pause.
TONES = {
    "press": ((_HIGH, 15),),
    "riichi": ((_LOW, 90), (_HIGH, 180)),
    "refused": ((_LOW, 60), (0, 50), (_LOW, 60)),
    "dice": ((_HIGH, 30), (0, 40), (_HIGH, 30), (0, 40), (_HIGH, 60)),
    "win": ((_LOW, 80), (_HIGH, 80), (_LOW, 80), (_HIGH, 240)),
    "agreed": ((_HIGH, 80),),
    "undo": ((_HIGH, 90), (_LOW, 180)),
    "referee": ((_HIGH, 150), (0, 100), (_HIGH, 150)),
    "start": ((_LOW, 400), (_HIGH, 400)),
    "warning": ((_HIGH, 250), (0, 250), (_HIGH, 250)),
    "end": ((_HIGH, 500), (_LOW, 500), (_HIGH, 500), (_LOW, 500), (_HIGH, 500), (_LOW, 500)),
}

# These are for the whole hall: no other tone cuts them off, and silent mode leaves them on.
ALARMS = ("start", "warning", "end")


class Buzzer:
    """Plays one named tone at a time; a new one takes the place of the old.

    `sounding` is the name of the tone that sounds now, or an empty text; `silent` leaves only the alarms.
    """

    def __init__(self, piezo: "Piezo") -> None:
        self.sounding = ""
        self.silent = False
        self._piezo = piezo
        self._requested = ""
        self._hertz = 0
        self._new_request = asyncio.Event()

    def play(self, name: str) -> None:
        """Request a tone; returns at once."""
        if name not in ALARMS and (self.silent or self.sounding in ALARMS or self._requested in ALARMS):
            return
        self._requested = name
        # The first step sounds at once; the task counts its time.
        self._sound(TONES[name][0][0])
        self._new_request.set()

    async def run(self) -> None:
        """Play the requested tones until cancelled; then be silent."""
        try:
            while True:
                await self._new_request.wait()
                self._new_request.clear()
                self.sounding, self._requested = self._requested, ""
                await self._play(TONES[self.sounding])
                self.sounding = ""
        finally:
            self._piezo.sound(0)

    async def _play(self, steps: "tuple[tuple[int, int], ...]") -> None:
        for hertz, milliseconds in steps:
            self._sound(hertz)
            await asyncio.sleep_ms(milliseconds)
            if self._new_request.is_set():
                break
        else:
            self._sound(0)

    def _sound(self, hertz: int) -> None:
        if hertz != self._hertz:
            self._hertz = hertz
            self._piezo.sound(hertz)
