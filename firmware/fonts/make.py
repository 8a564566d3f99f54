"""Make the device's fonts from their drawings: `python firmware/fonts/make.py`; --check only looks.

A drawing is a text file of glyphs, each a line `glyph NAME` and its rows of `#` and `.`. What the
device gets is columns of eight pixels, lowest bit on top, page by page, as its displays store them.
"""

import sys

# Drawing: module, the name of its table, what the module says of itself.
FONTS = (
    ("small", "font_small", "LETTERS", "Text, one page high: the columns of all letters, and where each begins."),
    ("medium", "font_medium", "GLYPHS", "The digits of the other three scores, two pages high."),
    ("big", "font_big", "GLYPHS", "The digits of the own score, five pages high."),
    ("narrow", "font_narrow", "GLYPHS", "The digits of an own score that is below zero or has six of them."),
    ("symbols", "symbols", "SIGNS", "The winds, riichi and the like, each some pages high."),
)
# The type of a table whose entries are not all alike.
TYPES = {"SIGNS": ': "dict[str, bytes | tuple[bytes, ...]]"'}


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


def module_text(folder: str, drawing: str, table: str, doc: str) -> str:
    """Return the Python module for a drawing."""
    lines = [f'"""{doc}\n\nMade by firmware/fonts/make.py from {drawing}.txt; do not edit.\n"""\n']
    if table == "LETTERS":
        return "\n".join(lines + _row_of_letters(read_drawing(f"{folder}/{drawing}.txt")))
    lines.append(f"# fmt: off\n{table}{TYPES.get(table, '')} = {{")
    for name, rows in read_drawing(f"{folder}/{drawing}.txt"):
        pages = [_literal(page) for page in pages_of(rows)]
        if len(pages) == 1:
            lines.append(f"    {_quoted(name)}: {pages[0]},")
        else:
            lines.append(f"    {_quoted(name)}: (")
            lines.extend([f"        {page}," for page in pages])
            lines.append("    ),")
    lines.append("}\n# fmt: on\n")
    return "\n".join(lines)


def _row_of_letters(glyphs: "list[tuple[str, list[str]]]") -> "list[str]":
    """Return three texts in place of a table with an object for each letter, which would take ten times the memory."""
    columns, starts = b"", [0]
    for _, rows in glyphs:
        columns += pages_of(rows)[0]
        starts.append(len(columns))
    letters = [name for name, _ in glyphs]
    bounds = b"".join([bytes((start & 255, start >> 8)) for start in starts])
    lines = ["# fmt: off"]
    for name, pieces in (
        ("LETTERS", [_quoted("".join(letters[at : at + 32])) for at in range(0, len(letters), 32)]),
        ("COLUMNS", [_literal(columns[at : at + 24]) for at in range(0, len(columns), 24)]),
        ("STARTS", [_literal(bounds[at : at + 24]) for at in range(0, len(bounds), 24)]),
    ):
        if name == "STARTS":
            lines.append("# Two bytes a letter, low byte first.")
        lines.append(f"{name} = (")
        lines.extend([f"    {piece}" for piece in pieces])
        lines.append(")")
    lines.append("# fmt: on\n")
    return lines


def _literal(page: bytes) -> str:
    return 'b"' + "".join([f"\\x{column:02x}" for column in page]) + '"'


def _quoted(text: str) -> str:
    """Return a text in the quotes that need no escape, or double ones."""
    quote = "'" if '"' in text and "'" not in text else '"'
    return quote + text.replace("\\", "\\\\").replace(quote, "\\" + quote) + quote


def modules(folder: str) -> "list[tuple[str, str]]":
    """Return file name and text of every module that belongs to the drawings in a folder."""
    return [(f"{module}.py", module_text(folder, drawing, table, doc)) for drawing, module, table, doc in FONTS]


def main(arguments: "list[str]") -> int:
    """Write the modules into the device's folder beside this one, or with --check name those that are stale."""
    folder = sys.argv[0].rsplit("/", 1)[0] if "/" in sys.argv[0] else "."
    stale = []
    for name, text in modules(folder):
        path = f"{folder}/../device/{name}"
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
