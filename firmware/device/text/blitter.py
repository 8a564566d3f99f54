"""Copies letters into a frame and changed columns out of it: the inner loops of all drawing, as native code.

The compiler turns what is marked into the processor's own instructions; `tenbo flash` compiles it for the chip at hand.
Without the marks, which are left out for a chip that the compiler does not know, the same lines are plain Python and
draw the same pixels, only more slowly. A text is read as UTF-8 up to the 0 behind its end.
"""

import micropython
from micropython import const

from device.text.font_small import BEYOND, COLUMNS, FIRST_SIGN, PAGES, STARTS, THIRDS

if False:  # for the type checker alone, and gone when compiled
    from device.parts import Any, Callable

# The four bits of a number at every second place.
_SPREAD = bytes([sum([1 << 2 * bit for bit in range(4) if nibble >> bit & 1]) for nibble in range(16)])

# What is only measured needs no frame.
NO_FRAME = bytearray(1)

# The letters of the text that is being written: the low byte of where each begins in the font, then four bits above it
# and four for its columns; of a sign its place, then what marks it. More than these are wider than a display.
_SPELT = bytearray(128)


def ptr8(thing: "Any") -> bytearray:
    """Return an object's bytes, with a 0 after those of a constant: the compiler's own word in plain Python."""
    if isinstance(thing, bytearray):
        return thing
    return bytearray((thing.encode() if isinstance(thing, str) else thing) + b"\x00")


# The signs that were written lately, of all languages: the number of each in Unicode, two bytes, then its columns. When
# there are more than these, all are dropped and read again: more than a text has, and than a display.
_MOST_SIGNS = const(128)
_SIGN_COLUMNS = const(7)
_SIGN_BYTES = const(9)
# Where a letter stands in pages of columns, a sign has this.
_IS_SIGN = const(15)
# What stands for a sign that no language has: a question mark.
_NO_SIGN = b"\x00\x02\x01\x51\x09\x06\x00"
_signs = bytearray(0)
_sign_count = 0
_sign_reader: "Callable[[bytes], bytes] | None" = None


def set_glyph_reader(reader: "Callable[[bytes], bytes] | None") -> None:
    """Write signs from now on that the font has not; `reader` returns the columns of one that is given in UTF-8."""
    global _signs, _sign_count, _sign_reader  # noqa: PLW0603 - functions in the processor's instructions have no object
    _sign_reader = reader
    if reader is None:
        _signs, _sign_count = bytearray(0), 0


def _keep_sign(code: int) -> int:
    """Read a sign by its number in Unicode and return its place, -1 while no seat reads a language with signs.

    In the first place, it has taken the places of all others.
    """
    global _signs, _sign_count  # noqa: PLW0603
    if _sign_reader is None:
        return -1
    if not _signs:
        _signs = bytearray(_MOST_SIGNS * _SIGN_BYTES)
    place = _sign_count % _MOST_SIGNS
    at = place * _SIGN_BYTES
    columns = _sign_reader(bytes((0xE0 | code >> 12, 0x80 | code >> 6 & 63, 0x80 | code & 63))) or _NO_SIGN
    _signs[at : at + _SIGN_BYTES] = bytes((code & 255, code >> 8)) + columns
    _sign_count = place + 1
    return place


@micropython.viper
def _find_sign(code: int) -> int:
    """Return the place of a sign by its number in Unicode, -1 for one that was not written lately."""
    signs = ptr8(_signs)
    count = int(_sign_count)
    place = 0
    at = 0
    while place < count:
        if signs[at] | signs[at + 1] << 8 == code:
            return place
        place += 1
        at += _SIGN_BYTES
    return -1


@micropython.viper
def _spell(text: object) -> int:
    """Look up the letters of a text and return how many there are; what the font has not is a question mark."""
    letters = ptr8(text)
    beyond = ptr8(BEYOND)
    thirds = ptr8(THIRDS)
    first_sign = int(FIRST_SIGN)
    starts = ptr8(STARTS)
    pages = ptr8(PAGES)
    spelt = ptr8(_SPELT)
    at = 0
    count = 0
    while letters[at] and count < 64:
        code = letters[at]
        at += 1
        letter = 0x1F
        sign = -1
        if 0x20 <= code < 0x7F:
            letter = code - 0x20
        elif code >= 0x80:
            place = 0
            while beyond[place]:
                if beyond[place] == code and beyond[place + 1] == letters[at]:
                    letter = 95 + (place >> 1)
                place += 2
            # Many other signs begin with the same two bytes.
            if letter >= first_sign and thirds[letter - first_sign] != letters[at + 1]:
                letter = 0x1F
            if letter == 0x1F and code & 0xF0 == 0xE0 and letters[at]:
                code = (code & 15) << 12 | (letters[at] & 63) << 6 | letters[at + 1] & 63
                sign = int(_find_sign(code))
                if sign < 0:
                    sign = int(_keep_sign(code))
                    if sign == 0:
                        # Those before it are read again.
                        at = 0
                        count = 0
                        continue
            while letters[at] & 0xC0 == 0x80:
                at += 1
        if sign >= 0:
            spelt[2 * count] = sign
            spelt[2 * count + 1] = _IS_SIGN << 4 | _SIGN_COLUMNS
        else:
            code = starts[letter]
            place = 0
            while pages[place] <= letter:
                place += 1
            # The columns of a letter are fewer than 16.
            spelt[2 * count] = code
            spelt[2 * count + 1] = place << 4 | starts[letter + 1] - code & 15
        count += 1
    return count


@micropython.viper
def width(text: object) -> int:
    """Return the columns that a text takes when it is small, a gap after each letter but the last."""
    count = int(_spell(text))
    spelt = ptr8(_SPELT)
    columns = count - 1 if count else 0
    for at in range(count):
        columns += spelt[2 * at + 1] & 15
    return columns


@micropython.viper
def write_small(frame: object, x: int, page: int, text: object) -> int:
    """Write a text on one page, cut at the edges, and return the x after its last letter."""
    count = int(_spell(text))
    spelt = ptr8(_SPELT)
    target = ptr8(frame)
    letters = ptr8(COLUMNS)
    signs = ptr8(_signs)
    columns = letters
    row = page * 128
    for at in range(count):
        end = spelt[2 * at + 1]
        if end >> 4 == _IS_SIGN:
            columns = signs
            column = spelt[2 * at] * _SIGN_BYTES + 2
        else:
            columns = letters
            column = spelt[2 * at] | end >> 4 << 8
        end = column + (end & 15)
        while column < end:
            if 0 <= x < 128:
                target[row + x] = columns[column]
            x += 1
            column += 1
        x += 1
    return x - 1 if count else x


@micropython.viper
def write_high(frame: object, x: int, page: int, text: object, wide: int) -> int:
    """Write a text on two pages, cut at the edges, if `wide` twice as wide too; return the x after its last letter."""
    count = int(_spell(text))
    spelt = ptr8(_SPELT)
    target = ptr8(frame)
    letters = ptr8(COLUMNS)
    signs = ptr8(_signs)
    columns = letters
    spread = ptr8(_SPREAD)
    row = page * 128
    for at in range(count):
        end = spelt[2 * at + 1]
        if end >> 4 == _IS_SIGN:
            columns = signs
            column = spelt[2 * at] * _SIGN_BYTES + 2
        else:
            columns = letters
            column = spelt[2 * at] | end >> 4 << 8
        end = column + (end & 15)
        before = 0
        here = columns[column]
        while column < end:
            column += 1
            after = columns[column] if column < end else 0
            above = here << 1 & 0xFF
            below = here >> 1
            # Each pixel becomes four, or two; one at a step of a line takes the colour of its two neighbours there.
            side = before
            for _ in range(1 + wide):
                up = down = here
                if wide:
                    other = before ^ after ^ side
                    turn = (side ^ above ^ 0xFF) & (side ^ below) & (above ^ other)
                    up = turn & side | here & (turn ^ 0xFF)
                    turn = (side ^ below ^ 0xFF) & (side ^ above) & (below ^ other)
                    down = turn & side | here & (turn ^ 0xFF)
                if 0 <= x < 128:
                    target[row + x] = spread[up & 15] | spread[down & 15] << 1
                    target[row + 128 + x] = spread[up >> 4] | spread[down >> 4] << 1
                x += 1
                side = after
            before = here
            here = after
        x += 1 + wide
    return x - 1 - wide if count else x


@micropython.viper
def write_digits(frame: object, x: int, page: int, text: object, gap: int, font: object) -> int:
    """Write a number in the digits of a font, some columns apart; return the x after the last one.

    Without a frame they are only measured. What the font has not takes no room.
    """
    target = ptr8(frame)
    parts = tuple(font)  # type: ignore[arg-type,var-annotated] # the compiler knows no other word than object
    pages = int(parts[0])
    letters = ptr8(parts[1])
    columns = ptr8(parts[2])
    starts = ptr8(parts[3])
    digits = ptr8(text)
    seen = frame is not NO_FRAME
    first = x
    at = 0
    while digits[at]:
        letter = 0
        while letters[letter] and letters[letter] != digits[at]:
            letter += 1
        at += 1
        if letters[letter]:
            start = starts[2 * letter] | starts[2 * letter + 1] << 8
            end = x + (starts[2 * letter + 2] | starts[2 * letter + 3] << 8) - start
            if seen:
                source = start * pages
                for row in range(page, page + pages):
                    column = x
                    while column < end:
                        if 0 <= column < 128:
                            target[row * 128 + column] = columns[source]
                        source += 1
                        column += 1
            x = end + gap
    return x - gap if x > first else x


@micropython.viper
def overlay(frame: object, x: int, page: int, columns: object, count: int) -> int:
    """Light what is lit in some columns of one page too, cut at the edges; return the x after them."""
    target = ptr8(frame)
    source = ptr8(columns)
    row = page * 128
    for at in range(count):
        if 0 <= x + at < 128:
            target[row + x + at] |= source[at]
    return x + count


@micropython.viper
def clear_columns(frame: object, x: int, page: int, wide: int, pages: int) -> int:
    """Make some columns of some pages dark, and return the page behind them.

    These are whole bytes, where a frame buffer would go through all pixels.
    """
    target = ptr8(frame)
    for row in range(page, page + pages):
        at = row * 128 + x
        end = at + wide
        while at < end:
            target[at] = 0
            at += 1
    return page + pages


@micropython.viper
def widen_dirty_spans(before: object, after: object, spans: object) -> int:
    """Widen the span of each page, its first column and its end, to all in which frames differ; return how many do."""
    span = ptr8(spans)
    old = ptr8(before)
    new = ptr8(after)
    pages = 0
    for page in range(8):
        at = page * 128
        first = 0
        while first < 128 and old[at + first] == new[at + first]:
            first += 1
        if first < 128:
            end = 128
            while old[at + end - 1] == new[at + end - 1]:
                end -= 1
            place = 2 * page
            last = span[place + 1]
            if first < span[place] or last == 0:
                span[place] = first
            if last < end:
                span[place + 1] = end
            pages += 1
    return pages


@micropython.viper
def pack_columns(line: object, frame: object, page: int, first: int, wide: int) -> int:
    """Put columns of a page into a line for a display, behind the commands of where they go, and return its length."""
    target = ptr8(line)
    source = ptr8(frame)
    target[1] = 0xB0 | page
    target[3] = first & 0x0F
    target[5] = 0x10 | first >> 4
    at = 7
    column = page * 128 + first
    end = at + wide
    while at < end:
        target[at] = source[column]
        at += 1
        column += 1
    return at
