"""Mistakes that no check noticed at the fifth look: corners of floods out of line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardware.fault_injection import SOURCE

if TYPE_CHECKING:
    from hardware.faults_of_parts import Plant
    from hardware.faults_of_words import Source

CORNERS = SOURCE["layout"]["centre"]["zones"][0][1:]


def corner(source: Source, number: int, x: float, y: float) -> None:
    """Move one corner of the flood of V5."""
    at = source["layout"]["centre"]["zones"][0][number + 1]
    at[:] = [at[0] + x, at[1] + y]


def edge(source: Source, number: int, x: float, y: float) -> None:
    """Move two corners of the flood of V5, which stay in line."""
    corner(source, number, x, y)
    corner(source, (number + 1) % len(CORNERS), x, y)


FIFTH_LOOK: dict[str, Plant] = {
    **{
        f"corner {number} of the flood moved by {x}, {y}": (
            "floods",
            lambda s, n=number, dx=x, dy=y: corner(s, n, dx, dy),
            "is not along it",
        )
        for number in range(len(CORNERS))
        for x, y in ((2, 0), (0, -3))
    },
    "a table that takes more from a computer than it was told": (
        "currents",
        lambda s: s["caps"]["usb"].update(contrast=56),
        "VBUS: 286 mA from a computer that was told 250 mA",
    ),
    "a declaration that MicroPython does not make": (
        "figures",
        lambda s: s["sources"]["VBUS"].update(declared_ma=500),
        "sources.VBUS.declared_ma",
    ),
    "a flood that ends before a limiter": (
        "floods",
        lambda s: edge(s, 5, -14, 0),
        "centre/U12: lies .* mm beside the flood of V5",
    ),
    "a flood that ends before the plug of the pixels": (
        "floods",
        lambda s: edge(s, 8, 0, -8),
        "centre/J6: lies .* mm beside the flood of V5",
    ),
    "a flood over the edge of its board": (
        "floods",
        lambda s: edge(s, 8, 0, 3),
        r"its corner at 92, 86\.5 is not on the board",
    ),
}
