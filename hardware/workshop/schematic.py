"""The schematic as a picture: one symbol a part, every pin tagged with its net, drawn from the nets alone."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from workshop.firmware import NOTICE

if TYPE_CHECKING:
    from workshop.design import Design, Part

SMALL = {"R", "C", "FUSE", "DIODE", "LED", "SWITCH", "PIEZO", "PHOTO"}
PITCH, CHIP_WIDTH, CELL = 22, 120, (300, 66)
SUPPLIES = {"3V3", "V5", "V5_IN", "V5_SOCKET", "V5_LOGIC", "VSYS", "VBUS", "SEAT_3V3", "V_HOLD"}
STYLE = (
    "text{font-family:DejaVu Sans,Verdana,sans-serif;font-size:11px;fill:#222}"
    ".net{fill:#0b5394}.gnd{fill:#555}.supply{fill:#a61c00}.ref{font-weight:bold}"
    ".does{fill:#666;font-size:9.5px}.title{font-size:20px;font-weight:bold}"
    "path,rect,circle,line{stroke:#222;stroke-width:1.4;fill:none}.body{fill:#fffbe6}.solid{fill:#222}"
)


def draw(design: Design, board: str) -> str:
    """Draw one board with the parts of its panel, as SVG."""
    boards = {"centre": ("centre", "lid"), "seat": ("seat", "keys", "face")}[board]
    place = design.source["boards"][board]["copies"][0]
    near = {place, *design.source["boards"][boards[-1]]["copies"][:1]}
    parts = [part for part in design.parts.values() if part.board in boards and part.place in near]
    chips = [part for part in parts if part.kind.name not in SMALL]
    small = [part for part in parts if part.kind.name in SMALL]
    body: list[str] = []
    bottom = _chips(design, chips, body)
    bottom = _small(design, small, body, bottom + 46)
    source = design.source
    title = f"{source['device']}, {source['boards'][board]['title'].lower()}, revision {source['revision']}"
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="1400" height="{bottom + 20}" viewBox="0 0 1400 {bottom + 20}">'
    )
    return "\n".join(
        [
            head,
            f"<!-- {NOTICE} -->",
            f"<style>{STYLE}</style>",
            f'<rect width="1400" height="{bottom + 20}" style="fill:#fff;stroke:none"/>',
            f'<text x="30" y="36" class="title">{escape(title)}</text>',
            '<text x="30" y="54" class="does">Designed, computed and simulated; not yet built. '
            "Same word, same wire.</text>",
            *body,
            "</svg>",
            "",
        ]
    )


def _net(design: Design, pin: str) -> str:
    circuit = design.at(pin)
    if circuit is None:
        return ""
    place = pin.partition("/")[0]
    own = [net.partition("/")[2] for net in circuit.nets if net.startswith(f"{place}/")]
    near = own or [net.partition("/")[2] for net in circuit.nets]
    if not near:
        plugs = [name for name in circuit.pins if design.part_of(name).kind.name.startswith("PLUG")]
        return f"open ({plugs[0].partition('/')[2]})" if plugs else "open"
    return near[0]


def _tag(net: str, x: float, y: float, anchor: str) -> str:
    kind = "gnd" if net == "GND" else "supply" if net in SUPPLIES else "net"
    return f'<text x="{x:g}" y="{y:g}" class="{kind}" text-anchor="{anchor}">{escape(net)}</text>'


def _chips(design: Design, chips: list[Part], body: list[str]) -> float:
    """Draw the boxes in four columns, always the shortest column next."""
    columns = [70.0, 70.0, 70.0, 70.0]
    for part in sorted(chips, key=lambda part: -len(part.kind.pins)):
        column = columns.index(min(columns))
        columns[column] = _chip(design, part, 160 + 318 * column, columns[column], body)
    return max(columns)


def _chip(design: Design, part: Part, x: float, top: float, body: list[str]) -> float:
    pins = list(part.kind.pins.values())
    half = (len(pins) + 1) // 2 if len(pins) > 4 else len(pins)
    left, right = pins[:half], pins[half:]
    width = CHIP_WIDTH if right else 70
    top += 34
    height = PITCH * max(len(left), len(right)) + 8
    name = part.ref if part.board in {"centre", "seat"} else f"{part.ref} on the {part.board}"
    body.append(f'<text x="{x}" y="{top - 18:g}" class="ref">{escape(name)}</text>')
    body.append(f'<text x="{x + 7 * len(name) + 8:g}" y="{top - 18:g}">{escape(part.label or part.value)}</text>')
    body.append(f'<text x="{x}" y="{top - 6:g}" class="does">{escape(str(part.facts["does"]))}</text>')
    body.append(f'<rect class="body" x="{x}" y="{top:g}" width="{width}" height="{height}"/>')
    for side, column in ((-1, left), (1, right)):
        for row, pin in enumerate(column):
            y = top + 18 + row * PITCH
            edge = x if side < 0 else x + width
            anchor = "start" if side < 0 else "end"
            body.append(f'<line x1="{edge}" y1="{y - 4:g}" x2="{edge + side * 14}" y2="{y - 4:g}"/>')
            body.append(f'<text x="{edge - side * 5}" y="{y:g}" text-anchor="{anchor}">{escape(pin.name)}</text>')
            label = _net(design, f"{part.name}.{pin.name}")
            body.append(_tag(label, edge + side * 18, y, "end" if side < 0 else "start"))
    return top + height + 10


def _small(design: Design, parts: list[Part], body: list[str], top: float) -> float:
    """Draw the parts with two legs in a grid, with what each is for."""
    width, height = CELL
    for index, part in enumerate(parts):
        x, y = 150 + width * (index % 4), top + height * (index // 4)
        first, second = list(part.kind.pins)[:2]
        if part.kind.name in {"DIODE", "LED"}:
            first, second = second, first  # current runs from left to right
        body.append(f'<line x1="{x - 32}" y1="{y:g}" x2="{x - 16}" y2="{y:g}"/>')
        body.append(f'<line x1="{x + 16}" y1="{y:g}" x2="{x + 32}" y2="{y:g}"/>')
        body += [shape.format(x=x, y=y, **_steps(x, y)) for shape in SHAPES[part.kind.name]]
        body.append(_tag(_net(design, f"{part.name}.{first}"), x - 36, y + 4, "end"))
        body.append(_tag(_net(design, f"{part.name}.{second}"), x + 36, y + 4, "start"))
        value = part.label or (part.value if part.value != part.kind.name else "")
        body.append(
            f'<text x="{x}" y="{y - 15:g}" text-anchor="middle">'
            f'<tspan class="ref">{part.ref}</tspan> {escape(value)}</text>'
        )
        body.append(
            f'<text x="{x}" y="{y + 24:g}" class="does" text-anchor="middle">{escape(str(part.facts["does"]))}</text>'
        )
    return top + height * ((len(parts) + 3) // 4)


def _steps(x: float, y: float) -> dict[str, float]:
    """Return the corner points the shapes are drawn with."""
    return {
        "l": x - 16,
        "r": x + 16,
        "a": x - 9,
        "b": x + 9,
        "u": y - 9,
        "d": y + 9,
        "c": x - 3,
        "e": x + 3,
        "s": y - 6,
        "t": y + 6,
    }


DIODE = (
    '<path class="solid" d="M{a:g} {u:g}V{d:g}L{b:g} {y:g}Z"/>',
    '<path d="M{b:g} {u:g}V{d:g}M{l:g} {y:g}H{a:g}M{b:g} {y:g}H{r:g}"/>',
)
BOX = '<rect class="body" x="{l:g}" y="{s:g}" width="32" height="12"/>'
SHAPES = {
    "R": (BOX,),
    "FUSE": (BOX, '<path d="M{l:g} {y:g}H{r:g}"/>'),
    "C": ('<path d="M{l:g} {y:g}H{c:g}M{c:g} {u:g}V{d:g}M{e:g} {u:g}V{d:g}M{e:g} {y:g}H{r:g}"/>',),
    "DIODE": DIODE,
    "LED": (*DIODE, '<path d="M{e:g} {u:g}l7 -7M{b:g} {u:g}l7 -7"/>'),
    "SWITCH": ('<path d="M{l:g} {y:g}H{a:g}M{b:g} {y:g}H{r:g}M{a:g} {y:g}L{b:g} {u:g}"/>',),
    "PIEZO": (
        '<circle cx="{x:g}" cy="{y:g}" r="13"/>',
        '<path d="M{l:g} {y:g}H{c:g}M{c:g} {s:g}V{t:g}M{e:g} {s:g}V{t:g}M{e:g} {y:g}H{r:g}"/>',
    ),
    "PHOTO": (*DIODE, '<path d="M{a:g} {u:g}l-7 -7M{c:g} {u:g}l-7 -7"/>'),
}
