"""Pictures of what lies on the desk alone: the display's back and its pins, the bare Pico, a patch lead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workshop.board_view import AROUND, BOLD, MIDDLE, svg_document, svg_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from workshop.design import Design

# What the wires of a lead are painted in, by WireViz's short words.
PAINT = {"OG": "#f08020", "GN": "#30a040", "BU": "#3060d0", "BN": "#805030"}
WHITE = f'style="fill:#fff" {MIDDLE}'
PIN_MM, ROW_MM, PICO_MM = 2.54, 17.78, (21.0, 51.0)
# What the module's own print calls two of the pins.
MODULE_SAYS = {"SDA": "DIN", "SCL": "CLK"}


def pictures(design: Design) -> dict[str, str]:
    """Return the pictures of BUILD's sections 2 and 3 by their file names."""
    return {"build-display.svg": draw_display_module(design), "build-pico.svg": draw_bare_pico(design)}


def draw_display_module(design: Design) -> str:
    """Draw the module from both sides, with its pins, its lit area, and where the meter goes before it is wired."""
    panel = design.source["mechanics"]["panel"]
    (wide, high), (lit_wide, lit_high), (dx, dy) = panel["module"], panel["active"], panel["offset"]
    pins = design.kinds["SSD1309"].pins
    lines = [svg_text(0, -2.5, "Front, as it looks at the player", 2.8, BOLD)]
    lines.append(f'<rect class="n" width="{wide}" height="{high}" rx="1" fill="#1d3d6b"/>')
    left, top = (wide - lit_wide) / 2 + dx, (high - lit_high) / 2 - dy
    lines.append(f'<rect x="{left:.2f}" y="{top:.2f}" width="{lit_wide}" height="{lit_high}" fill="#ffd24d"/>')
    lines.append(svg_text(wide / 2, high / 2, f"lit area {lit_wide:g} x {lit_high:g} mm", 3, MIDDLE))
    lines.append(svg_text(wide / 2, high / 2 + 4.5, f"of a module of {wide:g} x {high:g} mm", 2.5, MIDDLE))
    lines += _row_of_pins(list(pins), wide / 2, 2.0)
    back = wide + 14
    lines.append(svg_text(back, -2.5, "Back: an example, the print of yours counts", 2.8, BOLD))
    lines.append(f'<rect class="n" x="{back}" width="{wide}" height="{high}" rx="1" fill="#1d3d6b"/>')
    lines += _row_of_pins(list(reversed(pins)), back + wide / 2, 2.0)
    lines += _interface(back + 8, 18.0)
    told = [
        "1. Move both resistors from SPI to I2C.",
        "2. Ohms, the module lying alone: DIN to VCC, CLK to VCC.",
        "Some 4.7 kohm or more, or nothing at all: write it down.",
        "3. Wire 1 is VCC, fed with 3.3 V, never 5 V.",
    ]
    lines += [svg_text(0, high + 6 + 4 * row, words, 2.8) for row, words in enumerate(told)]
    return svg_document((back + wide + 8 + 2 * AROUND, high + 6 + 4 * len(told) + 2 * AROUND), lines)


def _row_of_pins(names: list[str], middle: float, y: float) -> Iterator[str]:
    for index, name in enumerate(names):
        x = middle + (index - (len(names) - 1) / 2) * 2 * PIN_MM
        said = MODULE_SAYS.get(name, name)
        measured = name in {"VCC", "SDA", "SCL"}
        ring = ' stroke="#e02020" stroke-width=".6"' if measured else ""
        yield f'<circle cx="{x:.2f}" cy="{y:g}" r=".9" fill="#e0b040"{ring}/>'
        yield svg_text(x, y + 3.2, said, 1.9, WHITE)


def _interface(x: float, y: float) -> Iterator[str]:
    """Draw two resistors on their way from one pair of places to the other."""
    for column, (name, look) in enumerate((("SPI", 'fill="none" stroke-dasharray="1 .6"'), ("I2C", 'fill="#222"'))):
        at = x + 26 * column
        yield svg_text(at + 4, y - 2, name, 3, WHITE)
        for row in (y, y + 5):
            yield f'<rect x="{at}" y="{row}" width="8" height="3" rx=".4" {look} stroke="#fff" stroke-width=".4"/>'
            if column:
                yield svg_text(at + 4, row + 2.3, "0 R", 2, WHITE)
    for row in (y + 1.5, y + 6.5):
        arrow = f"M{x + 9.5} {row}H{x + 23}m-2.4 -1.6l2.4 1.6l-2.4 1.6"
        yield f'<path d="{arrow}" fill="none" stroke="#ffd24d" stroke-width=".7"/>'


def draw_bare_pico(design: Design) -> str:
    """Draw the bare Pico with its USB end, its button, and what the table calls each of its pins."""
    (part,) = design.parts_of_kinds("PICO")
    numbers = {number: pin.name for pin in part.kind.pins.values() for number in pin.numbers}
    used = {f"GP{entry['gp']}": name for name, entry in design.source["pins"].items()}
    left, (wide, high) = 34.0, PICO_MM
    lines = [f'<rect class="n" x="{left}" y="0" width="{wide}" height="{high}" rx="1" fill="#2e7d32"/>']
    lines.append(f'<rect class="n" x="{left + wide / 2 - 4}" y="-1.3" width="8" height="5.6" rx=".6" fill="#c8c8c8"/>')
    lines.append(f'<rect class="n" x="{left + 4.6}" y="8" width="3.4" height="4.4" rx=".5" fill="#fff"/>')
    lines.append(svg_text(left + 9, 10.9, "BOOTSEL", 2, 'style="fill:#fff"'))
    lines.append(svg_text(left + wide / 2, -2.2, "USB", 2.6, f"{BOLD} {MIDDLE}"))
    edge = (high - 19 * PIN_MM) / 2
    for number in range(1, 41):
        first = number <= 20
        y = edge + PIN_MM * (number - 1 if first else 40 - number)
        x = left + (wide - ROW_MM) / 2 + (0 if first else ROW_MM)
        name = numbers[str(number)]
        said = (
            f"{number}  {name}  {used.get(name, '')}".strip()
            if not first
            else f"{used.get(name, '')}  {name}  {number}".strip()
        )
        lines.append(f'<circle cx="{x:.2f}" cy="{y:.2f}" r=".8" fill="#e0b040"/>')
        lines.append(
            svg_text(
                left - 1 if first else left + wide + 1, y + 0.7, said, 1.9, "" if not first else 'text-anchor="end"'
            )
        )
    told = [
        "1. Hold BOOTSEL, plug USB in,",
        "let go: a drive appears. Copy",
        "MicroPython's file to it.",
        "2. tenbo flash",
        "3. tenbo doctor: it tells the",
        "version; no box at any seat",
        "is right on the bare desk.",
    ]
    lines += [svg_text(left + wide + 32, 6 + 4 * row, words, 2.8) for row, words in enumerate(told)]
    return svg_document((left + wide + 76 + AROUND, high + 2 * AROUND), lines)


def draw_patch_lead(design: Design, wanted: str) -> str:
    """Draw the two plugs of a patch lead, each wire in its colour, and what each carries in the table."""
    colours = design.source["cable_kinds"]["patch"]["colours"]
    nets = {
        number: net.partition("/")[2].removesuffix("_LINE").removeprefix("EAST_")
        for net, pins in design.nets.items()
        for pin in pins
        for place, _, number in [pin.partition(".")]
        if place == "centre/J1"
    }
    lines = [svg_text(0, -1, "Test 5: every pin with the same pin, and with no neighbour", 3.2, BOLD)]
    for x, anchor in ((0.0, "one end"), (70.0, "other end")):
        lines.append(f'<rect class="n" x="{x:g}" y="4" width="16" height="44" rx="1.5" fill="#dfe8ee"/>')
        lines.append(svg_text(x + 8, 52, anchor, 2.6, MIDDLE))
    for index, colour in enumerate(colours):
        y, number = 9.0 + 5 * index, str(index + 1)
        base = PAINT[colour.removeprefix("WH")]
        lines.append(f'<path d="M16 {y}H70" stroke="{base}" stroke-width="2"/>')
        if colour.startswith("WH"):
            lines.append(f'<path d="M16 {y}H70" stroke="#fff" stroke-width="1.2" stroke-dasharray="3 2"/>')
        lines += [svg_text(x, y + 1, number, 3, MIDDLE) for x in (8, 78)]
        lines.append(svg_text(90, y + 1, nets[number], 2.6))
    lines.append(svg_text(104, 20, f"must be: {wanted}", 3, BOLD))
    lines.append(svg_text(104, 26, "clip up or down, the same at both ends", 2.5))
    return svg_document((160 + AROUND, 56 + 2 * AROUND), lines)
