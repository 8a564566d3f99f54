"""The boxes: the sizes OpenSCAD is given, the prints and pictures it makes, and whether they are still the same."""

from __future__ import annotations

import math
import re
import struct
import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING

from workshop.design import HARDWARE
from workshop.firmware import NOTICE
from workshop.layout import places

if TYPE_CHECKING:
    from pathlib import Path

    from workshop.design import Design

BOXES = HARDWARE / "boxes"
PRINTS = ("seat_box body", "seat_box face", "centre_box body", "centre_box lid")
PICTURES = ("seat_box both", "seat_box open", "centre_box both", "centre_box open")
PETG = 1.27e-3  # g per mm3


@dataclass(frozen=True)
class Solid:
    """What is compared of a print: OpenSCAD writes its triangles in no fixed order."""

    volume: float
    low: tuple[float, ...]
    high: tuple[float, ...]
    open_edges: int

    def same_as(self, other: Solid) -> bool:
        """Return whether two prints are the same to a thousandth."""
        near = math.isclose(self.volume, other.volume, rel_tol=1e-3)
        return near and all(
            math.isclose(a, b, abs_tol=0.02) for a, b in zip(self.low + self.high, other.low + other.high, strict=True)
        )


def sizes(design: Design) -> str:
    """Write parts.scad: every size of the description as an OpenSCAD variable."""
    lines = [f"// {NOTICE}"]
    for name, entry in design.source["mechanics"].items():
        word = name.replace("-", "_")
        if isinstance(entry, dict):
            lines += [f"{word}_{key} = {value};" for key, value in entry.items() if key != "sure"]
        else:
            lines.append(f"{word} = {entry};")
    where = places(design, "centre")
    lines += [f"pico_x = {where['U1'][0] - 17.78 / 2:g};", f"terminal_x = {where['J5'][0] + 2.54:g};"]
    return "\n".join(lines) + "\n"


def render(model: str, part: str, target: Path) -> str:
    """Make one print (.stl) or picture (.png); gives what OpenSCAD complained about, nothing when it held."""
    command = ["openscad", "-q", "-D", f'part="{part}"', "-o", str(target)]
    if target.suffix == ".png":
        camera = CAMERAS[model, part]
        look = ["--imgsize=1200,900", f"--camera={camera}", "--colorscheme=Tomorrow"]
        command = ["xvfb-run", "-a", *command, *look]
    done = subprocess.run(
        [*command, str(BOXES / f"{model}.scad")], capture_output=True, text=True, check=False, timeout=120
    )
    broken = done.returncode != 0 or not target.exists() or target.stat().st_size == 0
    return f"{model} {part}: {done.stderr.strip() or 'OpenSCAD failed'}" if broken else ""


# Where the camera stands: the point it looks at, its angles, its distance.
CAMERAS = {
    ("seat_box", "both"): "68,34,28,58,0,20,330",
    ("seat_box", "open"): "78,34,72,50,0,25,540",
    ("centre_box", "both"): "70,60,20,45,0,20,420",
    ("centre_box", "open"): "75,60,56,52,0,25,520",
}

VERTEX = re.compile(r"vertex\s+(\S+)\s+(\S+)\s+(\S+)")


def measure(path: Path) -> Solid:
    """Compute volume, box and open edges of a print."""
    corners = _corners(path)
    triangles = [corners[index : index + 3] for index in range(0, len(corners), 3)]
    volume = sum(_signed(*triangle) for triangle in triangles)
    edges: dict[tuple[tuple[float, ...], ...], int] = {}
    for a, b, c in triangles:
        for edge in ((a, b), (b, c), (c, a)):
            key = edge if edge[0] < edge[1] else (edge[1], edge[0])
            edges[key] = edges.get(key, 0) + (1 if edge[0] < edge[1] else -1)
    low, high = (tuple(pick(corner[axis] for corner in corners) for axis in range(3)) for pick in (min, max))
    return Solid(volume, low, high, sum(1 for count in edges.values() if count))


def _corners(path: Path) -> list[tuple[float, ...]]:
    """Read an STL file as text or binary."""
    raw = path.read_bytes()
    if raw[:5] == b"solid":
        return [tuple(round(float(number), 4) for number in found) for found in VERTEX.findall(raw.decode())]
    (count,) = struct.unpack_from("<I", raw, 80)
    numbers = [struct.unpack_from("<9f", raw, 84 + 50 * index + 12) for index in range(count)]
    return [tuple(round(n, 4) for n in row[at : at + 3]) for row in numbers for at in (0, 3, 6)]


def _signed(a: tuple[float, ...], b: tuple[float, ...], c: tuple[float, ...]) -> float:
    """Return the signed volume between a triangle and the origin."""
    return (
        a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0])
    ) / 6


def to_binary(path: Path) -> None:
    """Write a print as binary STL with its triangles sorted: a fifth of the size, and always the same bytes."""
    corners = _corners(path)
    triangles = sorted(_turned(corners[index : index + 3]) for index in range(0, len(corners), 3))
    header = b"binary STL".ljust(80)
    body = b"".join(
        struct.pack("<12fH", 0, 0, 0, *triangle[0], *triangle[1], *triangle[2], 0) for triangle in triangles
    )
    path.write_bytes(header + struct.pack("<I", len(triangles)) + body)


def _turned(triangle: list[tuple[float, ...]]) -> tuple[tuple[float, ...], ...]:
    """Begin a triangle at its smallest corner without turning it over."""
    first = triangle.index(min(triangle))
    return tuple(triangle[first:] + triangle[:first])
