"""A user's own rule books: written, refused, and the files of those that come along."""

from __future__ import annotations

import pytest

from tenbo.rulebooks import load
from tenbo_core.errors import Malformed


@pytest.fixture
def write(tmp_path):
    """Write an own book and give its path."""

    def write_book(text: str, name: str = "club.toml"):
        path = tmp_path / name
        path.write_text(text, "utf-8")
        return path

    return write_book


def refusal(path) -> Malformed:
    """Return the error that loading a book ends with."""
    with pytest.raises(Malformed) as caught:
        load(path)
    return caught.value


def ids_path(book_id: str):
    """Return the file of a book that comes along."""
    from pathlib import Path

    import tenbo.rulebooks

    return Path(tenbo.rulebooks.__file__).with_name(f"{book_id}.toml")
