"""Mistakes that no check noticed at the fifth look: floods out of line, the key strip, plugs of one name, USB."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardware.fault_injection import SOURCE
from hardware.faults_of_parts import stock

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
    "a hole of the key strip beside its clip": (
        "key row",
        lambda s: s["layout"]["keys"]["holes"].__setitem__(0, [5.2, 2.094]),
        "a hole at 6.6 is not over its clip at 4.1",
    ),
    "a key strip cut through its holes": (
        "key row",
        lambda s: s["layout"]["keys"].update(size=[43, 18]),
        "a hole at 53.1, 2.7 breaks out of its edge",
    ),
    "two plugs of one name": (
        "words",
        lambda s: s["boards"]["centre"]["parts"]["J7"].update(label="UNDO"),
        "centre/J8: is called UNDO, as J7 is",
    ),
    "a sounder for another tone by its name": (
        "part numbers",
        lambda s: stock(s, "piezo", name="piezo sounder 22 mm 4 kHz without oscillator"),
        "piezo: is called 4 kHz, sounds at 2000 Hz",
    ),
    "a face that leans more": ("figures", lambda s: s["mechanics"].update(tilt_degrees=28), "mechanics.tilt_degrees"),
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
