"""The KiCad schematic of a board: a box for every part, a global label on every pin that has a net.

KiCad joins what carries the same label, so the sheet needs no wires and cannot differ from the nets. Its electrical
rules want one source on every supply: a rail that comes through a jack, a diode or a limiter has a flag that says so.
"""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

from workshop import schematic_layout
from workshop.board_layout_input import pad_nets, parts_of
from workshop.schematic_layout import UNIT
from workshop.schematic_picture import MANY_PINS
from workshop.schematic_symbols import SUPPLIES

if TYPE_CHECKING:
    from workshop.design import Design, Kind, Part

SPACE = uuid.UUID("5f0a5f0e-7e6b-4d0c-9a55-74656e626f00")
TYPES = {
    "gnd": "power_in",
    "power_in": "power_in",
    "power_out": "power_out",
    "in": "input",
    "out": "output",
    "io": "bidirectional",
    "open_drain": "open_collector",
    "passive": "passive",
    "spare": "no_connect",
}
SHARED = {"LIMITER"}  # two feed one rail and only one of them is on: for the rules neither is its source
FLAG = "PWR_FLAG"
EFFECTS = "(effects (font (size 1.27 1.27)))"
WIDTH, LEG = 8 * UNIT, 1.5 * UNIT
FLAGS = 6 * UNIT  # under all that stands on the sheet


def draw(design: Design, board: str) -> str:
    """Write the .kicad_sch file of a board; the same description gives the same bytes."""
    parts = parts_of(design, board)
    nets = pad_nets(design, board)
    known, kinds = {part.ref: part for part in parts}, {part.kind.name: part.kind for part in parts}
    cells = ((title, [_cell(part, nets) for part in block]) for title, block in _flow(design, board))
    paper, blocks = schematic_layout.fit_blocks_on_paper(cells, FLAGS)
    lines = [
        "(kicad_sch (version 20211123) (generator tenbo)",
        f"  (uuid {_id(board)})",
        f'  (paper "{paper}")',
        f'  (title_block (title "{design.source["device"]}: {design.source["boards"][board]["title"].lower()}")'
        f' (rev "{design.source["revision"]}") (comment 1 "Designed, computed and simulated; not yet built."))',
        "  (lib_symbols",
        *(line for kind in kinds.values() for line in _symbol(kind)),
        *_flag_symbol(),
        "  )",
    ]
    for block in blocks:
        x, y = block.at
        lines.append(
            f'  (text "{block.title}" (at {x:.2f} {y:.2f} 0)'
            f" (effects (font (size 2.54 2.54) bold) (justify left)) (uuid {_id(board, block.title)}))"
        )
        for ref, (x, y) in block.parts.items():
            lines += _instance(known[ref], board, x, y, nets)
    y = max(block.bottom for block in blocks) + FLAGS
    flags = [*_flags(parts, nets)]
    for number, net in enumerate(flags, 1):
        lines += _flag(board, number, net, schematic_layout.LEFT + (number - 1) * 12 * UNIT, y)
    lines += ['  (sheet_instances (path "/" (page "1")))', "  (symbol_instances"]
    for part in parts:
        footprint, value = part.order.get("footprint", ""), part.label or part.value
        lines.append(
            f'    (path "/{_id(board, part.ref)}" (reference "{part.ref}") (unit 1)'
            f' (value "{value}") (footprint "{footprint}"))'
        )
    for number in range(1, len(flags) + 1):
        path = f'    (path "/{_id(board, FLAG, str(number))}" (reference "#FLG{number}") (unit 1)'
        lines.append(f'{path} (value "{FLAG}") (footprint ""))')
    return "\n".join([*lines, "  )", ")", ""])


def _flags(parts: list[Part], nets: dict[str, str]) -> list[str]:
    """Return the supplies whose source is no pin of the board."""
    fed, driven = set(), set()
    for part in parts:
        for number, _, type_, *_ in _ends(part.kind):
            net = nets.get(f"{part.ref}.{number}", "")
            fed |= {net} if type_ == "power_in" else set()
            driven |= {net} if type_ == "power_out" else set()
    return sorted(fed - driven - {""})


def _flag_symbol() -> list[str]:
    hidden = "(effects (font (size 1.27 1.27)) hide)"
    return [
        f'    (symbol "Tenbo:{FLAG}" (power) (pin_numbers hide) (pin_names (offset 0) hide)',
        "      (in_bom yes) (on_board yes)",
        f'      (property "Reference" "#FLG" (id 0) (at 0 1.9 0) {hidden})',
        f'      (property "Value" "{FLAG}" (id 1) (at 0 3.8 0) {EFFECTS})',
        f'      (property "Footprint" "" (id 2) (at 0 0 0) {hidden})',
        f'      (property "Datasheet" "" (id 3) (at 0 0 0) {hidden})',
        f'      (symbol "{FLAG}_0_0"',
        f'        (pin power_out line (at 0 0 90) (length 0) (name "pwr" {EFFECTS}) (number "1" {EFFECTS}))',
        "      )",
        "    )",
    ]


def _flag(board: str, number: int, net: str, x: float, y: float) -> list[str]:
    hidden = "(effects (font (size 1.27 1.27)) hide)"
    own = _id(board, FLAG, str(number))
    return [
        f'  (symbol (lib_id "Tenbo:{FLAG}") (at {x:.2f} {y:.2f} 0) (unit 1) (in_bom yes) (on_board yes)',
        f"    (uuid {own})",
        f'    (property "Reference" "#FLG{number}" (id 0) (at {x:.2f} {y - 1.9:.2f} 0) {hidden})',
        f'    (property "Value" "{FLAG}" (id 1) (at {x:.2f} {y - 3.8:.2f} 0) {EFFECTS})',
        f'    (property "Footprint" "" (id 2) (at {x:.2f} {y:.2f} 0) {hidden})',
        f'    (property "Datasheet" "" (id 3) (at {x:.2f} {y:.2f} 0) {hidden})',
        "  )",
        f'  (global_label "{net}" (shape passive) (at {x:.2f} {y:.2f} 0)'
        f" (effects (font (size 1.27 1.27)) (justify left)) (uuid {_id(board, FLAG, net)}))",
    ]


def _flow(design: Design, board: str) -> list[tuple[str, list[Part]]]:
    """Return the parts by blocks, in the order of `drawings`: first its lines, then what shares a net with them."""
    left = {part.ref: part for part in parts_of(design, board)}
    nets = pad_nets(design, board)
    on = {ref: {nets[pad] for pad in nets if pad.startswith(f"{ref}.")} - SUPPLIES - {"GND"} for ref in left}
    blocks = []
    flow = design.source["drawings"].get(board, {})
    lines = {title: [name for line in lines for name in line if name in left] for title, lines in flow.items()}
    named = {name for names in lines.values() for name in names}
    for title, names in lines.items():
        near = set().union(*(on[name] for name in names if len(left[name].kind.pins) <= MANY_PINS))
        names += [ref for ref in left if ref not in named and on[ref] & near]
        blocks.append((title, [left[name] for name in names]))
        named |= set(names)
        left = {ref: part for ref, part in left.items() if ref not in names}
    return [*blocks, ("Also on the board" if blocks else "Key strip", list(left.values()))]


def _id(*words: str) -> uuid.UUID:
    return uuid.uuid5(SPACE, "/".join(words))


def _ends(kind: Kind) -> list[tuple[str, str, str, float, float, int]]:
    """Return number, name, type and place of every pin: half of them left, half right."""
    pins = [(number, pin) for pin in kind.pins.values() for number in pin.numbers]
    half = (len(pins) + 1) // 2
    found = []
    for index, (number, pin) in enumerate(pins):
        left = index < half
        row = index if left else index - half
        x = -WIDTH / 2 - LEG if left else WIDTH / 2 + LEG
        again = pin.kind == "power_out" and (kind.name in SHARED or number != pin.numbers[0])
        found.append((number, pin.name, "passive" if again else TYPES[pin.kind], x, -row * UNIT, 0 if left else 180))
    return found


def _height(kind: Kind) -> float:
    pins = sum(len(pin.numbers) for pin in kind.pins.values())
    return (pins + 1) // 2 * UNIT


def _cell(part: Part, nets: dict[str, str]) -> schematic_layout.Cell:
    """Return how much room a part takes with the labels of its nets."""
    sides = {0: 0.0, 180: 0.0}
    for number, _, _, _, _, turn in _ends(part.kind):
        sides[turn] = max(sides[turn], schematic_layout.net_label_width(nets.get(f"{part.ref}.{number}", "")))
    left, right = (WIDTH / 2 + LEG + sides[turn] for turn in (0, 180))
    return schematic_layout.Cell(part.ref, left, right, _height(part.kind))


def _symbol(kind: Kind) -> list[str]:
    name = f"Tenbo:{kind.name}"
    lines = [f'    (symbol "{name}" (in_bom yes) (on_board yes)']
    for index, (key, value) in enumerate(
        (("Reference", "U"), ("Value", kind.name), ("Footprint", ""), ("Datasheet", ""))
    ):
        hide = "(effects (font (size 1.27 1.27)) hide)" if index > 1 else EFFECTS
        lines.append(f'      (property "{key}" "{value}" (id {index}) (at 0 {3 * UNIT - index * 1.6:.2f} 0) {hide})')
    low = -_height(kind) + UNIT / 2
    lines.append(f'      (symbol "{kind.name}_0_1"')
    lines.append(
        f"        (rectangle (start {-WIDTH / 2:.2f} {UNIT / 2 + 0.64:.2f}) (end {WIDTH / 2:.2f} {low - 0.64:.2f})"
        " (stroke (width 0.15) (type default) (color 0 0 0 0)) (fill (type background))))"
    )
    lines.append(f'      (symbol "{kind.name}_1_1"')
    for number, pin, type_, x, y, turn in _ends(kind):
        lines.append(
            f"        (pin {type_} line (at {x:.2f} {y:.2f} {turn}) (length {LEG})"
            f' (name "{pin}" {EFFECTS}) (number "{number}" {EFFECTS}))'
        )
    return [*lines, "      )", "    )"]


def _instance(part: Part, board: str, x: float, y: float, nets: dict[str, str]) -> list[str]:
    value = part.label or part.value
    lines = [
        f'  (symbol (lib_id "Tenbo:{part.kind.name}") (at {x:.2f} {y:.2f} 0) (unit 1) (in_bom yes) (on_board yes)',
        f"    (uuid {_id(board, part.ref)})",
        f'    (property "Reference" "{part.ref}" (id 0) (at {x:.2f} {y - 5.1:.2f} 0) {EFFECTS})',
        f'    (property "Value" "{value}" (id 1) (at {x:.2f} {y - 3.1:.2f} 0) {EFFECTS})',
        f'    (property "Footprint" "{part.order.get("footprint", "")}" (id 2) (at {x:.2f} {y:.2f} 0)'
        " (effects (font (size 1.27 1.27)) hide))",
        '    (property "Datasheet" "" (id 3) (at 0 0 0) (effects (font (size 1.27 1.27)) hide))',
        "  )",
    ]
    for number, _, type_, dx, dy, turn in _ends(part.kind):
        net = nets.get(f"{part.ref}.{number}")
        px, py = x + dx, y - dy
        if net:
            angle, justify = (180, "right") if turn == 0 else (0, "left")
            lines.append(
                f'  (global_label "{net}" (shape passive) (at {px:.2f} {py:.2f} {angle})'
                f" (effects (font (size 1.27 1.27)) (justify {justify}))"
                f" (uuid {_id(board, part.ref, number)}))"
            )
        elif type_ != "no_connect":
            lines.append(f"  (no_connect (at {px:.2f} {py:.2f}) (uuid {_id(board, part.ref, number)}))")
    return lines
