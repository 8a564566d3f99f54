"""What is ordered: every part has a maker, a number, a price and a note, and a table stays affordable."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from workshop import order
from workshop.checks.finding import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from workshop.design import Design

WANTED = ("name", "maker", "mpn", "alternative", "eur", "verified", "check")
MOST_EUR = 220
MOST_EUR_TWENTY = 160
FACE_SCREWS, DISPLAY_SCREWS = 4, 4
NEED_SOMETHING = {"jack", "usb-c", "pico", "key", "xh2", "xh3", "xh4", "xh5", "xh7", "screws", "washers", "feet"}
# The self-test lights every pixel at three quarters of the most contrast; on USB no screen lights more than this.
FULLEST_PERCENT = {"supply": 75, "usb": 40}


def stock(design: Design) -> Iterator[Finding]:
    """Check that every entry that is ordered says what it is, who makes it and under which number."""
    used = {part.stock for part in design.parts.values()}
    for name, entry in design.source["stock"].items():
        if name not in used:
            yield Finding("stock", name, "is in stock but no board uses it")
        if not entry.get("bare"):
            yield from _written(name, entry)
    for entry in design.source["extras"]:
        yield from _written(entry.get("name", "?"), entry)


def _written(name: str, entry: dict[str, Any]) -> Iterator[Finding]:
    missing = [word for word in WANTED if entry.get(word) in (None, "") and word != "alternative"]
    if missing:
        yield Finding("stock", name, f"has no {' and no '.join(missing)}")


def used(design: Design) -> dict[str, float]:
    """Count what is used: parts by stock entry, boards by `board name`, and what the models need by its word."""
    found: dict[str, float] = {}
    for part in design.parts.values():
        found[part.stock] = found.get(part.stock, 0) + 1
    for board, entry in design.source["boards"].items():
        found[f"board {board}"] = len(entry["copies"])
    per_seat = {
        "screws": FACE_SCREWS + DISPLAY_SCREWS + _holes(design, "seat") + _holes(design, "keys"),
        "washers": DISPLAY_SCREWS,
        "feet": 4,
    }
    centre = {"screws": FACE_SCREWS + _holes(design, "centre"), "feet": 4}
    for word, count in per_seat.items():
        found[word] = 4 * count + centre.get(word, 0)
    return found


def _holes(design: Design, board: str) -> int:
    return len(design.source["layout"][board]["holes"])


def counts(design: Design) -> Iterator[Finding]:
    """Check that as many are ordered of what is on no net as the parts, boards and models use."""
    there = used(design)
    for entry in design.source["extras"]:
        for word, each in entry.get("each", {}).items():
            if word not in there:
                yield Finding("counts", entry["name"], f"nothing is called {word}")
            elif entry["quantity"] < there[word] * each:
                yield Finding("counts", entry["name"], f"{entry['quantity']} ordered, {there[word] * each:g} used")
    counted = {word for entry in design.source["extras"] for word in entry.get("each", {})}
    for word in NEED_SOMETHING & there.keys():
        if word not in counted:
            yield Finding("counts", word, "nothing is ordered that goes with it")


def caps(design: Design) -> Iterator[Finding]:
    """Check that the brightness the budget counts on leaves room for the fullest screens the firmware shows."""
    for source, least in FULLEST_PERCENT.items():
        told = design.source["caps"][source]["lit_percent"]
        if told < least:
            yield Finding("caps", source, f"counts on {told} % of the pixels, the fullest screen lights {least} %")


def price(design: Design) -> Iterator[Finding]:
    """Check that one table, without options, stays under its price."""
    total = order.total(design)
    if total >= MOST_EUR:
        yield Finding("price", "one table", f"{total:.2f} EUR is not under {MOST_EUR} EUR")
    total = order.total(design, 20)
    if total >= MOST_EUR_TWENTY:
        yield Finding("price", "one of twenty", f"{total:.2f} EUR is not under {MOST_EUR_TWENTY} EUR")
