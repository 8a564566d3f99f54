"""Frees a seat whose data line stays low: switches the supply of the boxes off and on again.

Nine clocks by hand, which its port has tried by then, help a chip that lost count. One that has
latched up needs its supply taken away, and the boxes have one switch for all four.
"""

import asyncio

from micropython import const

if False:  # for the type checker alone, and gone when compiled
    from device.parts import Beat, Board

_TICK_MS = const(100)
# The time for which a line must stay low, so that a box being plugged in is not taken for a fault.
STUCK_TICKS = 20
# The boxes' capacitors are empty by then.
OFF_TICKS = 5
# A box with a short stays stuck; the other three must not go dark for it again and again.
MOST_ATTEMPTS = 2


class StuckBusReset:
    """Watches the ports; `attempts` counts how often the supply was switched since all lines were free."""

    def __init__(self, board: "Board") -> None:
        self.attempts = 0
        self._board = board
        self._stuck = 0
        self._off = 0

    def tick(self) -> None:
        """Look at the lines once; to be called every 100 ms."""
        if self._off:
            self._off -= 1
            if not self._off:
                self._board.set_seat_power(on=True)
            return
        for port in self._board.seats:
            if port.stuck:
                break
        else:
            self._stuck = 0
            self.attempts = 0
            return
        self._stuck += 1
        if self._stuck == STUCK_TICKS and self.attempts < MOST_ATTEMPTS:
            self._stuck = 0
            self.attempts += 1
            self._off = OFF_TICKS
            self._board.set_seat_power(on=False)

    async def run(self, beat: "Beat") -> None:
        """Watch the ports until cancelled."""
        while True:
            beat()
            self.tick()
            await asyncio.sleep_ms(_TICK_MS)
