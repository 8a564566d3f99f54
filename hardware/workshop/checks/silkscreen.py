"""Where parts lie and what is printed beside them: words against nets, parts against each other and the boxes."""

from __future__ import annotations

import math
from itertools import combinations
from typing import TYPE_CHECKING

from workshop import layout_task
from workshop.checks.finding import Finding
from workshop.kicad_text import turned

if TYPE_CHECKING:
    from collections.abc import Iterator

    from workshop.design import Design, Part

PLUG_PITCH = {"xh": 2.5, "header3": 2.54, "wires": 4.2}
MEANS = {"5V": "V5", "DIN": "PIXELS_OUT", "TX": "UART_TX", "RX": "UART_RX"}
NEAR_MM = 20.0
JACK_WARNING_MM = 32.0
LEAST_LETTER_MM = 0.8
UNDER_PICO_MM = 8.0  # the height of its sockets, less half a millimetre
SHARED_MM = 0.3  # drawn bodies may touch
CENTRES_MM = 1.9  # two 0805 parts side by side
USB_C_PLUG = (12.35, 6.5)  # the most a plug's shell may measure


def check_words(design: Design) -> Iterator[Finding]:
    """Check that a label is printed nearest to its own part, and that pins are called what they are connected to."""
    yield from _boards_names(design)
    for board in layout_task.BOARDS:
        parts = {part.ref: part for part in layout_task.parts_of(design, board)}
        where = layout_task.places(design, board)
        printed = [
            (text, x * layout_task.STEP, y * layout_task.STEP)
            for text, x, y, _ in design.source["layout"][board]["words"]
        ]
        plugs = {ref: part for ref, part in parts.items() if part.label and part.kind.name != "POINT"}
        for ref, part in plugs.items():
            spots = [(x, y) for text, x, y in printed if part.label in text]
            for x, y in spots:
                nearest = min(plugs, key=lambda other: math.dist(_middle(plugs[other], where), (x, y)))
                alike = plugs[nearest].kind.name == part.kind.name or (part.label, x, y) in printed
                if nearest != ref and alike and plugs[nearest].label != part.label:
                    yield Finding(
                        "words", f"{board}/{ref}", f"{part.label} is printed at {nearest}, {plugs[nearest].label}"
                    )
            if not spots and board == "centre" and part.label != "UART":  # its three words are on its pins
                yield Finding("words", f"{board}/{ref}", f"{part.label} is printed nowhere")
        yield from _legible(design, board)
        yield from _unnamed(design, board, {text for text, _, _ in printed})
        for text, x, y in printed:
            yield from _spelled(design, board, [(part, where) for part in parts.values()], text, (x, y))


def _unnamed(design: Design, board: str, printed: set[str]) -> Iterator[Finding]:
    """Check that every wire of a display's lead finds its name beside the plug."""
    for cable in design.cables:
        place, _, ref = cable.start.partition("/")
        first = design.parts[cable.start].board == board and place == design.source["boards"][board]["copies"][0]
        if first and design.parts[cable.end].kind.name == "SSD1309":
            for near, far in cable.wires:
                if far not in printed:
                    yield Finding("words", f"{board}/{ref}.{near}", f"{far} is printed nowhere")


def _legible(design: Design, board: str) -> Iterator[Finding]:
    """Check that words are large enough to be printed, on the board, and not under a part that would cover them."""
    known, where = design.source["mechanics"]["bodies"], layout_task.places(design, board)
    wide, high = (side * layout_task.STEP for side in design.source["layout"][board]["size"])
    bodies = [part for part in layout_task.parts_of(design, board) if part.stock in known and part.kind.name != "PICO"]
    behind = design.source["layout"][board].get("back", ())
    for text, at_x, at_y, size in design.source["layout"][board]["words"]:
        x, y = at_x * layout_task.STEP, at_y * layout_task.STEP
        if size < LEAST_LETTER_MM:
            yield Finding(
                "words", f"{board} board", f"{text} is {size:g} mm high, a house prints {LEAST_LETTER_MM:g} mm"
            )
        if not (0 < x < wide and 0 < y < high):
            yield Finding("words", f"{board} board", f"{text} is printed beside the board")
        for part in bodies:
            if part.ref not in behind and _inside(known[part.stock], where[part.ref], (x, y, 0)):
                yield Finding("words", f"{board} board", f"{text} is printed under {part.ref}")


def _boards_names(design: Design) -> Iterator[Finding]:
    """Check that every board says what it is and its revision, that it was never built, and what its jacks are not."""
    revision = str(design.source["revision"])
    for board in layout_task.BOARDS:
        printed = [
            (text, (x * layout_task.STEP, y * layout_task.STEP))
            for text, x, y, _ in design.source["layout"][board]["words"]
        ]
        names = [text for text, _ in printed if text.startswith(design.source["device"].upper().split()[0] + " ")]
        if not any(revision in name.split() for name in names):
            yield Finding("words", f"{board} board", f"revision {revision} is printed nowhere")
        if board == "centre" and not any("not yet built" in name for name in names):
            yield Finding("words", f"{board} board", "does not say that it was never built")
        where = layout_task.places(design, board)
        warnings = [spot for text, spot in printed if "NOT ETHERNET" in text]
        for part in layout_task.parts_of(design, board):
            if part.kind.name == "JACK" and not any(
                math.dist(_middle(part, where), spot) < JACK_WARNING_MM for spot in warnings
            ):
                yield Finding("words", f"{board}/{part.ref}", "NOT ETHERNET is not printed at it")


def _middle(part: Part, where: dict[str, tuple[float, float, float]]) -> tuple[float, float]:
    """Return the middle of a part: of a jack or plug between its first and last pin."""
    x, y, turn = where[part.ref]
    pitch = _pitch(part) or (1.27 if part.kind.name == "JACK" else 0.0)
    dx, dy = turned(pitch * (len(part.kind.pins) - 1) / 2, 0, turn)
    return x + dx, y + dy


def _pitch(part: Part) -> float:
    return next((pitch for start, pitch in PLUG_PITCH.items() if part.stock.startswith(start)), 0.0)


def _spelled(
    design: Design,
    board: str,
    parts: list[tuple[Part, dict[str, tuple[float, float, float]]]],
    text: str,
    spot: tuple[float, float],
) -> Iterator[Finding]:
    """Compare `TX RX GND` beside a plug of three pins, or `SDA` beside one pin, with what hangs on the pins."""
    plugs = [(part, where) for part, where in parts if _pitch(part)]
    tokens = text.split()
    rows = [(part, where) for part, where in plugs if len(part.kind.pins) == len(tokens) > 2]
    if rows:
        part, where = min(rows, key=lambda entry: math.dist(_middle(*entry), spot))
        if math.dist(_middle(part, where), spot) < NEAR_MM:
            for token, pin in zip(tokens, part.kind.pins, strict=True):
                if not _means(design, part, pin, token):
                    yield Finding("words", f"{board}/{part.ref}.{pin}", f"{token} is printed at it")
    pins = {pin.name for kind in ("SSD1309",) for pin in design.kinds[kind].pins.values()}
    if text in pins:
        close = [
            (math.dist(_pad(part, where, pin), spot), part, pin) for part, where in plugs for pin in part.kind.pins
        ]
        _, part, pin = min(close, key=lambda entry: entry[0])
        if not _means(design, part, pin, text):
            yield Finding("words", f"{board}/{part.ref}.{pin}", f"{text} is printed at it")


def _pad(part: Part, where: dict[str, tuple[float, float, float]], pin: str) -> tuple[float, float]:
    x, y, turn = where[part.ref]
    dx, dy = turned(_pitch(part) * (int(pin) - 1), 0, turn)
    return x + dx, y + dy


def _means(design: Design, part: Part, pin: str, token: str) -> bool:
    """Return whether a pin's net, or the module's pin at the other end of its lead, is what a word says."""
    circuit = design.at(f"{part.name}.{pin}")
    nets = {net.partition("/")[2] for net in circuit.nets if net.startswith(f"{part.place}/")} if circuit else set()
    far = {wire[1] for cable in design.cables if cable.start == part.name for wire in cable.wires if wire[0] == pin}
    if any(name in design.kinds["SSD1309"].pins for name in far):
        return token in far
    return MEANS.get(token, token) in nets


def check_part_overlaps(design: Design) -> Iterator[Finding]:
    """Check that no two parts lie on one spot: none within the body of another, none on the middle of another."""
    known = design.source["mechanics"]["bodies"]
    yield from _under_the_pico(design)
    for board in layout_task.BOARDS:
        where = layout_task.places(design, board)
        behind = design.source["layout"][board].get("back", ())
        parts = [part for part in layout_task.parts_of(design, board) if part.kind.name != "POINT"]
        for one, other in combinations(parts, 2):
            if (one.ref in behind) != (other.ref in behind) or "PICO" in {one.kind.name, other.kind.name}:
                continue
            if math.dist(where[one.ref][:2], where[other.ref][:2]) < CENTRES_MM:
                yield Finding("crowding", f"{board}/{one.ref}", f"lies on {other.ref}")
            for part, guest in ((one, other), (other, one)):
                if part.stock in known and _inside(known[part.stock], where[part.ref], where[guest.ref]):
                    yield Finding("crowding", f"{board}/{guest.ref}", f"lies under {part.ref}")
            if one.stock in known and other.stock in known:
                rooms = [_room(known[part.stock], where[part.ref]) for part in (one, other)]
                if all(min(a[1], b[1]) - max(a[0], b[0]) > SHARED_MM for a, b in zip(*rooms, strict=True)):
                    yield Finding("crowding", f"{board}/{one.ref}", f"its body is in that of {other.ref}")


def _under_the_pico(design: Design) -> Iterator[Finding]:
    """Find what is too high for its place under the Pico, which stands on its sockets."""
    known, where = design.source["mechanics"]["bodies"], layout_task.places(design, "centre")
    (pico,) = (part for part in layout_task.parts_of(design, "centre") if part.kind.name == "PICO")
    roof = _room(known[pico.stock], where[pico.ref])
    for part in layout_task.parts_of(design, "centre"):
        body = known.get(part.stock, known["other"])
        if part is pico or part.order.get("bare") or body[4] <= UNDER_PICO_MM:
            continue
        room = _room(body, where[part.ref])
        if all(min(a[1], b[1]) - max(a[0], b[0]) > SHARED_MM for a, b in zip(room, roof, strict=True)):
            yield Finding("crowding", f"centre/{part.ref}", f"is {body[4]:g} mm high and lies under the Pico")


def _room(body: list[float], at: tuple[float, float, float]) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return from where to where a body reaches, along and across the board."""
    corners = [turned(dx, dy, at[2]) for dx, dy in ((body[0], body[1]), (body[2], body[3]))]
    (x1, y1), (x2, y2) = corners
    return (at[0] + min(x1, x2), at[0] + max(x1, x2)), (at[1] + min(y1, y2), at[1] + max(y1, y2))


def _inside(body: list[float], host: tuple[float, float, float], guest: tuple[float, float, float]) -> bool:
    left, top, right, low, _ = body
    dx, dy = turned(guest[0] - host[0], guest[1] - host[1], -host[2])
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
                min(x, y, wide - x, high - y) * layout_task.STEP < 3.2
                or max(min(x, wide - x), min(y, high - y)) * layout_task.STEP > 6
            ):
                yield Finding("openings", f"{board} board", f"a hole at {x:g}, {y:g} is not in its corner")
