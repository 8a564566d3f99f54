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

BODY = 5  # left, top, right, bottom, height
XH_ENDS_MM, XH_PITCH_MM, XH_PLUGGED_MM = 4.9, 2.5, 12.5
CAN_MM = {8: 11.5, 12.5: 25}  # heights by their makers' tables, by diameter
CHIP_WATTS, PICO_MAKES = 0.125, 3.3

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
    ("stock.expander.draw_ma.wrong", (0.5, 1), "its data sheet: 1 mA at most"),
    ("stock.expander.draw_ma.capped", (0.5, 1), "its data sheet: 1 mA at most"),
    ("stock.limiter.draw_ma.wrong", (0.1, 0.2), "its data sheet: 150 uA"),
    ("stock.regulator.draw_ma.wrong", (0.05, 0.1), "its data sheet: 55 to 80 uA"),
    ("stock.shifter.draw_ma.wrong", (1, 2), "its data sheet: 1.5 mA for an input at 3.4 V"),
    ("stock.supervisor.draw_ma.wrong", (0.02, 0.08), "its data sheet"),
    ("stock.regulator.limit_ma", 600, "its data sheet"),
    ("stock.panel.lit_ma", (150, 260), "reports of panels of its size, all pixels at full contrast"),
    ("stock.pixels.pixel_ma.full", (50, 60), "its data sheet: three channels of up to 20 mA"),
    ("sources.VBUS.limit_ma", 500, "USB 2.0"),
    ("sources.VBUS.declared_ma", 250, "MicroPython's USBD_MAX_POWER_MA"),
    ("sources.VBUS.volts", [4.75, 5.0, 5.25], "USB 2.0 at a port that gives 500 mA"),
    ("sources.V5_SOCKET.volts", [4.85, 5.1, 5.25], "5 % under 5.1 V at the box"),
    ("cable_kinds.patch.pf_per_metre", (45, 56), "category 5e"),
    ("bus.rise_ns", 300, "UM10204, fast mode"),
    ("bus.sink_ma", 3, "UM10204, fast mode"),
    ("bus.low_volts", 0.4, "UM10204"),
    ("caps.margin_percent", (20, 50), "what we ask of ourselves"),
    ("stock.fuse.trips_ma", 2200, "its maker's table"),
    ("stock.lamp.limit_ma", 20, "usual LEDs of 10 mm"),
    ("stock.lamp.forward_volts", (1.8, 2.2), "red LEDs"),
    ("stock.riichi-key.forward_volts", (1.8, 2.2), "red LEDs"),
    ("stock.riichi-key.limit_ma", 20, "usual LEDs of 3 mm"),
    ("stock.panel.idle_ma", (5, 20), "reports of panels of its size, dark"),
    ("stock.pixels.pixel_ma.idle", (0.5, 1.5), "measurements of pixels that are dark"),
    ("stock.jack.pf", (1, 5), "plain jacks"),
    ("types.MCP23008.capacitance_pf", (5, 15), "I2C chips: 10 pF a pin"),
    ("types.SSD1309.capacitance_pf", (10, 40), "a module with its flat cable"),
    ("types.PICO.capacitance_pf", (5, 25), "a pin with its track"),
    ("types.ESD.capacitance_pf", (2, 5), "its data sheet"),
    ("types.PICO.over", 0.3, "its data sheet: no pin bears 5 V"),
    ("types.MCP23008.over", 0.3, "its data sheet"),
    ("types.SSD1309.over", 0.3, "the controller's data sheet"),
    ("types.SHIFTER.over", (0.5, 2.5), "its data sheet: inputs bear 5.5 V"),
    ("types.SSD1309.tied", {"DC": "any", "CS": "low"}, "modules that stay dead with CS open"),
    ("types.MCP23008.tied.RESET", "high", "its data sheet"),
    ("types.SHIFTER.tied.OE", "low", "its data sheet"),
    ("types.REGULATOR.tied.EN", "high", "its data sheet"),
    ("types.LIMITER.tied.EN", "never low", "its data sheet: on when EN is high"),
    ("types.FRAM.volts.VCC", [2.7, 3.6], "its data sheet"),
    ("types.SUPERVISOR.volts.VDD", [1.0, 5.5], "its data sheet"),
    ("types.REGULATOR.high.volts", 1.5, "its data sheet"),
    ("types.NPN.symbol", "Transistor_BJT:BC817", "its polarity"),
    ("types.PNP.symbol", "Transistor_BJT:MMBT3906", "its polarity"),
    ("cable_kinds.patch.nh_per_metre", (450, 700), "category 5e, a pair"),
    ("cable_kinds.patch.coupling_pf_per_metre", (5, 15), "category 5e, between pairs"),
    ("cable_kinds.inside.pf_per_metre", (40, 80), "loose wires side by side"),
    ("cable_kinds.inside.nh_per_metre", (600, 1000), "loose wires side by side"),
    ("bus.module_ohms", (4000, 4800), "display modules that bring pull-ups"),
    ("sources.V5_SOCKET.survives", 12.6, "12 V and 5 %"),
    ("boards.centre.title", "Centre board", "its name in the guides"),
    ("boards.seat.title", "Seat board", "its name in the guides"),
    ("boards.keys.title", "Key strip", "its name in the guides"),
    ("mechanics.panel.offset", [0, 0], "nobody who has measured: bench sheet, question 10"),
    ("mechanics.panel.thick", (5, 9), "modules of its size"),
    ("mechanics.riichi-key.cut", 14.0, "drawings of keyswitches of the MX kind"),
    ("mechanics.riichi-key.edge", 1.5, "drawings of keyswitches of the MX kind: what their clips hold"),
    ("mechanics.riichi-key.over", (6.2, 7.2), "drawings of keyswitches of the MX kind"),
    ("mechanics.riichi-key.travel", (3.6, 4.2), "drawings of keyswitches of the MX kind"),
    ("mechanics.riichi-key.across", (15.4, 15.8), "drawings of keyswitches of the MX kind"),
    ("mechanics.riichi-key.under", (8.5, 12), "5 mm of housing, 3.3 of legs, and what is soldered to them"),
    ("mechanics.riichi-key.cap", (24, 30), "a button that is found without looking"),
    ("mechanics.table-key.deep", (25, 45), "arcade buttons of 24 mm"),
    ("mechanics.table-key.flange", (27, 30), "arcade buttons of 24 mm"),
    ("mechanics.undo-key.deep", (18, 30), "push buttons of 12 mm"),
    ("mechanics.lamp.deep", (12, 30), "an LED with its legs bent"),
    ("mechanics.pcb.thick", 1.6, "the boards as they are ordered"),
    ("mechanics.screw.head", (5, 6.2), "pan heads of 3 mm"),
    ("mechanics.screw.core", (2.2, 2.5), "threads of 3 mm for plastic"),
    ("mechanics.recess", (2, 4), "glare: the display lies as deep as the face is thick"),
    ("mechanics.tilt_degrees", 25, "a flat box that hides no tile, and mirrors no lamp over the table's middle"),
    ("mechanics.key.cap_top", (11, 12), "its maker's page: 7.3 mm of plunger and the cap"),
    ("mechanics.key.body", 4.3, "its maker's page"),
    ("mechanics.jack.wide", (15.3, 16.5), "its maker's drawing, as KiCad has it: 15.30 mm"),
    ("mechanics.jack.long", (17.74, 18.5), "its maker's drawing, as KiCad has it: 17.74 mm"),
    ("mechanics.jack.high", (13.2, 14), "usual jacks: its height was read nowhere"),
    ("mechanics.usb-c.high", (3.1, 3.4), "its maker's drawing"),
    ("mechanics.usb-c.over_edge", 0, "its maker's drawing, as KiCad has it: level with the edge"),
    ("mechanics.piezo.deep", (8, 11), "its maker's drawing"),
    ("mechanics.pixels.strip", (8, 12), "strips of 60 to the metre"),
    ("mechanics.bodies.jack", [-3.46, -4.02, 12.35, 13.97, 13.4], "its maker's drawing"),
    ("mechanics.bodies.pico", [-1.6, -2.7, 19.4, 49.7, 14.7], "a Pico on sockets of 8.5 mm, its plug over the edge"),
    ("mechanics.bodies.key", [-0.25, -3.5, 12.75, 8.5, 4.3], "its maker's drawing"),
    ("mechanics.lamp_keeper.flange", (1.2, 1.8), "LEDs of 10 mm: their rim"),
    ("mechanics.photo_keeper.flange", (0.8, 1.2), "parts like an LED of 5 mm: their rim"),
    ("mechanics.bodies.other", [-1.8, -1.8, 1.8, 1.8, 2.4], "the largest of them, a diode in SMA"),
    ("stock.lamp.share.capped", 1, "the four who have called riichi"),
    ("stock.riichi-key.share.capped", 1, "the four who may call riichi"),
    ("stock.c-470u.tolerance", 0.2, "its maker's table"),
    ("stock.c-2200u.tolerance", 0.2, "its maker's table"),
    ("stock.usb-c.limit_ma", 3000, "its maker's page"),
    *((f"stock.xh{ways}.limit_ma", 3000, "its maker's page") for ways in (2, 3, 4, 5, 7)),
    ("mechanics.bodies.expander", [-5.2, -5.8, 5.2, 5.8, 2.7], "SOIC-18, 7.5 mm wide"),
    ("mechanics.bodies.usb-c", [-4.6, -4.0, 4.6, 3.45, 3.3], "its maker's drawing"),
    ("mechanics.bodies.header3", [-1.27, -1.27, 1.27, 6.35, 8.6], "three pins of 2.54 mm"),
    ("mechanics.bodies.wires5", [-2, -2, 18.8, 2, 3], "five holes 4.2 mm apart, with their wires"),
    ("mechanics.usb-c.wide", (8.9, 9.0), "its maker's drawing: 8.94 mm"),
    ("mechanics.undo-key.flange", (14, 16), "push buttons of 12 mm"),
    ("mechanics.screw.head_high", (1.8, 2.6), "pan heads of 3 mm"),
    ("mechanics.riichi-key.stem", [4.1, 1.2, 3.6], "drawings of keyswitches of the MX kind: its cross"),
    ("types.FRAM.address.base", 0x50, "its data sheet"),
    ("types.PCF8574A.address.base", 0x38, "its data sheet"),
    *((f"types.{kind}.over", 0.3, "its data sheet") for kind in ("FRAM", "LIMITER", "REGULATOR", "SUPERVISOR")),
    ("types.PIXELS.over", 0.5, "its data sheet"),
    ("stock.supervisor.trips_at", [2.85, 3.0], "its data sheet: -300, 2.925 V and 2.5 %"),
    ("stock.zener.breaks_at", [5.49, 5.71], "its data sheet: B5V6, 5.6 V and 2 %"),
    ("stock.diode.limit_ma", 3000, "its data sheet"),
    ("stock.pmos.limit_ma", (2000, 3200), "its data sheet: 3.2 A at 70 degrees"),
    ("stock.lamp.share.wrong", 1, "every lamp is lit"),
    ("stock.riichi-key.share.wrong", 1, "every light is lit"),
    ("caps.wrong.contrast", 255, "the most that the display knows"),
    ("caps.wrong.lit_percent", 100, "every pixel"),
    ("caps.wrong.pixel_percent", 100, "every pixel"),
    ("caps.typical.contrast", (64, 128), "what the firmware shows in a lit room"),
    ("caps.typical.lit_percent", (10, 30), "screens of play"),
    ("caps.typical.pixel_percent", (2, 8), "two letters of four, dimmed"),
    ("stock.lamp.share.typical", 0.25, "one of four has called riichi"),
    ("stock.riichi-key.share.typical", 0.25, "one of four may call riichi"),
    ("stock.pico.drop", [0.2, 0.25], "the Schottky diode of the board"),
    ("stock.fram.draw_ma.wrong", (0.1, 0.5), "its data sheet"),
    ("types.FRAM.capacitance_pf", (5, 20), "I2C chips: 10 pF a pin"),
    ("types.PCF8574A.capacitance_pf", (5, 15), "I2C chips: 10 pF a pin"),
    ("types.PCF8574A.volts.VDD", [2.5, 6.0], "its data sheet"),
    ("types.PCF8574A.over", 0.3, "its data sheet"),
)


def check_figures(design: Design) -> Iterator[Finding]:
    """Check every figure that a second hand has written down."""
    for path, wanted, source in TOLD:
        found: Any = design.source
        for word in path.split("."):
            found = found.get(word) if isinstance(found, dict) else None
        right = wanted[0] <= found <= wanted[1] if isinstance(wanted, tuple) and found is not None else found == wanted
        if not right:
            yield Finding("figures", path, f"is {found}, by {source} {_span(wanted)}")
    yield from _caps(design.source["caps"])
    for name, entry in design.source["stock"].items():
        draws = entry.get("draw_ma", {"typical": 0, "capped": 0, "wrong": 0})
        if not draws["wrong"] / 10 <= draws["typical"] <= draws["capped"] <= draws["wrong"]:
            yield Finding(
                "figures", f"stock.{name}.draw_ma", "in play it is more than when all is lit, or next to nothing"
            )
    if len({feed["copper"] for feed in design.source["feeds"] if "copper" in feed}) > 1:
        yield Finding("figures", "feeds", "both supplies come to the same tracks: their copper is one figure")
    yield from _bodies(design)
    for name, entry in design.source["stock"].items():
        if entry["type"] == "R" and entry["watts"] != CHIP_WATTS:
            yield Finding("figures", f"stock.{name}.watts", f"is {entry['watts']}, by the size 0805 {CHIP_WATTS}")


def _bodies(design: Design) -> Iterator[Finding]:
    """Check that a plug's body is as long as its ways, and a can's as wide as the can and no lower than its maker's."""
    for name, body in design.source["mechanics"]["bodies"].items():
        entry = design.source["stock"].get(name, {})
        left, top, right, low, tall = body if isinstance(body, list) and len(body) == BODY else (0, 0, 0, 0, 0)
        if name.startswith("xh") and abs(right - left - (XH_ENDS_MM + XH_PITCH_MM * (int(name[2:]) - 1))) > 0.01:
            yield Finding(
                "figures", f"mechanics.bodies.{name}", f"is {right - left:g} mm long, that is not {name[2:]} ways"
            )
        if name.startswith("xh") and tall < XH_PLUGGED_MM:
            yield Finding(
                "figures", f"mechanics.bodies.{name}", f"is {tall:g} mm high, with its plug in {XH_PLUGGED_MM:g}"
            )
        if "can_mm" in entry:
            across, least = entry["can_mm"][0], CAN_MM.get(entry["can_mm"][0])
            if least is None:
                yield Finding("figures", f"stock.{name}.can_mm", f"nobody knows how high a can of {across:g} mm is")
            elif min(right - left, low - top) < across or tall < least:
                yield Finding(
                    "figures", f"mechanics.bodies.{name}", f"is smaller than a can of {across:g} x {least:g} mm"
                )


def _span(wanted: Any) -> str:
    return f"{wanted[0]} to {wanted[1]}" if isinstance(wanted, tuple) else str(wanted)


def _caps(caps: dict[str, Any]) -> Iterator[Finding]:
    """Check that play is darker than what is allowed, and what is allowed darker than all that could be lit."""
    for state, brighter in (("typical", "supply"), ("usb", "supply"), ("supply", "wrong")):
        for name, value in caps[state].items():
            if value > caps[brighter][name]:
                yield Finding("figures", f"caps.{state}.{name}", f"is {value}, more than {brighter} has")


def check_seat_feeds(design: Design) -> Iterator[Finding]:
    """Check that every seat is fed over its own lead, and that what the tracks of V5 lose is counted."""
    for feed in design.source["feeds"]:
        seat = str(feed["to"]).removesuffix("_5V")
        if str(feed["to"]).endswith("_5V") and feed.get("lead") != f"{seat} lead":
            yield Finding("feeds", feed["to"], f"goes over {feed.get('lead', 'no lead')}, not over the {seat} lead")
        part = design.parts.get(f"centre/{feed['through']}") or design.parts.get(str(feed["through"]))
        number = str(part.order["mpn"]) if part and part.kind.name == "REGULATOR" else ""
        makes = re.search(r"-(\d\.\d)T", number)
        if makes and feed.get("volts") != float(makes[1]):
            yield Finding("feeds", feed["to"], f"is counted as {feed.get('volts')} V, {number} makes {makes[1]} V")
        if part and part.kind.name == "PICO" and feed["to"] == "3V3" and feed.get("volts") != PICO_MAKES:
            yield Finding("feeds", feed["to"], f"is counted as {feed.get('volts')} V, the Pico makes {PICO_MAKES} V")
        if feed["to"] == "V5" and "copper" not in feed:
            yield Finding("feeds", f"{feed['through']} to V5", "nothing is counted for its tracks")
    for name, entry in design.source["cables"].items():
        fed = str(name).removesuffix(" lead") + "_5V"
        if entry["kind"] == "patch" and fed not in {feed["to"] for feed in design.source["feeds"]}:
            yield Finding("feeds", fed, "is fed by nothing", fatal=True)


def check_marker_pixel_count(design: Design) -> Iterator[Finding]:
    """Check that the marker has the pixels that the firmware divides among four letters, at the pitch of its strip."""
    pixels = design.parts_of_kinds("PIXELS")
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
    text = (HARDWARE.parent / "firmware" / "device" / "outputs" / "round_marker.py").read_text("utf-8")
    words = {name: re.search(rf"^{name} = (\d+)$", text, re.MULTILINE) for name in ("CELLS", "CELL")}
    return math.prod(int(found[1]) if found else 0 for found in words.values())
