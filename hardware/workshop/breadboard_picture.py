"""The pictures of the breadboards: every hole, part and wire of the Pico's end and of each seat, whole and in steps."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from workshop import breadboard, breadboard_page
from workshop.firmware_export import NOTICE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from workshop.breadboard import Set, Wire

PITCH, LEFT, TOP = 22, 46, 56
ROWS = ("j", "i", "h", "g", "f", "", "", "e", "d", "c", "b", "a", "", "+", "-")
COLUMNS = 30
LINE = 18
# The step of the page at which each kind of wire is laid, at the Pico and at a seat; parts with leads are step 5 and 3.
WIRED = {False: {"supply": 2, "links": 3, "keys": 4}, True: {"chip": 2, "far": 2, "keys": 4}}
PAINT = {"3V3": "#d02020", "GND": "#202020", "SDA": "#2060d0", "SCL": "#c89000", "INT": "#8030b0"}
OTHER = "#208040"
STYLE = (
    "text{font:11px sans-serif;paint-order:stroke;stroke:#fff;stroke-width:3px}.s{font-size:8px}"
    "text[fill]{stroke:none}.b{fill:#e8eef4;stroke:#607080}"
)


def pictures(source: Set) -> dict[str, str]:
    """Return the pictures by their file names."""
    made = {}
    for name, place in breadboard.centre_and_seats(source):
        file = f"breadboard-{name.lower() or 'pico'}"
        made[f"{file}.svg"] = _draw(source, name, place)
        for step in range(1, max(WIRED[bool(name)].values(), default=0) + 1 + (not name)):
            made[f"{file}-{step}.svg"] = _draw(source, name, place, step)
    return made


def _of_step(source: Set, name: str, place: Set, wanted: Callable[[int], bool]) -> Set:
    """Return a place with the parts and wires of some of its steps alone."""
    wired = WIRED[bool(name)]
    kept = {
        **place,
        "parts": {},
        "wires": {step: pairs for step, pairs in place["wires"].items() if wanted(wired[step])},
    }
    for ref, part in place["parts"].items():
        leads, keys = "leads" in source["kinds"][part["kind"]], wired["keys"]
        step = (3 if name else 5) if leads else 1 if ref in ("PICO", "U1") else keys
        if wanted(step):
            kept["parts"][ref] = part
    if not wanted(2):
        kept["far"] = ()
    return kept


def _at(hole: str, first: int) -> tuple[float, float]:
    """Return where a hole is in the picture that begins at a column."""
    local = hole.partition(".")[2]
    return LEFT + (int(local[1:]) - first) * PITCH, TOP + ROWS.index(local[0]) * PITCH


def _draw(source: Set, name: str, place: Set, step: int = 0) -> str:
    """Draw a place as it is at the end, or at a step with what lies there already behind a veil."""
    board, first = place["board"], place["first"]
    last = min(first + COLUMNS - 1, source["boards"][board]["columns"])
    wide = 2 * LEFT + (last - first) * PITCH
    now = _of_step(source, name, place, lambda at: at == step) if step else place
    notes = list(_notes(source, name, now, (first, last), whole=not step))
    foot = TOP + len(ROWS) * PITCH + 70
    # Words come last, with a rim: a wire over a pin's name or a resistor's would hide it.
    drawn = _layer([*_holes(first, last), *_contents(source, name, now, first, last, whole=not step)])
    if step:
        before = _of_step(source, name, place, lambda at: at < step)
        drawn = ['<g opacity="0.3">', *_layer(_contents(source, name, before, first, last)), "</g>", *drawn]
    at_step = f", step {step}" if step else ""
    title = f"{name or 'Pico'}: board {board}, columns {first} to {last}{at_step}"
    high = foot + LINE * len(notes)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" viewBox="0 0 {wide} {high}">',
        f"<!-- {NOTICE.replace('device', 'breadboard')} -->",
        f"<style>{STYLE}</style>",
        '<rect width="100%" height="100%" fill="#fff"/>',
        f'<text x="{LEFT}" y="20" font-weight="bold">{title}</text>',
        *drawn,
        *(f'<text x="{LEFT}" y="{foot + LINE * at}">{escape(note)}</text>' for at, note in enumerate(notes)),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _layer(lines: Iterable[str]) -> list[str]:
    return sorted(lines, key=lambda line: line.startswith("<text"))


def _contents(source: Set, name: str, place: Set, first: int, last: int, *, whole: bool = False) -> Iterator[str]:
    yield from _parts(source, place, first)
    yield from _wires(source, name, place, first, last, whole=whole)


def _holes(first: int, last: int) -> Iterator[str]:
    for row in filter(None, ROWS):
        y = TOP + ROWS.index(row) * PITCH
        yield f'<text x="{LEFT - 24}" y="{y + 4}">{row}</text>'
        for column in range(first, last + 1):
            yield f'<circle cx="{LEFT + (column - first) * PITCH}" cy="{y}" r="2.5" fill="#b0b0b0"/>'
    for column in range(first, last + 1):
        x = LEFT + (column - first) * PITCH
        yield f'<text class="s" x="{x}" y="{TOP - 14}" text-anchor="middle">{column}</text>'


def _parts(source: Set, place: Set, first: int) -> Iterator[str]:
    for ref, part in place["parts"].items():
        legs = breadboard.leg_holes(source, place, ref)
        spots = {leg: _at(hole, first) for leg, hole in legs.items()}
        if "leads" in source["kinds"][part["kind"]]:
            yield from _leads(ref, part, spots)
            continue
        xs, ys = zip(*spots.values(), strict=True)
        low, high = min(ys), max(ys)
        wide, deep = max(xs) - min(xs) + 16, high - low - 8
        yield f'<rect class="b" x="{min(xs) - 8}" y="{low + 4}" width="{wide}" height="{deep}" rx="4"/>'
        yield f'<text x="{(min(xs) + max(xs)) / 2}" y="{(low + high) / 2 + 4}" text-anchor="middle">{ref}</text>'
        for leg, (x, y) in spots.items():
            yield f'<rect x="{x - 3}" y="{y - 3}" width="6" height="6" fill="#808890"/>'
            if "/" in leg:
                yield _upright(x, y, leg.partition("/")[0], up=y == high)


def _upright(x: float, y: float, words: str, *, up: bool) -> str:
    """Write a pin's name along its column, inside the part."""
    anchor, at = ("start", y - 8) if up else ("end", y + 8)
    return f'<text class="s" transform="translate({x + 3} {at}) rotate(-90)" text-anchor="{anchor}">{words}</text>'


def _leads(ref: str, part: Set, spots: dict[str, tuple[float, float]]) -> Iterator[str]:
    """Draw a part with leads: two as a bar between its holes, more as a box below the board."""
    if len(spots) == 2:
        (x, y), (far_x, far_y) = spots.values()
        yield f'<path d="M{x} {y}L{far_x} {far_y}" stroke="#a07040" stroke-width="5" opacity="0.6"/>'
        level = y == far_y
        words = f"{ref} {part.get('value', '')}".strip() if level else ref
        across, down = ((x + far_x) / 2, y - 6) if level else (far_x, TOP + len(ROWS) * PITCH - 6)
        yield f'<text class="s" x="{across}" y="{down}" text-anchor="middle">{words}</text>'
        return
    left, below = min(x for x, _ in spots.values()) + 140, TOP + len(ROWS) * PITCH + 8
    yield f'<rect class="b" x="{left - 20}" y="{below}" width="{PITCH * 2 * len(spots)}" height="34" rx="4"/>'
    for at, (lead, (x, y)) in enumerate(spots.items()):
        end = left + at * 2 * PITCH
        bend = f"M{x} {y}Q{x} {below - 20} {end} {below}"
        yield f'<path d="{bend}" fill="none" stroke="{_paint(lead)}" stroke-width="2"/>'
        yield f'<text class="s" x="{end}" y="{below + 13}" text-anchor="middle">{lead}</text>'
    yield f'<text x="{left + PITCH * 3}" y="{below + 29}" text-anchor="middle">{ref}, its display</text>'


def _paint(net: str) -> str:
    return PAINT.get({"VCC": "3V3"}.get(net, net), OTHER)


def _wires(source: Set, name: str, place: Set, first: int, last: int, *, whole: bool) -> Iterator[str]:
    nets = {pin: net for net, pins in breadboard.intended_nets(source).items() for pin in pins}
    strips = {}
    for where, each in breadboard.centre_and_seats(source):
        for ref in each["parts"]:
            for leg, hole in breadboard.leg_holes(source, each, ref).items():
                pin = f"{where}.{ref}.{leg.partition('/')[0]}".removeprefix(".")
                strips[breadboard.strip_of_hole(source, hole)] = nets.get(pin, "").rpartition(".")[2]

    def paint(wire: Wire) -> str:
        ends = (breadboard.strip_of_hole(source, end) for end in (wire.start, wire.end))
        rails = {"+": "3V3", "-": "GND"}
        found = [rails.get(end[2], strips.get(end, "")) for end in ends]
        return _paint(next((net for net in found if net in PAINT), found[0]))

    for wire in breadboard.wires(place):
        ends = [end for end in (wire.start, wire.end) if _is_here(end, place["board"], first, last)]
        colour = paint(wire)
        if len(ends) == 2:
            (x, y), (far_x, far_y) = (_at(end, first) for end in ends)
            rise = 9 + abs(far_x - x) / 20
            bend = f"Q{(x + far_x) / 2 + 9} {(y + far_y) / 2 - rise:g} {far_x} {far_y}"
            yield f'<path d="M{x} {y}{bend}" fill="none" stroke="{colour}" stroke-width="2.5"/>'
        for end in ends:
            x, y = _at(end, first)
            yield f'<circle cx="{x}" cy="{y}" r="{4 if len(ends) == 2 else 6}" fill="{colour}"/>'
    if not name and whole:
        yield from _ends_of_seats(source, place, first, last, paint)


def _ends_of_seats(source: Set, place: Set, first: int, last: int, paint: Callable[[Wire], str]) -> Iterator[str]:
    """Mark where wires of the seats end at the Pico, each with the first letter of its seat."""
    for seat, each in breadboard.centre_and_seats(source):
        for wire in breadboard.wires(each) if seat else ():
            if wire.step == "far" and _is_here(wire.end, place["board"], first, last):
                x, y = _at(wire.end, first)
                yield f'<circle cx="{x}" cy="{y}" r="7" fill="{paint(wire)}"/>'
                yield f'<text class="s" x="{x}" y="{y + 3}" text-anchor="middle" fill="#fff">{seat[0]}</text>'


def _is_here(hole: str, board: str, first: int, last: int) -> bool:
    where, _, local = hole.partition(".")
    return where == board and first <= int(local[1:]) <= last


def _notes(source: Set, name: str, place: Set, columns: tuple[int, int], *, whole: bool) -> Iterator[str]:
    """Yield a line for every wire that leaves the picture."""
    named = breadboard_page.strip_labels(source)
    for wire in breadboard.wires(place):
        if wire.step == "far" or not all(_is_here(end, place["board"], *columns) for end in wire[1:]):
            ends = (
                f"{breadboard_page.format_hole(end)} ({breadboard_page.hole_label(source, named, end)})"
                for end in wire[1:]
            )
            yield " to ".join(ends)
    if not name and whole:
        yield "E, S, W, N: here end the wires of East, South, West and North"
