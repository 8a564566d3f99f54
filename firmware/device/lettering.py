"""Draws letters in a frame: measures a text, cuts it to fit, and finds its line breaks."""

from micropython import const

from device import glyphs
from device.frame import DisplayFrame

# The score screen is laid out this wide; the rest is for its shift from hand to hand.
LAYOUT = const(125)

# How text is written: one page high; two pages high, or two pages high and twice as wide, its steps smoothed.
_SMALL = const(1)
_TALL = const(2)
_LARGE = const(3)

# Times as wide as small letters.
_STRETCH = const(2)


def write(frame: DisplayFrame, x: int, page: int, text: "str | bytes", size: int = _SMALL) -> int:
    """Write text on one page or, larger, on two, cut at the right edge, and return the x after its last letter."""
    if size == _SMALL:
        return glyphs.write_small(frame.buffer, x, page, text)
    return glyphs.write_high(frame.buffer, x, page, text, size == _LARGE)


def width(text: "str | bytes", size: int = _SMALL) -> int:
    """Return the columns that a text takes, gaps between its letters included."""
    columns = glyphs.width(text)
    return _STRETCH * columns if size == _LARGE else columns


def size_for(lines: "list[str]", room: int) -> int:
    """Return the larger of the sizes two pages high in which all lines fit."""
    for line in lines:
        if width(line, _LARGE) > room:
            return _TALL
    return _LARGE


def fit_text(text: str, room: int) -> str:
    """Return a text that is no wider than `room`: its longest words are shortened, its numbers never."""
    if width(text) <= room:
        return text
    words = text.split(" ")
    while width(" ".join(words)) > room:
        # A player may be called 4711: a word between the first and the last is not an amount.
        able = [at for at in range(len(words)) if not _has_digit(words[at]) and _letters(words[at]) > 1]
        able = able or [at for at in range(1, len(words) - 1) if _letters(words[at]) > 1]
        if not able:
            break
        at = max(able, key=lambda at: _letters(words[at]))
        words[at] = words[at].rstrip(".")[:-1] + "."
    return " ".join(words)


def _letters(word: str) -> int:
    return len(word.rstrip("."))


def _has_digit(word: str) -> bool:
    return any([letter in "0123456789" for letter in word])


def wrap_text(text: str, room: int) -> "list[str]":
    """Break text at its blanks into lines that fit."""
    if width(text) <= room:
        return [text]
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines[-1] else word
        if width(longer) <= room or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
