"""The device's copy of the books is made from the same files, and somebody notices when it is old."""

from __future__ import annotations

import shutil

import pytest

import tenbo_core.books
from tenbo.books import device_copy, ids, load


def test_the_committed_copy_is_current(capsys):
    """Run `python -m tenbo.books.device_copy` after changing a book."""
    assert device_copy.main(["--check"]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("book_id", ids())
def test_the_device_plays_by_the_values_of_the_host(book_id):
    """Everything but the yaku, in value and in type."""
    host = {name: value for name, value in load(book_id).rules.values.items() if name != "yaku"}
    assert repr(host) == repr(tenbo_core.books.load(book_id).values)


def test_device_and_host_list_the_same_books():
    """In the same order: the device's menu is the host's list."""
    assert ids() == tenbo_core.books.BOOKS


@pytest.fixture
def copy(tmp_path, monkeypatch):
    """Copy the committed copy, for the generator to write to."""
    place = tmp_path / "books"
    shutil.copytree(device_copy.COPY, place, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(device_copy, "COPY", place)
    return place


@pytest.mark.parametrize("change", ["edit", "remove", "add"])
def test_a_stale_copy_is_found_named_and_made_right(copy, capsys, change):
    """A book changed without its copy would play differently on the device."""
    path = copy / ("extra.py" if change == "add" else "alarm.py")
    if change == "remove":
        path.unlink()
    else:
        path.write_text("VALUES = {}\n", "ascii")
    assert device_copy.main(["--check"]) == 1
    assert f"stale: {path}" in capsys.readouterr().err
    assert device_copy.main([]) == 0
    assert device_copy.main(["--check"]) == 0


def test_every_generated_file_says_so_in_its_first_line():
    """So that nobody edits it."""
    for text in device_copy.files().values():
        assert text.startswith("# Generated from host/tenbo/books/")
