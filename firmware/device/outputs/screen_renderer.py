"""Draws a view into a frame. Nothing else: no table, no bus.

One line says what it is about, the labels of the four keys stand above them at the bottom, between them stands what
matters most as large as it fits: an amount, the chosen line of a list, or some lines. Letters are one page high or
two, the digits of an amount three or five. No bars, no inverse lines, no boxes: they burn in, and a full row makes
its neighbours dim.
"""

from micropython import const

from device.outputs.score_screen import draw_score_screen
from device.outputs.views import ScoreView, TextView, shown_lines
from device.text import blitter, font_middle, font_narrow
from device.text.blitter import NO_FRAME
from device.text.display_frame import WIDTH, DisplayFrame
from device.text.lettering import fit_text, size_for, width, wrap_text, write

if False:  # for the type checker alone, and gone when compiled
    from device.parts import Between, View

_TOP_PAGE = const(0)
_KEYS_PAGE = const(7)

# The sizes of `lettering`.
_SMALL = const(1)
_TALL = const(2)
_LARGE = const(3)

# Columns that stay dark at either edge.
_MARGIN = const(2)
_ROOM = const(124)
# The lines of a list stand right of the arrow.
_INDENT = const(12)
# Between two texts on one line.
_GAP = const(4)

# Each key stands under a quarter of the display.
_QUARTER = const(32)

# Between the digits of an amount.
_DIGIT_GAP = const(2)


def draw(view: "View", frame: DisplayFrame, between: "Between | None" = None) -> None:
    """Draw the parts of a view that differ from the frame's contents; `between` is called between those of a text."""
    if isinstance(view, ScoreView):
        _begin("score", frame)
        draw_score_screen(view, frame)
    elif view.screen == "pixels":
        _begin("pixels", frame)
        frame.fill(1)  # the self-test: the one screen with every pixel lit, for a moment
    else:
        _begin("text", frame)
        _draw_text_screen(view, frame, between)


def _begin(screen: str, frame: DisplayFrame) -> None:
    """Make the frame dark when it shows a screen of another kind."""
    if frame.update_part("screen", screen):
        frame.clear()
        frame.update_part("screen", screen)


def _draw_text_screen(view: TextView, frame: DisplayFrame, between: "Between | None") -> None:
    """Draw title, body and keys, each if its content is new."""
    has_keys = view.keys != ("", "", "", "")
    corner = view.corner
    room = _ROOM - (width(corner) + _GAP if corner else 0)
    # What is said meanwhile stands above: what the keys do stays where it is.
    noted = has_keys and view.note != ""
    if noted and width(view.note) > room:
        corner = ""
        room = _ROOM
    head = [view.note if noted else view.title]
    if width(head[0]) > room:
        head = [fit_text(line, room) for line in wrap_text(head[0], room)[:2]]
    if frame.update_part("head", (head[0], corner)):
        frame.wipe(0, _TOP_PAGE, WIDTH, 1)
        write(frame, _MARGIN, _TOP_PAGE, head[0])
        write(frame, WIDTH - _MARGIN - width(corner), _TOP_PAGE, corner)
    if between is not None:
        between()
    bottom = [] if has_keys or not view.note else wrap_text(view.note, _ROOM)[:2]
    end = _KEYS_PAGE if has_keys else _KEYS_PAGE + 1 - len(bottom)
    body = (head[1:], view.lines[:], view.chosen, view.amount, view.above, view.below, end)
    if frame.update_part("body", body):
        frame.wipe(0, _TOP_PAGE + 1, WIDTH, end - 1)
        page = _TOP_PAGE + len(head)
        for line in head[1:]:
            write(frame, _MARGIN, page - 1, line)
        if view.chosen >= 0:
            _draw_list(view, page, end, frame)
        elif view.amount:
            _draw_amount(view, page, end, frame)
        else:
            _draw_lines(view.lines, page, end, frame, between)
        if between is not None:
            between()
    if frame.update_part("keys", (view.keys, bottom)):
        frame.wipe(0, end, WIDTH, _KEYS_PAGE + 1 - end)
        for row, line in enumerate(bottom):
            write(frame, _MARGIN, end + row, fit_text(line, _ROOM))
        for start, label in key_positions(view.keys):
            write(frame, start, _KEYS_PAGE, label)


def key_positions(keys: "tuple[str, str, str, str]") -> "list[tuple[int, str]]":
    """Return where the label of each key begins: in the middle of its quarter, pushed aside by those beside it."""
    labels = [(key, label) for key, label in enumerate(keys) if label]
    starts = []
    edge = _MARGIN
    for key, label in labels:
        starts.append(max(edge, _QUARTER * key + (_QUARTER - width(label)) // 2))
        edge = starts[-1] + width(label) + _GAP
    edge = WIDTH - _MARGIN
    for at in range(len(labels) - 1, -1, -1):
        starts[at] = max(_MARGIN, min(starts[at], edge - width(labels[at][1])))
        edge = starts[at] - _GAP
    return [(starts[at], labels[at][1]) for at in range(len(labels))]


def _draw_list(view: TextView, page: int, end: int, frame: DisplayFrame) -> None:
    """Draw the lines around the chosen one, which is the large one, with an arrow; each is as large when chosen."""
    lines = shown_lines(view)
    size = size_for(view.lines, _ROOM - _INDENT)
    page += (end - page - len(lines) - 1) // 2
    for text, chosen in lines:
        line = fit_text(text, _ROOM - _INDENT)
        if chosen:
            write(frame, _MARGIN, page, ">", _TALL)
            write(frame, _MARGIN + _INDENT, page, line, size)
            page += 2
        else:
            write(frame, _MARGIN + _INDENT, page, line)
            page += 1


def _draw_amount(view: TextView, page: int, end: int, frame: DisplayFrame) -> None:
    """Draw an amount as large as fits between what stands above and below it."""
    for line in view.above:
        _draw_middle(line, page, size_for([line], _ROOM), frame)
        page += 2
    free = end - page - len(view.below)
    for font in (font_narrow.FONT, font_middle.FONT):
        columns = blitter.write_digits(NO_FRAME, 0, 0, view.amount, _DIGIT_GAP, font)
        pages = font[0]
        if pages <= free and columns <= _ROOM and _has_all(font, view.amount):
            page += (free - pages) // 2
            blitter.write_digits(frame.buffer, (WIDTH - columns) // 2, page, view.amount, _DIGIT_GAP, font)
            page += pages
            break
    else:
        _draw_middle(view.amount, page, _LARGE if width(view.amount, _LARGE) <= _ROOM else _TALL, frame)
        page += 2
    for line in view.below[: max(0, end - page)]:
        if "\t" in line:
            _draw_line(line, page, _SMALL, frame)
        else:
            _draw_middle(fit_text(line, _ROOM), page, _SMALL, frame)
        page += 1


def _has_all(font: "tuple[int, bytes, bytes, bytes]", amount: bytes) -> bool:
    return all([sign in font[1] for sign in amount])


def _draw_middle(line: "str | bytes", page: int, size: int, frame: DisplayFrame) -> None:
    write(frame, (WIDTH - width(line, size)) // 2, page, line, size)


def _draw_lines(lines: "list[str]", page: int, end: int, frame: DisplayFrame, between: "Between | None" = None) -> None:
    """Draw lines of one size, large if that fits, in the middle of some pages; `between` comes between two."""
    large = page + 2 * len(lines) <= end
    height = 2 if large else 1
    page += (end - page - height * len(lines)) // 2
    size = size_for([line.replace("\t", "  ") for line in lines], _ROOM) if large else _SMALL
    for place, line in enumerate(lines):
        if place and between is not None:
            between()
        _draw_line(line, page + height * place, size, frame)


def _draw_line(line: str, page: int, size: int, frame: DisplayFrame) -> None:
    """Draw a line from the left edge; what stands behind a tab ends at the right one."""
    left, _, right = line.partition("\t")
    columns = width(right, size)
    room = _ROOM - (columns + _GAP if right else 0)
    write(frame, _MARGIN, page, fit_text(left, room // 2 if size == _LARGE else room), size)
    write(frame, WIDTH - _MARGIN - columns, page, right, size)
