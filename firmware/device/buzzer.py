"""Short tones with names. Two pitches between 2 and 2.7 kHz, where old ears still hear and the piezo is loud."""

import asyncio

from micropython import const

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

    def __init__(self, piezo: "object") -> None:
        self.sounding = ""
        self.silent = False
        self._piezo = piezo
        self._wanted = ""
        self._news = asyncio.Event()

    def play(self, name: str) -> None:
        """Have a tone played; returns at once."""
        if name not in ALARMS and (self.silent or self.sounding in ALARMS or self._wanted in ALARMS):
            return
        self._wanted = name
        self._news.set()

    async def run(self) -> None:
        """Play what is wanted, for ever; silence follows when the task is cancelled."""
        try:
            while True:
                await self._news.wait()
                self._news.clear()
                self.sounding, self._wanted = self._wanted, ""
                await self._play(TONES[self.sounding])
                self.sounding = ""
        finally:
            self._piezo.sound(0)  # type: ignore[attr-defined]

    async def _play(self, steps: "tuple[tuple[int, int], ...]") -> None:
        for hertz, milliseconds in steps:
            self._piezo.sound(hertz)  # type: ignore[attr-defined]
            await asyncio.sleep_ms(milliseconds)  # type: ignore[attr-defined]
            if self._news.is_set():
                break
        self._piezo.sound(0)  # type: ignore[attr-defined]
