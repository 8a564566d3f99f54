"""A document independent of its format: tables, cards and lines in order; slips and posters have their own classes."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tenbo.printing.paper_translation import PaperLanguage

if TYPE_CHECKING:
    from collections.abc import Sequence

# What stands on paper besides the texts of a document; a text with values is drawn with the letters of its own.
FIXED_TEXTS = ("PROVISIONAL", "hand", "what happened", "referee")
# The rows below the hands of a slip without a result.
EMPTY_RESULTS = ("points", "place", "uma", "penalty", "total")


class Column(NamedTuple):
    """A column of a table: its heading, which side its cells stand on, and whether they are bold."""

    title: str
    side: str = "left"
    bold: bool = False


class PrintedTable(NamedTuple):
    """Rows under headings; `size` is that of its letters in points, if they fit.

    A narrow one may stand on a page several times side by side, as columns of a newspaper do. One that is too wide for
    the page takes several parts below each other, each with the first `repeated` columns.
    """

    columns: list[Column]
    rows: list[list[str]]
    size: float = 11
    across: int = 1
    repeated: int = 0

    def column_parts(self, count: int) -> list[list[int]]:
        """Return the columns of that many parts, as even as may be, each with those that are repeated.

        >>> PrintedTable([Column(title) for title in "nABCDE"], [], repeated=1).column_parts(2)
        [[0, 1, 2, 3], [0, 4, 5]]
        """
        first, last = self.repeated, len(self.columns)
        each = -(-(last - first) // count)
        return [[*range(first), *range(start, min(start + each, last))] for start in range(first, last, each)]

    def with_columns(self, places: list[int]) -> PrintedTable:
        """Return a part of the table."""
        columns = [self.columns[place] for place in places]
        return self._replace(columns=columns, rows=[[row[place] for place in places] for row in self.rows])


class Section(NamedTuple):
    """A heading with a line under it; it may begin a page."""

    title: str
    text: str = ""
    new_page: bool = False


class Award(NamedTuple):
    """An award: its title, the achievement, the player, and the occasion."""

    title: str
    value: str
    who: str
    detail: str


class Cards(NamedTuple):
    """Cards, a number of them side by side."""

    cards: list[Award]
    across: int = 2


class TextLines(NamedTuple):
    """Plain lines of text."""

    lines: list[str]


Block = PrintedTable | Section | Cards | TextLines


class SlipSeat(NamedTuple):
    """A seat of a slip: wind, number, name and other data of the player."""

    wind: str
    number: str
    name: str
    details: str


class SlipHand(NamedTuple):
    """A hand on a slip: its label, its text, each seat's gain or loss, and its score afterwards."""

    where: str
    words: str
    deltas: list[str]
    scores: list[str]


class PrintedSlip(NamedTuple):
    """The sheet of one table that its players sign; without hands and results it is filled in by hand."""

    title: str
    about: str
    session: int
    table: int
    rules: str
    seats: list[SlipSeat]
    hands: list[SlipHand]
    results: list[tuple[str, list[str]]]
    notes: list[str]
    state: str
    code: str
    digest: str


class PosterStep(NamedTuple):
    """One step at a phone: the text of a code for its camera, and the text to type without one.

    In `typed` every second line is what is typed, the one before it says so.
    """

    title: str
    code: str
    lines: list[str]
    typed: list[str]


class Poster(NamedTuple):
    """A page for a wall or a table, to be read standing."""

    heading: str
    about: str
    steps: list[PosterStep]


class Document(NamedTuple):
    """A whole document: blocks, or slips, or posters; `state` says why results are not final."""

    title: str
    about: str
    state: list[str]
    blocks: list[Block]
    slips: list[PrintedSlip]
    landscape: bool = False
    posters: Sequence[Poster] = ()
    language: str = "en"

    @property
    def all_texts(self) -> list[str]:
        """Return every text, so that letters without a font are found before anything is drawn."""
        words = [self.title, self.about, *self.state, *map(PaperLanguage(self.language), FIXED_TEXTS)]
        for block in self.blocks:
            if isinstance(block, PrintedTable):
                words += [column.title for column in block.columns] + [cell for row in block.rows for cell in row]
            elif isinstance(block, Section):
                words += [block.title, block.text]
            elif isinstance(block, Cards):
                words += [text for card in block.cards for text in card]
            else:
                words += block.lines
        for slip in self.slips:
            words += [slip.title, slip.about, slip.rules, slip.state, *slip.notes]
            words += [text for seat in slip.seats for text in seat]
            words += [text for hand in slip.hands for text in (hand.where, hand.words)]
            words += [word for word, _numbers in slip.results]
        for poster in self.posters:
            words += [poster.heading, poster.about]
            words += [text for step in poster.steps for text in (step.title, *step.lines, *step.typed)]
        return words
