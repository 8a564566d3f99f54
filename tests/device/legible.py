"""Look for text on the glass: its letters' columns, small, or twice as high and once or twice as wide.

Knows the font and nothing of how the screens are laid out, so that a number that was cut is missed.
"""

from device.font_small import COLUMNS, LETTERS, STARTS

WIDTH = 128
PAGES = 8
# How wide a letter of the tall text is drawn.
STRETCHES = (1, 2)


def stands(text, pages):
    """Return whether a text stands somewhere in a picture, given as a page of columns after the other."""
    columns = _columns(text)
    if any([_found(page, columns) for page in pages]):
        return True
    for stretch in STRETCHES:
        upper, lower = _tall(columns, stretch)
        for number in range(len(pages) - 1):
            at = pages[number].find(upper)
            while at >= 0:
                if pages[number + 1][at : at + len(lower)] == lower:
                    return True
                at = pages[number].find(upper, at + 1)
    return False


def _found(page, columns):
    return page.find(columns) >= 0


def _columns(text):
    """Return the columns of a text, a blank one between its letters."""
    letters = []
    for character in text:
        at = LETTERS.find(character)
        letters.append(COLUMNS[_start(at) : _start(at + 1)])
    return b"\x00".join(letters)


def _start(letter):
    return STARTS[2 * letter] | STARTS[2 * letter + 1] << 8


def _tall(columns, stretch):
    """Return the upper and the lower half of columns twice as high."""
    upper, lower = bytearray(), bytearray()
    for column in columns:
        for _ in range(stretch):
            upper.append(_doubled(column & 15))
            lower.append(_doubled(column >> 4))
    return bytes(upper), bytes(lower)


def _doubled(nibble):
    return sum([3 << 2 * bit for bit in range(4) if nibble >> bit & 1])


def numbers(line):
    """Return the numbers of a line as they are written, with their signs.

    >>> numbers("2nd Anna -16000")
    ['2', '-16000']
    """
    found = [""]
    for character in line + " ":
        if character in "0123456789" or (character in "+-" and not found[-1]):
            found[-1] += character
        elif found[-1] in ("", "+", "-"):
            found[-1] = ""
        else:
            found.append("")
    return [number for number in found if number not in ("", "+", "-")]
