"""The symbols of the schematic: parts with two legs, lying or hanging, chips as boxes, supplies and ground."""

from __future__ import annotations

from xml.sax.saxutils import escape

SUPPLIES = {"3V3", "V5", "V5_IN", "V5_SAFE", "V5_SOCKET", "VSYS", "VBUS", "V_HOLD"} | {
    f"{seat}_5V" for seat in ("EAST", "SOUTH", "WEST", "NORTH")
}
STYLE = (
    "text{font-family:DejaVu Sans,Verdana,sans-serif;font-size:11px;fill:#222}"
    ".net{fill:#0b5394}.gnd{fill:#555}.supply{fill:#a61c00;font-weight:bold}.ref{font-weight:bold}"
    ".does{fill:#555;font-size:10px}.title{font-size:20px;font-weight:bold}.block{font-size:14px;font-weight:bold}"
    "path,rect,circle,line{stroke:#222;stroke-width:1.4;fill:none}.body{fill:#fffbe6}.solid{fill:#222}"
    ".frame{stroke:#bbb;fill:#fdfdfd}.rail{stroke:#a61c00;stroke-width:2}.paper{fill:#fff;stroke:none}"
)
DIODE = '<path class="solid" d="M-9 -9V9L9 0Z"/><path d="M9 -9V9M-30 0H-9M9 0H30"/>'
BOX = '<rect class="body" x="-16" y="-6" width="32" height="12"/><path d="M-30 0H-16M16 0H30"/>'
SHAPES = {
    "R": BOX,
    "FUSE": BOX + '<path d="M-16 0H16"/>',
    "C": '<path d="M-30 0H-3M-3 -9V9M3 -9V9M3 0H30"/>',
    "DIODE": DIODE,
    "ZENER": DIODE + '<path d="M9 -9l-5 -3M9 9l5 3"/>',
    "LED": DIODE + '<path d="M-4 -8l5 -5m-3.5 0h3.5v3.5M3 -7l5 -5m-3.5 0h3.5v3.5"/>',
    "SWITCH": '<path d="M-30 0H-9M9 0H30M-9 0L9 -9"/>',
    "PIEZO": '<circle cx="0" cy="0" r="13"/><path d="M-30 0H-3M-3 -6V6M3 -6V6M3 0H30"/>',
    # Collector left, emitter right, light on the bar between them.
    "PHOTO": '<path d="M-30 0H-15L-5 6M-10 6H10M5 6L15 0H30"/>'
    '<path d="M-7 15l4 -6m-3.5 1l3.5 -1l.5 3.5M1 15l4 -6m-3.5 1l3.5 -1l.5 3.5"/>'
    '<path class="solid" d="M13.5 .9L9.7 6.2L7 1.8Z"/>',
}
# Which leg of what has a direction stands on the left, where the current comes from.
FIRST = {"DIODE": "A", "LED": "A", "PHOTO": "C", "ZENER": "A"}
PITCH, CHIP_WIDTH = 20, 104


def net_label(net: str, x: float, y: float, anchor: str) -> str:
    """Write the name of a net; the same word is the same wire."""
    kind = "gnd" if net == "GND" else "supply" if net in SUPPLIES else "net"
    return f'<text x="{x:g}" y="{y:g}" class="{kind}" text-anchor="{anchor}">{escape(net)}</text>'


def text(words: str, x: float, y: float, kind: str = "", anchor: str = "middle") -> str:
    """Write words."""
    return f'<text x="{x:g}" y="{y:g}" class="{kind}" text-anchor="{anchor}">{escape(words)}</text>'


def wire(x: float, y: float, end_x: float, end_y: float) -> str:
    """Draw a straight wire."""
    return f'<line x1="{x:g}" y1="{y:g}" x2="{end_x:g}" y2="{end_y:g}"/>'


def node(x: float, y: float) -> str:
    """Draw the dot where wires meet."""
    return f'<circle class="solid" cx="{x:g}" cy="{y:g}" r="2.4"/>'


def horizontal_part(kind: str, x: float, y: float) -> str:
    """Draw a part with two legs, 60 wide, its middle at a point."""
    return f'<g transform="translate({x:g} {y:g})">{SHAPES[kind]}</g>'


def vertical_part(kind: str, x: float, y: float, *, upwards: bool, turned: bool) -> str:
    """Draw a part that leaves a line downwards to ground, or upwards to a supply."""
    angle = (-90 if upwards else 90) + (180 if turned else 0)
    return f'<g transform="translate({x:g} {y:g}) rotate({angle})">{SHAPES[kind]}</g>'


def ground(x: float, y: float) -> str:
    """Draw ground: three bars."""
    return f'<path d="M{x - 9:g} {y:g}h18M{x - 6:g} {y + 4:g}h12M{x - 3:g} {y + 8:g}h6"/>'


def supply(net: str, x: float, y: float) -> str:
    """Draw a supply: a bar with its name over it."""
    return f'<path class="rail" d="M{x - 9:g} {y:g}h18"/>' + net_label(net, x, y - 5, "middle")


def open_end(x: float, y: float) -> str:
    """Draw the cross of a pin that stays open."""
    return f'<path d="M{x - 3:g} {y - 3:g}l6 6M{x - 3:g} {y + 3:g}l6 -6"/>'


def test_point_symbol(name: str, x: float, y: float) -> str:
    """Draw a test point on a wire, its reference over it."""
    return f'<circle cx="{x:g}" cy="{y - 12:g}" r="4"/>' + wire(x, y, x, y - 8) + text(name, x, y - 20, "does")
