"""The checks of the hardware description: each finds one family of mistakes and says where it is.

Every check takes the design and yields findings. A clean design yields none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from workshop.checks import (
    breadboard_wiring,
    bus,
    cable_wires,
    component_roles,
    connections,
    dangling_references,
    datasheet_figures,
    firmware_pins,
    levels,
    loads,
    order_line_sizes,
    ordered_values,
    ordering,
    part_alternatives,
    part_functions,
    part_knowledge,
    part_placement,
    pick_and_place,
    required_parts,
    silkscreen,
    table_fit,
)
from workshop.checks.finding import Finding

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from workshop.design import Design

__all__ = ["CHECKS", "Finding", "check"]

CHECKS: dict[str, Callable[[Design], Iterator[Finding]]] = {
    "names": dangling_references.names,
    "cables": dangling_references.cables,
    "drawings": dangling_references.drawings,
    "open pins": connections.open_pins,
    "drivers": connections.drivers,
    "orientation": connections.orientation,
    "supply capacitors": connections.supply_capacitors,
    "pin functions": firmware_pins.functions,
    "pin map": firmware_pins.pin_map,
    "wiring": firmware_pins.wiring,
    "expander outputs": firmware_pins.expander_outputs,
    "addresses": bus.addresses,
    "bus lines": bus.lines,
    "pull-ups": bus.pull_ups,
    "rise time": bus.rise_time,
    "voltages": levels.voltages,
    "watts": levels.watts,
    "logic levels": levels.logic,
    "supplies": loads.supplies,
    "currents": loads.currents,
    "lamps": loads.lamps,
    "resistors": component_roles.resistors,
    "ends": component_roles.ends,
    "capacitors": component_roles.capacitors,
    "protection": component_roles.protection,
    "straps": component_roles.straps,
    "buttons": component_roles.buttons,
    "jack pairs": component_roles.jack_pairs,
    "sensing": component_roles.sensing,
    "needed": required_parts.needed,
    "loads": required_parts.loads,
    "back-feeds": required_parts.back_feeds,
    "options": required_parts.options,
    "pin orders": part_knowledge.pin_orders,
    "packages": part_knowledge.packages,
    "part numbers": part_knowledge.part_numbers,
    "values": ordered_values.values,
    "makers": part_alternatives.makers,
    "alternatives": part_alternatives.alternatives,
    "own pads": part_knowledge.own_pads,
    "breadboard": breadboard_wiring.check,
    "table": table_fit.check,
    "figures": datasheet_figures.figures,
    "feeds": datasheet_figures.feeds,
    "marker": datasheet_figures.marker,
    "leads": cable_wires.leads,
    "speed": cable_wires.speed,
    "words": silkscreen.words,
    "purposes": part_functions.purposes,
    "edges": part_placement.edges,
    "pico words": part_placement.pico_words,
    "near jacks": part_placement.near_jacks,
    "key row": part_placement.key_row,
    "floods": part_placement.floods,
    "keepers": part_placement.keepers,
    "sizes": part_placement.sizes,
    "crowding": silkscreen.crowding,
    "openings": silkscreen.openings,
    "beside": pick_and_place.beside,
    "turns": pick_and_place.turns,
    "marks": pick_and_place.marks,
    "sides": pick_and_place.sides,
    "house numbers": pick_and_place.house_numbers,
    "stock": ordering.stock,
    "counts": ordering.counts,
    "screws": ordering.screws,
    "caps": ordering.caps,
    "goods": order_line_sizes.goods,
    "prices": order_line_sizes.prices,
    "price": ordering.price,
}


def check(design: Design) -> list[Finding]:
    """Run every check.

    Names come first: with a name that does not exist the other checks would only repeat the same mistake.

    >>> from workshop.design import load
    >>> check(load())
    []
    """
    wrong_names = [
        *dangling_references.names(design),
        *dangling_references.cables(design),
        *datasheet_figures.feeds(design),
    ]
    wrong_names += dangling_references.drawings(design)
    if any(finding.fatal for finding in wrong_names):
        return wrong_names
    return [finding for run in CHECKS.values() for finding in run(design)]
