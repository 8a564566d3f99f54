"""Short tones with names, of two pitches between 2 and 2.7 kHz: elderly players hear them, the piezo is loud there."""

import asyncio

from micropython import const

if False:  # for the type checker alone, and gone when compiled
    from device.parts import Piezo

_LOW, _LOW_HZ = const(0x4C), const(2000)
_HIGH, _HIGH_HZ = const(0x48), const(2600)
_UNIT_MS = const(5)

# Steps of a pitch, L or H, and its length in units of 5 ms, two bytes each: tuples would take ten times the memory.
TONES = {
    "press": b"H\x03",
    "riichi": b"L\x12H\x24",
    "refused": b"L\x0c-\x0aL\x0c",
    "dice": b"H\x06-\x08H\x06-\x08H\x0c",
    "win": b"L\x10H\x10L\x10H\x30",
    "agreed": b"H\x10",
    "undo": b"H\x12L\x24",
    "referee": b"H\x1e-\x14H\x1e",
    "desk": b"H\x14-\x0aL\x14-\x0aH\x14",
    "start": b"L\x50H\x50",
    "warning": b"H\x32-\x32H\x32",
    "end": b"H\x64L\x64H\x64L\x64H\x64L\x64",
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
        self._sound(_hertz(TONES[name][0]))
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

    async def _play(self, steps: bytes) -> None:
        for at in range(0, len(steps), 2):
            self._sound(_hertz(steps[at]))
            await asyncio.sleep_ms(steps[at + 1] * _UNIT_MS)
            if self._new_request.is_set():
                break
        else:
            self._sound(0)

    def _sound(self, hertz: int) -> None:
        if hertz != self._hertz:
            self._hertz = hertz
            self._piezo.sound(hertz)


def _hertz(pitch: int) -> int:
    """Return the frequency of a step; a step that is neither low nor high is a pause."""
    return _LOW_HZ if pitch == _LOW else _HIGH_HZ if pitch == _HIGH else 0
