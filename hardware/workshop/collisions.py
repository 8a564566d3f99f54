"""Cuts boards, parts, plugs and screws with the boxes and with each other, and keeps what was left over: nothing."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING

from workshop import box_rendering, program_runner, stl
from workshop.firmware_export import NOTICE

if TYPE_CHECKING:
    from pathlib import Path

# The cuts of each box in the order of their places in its model, with what is cut with what.
CUTS = {
    "seat_box": {
        "body": "walls, floor, posts with the board on its way in, screws, the face and all behind it as it swings in",
        "face": "the face with display, buttons, lamp, keys, their screws, and the board",
        "parts": "the board and what stands on it with what hangs behind the face",
        "screws": "boards, keeper and plate with the screws that go through them",
    },
    "centre_box": {
        "body": "walls, floor, posts with the board on its way in, plugs, screws, the lid and all that hangs under it",
        "lid": "the lid with buttons, strips, sensor, piezo, their screws, and the board",
        "parts": "the board and what stands on it with what hangs under the lid and with the plugs",
        "screws": "board and keepers with the screws that go through them",
    },
}
SLACK = 0.3  # mm by which the parts are grown
SKIN = 1e-6  # mm3: two faces that only touch leave less
APART = 1000  # mm between the places of two cuts
PAGE = "cuts.md"
ROW = re.compile(r"^\| (\w+) (\w+) \|.*\| ([\d.]+) mm3 \| (\w+) \|$", re.MULTILINE)


def overlaps(model: str, folder: Path, part: str = "cuts") -> dict[str, float] | str:
    """Return the cubic millimetres that each cut of a box leaves over, or what OpenSCAD complained of."""
    target = folder / f"{model}-{part.replace(' ', '-')}.stl"
    command = ["openscad", "-D", f'part="{part}"', "-D", f"slack={SLACK}", "-D", "plain=true", "-o", str(target)]
    done = program_runner.run([*command, str(box_rendering.BOXES / f"{model}-cuts.scad")])
    if "top level object is empty" in done.stderr:
        return dict.fromkeys(CUTS[model], 0.0)
    if done.returncode or not target.exists():
        return f"{model} {part}: {done.stderr.strip() or 'OpenSCAD failed'}"
    left: dict[int, float] = defaultdict(float)
    for corners in stl.triangles(target):
        place = round((corners[0][0] - APART / 4) / APART)
        left[place] += stl.signed_volume([(x - APART * place, y, z) for x, y, z in corners])
    return {name: abs(left[place]) if abs(left[place]) > SKIN else 0.0 for place, name in enumerate(CUTS[model])}


def find_collisions(model: str, folder: Path) -> list[str]:
    """Make the cuts of a box and say where anything is left."""
    found = overlaps(model, folder)
    if isinstance(found, str):
        return [found]
    return [f"{model} {name}: {left:.2f} mm3 in each other's way" for name, left in found.items() if left]


def collision_fingerprint(model: str) -> str:
    """Return a short word that changes when anything that is cut, or how it is cut, does."""
    return box_rendering.render_fingerprint(model, f"{SLACK}", f"{model}-cuts", "cuts")


def is_current(model: str) -> bool:
    """Return whether the kept page has every cut of a box as it is today, with nothing left."""
    path = box_rendering.BOXES / PAGE
    kept = {row[:2]: row[2:] for row in ROW.findall(path.read_text("utf-8"))} if path.exists() else {}
    return all(kept.get((model, name)) == ("0", collision_fingerprint(model)) for name in CUTS[model])


def page() -> str:
    """Write the page that is kept when every cut of both boxes has left nothing."""
    rows = [
        f"| {model} {name} | {says} | 0 mm3 | {collision_fingerprint(model)} |"
        for model, made in CUTS.items()
        for name, says in made.items()
    ]
    head = (
        f"<!-- {NOTICE} -->\n\n# What the boxes were cut with\n\nOpenSCAD intersects them, each part grown by "
        f"{SLACK} mm; what is left over is in the way.\nThe last column is a word of models and sizes that were cut: "
        "when they change, it is done again.\n\n| cut | what with what | left over | made from |\n|---|---|--:|---|\n"
    )
    return head + "\n".join(rows) + "\n"
