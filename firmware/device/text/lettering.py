"""Draws letters in a frame: measures a text, cuts it to fit, and finds its line breaks."""

from micropython import const

from device.text import blitter
from device.text.display_frame import DisplayFrame

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
        return blitter.write_small(frame.buffer, x, page, text)
    return blitter.write_high(frame.buffer, x, page, text, size == _LARGE)


def width(text: "str | bytes", size: int = _SMALL) -> int:
    """Return the columns that a text takes, gaps between its letters included."""
    columns = blitter.width(text)
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
    # As bytes: MicroPython looks every new text up among all of its names, which takes a Pico a tenth of a millisecond.
    words = text.encode().split(b" ")
    letters = [sum([byte & 0xC0 != 0x80 for byte in word.rstrip(b".")]) for word in words]
    numbers = [any([0x30 <= byte <= 0x39 for byte in word]) for word in words]
    # A gap behind each letter but the last.
    columns = (len(words) - 1) * (width(b" ") + 1) + sum([width(word) + 1 for word in words if word]) - 1
    while columns > room:
        at = _longest(letters, numbers)
        if at < 0:
            break
        shorter = _shortened(words[at])
        columns += width(shorter) - width(words[at])
        words[at] = shorter
        letters[at] -= 1
    return str(b" ".join(words), "utf-8")


def _longest(letters: "list[int]", numbers: "list[bool]") -> int:
    """Return the place of the longest word that can be shortened, -1 if there is none, by the letters of each."""
    found = -1
    for at in range(len(letters)):
        if letters[at] > 1 and not numbers[at] and (found < 0 or letters[at] > letters[found]):
            found = at
    if found < 0:
        # A player may be called 4711: a word between the first and the last is not an amount.
        for at in range(1, len(letters) - 1):
            if letters[at] > 1 and (found < 0 or letters[at] > letters[found]):
                found = at
    return found


def _shortened(word: bytes) -> bytes:
    """Return a word without its last letter, which may be of several bytes, and with a full stop in its place."""
    word = word.rstrip(b".")
    end = len(word) - 1
    while word[end] & 0xC0 == 0x80:
        end -= 1
    return word[:end] + b"."


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
