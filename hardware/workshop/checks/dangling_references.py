"""Names that do not exist, pins on two nets, and cable pins without a partner."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from workshop import power, schematic_picture
from workshop.checks.finding import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from workshop.design import Cable, Design, Part


def check_net_pins(design: Design) -> Iterator[Finding]:
    """Check that every pin on a net exists and is on one net only."""
    seen = Counter(pin for pins in design.nets.values() for pin in pins)
    for net, pins in design.nets.items():
        for pin in pins:
            if design.pin(pin) is None:
                yield Finding("names", net, f"there is no pin {pin}", fatal=True)
    for pin, count in seen.items():
        if count > 1:
            yield Finding("names", pin, f"is listed {count} times on nets")
    for cable in design.cables:
        for end in (cable.start, cable.end):
            if end not in design.parts:
                yield Finding("names", cable.name, f"there is no part {end}", fatal=True)
    for feed in design.source["feeds"]:
        if power.net_of(feed["through"]) not in design.parts:
            yield Finding("names", f"feed to {feed['to']}", f"there is no part {feed['through']}", fatal=True)


def check_cables(design: Design) -> Iterator[Finding]:
    """Check that every pin at one end of a cable has a partner at the other, and both lead somewhere."""
    netted = {pin for pins in design.nets.values() for pin in pins}
    taken: Counter[str] = Counter()
    for cable in design.cables:
        if cable.start not in design.parts or cable.end not in design.parts:
            continue
        for side, other in ((0, 1), (1, 0)):
            yield from _side(design, cable, side, other, netted)
        taken.update([cable.start, cable.end])
        if cable.kind == "patch" and any(start != end for start, end in cable.wires):
            yield Finding("cables", cable.name, "a patch lead is straight: pin n goes to pin n")
    for end, count in taken.items():
        if count > 1:
            yield Finding("cables", end, f"{count} cables end here")
    for part_name, part in design.parts.items():
        plug = part.kind.name in {"JACK", "PLUG2", "PLUG3", "PLUG4", "PLUG5", "PLUG7"} or design.source["boards"][
            part.board
        ].get("panel")
        if plug and part_name not in taken and part.label != "UART":
            yield Finding("cables", part_name, "no cable ends here")


def _side(design: Design, cable: Cable, side: int, other: int, netted: set[str]) -> Iterator[Finding]:
    part = design.parts[(cable.start, cable.end)[side]]
    far = design.parts[(cable.start, cable.end)[other]]
    used = Counter(wire[side] for wire in cable.wires)
    for pin, count in used.items():
        if pin not in part.kind.pins:
            yield Finding("cables", cable.name, f"{part.name} has no pin {pin}", fatal=True)
        if count > 1:
            yield Finding("cables", cable.name, f"{count} wires end at {part.name}.{pin}")
    for pin in part.kind.pins:
        if pin not in used:
            yield Finding("cables", cable.name, f"{part.name}.{pin} has no wire")
    for wire in cable.wires:
        near, beyond = f"{part.name}.{wire[side]}", far.kind.pins.get(wire[other])
        panel = design.source["boards"][part.board].get("panel")
        if not panel and near not in netted and (beyond is None or beyond.kind != "spare"):
            yield Finding("cables", cable.name, f"{near} has a wire but is on no net")


def check_schematic_parts(design: Design) -> Iterator[Finding]:
    """Check that the schematics' lines name parts that are there, each once, and every part of more than three pins."""
    for board, blocks in design.source["drawings"].items():
        shown = schematic_picture.schematic_parts_by_name(design, board)
        told = Counter(name for lines in blocks.values() for line in lines for name in line)
        for name, count in told.items():
            if name not in shown:
                yield Finding("drawings", f"{board} board", f"there is no part {name}", fatal=True)
            elif count > 1:
                yield Finding("drawings", f"{board} board", f"{name} stands in {count} lines", fatal=True)
        for name, part in shown.items():
            if len(part.kind.pins) > 3 and name not in told:
                yield Finding("drawings", f"{board} board", f"{name} stands in no line")
        yield from _flow(design, board, blocks)


def _flow(design: Design, board: str, blocks: dict[str, list[list[str]]]) -> Iterator[Finding]:
    """Check that the parts of a line follow each other along a wire, and that a seat's block has that seat's parts."""
    shown = schematic_picture.schematic_parts_by_name(design, board)
    for title, lines in blocks.items():
        for line in lines:
            chains = [_wires(design, shown[name]) for name in line if name in shown]
            for one, other, name in zip(chains, chains[1:], line[1:], strict=False):
                if not one & other:
                    yield Finding(
                        "drawings", f"{board} board", f"{name} follows in a line with which it shares no wire"
                    )
            for name, wires in zip(line, chains, strict=False):
                nets = {net for wire in wires for net in design.circuits[wire].nets}
                if f"centre/{title.upper()}_5V" in design.nets and not any(
                    net.startswith(f"centre/{title.upper()}_") for net in nets
                ):
                    yield Finding("drawings", f"{board} board", f"{name} stands in the block of {title}")


def _wires(design: Design, part: Part) -> set[str]:
    """Return the circuits of a part without the ground, which everything shares."""
    found = {design.circuit_of.get(f"{part.name}.{pin}", "") for pin in part.kind.pins}
    return {name for name in found if name and "centre/GND" not in design.circuits[name].nets}
