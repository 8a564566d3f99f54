"""Look for text on the glass: written small, two pages high, or as an amount in its digits.

Knows the letters and nothing of how the screens are laid out, so that a number that was cut is missed.
"""

import io
import sys

import device.text.language
from device.text import font_middle, font_narrow
from device.text.blitter import width, write_digits, write_high, write_small
from device.text.font_small import BEYOND, FIRST_SIGN, THIRDS
from device.text.language import SeatLanguages

WIDTH = 128
PAGES = 8
# Whatever a language needs is written, as at a table whose seats read all of them.
WITH_SIGNS = ("ja", "zh", "ko")


class Readers(SeatLanguages):
    """Seats that read all of these; CPython warns of a file that is left open."""

    def open_words(self, language):
        """Return a file of words, in memory where there is room for it."""
        file = super().open_words(language)
        if sys.implementation.name == "micropython":
            return file
        with file:
            return io.BytesIO(file.read())


def read_all_signs():
    """Write signs of every language from now on."""
    readers = Readers()
    for seat, language in enumerate(WITH_SIGNS):
        readers.set_language(seat, language)


read_all_signs()


def _signs_of(language):
    """Return the signs that the drawings of a language have."""
    with open("%s/fonts/signs.%s.txt" % (device.text.language.__file__.rpartition("/device/")[0], language)) as drawing:
        return [line[6] for line in drawing if line.startswith("glyph ")]


# Every letter that can be written: those of ASCII, those of two bytes and of three that the font lists, and the signs.
FIRST = 2 * (FIRST_SIGN - 95)
LETTERS = (
    "".join([chr(code) for code in range(0x20, 0x7F)])
    + str(BEYOND[:FIRST], "utf-8")
    + "".join(
        [str(BEYOND[FIRST + 2 * at : FIRST + 2 * at + 2] + THIRDS[at : at + 1], "utf-8") for at in range(len(THIRDS))]
    )
    + "".join(sorted([sign for language in WITH_SIGNS for sign in _signs_of(language)]))
)

AMOUNTS = (font_middle.FONT, font_narrow.FONT)
# As the amounts are laid out.
DIGIT_GAP = 2


def stands(text, pages):
    """Return whether a text stands somewhere in a picture, given as a page of columns after the other."""
    for height, wide in ((1, 0), (2, 0), (2, 1)):
        columns = width(text) * (1 + wide)
        # Wider than a frame, it can stand on none.
        if columns <= WIDTH:
            frame = bytearray(WIDTH * PAGES)
            if height == 1:
                write_small(frame, 0, 0, text)
            else:
                write_high(frame, 0, 0, text, wide)
            if _found(frame, columns, height, pages):
                return True
    digits = text.encode()
    for font in AMOUNTS:
        if all([digit in font[1] for digit in digits]):
            frame = bytearray(WIDTH * PAGES)
            columns = write_digits(frame, 0, 0, digits, DIGIT_GAP, font)
            if columns <= WIDTH and _found(frame, columns, font[0], pages):
                return True
    return False


def _found(frame, columns, height, pages):
    """Return whether the upper left part of a frame stands somewhere in a picture."""
    parts = [bytes(frame[WIDTH * page : WIDTH * page + columns]) for page in range(height)]
    for first in range(len(pages) - height + 1):
        at = pages[first].find(parts[0])
        while at >= 0:
            if all([bytes(pages[first + page][at : at + columns]) == parts[page] for page in range(height)]):
                return True
            at = pages[first].find(parts[0], at + 1)
    return False


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
