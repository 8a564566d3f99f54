"""Reads and writes prints as STL files: volume, box, open edges, and in their head what they were made from."""

from __future__ import annotations

import hashlib
import re
import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

Corner = tuple[float, ...]
HEAD = 80  # bytes before the triangles, free for words
VERTEX = re.compile(r"vertex\s+(\S+)\s+(\S+)\s+(\S+)")


@dataclass(frozen=True)
class Solid:
    """What is compared of a print: OpenSCAD writes its triangles in no fixed order."""

    volume: float
    low: tuple[float, ...]
    high: tuple[float, ...]
    open_edges: int


def measure(path: Path) -> Solid:
    """Compute volume, box and open edges of a print."""
    found = triangles(path)
    edges: dict[tuple[Corner, ...], int] = {}
    for a, b, c in found:
        for edge in ((a, b), (b, c), (c, a)):
            key = edge if edge[0] < edge[1] else (edge[1], edge[0])
            edges[key] = edges.get(key, 0) + (1 if edge[0] < edge[1] else -1)
    low, high = (
        tuple(pick(corner[axis] for triangle in found for corner in triangle) for axis in range(3))
        for pick in (min, max)
    )
    return Solid(sum(map(signed_volume, found)), low, high, sum(1 for count in edges.values() if count))


def triangles(path: Path) -> list[list[Corner]]:
    """Return the corners of every triangle of an STL file, text or binary."""
    corners = _corners(path)
    return [corners[index : index + 3] for index in range(0, len(corners), 3)]


def _corners(path: Path) -> list[Corner]:
    raw = path.read_bytes()
    if raw[:5] == b"solid":
        return [tuple(round(float(number), 4) for number in found) for found in VERTEX.findall(raw.decode())]
    (count,) = struct.unpack_from("<I", raw, 80)
    numbers = [struct.unpack_from("<9f", raw, 84 + 50 * index + 12) for index in range(count)]
    return [tuple(round(n, 4) for n in row[at : at + 3]) for row in numbers for at in (0, 3, 6)]


def signed_volume(triangle: list[Corner]) -> float:
    """Return the signed volume between a triangle and the origin; the sum over a solid is its own."""
    a, b, c = triangle
    return (
        a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0])
    ) / 6


def to_binary(path: Path, source: str) -> None:
    """Write a print as binary STL, a fifth of the size, its triangles sorted, with a word of its source in its head."""
    found = sorted(map(_turned, triangles(path)))
    body = struct.pack("<I", len(found)) + b"".join(
        struct.pack("<12fH", 0, 0, 0, *triangle[0], *triangle[1], *triangle[2], 0) for triangle in found
    )
    path.write_bytes(_head(source, body) + body)


def was_made_from(path: Path, source: str) -> bool:
    """Return whether a print was written for this source and has not been changed since."""
    raw = path.read_bytes() if path.exists() else b""
    return len(raw) > HEAD and raw[:HEAD] == _head(source, raw[HEAD:])


def _head(source: str, body: bytes) -> bytes:
    word = hashlib.sha256(source.encode() + body).hexdigest()[:16]
    return f"binary STL made from {word}".encode().ljust(HEAD)


def _turned(triangle: list[Corner]) -> tuple[Corner, ...]:
    """Begin a triangle at its smallest corner without turning it over."""
    first = triangle.index(min(triangle))
    return tuple(triangle[first:] + triangle[:first])
