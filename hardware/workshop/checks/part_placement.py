"""Where parts must be: sockets at the edges, protection at its plug, none on another, each behind its opening."""

from __future__ import annotations

import math
import re
from itertools import combinations
from typing import TYPE_CHECKING

from workshop import board_layout_input
from workshop.checks.finding import Finding
from workshop.kicad_text import rotate_kicad_point

if TYPE_CHECKING:
    from collections.abc import Iterator

    from workshop.design import Design

JACK_FRONT = 13.97  # millimetres from pad 1
# How far fronts stand over the edge: through the centre box's wall; towards the bay of the seat box.
JACK_OVER, NEARLY_MM = {"centre": 3.81, "seat": 1.27}, 0.3
PICO_USB_END, PICO_PIN_1 = (8.89, -1.4), (0.0, 0.0)
PICO_FROM_EDGE = 6.0
FROM_JACK_MM = 21.0
KEY_OFF_MM = 0.2
KEY_MIDDLE_MM, CLIP_MM = 2.5, 24.5  # of a key from its first leg; of the clips from the middle of the row
STRIP_HOLE_MM = 2.4  # from a hole's middle to the edge of the key strip: 0.8 mm are left beside it
POINT_MM, HIGH_MM = 0.75, 2.5  # half a test point; what a probe does not come past
SEAT_BOARD_MM = (78, 46)  # for which the seat box has room
UNDER_PICO_MM = 8.0  # the height of its sockets, less half a millimetre
SHARED_MM = 0.3  # drawn bodies may touch
CENTRES_MM = 1.9  # two 0805 parts side by side
USB_C_PLUG = (12.35, 6.5)  # the most a plug's shell may measure


def check_edge_parts(design: Design) -> Iterator[Finding]:
    """Check that jacks, the supply's socket and the Pico's USB end lie at the board's edge and open outwards."""
    for board in ("centre", "seat"):
        where = board_layout_input.part_positions(design, board)
        size = tuple(side * board_layout_input.STEP for side in design.source["layout"][board]["size"])
        for part in board_layout_input.parts_of(design, board):
            x, y, turn = where[part.ref]
            usb_c = design.source["mechanics"]["usb-c"]["over_edge"]
            bottom = design.source["mechanics"]["bodies"]["usb-c"][3]
            fronts = {"JACK": (JACK_FRONT, JACK_OVER[board]), "USB_C": (bottom + usb_c, usb_c)}
            if part.kind.name in fronts:
                front, wanted = fronts[part.kind.name]
                over = _over(size, (x, y, turn), (0, front))
                if abs(over - wanted) > NEARLY_MM:
                    yield Finding(
                        "edges", f"{board}/{part.ref}", f"stands {over:.1f} mm over the edge, not {wanted:.1f} mm"
                    )
            if part.kind.name == "PICO":
                over = _over(size, (x, y, turn), PICO_USB_END)
                if over < -PICO_FROM_EDGE:
                    yield Finding("edges", f"{board}/{part.ref}", f"its USB end lies {-over:.0f} mm inside the edge")
    wide, high = (side * board_layout_input.STEP for side in design.source["layout"]["seat"]["size"])
    if wide > SEAT_BOARD_MM[0] or high > SEAT_BOARD_MM[1]:
        room = "{} x {}".format(*SEAT_BOARD_MM)
        yield Finding("edges", "seat board", f"is {wide:.0f} x {high:.0f} mm, at most {room} go into its box")
    for part in board_layout_input.parts_of(design, "keys"):
        if part.kind.name.startswith("PLUG") and part.ref not in design.source["layout"]["keys"].get("back", ()):
            yield Finding(
                "edges", f"keys/{part.ref}", "is on the front: its wires leave at the back, away from the caps"
            )


def _over(size: tuple[float, ...], at: tuple[float, float, float], front: tuple[float, float]) -> float:
    """Return how far a point of a part stands over the nearest edge; negative inside."""
    dx, dy = rotate_kicad_point(*front, at[2])
    x, y = at[0] + dx, at[1] + dy
    return max(-x, x - size[0], -y, y - size[1])


def check_pico_words(design: Design) -> Iterator[Finding]:
    """Check that PICO USB END stands at the end of the Pico where its socket is, and the 1 at its first pin."""
    x, y, turn = board_layout_input.part_positions(design, "centre")["U1"]
    words = design.source["layout"]["centre"]["words"]
    for text, spot, most in (("PICO USB END", PICO_USB_END, 10.0), ("1", PICO_PIN_1, 4.0)):
        dx, dy = rotate_kicad_point(*spot, turn)
        near = [
            math.dist((x + dx, y + dy), (at_x * board_layout_input.STEP, at_y * board_layout_input.STEP))
            for word, at_x, at_y, _ in words
            if word == text
        ]
        if not near or min(near) > most:
            yield Finding("pico words", "centre/U1", f"{text} must be printed at that end of it")


def check_test_point_access(design: Design) -> Iterator[Finding]:
    """Check that no test point lies under a jack or a plug; those under the Pico are met at its pins, as TEST says."""
    known = design.source["mechanics"]["bodies"]
    for board in ("centre", "seat"):
        where, parts = board_layout_input.part_positions(design, board), board_layout_input.parts_of(design, board)
        covers = [part for part in parts if known.get(part.stock, [0])[-1] > HIGH_MM and part.kind.name != "PICO"]
        for point in (part.ref for part in parts if part.kind.name == "POINT"):
            for part in covers:
                left, top, right, low, _ = known[part.stock]
                x, y, turn = where[part.ref]
                dx, dy = rotate_kicad_point(where[point][0] - x, where[point][1] - y, -turn)
                if left - POINT_MM < dx < right + POINT_MM and top - POINT_MM < dy < low + POINT_MM:
                    yield Finding("reached points", f"{board}/{point}", f"lies under {part.ref}, where no probe comes")


def check_esd_near_jacks(design: Design) -> Iterator[Finding]:
    """Check that the array that takes static lies at its jack, before the line has gone anywhere else."""
    for board in ("centre", "seat"):
        where, nets = board_layout_input.part_positions(design, board), board_layout_input.pad_nets(design, board)
        parts = board_layout_input.parts_of(design, board)
        jacks = {part.ref: {nets.get(f"{part.ref}.{n}") for n in (1, 3)} for part in parts if part.kind.name == "JACK"}
        for part in parts:
            if part.kind.name == "ESD":
                lines = {nets.get(f"{part.ref}.{n}") for n in (1, 3)}
                for jack, its in jacks.items():
                    apart = math.dist(where[jack][:2], where[part.ref][:2])
                    if its & lines and apart > FROM_JACK_MM:
                        yield Finding("near jacks", f"{board}/{part.ref}", f"lies {apart:.0f} mm from {jack}")


def check_key_row(design: Design) -> Iterator[Finding]:
    """Check that the keys stand in one row at one pitch: the caps come through holes that the model makes so."""
    spots = [
        place for ref, place in sorted(board_layout_input.part_positions(design, "keys").items()) if ref.startswith("S")
    ]
    pitch = spots[1][0] - spots[0][0]
    for number, (x, y, _) in enumerate(spots):
        off = math.dist((x, y), (spots[0][0] + number * pitch, spots[0][1]))
        if off > KEY_OFF_MM:
            yield Finding("key row", f"keys/S{number + 2}", f"lies {off:.1f} mm beside its hole in the face")
    step, layout = board_layout_input.STEP, design.source["layout"]["keys"]
    wide, high = (side * step for side in layout["size"])
    holes = [(x * step, y * step) for x, y in layout["holes"]]
    for x, y in holes:
        if min(x, y, wide - x, high - y) < STRIP_HOLE_MM:
            yield Finding("key row", "keys board", f"a hole at {x:.1f}, {y:.1f} breaks out of its edge")
    middle = spots[0][0] + 1.5 * pitch + KEY_MIDDLE_MM
    for side, (x, _) in zip((-1, 1), sorted(holes), strict=False):
        if abs(x - middle - side * CLIP_MM) > KEY_OFF_MM:
            yield Finding(
                "key row", "keys board", f"a hole at {x:.1f} is not over its clip at {middle + side * CLIP_MM:.1f}"
            )


def check_keeper_pressure(design: Design) -> Iterator[Finding]:
    """Check that a printed keeper presses what it holds, and neither crushes it nor leaves it loose."""
    size = design.source["mechanics"]
    gap = size["piezo_keeper"]["stud"] - size["piezo"]["deep"]
    if not 0 < gap <= 0.5:
        yield Finding("keepers", "piezo", f"its bar lies {gap:.1f} mm over it, 0.1 to 0.5 mm are wanted")
    for name in ("lamp", "photo"):
        keeper, hole = size[f"{name}_keeper"], size[name]["hole"]
        inner, outer = keeper["collar"]
        if not inner < hole < outer - 0.5:
            yield Finding("keepers", name, f"a collar of {inner} to {outer} mm does not press the rim round {hole} mm")
        if not 0 < keeper["flange"] < keeper["stud"]:
            yield Finding("keepers", name, f"its rim is {keeper['flange']} mm, its studs are {keeper['stud']} mm")


def check_model_sizes(design: Design) -> Iterator[Finding]:
    """Check sizes of parts in the models against what was read of the parts themselves."""
    size, stock = design.source["mechanics"], design.source["stock"]
    panel = re.search(r"module ([\d.]+) x ([\d.]+) mm, active area ([\d.]+) x ([\d.]+)", stock["panel"]["verified"])
    told = [*size["panel"]["module"], *size["panel"]["active"]]
    if not panel or [float(number) for number in panel.groups()] != told:
        yield Finding("sizes", "panel", f"the model has {told}, read was {panel and panel[0]}")
    across = re.search(r"(\d+) mm", stock["piezo"]["name"])
    if not across or not 0 <= size["piezo"]["across"] - float(across[1]) <= 1:
        yield Finding("sizes", "piezo", f"is {stock['piezo']['name']}, the model has {size['piezo']['across']} mm")
    lamp = re.search(r"(\d+) mm", stock["lamp"]["name"])
    if not lamp or lamp[0] not in str(stock["lamp"]["value"]) or not 0 <= size["lamp"]["hole"] - float(lamp[1]) <= 0.6:
        yield Finding("sizes", "lamp", f"is {stock['lamp']['name']}, the hole has {size['lamp']['hole']} mm")


def check_part_overlaps(design: Design) -> Iterator[Finding]:
    """Check that no two parts lie on one spot: none within the body of another, none on the middle of another."""
    known = design.source["mechanics"]["bodies"]
    yield from _under_the_pico(design)
    for board in board_layout_input.BOARDS:
        where = board_layout_input.part_positions(design, board)
        behind = design.source["layout"][board].get("back", ())
        parts = [part for part in board_layout_input.parts_of(design, board) if part.kind.name != "POINT"]
        for one, other in combinations(parts, 2):
            if (one.ref in behind) != (other.ref in behind) or "PICO" in {one.kind.name, other.kind.name}:
                continue
            if math.dist(where[one.ref][:2], where[other.ref][:2]) < CENTRES_MM:
                yield Finding("crowding", f"{board}/{one.ref}", f"lies on {other.ref}")
            for part, guest in ((one, other), (other, one)):
                if part.stock in known and is_under_body(known[part.stock], where[part.ref], where[guest.ref]):
                    yield Finding("crowding", f"{board}/{guest.ref}", f"lies under {part.ref}")
            if one.stock in known and other.stock in known:
                rooms = [_room(known[part.stock], where[part.ref]) for part in (one, other)]
                if all(min(a[1], b[1]) - max(a[0], b[0]) > SHARED_MM for a, b in zip(*rooms, strict=True)):
                    yield Finding("crowding", f"{board}/{one.ref}", f"its body is in that of {other.ref}")


def _under_the_pico(design: Design) -> Iterator[Finding]:
    """Find what is too high for its place under the Pico, which stands on its sockets."""
    known, where = design.source["mechanics"]["bodies"], board_layout_input.part_positions(design, "centre")
    (pico,) = (part for part in board_layout_input.parts_of(design, "centre") if part.kind.name == "PICO")
    roof = _room(known[pico.stock], where[pico.ref])
    for part in board_layout_input.parts_of(design, "centre"):
        body = known.get(part.stock, known["other"])
        if part is pico or part.order.get("bare") or body[4] <= UNDER_PICO_MM:
            continue
        room = _room(body, where[part.ref])
        if all(min(a[1], b[1]) - max(a[0], b[0]) > SHARED_MM for a, b in zip(room, roof, strict=True)):
            yield Finding("crowding", f"centre/{part.ref}", f"is {body[4]:g} mm high and lies under the Pico")


def _room(body: list[float], at: tuple[float, float, float]) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return from where to where a body reaches, along and across the board."""
    corners = [rotate_kicad_point(dx, dy, at[2]) for dx, dy in ((body[0], body[1]), (body[2], body[3]))]
    (x1, y1), (x2, y2) = corners
    return (at[0] + min(x1, x2), at[0] + max(x1, x2)), (at[1] + min(y1, y2), at[1] + max(y1, y2))


def is_under_body(body: list[float], host: tuple[float, float, float], guest: tuple[float, float, float]) -> bool:
    """Return whether the place of a guest is under the body of a host."""
    left, top, right, low, _ = body
    dx, dy = rotate_kicad_point(guest[0] - host[0], guest[1] - host[1], -host[2])
    return left < dx < right and top < dy < low


def check_box_openings(design: Design) -> Iterator[Finding]:
    """Check that holes and windows of the boxes are as large as what goes through, and not much larger."""
    size = design.source["mechanics"]
    left, _, right, _, tall = size["bodies"]["jack"]
    for name, hole, part, most in (
        ("jack", size["jack"]["wide"], right - left, 2.0),
        ("jack", size["jack"]["high"], tall, 2.0),
        ("usb-c", size["usb-c"]["plug"][0], USB_C_PLUG[0], 2.0),
        ("usb-c", size["usb-c"]["plug"][1], USB_C_PLUG[1], 2.0),
        ("lamp", size["lamp"]["hole"], 10.0, 0.6),
        ("photo", size["photo"]["hole"], 5.0, 0.6),
        ("riichi-key", size["riichi-key"]["cut"], 14.0, 0.1),
        ("table-key", size["table-key"]["hole"], 24.0, 0.6),
        ("undo-key", size["undo-key"]["hole"], 12.0, 0.6),
    ):
        if not part <= hole <= part + most:
            yield Finding("openings", name, f"{hole:g} mm for a part of {part:g} mm")
    for board, holes in ((board, design.source["layout"][board]["holes"]) for board in ("centre", "seat")):
        wide, high = design.source["layout"][board]["size"]
        for x, y in holes:
            if (
                min(x, y, wide - x, high - y) * board_layout_input.STEP < 3.2
                or max(min(x, wide - x), min(y, high - y)) * board_layout_input.STEP > 6
            ):
                yield Finding("openings", f"{board} board", f"a hole at {x:g}, {y:g} is not in its corner")
