"""The commands of the two display controllers that a seat may have, by their data sheets.

Both share what sets the picture. The SSD1309 of a seat box gets its panel's voltage from the module and can be locked.
The SSD1306 of a breadboard makes that voltage with a charge pump, and is dark until the pump runs. A command that is
not in a controller's table is reported, and what follows it is taken for commands.
"""

from __future__ import annotations

from typing import NamedTuple

CHARGE_PUMP, LOCK = 0x8D, 0xFD
# Of the charge pump's value the bits that its sheet fixes, what they must be, and the bit that switches it on.
PUMP_FIXED, PUMP_PATTERN, PUMP_ON = 0x3B, 0x10, 0x04
LOCKED = 0x16

# Commands that both have and that are followed by values, and how many.
_SHARED = {
    0x20: 1, 0x21: 2, 0x22: 2, 0x26: 6, 0x27: 6, 0x29: 5, 0x2A: 5, 0x81: 1, 0xA3: 2, 0xA8: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1,
    0xDA: 1, 0xDB: 1,
}  # fmt: skip


class ControllerSpec(NamedTuple):
    """A controller: its name, its commands that are followed by values, and whether it makes its panel's voltage."""

    name: str
    values: dict[int, int]
    has_charge_pump: bool


SSD1309 = ControllerSpec("SSD1309", {**_SHARED, 0x29: 6, 0x2A: 6, 0xDC: 1, LOCK: 1}, has_charge_pump=False)
SSD1306 = ControllerSpec("SSD1306", {**_SHARED, CHARGE_PUMP: 1}, has_charge_pump=True)
