"""What leads are made of: resistance by gauge, colours by their standard, and how fast they are driven."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from workshop.checks.finding import Finding
from workshop.design import HARDWARE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from workshop.design import Design

OHMS_PER_METRE = {22: 0.053, 24: 0.084, 26: 0.134, 28: 0.213}  # copper by American wire gauge
T568B = ["WHOG", "OG", "WHGN", "BU", "WHBU", "GN", "WHBN", "BN"]
MOST_HERTZ = 400_000  # what the expander and the display's controller take


def check_leads(design: Design) -> Iterator[Finding]:
    """Check that a lead's resistance is that of its gauge, thick enough, and a patch lead coloured by T568B."""
    for name, kind in design.source["cable_kinds"].items():
        told = OHMS_PER_METRE.get(kind["gauge"])
        if told is None:
            yield Finding("leads", name, f"{kind['gauge']} AWG is thinner than 28 or unknown")
        elif abs(kind["ohms_per_metre"] - told) > 0.05 * told:
            yield Finding("leads", name, f"{kind['gauge']} AWG is {told} ohm a metre, not {kind['ohms_per_metre']}")
        if "colours" in kind and kind["colours"] != T568B:
            yield Finding("leads", name, "the colours are not those of T568B")


def check_bus_speed(design: Design) -> Iterator[Finding]:
    """Check that the bus is no faster than its chips, and as fast as the firmware drives it."""
    hertz = design.source["bus"]["hertz"]
    if hertz > MOST_HERTZ:
        yield Finding("speed", "bus", f"{hertz} Hz is over the {MOST_HERTZ} Hz its chips take")
    text = (HARDWARE.parent / "firmware" / "device" / "board.py").read_text("utf-8")
    driven = {
        node.value
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Constant) and isinstance(node.value, int) and 90_000 <= node.value <= 4_000_000
    }
    if hertz not in driven:
        yield Finding("speed", "bus", f"the firmware does not drive it with {hertz} Hz")
