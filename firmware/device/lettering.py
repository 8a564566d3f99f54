"""Letters in a frame: text of one page's height, and the same twice as high."""

from micropython import const

from device import font_small
from device.frame import WIDTH, Frame

# The screens are laid out this wide; the rest is for the shift of the score screen from hand to hand.
LAYOUT = const(125)

# Four rows of a letter, each doubled.
DOUBLED = bytes([sum([3 << 2 * bit for bit in range(4) if nibble >> bit & 1]) for nibble in range(16)])


def write(frame: Frame, x: int, page: int, text: str) -> int:
    """Write text on one page, cut at the right edge, and return the x after its last letter."""
    for character in text:
        x = frame.put(x, page, glyph(character)) + 1
    return x - 1


def write_large(frame: Frame, x: int, page: int, text: str, stretch: int) -> None:
    """Write text twice as high, on two pages, and once or twice as wide."""
    buffer = frame.buffer
    for character in text:
        for column in glyph(character):
            for at in range(x, min(x + stretch, WIDTH)):
                buffer[page * WIDTH + at] = DOUBLED[column & 15]
                buffer[(page + 1) * WIDTH + at] = DOUBLED[column >> 4]
            x += stretch
        x += stretch


def glyph(character: str) -> bytes:
    """Return the columns of a letter; what the font has not is a question mark."""
    letter = _letter(character)
    return font_small.COLUMNS[_start(letter) : _start(letter + 1)]


def width(text: str) -> int:
    """Return the columns that a text takes, gaps between its letters included."""
    columns = 0
    for character in text:
        letter = _letter(character)
        columns += _start(letter + 1) - _start(letter) + 1
    return max(columns - 1, 0)


def _letter(character: str) -> int:
    letter = font_small.LETTERS.find(character)
    return letter if letter >= 0 else font_small.LETTERS.find("?")


def _start(letter: int) -> int:
    """Return where the columns of a letter begin."""
    starts = font_small.STARTS
    return starts[2 * letter] | starts[2 * letter + 1] << 8


def fitted(text: str, room: int) -> str:
    """Return a text that is no wider than `room`: its longest words are shortened, its numbers never."""
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


def wrapped(text: str, room: int) -> "list[str]":
    """Break text at its blanks into lines that fit."""
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines[-1] else word
        if width(longer) <= room or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
