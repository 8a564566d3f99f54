"""What leads are made of: resistance by gauge, and colours by their standard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workshop.checks.finding import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from workshop.design import Design

OHMS_PER_METRE = {22: 0.053, 24: 0.084, 26: 0.134, 28: 0.213}  # copper by American wire gauge
T568B = ["WHOG", "OG", "WHGN", "BU", "WHBU", "GN", "WHBN", "BN"]


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
