"""Hands a board to the router: every pad, what else is in the way of a track, and which nets are wide."""

from __future__ import annotations

from typing import Any

from workshop import routing
from workshop.board_layout_input import WIDE

HOLE_MM = 3.2


def route(task: dict[str, Any], raw: list[list[Any]]) -> routing.RoutingResult:
    """Return the tracks and vias of a board whose pads KiCad has measured."""
    pads = [routing.Pad(name, net, x, y, wide, high, tuple(layers)) for name, net, x, y, wide, high, layers, _ in raw]
    # A via that only joins the ground's areas is in the way of every track, and none leads to it.
    via = routing.VIA[0]
    pads += [routing.Pad(f"stitch at {x:g}, {y:g}", "", x, y, via, via, (0, 1)) for x, y in task.get("stitches", ())]
    holes = [(x, y, HOLE_MM) for x, y in task["holes"]] + [(pad[2], pad[3], pad[7]) for pad in raw if not pad[6]]
    return routing.Router(tuple(task["size"]), pads, holes, WIDE, task["flood"]).route()
