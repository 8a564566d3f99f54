"""The device's copy of the books is made from the same files, and someone notices when it is old."""

from __future__ import annotations

import shutil

import pytest

import tenbo_core.books
from tenbo.rulebooks import ids, load
from tools.generate import __main__ as generate
from tools.generate import books


def test_the_committed_copy_is_current(capsys):
    """Run `python -m tools.generate books` after changing a book."""
    assert generate.main(["--check", "books"]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("book_id", ids())
def test_the_device_plays_by_the_values_of_the_host(book_id):
    """Everything but the yaku and the chips, in value and in type."""
    host = {name: value for name, value in load(book_id).rules.values.items() if name not in books.ON_HOST}
    assert repr(host) == repr(tenbo_core.books.load(book_id).values)


def test_device_and_host_list_the_same_books():
    """In the same order: the device's menu is the host's list."""
    assert ids() == tenbo_core.books.BOOKS


@pytest.fixture
def copy(tmp_path, monkeypatch):
    """Copy the committed copy, for the generator to write to."""
    place = tmp_path / "books"
    shutil.copytree(books.COPY, place, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(books, "COPY", place)
    monkeypatch.setattr(books, "OWNS", (place, "*.py"))
    return place


@pytest.mark.parametrize("change", ["edit", "remove", "add"])
def test_a_stale_copy_is_found_named_and_made_right(copy, capsys, change):
    """A book changed without its copy would play differently on the device."""
    path = copy / ("extra.py" if change == "add" else "alarm.py")
    if change == "remove":
        path.unlink()
    else:
        path.write_text("VALUES = {}\n", "ascii")
    assert generate.main(["--check", "books"]) == 1
    assert f"stale: {path}" in capsys.readouterr().err
    assert generate.main(["books"]) == 0
    assert generate.main(["--check", "books"]) == 0


def test_every_generated_file_says_so_in_its_first_line():
    """So that no one edits it."""
    for text in books.device_book_modules().values():
        assert text.startswith("# Generated from host/tenbo/rulebooks/")
