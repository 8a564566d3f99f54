"""Sets the processor's clock in the board's settings; it takes effect at the next start."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.flash.install import run_on_board

if TYPE_CHECKING:
    from tenbo.flash.install import FlashBoard

# The table's other settings stay. An unreadable file is replaced, as by the table itself.
PROGRAM = """
import json
try:
    with open("settings.json") as file:
        values = json.load(file)
except (OSError, ValueError):
    values = {{}}
if not isinstance(values, dict):
    values = {{}}
values["mhz"] = {mhz}
with open("settings.json.new", "w") as file:
    json.dump(values, file)
os.rename("settings.json.new", "settings.json")
"""


def set_speed(board: FlashBoard, mhz: int) -> None:
    """Set the clock in megahertz, or with 0 leave it as the chip starts."""
    run_on_board(board, PROGRAM.format(mhz=mhz))
