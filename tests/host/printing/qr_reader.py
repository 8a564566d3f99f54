"""A reader of the square codes on slips and posters, written from the standard and not from what draws them."""

from __future__ import annotations

LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
# Of level M: how many blocks a version has, and bytes of data in each.
BLOCKS = {1: (1, 16), 2: (1, 28), 3: (1, 44), 4: (2, 32), 5: (2, 43), 6: (4, 27)}
MASKS = (
    lambda row, column: (row + column) % 2 == 0,
    lambda row, _: row % 2 == 0,
    lambda _, column: column % 3 == 0,
    lambda row, column: (row + column) % 3 == 0,
    lambda row, column: (row // 2 + column // 3) % 2 == 0,
    lambda row, column: row * column % 2 + row * column % 3 == 0,
    lambda row, column: (row * column % 2 + row * column % 3) % 2 == 0,
    lambda row, column: ((row + column) % 2 + row * column % 3) % 2 == 0,
)
LEVEL_M = 0


def text_of(squares):
    """Return what a code says; `squares` are its rows of dark and light."""
    size = len(squares)
    version = (size - 17) // 4
    level, mask = _format(squares)
    assert level == LEVEL_M
    bits = [squares[row][column] ^ MASKS[mask](row, column) for row, column in _way(size, version)]
    blocks, length = BLOCKS[version]
    stream = [_number(bits[8 * at : 8 * at + 8]) for at in range(blocks * length)]
    data = [stream[block + blocks * at] for block in range(blocks) for at in range(length)]
    return _letters([bit for byte in data for bit in _bits(byte, 8)])


def _bits(number, length):
    return [number >> (length - 1 - at) & 1 for at in range(length)]


def _number(bits):
    return int("".join(str(int(bit)) for bit in bits), 2)


def _format(squares):
    """Return level and mask, from the strip around the first corner."""
    places = [(8, column) for column in (0, 1, 2, 3, 4, 5, 7, 8)] + [(row, 8) for row in (7, 5, 4, 3, 2, 1, 0)]
    said = _number([squares[row][column] for row, column in places]) ^ 0x5412
    return said >> 13, said >> 10 & 7


def _is_pattern(row, column, size, version):
    """Return whether a square belongs to the corners, their formats, the dotted lines or the small square."""
    if row == 6 or column == 6:
        return True
    if (row < 9 and (column < 9 or column >= size - 8)) or (row >= size - 8 and column < 9):
        return True
    centre = size - 7
    return version > 1 and abs(row - centre) <= 2 and abs(column - centre) <= 2


def _way(size, version):
    """Yield the squares of the data: two columns at a time, up and down, from the right."""
    upwards = True
    for right in (*range(size - 1, 6, -2), 5, 3, 1):
        for row in range(size - 1, -1, -1) if upwards else range(size):
            for column in (right, right - 1):
                if not _is_pattern(row, column, size, version):
                    yield row, column
        upwards = not upwards


def _letters(bits):
    mode = _number(bits[:4])
    if mode == 4:
        # Bytes, whose count has eight bits in the sizes that are read here.
        count = _number(bits[4:12])
        return bytes(_number(bits[12 + 8 * at : 20 + 8 * at]) for at in range(count)).decode()
    assert mode == 2, "letters and digits, or bytes"
    count = _number(bits[4:13])
    text, at = "", 13
    while count - len(text) >= 2:
        both = _number(bits[at : at + 11])
        text += LETTERS[both // 45] + LETTERS[both % 45]
        at += 11
    return text + (LETTERS[_number(bits[at : at + 6])] if len(text) < count else "")
