"""Writes solids as a STEP file: triangles of a print joined to flat faces, rounds with the sides that are printed."""

from __future__ import annotations

import math
from collections import defaultdict
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from workshop.stl import Corner

    Triangle = list[Corner]
    Loop = list[Corner]
    Plane = tuple[Corner, Corner]  # a point and the direction outwards
    Face = tuple[Plane, list[Loop]]  # its outer edge first, then its holes

OFF_PLANE_MM = 0.0002  # an STL's numbers are rounded
SAME_WAY = 0.999
HEAD = """ISO-10303-21;
HEADER;
FILE_DESCRIPTION(('flat faces'),'2;1');
FILE_NAME('{name}.step','1980-01-01T00:00:00',(''),(''),'','','');
FILE_SCHEMA(('AUTOMOTIVE_DESIGN {{ 1 0 10303 214 1 1 1 1 }}'));
ENDSEC;
DATA;
"""
PRODUCT = (
    "APPLICATION_CONTEXT('core data for automotive mechanical design processes')",
    "APPLICATION_PROTOCOL_DEFINITION('international standard','automotive_design',2000,#1)",
    "PRODUCT_CONTEXT('',#1,'mechanical')",
    "PRODUCT('{name}','{name}','',(#3))",
    "PRODUCT_DEFINITION_FORMATION('','',#4)",
    "PRODUCT_DEFINITION_CONTEXT('part definition',#1,'design')",
    "PRODUCT_DEFINITION('design','',#5,#6)",
    "PRODUCT_DEFINITION_SHAPE('','',#7)",
    "(LENGTH_UNIT() NAMED_UNIT(*) SI_UNIT(.MILLI.,.METRE.))",
    "(NAMED_UNIT(*) PLANE_ANGLE_UNIT() SI_UNIT($,.RADIAN.))",
    "(NAMED_UNIT(*) SI_UNIT($,.STERADIAN.) SOLID_ANGLE_UNIT())",
    "UNCERTAINTY_MEASURE_WITH_UNIT(LENGTH_MEASURE(1.E-3),#9,'distance_accuracy_value','')",
    "(GEOMETRIC_REPRESENTATION_CONTEXT(3) GLOBAL_UNCERTAINTY_ASSIGNED_CONTEXT((#12)) "
    "GLOBAL_UNIT_ASSIGNED_CONTEXT((#9,#10,#11)) REPRESENTATION_CONTEXT('',''))",
)
CONTEXT, SHAPE = 13, 8


class _Sheet:
    """The numbered lines of a file; points are written once, so that faces share them."""

    def __init__(self, name: str) -> None:
        self.lines = [line.format(name=name) for line in PRODUCT]
        self.points: dict[Corner, str] = {}

    def add(self, line: str) -> str:
        """Write a line and return its number."""
        self.lines.append(line)
        return f"#{len(self.lines)}"

    def point(self, corner: Corner) -> str:
        """Return the number of a point."""
        if corner not in self.points:
            self.points[corner] = self.add(f"CARTESIAN_POINT('',({_numbers(corner)}))")
        return self.points[corner]

    def axis(self, at: Corner, outwards: Corner) -> str:
        """Write a place with a direction."""
        across = _unit(_cross(outwards, (0.0, 0.0, 1.0) if abs(outwards[2]) < SAME_WAY else (0.0, 1.0, 0.0)))
        ends = [self.add(f"DIRECTION('',({_numbers(one)}))") for one in (outwards, across)]
        return self.add(f"AXIS2_PLACEMENT_3D('',{self.point(at)},{ends[0]},{ends[1]})")

    def face(self, plane: Plane, loops: list[Loop]) -> str:
        """Write a face by its outer edge and its holes."""
        bounds = []
        for index, loop in enumerate(loops):
            edge = self.add(f"POLY_LOOP('',({','.join(map(self.point, loop))}))")
            bounds.append(self.add(f"FACE_{'' if index else 'OUTER_'}BOUND('',{edge},.T.)"))
        surface = self.add(f"PLANE('',{self.axis(*plane)})")
        return self.add(f"FACE_SURFACE('',({','.join(bounds)}),{surface},.T.)")


def triangles_to_step(name: str, triangles: list[Triangle]) -> str:
    """Write closed solids of triangles as one STEP file."""
    return shells_to_step(name, [list(merge_coplanar_triangles(body)) for body in split_into_bodies(triangles)])


def shells_to_step(name: str, shells: list[list[Face]]) -> str:
    """Write solids, each closed by its faces, as one STEP file."""
    sheet, solids = _Sheet(name), []
    origin = sheet.axis((0.0, 0.0, 0.0), (0.0, 0.0, 1.0))
    for faces_ in shells:
        shell = sheet.add(f"CLOSED_SHELL('',({','.join([sheet.face(plane, loops) for plane, loops in faces_])}))")
        solids.append(sheet.add(f"FACETED_BREP('',{shell})"))
    whole = sheet.add(f"FACETED_BREP_SHAPE_REPRESENTATION('',({','.join([origin, *solids])}),#{CONTEXT})")
    sheet.add(f"SHAPE_DEFINITION_REPRESENTATION(#{SHAPE},{whole})")
    numbered = "".join(f"#{number}={line};\n" for number, line in enumerate(sheet.lines, 1))
    return f"{HEAD.format(name=name)}{numbered}ENDSEC;\nEND-ISO-10303-21;\n"


def split_into_bodies(triangles: list[Triangle]) -> list[list[Triangle]]:
    """Part triangles into bodies that share no edge."""
    beside = _beside(triangles)
    seen: set[int] = set()
    found = []
    for start in range(len(triangles)):
        if start in seen:
            continue
        seen.add(start)
        reached = [start]
        for index in reached:  # grows while it is walked
            new = [other for other in beside[index] if other not in seen]
            seen.update(new)
            reached += new
        found.append([triangles[index] for index in sorted(reached)])
    return found


def merge_coplanar_triangles(triangles: list[Triangle]) -> Iterator[Face]:
    """Join triangles that lie in one plane beside each other; yield plane, outer edge and holes of each face."""
    beside, normals = _beside(triangles), [_normal(triangle) for triangle in triangles]
    taken: set[int] = set()
    for start in sorted(range(len(triangles)), key=lambda index: -round(math.hypot(*normals[index]), 4)):
        if start in taken:
            continue
        plane = (triangles[start][0], _unit(normals[start]))
        group = [start]
        taken.add(start)
        for index in group:  # grows while it is walked
            for other in beside[index]:
                if other not in taken and _in_plane(triangles[other], normals[other], plane):
                    taken.add(other)
                    group.append(other)
        yield from _outlines([triangles[index] for index in group], plane)


def _in_plane(triangle: Triangle, normal: Corner, plane: Plane) -> bool:
    at, outwards = plane
    size = math.hypot(*normal)
    same_way = size < OFF_PLANE_MM or _dot(normal, outwards) / size > SAME_WAY
    return same_way and all(abs(_dot(_less(corner, at), outwards)) < OFF_PLANE_MM for corner in triangle)


def _outlines(group: list[Triangle], plane: Plane) -> Iterator[Face]:
    """Yield a group as one face, or triangle by triangle where its edge meets itself."""
    inner = {edge for triangle in group for edge in _edges(triangle)}
    after: dict[Corner, list[Corner]] = defaultdict(list)
    for start, end in (edge for triangle in group for edge in _edges(triangle)):
        if (end, start) not in inner:
            after[start].append(end)
    if any(len(ends) > 1 for ends in after.values()):
        yield from ((plane, [triangle]) for triangle in group)
        return
    loops = []
    while after:
        start, (end,) = after.popitem()
        loop = [start]
        while end != start:
            loop.append(end)
            (end,) = after.pop(end)
        loops.append(loop)
    # Holes of one size by their place: what rounding leaves of their areas is another in another Python.
    yield plane, sorted(loops, key=lambda loop: (-round(_dot(_area(loop), plane[1]), 2), min(loop)))


def _beside(triangles: list[Triangle]) -> list[list[int]]:
    """Return for every triangle those that it shares an edge with."""
    of = {edge: index for index, triangle in enumerate(triangles) for edge in _edges(triangle)}
    return [[of[end, start] for start, end in _edges(triangle) if (end, start) in of] for triangle in triangles]


def _edges(triangle: Triangle) -> list[tuple[Corner, Corner]]:
    a, b, c = triangle
    return [(a, b), (b, c), (c, a)]


def _normal(triangle: Triangle) -> Corner:
    a, b, c = triangle
    return _cross(_less(b, a), _less(c, a))


def _area(loop: Loop) -> Corner:
    """Return a direction as long as twice what a loop encloses."""
    turns = [_cross(_less(one, loop[0]), _less(other, loop[0])) for one, other in pairwise(loop)]
    return tuple(sum(turn[axis] for turn in turns) for axis in range(3))


def _cross(a: Corner, b: Corner) -> Corner:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def _dot(a: Corner, b: Corner) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def _less(a: Corner, b: Corner) -> Corner:
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


def _unit(a: Corner) -> Corner:
    size = math.hypot(*a) or 1.0
    return a[0] / size, a[1] / size, a[2] / size


def _numbers(corner: Corner) -> str:
    """Write numbers as STEP wants them, with a point each.

    >>> _numbers((2, -0.5, 1e-05))
    '2.,-0.5,1.e-05'
    """
    return ",".join(_number(f"{number + 0.0:.7g}") for number in corner)


def _number(written: str) -> str:
    whole, power, rest = written.partition("e")
    return (whole if "." in whole else f"{whole}.") + power + rest
