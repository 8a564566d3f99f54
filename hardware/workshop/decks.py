"""The circuit simulations: ngspice decks filled from the description, and what each must measure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workshop import deck_lines, deck_power
from workshop.firmware import NOTICE

if TYPE_CHECKING:
    from workshop.deck_lines import Expected
    from workshop.design import Design

EXPECTED: tuple[Expected, ...] = deck_lines.EXPECTED + deck_power.EXPECTED


def decks(design: Design) -> dict[str, str]:
    """Write every deck by its name."""
    made = deck_lines.decks(design) | deck_power.decks(design)
    return {name: f"* {title} {NOTICE}\n{body}" for name, (title, body) in made.items()}
