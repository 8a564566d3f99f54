"""What is printed on the boards: each word at its own part, legible, and what the nets say."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from workshop import board_layout_input
from workshop.checks.finding import Finding
from workshop.checks.part_placement import is_under_body
from workshop.kicad_text import rotate_kicad_point

if TYPE_CHECKING:
    from collections.abc import Iterator

    from workshop.design import Design, Part

PLUG_PITCH = {"xh": 2.5, "header3": 2.54, "wires": 4.2}
MEANS = {"5V": "V5", "DIN": "PIXELS_OUT", "TX": "UART_TX", "RX": "UART_RX"}
NEAR_MM = 20.0
JACK_WARNING_MM = 32.0
LEAST_LETTER_MM = 0.8


def check_words(design: Design) -> Iterator[Finding]:
    """Check that a label is printed nearest to its own part, and that pins are called what they are connected to."""
    yield from _boards_names(design)
    for board in board_layout_input.BOARDS:
        parts = {part.ref: part for part in board_layout_input.parts_of(design, board)}
        where = board_layout_input.part_positions(design, board)
        printed = [
            (text, x * board_layout_input.STEP, y * board_layout_input.STEP)
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
        yield from _labels(design, board)
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


def _labels(design: Design, board: str) -> Iterator[Finding]:
    """Check that no two plugs and no two points of a board are called the same: one of the two words is elsewhere."""
    called: dict[str, str] = {}
    for part in board_layout_input.parts_of(design, board):
        if part.label and (first := called.setdefault(part.label, part.ref)) != part.ref:
            yield Finding("words", f"{board}/{part.ref}", f"is called {part.label}, as {first} is")


def _legible(design: Design, board: str) -> Iterator[Finding]:
    """Check that words are large enough to be printed, on the board, and not under a part that would cover them."""
    known, where = design.source["mechanics"]["bodies"], board_layout_input.part_positions(design, board)
    wide, high = (side * board_layout_input.STEP for side in design.source["layout"][board]["size"])
    bodies = [
        part for part in board_layout_input.parts_of(design, board) if part.stock in known and part.kind.name != "PICO"
    ]
    behind = design.source["layout"][board].get("back", ())
    for text, at_x, at_y, size in design.source["layout"][board]["words"]:
        x, y = at_x * board_layout_input.STEP, at_y * board_layout_input.STEP
        if size < LEAST_LETTER_MM:
            yield Finding(
                "words", f"{board} board", f"{text} is {size:g} mm high, a house prints {LEAST_LETTER_MM:g} mm"
            )
        if not (0 < x < wide and 0 < y < high):
            yield Finding("words", f"{board} board", f"{text} is printed beside the board")
        for part in bodies:
            if part.ref not in behind and is_under_body(known[part.stock], where[part.ref], (x, y, 0)):
                yield Finding("words", f"{board} board", f"{text} is printed under {part.ref}")


def _boards_names(design: Design) -> Iterator[Finding]:
    """Check that every board says what it is and its revision, that it was never built, and what its jacks are not."""
    revision = str(design.source["revision"])
    for board in board_layout_input.BOARDS:
        printed = [
            (text, (x * board_layout_input.STEP, y * board_layout_input.STEP))
            for text, x, y, _ in design.source["layout"][board]["words"]
        ]
        names = [text for text, _ in printed if text.startswith(design.source["device"].upper().split()[0] + " ")]
        if not any(revision in name.split() for name in names):
            yield Finding("words", f"{board} board", f"revision {revision} is printed nowhere")
        if not any(board.upper() in name.split() for name in names):
            yield Finding("words", f"{board} board", f"{board.upper()} is printed nowhere: which board is it?")
        if board == "centre" and not any("not yet built" in name for name in names):
            yield Finding("words", f"{board} board", "does not say that it was never built")
        where = board_layout_input.part_positions(design, board)
        warnings = [spot for text, spot in printed if "NOT ETHERNET" in text]
        for part in board_layout_input.parts_of(design, board):
            if part.kind.name == "JACK" and not any(
                math.dist(_middle(part, where), spot) < JACK_WARNING_MM for spot in warnings
            ):
                yield Finding("words", f"{board}/{part.ref}", "NOT ETHERNET is not printed at it")


def _middle(part: Part, where: dict[str, tuple[float, float, float]]) -> tuple[float, float]:
    """Return the middle of a part: of a jack or plug between its first and last pin."""
    x, y, turn = where[part.ref]
    pitch = _pitch(part) or (1.27 if part.kind.name == "JACK" else 0.0)
    dx, dy = rotate_kicad_point(pitch * (len(part.kind.pins) - 1) / 2, 0, turn)
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
    dx, dy = rotate_kicad_point(_pitch(part) * (int(pin) - 1), 0, turn)
    return x + dx, y + dy


def _means(design: Design, part: Part, pin: str, token: str) -> bool:
    """Return whether a pin's net, or the module's pin at the other end of its lead, is what a word says."""
    circuit = design.at(f"{part.name}.{pin}")
    nets = {net.partition("/")[2] for net in circuit.nets if net.startswith(f"{part.place}/")} if circuit else set()
    far = {wire[1] for cable in design.cables if cable.start == part.name for wire in cable.wires if wire[0] == pin}
    if any(name in design.kinds["SSD1309"].pins for name in far):
        return token in far
    return MEANS.get(token, token) in nets
