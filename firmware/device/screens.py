"""Draws a view into a frame. Nothing else: no table, no bus.

Everything stands on pages of eight rows, so a changed digit costs few bytes on the wire. No bars, no
inverse lines, no boxes: they burn in, and a full row makes its neighbours dim.
"""

from micropython import const

from device import views
from device.frame import WIDTH, Frame
from device.lettering import LAYOUT, fitted, width, wrapped, write, write_large
from device.score_screen import draw_score_screen
from device.views import ScoreView, TextView

if False:  # for the type checker alone, and gone when compiled
    from device.parts import View

_TOP_PAGE = const(0)
_BOTTOM_PAGE = const(7)

# The lines of a question stand right of the arrow; what a button does stands right of the longest button name.
_INDENT = const(10)
_BUTTON_COLUMN = const(34)


def draw(view: "View", frame: Frame) -> None:
    """Draw a view in place of what the frame shows."""
    if isinstance(view, ScoreView):
        if frame.update_part("screen", "score"):
            frame.clear()
            frame.update_part("screen", "score")
        draw_score_screen(view, frame)
    else:
        content = (view.title, view.lines[:], view.chosen, view.footer, view.note, view.corner)
        if frame.update_part("screen", content):
            frame.clear()
            frame.update_part("screen", content)
            if view.screen == "pixels":
                frame.fill(1)  # the self-test: the one screen with every pixel lit, for a moment
            else:
                _draw_text_screen(view, frame)


def _draw_text_screen(view: TextView, frame: Frame) -> None:
    """Draw title and lines, and at the bottom what the buttons do."""
    bottom = view.footer or view.note
    lines = views.shown_lines(view)
    corner = view.corner
    if view.chosen >= 0 and len(view.lines) > len(lines):
        corner = f"{view.chosen + 1}/{len(view.lines)}"
    room = LAYOUT - (width(corner) + 4 if corner else 0)
    # What is said meanwhile stands above: what the buttons do stays where it is.
    head = wrapped(view.note, room)[:2] if view.note and view.footer else []
    if view.chosen >= 0:
        _draw_head(head or [fitted(view.title, room)], frame)
        _draw_question(lines, frame)
    else:
        page = _draw_title(view, head, room, frame)
        _draw_lines([line for line, _ in lines], page, _BOTTOM_PAGE if bottom else _BOTTOM_PAGE + 1, frame)
    write(frame, LAYOUT - width(corner), _TOP_PAGE, corner)
    write(frame, 0, _BOTTOM_PAGE, fitted(bottom, WIDTH))


def _draw_head(lines: "list[str]", frame: Frame) -> int:
    """Draw small lines at the top, and return the page below them."""
    for page, line in enumerate(lines):
        write(frame, 0, page, line)
    return len(lines)


def _draw_question(lines: "list[tuple[str, bool]]", frame: Frame) -> None:
    """Draw the choice: the chosen line is the large one, with an arrow."""
    page = 2 + (_BOTTOM_PAGE - 2 - len(lines) - 1) // 2
    for text, chosen in lines:
        line = fitted(text, WIDTH - _INDENT)
        if chosen:
            write_large(frame, 0, page, ">", 2)
            write_large(frame, _INDENT, page, line, _stretch([line], WIDTH - _INDENT))
            page += 2
        else:
            write(frame, _INDENT, page, line)
            page += 1


def _draw_title(view: TextView, head: "list[str]", room: int, frame: Frame) -> int:
    """Draw the title, or what is said in its place, and return the page below: large unless large lines need it."""
    pages = _BOTTOM_PAGE if view.footer or view.note else _BOTTOM_PAGE + 1
    height = 2 * len(view.lines)
    title = fitted(view.title, room)
    if head or 1 + height == pages:
        return _draw_head(head or [title], frame)
    write_large(frame, 0, _TOP_PAGE, title, _stretch([title], room))
    return 2


def _draw_lines(lines: "list[str]", page: int, end: int, frame: Frame) -> None:
    """Draw lines of one size, large if that fits, in the middle of some pages."""
    height = 2 if page + 2 * len(lines) <= end else 1
    page += (end - page - height * len(lines)) // 2
    lines = [_fitted_line(line) for line in lines]
    stretch = _stretch(lines, WIDTH)
    for line in lines:
        if height == 2:
            write_large(frame, 0, page, line, stretch)
        else:
            button, _, does = line.partition("\t")
            write(frame, 0, page, button)
            write(frame, _BUTTON_COLUMN, page, does)
        page += height


def _fitted_line(line: str) -> str:
    """Return a line that fits; what a button does stands in a column of its own."""
    button, tab, does = line.partition("\t")
    return button + tab + fitted(does, WIDTH - _BUTTON_COLUMN) if tab else fitted(line, WIDTH)


def _stretch(lines: "list[str]", room: int) -> int:
    """Return 2 when all lines fit in letters twice as wide, else 1."""
    return 1 if [line for line in lines if 2 * width(line) > room] else 2
