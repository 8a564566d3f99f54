"""Draws a table on the pages of a PDF: as large as it fits, its heading on every page, no cell cut off."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.printing.pdf_page import MILLIMETRES

if TYPE_CHECKING:
    from tenbo.printing.document import PrintedTable
    from tenbo.printing.pdf_page import PdfPage

SMALLEST = 6.5
STEP = 0.5
PAD = 1.6
ZEBRA = 238
# The least width of a column of names, which may be narrower than its longest cell: words wrap.
NARROWEST = 38.0
# Between two columns of the page.
GUTTER = 7.0


def draw_table(page: PdfPage, table: PrintedTable) -> None:
    """Draw a table from where the page is used up to, in several parts where one has no room for all columns."""
    for part in _parts(page, table):
        drawing = _TableDrawing(page, part)
        drawing.begin()
        for row in part.rows:
            drawing.row(row)
        drawing.end()


class _TableDrawing:
    """A table being drawn: one column of the page after the other, then the next page."""

    def __init__(self, page: PdfPage, table: PrintedTable) -> None:
        self.page, self.table = page, table
        self.room = (page.right - page.left - GUTTER * (table.across - 1)) / table.across
        self.size, self.widths = _fitting_size(page, table, self.room)
        self.line = self.size * MILLIMETRES * 1.22
        self.pad = self.size * MILLIMETRES * 0.34
        self.across = 0
        self.top = self.lowest = 0.0
        self.is_dark = False

    @property
    def left(self) -> float:
        """Return the left edge of the column that is being filled."""
        return self.page.left + self.across * (self.room + GUTTER)

    def begin(self) -> None:
        """Begin the table where the page is used up to, or on another page where three lines have no room."""
        self.page.ensure_room(3 * (self.line + 2 * self.pad))
        self.top = self.lowest = self.page.y
        self._head()

    def row(self, row: list[str]) -> None:
        """Draw a row, with a heading above it where a column or page begins."""
        cells = [
            self.page.wrap_text(cell, self.size, width - 2 * PAD + 0.05, bold=column.bold)
            for column, cell, width in zip(self.table.columns, row, self.widths, strict=True)
        ]
        height = self.line * max(len(cell) for cell in cells) + 2 * self.pad
        if self.page.y + height > self.page.bottom:
            self._next_column()
        if self.is_dark:
            self.page.fill(self.left, self.page.y, self.room, height, ZEBRA)
        self.is_dark = not self.is_dark
        x = self.left
        for column, cell, width in zip(self.table.columns, cells, self.widths, strict=True):
            for place, part in enumerate(cell):
                y = self.page.y + self.pad + self.line * (place + 0.78)
                _draw_cell(self.page, part, x, width, y, self.size, column.side, bold=column.bold)
            x += width
        self.page.y += height

    def end(self) -> None:
        """Draw the line below the table."""
        self._rule(0.3)
        self.page.y = max(self.page.y, self.lowest) + 4

    def _next_column(self) -> None:
        self._rule(0.3)
        self.lowest = max(self.lowest, self.page.y)
        if self.across + 1 < self.table.across:
            self.across += 1
            self.page.y = self.top
        else:
            self.page.begin()
            self.across, self.top, self.lowest = 0, self.page.y, self.page.y
        self._head()

    def _rule(self, width: float) -> None:
        self.page.line(self.left, self.page.y, self.left + self.room, self.page.y, width)

    def _head(self) -> None:
        small = max(SMALLEST, self.size * 0.82)
        height = small * MILLIMETRES * 1.7
        x = self.left
        for column, width in zip(self.table.columns, self.widths, strict=True):
            _draw_cell(self.page, column.title, x, width, self.page.y + height * 0.68, small, column.side, bold=True)
            x += width
        self.page.y += height
        self._rule(0.4)
        self.is_dark = False


def _draw_cell(
    page: PdfPage, text: str, x: float, width: float, y: float, size: float, side: str, *, bold: bool
) -> None:
    if side == "right":
        page.draw_right_aligned(x + width - PAD, y, text, size, bold=bold)
    elif side == "middle":
        page.draw_centred_text(x + width / 2, y, text, size, bold=bold)
    else:
        page.text(x + PAD, y, text, size, bold=bold)


def _parts(page: PdfPage, table: PrintedTable) -> list[PrintedTable]:
    """Return the table, or the fewest parts whose columns have room in the smallest letters, each with the first ones.

    >>> from tenbo.printing.document import Column, PrintedTable
    >>> class Page:
    ...     left, right, width = 0.0, 190.0, lambda *_, **__: 25.0
    >>> table = PrintedTable([Column("player"), *[Column(f"s{n}", "right") for n in range(1, 13)]], [], repeated=1)
    >>> [[column.title for column in part.columns] for part in _parts(Page(), table)]
    [['player', 's1', 's2', 's3', 's4', 's5', 's6'], ['player', 's7', 's8', 's9', 's10', 's11', 's12']]
    """
    natural = _natural_widths(page, table)
    most = len(table.columns) - table.repeated if table.repeated else 1
    parts = table.column_parts(1)
    for count in range(2, most + 1):
        if all(_needed_width(table, natural, places, SMALLEST) <= page.right - page.left for places in parts):
            break
        parts = table.column_parts(count)
    return [table.with_columns(places) for places in parts]


def _natural_widths(page: PdfPage, table: PrintedTable) -> list[float]:
    """Return how wide the cells of each column are in letters of 10 points: widths grow with the size."""
    return [
        max(
            [
                page.width(column.title, 10, bold=True),
                *(page.width(row[place], 10, bold=column.bold) for row in table.rows),
            ]
        )
        for place, column in enumerate(table.columns)
    ]


def _text_columns(table: PrintedTable) -> list[int]:
    """Return the columns whose cells may wrap: names, or all where none is one."""
    return [place for place, column in enumerate(table.columns) if column.side == "left"] or [
        *range(len(table.columns))
    ]


def _needed_width(table: PrintedTable, natural: list[float], places: list[int], size: float) -> float:
    """Return the width without which columns of names would be too narrow to read."""
    texts = _text_columns(table)
    widths = {place: natural[place] * size / 10 + 2 * PAD for place in places}
    return sum(min(width, NARROWEST) if place in texts else width for place, width in widths.items())


def _fitting_size(page: PdfPage, table: PrintedTable, room: float) -> tuple[float, list[float]]:
    """Return the size of the letters and the widths of the columns: the largest that fits, filled up to the margin."""
    natural, texts = _natural_widths(page, table), _text_columns(table)
    size = table.size
    while size > SMALLEST and _needed_width(table, natural, [*range(len(natural))], size) > room:
        size -= STEP
    widths = [width * size / 10 + 2 * PAD for width in natural]
    others = sum(width for place, width in enumerate(widths) if place not in texts)
    widest = _widest_column([widths[place] for place in texts], room - others)
    widths = [min(width, widest) if place in texts else width for place, width in enumerate(widths)]
    spare = room - sum(widths)
    if spare > 0:
        # Text columns get what is left over: numbers stay near each other.
        for place in texts:
            widths[place] += spare / len(texts)
    elif spare < -0.01:
        widths = [width * room / sum(widths) for width in widths]
    return size, widths


def _widest_column(widths: list[float], room: float) -> float:
    """Return how wide the widest columns may be when those that need less get what they need.

    >>> _widest_column([10.0, 50.0, 70.0], 90.0), _widest_column([10.0, 20.0], 90.0)
    (40.0, 20.0)
    """
    left = len(widths)
    for width in sorted(widths):
        if width * left > room:
            return room / left
        room -= width
        left -= 1
    return max(widths)
