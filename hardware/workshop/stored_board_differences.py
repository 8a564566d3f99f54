"""Compares what a stored board is besides its pads: outline, holes, print, widths, rules, and its very bytes.

A board that is opened and saved by hand may differ in what no comparison here reads, such as the drill of a pad. Its
bytes have a checksum that only laying it out writes: `make hardware` draws from an edited board, and goes on saying so.
"""

from __future__ import annotations

import hashlib
import json
import math
from typing import TYPE_CHECKING, Any

from workshop import board_layout_input, footprint_comparison, kicad_text, routing

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from workshop.design import Design

    Spot = tuple[float, float]
    Room = tuple[float, float, float, float]

SUMS = "stored.sha256"
NEAR_MM = 0.01
HOLE_MM = 3.2
FROM_EDGE_MM, CLEAR_MM = 0.5, 0.3  # of the ground from the edge of the board, of every flood from other copper
# What the design rules of a board must at least ask for, in millimetres, as the stage sets them.
RULES = {
    "min_clearance": 0.2,
    "min_copper_edge_clearance": 0.3,
    "min_hole_to_hole": 0.25,
    "min_track_width": 0.25,
    "min_via_diameter": 0.6,
}
# What KiCad must report as an error.
HEARD = {
    "annular_width",
    "clearance",
    "copper_edge_clearance",
    "drill_out_of_range",
    "hole_clearance",
    "invalid_outline",
    "shorting_items",
    "track_width",
    "tracks_crossing",
    "unconnected_items",
}


def store_board_checksums(folder: Path, board: str) -> None:
    """Store the checksums of a board that has just been laid out."""
    sums = _sums(folder)
    for path in _files(folder, board):
        sums[path.name] = _sum(path)
    (folder / SUMS).write_text("".join(f"{value}  {name}\n" for name, value in sorted(sums.items())))


def differences(design: Design, board: str, folder: Path) -> list[str]:
    """Return what a stored board has otherwise than the description and its checksum say."""
    path = folder / f"{board}.kicad_pcb"
    sheet, task = (
        kicad_text.parse(path.read_text(encoding="utf-8")),
        board_layout_input.kicad_layout_input(design, board),
    )
    found = [*_outline(sheet, task), *_holes(sheet, task), *_values(sheet, task), *_widths(design, sheet)]
    found += [
        *_letters(sheet, task),
        *_thickness(design, sheet),
        *_title(sheet, task),
        *footprint_comparison.differences(sheet, task["size"]),
    ]
    found += [*_stitches(sheet, task), *_floods(sheet, task)]
    return [f"{board} {line}" for line in (*found, *_strayed(sheet), *_rules(path), *_edited(folder, board))]


def _outline(sheet: list[Any], task: dict[str, Any]) -> Iterator[str]:
    wide, high = task["size"]
    corners = [(0.0, 0.0), (wide, 0.0), (wide, high), (0.0, high)]
    wanted = {_line(one, other) for one, other in zip(corners, corners[1:] + corners[:1], strict=True)}
    edges = [
        item
        for item in sheet
        if isinstance(item, list) and kicad_text.first_child_list(item, "layer")[1:] == ["Edge.Cuts"]
    ]
    found = {_line(_point(edge, "start"), _point(edge, "end")) for edge in edges if edge[0] == "gr_line"}
    if found != wanted or len(edges) != len(wanted):
        yield f"outline: is not {wide:g} x {high:g} mm"


def _line(one: tuple[float, float], other: tuple[float, float]) -> frozenset[tuple[float, float]]:
    return frozenset((round(x, 2), round(y, 2)) for x, y in (one, other))


def _point(item: list[Any], name: str) -> tuple[float, float]:
    _, x, y, *_ = kicad_text.first_child_list(item, name)
    return float(x), float(y)


def _holes(sheet: list[Any], task: dict[str, Any]) -> Iterator[str]:
    found = []
    for part in kicad_text.child_lists(sheet, "footprint"):
        if str(part[1]).rpartition(":")[2].startswith("MountingHole"):
            found.append(_point(part, "at"))
            for pad in kicad_text.child_lists(part, "pad"):
                drill = float(kicad_text.first_child_list(pad, "drill")[1])
                if abs(drill - HOLE_MM) > NEAR_MM:
                    yield f"hole at {found[-1][0]:g}, {found[-1][1]:g}: is drilled {drill:g} mm, not {HOLE_MM:g}"
    for x, y in task["holes"]:
        if not any(math.dist((x, y), hole) < NEAR_MM for hole in found):
            yield f"hole: none at {x:g}, {y:g}"
    if len(found) != len(task["holes"]):
        yield f"holes: {len(found)} on the board, {len(task['holes'])} in the description"


def _net_of(sheet: list[Any], item: list[Any]) -> str:
    """Return the name of the net that a track or a via is on, empty when the board does not name it."""
    number = kicad_text.first_child_list(item, "net")[1]
    return next((str(net[2]) for net in kicad_text.child_lists(sheet, "net") if net[1] == number), "")


def _stitches(sheet: list[Any], task: dict[str, Any]) -> Iterator[str]:
    """Check that the ground's areas are joined where the description says so."""
    vias = [via for via in kicad_text.child_lists(sheet, "via") if _net_of(sheet, via) == task["flood"]]
    for x, y in task.get("stitches", ()):
        if not any(math.dist((x, y), _point(via, "at")) < NEAR_MM for via in vias):
            yield f"via: none of the ground at {x:g}, {y:g}"


def _floods(sheet: list[Any], task: dict[str, Any]) -> Iterator[str]:
    """Compare net and corners of every flood: those of supplies, and the ground's, which is the whole board."""
    wide, high = task["size"]
    whole = [(x, y) for x in (FROM_EDGE_MM, wide - FROM_EDGE_MM) for y in (FROM_EDGE_MM, high - FROM_EDGE_MM)]
    wanted = {_flood(net, corners) for net, corners in [*task["zones"], (task["flood"], whole)]}
    found = set()
    for zone in kicad_text.child_lists(sheet, "zone"):
        corners = kicad_text.first_child_list(kicad_text.first_child_list(zone, "polygon"), "pts")[1:]
        clear = float(kicad_text.first_child_list(kicad_text.first_child_list(zone, "connect_pads"), "clearance")[1])
        if abs(clear - CLEAR_MM) > NEAR_MM:
            net = kicad_text.first_child_list(zone, "net_name")[1]
            yield f"flood: that of {net} keeps {clear:g} mm, not {CLEAR_MM:g}"
        found.add(
            _flood(str(kicad_text.first_child_list(zone, "net_name")[1]), [(float(x), float(y)) for _, x, y in corners])
        )
    for net in sorted({net for net, _ in wanted ^ found}):
        yield f"flood: that of {net} has other corners than in the description"


def _flood(net: str, corners: list[Spot]) -> tuple[str, frozenset[Spot]]:
    return net, frozenset((round(x, 2), round(y, 2)) for x, y in corners)


def _values(sheet: list[Any], task: dict[str, Any]) -> Iterator[str]:
    """Compare the value that is printed beside each part."""
    wanted = {part["ref"]: str(part["value"]) for part in task["parts"]}
    for part in kicad_text.child_lists(sheet, "footprint"):
        words = {item[1]: str(item[2]) for item in kicad_text.child_lists(part, "fp_text")}
        value = wanted.get(words["reference"])
        if value is not None and words["value"] != value:
            yield f"{words['reference']}: {words['value']} is printed, {value} in the description"


def _letters(sheet: list[Any], task: dict[str, Any]) -> Iterator[str]:
    """Compare how large the words of a board are."""
    wanted = {(text, round(x, 2), round(y, 2)): size for text, x, y, size in task["words"]}
    for item in kicad_text.child_lists(sheet, "gr_text"):
        x, y = _point(item, "at")
        size = wanted.get((str(item[1]), round(x, 2), round(y, 2)))
        high = float(
            kicad_text.first_child_list(
                kicad_text.first_child_list(kicad_text.first_child_list(item, "effects"), "font"), "size"
            )[1]
        )
        if size is not None and abs(high - size) > NEAR_MM:
            yield f"print: {item[1]} is {high:g} mm high, {size:g} in the description"


def _title(sheet: list[Any], task: dict[str, Any]) -> Iterator[str]:
    """Compare title and revision of the drawing, by which two files are told apart."""
    block = kicad_text.first_child_list(sheet, "title_block")
    for name, wanted in (("title", task["title"]), ("rev", task["revision"])):
        if (found := str(kicad_text.first_child_list(block, name)[1])) != wanted:
            yield f"{name}: is {found}, {wanted} in the description"


def _thickness(design: Design, sheet: list[Any]) -> Iterator[str]:
    thick, wanted = (
        kicad_text.first_child_list(kicad_text.first_child_list(sheet, "general"), "thickness")[1],
        design.source["mechanics"]["pcb"],
    )
    if abs(float(thick) - wanted["thick"]) > NEAR_MM:
        yield f"plate: is {thick} mm thick, {wanted['thick']:g} in the description"


def _strayed(sheet: list[Any]) -> Iterator[str]:
    """Find every reference and value that is printed nearer to another part than to its own."""
    rooms: dict[str, Room] = {}
    words: list[tuple[str, str, Spot]] = []
    for part in kicad_text.child_lists(sheet, "footprint"):
        texts = [item for item in kicad_text.child_lists(part, "fp_text") if item[1] in {"reference", "value"}]
        ref = next(str(item[2]) for item in texts if item[1] == "reference")
        x, y, turn = (*(float(number) for number in kicad_text.first_child_list(part, "at")[1:]), 0.0)[:3]

        def placed(item: list[Any], x: float = x, y: float = y, turn: float = turn) -> Spot:
            dx, dy = kicad_text.rotate_kicad_point(*_point(item, "at"), turn)
            return x + dx, y + dy

        pads = [placed(pad) for pad in kicad_text.child_lists(part, "pad")]
        if not pads or str(part[1]).rpartition(":")[2].startswith(("Pico", "Fiducial", "MountingHole")):
            continue  # the Pico covers what lies under it, and the others have no words
        xs, ys = zip(*pads, strict=True)
        rooms[ref] = (min(xs), min(ys), max(xs), max(ys))
        shown = [
            item for item in texts if "hide" not in item and kicad_text.first_child_list(item, "layer")[1] == "F.SilkS"
        ]
        words += [(ref, str(item[2]), placed(item)) for item in shown]
    for ref, word, spot in words:
        own = _far(rooms[ref], spot)
        near = min((_far(room, spot), other) for other, room in rooms.items() if other != ref)
        if near[0] < own - NEAR_MM:
            yield f"print: {word} of {ref} stands {own:.1f} mm from it, {near[0]:.1f} mm from {near[1]}"


def _far(room: Room, spot: Spot) -> float:
    left, top, right, low = room
    return math.hypot(max(left - spot[0], 0, spot[0] - right), max(top - spot[1], 0, spot[1] - low))


def _widths(design: Design, sheet: list[Any]) -> Iterator[str]:
    """Check that every supply is one for the router, and that no track is narrower than the router makes it."""
    supplies = {str(feed[end]).rpartition("/")[2] for feed in design.source["feeds"] for end in ("from", "to")}
    for net in sorted(supplies - board_layout_input.WIDE):
        yield f"{net}: is a supply, and routed as a signal"
    thin: dict[str, str] = {}
    for track in kicad_text.child_lists(sheet, "segment"):
        net, width = _net_of(sheet, track), float(kicad_text.first_child_list(track, "width")[1])
        if not net:
            thin[net] = f"net {kicad_text.first_child_list(track, 'net')[1]}: a track is on it, and it has no name"
        least = routing.WIDE if net in supplies | board_layout_input.WIDE else routing.NARROW
        if width < least - NEAR_MM:
            thin[net] = f"{net}: a track of {width:g} mm, {least:g} is the least"
    yield from thin.values()


def _rules(path: Path) -> Iterator[str]:
    project = path.with_suffix(".kicad_pro")
    if not project.exists():
        yield f"rules: {project.name} is missing"
        return
    settings = json.loads(project.read_text(encoding="utf-8"))
    asked = settings["board"]["design_settings"]["rules"]
    for rule, least in RULES.items():
        if asked.get(rule, 0.0) < least - NEAR_MM / 10:
            yield f"rules: {rule} is {asked.get(rule, 0.0):g}, {least:g} is the least"
    heard = settings["board"]["design_settings"]["rule_severities"]
    for rule in sorted(HEARD):
        if heard.get(rule) != "error":
            yield f"rules: {rule} is no error"
    for kind in settings["net_settings"]["classes"]:
        if kind["clearance"] < RULES["min_clearance"] - NEAR_MM / 10:
            yield f"rules: {kind['name']} has a clearance of {kind['clearance']:g}"


def _edited(folder: Path, board: str) -> Iterator[str]:
    sums = _sums(folder)
    for path in _files(folder, board):
        if path.exists() and sums.get(path.name) != _sum(path):
            yield f"file: {path.name} was changed after it was laid out: take it back, or lay the board out again"


def _files(folder: Path, board: str) -> tuple[Path, Path]:
    return folder / f"{board}.kicad_pcb", folder / f"{board}.kicad_pro"


def _sums(folder: Path) -> dict[str, str]:
    """Return the stored checksums by the names of the files."""
    path = folder / SUMS
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return {name: value for value, _, name in (line.partition("  ") for line in lines)}


def _sum(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
