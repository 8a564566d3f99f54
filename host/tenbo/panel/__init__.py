"""The referee's panel on a Raspberry Pi: a guarded start button, beacon, siren and lamps for calls.

gpiozero is imported only when a panel is set up; everything else works without it.
"""

from tenbo.panel.board import PanelParts, Pins, pins_of
from tenbo.panel.watch import Look, Watch

__all__ = ["Look", "PanelParts", "Pins", "Watch", "pins_of"]
