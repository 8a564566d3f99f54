"""A small router: finds tracks between the pads of each net on a grid of two layers.

Nets negotiate: each takes the cheapest way, crossing another costs, and costs more in every round, more still where
nets have met before; a trace that crosses is taken up and laid again until none does. The ground goes last: both layers
are flooded with it afterwards, its tracks only join the islands.
"""

from __future__ import annotations

import heapq
import math
from collections import defaultdict
from dataclasses import dataclass, field
from itertools import pairwise

GRID = 0.635
VIA = (0.8, 0.4)  # copper and hole
CLEARANCE = 0.25
EDGE = 0.6
WIDE, NARROW = 0.6, 0.3
VIA_COST, WRONG_WAY, BEND = 14.0, 1.5, 0.4
ROUNDS = 80
FIRST_PRICE, DEARER, MEMORY = 3.0, 1.25, 1.5


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
class RoutingResult:
    """What the router found: tracks, vias and the nets that found no way."""

    tracks: list[Track] = field(default_factory=list)
    vias: list[tuple[str, float, float]] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)


Cell = int  # (layer x rows + row) x columns + column
ANYBODY, NOBODY = "", "#"


@dataclass
class Way:
    """What one net occupies: its tracks and vias, and the cells too near to them for copper of each half width."""

    tracks: list[Track]
    vias: list[tuple[str, float, float]]
    cells: dict[float, set[Cell]]
    halo: dict[float, set[Cell]]


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
        self.layer = self.columns * self.rows
        self.size, self.pads, self.holes, self.wide, self.last = size, pads, holes, wide, last
        self.nets: dict[str, list[Pad]] = {}
        for pad in pads:
            if pad.net:
                self.nets.setdefault(pad.net, []).append(pad)
        self.halves = sorted({self.half(net) for net in self.nets} | {VIA[0] / 2})
        self.blocked = {half: self._obstacles(half) for half in self.halves}
        self.count = {half: [0] * (2 * self.layer) for half in self.halves}
        self.memory = [0.0] * (2 * self.layer)
        self.ways: dict[str, Way] = {}

    def half(self, net: str) -> float:
        """Return half the width of a net's tracks: supplies are wide."""
        return (WIDE if net in self.wide else NARROW) / 2

    def cell(self, column: int, row: int, layer: int) -> Cell:
        """Return the number of a cell."""
        return (layer * self.rows + row) * self.columns + column

    def spot(self, cell: Cell) -> tuple[int, int, int]:
        """Return column, row and layer of a cell."""
        rest, column = divmod(cell, self.columns)
        layer, row = divmod(rest, self.rows)
        return column, row, layer

    def _obstacles(self, half: float) -> list[str]:
        """Mark every cell where copper of a half width would come too close to a pad, a hole or the edge.

        A cell near pads of one net only is free for that net; near two nets, for none.
        """
        marks = [ANYBODY] * (2 * self.layer)
        reach = CLEARANCE + half
        for pad in self.pads:
            name = pad.net or f"({pad.name})"
            for column, row in self._near(pad.x, pad.y, pad.wide / 2 + reach, pad.high / 2 + reach):
                dx = max(abs(column * GRID - pad.x) - pad.wide / 2, 0)
                dy = max(abs(row * GRID - pad.y) - pad.high / 2, 0)
                if math.hypot(dx, dy) < reach - 1e-6:
                    for layer in pad.layers:
                        cell = self.cell(column, row, layer)
                        marks[cell] = name if marks[cell] in (ANYBODY, name) else NOBODY
        for x, y, drill in self.holes:
            around = drill / 2 + 0.4 + half
            for column, row in self._near(x, y, around, around):
                if math.hypot(column * GRID - x, row * GRID - y) < around:
                    marks[self.cell(column, row, 0)] = marks[self.cell(column, row, 1)] = NOBODY
        margin = EDGE + half
        for column in range(self.columns):
            for row in range(self.rows):
                x, y = column * GRID, row * GRID
                if not (margin <= x <= self.size[0] - margin and margin <= y <= self.size[1] - margin):
                    marks[self.cell(column, row, 0)] = marks[self.cell(column, row, 1)] = NOBODY
        return marks

    def _near(self, x: float, y: float, wide: float, high: float) -> list[tuple[int, int]]:
        columns = range(max(0, math.ceil((x - wide) / GRID)), min(self.columns - 1, int((x + wide) / GRID)) + 1)
        rows = range(max(0, math.ceil((y - high) / GRID)), min(self.rows - 1, int((y + high) / GRID)) + 1)
        return [(column, row) for column in columns for row in rows]

    def doors(self, pad: Pad) -> list[Cell]:
        """Return the cells inside a pad, from which its tracks may start; the nearest one when none is inside."""
        marks = self.blocked[self.half(pad.net)]

        def free(spread: float) -> list[Cell]:
            spots = self._near(pad.x, pad.y, pad.wide / 2 + spread, pad.high / 2 + spread)
            cells = [self.cell(column, row, layer) for column, row in spots for layer in pad.layers]
            return [cell for cell in cells if marks[cell] in (ANYBODY, pad.net)]

        return free(-0.1) or sorted(free(GRID), key=lambda cell: self._apart(cell, pad))[:1]

    def _apart(self, cell: Cell, pad: Pad) -> float:
        column, row, _ = self.spot(cell)
        return math.hypot(column * GRID - pad.x, row * GRID - pad.y)

    def route(self) -> RoutingResult:
        """Route all nets, short ones first, and take up those that cross until none does."""
        order = sorted(self.nets, key=lambda net: (net == self.last, self._length(net)))
        price, waiting, lost = FIRST_PRICE, order, []
        for _ in range(ROUNDS):
            for net in waiting:
                self._take_up(net)
                way = self._net(net, price)
                if way is None:
                    lost.append(net)
                else:
                    self._lay(net, way)
            waiting = [net for net in order if net in self.ways and self._crosses(net)]
            if not waiting:
                break
            price *= DEARER
        plan = RoutingResult(failed=sorted({*lost, *waiting}))
        for net in order:
            if net in self.ways and net not in plan.failed:
                plan.tracks += self.ways[net].tracks
                plan.vias += self.ways[net].vias
        return plan

    def _length(self, net: str) -> float:
        pads = self.nets[net]
        wide = max(p.x for p in pads) - min(p.x for p in pads)
        return wide + max(p.y for p in pads) - min(p.y for p in pads)

    def _lay(self, net: str, way: Way) -> None:
        self.ways[net] = way
        for half, cells in way.halo.items():
            count = self.count[half]
            for cell in cells:
                count[cell] += 1

    def _take_up(self, net: str) -> None:
        way = self.ways.pop(net, None)
        for half, cells in way.halo.items() if way else ():
            count = self.count[half]
            for cell in cells:
                count[cell] -= 1

    def _crosses(self, net: str) -> bool:
        """Return whether a net comes too near to another, and remember where."""
        way, found = self.ways[net], False
        for half, cells in way.cells.items():
            count, own = self.count[half], way.halo[half]
            for cell in cells:
                if count[cell] > (cell in own):
                    self.memory[cell] += MEMORY
                    found = True
        return found

    def _net(self, net: str, price: float) -> Way | None:
        """Route one net: from its first pad to the nearest other, from both to the next, until all are joined."""
        half = self.half(net)
        pads = list(self.nets[net])
        doors = {pad.name: self.doors(pad) for pad in pads}
        tracks: list[Track] = []
        vias: set[tuple[int, int]] = set()
        cells: set[Cell] = set()
        tree: set[Cell] = set(doors[pads[0].name])
        joined, waiting = [pads[0]], pads[1:]
        while waiting:
            goals = {cell: pad for pad in waiting for cell in doors[pad.name]}
            path = self._search(net, tree, goals, price)
            if path is None:
                return None
            reached = goals[path[-1]]
            first = next((pad for pad in joined if path[0] in doors[pad.name]), None)
            tracks += self._draw(net, path, 2 * half, first, reached)
            spots = [self.spot(cell) for cell in path]
            vias |= {(a[0], a[1]) for a, b in pairwise(spots) if a[2] != b[2]}
            cells |= set(path)
            tree |= set(path) | set(doors[reached.name])
            joined.append(reached)
            waiting.remove(reached)
        drilled = {self.cell(column, row, layer) for column, row in vias for layer in (0, 1)}
        used = {half: cells, VIA[0] / 2: drilled} if half != VIA[0] / 2 else {half: cells | drilled}
        halo = {
            other: {near for own, these in used.items() for cell in these for near in self._around(cell, own, other)}
            for other in self.halves
        }
        return Way(tracks, [(net, column * GRID, row * GRID) for column, row in sorted(vias)], used, halo)

    def _around(self, cell: Cell, own: float, other: float) -> list[Cell]:
        """Return the cells where other copper would be too near to copper at a cell."""
        column, row, _ = self.spot(cell)
        return [
            cell + dy * self.columns + dx
            for dx, dy in REACHES[own, other]
            if 0 <= column + dx < self.columns and 0 <= row + dy < self.rows
        ]

    def _search(self, net: str, sources: set[Cell], goals: dict[Cell, Pad], price: float) -> list[Cell] | None:
        """Find the cheapest way from any source to any goal."""
        if not sources or not goals:
            return None
        half, columns, layer = self.half(net), self.columns, self.layer
        walls, crowd, memory = self.blocked[half], self.count[half], self.memory
        via_walls, via_crowd = self.blocked[VIA[0] / 2], self.count[VIA[0] / 2]
        targets = [self.spot(cell) for cell in goals]
        left, right = min(t[0] for t in targets), max(t[0] for t in targets)
        top, low = min(t[1] for t in targets), max(t[1] for t in targets)

        def rest(cell: Cell) -> float:
            row, column = divmod(cell % layer, columns)
            return max(left - column, 0, column - right) + max(top - row, 0, row - low)

        cost: dict[Cell, float] = dict.fromkeys(sources, 0.0)
        came: dict[Cell, Cell] = {}
        heap = [(rest(cell), 0.0, cell) for cell in sorted(sources)]
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
            back = here >= layer
            before = here - came[here] if here in came else 0
            for step in (1, -1, columns, -columns):
                there = here + step
                if walls[there] and walls[there] != net:
                    continue
                total = spent + (1.0 if (abs(step) == columns) == back else WRONG_WAY)
                total += price * crowd[there] + memory[there]
                if before and before != step and abs(before) != layer:
                    total += BEND
                if total < cost.get(there, math.inf) - 1e-9:
                    cost[there], came[there] = total, here
                    heapq.heappush(heap, (total + rest(there), total, there))
            there = here - layer if back else here + layer
            if not via_walls[here] and not via_walls[there]:
                total = spent + VIA_COST + price * (via_crowd[here] + via_crowd[there]) + memory[there]
                if total < cost.get(there, math.inf) - 1e-9:
                    cost[there], came[there] = total, here
                    heapq.heappush(heap, (total + rest(there), total, there))
        return None

    def _draw(self, net: str, path: list[Cell], width: float, first: Pad | None, last: Pad) -> list[Track]:
        """Turn a way into straight tracks, from pad centre to pad centre."""
        tracks = []
        spots = [self.spot(cell) for cell in path]
        points = [((column * GRID, row * GRID), layer) for column, row, layer in spots]
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


def _reaches() -> dict[tuple[float, float], list[tuple[int, int]]]:
    """Return for each pair of half widths the steps within which the two are too near."""
    halves = (NARROW / 2, WIDE / 2, VIA[0] / 2)
    found: dict[tuple[float, float], list[tuple[int, int]]] = defaultdict(list)
    for own in halves:
        for other in halves:
            reach = (own + other + CLEARANCE) / GRID - 1e-6
            span = range(-int(reach), int(reach) + 1)
            found[own, other] = [(dx, dy) for dx in span for dy in span if math.hypot(dx, dy) < reach]
    return found


REACHES = _reaches()
