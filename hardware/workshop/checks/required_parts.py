"""What must be there: parts whose absence no net shows, what a pin may drive, and what may join two supplies."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from workshop import power
from workshop.checks.finding import Finding
from workshop.design import quantity
from workshop.firmware_export import SEATS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from workshop.design import Design, Part

# Net, kind of part, least value, and why.
NEEDS = (
    ("V5_IN", "DIODE", 0, "a suppressor against spikes of the supply"),
    ("V5_IN", "R", 1000, "a bleeder, so that V5_SENSE falls"),
    ("V5", "C", 3.3e-4, "a reservoir for the pixels and for a seat that is plugged in"),
    ("V_HOLD", "C", 1.5e-3, "a reservoir that outlasts the erase of a sector"),
    ("V_HOLD", "R", 220, "a resistor that limits the charging of the reservoir"),
    ("V_HOLD", "DIODE", 0, "a diode from the reservoir to the Pico"),
    ("RUN", "SUPERVISOR", 0, "a supervisor, for a supply that returns slowly"),
    ("SEAT_PWR_EN", "R", 1000, "a pull-up: the seats are on while the Pico starts"),
    ("CC1", "R", 4590, "5.1 kohm, or a USB-C supply gives nothing"),
    ("CC2", "R", 4590, "5.1 kohm, or a USB-C supply gives nothing"),
    ("GATE", "R", 1000, "a resistor that opens the transistor"),
    ("SHUT", "R", 100, "resistors that set where it shuts"),
    ("PIXELS", "R", 1000, "a pull-down: the pixels stay dark while the Pico starts"),
    ("PIXELS_OUT", "R", 100, "a resistor that damps the pixel line"),
    ("BUZZER_OUT", "R", 100, "a resistor that discharges the piezo"),
    ("V5_SAFE", "C", 4e-6, "a capacitor at the limiter's input"),
    *((f"{seat.upper()}_5V", "C", 4e-6, "a capacitor behind the seat's limiter") for seat in SEATS),
)
SEAT_NEEDS = (
    ("3V3", "C", 1e-6, "a capacitor at the regulator's output, or it oscillates"),
    ("V5", "C", 1e-6, "a capacitor at the regulator's input"),
    ("DISPLAY_RESET", "R", 1000, "a pull-down: the display waits while the expander starts"),
    ("INT_LINE", "C", 4e-10, "a capacitor that slows its edges"),
)
MOST_MA = 4.0  # what a pin of the Pico or of the expander drives with its levels kept
JOINS_OHMS = 1000.0


def check_required_parts(design: Design) -> Iterator[Finding]:
    """Check that every net has the parts it cannot do without, of the least value or more."""
    wanted = [("centre", *need) for need in NEEDS]
    wanted += [(seat, *need) for seat in SEATS for need in SEAT_NEEDS]
    for place, net, kind, least, why in wanted:
        pins = design.nets.get(f"{place}/{net}", ())
        parts = {
            part.name: part for pin in pins if (part := design.part_of(pin)).kind.name == kind and part.place == place
        }
        if not any(kind not in "RC" or quantity(part.order["value"]) >= least for part in parts.values()):
            yield Finding("needed", f"{place}/{net}", f"has no {why.removeprefix('a ')}")


def check_pin_loads(design: Design) -> Iterator[Finding]:
    """Check that no pin of a chip has to drive more than it can, straight to ground, a supply or a base."""
    for part in design.parts_of_kinds("PICO", "MCP23008"):
        for pin in part.kind.pins.values():
            circuit = design.at(f"{part.name}.{pin.name}") if pin.kind == "io" else None
            near = {design.part_of(other).name: other for other in circuit.pins} if circuit else {}
            amount = sum(_milliamps(design, design.parts[name], other) for name, other in near.items())
            if amount > MOST_MA:
                yield Finding(
                    "loads", f"{part.name}.{pin.name}", f"would drive {amount:.0f} mA, it can {MOST_MA:.0f} mA"
                )


def _milliamps(design: Design, part: Part, pin: str) -> float:
    """Return what a resistor asks of a pin that is high, or low against a supply."""
    if not part.ohms:
        return 0.0
    far = f"{part.name}.{'2' if pin.endswith('.1') else '1'}"
    circuit = design.at(far)
    if circuit is None:
        return 0.0
    base = any(other.endswith(".B") and design.part_of(other).kind.name == "NPN" for other in circuit.pins)
    ends = "centre/GND" in circuit.nets or power.rail_of(design, far) is not None
    volts = 2.6 if base else 3.3 if ends else 0.0
    return 1000 * volts / part.ohms


def check_back_feeds(design: Design) -> Iterator[Finding]:
    """Check that no small resistor joins two supplies: what joins them lets current through one way."""
    for part in design.parts_of_kinds("R"):
        rails = {power.rail_of(design, f"{part.name}.{pin}") for pin in part.kind.pins} - {None}
        if len(rails) == 2 and (part.ohms or 0) < JOINS_OHMS:
            yield Finding("back-feeds", part.name, f"joins {' and '.join(sorted(map(str, rails)))}")


def check_only_spares_are_optional(design: Design) -> Iterator[Finding]:
    """Check that nothing is an option but the second journal and what is there for it alone: options are not placed."""
    spare = {part.name for part in design.parts_of_kinds("FRAM")}
    for part in design.parts.values():
        serves = {f"{part.place}/{word}" for word in re.findall(r"\b[A-Z]+\d+\b", part.facts["does"])}
        if part.facts.get("option") and part.name not in spare and not serves & spare:
            yield Finding("options", part.name, f"is an option, but it {part.facts['does']}: the table needs it")
        if part.name in spare and not part.facts.get("option"):
            yield Finding("options", part.name, "is not an option, but the firmware does not use it")
