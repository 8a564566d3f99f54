"""A small router: finds tracks between the pads of each net on a grid of two layers.

Every net is routed alone by the cheapest way round what is there; a net that finds no way goes first in the next
attempt. The ground goes last: both layers are flooded with it afterwards, its tracks only join the islands.
"""

from __future__ import annotations

import heapq
import math
from dataclasses import dataclass, field
from itertools import pairwise

GRID = 0.635
VIA = (0.8, 0.4)  # copper and hole
CLEARANCE = 0.25
EDGE = 0.6
VIA_COST, WRONG_WAY, BEND = 14.0, 1.5, 0.4
ATTEMPTS = 60


@dataclass(frozen=True)
class Pad:
    """A pad as the router sees it: where it is, how big, on which layers (0 front, 1 back)."""

    name: str
    net: str
    x: float
    y: float
    wide: float
    high: float
    layers: tuple[int, ...]


@dataclass(frozen=True)
class Track:
    """A straight piece of copper."""

    net: str
    layer: int
    start: tuple[float, float]
    end: tuple[float, float]
    width: float


@dataclass
class Plan:
    """What the router found: tracks, vias and the nets that found no way."""

    tracks: list[Track] = field(default_factory=list)
    vias: list[tuple[str, float, float]] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)


Cell = tuple[int, int, int]


class Router:
    """Routes one board."""

    def __init__(
        self,
        size: tuple[float, float],
        pads: list[Pad],
        holes: list[tuple[float, float, float]],
        wide: set[str],
        last: str = "GND",
    ) -> None:
        self.columns, self.rows = int(size[0] / GRID) + 1, int(size[1] / GRID) + 1
        self.size, self.pads, self.holes, self.wide, self.last = size, pads, holes, wide, last
        self.nets: dict[str, list[Pad]] = {}
        for pad in pads:
            if pad.net:
                self.nets.setdefault(pad.net, []).append(pad)
        self.blocked = {width: self._obstacles(width) for width in {self.width(net) for net in self.nets}}
        self.via_blocked = self._obstacles(VIA[0])

    def width(self, net: str) -> float:
        """Return the width of a net's tracks: supplies are wide."""
        return 0.8 if net in self.wide else 0.3

    def _obstacles(self, width: float) -> dict[Cell, str]:
        """Mark every cell where copper of a width would come too close to a pad, a hole or the edge.

        A cell near pads of one net only is free for that net; near two nets, for none.
        """
        marks: dict[Cell, str] = {}
        for pad in self.pads:
            reach = CLEARANCE + width / 2
            for layer in pad.layers:
                for column, row in self._near(pad.x, pad.y, pad.wide / 2 + reach, pad.high / 2 + reach):
                    dx = max(abs(column * GRID - pad.x) - pad.wide / 2, 0)
                    dy = max(abs(row * GRID - pad.y) - pad.high / 2, 0)
                    if math.hypot(dx, dy) < reach - 1e-6:
                        name = pad.net or f"({pad.name})"
                        marks[column, row, layer] = name if marks.get((column, row, layer), name) == name else "#"
        for x, y, drill in self.holes:
            reach = drill / 2 + 0.4 + width / 2
            for column, row in self._near(x, y, reach, reach):
                if math.hypot(column * GRID - x, row * GRID - y) < reach:
                    marks[column, row, 0] = marks[column, row, 1] = "#"
        margin = EDGE + width / 2
        for column in range(self.columns):
            for row in range(self.rows):
                x, y = column * GRID, row * GRID
                if not (margin <= x <= self.size[0] - margin and margin <= y <= self.size[1] - margin):
                    marks[column, row, 0] = marks[column, row, 1] = "#"
        return marks

    def _near(self, x: float, y: float, wide: float, high: float) -> list[tuple[int, int]]:
        columns = range(max(0, math.ceil((x - wide) / GRID)), min(self.columns - 1, int((x + wide) / GRID)) + 1)
        rows = range(max(0, math.ceil((y - high) / GRID)), min(self.rows - 1, int((y + high) / GRID)) + 1)
        return [(column, row) for column in columns for row in rows]

    def doors(self, pad: Pad) -> list[Cell]:
        """Return the cells inside a pad, from which its tracks may start; the nearest one when none is inside."""
        free = self.blocked[self.width(pad.net)]
        inside = self._near(pad.x, pad.y, pad.wide / 2 - 0.1, pad.high / 2 - 0.1)
        cells = [
            (c, r, layer) for c, r in inside for layer in pad.layers if free.get((c, r, layer), pad.net) == pad.net
        ]
        if cells:
            return cells
        spread = self._near(pad.x, pad.y, pad.wide / 2 + GRID, pad.high / 2 + GRID)
        near = [(c, r, layer) for c, r in spread for layer in pad.layers if free.get((c, r, layer), pad.net) == pad.net]
        return sorted(near, key=lambda cell: math.hypot(cell[0] * GRID - pad.x, cell[1] * GRID - pad.y))[:1]

    def route(self) -> Plan:
        """Route all nets, short ones first; whoever fails goes first next time."""
        order = sorted(self.nets, key=lambda net: (net == self.last, self._length(net)))
        best = Plan(failed=[*order, ""])
        for _ in range(ATTEMPTS):
            plan = self._attempt(order)
            if len(plan.failed) < len(best.failed):
                best = plan
            if not plan.failed:
                break
            order = plan.failed + [net for net in order if net not in plan.failed]
        return best

    def _length(self, net: str) -> float:
        pads = self.nets[net]
        wide = max(p.x for p in pads) - min(p.x for p in pads)
        return wide + max(p.y for p in pads) - min(p.y for p in pads)

    def _attempt(self, order: list[str]) -> Plan:
        plan = Plan()
        used: dict[Cell, list[tuple[str, float]]] = {}
        for net in order:
            found = self._net(net, used)
            if found is None:
                plan.failed.append(net)
                continue
            tracks, vias, cells = found
            plan.tracks += tracks
            plan.vias += vias
            for cell, half in cells:
                used.setdefault(cell, []).append((net, half))
        return plan

    def _taken(self, net: str, used: dict[Cell, list[tuple[str, float]]], half: float) -> set[Cell]:
        """Return the cells too close to the copper of other nets for copper of this half width."""
        taken: set[Cell] = set()
        for (column, row, layer), owners in used.items():
            others = [other for name, other in owners if name != net]
            if others:
                reach = (max(others) + half + CLEARANCE) / GRID - 1e-6
                span = int(reach)
                for dx in range(-span, span + 1):
                    for dy in range(-span, span + 1):
                        if math.hypot(dx, dy) < reach:
                            taken.add((column + dx, row + dy, layer))
        return taken

    def _net(
        self, net: str, used: dict[Cell, list[tuple[str, float]]]
    ) -> tuple[list[Track], list[tuple[str, float, float]], list[tuple[Cell, float]]] | None:
        """Route one net: from its first pad to the nearest other, from both to the next, until all are joined."""
        width = self.width(net)
        taken, via_taken = self._taken(net, used, width / 2), self._taken(net, used, VIA[0] / 2)
        pads = list(self.nets[net])
        doors = {pad.name: [cell for cell in self.doors(pad) if cell not in taken] for pad in pads}
        tracks: list[Track] = []
        vias: list[tuple[str, float, float]] = []
        cells: list[tuple[Cell, float]] = []
        tree: set[Cell] = set(doors[pads[0].name])
        joined, waiting = [pads[0]], pads[1:]
        while waiting:
            goals = {cell: pad for pad in waiting for cell in doors[pad.name]}
            path = self._search(net, tree, goals, taken, via_taken)
            if path is None:
                return None
            reached = goals[path[-1]]
            first = next((pad for pad in joined if path[0] in doors[pad.name]), None)
            tracks += self._draw(net, path, width, first, reached)
            vias += [(net, a[0] * GRID, a[1] * GRID) for a, b in pairwise(path) if a[2] != b[2]]
            via_cells = {(a[0], a[1]) for a, b in pairwise(path) if a[2] != b[2]}
            cells += [(cell, width / 2) for cell in path]
            cells += [((*spot, layer), VIA[0] / 2) for spot in via_cells for layer in (0, 1)]
            tree |= set(path) | set(doors[reached.name])
            joined.append(reached)
            waiting.remove(reached)
        return tracks, vias, cells

    def _search(
        self, net: str, sources: set[Cell], goals: dict[Cell, Pad], taken: set[Cell], via_taken: set[Cell]
    ) -> list[Cell] | None:
        """Find the cheapest way from any source to any goal."""
        if not sources or not goals:
            return None
        walls, via_walls = self.blocked[self.width(net)], self.via_blocked
        targets = [(cell[0], cell[1]) for cell in goals]
        left, right = min(t[0] for t in targets), max(t[0] for t in targets)
        top, low = min(t[1] for t in targets), max(t[1] for t in targets)

        def rest(column: int, row: int) -> float:
            return max(left - column, 0, column - right) + max(top - row, 0, row - low)

        cost: dict[Cell, float] = dict.fromkeys(sources, 0.0)
        came: dict[Cell, Cell] = {}
        heap = [(rest(cell[0], cell[1]), 0.0, cell) for cell in sorted(sources)]
        heapq.heapify(heap)
        while heap:
            _, spent, here = heapq.heappop(heap)
            if here in goals:
                path = [here]
                while path[-1] in came:
                    path.append(came[path[-1]])
                return path[::-1]
            if spent > cost[here]:
                continue
            column, row, layer = here
            before = came.get(here)
            steps = [
                ((column + 1, row, layer), 0),
                ((column - 1, row, layer), 0),
                ((column, row + 1, layer), 1),
                ((column, row - 1, layer), 1),
            ]
            for there, upright in steps:
                if there in taken or walls.get(there, net) != net:
                    continue
                price = 1.0 if upright == layer else WRONG_WAY
                if (
                    before
                    and before[2] == layer
                    and (there[0] - column, there[1] - row) != (column - before[0], row - before[1])
                ):
                    price += BEND
                self._offer(here, there, spent + price, cost, came, heap, rest(there[0], there[1]))
            other = (column, row, 1 - layer)
            free = all(
                via_walls.get((column, row, side)) is None and (column, row, side) not in via_taken for side in (0, 1)
            )
            if free:
                self._offer(here, other, spent + VIA_COST, cost, came, heap, rest(column, row))
        return None

    @staticmethod
    def _offer(
        here: Cell,
        there: Cell,
        total: float,
        cost: dict[Cell, float],
        came: dict[Cell, Cell],
        heap: list[tuple[float, float, Cell]],
        rest: float,
    ) -> None:
        if total < cost.get(there, math.inf) - 1e-9:
            cost[there] = total
            came[there] = here
            heapq.heappush(heap, (total + rest, total, there))

    def _draw(self, net: str, path: list[Cell], width: float, first: Pad | None, last: Pad) -> list[Track]:
        """Turn a way into straight tracks, from pad centre to pad centre."""
        tracks = []
        points = [((c * GRID, r * GRID), layer) for c, r, layer in path]
        if first is not None:
            tracks.append(Track(net, points[0][1], (first.x, first.y), points[0][0], width))
        start = 0
        for index in range(1, len(points)):
            turned = (
                index + 1 == len(points)
                or points[index + 1][1] != points[start][1]
                or not _straight(points[start][0], points[index][0], points[index + 1][0])
            )
            if points[index][1] != points[start][1]:
                start = index
            elif turned:
                tracks.append(Track(net, points[start][1], points[start][0], points[index][0], width))
                start = index
        tracks.append(Track(net, points[-1][1], points[-1][0], (last.x, last.y), width))
        return [track for track in tracks if math.dist(track.start, track.end) > 1e-6]


def _straight(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> bool:
    return abs((b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])) < 1e-9
