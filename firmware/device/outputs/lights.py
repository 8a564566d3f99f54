"""The lights of the table: riichi lamps, lit buttons, the round marker."""

import asyncio

from micropython import const

from device.input.seat_box_driver import SeatBox
from device.outputs.round_marker import RoundMarker
from device.runtime.ticks import DeviceClock
from device.storage.ledger_writer import LedgerWriter
from tenbo_core import start_and_riichi
from tenbo_core.seats import SEATS

if False:  # for the type checker alone, and gone when compiled
    from device.parts import Beat, Board, Dialogue, HostCommands

_LIGHTS_MS = const(50)
_BLINK_MS = const(250)


class Lights:
    """Lights what the table says."""

    def __init__(
        self,
        board: "Board",
        keeper: LedgerWriter,
        dialogue: "Dialogue",
        host_commands: "HostCommands",
        now: DeviceClock,
    ) -> None:
        self._lamps = RiichiLamps(board.seats)
        self._marker = RoundMarker(board.write_marker_leds)
        self._keeper = keeper
        self._dialogue = dialogue
        self._host_commands = host_commands
        self._now = now
        # The state of the round marker: the round's wind, the dealer and the signal, or None while it is dark.
        self._marked: "tuple[int, int, bool] | None" = None
        self._has_marked = False

    async def run(self, beat: "Beat") -> None:
        """Update lamps and round marker by the table."""
        shown = -1
        waits = False
        while True:
            beat()
            calling = self._dialogue.calling
            blink = self._now.ms() // _BLINK_MS % 2 == 1
            dark = self._host_commands.is_identify_requested() and blink
            # One number: a tuple would take memory twenty times a second.
            state = self._keeper.changes << 4 | len(calling) << 1 | (dark or (blink and len(calling) > 0))
            # The displays show a press first, unless that takes long; its own lamp is lit by then.
            waits = state != shown and self._dialogue.displays.prioritized and not waits
            if state != shown and not waits:
                shown = state
                self._show_table(blink, dark)
            await asyncio.sleep_ms(_LIGHTS_MS)

    def _show_table(self, blink: bool, dark: bool) -> None:
        """Light the riichi lamps, the buttons that may declare, and the round marker."""
        table = self._keeper.table
        riichi = table.riichi if table is not None else []
        free = [seat for seat in SEATS if table is not None and start_and_riichi.riichi_refusal(table, seat) is None]
        self._lamps.show(riichi, free, self._dialogue.calling, beat=blink)
        marked = None if table is None or dark else (table.round, table.dealer, table.hands_left is not None)
        if self._marked == marked and self._has_marked:
            return
        self._marked, self._has_marked = marked, True
        if marked is None:
            self._marker.off()
        else:
            self._marker.show(marked[0], marked[1], signal=marked[2])


class RiichiLamps:
    """Sets the lamps by the table; a lamp is only written when it changes."""

    def __init__(self, ports: "tuple[SeatBox, ...]") -> None:
        self._ports = ports

    def show(self, riichi: "list[int]", may_declare: "list[int]", calling: "list[int]", *, beat: bool) -> None:
        """Set every lamp: steady for a riichi, blinking with `beat` for a seat that calls the referee.

        The RIICHI button is lit where a press would be taken.
        """
        for port in self._ports:
            place = port.place
            port.set_lamp(beat if place in calling else place in riichi)
            port.set_button_light(place in may_declare)

    def set_all(self, on: bool) -> None:
        """Light every lamp, for the self-test, or put all out."""
        for port in self._ports:
            port.set_lamp(on)
            port.set_button_light(on)
