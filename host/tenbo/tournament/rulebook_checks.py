"""Checks the rule book that a record names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.rulebooks import as_start_fields, load, parse_own_book
from tenbo.validation.points_text import signed_points_text
from tenbo_core.errors import Malformed, Refused
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tenbo.rulebooks import Book


def check_book(book_id: str, text: str) -> Book:
    """Return the rule book of a record; refuse an unknown one, and an own one that cannot be played at a table."""
    book = parse_own_book(book_id, text) if text else load(book_id, files=False)
    if book.id != book_id:
        raise Malformed(
            "contradiction",
            sentence("book_id_differs", "the book's id is {id}, not {book_id}", id=book.id, book_id=book_id),
            "rules",
        )
    as_start_fields(book)
    return book


def check_chips(book: Book, chips: Sequence[int]) -> None:
    """Refuse the chips of a game whose rule book has none, of too few or too many seats, or that do not add up."""
    if not book.rules.chip_points:
        message = sentence(
            "book_without_chips",
            "rule book {book} has no chips: set chip_points in a rule book of your own",
            book=book.id,
        )
        raise Refused("not_in_this_rule_book", message, "chips")
    if len(chips) != book.rules.players:
        message = sentence(
            "seats_of_book", "rule book {book} is for {seats} players", book=book.id, seats=book.rules.players
        )
        raise Malformed("contradiction", message, "chips")
    if sum(chips):
        message = sentence(
            "chips_do_not_add_up",
            "the chips won and lost add up to {sum}, but must add up to 0: count them again",
            sum=signed_points_text(sum(chips)),
        )
        raise Refused("contradiction", message, "chips")
