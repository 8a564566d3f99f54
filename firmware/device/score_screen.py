"""Draws the score screen: a seat's points, the table, and the other three scores as the players sit.

Each part is drawn again only when its content is new.
"""

from micropython import const

from device import font_big, font_medium, font_middle, font_narrow, symbols
from device.frame import WIDTH, Frame
from device.glyphs import NO_FRAME, write_digits
from device.lettering import LAYOUT, width, wrapped, write
from device.views import Other, ScoreView

_TOP_PAGE = const(0)
_WIND_PAGE = const(1)
_SCORE_PAGE = const(1)
# The minus of the smaller digits stands in the middle of three pages.
_MINUS_PAGE = const(2)
_MARK_PAGE = const(3)
_OTHERS_PAGE = const(6)
_BOTTOM_PAGE = const(7)

_SCORE_GAP = const(2)

# Gaps between the parts of the first line: the usual ones, closer together, and without the wind's letter.
_TOP_GAPS = (6, 3, 3)

# The columns of the signs at the left, at every shift.
_SIGNS_ROOM = const(19)

# A riichi stick lying under a score: a line with a thicker middle, in the last three rows of its page.
_STICK_LINE = const(0x40)
_STICK_DOT = const(0xE0)
STICK_DOTS = (11, 12, 13)
STICK_WIDTH = 25

# Small crosses under the score of a dead hand, in the same rows.
CROSSES = b"\xa0\x40\xa0\x00\x00" * 5


def draw_score_screen(view: ScoreView, frame: Frame) -> None:
    """Draw the parts whose content is new; each has its own place on the screen."""
    left = view.shift
    top = (left, view.wind, view.rank, view.round, view.honba, view.sticks)
    if frame.update_part("clock", (top, view.clock)):
        tight, clock = _top_layout(view)
        if frame.update_part("top", (tight, top)):
            frame.wipe(0, _TOP_PAGE, WIDTH, 1)
            _draw_top_line(view, frame, left, tight)
        begin = left + _top_width(view, tight)
        frame.wipe(begin, _TOP_PAGE, WIDTH - begin, 1)
        write(frame, left + LAYOUT - width(clock), _TOP_PAGE, clock)
    if frame.update_part("signs", (left, view.wind, view.riichi, view.dead)):
        frame.wipe(0, _WIND_PAGE, _SIGNS_ROOM, _OTHERS_PAGE - _WIND_PAGE)
        _draw_signs(view, frame, left)
    if frame.update_part("score", (left, view.score)):
        frame.wipe(_SIGNS_ROOM, _SCORE_PAGE, WIDTH - _SIGNS_ROOM, _OTHERS_PAGE - _SCORE_PAGE)
        _draw_score(frame, left + LAYOUT, view.score)
    others = (view.left.as_list(), view.across.as_list(), view.right.as_list())
    if frame.update_part("bottom", (left, view.note) if view.note else (left, others)):
        frame.wipe(0, _OTHERS_PAGE, WIDTH, 2)
        if view.note:
            _draw_note(frame, left, view.note)
        else:
            _draw_others(view, frame, left)


def _top_layout(view: ScoreView) -> "tuple[int, str]":
    """Return how close the first line stands together, and what of the clock fits after it.

    Without room a clock loses its hour when that is 0, else its seconds; the hands that are left keep their
    word as long as anything else can move closer.
    """
    clock = view.clock
    forms = [clock]
    if ":" in clock:
        forms += [clock[2:]] if clock.startswith("0:") else []
        forms.append(clock[: clock.rfind(":")])
    for tight in range(len(_TOP_GAPS)):
        room = LAYOUT - _top_width(view, tight) - 3 + tight
        for form in forms:
            if width(form) <= room:
                return tight, form
    number = clock.split(" ")[0]
    return tight, number if ":" not in clock and width(number) <= room else ""


def _top_width(view: ScoreView, tight: int) -> int:
    """Return the columns that the first line takes before its clock."""
    columns = 3 * _TOP_GAPS[tight] + 3 + len(symbols.SIGNS["honba"][1]) + len(symbols.SIGNS["stick"][1])
    for text in _top_texts(view, tight):
        columns += width(text)
    return columns


def _top_texts(view: ScoreView, tight: int) -> "tuple[str, str, str, str]":
    """Return the texts of the first line; the wind stands large beside the points too."""
    rank = view.rank if tight == len(_TOP_GAPS) - 1 else f"{view.wind} {view.rank}"
    return rank, view.round, str(view.honba), str(view.sticks)


def _draw_top_line(view: ScoreView, frame: Frame, x: int, tight: int) -> None:
    """Draw wind and place, round, counters and sticks."""
    gap = _TOP_GAPS[tight]
    rank, hand, honba, sticks = _top_texts(view, tight)
    x = write(frame, x, _TOP_PAGE, rank) + gap
    x = write(frame, x, _TOP_PAGE, hand) + gap
    x = _draw_sign(frame, x, _TOP_PAGE, "honba") + 2
    x = write(frame, x, _TOP_PAGE, honba) + gap - 1
    x = _draw_sign(frame, x, _TOP_PAGE, "stick") + 2
    write(frame, x, _TOP_PAGE, sticks)


def _draw_signs(view: ScoreView, frame: Frame, left: int) -> None:
    """Draw the wind, and riichi or the cross of a dead hand under it."""
    _draw_sign(frame, left, _WIND_PAGE, view.wind)
    if view.dead:
        _draw_sign(frame, left, _MARK_PAGE, "dead")
    elif view.riichi:
        _draw_sign(frame, left, _MARK_PAGE, "riichi")


def _draw_score(frame: Frame, right: int, score: int) -> None:
    """Draw the own score up to the right edge, in the largest digits it fits in."""
    text = b"%d" % score
    font = font_big.FONT if 0 <= score <= 99999 else font_narrow.FONT
    # Seven signs, as of -123400, have room only close together.
    gap = 1 if len(text) > 6 else _SCORE_GAP
    width = write_digits(NO_FRAME, 0, 0, text, gap, font)
    if width > LAYOUT - _SIGNS_ROOM and score < 0:
        # Then the minus is a shorter one: that of the digits three pages high.
        minus = write_digits(NO_FRAME, 0, 0, b"-", gap, font_middle.FONT)
        width -= write_digits(NO_FRAME, 0, 0, b"-", gap, font) - minus
        x = write_digits(frame.buffer, right - width, _MINUS_PAGE, b"-", gap, font_middle.FONT) + gap
        write_digits(frame.buffer, x, _SCORE_PAGE, b"%d" % -score, gap, font)
    else:
        write_digits(frame.buffer, right - width, _SCORE_PAGE, text, gap, font)


def _draw_others(view: ScoreView, frame: Frame, left: int) -> None:
    """Draw the other three scores as the players sit: left, across, right."""
    others = (view.left, view.across, view.right)
    texts = [b"%d" % other.score for other in others]
    widths = [_medium_width(text) for text in texts]
    arrow = _medium_width(b"<") + 2
    free = LAYOUT - sum(widths)
    if free < 8:
        _draw_others_small(texts, frame, left)
        return
    arrow = arrow if free >= 2 * arrow + 8 else 0
    starts = [left + arrow, 0, left + LAYOUT - arrow - widths[2]]
    starts[1] = (starts[0] + widths[0] + starts[2] - widths[1]) // 2
    if arrow:
        _draw_medium(frame, left, b"<")
        _draw_medium(frame, left + LAYOUT - arrow + 2, b">")
    for place, other in enumerate(others):
        _draw_medium(frame, starts[place], texts[place])
        _underline(frame, starts[place] + (widths[place] - STICK_WIDTH) // 2, other)


def _draw_others_small(texts: "list[bytes]", frame: Frame, left: int) -> None:
    """Draw three very long scores in letters: across above, left and right below it."""
    for text, x, page in (
        (texts[1], (LAYOUT - width(texts[1])) // 2, _OTHERS_PAGE),
        (texts[0], 0, _BOTTOM_PAGE),
        (texts[2], LAYOUT - width(texts[2]), _BOTTOM_PAGE),
    ):
        write(frame, left + x, page, text)


def _underline(frame: Frame, x: int, other: Other) -> None:
    """Mark a player's riichi with a stick under the score, a dead hand with crosses."""
    if not other.riichi and not other.dead:
        return
    start = _BOTTOM_PAGE * WIDTH + max(0, min(x, WIDTH - STICK_WIDTH))
    for column in range(STICK_WIDTH):
        if other.dead:
            bits = CROSSES[column]
        else:
            bits = _STICK_DOT if column in STICK_DOTS else _STICK_LINE
        frame.buffer[start + column] |= bits


def _draw_note(frame: Frame, left: int, note: str) -> None:
    """Draw why a press was refused, in one line or two."""
    lines = wrapped(note, LAYOUT)
    for row, line in enumerate(lines[:2]):
        write(frame, left, (_OTHERS_PAGE if len(lines) > 1 else _BOTTOM_PAGE) + row, line)


def _medium_width(text: bytes) -> int:
    return write_digits(NO_FRAME, 0, 0, text, 1, font_medium.FONT)


def _draw_medium(frame: Frame, x: int, text: bytes) -> None:
    write_digits(frame.buffer, x, _OTHERS_PAGE, text, 1, font_medium.FONT)


def _draw_sign(frame: Frame, x: int, page: int, name: str) -> int:
    """Place a sign that is some pages high, and return the x after it."""
    pages, columns = symbols.SIGNS[name]
    size = len(columns) // pages
    for above in range(pages):
        frame.put(x, page + above, columns[above * size : (above + 1) * size])
    return x + size
