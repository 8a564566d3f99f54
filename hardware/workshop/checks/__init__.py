"""The checks of the hardware description: each finds one family of mistakes and says where it is.

Every check takes the design and yields findings. A clean design yields none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from workshop.checks import (
    agreement,
    breadboard_set,
    bus,
    component_roles,
    connections,
    figures,
    goods,
    leads,
    levels,
    loads,
    ordering,
    part_alternatives,
    part_knowledge,
    places,
    placing,
    presence,
    purposes,
    references,
    silkscreen,
    table_fit,
    values,
)
from workshop.checks.finding import Finding

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from workshop.design import Design

__all__ = ["CHECKS", "Finding", "check"]

CHECKS: dict[str, Callable[[Design], Iterator[Finding]]] = {
    "names": references.names,
    "cables": references.cables,
    "drawings": references.drawings,
    "open pins": connections.open_pins,
    "drivers": connections.drivers,
    "orientation": connections.orientation,
    "supply capacitors": connections.supply_capacitors,
    "pin functions": agreement.functions,
    "pin map": agreement.pin_map,
    "wiring": agreement.wiring,
    "expander outputs": agreement.expander_outputs,
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
    "needed": presence.needed,
    "loads": presence.loads,
    "back-feeds": presence.back_feeds,
    "options": presence.options,
    "pin orders": part_knowledge.pin_orders,
    "packages": part_knowledge.packages,
    "part numbers": part_knowledge.part_numbers,
    "values": values.values,
    "makers": part_alternatives.makers,
    "alternatives": part_alternatives.alternatives,
    "own pads": part_knowledge.own_pads,
    "breadboard": breadboard_set.check,
    "table": table_fit.check,
    "figures": figures.figures,
    "feeds": figures.feeds,
    "marker": figures.marker,
    "leads": leads.leads,
    "speed": leads.speed,
    "words": silkscreen.words,
    "purposes": purposes.purposes,
    "edges": places.edges,
    "pico words": places.pico_words,
    "near jacks": places.near_jacks,
    "key row": places.key_row,
    "floods": places.floods,
    "keepers": places.keepers,
    "sizes": places.sizes,
    "crowding": silkscreen.crowding,
    "openings": silkscreen.openings,
    "beside": placing.beside,
    "turns": placing.turns,
    "marks": placing.marks,
    "sides": placing.sides,
    "house numbers": placing.house_numbers,
    "stock": ordering.stock,
    "counts": ordering.counts,
    "screws": ordering.screws,
    "caps": ordering.caps,
    "goods": goods.goods,
    "prices": goods.prices,
    "price": ordering.price,
}


def check(design: Design) -> list[Finding]:
    """Run every check.

    Names come first: with a name that does not exist the other checks would only repeat the same mistake.

    >>> from workshop.design import load
    >>> check(load())
    []
    """
    wrong_names = [*references.names(design), *references.cables(design), *figures.feeds(design)]
    wrong_names += references.drawings(design)
    if any(finding.fatal for finding in wrong_names):
        return wrong_names
    return [finding for run in CHECKS.values() for finding in run(design)]
