"""What is in a PDF: the texts of each page, and the dark squares of codes."""

from __future__ import annotations

import re
import zlib

POINTS = 72 / 25.4


def streams(data):
    """Return the unpacked streams of a file."""
    unpacked = []
    for found in re.finditer(rb"stream\n(.*?)\nendstream", data, re.DOTALL):
        try:
            unpacked.append(zlib.decompress(found[1]))
        except zlib.error:
            unpacked.append(found[1])
    return unpacked


def pages(data):
    """Return the texts of every page that stand in the font that readers have."""
    drawn = [stream for stream in streams(data) if b" Tj" in stream]
    return [[_text(words) for words in re.findall(rb"\((.*?)(?<!\\)\) Tj", stream)] for stream in drawn]


def _text(words):
    # The plain font's dash is drawn for a minus sign.
    return re.sub(rb"\\([()\\])", rb"\1", words).decode("latin-1").replace("\x96", "\u2212")


def letters(data):
    """Return the letters that go along with a file's own fonts, as a reader copies them."""
    maps = [stream for stream in streams(data) if b"beginbfchar" in stream or b"beginbfrange" in stream]
    codes = [code for stream in maps for code in re.findall(rb"<[0-9A-Fa-f]+> <([0-9A-Fa-f]{4})>", stream)]
    return {chr(int(code, 16)) for code in codes}


def squares(data, across):
    """Return the code of each slip as rows of dark and light: black bars lower than a line of text, `across` wide."""
    codes = []
    for stream in streams(data):
        bars = [tuple(map(float, bar)) for bar in re.findall(rb"([\d.]+) ([\d.]+) ([\d.]+) -?([\d.]+) re f", stream)]
        bars = [bar for bar in bars if bar[3] < 4]
        for side in sorted({round(bar[0] > 421) for bar in bars}):
            own = [bar for bar in bars if round(bar[0] > 421) == side]
            left, top = min(bar[0] for bar in own), max(bar[1] for bar in own)
            size = round(across * POINTS / (own[0][3] - 0.02 * POINTS))
            step = across * POINTS / size
            rows = [[False] * size for _ in range(size)]
            for x, y, width, _ in own:
                first = round((x - left) / step)
                for column in range(first, first + round(width / step)):
                    rows[round((top - y) / step)][column] = True
            codes.append(rows)
    return codes


def code_at(data, page, left, top, across, height=297.0):
    """Return the code at a place of a page as rows of dark and light; the lengths are millimetres."""
    drawn = [stream for stream in streams(data) if b" Tj" in stream][page]
    bars = [tuple(map(float, bar)) for bar in re.findall(rb"([\d.]+) ([\d.]+) ([\d.]+) -?([\d.]+) re f", drawn)]
    # In a PDF a place is so many points from the left and from below.
    own = [
        ((x / POINTS - left) / across, (height - y / POINTS - top) / across, width / POINTS / across, tall)
        for x, y, width, tall in bars
        if -0.01 < (x / POINTS - left) / across < 1 and -0.01 < (height - y / POINTS - top) / across < 1
    ]
    size = round(across * POINTS / (own[0][3] - 0.02 * POINTS))
    rows = [[False] * size for _ in range(size)]
    for x, y, width, _ in own:
        first = round(x * size)
        for column in range(first, first + round(width * size)):
            rows[round(y * size)][column] = True
    return rows
