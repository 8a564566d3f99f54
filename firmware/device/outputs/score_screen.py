"""Draws the score screen: a seat's points, the table, and the other three scores as the players sit.

Each part is drawn again only when its content is new.
"""

from micropython import const

from device.outputs.views import ScoreView
from device.runtime.lazy_modules import load_function
from device.text import font_big, font_medium, font_middle, font_narrow, symbols
from device.text.blitter import NO_FRAME, overlay, write_digits
from device.text.display_frame import WIDTH, DisplayFrame
from device.text.lettering import LAYOUT, width, wrap_text, write
from tenbo_core.seats import WIND_LETTERS, WIND_SIGNS

_TOP_PAGE = const(0)
_WIND_PAGE = const(1)
_SCORE_PAGE = const(1)
# The minus of the smaller digits stands in the middle of three pages.
_MINUS_PAGE = const(2)
_MARK_PAGE = const(3)
_OTHERS_PAGE = const(6)
_BOTTOM_PAGE = const(7)

_SCORE_GAP = const(2)

# The width of an arrow beside the scores of the others.
_ARROW = const(6)

# Gaps between the parts of the first line: the usual ones, closer together, without the wind's letter, and without the
# place.
_TOP_GAPS = (4, 3, 5, 5)
_WITHOUT_WIND = const(2)
_WITHOUT_RANK = const(3)

# The columns of the signs at the left, at every shift.
_SIGNS_ROOM = const(19)

# A riichi stick lying under a score: a line with a thicker middle, in the last three rows of its page.
STICK_ROWS = b"\x40" * 11 + b"\xe0" * 3 + b"\x40" * 11
STICK_WIDTH = 25

# Small crosses under the score of a dead hand, in the same rows.
CROSSES = b"\xa0\x40\xa0\x00\x00" * 5


class _Drawn:
    """The contents of a score screen: each part is redrawn only if its content has changed."""

    def __init__(self, left: int) -> None:
        self.left = left
        self.wind = ""
        # What stands under the wind.
        self.mark = ""
        self.score: "int | None" = None
        # Of the first line: its texts without the sticks, where those stand, and where the clock may.
        self.top: "tuple[str, str, str, int] | None" = None
        self.sticks = 0
        self.sticks_at = 0
        self.sticks_room = 0
        self.clock = ""
        self.clock_from = 0
        self.clock_room = -1
        # Of the bottom either a note, or the others: score, riichi, dead hand.
        self.note = ""
        self.others: "list[tuple[int | None, bool, bool]]" = []


def draw_score_screen(view: ScoreView, frame: DisplayFrame) -> None:
    """Draw the parts whose content has changed; each has its own place on the screen."""
    drawn = frame.part("score")
    if drawn is None or drawn.left != view.shift:
        drawn = _Drawn(view.shift)
        frame.clear()
        frame.update_part("screen", "score")
        frame.update_part("score", drawn)
    _draw_top(view, frame, drawn)
    _draw_signs(view, frame, drawn)
    if drawn.score != view.score:
        drawn.score = view.score
        frame.wipe(_SIGNS_ROOM, _SCORE_PAGE, WIDTH - _SIGNS_ROOM, _OTHERS_PAGE - _SCORE_PAGE)
        _draw_score(frame, drawn.left + LAYOUT, view.score)
    _draw_bottom(view, frame, drawn)


def draw_top_line(view: ScoreView, frame: DisplayFrame) -> None:
    """Draw the changes of the first line: in most seconds only the clock."""
    drawn = frame.part("score")
    if drawn is not None:
        _draw_top(view, frame, drawn)


def _draw_top(view: ScoreView, frame: DisplayFrame, drawn: _Drawn) -> None:
    """Draw the changes of the first line."""
    top = drawn.top
    if (
        top is not None
        and top[0] == view.wind
        and top[1] == view.rank
        and top[2] == view.round
        and top[3] == view.honba
    ):
        clock = view.clock
        # The usual layout has room for any clock of this width; in a closer one it decides what gives way.
        if drawn.clock == clock and drawn.sticks == view.sticks:
            return
        if width(clock) <= drawn.clock_room and _draw_sticks(view.sticks, frame, drawn):
            if drawn.clock != clock:
                drawn.clock = clock
                frame.wipe(drawn.clock_from, _TOP_PAGE, WIDTH - drawn.clock_from, 1)
                write(frame, drawn.left + LAYOUT - width(clock), _TOP_PAGE, clock)
            return
    _draw_whole_top(view, frame, drawn)


def _draw_sticks(sticks: int, frame: DisplayFrame, drawn: _Drawn) -> bool:
    """Draw another number of sticks in place of the one that is shown, and return whether the usual layout has room."""
    if sticks != drawn.sticks:
        text = b"%d" % sticks
        columns = width(text)
        more = columns - drawn.sticks_room
        if width(drawn.clock) > drawn.clock_room - more:
            return False
        frame.wipe(drawn.sticks_at, _TOP_PAGE, max(columns, drawn.sticks_room), 1)
        drawn.clock_from = write(frame, drawn.sticks_at, _TOP_PAGE, text)
        drawn.sticks, drawn.sticks_room = sticks, columns
        drawn.clock_room -= more
    return True


def _draw_whole_top(view: ScoreView, frame: DisplayFrame, drawn: _Drawn) -> None:
    """Draw the first line in the widest layout in which everything has room."""
    left = drawn.left
    texts = (
        f"{_with_sign(view.wind)} {view.rank}",
        view.rank,
        _with_sign(view.round),
        str(view.honba),
        str(view.sticks),
    )
    widths = [width(text) for text in texts]
    signs = 5 + len(symbols.SIGNS["honba"][1]) + len(symbols.SIGNS["stick"][1]) + widths[2] + widths[3] + widths[4]
    tight, shown = _layout(view.clock, widths, signs)
    rank = "" if tight == _WITHOUT_RANK else texts[1] if tight == _WITHOUT_WIND else texts[0]
    frame.wipe(0, _TOP_PAGE, WIDTH, 1)
    end = _draw_texts((rank,) + texts[2:], frame, left, _TOP_GAPS[tight])
    write(frame, left + LAYOUT - width(shown), _TOP_PAGE, shown)
    drawn.top = (view.wind, view.rank, view.round, view.honba)
    drawn.sticks, drawn.sticks_room, drawn.sticks_at = view.sticks, widths[4], end - widths[4]
    drawn.clock, drawn.clock_from = view.clock, end
    drawn.clock_room = LAYOUT - (end - left) - 3 if tight == 0 else -1


def _with_sign(text: str) -> str:
    """Return a text that begins with the letter of a wind with the sign that stands on its tile instead."""
    letter = text[0]
    return text.replace(letter, WIND_SIGNS[WIND_LETTERS.index(letter)])


def _layout(clock: str, widths: "list[int]", signs: int) -> "tuple[int, str]":
    """Return how close the first line stands together, and what of the clock fits after it.

    Without room the wind is left out, which stands large beside the points too, and then the place; only then a clock
    loses its hour when that is 0, else its seconds, and the hands that are left their word.
    """
    forms = [clock]
    if ":" in clock:
        forms += [clock[2:]] if clock.startswith("0:") else []
        forms.append(clock[: clock.rfind(":")])
    elif " " in clock:
        forms.append(clock[: clock.find(" ")])
    for form in forms:
        for tight, gap in enumerate(_TOP_GAPS):
            rank = 0 if tight == _WITHOUT_RANK else widths[1] if tight == _WITHOUT_WIND else widths[0]
            taken = rank + signs + (3 if rank else 2) * gap - 2
            if width(form) <= LAYOUT - taken - 3 + min(tight, 2):
                return tight, form
    return _WITHOUT_RANK, ""


def _draw_texts(texts: "tuple[str, ...]", frame: DisplayFrame, x: int, gap: int) -> int:
    """Draw wind and place, round, counters and sticks, and return the x after them."""
    rank, hand, honba, sticks = texts
    if rank:
        x = write(frame, x, _TOP_PAGE, rank) + gap
    x = write(frame, x, _TOP_PAGE, hand) + gap
    x = _draw_sign(frame, x, _TOP_PAGE, "honba") + 2
    x = write(frame, x, _TOP_PAGE, honba) + gap - 1
    x = _draw_sign(frame, x, _TOP_PAGE, "stick") + 2
    return write(frame, x, _TOP_PAGE, sticks)


def _draw_signs(view: ScoreView, frame: DisplayFrame, drawn: _Drawn) -> None:
    """Draw the wind, and under it riichi, the cross of a dead hand, or a die above OK when it throws the dice."""
    if drawn.wind != view.wind:
        drawn.wind = view.wind
        frame.wipe(0, _WIND_PAGE, _SIGNS_ROOM, _MARK_PAGE - _WIND_PAGE)
        _draw_sign(frame, drawn.left, _WIND_PAGE, view.wind)
    mark = "dead" if view.dead else "riichi" if view.riichi else "dice" if view.dice else ""
    if drawn.mark != mark:
        drawn.mark = mark
        frame.wipe(0, _MARK_PAGE, _SIGNS_ROOM, _OTHERS_PAGE - _MARK_PAGE)
        if mark:
            _draw_sign(frame, drawn.left, _MARK_PAGE, mark)


def _draw_score(frame: DisplayFrame, right: int, score: int) -> None:
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


def _draw_bottom(view: ScoreView, frame: DisplayFrame, drawn: _Drawn) -> None:
    """Draw a note or the others, if one of them is new."""
    if view.note:
        if drawn.note != view.note:
            drawn.note = view.note
            drawn.others = []
            frame.wipe(0, _OTHERS_PAGE, WIDTH, 2)
            _draw_note(frame, drawn.left, view.note)
        return
    others = [view.left.shown, view.across.shown, view.right.shown]
    if drawn.others != others:
        drawn.note = ""
        drawn.others = others
        frame.wipe(0, _OTHERS_PAGE, WIDTH, 2)
        _draw_others(frame, drawn)


def _draw_others(frame: DisplayFrame, drawn: _Drawn) -> None:
    """Draw the other three scores as the players sit: left, across, right."""
    buffer, font, left = frame.buffer, font_medium.FONT, drawn.left
    # A side without a player has no score.
    texts = [b"" if score is None else b"%d" % score for score, _, _ in drawn.others]
    widths = [write_digits(NO_FRAME, 0, 0, text, 1, font) for text in texts]
    free = LAYOUT - widths[0] - widths[1] - widths[2]
    if free < 8:
        load_function("long_scores")(drawn.others, texts, frame, left)
        return
    arrow = _ARROW if free >= 2 * _ARROW + 8 else 0
    first, last = left + arrow, left + LAYOUT - arrow - widths[2]
    starts = (first, (first + widths[0] + last - widths[1]) // 2, last)
    if arrow:
        if texts[0]:
            write_digits(buffer, left, _OTHERS_PAGE, b"<", 1, font)
        if texts[2]:
            write_digits(buffer, left + LAYOUT - arrow + 2, _OTHERS_PAGE, b">", 1, font)
    for place, (_, riichi, dead) in enumerate(drawn.others):
        write_digits(buffer, starts[place], _OTHERS_PAGE, texts[place], 1, font)
        if riichi or dead:
            _underline(frame, starts[place] + (widths[place] - STICK_WIDTH) // 2, dead)


def _underline(frame: DisplayFrame, x: int, dead: bool) -> None:
    """Mark a player's riichi with a stick under the score, a dead hand with crosses."""
    x = max(0, min(x, WIDTH - STICK_WIDTH))
    overlay(frame.buffer, x, _BOTTOM_PAGE, CROSSES if dead else STICK_ROWS, STICK_WIDTH)


def _draw_note(frame: DisplayFrame, left: int, note: str) -> None:
    """Draw why a press was refused, in one line or two."""
    lines = wrap_text(note, LAYOUT)
    for row, line in enumerate(lines[:2]):
        write(frame, left, (_OTHERS_PAGE if len(lines) > 1 else _BOTTOM_PAGE) + row, line)


def _draw_sign(frame: DisplayFrame, x: int, page: int, name: str) -> int:
    """Place a sign that is some pages high, and return the x after it."""
    pages, columns = symbols.SIGNS[name]
    size = len(columns) // pages
    for above in range(pages):
        overlay(frame.buffer, x, page + above, columns[above * size : (above + 1) * size], size)
    return x + size
