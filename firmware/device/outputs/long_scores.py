"""Draws the scores of the others where three of them are very long: in letters, a short stick beside each in riichi."""

from micropython import const

from device.outputs.score_screen import CROSSES, STICK_ROWS
from device.text.blitter import overlay
from device.text.lettering import LAYOUT, width, write

if False:  # for the type checker alone, and gone when compiled
    from device.parts import DisplayFrame

_ABOVE_PAGE = const(6)
_BOTTOM_PAGE = const(7)
# Of a stick, and of crosses, what is left of them beside letters.
_SHORT_FROM = const(5)
_SHORT = const(15)
_MARK_GAP = const(4)


def draw(others: "list[tuple[int | None, bool, bool]]", texts: "list[bytes]", frame: "DisplayFrame", left: int) -> None:
    """Draw across above, left and right below it; `others` are scores, whether in riichi, whether with a dead hand."""
    columns = [width(text) for text in texts]
    across = (LAYOUT - columns[1]) // 2
    last = LAYOUT - columns[2]
    for place, x, page, mark in (
        (1, across, _ABOVE_PAGE, across + columns[1] + _MARK_GAP),
        (0, 0, _BOTTOM_PAGE, columns[0] + _MARK_GAP),
        (2, last, _BOTTOM_PAGE, last - _MARK_GAP - _SHORT),
    ):
        write(frame, left + x, page, texts[place])
        _, riichi, dead = others[place]
        if riichi or dead:
            signs = (CROSSES if dead else STICK_ROWS)[_SHORT_FROM : _SHORT_FROM + _SHORT]
            overlay(frame.buffer, left + mark, page, signs, _SHORT)
