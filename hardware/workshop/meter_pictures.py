"""Pictures of TEST, one for every step at the boards: the probes, what is plugged in or pulled, what must be read."""

from __future__ import annotations

import math
import re
import textwrap
from typing import TYPE_CHECKING, NamedTuple

from workshop import board_view, guide_reader, part_pictures
from workshop.board_view import BOLD, MIDDLE, YELLOW, svg_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from workshop.board_view import LaidOutBoard
    from workshop.design import Design
    from workshop.guide_reader import TestStep

SIDE_MM, LINE_MM, LETTERS = 58.0, 3.5, 36
BELOW_MM = 26.0
RED, BLACK = "#e02020", "#111"
CLEAR_MM = 2.2  # between a wire and a pad that another probe meets
FOUR = "four seats"
INSIDE_OUT = "J6 to J10 are unplugged"
SEATS = ("EAST", "SOUTH", "WEST", "NORTH")
Spot = tuple[float, float]
UNIT = {"ohm": "\N{OHM SIGN}", "volt": "V", "current": "A"}


class Setup(NamedTuple):
    """What is measured, and what is plugged into the centre box meanwhile."""

    mode: str
    supply: str
    computer: bool
    pico: bool
    seat: str
    pulled: str


def is_meter_measurement(row: TestStep) -> bool:
    """Return whether a row of TEST needs a meter or a wire, and not only eyes."""
    return bool(re.search(r"\bTP\d|current|meter|continuity", f"{row.words} {row.wanted}"))


def is_drawn(row: TestStep) -> bool:
    """Return whether a row has a picture of its own: it is measured, or something is plugged in, run or pulled."""
    return is_meter_measurement(row) or bool(re.search(r"doctor --bench|^pull ", row.words))


def pictures(design: Design) -> dict[str, str]:
    """Return every picture by its file name."""
    seen = {board: board_view.read_board_view(design, board) for board in ("centre", "seat")}
    made = {}
    for row in guide_reader.measurement_rows(guide_reader.page("TEST")):
        if is_drawn(row):
            lead = "continuity" in row.words
            drawn = part_pictures.draw_patch_lead(design, row.wanted) if lead else _measurement(design, seen, row)
            made[f"test-{row.number}.svg"] = drawn
    return made


def plugged_in_parts(row: TestStep) -> Setup:
    """Read a row, and the heading it stands under, for what is plugged in."""
    words, early = row.words, row.heading.startswith("Before")
    mode = "ohm" if early else "current" if re.search(r"current|meter", f"{words} {row.wanted}") else "volt"
    supply = "" if early or "supply out" in words or words == "only USB" else "table's own supply"
    if supply and row.heading.startswith("First"):
        supply = "bench supply 5.0 to 7 V, 0.3 A" if "raise" in words else "bench supply 5.0 V, 0.3 A"
    pulled = next((what for what in ("supply", "lead") if re.match(rf"pull (?:a|the) {what}", words)), "")
    pico = not early and ("Pico is in" in row.heading or not row.heading.startswith("First"))
    seats = FOUR if row.heading.startswith("With") or "all four" in words else f"one seat at {_jack(row)}"
    computer = "USB" in words or "doctor" in words
    seat = seats if row.heading.startswith(("Seats", "With")) else ""
    return Setup(mode, supply, computer, pico, seat, pulled)


def red_probe_pads(design: Design, board: str, row: TestStep) -> dict[str, str]:
    """Return the pads that the red probe meets, `TP2` or `U1.31`, and what each is called."""
    labels = {part.ref: part.label for part in design.parts_of_kinds("POINT") if part.board == board}
    refs = [ref for ref in guide_reader.named_part_refs(row.words) if ref in labels and (ref != "TP1" or _joins(row))]
    found = {f"{ref}.1": f"{labels[ref]} ({ref})" for ref in refs}
    pin = re.search(r"(\w+) at the Pico's pin (\d+)", row.words)
    if pin:
        found[f"U1.{pin[2]}"] = f"{pin[1]}, the Pico's pin {pin[2]}"
    return found


def _jack(row: TestStep) -> str:
    """Return the jack of the one seat that is plugged in."""
    found = re.search(r"seat at ([A-Z]+)", row.words)
    return found[1] if found else SEATS[0]


def _joins(row: TestStep) -> bool:
    """Return whether a row asks for a wire between two points, and for no meter."""
    return row.words.startswith("join ")


def _measurement(design: Design, seen: dict[str, LaidOutBoard], row: TestStep) -> str:
    board = "seat" if "seat board" in row.words or (row.heading.startswith("Seats") and "TP" in row.words) else "centre"
    now, view = plugged_in_parts(row), seen[board]
    there = [ref for ref, spot in view.spots.items() if now.pico or spot.part.kind.name != "PICO"]
    lines = list(
        board_view.draw_board_and_parts(view, [ref for ref in there if not view.spots[ref].part.facts.get("option")])
    )
    met = red_probe_pads(design, board, row)
    meter = (view.wide + board_view.AROUND + 4, 14.0)
    black = bool(met) and "each other" not in row.words and not _joins(row)
    if board == "centre":
        lines += _plugged(view, now)
    lines += _probes(view, met, meter, black=black, joins=_joins(row))
    side = _side(row, now, board, met, black=black)
    lines += _written(side, view.wide + board_view.AROUND, shows_meter=bool(met) and not _joins(row), now=now)
    below = BELOW_MM if board == "centre" and (now.supply or now.computer or now.seat) else 0.0
    high = max(view.high + below, LINE_MM * (len(side) + 5)) + 2 * board_view.AROUND
    return board_view.svg_document((view.wide + 2 * board_view.AROUND + SIDE_MM, high), lines)


def _probes(
    view: LaidOutBoard, met: dict[str, str], meter: tuple[float, float], *, black: bool, joins: bool
) -> Iterator[str]:
    """Draw a ring at every pad that is met, and a wire from the meter to each, or one that joins two."""
    colours = dict.fromkeys(met, RED) | ({"TP1.1": BLACK} if black else {})
    if not black and not joins:
        colours |= dict.fromkeys(list(met)[1::2], BLACK)  # each to each: the other probe meets the second
    ends = {pad: view.spots[pad.partition(".")[0]].pads[pad.partition(".")[2]] for pad in colours}
    for pad, end in ends.items() if not joins else ():
        start = meter if colours[pad] == RED else (meter[0], meter[1] + 4)
        others = [other for name, other in ends.items() if name != pad]
        yield _wire(start, end, colours[pad], others)
    if joins:
        (x1, y1), (x2, y2) = ends.values()
        bow = f"M{x1:.2f} {y1:.2f}C{x1:.2f} {y1 - 9:.2f} {x2:.2f} {y2 - 9:.2f} {x2:.2f} {y2:.2f}"
        yield f'<path d="{bow}" fill="none" stroke="{RED}" stroke-width=".8"/>'
    for pad, (x, y) in ends.items():
        ref, _, number = pad.partition(".")
        name = ref if ref.startswith("TP") else f"pin {number}"
        yield f'<circle cx="{x:.2f}" cy="{y:.2f}" r="1.3" fill="#fff" stroke="{colours[pad]}" stroke-width=".8"/>'
        yield svg_text(x, y - 1.9, name, 1.8, YELLOW)


def _wire(start: Spot, end: Spot, colour: str, others: list[Spot]) -> str:
    """Draw a wire from the meter that bends so that it is over no pad which another probe meets."""
    (x1, y1), (x2, y2) = start, end
    wide, high = x1 - x2, y2 - y1
    bends = [
        ((x1 - 10, y1), (x2 + 8, y2 - 4)),
        ((x1 - 22, y1 + 0.15 * high), (x2 + 0.62 * wide, y2 - 0.05 * high)),
        ((x1 - 0.6 * wide, y1), (x2, y2 - 0.5 * high)),
    ]
    near = [min((_far(start, bend, end, other) for other in others), default=CLEAR_MM) for bend in bends]
    first, second = next((bend for bend, far in zip(bends, near, strict=True) if far >= CLEAR_MM), bends[_most(near)])
    bend = f"{first[0]:.1f} {first[1]:.1f} {second[0]:.1f} {second[1]:.1f}"
    line = f'd="M{x1:.1f} {y1:.1f}C{bend} {x2:.1f} {y2:.1f}" fill="none"'
    return f'<path {line} stroke="#fff" stroke-width="1.4"/><path {line} stroke="{colour}" stroke-width=".8"/>'


def _most(near: list[float]) -> int:
    return near.index(max(near))


def _far(start: Spot, bend: tuple[Spot, Spot], end: Spot, other: Spot) -> float:
    """Return how near a bent wire comes to a place."""
    parts = ((1 - at / 40, at / 40) for at in range(41))
    weights = ((a**3, 3 * a * a * b, 3 * a * b * b, b**3) for a, b in parts)
    corners = (start, *bend, end)
    return min(
        math.dist(other, [sum(w * spot[axis] for w, spot in zip(weight, corners, strict=True)) for axis in (0, 1)])
        for weight in weights
    )


def _plugged(view: LaidOutBoard, now: Setup) -> Iterator[str]:
    """Draw what is plugged in below the board, where its sockets are."""
    if now.supply:
        yield from board_view.draw_filled_part(view.spots["J5"], "#ffd24d")
        yield from _block(
            view, view.spots["J5"].middle[0], now.supply, meter=now.mode == "current" and not now.computer
        )
    if now.pico:
        yield from board_view.draw_filled_part(view.spots["U1"], "#9dff8a")
    if now.computer:
        yield from _block(view, view.spots["U1"].middle[0], "computer, USB", meter=now.mode == "current")
    if now.seat:
        jacks = [f"J{at}" for at, name in enumerate(SEATS, 1) if now.seat == FOUR or now.seat.endswith(name)]
        for jack in jacks:
            yield from board_view.draw_filled_part(view.spots[jack], "#7ec8ff")
        if jacks[0] == "J1":
            yield from _block(view, view.spots["J1"].middle[0] + 4, now.seat, meter=False)
        else:
            yield from _beside(view.spots[jacks[0]].middle, now.seat)
    if now.pulled:
        socket, aside = ("J5", 0.0) if now.pulled == "supply" else ("J1", 4.0)
        yield from _pulled(view, view.spots[socket].middle[0] + aside)


def _beside(middle: Spot, words: str) -> Iterator[str]:
    """Write beside a jack at the edge what hangs on it."""
    x, y = middle
    for row, text in enumerate(textwrap.wrap(words, 11)):
        yield svg_text(x - 2, y + 11 + 3.1 * row, text, 2.4, YELLOW)


def _pulled(view: LaidOutBoard, x: float) -> Iterator[str]:
    """Draw an arrow downwards from a socket, and one back to it."""
    top, low = view.high + 1, view.high + 12
    for side, start, end in ((-4, top, low), (4, low, top)):
        tip = 2.2 if end > start else -2.2
        yield f'<path d="M{x + side:.1f} {start:.1f}V{end:.1f}" stroke="{RED}" stroke-width=".9"/>'
        yield f'<path d="M{x + side - 1.6:.1f} {end - tip:.1f}h3.2L{x + side:.1f} {end:.1f}Z" fill="{RED}"/>'


def _block(view: LaidOutBoard, x: float, words: str, *, meter: bool) -> Iterator[str]:
    top = view.high + 14
    yield f'<path d="M{x:.1f} {view.high:.1f}V{top:.1f}" stroke="{BLACK}" stroke-width="1"/>'
    if meter:
        yield f'<circle class="n" cx="{x:.1f}" cy="{view.high + 8:.1f}" r="3.4" fill="#ffd24d"/>'
        yield svg_text(x, view.high + 9.3, "A", 3.6, MIDDLE)
    rows = textwrap.wrap(words, 13)
    size = f'width="23" height="{1.6 + 3.1 * len(rows):.1f}" rx="1"'
    yield f'<rect class="n" x="{x - 11.5:.1f}" y="{top:.1f}" {size} fill="#e8e8e8"/>'
    for row, text in enumerate(rows):
        yield svg_text(x, top + 3.1 + 3.1 * row, text, 2.4, MIDDLE)


def _side(row: TestStep, now: Setup, board: str, met: dict[str, str], *, black: bool) -> list[str]:
    told = [f"red: {name}" for name in met.values()] if not _joins(row) else []
    told += ["black: GND (TP1)"] if black else []
    if "each other" in row.words:
        told = [f"red and black: {' - '.join(met.values())}, each pair"]
    if now.mode == "current" and (now.supply or now.computer):
        told.append("the meter A is in the + wire, or a USB meter")
    box = (
        []
        if board == "seat" and row.heading.startswith("Before")
        else [f"the Pico is {'in' if now.pico else 'not in'}"]
    )
    power = [] if now.supply or now.computer else ["nothing is plugged in"]
    power += [INSIDE_OUT] if board == "centre" and not now.seat else []
    lead = ["the box hangs on its lead at EAST"] if board == "seat" and now.seat else []
    written = [row.words, "", *told, "", *(box if board == "centre" else lead), *(power if not lead else [])]
    lines = [line for text in written for line in (textwrap.wrap(text, LETTERS) or [""])]
    return [
        f"Test {row.number}",
        *lines,
        "",
        *(f"*{line}" for line in textwrap.wrap(f"must be: {row.wanted}", LETTERS)),
    ]


def _written(side: list[str], x: float, *, shows_meter: bool, now: Setup) -> Iterator[str]:
    """Write what is done beside the board, under the meter where there is one."""
    yield svg_text(x, -1, side[0], 3.4, BOLD)
    if shows_meter:
        yield f'<rect class="n" x="{x + 4:.1f}" y="4" width="24" height="18" rx="2" fill="#ffd24d"/>'
        yield f'<rect class="n" x="{x + 7:.1f}" y="6.5" width="18" height="8" rx=".6" fill="#dfe8d8"/>'
        yield svg_text(x + 16, 12.6, UNIT[now.mode], 5.4, MIDDLE)
        for y, colour in ((14, RED), (18, BLACK)):
            yield f'<circle cx="{x + 4:.1f}" cy="{y}" r="1" fill="{colour}"/>'
    for row, text in enumerate(side[1:], 8 if shows_meter else 1):
        if text:
            yield svg_text(x, row * LINE_MM, text.lstrip("*"), 2.5, BOLD if text.startswith("*") else "")
