"""What is ordered: every part has a maker, a number, a price and a note, and a table stays affordable."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workshop import order
from workshop.checks.finding import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from workshop.design import Design

WANTED = ("name", "maker", "mpn", "alternative", "eur", "verified", "check")
MOST_EUR = 220


def numbers(design: Design) -> Iterator[Finding]:
    """Check that every entry that is ordered says what it is, who makes it and under which number."""
    used = {part.stock for part in design.parts.values()}
    for stock, entry in design.source["stock"].items():
        if entry.get("bare"):
            continue
        missing = [word for word in WANTED if entry.get(word) in (None, "") and word != "alternative"]
        if missing:
            yield Finding("part numbers", stock, f"has no {' and no '.join(missing)}")
        if stock not in used:
            yield Finding("part numbers", stock, "is in stock but no board uses it")
    for entry in design.source["extras"]:
        if not entry.get("mpn") or entry.get("eur") is None:
            yield Finding("part numbers", entry.get("name", "?"), "has no mpn or no price")


def price(design: Design) -> Iterator[Finding]:
    """Check that one table, without options, stays under its price."""
    total = order.total(design)
    if total >= MOST_EUR:
        yield Finding("price", "one table", f"{total:.2f} EUR is not under {MOST_EUR} EUR")
