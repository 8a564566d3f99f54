"""The wiring in words: the pin plan, the jacks, and every net and cable as Markdown tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workshop import power, trace
from workshop.checks.bus import all_lines
from workshop.firmware_export import KEYS, NOTICE

if TYPE_CHECKING:
    from workshop.design import Design

NUMBERS = {row[0]: row[1] for row in (("GND", "3, 8, 13, 18, 23, 28, 33, 38"),)}


def pin_plan(design: Design) -> str:
    """Write which pin of the Pico, and of the expander in each seat box, does what."""
    (pico,) = design.parts_of_kinds("PICO")
    lines = ["| Pico pin | GPIO | signal | function | reaches |", "|--:|---|---|---|---|"]
    for signal, entry in design.source["pins"].items():
        pin = f"GP{entry['gp']}"
        number = pico.kind.pins[pin].numbers[0]
        lines.append(f"| {number} | {pin} | {signal} | {entry['function']} | {_ends(design, f'{pico.name}.{pin}')} |")
    used = {f"GP{entry['gp']}" for entry in design.source["pins"].values()}
    spare = [pin for pin in pico.kind.pins if pin.startswith("GP") and pin not in used]
    lines += ["", f"Spare: {', '.join(spare)}. Ground: pins {NUMBERS['GND']}.", ""]
    lines += ["| expander pin | package pin | signal |", "|---|--:|---|"]
    chip = design.kinds["MCP23008"]
    for signal, pin in design.source["expander"].items():
        role = "button" if signal in KEYS else "output"
        lines.append(f"| {pin} | {chip.pins[pin].numbers[0]} | {signal} ({role}) |")
    return "\n".join(lines) + "\n"


def _ends(design: Design, pin: str) -> str:
    """Return where a line ends: the parts beyond its resistors that are not resistors, capacitors or protection."""
    small = {"R", "C", "ESD", "PICO", "PLUG2", "PLUG3", "PLUG4", "PLUG5", "PLUG7", "JACK"}
    far = dict.fromkeys(
        design.part_of(other).name
        for other in trace.pins_reached_from(design, pin)
        if design.part_of(other).kind.name not in small
    )
    plugs = dict.fromkeys(
        design.part_of(other).name
        for other in trace.pins_reached_from(design, pin)
        if design.part_of(other).label == "UART"
    )
    resistors = dict.fromkeys(
        design.part_of(other).name
        for other in trace.pins_reached_from(design, pin)
        if design.part_of(other).kind.name == "R"
    )
    return ", ".join([*far, *plugs] or resistors)


def wiring_table(design: Design) -> str:
    """Write every net of every board and every cable, for soldering and for searching a fault."""
    lines = [
        f"<!-- {NOTICE} -->",
        "",
        "# Wiring",
        "",
        "Every line of this page can be checked with a continuity tester.",
        "",
    ]
    lines += ["## Cables", ""]
    for cable in design.cables:
        start, end = design.parts[cable.start], design.parts[cable.end]
        lines += [f"### {cable.name}: {cable.start} to {cable.end}", "", "| from | to | net |", "|---|---|---|"]
        for near, far in cable.wires:
            circuit = design.at(f"{start.name}.{near}")
            net = circuit.nets[0] if circuit and circuit.nets else "not used"
            lines.append(f"| {start.ref}.{near} | {end.ref}.{far} | {net} |")
        lines.append("")
    for board, entry in design.source["boards"].items():
        if entry["nets"]:
            lines += [f"## Nets of the {board} board", "", "| net | pins |", "|---|---|"]
            lines += [f"| {net} | {' '.join(pins)} |" for net, pins in entry["nets"].items()]
            lines.append("")
    lines += ["## The I2C lines as computed", "", "rise time = 0.8473 x pull-up x capacitance, at most 300 ns", ""]
    lines += ["| line | pull-up ohm | in series ohm | pF | rise ns |", "|---|--:|--:|--:|--:|"]
    for line in all_lines(design):
        lines.append(
            f"| {line.name} | {line.pull_up:.0f} | {line.series:.0f} | {line.picofarads:.1f} | {line.rise_ns:.0f} |"
        )
    lines += ["", "## The power budget as computed", "", power.budget_table(design)]
    return "\n".join(lines)
