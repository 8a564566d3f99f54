"""What is ordered: every part has a maker, a number, a price and a note, and a table stays affordable."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from workshop import order
from workshop.checks.finding import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from workshop.design import Design

WANTED = ("name", "maker", "mpn", "alternative", "eur", "verified", "check")
KEEPER_SCREWS = 2
MOST_SPARE = 1.25  # of what is used
MOST_EUR = 220
MOST_EUR_TWENTY = 160
NEED_SOMETHING = {"jack", "usb-c", "pico", "key", "xh2", "xh3", "xh4", "xh5", "xh7", "screws", "feet"} | {
    "clamps",
    "floor screws",
    "riichi-key",
}
SHELF_SCREWS = 4  # two hold its plate, two the box on it
# The self-test lights every pixel at three quarters of the most contrast; on USB no screen lights more than this.
FULLEST_PERCENT = {"supply": 75, "usb": 40}


def check_order_entries(design: Design) -> Iterator[Finding]:
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
    if entry.get("quantity", 1) < 1 or ("each" not in entry and entry.get("quantity", 1) > 1):
        yield Finding("stock", name, f"{entry['quantity']} are ordered")
    if bool(entry.get("polar")) != ("electrolytic" in entry.get("name", "")):
        yield Finding("stock", name, "what is electrolytic has a plus side, and nothing else among capacitors")


def used_quantities(design: Design) -> dict[str, float]:
    """Count what is used: parts by stock entry, boards by `board name`, and what the models need by its word."""
    found: dict[str, float] = {}
    for part in design.parts.values():
        found[part.stock] = found.get(part.stock, 0) + 1
    for board, entry in design.source["boards"].items():
        found[f"board {board}"] = len(entry["copies"])
    boxes = design.source["screws"]
    found["screws"] = 4 * sum(boxes["seat"].values()) + sum(boxes["centre"].values())
    found["feet"] = 4 * (4 + 1)
    found["clamps"] = 2 * 4 + 2
    found["floor screws"] = 2 * 4 + SHELF_SCREWS
    return found


def check_screws(design: Design) -> Iterator[Finding]:
    """Check that a board has a screw for each of its holes, and that a keeper is held at both ends."""
    boxes, layout = design.source["screws"], design.source["layout"]
    for box, held, board in (("seat", "board", "seat"), ("seat", "keys", "keys"), ("centre", "board", "centre")):
        told, holes = boxes[box].get(held, 0), len(layout[board]["holes"])
        if told != holes:
            yield Finding("screws", f"{box} box", f"{told} screws for the {holes} holes of the {board} board")
    for box, held in (("seat", "lamp"), ("centre", "piezo"), ("centre", "sensor")):
        told = boxes[box].get(held, 0)
        if told != KEEPER_SCREWS:
            yield Finding("screws", f"{box} box", f"{told} screws for the keeper of the {held}, it has {KEEPER_SCREWS}")


def check_ordered_quantities(design: Design) -> Iterator[Finding]:
    """Check that as many are ordered of what is on no net as the parts, boards and models use."""
    there = used_quantities(design)
    for entry in design.source["extras"]:
        for word, each in entry.get("each", {}).items():
            if word not in there:
                yield Finding("counts", entry["name"], f"nothing is called {word}")
            elif entry["quantity"] < there[word] * each:
                yield Finding("counts", entry["name"], f"{entry['quantity']} ordered, {there[word] * each:g} used")
            elif entry["quantity"] > MOST_SPARE * there[word] * each:
                yield Finding(
                    "counts", entry["name"], f"{entry['quantity']} ordered, no more than {there[word] * each:g} used"
                )
    counted = {word for entry in design.source["extras"] for word in entry.get("each", {})}
    for word in NEED_SOMETHING & there.keys():
        if word not in counted:
            yield Finding("counts", word, "nothing is ordered that goes with it")


def check_brightness_cap_margin(design: Design) -> Iterator[Finding]:
    """Check that the brightness the budget counts on leaves room for the fullest screens the firmware shows."""
    for source, least in FULLEST_PERCENT.items():
        told = design.source["caps"][source]["lit_percent"]
        if told < least:
            yield Finding("caps", source, f"counts on {told} % of the pixels, the fullest screen lights {least} %")


def check_price_limit(design: Design) -> Iterator[Finding]:
    """Check that one table, without options, stays under its price."""
    total = order.total(design)
    if total >= MOST_EUR:
        yield Finding("price", "one table", f"{total:.2f} EUR is not under {MOST_EUR} EUR")
    total = order.total(design, 20)
    if total >= MOST_EUR_TWENTY:
        yield Finding("price", "one of twenty", f"{total:.2f} EUR is not under {MOST_EUR_TWENTY} EUR")
