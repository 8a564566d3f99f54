"""The referee's panel on a Raspberry Pi: a guarded start button, beacon, siren and lamps for calls.

gpiozero is imported only if a panel is configured; everything else works without it.
"""

from tenbo.integrations.referee_panel.panel_hardware import PanelParts, PanelPins, parse_pins
from tenbo.integrations.referee_panel.panel_state import PanelState, RefereePanelState

__all__ = ["PanelParts", "PanelPins", "PanelState", "RefereePanelState", "parse_pins"]
