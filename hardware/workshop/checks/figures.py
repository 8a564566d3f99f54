"""Figures that everything is computed from, written a second time as their makers and standards have them."""

from __future__ import annotations

import math
import re
from functools import cache
from typing import TYPE_CHECKING, Any

from workshop.checks.finding import Finding
from workshop.design import HARDWARE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from workshop.design import Design

# Where in the description, what it must be, and who says so. A pair is a span that a number may lie in.
TOLD: tuple[tuple[str, Any, str], ...] = (
    ("types.PICO.volts.VSYS", [1.8, 5.5], "the Pico's data sheet"),
    ("types.PICO.sends", 2.62, "the RP2040's data sheet"),
    ("types.MCP23008.volts.VDD", [1.8, 5.5], "its data sheet"),
    ("types.MCP23008.high.fraction", 0.8, "its data sheet"),
    ("types.MCP23008.address.base", 0x20, "its data sheet"),
    ("types.SSD1309.volts.VCC", [3.0, 3.6], "the controller's data sheet"),
    ("types.SSD1309.high.fraction", 0.8, "the controller's data sheet"),
    ("types.SSD1309.address.base", 0x3C, "the controller's data sheet"),
    ("types.LIMITER.volts.IN", [2.5, 6.5], "its data sheet"),
    ("types.LIMITER.high.volts", 1.1, "its data sheet"),
    ("types.REGULATOR.volts.VIN", [3.7, 6.0], "its data sheet: 3.3 V and 0.4 V of dropout"),
    ("types.SHIFTER.volts.VCC", [4.5, 5.5], "its data sheet"),
    ("types.SHIFTER.high.volts", 2.0, "its data sheet: TTL inputs"),
    ("types.PIXELS.volts.VDD", [3.7, 5.3], "its data sheet"),
    ("types.PIXELS.high.fraction", 0.7, "its data sheet"),
    ("stock.limiter.drop", [0, 0.135], "its data sheet, hot"),
    ("stock.diode.drop", [0.25, 0.1], "0.55 V at 3 A"),
    ("stock.pmos.drop", [0, 0.06], "60 milliohm at 4.5 V"),
    ("stock.fuse.drop", [0, 0.21], "its maker's table"),
    ("stock.pico.limit_ma", 300, "its data sheet: 3V3 pin"),
    ("stock.pico.draw_ma.typical", (20, 60), "reports of boards like it"),
    ("stock.pico.draw_ma.capped", (35, 100), "reports of boards like it"),
    ("stock.regulator.limit_ma", 600, "its data sheet"),
    ("stock.panel.lit_ma", (150, 260), "reports of panels of its size, all pixels at full contrast"),
    ("stock.pixels.pixel_ma.full", (50, 60), "its data sheet: three channels of up to 20 mA"),
    ("sources.VBUS.limit_ma", 500, "USB 2.0"),
    ("sources.VBUS.volts", [4.75, 5.0, 5.25], "USB 2.0 at a port that gives 500 mA"),
    ("sources.V5_SOCKET.volts", [4.85, 5.1, 5.25], "5 % under 5.1 V at the box"),
    ("cable_kinds.patch.pf_per_metre", (45, 56), "category 5e"),
    ("bus.rise_ns", 300, "UM10204, fast mode"),
    ("bus.sink_ma", 3, "UM10204, fast mode"),
    ("bus.low_volts", 0.4, "UM10204"),
    ("caps.margin_percent", (20, 50), "what we ask of ourselves"),
)


def figures(design: Design) -> Iterator[Finding]:
    """Check every figure that a second hand has written down."""
    for path, wanted, source in TOLD:
        found: Any = design.source
        for word in path.split("."):
            found = found.get(word) if isinstance(found, dict) else None
        right = wanted[0] <= found <= wanted[1] if isinstance(wanted, tuple) and found is not None else found == wanted
        if not right:
            yield Finding("figures", path, f"is {found}, by {source} {_span(wanted)}")
    yield from _caps(design.source["caps"])


def _span(wanted: Any) -> str:
    return f"{wanted[0]} to {wanted[1]}" if isinstance(wanted, tuple) else str(wanted)


def _caps(caps: dict[str, Any]) -> Iterator[Finding]:
    """Check that play is darker than what is allowed, and what is allowed darker than all that could be lit."""
    for state, brighter in (("typical", "supply"), ("usb", "supply"), ("supply", "wrong")):
        for name, value in caps[state].items():
            if value > caps[brighter][name]:
                yield Finding("figures", f"caps.{state}.{name}", f"is {value}, more than {brighter} has")


def feeds(design: Design) -> Iterator[Finding]:
    """Check that every seat is fed over its own lead, and that what the tracks of V5 lose is counted."""
    for feed in design.source["feeds"]:
        seat = str(feed["to"]).removesuffix("_5V")
        if str(feed["to"]).endswith("_5V") and feed.get("lead") != f"{seat} lead":
            yield Finding("feeds", feed["to"], f"goes over {feed.get('lead', 'no lead')}, not over the {seat} lead")
        if feed["to"] == "V5" and "copper" not in feed:
            yield Finding("feeds", f"{feed['through']} to V5", "nothing is counted for its tracks")
    for name, entry in design.source["cables"].items():
        fed = str(name).removesuffix(" lead") + "_5V"
        if entry["kind"] == "patch" and fed not in {feed["to"] for feed in design.source["feeds"]}:
            yield Finding("feeds", fed, "is fed by nothing", fatal=True)


def marker(design: Design) -> Iterator[Finding]:
    """Check that the marker has the pixels that the firmware divides among four letters, at the pitch of its strip."""
    pixels = design.of_kind("PIXELS")
    count = sum(int(part.facts.get("count", 1)) for part in pixels)
    if count != _cells():
        yield Finding("marker", "lid/LED1", f"has {count} pixels, the firmware lights {_cells()}")
    for part in pixels:
        a_metre = re.search(r"(\d+)/m strip", part.order["name"])
        pitch = design.source["mechanics"]["pixels"]["pitch"]
        if not a_metre or abs(1000 / int(a_metre[1]) - pitch) > 0.01:
            yield Finding("marker", part.name, f"is {part.order['name']}, its pixels lie {pitch} mm apart in the model")


@cache
def _cells() -> int:
    """Return how many pixels the firmware's marker has."""
    text = (HARDWARE.parent / "firmware" / "device" / "round_marker.py").read_text("utf-8")
    words = {name: re.search(rf"^{name} = (\d+)$", text, re.MULTILINE) for name in ("CELLS", "CELL")}
    return math.prod(int(found[1]) if found else 0 for found in words.values())
