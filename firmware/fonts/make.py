"""Make the device's fonts from their drawings: `python firmware/fonts/make.py`; --check only looks.

A drawing is a text file of glyphs, each a line `glyph NAME` and its rows of `#` and `.`. What the
device gets is columns of eight pixels, lowest bit on top, page by page, as its displays store them.
"""

import sys

# Drawing: module, kind, what the module says of itself.
FONTS = (
    ("small", "font_small", "text", "Text, one page high: the columns of all letters, and where each begins."),
    ("medium", "font_medium", "digits", "The digits of the other three scores, two pages high."),
    ("middle", "font_middle", "digits", "The digits of an amount among other lines, three pages high."),
    ("big", "font_big", "digits", "The digits of the own score, five pages high."),
    ("narrow", "font_narrow", "digits", "The digits of a number with a sign or six digits, five pages high."),
    ("symbols", "symbols", "signs", "The winds, riichi and the like: how many pages each is high, and its columns."),
)
# Signs of a language that are all as wide stand in a file of their own, and not among the letters of the text.
SIGN_COLUMNS = 7
# The letters of the text that need no list: those of ASCII, in its order.
ASCII = "".join([chr(code) for code in range(0x20, 0x7F)])
MOST_COLUMNS = 15
# Where a letter begins takes twelve bits, of which the upper four are never all set: these mark a sign.
MOST_STARTS = 15 << 8


def read_drawing(path: str) -> "list[tuple[str, list[str]]]":
    """Return the glyphs of a drawing with their rows, in order, each checked to be a rectangle."""
    glyphs: "list[tuple[str, list[str]]]" = []
    with open(path, encoding="utf-8") as file:
        for line in file:
            text = line.rstrip("\n")
            if text.startswith("glyph "):
                name = text[6:]
                glyphs.append((" " if name == "space" else name, []))
            elif glyphs and text:
                glyphs[-1][1].append(text)
    for name, rows in glyphs:
        if len(rows) % 8 or len({len(row) for row in rows}) != 1 or set("".join(rows)) - set("#."):
            raise ValueError(f"{path}: glyph {name!r} is no rectangle of # and . with full pages")
    return glyphs


def pages_of(rows: "list[str]") -> "list[bytes]":
    """Return the columns of a glyph, page by page.

    >>> pages_of(["#.", ".#", "..", "..", "..", "..", "..", ".#"])
    [b'\\x01\\x82']
    """
    pages = []
    for top in range(0, len(rows), 8):
        page = rows[top : top + 8]
        pages.append(bytes([sum([1 << y for y in range(8) if page[y][x] == "#"]) for x in range(len(page[0]))]))
    return pages


def module_text(folder: str, drawing: str, kind: str, doc: str) -> str:
    """Return the Python module for a drawing."""
    lines = [f'"""{doc}\n\nMade by firmware/fonts/make.py from {drawing}.txt; do not edit.\n"""\n', "# fmt: off"]
    glyphs = read_drawing(f"{folder}/{drawing}.txt")
    if kind == "text":
        lines += _text(glyphs)
    else:
        lines += {"digits": _digits, "signs": _signs}[kind](glyphs)
    lines.append("# fmt: on\n")
    return "\n".join(lines)


def _text(glyphs: "list[tuple[str, list[str]]]") -> "list[str]":
    """Return a few texts in place of a table with an object for each letter, which would take ten times the memory."""
    columns, starts = _row_of_letters(glyphs)
    if len(columns) > MOST_STARTS:
        raise ValueError(f"the letters of the text have more than {MOST_STARTS} columns")
    letters = "".join([name for name, _ in glyphs])
    beyond = letters[len(ASCII) :]
    marks = [letter.encode()[:2] for letter in beyond]
    signs = [letter.encode() for letter in beyond if len(letter.encode()) > 2]
    if not letters.startswith(ASCII) or len(set(marks)) != len(marks):
        raise ValueError("the letters of the text are those of ASCII in order, then some that differ in two bytes")
    if [len(letter.encode()) for letter in beyond] != [2] * (len(beyond) - len(signs)) + [3] * len(signs):
        raise ValueError("letters of three bytes stand behind all others, and none has four")
    if max([len(rows[0]) for _, rows in glyphs]) > MOST_COLUMNS:
        raise ValueError("a letter of the text has at most 15 columns")
    lines = ["# The letters that follow those of ASCII: the first two bytes of each in UTF-8; a 0 is the end."]
    lines += _pieces("BEYOND", b"".join(marks) + b"\x00")
    lines.append("# The third byte of those that have one, which are the last; and the number of the first of them.")
    lines.append(f"THIRDS = {_literal(bytes([letter[2] for letter in signs]))}")
    lines.append(f"FIRST_SIGN = {len(letters) - len(signs)}")
    lines += _pieces("COLUMNS", columns)
    lines += [
        "# The low byte of where each letter begins, and the last one ends; and the first letters with more above it."
    ]
    lines += _pieces("STARTS", starts[::2])
    high = list(starts[1::2])
    pages = bytes([high.index(page) for page in range(1, high[-2] + 1)])
    lines.append(f"PAGES = {_literal(pages + bytes([0xFF]))}")
    return lines


def read_signs(drawing: str) -> "dict[str, bytes]":
    """Return the columns of each sign of a drawing."""
    glyphs = read_drawing(drawing)
    names = [name for name, _ in glyphs]
    if names != sorted(set(names)) or {len(rows[0]) for _, rows in glyphs} != {SIGN_COLUMNS}:
        raise ValueError(f"signs stand in the order of their numbers, each {SIGN_COLUMNS} columns wide")
    if min(names) < "\u0800" or max(names) > "\uffff":
        raise ValueError("a sign has three bytes")
    return {name: pages_of(rows)[0] for name, rows in glyphs}


def _digits(glyphs: "list[tuple[str, list[str]]]") -> "list[str]":
    """Return pages, letters, columns and where each letter begins: times the pages it is its place in the columns."""
    columns, starts = _row_of_letters(glyphs)
    letters = "".join([name for name, _ in glyphs]).encode()
    lines = ["# Pages, letters, columns page after page, and starts in columns of one page, two bytes, low byte first."]
    lines += [f"FONT = ({len(glyphs[0][1]) // 8}, {_quoted_bytes(letters)}, ("]
    lines += [f"    {_literal(columns[at : at + 24])}" for at in range(0, len(columns), 24)]
    return lines + [f"), {_literal(starts)})"]


def _signs(glyphs: "list[tuple[str, list[str]]]") -> "list[str]":
    """Return a table of the signs by name."""
    lines = ["SIGNS = {"]
    for name, rows in glyphs:
        pages = pages_of(rows)
        lines.append(f"    {_quoted(name)}: ({len(pages)}, (")
        lines.extend([f"        {_literal(page)}" for page in pages])
        lines.append("    )),")
    return lines + ["}"]


def _row_of_letters(glyphs: "list[tuple[str, list[str]]]") -> "tuple[bytes, bytes]":
    """Return the columns of all letters in a row, and where each begins in columns of one page, and the last ends."""
    columns, starts = b"", [0]
    for _, rows in glyphs:
        columns += b"".join(pages_of(rows))
        starts.append(starts[-1] + len(rows[0]))
    return columns, b"".join([bytes((start & 255, start >> 8)) for start in starts])


def _pieces(name: str, data: bytes) -> "list[str]":
    lines = [f"{name} = ("]
    lines.extend([f"    {_literal(data[at : at + 24])}" for at in range(0, len(data), 24)])
    return lines + [")"]


def _literal(page: bytes) -> str:
    return 'b"' + "".join([f"\\x{column:02x}" for column in page]) + '"'


def _quoted_bytes(text: bytes) -> str:
    return "b" + _quoted(text.decode())


def _quoted(text: str) -> str:
    """Return a text in the quotes that need no escape, or double ones."""
    quote = "'" if '"' in text and "'" not in text else '"'
    return quote + text.replace("\\", "\\\\").replace(quote, "\\" + quote) + quote


def modules(folder: str) -> "list[tuple[str, str]]":
    """Return file name and text of every module that belongs to the drawings in a folder."""
    return [(f"{module}.py", module_text(folder, drawing, kind, doc)) for drawing, module, kind, doc in FONTS]


def main(arguments: "list[str]") -> int:
    """Write the modules into the device's folder beside this one, or with --check name those that are stale."""
    folder = sys.argv[0].rsplit("/", 1)[0] if "/" in sys.argv[0] else "."
    stale = []
    for name, text in modules(folder):
        path = f"{folder}/../device/text/{name}"
        if "--check" not in arguments:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            continue
        with open(path, encoding="utf-8") as file:
            if file.read() != text:
                stale.append(name)
    if stale:
        sys.stderr.write(f"not what their drawings say: {', '.join(stale)}; run python firmware/fonts/make.py\n")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
