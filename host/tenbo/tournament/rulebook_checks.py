"""Checks the rule book that a record names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.rulebooks import as_start_fields, load, parse_own_book
from tenbo_core.errors import Malformed
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
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
