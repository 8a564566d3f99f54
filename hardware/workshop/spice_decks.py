"""The circuit simulations: ngspice decks filled from the description, and what each must measure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workshop import spice_signal_lines, supply_simulation
from workshop.firmware_export import NOTICE

if TYPE_CHECKING:
    from workshop.design import Design
    from workshop.spice_signal_lines import Expected

EXPECTED: tuple[Expected, ...] = spice_signal_lines.EXPECTED + supply_simulation.EXPECTED


def decks(design: Design) -> dict[str, str]:
    """Write every deck by its name."""
    made = spice_signal_lines.decks(design) | supply_simulation.decks(design)
    return {name: f"* {title} {NOTICE}\n{body}" for name, (title, body) in made.items()}
