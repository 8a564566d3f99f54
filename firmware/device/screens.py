"""Draws a view into a frame. Nothing else: no table, no bus.

Everything stands on pages of eight rows, so a changed digit costs few bytes on the wire. No bars, no
inverse lines, no boxes: they burn in, and a full row makes its neighbours dim.
"""

from micropython import const

from device import font_big, font_medium, font_narrow, symbols, views
from device.frame import WIDTH, Frame
from device.lettering import fitted, width, wrapped, write, write_large
from device.views import Other, ScoreView, TextView

# The layout is this wide; the rest is for its shift from hand to hand.
_LAYOUT = const(125)

_TOP_PAGE = const(0)
_WIND_PAGE = const(1)
_SCORE_PAGE = const(1)
_MARK_PAGE = const(3)
_OTHERS_PAGE = const(6)
_BOTTOM_PAGE = const(7)

_SCORE_GAP = const(2)

# Between the parts of the first line: as they stand usually, closer together, and without the wind's letter.
_TOP_GAPS = (6, 3, 3)

# The lines of a question stand right of the arrow; what a button does stands right of the longest name of one.
_INDENT = const(10)
_BUTTON_COLUMN = const(34)

# The columns of the signs at the left, at every shift.
_SIGNS_ROOM = const(19)

# A riichi stick lying under a score: a line with a thicker middle, in the last three rows of its page.
_STICK_LINE = const(0x40)
_STICK_DOT = const(0xE0)
STICK_DOTS = (11, 12, 13)
STICK_WIDTH = 25

# Small crosses under the score of a dead hand, in the same rows.
CROSSES = b"\xa0\x40\xa0\x00\x00" * 5


def draw(view: "ScoreView | TextView", frame: Frame) -> None:
    """Draw a view in place of what the frame shows."""
    if isinstance(view, ScoreView):
        if not frame.shows("screen", "score"):
            frame.clear()
            frame.shows("screen", "score")
        _draw_score_screen(view, frame)
    else:
        said = (view.title, view.lines[:], view.chosen, view.footer, view.note, view.corner)
        if not frame.shows("screen", said):
            frame.clear()
            frame.shows("screen", said)
            if view.screen == "pixels":
                frame.fill(1)  # the self-test: the one screen with every pixel lit, for a moment
            else:
                _draw_text_screen(view, frame)


# ---------------------------------------------------------------- the score screen


def _draw_score_screen(view: ScoreView, frame: Frame) -> None:
    """Draw those parts that do not show it yet; each has its place on the screen to itself."""
    left = view.shift
    top = (left, view.wind, view.rank, view.round, view.honba, view.sticks)
    if not frame.shows("clock", (top, view.clock)):
        tight, clock = _top_layout(view)
        if not frame.shows("top", (tight, top)):
            frame.wipe(0, _TOP_PAGE, WIDTH, 1)
            _draw_top_line(view, frame, left, tight)
        begin = left + _top_width(view, tight)
        frame.wipe(begin, _TOP_PAGE, WIDTH - begin, 1)
        write(frame, left + _LAYOUT - width(clock), _TOP_PAGE, clock)
    if not frame.shows("signs", (left, view.wind, view.riichi, view.dead)):
        frame.wipe(0, _WIND_PAGE, _SIGNS_ROOM, _OTHERS_PAGE - _WIND_PAGE)
        _draw_signs(view, frame, left)
    if not frame.shows("score", (left, view.score)):
        frame.wipe(_SIGNS_ROOM, _SCORE_PAGE, WIDTH - _SIGNS_ROOM, _OTHERS_PAGE - _SCORE_PAGE)
        _draw_score(frame, left + _LAYOUT, view.score)
    others = (view.left.as_list(), view.across.as_list(), view.right.as_list())
    if not frame.shows("bottom", (left, view.note) if view.note else (left, others)):
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
        room = _LAYOUT - _top_width(view, tight) - 3 + tight
        for form in forms:
            if width(form) <= room:
                return tight, form
    number = clock.split(" ")[0]
    return tight, number if ":" not in clock and width(number) <= room else ""


def _top_width(view: ScoreView, tight: int) -> int:
    """Return the columns that the first line takes before its clock."""
    columns = 3 * _TOP_GAPS[tight] + 3 + len(symbols.SIGNS["honba"]) + len(symbols.SIGNS["stick"])
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
    text = str(score)
    font = font_big.GLYPHS if 0 <= score <= 99999 else font_narrow.GLYPHS
    # Seven signs, as of -123400, have room only close together, after a shorter minus.
    close = len(text) > 6
    gap = 1 if close else _SCORE_GAP
    x = right + gap
    for character in reversed(text):
        pages: "tuple[bytes, ...]" = font[character]
        if close and character == "-":
            pages = tuple([columns[3:] for columns in pages])
        x -= len(pages[0]) + gap
        _draw_pages(frame, x, _SCORE_PAGE, pages)


def _draw_others(view: ScoreView, frame: Frame, left: int) -> None:
    """Draw the other three scores as the players sit: left, across, right."""
    texts = [str(other.score) for other in (view.left, view.across, view.right)]
    widths = [_medium_width(text) for text in texts]
    arrow = _medium_width("<") + 2
    free = _LAYOUT - sum(widths)
    if free < 8:
        _draw_others_small(texts, frame, left)
        return
    arrow = arrow if free >= 2 * arrow + 8 else 0
    starts = [left + arrow, 0, left + _LAYOUT - arrow - widths[2]]
    starts[1] = (starts[0] + widths[0] + starts[2] - widths[1]) // 2
    if arrow:
        _draw_medium(frame, left, "<")
        _draw_medium(frame, left + _LAYOUT - arrow + 2, ">")
    for place, other in enumerate((view.left, view.across, view.right)):
        _draw_medium(frame, starts[place], texts[place])
        _underline(frame, starts[place] + (widths[place] - STICK_WIDTH) // 2, other)


def _draw_others_small(texts: "list[str]", frame: Frame, left: int) -> None:
    """Draw three very long scores in letters: across above, left and right below it."""
    write(frame, left + (_LAYOUT - width(texts[1])) // 2, _OTHERS_PAGE, texts[1])
    write(frame, left, _BOTTOM_PAGE, texts[0])
    write(frame, left + _LAYOUT - width(texts[2]), _BOTTOM_PAGE, texts[2])


def _underline(frame: Frame, x: int, other: Other) -> None:
    """Mark a player's riichi with a stick under his score, a dead hand with crosses."""
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
    """Say why a press was refused, in one line or two."""
    lines = wrapped(note, _LAYOUT)
    for row, line in enumerate(lines[:2]):
        write(frame, left, (_OTHERS_PAGE if len(lines) > 1 else _BOTTOM_PAGE) + row, line)


# ---------------------------------------------------------------- messages and questions


def _draw_text_screen(view: TextView, frame: Frame) -> None:
    """Draw title and lines, and at the bottom what the buttons do."""
    bottom = view.footer or view.note
    lines = views.shown_lines(view)
    corner = view.corner
    if view.chosen >= 0 and len(view.lines) > len(lines):
        corner = f"{view.chosen + 1}/{len(view.lines)}"
    room = _LAYOUT - (width(corner) + 4 if corner else 0)
    # What is said meanwhile stands above: what the buttons do stays where it is.
    head = wrapped(view.note, room)[:2] if view.note and view.footer else []
    if view.chosen >= 0:
        _draw_head(head or [fitted(view.title, room)], frame)
        _draw_question(lines, frame)
    else:
        page = _draw_title(view, head, room, frame)
        _draw_lines([line for line, _ in lines], page, _BOTTOM_PAGE if bottom else _BOTTOM_PAGE + 1, frame)
    write(frame, _LAYOUT - width(corner), _TOP_PAGE, corner)
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


# ---------------------------------------------------------------- digits and signs


def _medium_width(text: str) -> int:
    return sum([len(font_medium.GLYPHS[character][0]) + 1 for character in text]) - 1


def _draw_medium(frame: Frame, x: int, text: str) -> None:
    for character in text:
        x = _draw_pages(frame, x, _OTHERS_PAGE, font_medium.GLYPHS[character]) + 1


def _draw_sign(frame: Frame, x: int, page: int, name: str) -> int:
    sign = symbols.SIGNS[name]
    return frame.put(x, page, sign) if isinstance(sign, bytes) else _draw_pages(frame, x, page, sign)  # type: ignore[arg-type]


def _draw_pages(frame: Frame, x: int, page: int, pages: "tuple[bytes, ...]") -> int:
    """Place a glyph that is some pages high, and give the x after it."""
    for columns in pages:
        frame.put(x, page, columns)
        page += 1
    return x + len(pages[0])
