"""The lights of the table: riichi lamps, lit buttons, the round marker; and the boxes that come and go."""

import asyncio

from micropython import const

from device.dialogue import Dialogue
from device.host_commands import HostCommands
from device.keeper import Keeper
from device.lamps import Lamps
from device.round_marker import Marker
from device.ticks import Now
from tenbo_core import hand_events
from tenbo_core.seats import SEATS

_LIGHTS_MS = const(50)
_BLINK_MS = const(250)


class Lights:
    """Lights what the table says, and tells the hosts of seat boxes that come and go and of calls for the referee."""

    def __init__(
        self,
        board: "object",
        keeper: Keeper,
        dialogue: Dialogue,
        host_commands: HostCommands,
        links: "list[object]",
        now: Now,
    ) -> None:
        self._seats = board.seats  # type: ignore[attr-defined]
        self._lamps = Lamps(board.seats)  # type: ignore[attr-defined]
        self._marker = Marker(board.pixels)  # type: ignore[attr-defined]
        self._keeper = keeper
        self._dialogue = dialogue
        self._host_commands = host_commands
        self._links = links
        self._now = now

    async def run(self, beat: "object") -> None:
        """Keep lamps and round marker as the table says, and tell of seats that come and go."""
        here = [True] * 4
        calling: "list[int]" = []
        seen: "tuple[int, int, bool] | None" = None
        while True:
            beat()  # type: ignore[operator]
            blink = self._now.ms() // _BLINK_MS % 2 == 1
            dark = self._host_commands.blinks_left() and blink
            now = (
                self._keeper.changes,
                len(self._dialogue.calling),
                (blink if self._dialogue.calling else False) or dark,
            )
            if now != seen:
                seen = now
                self._show_table(blink, dark)
            for seat in SEATS:
                if self._seats[seat].here != here[seat]:
                    here[seat] = not here[seat]
                    for link in self._links:
                        link.say("seat", seat, here[seat])  # type: ignore[attr-defined]
            if self._dialogue.calling != calling:
                self._tell_calls(calling)
                calling = self._dialogue.calling[:]
            await asyncio.sleep_ms(_LIGHTS_MS)

    def _tell_calls(self, before: "list[int]") -> None:
        """Tell the hosts who calls the referee, and how long whoever no longer does has waited."""
        waited = self._now.since(self._dialogue.called_at) // 1000
        for seat in SEATS:
            calls = seat in self._dialogue.calling
            if calls != (seat in before):
                for link in self._links:
                    link.say("call", seat, calls, 0 if calls else waited)  # type: ignore[attr-defined]

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
