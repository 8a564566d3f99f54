"""The boxes: the sizes OpenSCAD is given, the prints and pictures it makes, and whether they are of today's models."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

from workshop import picture_stamp, program_runner, stl
from workshop.board_layout_input import BOARDS, STEP, part_positions, parts_of
from workshop.design import HARDWARE
from workshop.firmware_export import NOTICE
from workshop.kicad_text import rotate_kicad_point

if TYPE_CHECKING:
    from pathlib import Path

    from workshop.design import Design

BOXES = HARDWARE / "boxes"
PRINTS = (
    "seat_box body",
    "seat_box face",
    "seat_box keeper",
    "seat_box cap",
    "centre_box body",
    "centre_box lid",
    "centre_box keepers",
    "clamp body",
    "clamp short",
    "tongue body",
    "shelf clamp",
    "shelf plate",
    "shelf arm",
)
# One for every step of BUILD and MOUNTING that has the boxes in it, of the prints, and of each box closed and open.
PICTURES = (
    "seat_box prints",
    "centre_box prints",
    "seat_box both",
    "seat_box open",
    *(f"seat_box step {step}" for step in (1, 2, 3, 4, 5, 6, 7, 9)),
    "centre_box both",
    "centre_box open",
    *(f"centre_box step {step}" for step in (1, 2, 3, 4, 5, 9)),
    "clamp both",
    *(f"clamp step {step}" for step in (1, 2, 3, 4, 5)),
    "clamp short both",
    "tongue both",
    *(f"tongue step {step}" for step in (1, 2, 3)),
    "shelf both",
    *(f"shelf step {step}" for step in (1, 2, 3, 4, 5)),
    *(f"shelf arm step {step}" for step in (1, 2, 3)),
    *(f"under_top step {step}" for step in (1, 2, 3, 4, 5)),
)
PETG = 1.27e-3  # g per mm3


def openscad_sizes(design: Design) -> str:
    """Write parts.scad: every size of the description as an OpenSCAD variable."""
    lines = [f"// {NOTICE}"]
    for name, entry in design.source["mechanics"].items():
        word = name.replace("-", "_")
        if name == "bodies":
            continue
        if isinstance(entry, dict):
            lines += [f"{word}_{key} = {value};" for key, value in entry.items() if key != "sure"]
        else:
            lines.append(f"{word} = {entry};")
    lines += openscad_board_geometry(design)
    return "\n".join(lines) + "\n"


def openscad_board_geometry(design: Design) -> list[str]:
    """Write outline, holes and the places that boxes must meet, in millimetres from each board's lower left corner."""
    lines = []
    for board in BOARDS:
        wide, high = (round(side * STEP, 4) for side in design.source["layout"][board]["size"])
        holes = [[round(x * STEP, 4), round(high - y * STEP, 4)] for x, y in design.source["layout"][board]["holes"]]
        lines += [f"pcb_{board} = {[wide, high]};", f"pcb_{board}_holes = {holes};"]
        lines.append(f"pcb_{board}_bodies = {blocks_on_board(design, board, high)};")
    where = {board: part_positions(design, board) for board in BOARDS}
    keys = [where["keys"][ref] for ref in ("S2", "S3", "S4", "S5")]
    tall = design.source["layout"]["keys"]["size"][1] * STEP
    lines += [f"screws_{box} = {sum(held.values())};" for box, held in design.source["screws"].items()]
    return [
        *lines,
        f"plugs_seat = {plugs(design, 'seat')};",
        f"plugs_centre = {plugs(design, 'centre')};",
        f"pico_x = {where['centre']['U1'][0] - 17.78 / 2:g};",
        f"usb_c_x = {where['centre']['J5'][0]:g};",
        f"key_pitch = {keys[1][0] - keys[0][0]:g};",
        f"key_first = [{keys[0][0] + 2.5:g}, {tall - keys[0][1] + 6.25:g}];",
    ]


def plugs(design: Design, board: str) -> str:
    """Return name and place of every plug of a board whose lead is put in while a box is built."""
    where, high = part_positions(design, board), design.source["layout"][board]["size"][1] * STEP
    pitch = 2.5
    found = []
    for part in parts_of(design, board):
        if part.stock.startswith("xh"):
            x, y, turn = where[part.ref]
            dx, dy = rotate_kicad_point(pitch * (len(part.kind.pins) - 1) / 2, 0, turn)
            found.append([part.ref, round(x + dx, 2), round(high - y - dy, 2)])
    return json.dumps(found)


def blocks_on_board(design: Design, board: str, high: float) -> list[list[float]]:
    """Return what stands on a board as blocks: left, front, right, back, and height or depth under the board."""
    known, where = design.source["mechanics"]["bodies"], part_positions(design, board)
    found = []
    for part in parts_of(design, board):
        if part.order.get("bare") and part.stock not in known:
            continue
        left, top, right, low, tall = known.get(part.stock, known["other"])
        x, y, turn = where[part.ref]
        behind = part.ref in design.source["layout"][board].get("back", ())
        corners = [rotate_kicad_point(-dx if behind else dx, dy, turn) for dx, dy in ((left, top), (right, low))]
        xs, ys = zip(*corners, strict=True)
        block = [x + min(xs), high - y - max(ys), x + max(xs), high - y - min(ys), -tall if behind else tall]
        found.append([round(number, 2) for number in block])
    return found


def render(model: str, part: str, target: Path) -> str:
    """Make one print (.stl) or picture (.png); gives what OpenSCAD complained about, nothing when it held."""
    command = ["openscad", "-q", "-D", f'part="{part}"', "-o", str(target)]
    if target.suffix == ".png":
        camera = CAMERAS[model, part]
        look = ["--imgsize=1200,900", f"--camera={camera}", "--colorscheme=Tomorrow"]
        command = ["xvfb-run", "-a", *command, *look]
    done = program_runner.run([*command, str(BOXES / f"{model}.scad")])
    if done.returncode != 0 or not target.exists() or target.stat().st_size == 0:
        return f"{model} {part}: {done.stderr.strip() or 'OpenSCAD failed'}"
    if target.suffix == ".png":
        picture_stamp.stamp(target, render_fingerprint(model, CAMERAS[model, part]))
        return ""
    stl.to_binary(target, render_fingerprint(model, part))
    open_edges = stl.measure(target).open_edges
    return f"{model} {part}: {open_edges} open edges" if open_edges else ""


def render_fingerprint(model: str, how: str, *more: str) -> str:
    """Return a short word that changes when a model, its sizes, or how something is made of them does."""
    sources = [BOXES / f"{name}.scad" for name in (model, "fixings", "parts", *more)]
    text = "".join(path.read_text("utf-8") for path in sources) + how
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def is_current(name: str, folder: Path = BOXES) -> bool:
    """Return whether a picture or a print is there and was made from the models as they are."""
    model, _, part = name.partition(" ")
    path = folder / file_name(name)
    if name in PRINTS:
        return stl.was_made_from(path, render_fingerprint(model, part))
    return picture_stamp.was_made_from(path, render_fingerprint(model, CAMERAS[model, part]))


def make(name: str, folder: Path = BOXES) -> str:
    """Make a print or a picture by its name; gives what is wrong with it, nothing when it held."""
    model, _, part = name.partition(" ")
    return render(model, part, folder / file_name(name))


def file_name(name: str) -> str:
    """Return the file name of a print such as `seat_box body`, or of a picture such as `seat_box step 1`."""
    return f"{name.replace(' ', '-')}.{'stl' if name in PRINTS else 'png'}"


# Where the camera stands: the point it looks at, its angles, its distance.
CAMERAS = {
    ("seat_box", "prints"): "72,-10,10,50,0,20,520",
    ("centre_box", "prints"): "85,-2,15,50,0,20,700",
    ("seat_box", "both"): "52,34,20,55,0,20,300",
    ("seat_box", "open"): "55,34,50,50,0,25,430",
    **{("seat_box", f"step {step}"): "52,41,10,40,0,20,280" for step in (1, 2, 3, 4)},
    ("seat_box", "step 5"): "52,34,32,60,0,25,330",
    ("seat_box", "step 6"): "55,38,15,35,0,12,280",
    ("seat_box", "step 7"): "55,34,50,50,0,25,430",
    ("seat_box", "step 9"): "52,34,28,58,0,20,320",
    **{("centre_box", f"step {step}"): "72,61,10,45,0,20,420" for step in (1, 3, 4)},
    ("centre_box", "step 2"): "72,61,20,22,0,8,430",
    ("centre_box", "step 5"): "72,61,40,55,0,25,480",
    ("centre_box", "step 9"): "72,61,34,45,0,20,460",
    ("centre_box", "both"): "72,61,22,45,0,20,430",
    ("centre_box", "open"): "75,60,56,52,0,25,520",
    ("clamp", "both"): "0,-10,-25,72,0,305,440",
    ("clamp", "step 1"): "0,0,-45,75,0,25,380",
    ("clamp", "step 2"): "0,0,-25,75,0,25,520",
    ("clamp", "step 3"): "10,10,-20,68,0,25,480",
    ("clamp", "step 4"): "10,10,-20,80,0,20,480",
    ("clamp", "step 5"): "0,10,-25,70,0,300,480",
    ("clamp", "short both"): "0,90,-35,115,0,315,640",
    ("tongue", "both"): "-10,-35,12,60,0,25,440",
    **{("tongue", f"step {step}"): "-10,-35,12,60,0,25,480" for step in (1, 2, 3)},
    ("shelf", "both"): "55,10,-15,62,0,25,640",
    **{("shelf", f"step {step}"): "55,0,-25,70,0,25,640" for step in (1, 2, 3, 4, 5)},
    ("shelf", "arm step 1"): "20,0,-70,70,0,20,560",
    ("shelf", "arm step 2"): "20,0,-60,70,0,20,700",
    ("shelf", "arm step 3"): "-60,0,-60,112,0,20,800",
    ("under_top", "step 1"): "0,-100,-340,82,0,10,2000",
    ("under_top", "step 2"): "0,0,-20,50,0,25,500",
    **{("under_top", f"step {step}"): "0,0,-40,140,0,10,620" for step in (3, 4, 5)},
}
