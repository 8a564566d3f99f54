"""What is drawn and printed as a part's value: it must be the part that is ordered under its number."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from workshop.checks.finding import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from workshop.design import Design

NAMED_BY_NUMBER = {"DIODE", "NPN", "PNP", "PMOS", "PHOTO"}


def check_values(design: Design) -> Iterator[Finding]:
    """Check that a value which is a name begins the part's number, and that volts and amperes are the computed ones."""
    for name, entry in design.source["stock"].items():
        value = str(entry.get("value", ""))
        if entry["type"] in NAMED_BY_NUMBER and not str(entry["mpn"]).startswith(value):
            yield Finding("values", name, f"is drawn as {value}, ordered is {entry['mpn']}")
        for told in _told(entry, value):
            yield Finding("values", name, f"is drawn as {value}, {told}")


def _told(entry: dict[str, Any], value: str) -> Iterator[str]:
    number = float(found[0]) if (found := re.match(r"[\d.]+", value)) else 0.0
    if entry["type"] == "ZENER" and not entry["breaks_at"][0] <= number <= entry["breaks_at"][1]:
        yield f"breaks at {entry['breaks_at'][0]:g} to {entry['breaks_at'][1]:g} V"
    if entry["type"] == "FUSE" and 1000 * number != entry["limit_ma"]:
        yield f"holds {entry['limit_ma'] / 1000:g} A"
    if entry["type"] == "PICO" and "with header" not in entry["name"]:
        yield f"is called {entry['name']}: without header it has no pins"
