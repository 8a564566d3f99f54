"""The lights of the table: riichi lamps, lit buttons, the round marker."""

import asyncio

from micropython import const

from device.keeper import Keeper
from device.lamps import Lamps
from device.round_marker import Marker
from device.ticks import Now
from tenbo_core import hand_events
from tenbo_core.seats import SEATS

if False:  # for the type checker alone, and gone when compiled
    from device.parts import Beat, Board, Dialogue, HostCommands

_LIGHTS_MS = const(50)
_BLINK_MS = const(250)


class Lights:
    """Lights what the table says."""

    def __init__(
        self, board: "Board", keeper: Keeper, dialogue: "Dialogue", host_commands: "HostCommands", now: Now
    ) -> None:
        self._lamps = Lamps(board.seats)
        self._marker = Marker(board.pixels)
        self._keeper = keeper
        self._dialogue = dialogue
        self._host_commands = host_commands
        self._now = now

    async def run(self, beat: "Beat") -> None:
        """Keep lamps and round marker as the table says."""
        shown: "tuple[int, int, bool] | None" = None
        while True:
            beat()
            calling = self._dialogue.calling
            blink = self._now.ms() // _BLINK_MS % 2 == 1
            dark = self._host_commands.blinks_left() and blink
            state = (self._keeper.changes, len(calling), (blink if calling else False) or dark)
            if state != shown:
                shown = state
                self._show_table(blink, dark)
            await asyncio.sleep_ms(_LIGHTS_MS)

    def _show_table(self, blink: bool, dark: bool) -> None:
        """Light the riichi lamps, the buttons that may declare, and the round marker."""
        table = self._keeper.table
        riichi = table.riichi if table is not None else []
        free = [seat for seat in SEATS if table is not None and hand_events.why_no_riichi(table, seat) is None]
        self._lamps.show(riichi, free, self._dialogue.calling, beat=blink)
        if table is None or dark:
            self._marker.off()
        else:
            self._marker.show(table.round, table.dealer, signal=table.hands_left is not None)
