"""A Pico 2 W that has dialled its host, by the model of the chip: what it measures is measured beside a radio at work.

The model is that of a Pico, whose processor is slower than a Pico 2's, with a Pico 2's heap. What the radio's driver
and lwIP take of memory stands in `tests/device/chip_memory.py`, of time in `firmware/sim/air.py` and `network.py`; none
of it was measured on a chip.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from metered_table import BOOT_MS, MeteredTable
from recorded_displays import recorded_display_table
from wifi_host import HALL, KEY, NAME, NUMBERS, PASSWORD, WifiHost

from tenbo.devices.table_client import TableClient

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

# A host that speaks at least once a second is there.
SPEAK_MS = 1000
# A restart is over after this.
RESTART_MS = 2500


class DialledMeteredTable(MeteredTable):
    """A table on a sealed line over the air, whose host speaks before each press."""

    host: WifiHost

    def measure_press(self, presses: Sequence[tuple[int | str, str]], **times: int) -> object:
        """Have the host speak, and measure a press, of whose event it is told."""
        self.host.say("ping", next(NUMBERS))
        return super().measure_press(presses, **times)

    def rest(self, ms: int) -> None:
        """Let time pass, and the host speak meanwhile."""
        self.virtual.send_order("charge 0")
        for _ in range(-(-ms // SPEAK_MS)):
            self.host.say("ping", next(NUMBERS))
            self.host.hear(SPEAK_MS)
        self.virtual.send_order("charge 1")
        self.virtual.wait(60)


@contextmanager
def radio_chip_table(folder: Path) -> Iterator[DialledMeteredTable]:
    """Yield a table that charges its computing, has dialled its host, and is at rest."""
    virtual, scene = recorded_display_table(folder, computing=True, boot_ms=BOOT_MS, chip="RP2350", radio=True)
    with virtual:
        chip = DialledMeteredTable(virtual, scene)
        chip.has_radio = True
        chip.host = WifiHost(virtual)
        virtual.send_order("charge 0")
        asker = chip.people.asker
        asker.ask("key", HALL, KEY)
        asker.ask("wifi", NAME, PASSWORD, chip.host.address)
        # It has restarted by that, and counts again.
        virtual.wait(RESTART_MS)
        virtual.send_order("charge 0")
        chip.people.asker = TableClient(virtual.service, next(NUMBERS), clock=lambda: virtual.device_time_us / 1e6)
        chip.host.accept()
        chip.host.enable_seal()
        virtual.send_order("charge 1")
        try:
            yield chip
        finally:
            chip.host.close()
