"""The schematic as a picture: blocks in the order of the flow, lines from left to right, supplies above, ground below.

What stands where follows from `drawings` and the nets; every pin is drawn or tagged with its net.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from workshop import schematic_symbols as symbols
from workshop.firmware_export import NOTICE
from workshop.schematic_symbols import CHIP_WIDTH, FIRST, PITCH, SHAPES, SUPPLIES

if TYPE_CHECKING:
    from workshop.design import Design, Part

PANELS = {"centre": ("lid",), "seat": ("keys", "face")}
WIDTH, MARGIN, GAP = 2240, 30, 24
LEFT, BETWEEN, HANGS = 130, 46, 62
ABOVE, BELOW = 104, 104
CELL = 236
LETTER = 7.4  # how wide one is, about
MANY_PINS = 12  # a chip of more does not draw the small parts of all its nets to itself


@dataclass
class Sheet:
    """What is drawn of one board: its parts, and those that have not found their place yet."""

    design: Design
    parts: dict[str, Part]
    left: dict[str, Part]
    in_lines: set[str]

    def net(self, part: Part, pin: str) -> str:
        """Return the net of a pin, as its own board or the nearest calls it."""
        circuit = self.design.at(f"{part.name}.{pin}")
        if circuit is None:
            return ""
        own = [net.partition("/")[2] for net in circuit.nets if net.startswith(f"{part.place}/")]
        names = own or [net.partition("/")[2] for net in circuit.nets]
        return names[0] if names else "open"

    def nets(self, part: Part) -> dict[str, str]:
        """Return the nets of all pins."""
        return {pin: self.net(part, pin) for pin in part.kind.pins}

    def take(self, name: str) -> Part:
        """Return a part that stands in a line now."""
        return self.left.pop(name)


@dataclass
class Drawing:
    """What has been drawn so far of a block, and how far it reaches."""

    body: list[str] = field(default_factory=list)
    wide: float = 0.0
    high: float = 0.0
    nets: set[str] = field(default_factory=set)

    def reach(self, x: float, y: float) -> None:
        """Note that something is drawn as far as a point."""
        self.wide, self.high = max(self.wide, x), max(self.high, y)


def draw(design: Design, board: str) -> str:
    """Draw one board with the parts of its panel, as SVG."""
    names = schematic_parts_by_name(design, board)
    flow = design.source["drawings"][board]
    sheet = Sheet(design, names, dict(names), {name for lines in flow.values() for line in lines for name in line})
    blocks = [(str(title), _block(sheet, lines)) for title, lines in flow.items()]
    if sheet.left:
        rest = Drawing()
        _grid(sheet, rest, list(sheet.left), 30)
        blocks.append(("Also on the board", rest))
    body, bottom = _shelves(blocks)
    source = design.source
    title = f"{source['device']}, {source['boards'][board]['title'].lower()}, revision {source['revision']}"
    size = f'width="{WIDTH}" height="{bottom:.0f}" viewBox="0 0 {WIDTH} {bottom:.0f}"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size}>',
            f"<!-- {NOTICE} -->",
            f"<style>{symbols.STYLE}</style>",
            f'<rect class="paper" width="{WIDTH}" height="{bottom:.0f}"/>',
            symbols.text(title, MARGIN, 36, "title", "start"),
            symbols.text(
                "Designed, computed and simulated; not yet built. The same word is the same wire.",
                MARGIN,
                56,
                "does",
                "start",
            ),
            *body,
            "</svg>",
            "",
        ]
    )


def schematic_parts_by_name(design: Design, board: str) -> dict[str, Part]:
    """Return a board's parts and its panel's by what `drawings` calls them, with the panel where two have one name."""
    boards = (board, *PANELS[board])
    places = [design.source["boards"][name]["copies"][0] for name in boards]
    parts = [part for part in design.parts.values() if part.board in boards and part.place in places and part.kind.pins]
    own = {part.ref for part in parts if part.board == board}
    return {
        part.ref if part.board == board or part.ref not in own else f"{part.board}/{part.ref}": part for part in parts
    }


def _shelves(blocks: list[tuple[str, Drawing]]) -> tuple[list[str], float]:
    """Set the blocks beside each other as they fit, in their order."""
    body: list[str] = []
    x, y, tall = float(MARGIN), 76.0, 0.0
    for title, block in blocks:
        wide, high = block.wide + 2 * GAP, block.high + GAP
        if x > MARGIN and x + wide > WIDTH - MARGIN:
            x, y, tall = float(MARGIN), y + tall + GAP, 0.0
        body.append(f'<g class="part-of-flow" transform="translate({x:g} {y:g})">')
        body.append(f'<rect class="frame" width="{wide:g}" height="{high:g}" rx="6"/>')
        body.append(symbols.text(title, 12, 20, "block", "start"))
        body += [*block.body, "</g>"]
        x, tall = x + wide + GAP, max(tall, high)
    return body, y + tall + MARGIN


def _block(sheet: Sheet, lines: list[list[str]]) -> Drawing:
    """Draw the lines of a block one under the other, then what hangs on its nets and found no place on a line."""
    drawing = Drawing()
    y = 30.0
    for line in lines:
        y = _line(sheet, drawing, [sheet.take(name) for name in line], y)
    near = [
        name
        for name, part in sheet.left.items()
        if name not in sheet.in_lines
        and len(part.kind.pins) <= 2
        and (set(sheet.nets(part).values()) - SUPPLIES - {"GND"}) & drawing.nets
    ]
    if near:
        _grid(sheet, drawing, near, y + 16)
    return drawing


def _line(sheet: Sheet, drawing: Drawing, parts: list[Part], top: float) -> float:
    """Draw parts from left to right along a wire; return where the next line begins."""
    nets = [sheet.nets(part) for part in parts]
    between = [_shared(one, other) for one, other in pairwise(nets)]
    first = _entry(nets[0], between[0] if between else None)
    chain = [nets[0][first], *between]
    last = [pin for pin in nets[-1] if pin != first or len(parts) > 1]
    end = _exit(parts[-1], nets[-1], chain[-1], last)
    hung = {net: _hung(sheet, net) for net in dict.fromkeys([*chain, end]) if net}
    y = top + (ABOVE if any(up or points for up, _, points in hung.values()) else 40.0)
    low = y + (BELOW if any(down for _, down, _ in hung.values()) else 30.0)
    x = float(LEFT)
    drawing.body.append(symbols.net_label(chain[0], x - 8, y + 4, "end"))
    x = _wire(sheet, drawing, hung.pop(chain[0], None), x, y)
    for index, part in enumerate(parts):
        after = chain[index + 1] if index + 1 < len(chain) else end
        x, deep = _part(drawing, part, nets[index], (chain[index], after), (x, y))
        low = max(low, deep)
        onward = after if index + 1 < len(parts) else ""
        x = _wire(sheet, drawing, hung.pop(after, None), x, y, onward) if after else x
        if onward:
            drawing.body.append(symbols.net_label(onward, x - 6, y - 5, "end"))
    if end:
        drawing.body.append(symbols.net_label(end, x + 6, y + 4, "start"))
    drawing.nets |= {net for found in nets if len(found) <= MANY_PINS for net in found.values() if net}
    drawing.reach(x + 10 + 8 * len(end), low)
    return low + 6


def _shared(one: dict[str, str], other: dict[str, str]) -> str:
    """Return the net that two parts in a line have in common: a signal rather than a supply, never ground."""
    common = [net for net in one.values() if net and net != "GND" and net in other.values()]
    return next((net for net in common if net not in SUPPLIES), common[0] if common else "")


def _entry(nets: dict[str, str], onward: str | None) -> str:
    """Return the pin at which a line enters its first part."""
    wanted = ("IN", "VIN", "VBUS", "A", "E", "1", "VDD")
    pins = [pin for pin, net in nets.items() if net and net not in (onward, "GND")]
    named = [pin for pin in wanted if pin in pins]
    return (named or pins or list(nets))[0]


def _exit(part: Part, nets: dict[str, str], came: str, pins: list[str]) -> str:
    """Return the net on which a line leaves its last part; nothing for ground, which is drawn where it is."""
    named = [nets[pin] for pin in ("OUT", "Y", "C", "D", "K") if pin in pins and nets[pin] not in ("", came)]
    two = [nets[pin] for pin in pins if nets[pin] != came] if len(part.kind.pins) == 2 else []
    return (named or two or [""])[0]


def _hung(sheet: Sheet, net: str) -> tuple[list[Part], list[Part], list[Part]]:
    """Take what hangs on a net: upwards to a supply, downwards to ground, and its test point."""
    up: list[Part] = []
    down: list[Part] = []
    points: list[Part] = []
    if net == "GND":
        return up, down, points
    for name, part in list(sheet.left.items()):
        found = list(sheet.nets(part).values())
        if name in sheet.in_lines:
            continue
        if part.kind.name == "POINT" and found == [net]:
            points.append(sheet.take(name))
        elif part.kind.name in SHAPES and len(found) == 2 and net in found and found[0] != found[1]:
            other = found[1 - found.index(net)]
            if other == "GND" and (net not in SUPPLIES or str(part.facts.get("at", net)) == net):
                down.append(sheet.take(name))
            elif other in SUPPLIES and net not in SUPPLIES:
                up.append(sheet.take(name))
    return up, down, points


def _wire(
    sheet: Sheet,
    drawing: Drawing,
    hung: tuple[list[Part], list[Part], list[Part]] | None,
    x: float,
    y: float,
    name: str = "",
) -> float:
    """Draw a piece of wire with what hangs on it and room for its name; return its end."""
    up, down, points = hung or ([], [], [])
    ends = []
    for upwards, parts in ((True, [*points, *up]), (False, down)):
        at = x + 20
        for part in parts:
            if part.kind.name == "POINT":
                drawing.body.append(symbols.test_point_symbol(part.ref, at, y))
            else:
                _hang(sheet, drawing, part, (at, y), upwards=upwards)
            at += max(HANGS, LETTER * len(_value(part)) + 24)
        ends.append(at - 20 if parts else x)
    end = max(ends) + max(26.0 if max(ends) > x else BETWEEN, LETTER * len(name) + 16)
    drawing.body.append(symbols.wire(x, y, end, y))
    return end


def _hang(sheet: Sheet, drawing: Drawing, part: Part, at: tuple[float, float], *, upwards: bool) -> None:
    x, y = at
    middle, far = (y - 42, y - 72) if upwards else (y + 42, y + 72)
    nets = sheet.nets(part)
    # A diode on ground points up: its first leg, where the current comes from, is the far one.
    turned = part.kind.name in FIRST and (nets[FIRST[part.kind.name]] in SUPPLIES | {"GND"})
    drawing.body += [
        symbols.node(x, y),
        symbols.wire(x, y, x, y + (-12 if upwards else 12)),
        symbols.vertical_part(part.kind.name, x, middle, upwards=upwards, turned=turned),
        symbols.text(part.ref, x + 12, middle - 2, "ref", "start"),
        symbols.text(_value(part), x + 12, middle + 10, "", "start"),
    ]
    other = next(net for net in nets.values() if net == "GND" or net in SUPPLIES) if upwards else "GND"
    drawing.body.append(symbols.supply(other, x, far) if upwards else symbols.ground(x, far))


def _part(
    drawing: Drawing, part: Part, nets: dict[str, str], ends: tuple[str, str], at: tuple[float, float]
) -> tuple[float, float]:
    """Draw a part of a line; return where the wire goes on, and how deep it reaches."""
    x, y = at
    if part.kind.name in SHAPES and len(nets) == 2:
        first = FIRST.get(part.kind.name)
        against = first is not None and nets[first] != ends[0]
        shape, does = symbols.horizontal_part(part.kind.name, 0, 0), str(part.facts["does"])
        head = f"{_label(part)} {_value(part)}"
        wide = max(60.0, 5.6 * len(does), LETTER * len(head)) + 8
        middle = x + wide / 2
        drawing.body += [
            symbols.wire(x, y, middle - 30, y),
            symbols.wire(middle + 30, y, x + wide, y),
            f'<g transform="translate({middle:g} {y:g}) rotate({180 if against else 0})">{shape}</g>',
            symbols.text(head, middle, y - 16, "ref"),
            symbols.text(does, middle, y + 24, "does"),
        ]
        return x + wide, y + 30
    return _chip(drawing, part, nets, ends, at)


def _chip(
    drawing: Drawing, part: Part, nets: dict[str, str], ends: tuple[str, str], at: tuple[float, float]
) -> tuple[float, float]:
    """Draw a box: the pins the line goes through in its first row, the others under them with their nets."""
    came, goes = ends
    entry = next((pin for pin, net in nets.items() if net == came), None)
    leave = next((pin for pin, net in nets.items() if goes and net == goes and pin != entry), None)
    others = [pin for pin in nets if pin not in (entry, leave)]
    half = (len(others) + 1) // 2
    columns = ([entry, *others[:half]], [leave, *others[half:]])
    room = [max([0] + [8.0 * len(nets[pin]) for pin in column[1:] if pin]) + 22 for column in columns]
    x = at[0] + (room[0] - 20 if others[:half] else 0)
    y, rows = at[1], max(len(columns[0]), len(columns[1]))
    head = f"{_label(part)} {_value(part)}"
    wide = max(CHIP_WIDTH, LETTER * len(head))
    drawing.body.append(symbols.wire(at[0], y, x, y))
    size = f'width="{wide:g}" height="{rows * PITCH + 8}"'
    drawing.body.append(f'<rect class="body" x="{x:g}" y="{y - 14:g}" {size}/>')
    drawing.body.append(symbols.text(head, x, y - 20, "ref", "start"))
    deep = y + rows * PITCH + 8
    drawing.body.append(symbols.text(str(part.facts["does"]), x, deep, "does", "start"))
    for side, column in ((0, columns[0]), (1, columns[1])):
        edge, out = (x, -12) if side == 0 else (x + wide, 12)
        for row, pin in enumerate(column):
            if pin is None:
                continue
            at_y = y + row * PITCH
            inside = ("start", 5) if side == 0 else ("end", -5)
            drawing.body.append(symbols.text(pin, edge + inside[1], at_y + 4, "", inside[0]))
            if row and not nets[pin]:
                drawing.body.append(symbols.open_end(edge + out, at_y))
            if row:
                drawing.body.append(symbols.wire(edge, at_y, edge + out, at_y))
                drawing.body.append(
                    symbols.net_label(nets[pin], edge + out * 1.4, at_y + 4, "end" if side == 0 else "start")
                )
    end = x + wide + (room[1] - 20 if others[half:] else 0)
    drawing.body.append(symbols.wire(x + wide, y, end, y) if leave else "")
    drawing.reach(max(end, x + wide + room[1], x + 5.6 * len(str(part.facts["does"]))), deep + 4)
    return end, deep + 6


def _grid(sheet: Sheet, drawing: Drawing, names: list[str], top: float) -> None:
    """Draw parts that stand in no line, each with its nets beside it."""
    columns = 4 if len(names) > 6 else 2
    y = top
    for index, name in enumerate(names):
        part = sheet.take(name)
        nets = sheet.nets(part)
        x = LEFT + CELL * (index % columns) + 30
        if part.kind.name in SHAPES and len(nets) == 2:
            first, second = nets
            if FIRST.get(part.kind.name) == second:
                first, second = second, first
            drawing.body.append(symbols.horizontal_part(part.kind.name, x, y + 30))
            drawing.body.append(symbols.net_label(nets[second], x + 36, y + 34, "start"))
        else:
            first = next(iter(nets))
            drawing.body.append(
                f'<circle cx="{x:g}" cy="{y + 30:g}" r="5"/>' + symbols.wire(x - 30, y + 30, x - 5, y + 30)
            )
        drawing.body.append(symbols.net_label(nets[first], x - 36, y + 34, "end"))
        drawing.body.append(symbols.text(f"{_label(part)} {_value(part)}", x, y + 14, "ref"))
        drawing.body.append(symbols.text(str(part.facts["does"]), x, y + 52, "does"))
        drawing.reach(x + 110, y + 64)
        if index % columns == columns - 1:
            y += 66


def _label(part: Part) -> str:
    return part.ref if part.board in PANELS else f"{part.ref} on the {part.board}"


def _value(part: Part) -> str:
    return escape(part.label or (part.value if part.value != part.kind.name else str(part.order.get("mpn", ""))))
