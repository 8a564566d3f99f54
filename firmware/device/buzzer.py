"""Short tones with names. Two pitches between 2 and 2.7 kHz, where old ears still hear and the piezo is loud."""

import asyncio

LOW = 2000
HIGH = 2600

# Name: steps of (hertz, milliseconds); 0 hertz is a pause.
TONES = {
    "press": ((HIGH, 15),),
    "riichi": ((LOW, 90), (HIGH, 180)),
    "refused": ((LOW, 60), (0, 50), (LOW, 60)),
    "dice": ((HIGH, 30), (0, 40), (HIGH, 30), (0, 40), (HIGH, 60)),
    "win": ((LOW, 80), (HIGH, 80), (LOW, 80), (HIGH, 240)),
    "agreed": ((HIGH, 80),),
    "undo": ((HIGH, 90), (LOW, 180)),
    "referee": ((HIGH, 150), (0, 100), (HIGH, 150)),
    "start": ((LOW, 400), (HIGH, 400)),
    "warning": ((HIGH, 250), (0, 250), (HIGH, 250)),
    "end": ((HIGH, 500), (LOW, 500), (HIGH, 500), (LOW, 500), (HIGH, 500), (LOW, 500)),
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
