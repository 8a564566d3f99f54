"""The checks of the hardware description: each finds one family of mistakes and says where it is.

Every check takes the design and yields findings. A clean design yields none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from workshop.checks import (
    breadboard_wiring,
    bus,
    cable_specs,
    connections,
    dangling_references,
    datasheet_figures,
    firmware_pins,
    levels,
    loads,
    ordered_goods,
    ordered_values,
    ordering,
    part_alternatives,
    part_functions,
    part_knowledge,
    part_placement,
    passive_components,
    pick_and_place,
    required_parts,
    silkscreen,
    supply_floods,
    table_fit,
)
from workshop.checks.finding import Finding

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from workshop.design import Design

__all__ = ["CHECKS", "Finding", "check"]

CHECKS: dict[str, Callable[[Design], Iterator[Finding]]] = {
    "names": dangling_references.check_net_pins,
    "cables": dangling_references.check_cables,
    "drawings": dangling_references.check_schematic_parts,
    "open pins": connections.check_open_pins,
    "drivers": connections.check_drivers,
    "orientation": connections.check_orientation,
    "supply capacitors": connections.check_supply_capacitors,
    "pin functions": firmware_pins.check_functions,
    "pin map": firmware_pins.check_pin_map,
    "wiring": firmware_pins.check_wiring,
    "expander outputs": firmware_pins.check_expander_outputs,
    "addresses": bus.check_addresses,
    "bus lines": bus.check_i2c_pins,
    "pull-ups": bus.check_pull_ups,
    "rise time": bus.check_rise_time,
    "voltages": levels.check_voltages,
    "watts": levels.check_resistor_heat,
    "logic levels": levels.check_logic,
    "supplies": loads.check_seat_supplies,
    "currents": loads.check_currents,
    "lamps": loads.check_lamps,
    "resistors": passive_components.check_resistors,
    "ends": passive_components.check_pins_on_stated_nets,
    "capacitors": passive_components.check_capacitors,
    "protection": passive_components.check_protection,
    "straps": passive_components.check_straps,
    "buttons": passive_components.check_button_lines,
    "jack pairs": passive_components.check_ethernet_safety,
    "sensing": passive_components.check_sensing,
    "needed": required_parts.check_required_parts,
    "loads": required_parts.check_pin_loads,
    "back-feeds": required_parts.check_back_feeds,
    "options": required_parts.check_only_spares_are_optional,
    "pin orders": part_knowledge.check_pin_orders,
    "packages": part_knowledge.check_packages,
    "part numbers": part_knowledge.check_part_numbers,
    "values": ordered_values.check_values,
    "makers": part_alternatives.check_maker_numbers,
    "alternatives": part_alternatives.check_alternatives,
    "own pads": part_knowledge.check_own_pads,
    "breadboard": breadboard_wiring.check,
    "table": table_fit.check,
    "figures": datasheet_figures.check_figures,
    "feeds": datasheet_figures.check_seat_feeds,
    "marker": datasheet_figures.check_marker_pixel_count,
    "leads": cable_specs.check_leads,
    "speed": bus.check_speed,
    "words": silkscreen.check_words,
    "purposes": part_functions.check_stated_purposes,
    "edges": part_placement.check_edge_parts,
    "pico words": part_placement.check_pico_words,
    "near jacks": part_placement.check_esd_near_jacks,
    "key row": part_placement.check_key_row,
    "floods": supply_floods.check_floods,
    "keepers": part_placement.check_keeper_pressure,
    "sizes": part_placement.check_model_sizes,
    "crowding": part_placement.check_part_overlaps,
    "openings": part_placement.check_box_openings,
    "beside": pick_and_place.check_part_distances,
    "turns": pick_and_place.check_part_rotations,
    "marks": pick_and_place.check_fiducials,
    "sides": pick_and_place.check_front_side_only,
    "reached points": part_placement.check_test_point_access,
    "house numbers": pick_and_place.check_assembly_part_numbers,
    "stock": ordering.check_order_entries,
    "counts": ordering.check_ordered_quantities,
    "screws": ordering.check_screws,
    "caps": ordering.check_brightness_cap_margin,
    "looked for": ordered_values.check_lookalike_notes,
    "goods": ordered_goods.check_goods,
    "prices": ordered_goods.check_quantity_prices,
    "price": ordering.check_price_limit,
}


def check(design: Design) -> list[Finding]:
    """Run every check.

    Names come first: with a name that does not exist the other checks would only repeat the same mistake.

    >>> from workshop.design import load
    >>> check(load())
    []
    """
    wrong_names = [
        *dangling_references.check_net_pins(design),
        *dangling_references.check_cables(design),
        *datasheet_figures.check_seat_feeds(design),
    ]
    wrong_names += dangling_references.check_schematic_parts(design)
    if any(finding.fatal for finding in wrong_names):
        return wrong_names
    return [finding for run in CHECKS.values() for finding in run(design)]
