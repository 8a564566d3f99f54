"""The rule books on the device: the same values on both interpreters."""

import binascii
import json

from tenbo_core.books import BOOKS, FINGERPRINT, load
from tenbo_core.errors import Malformed
from tenbo_core.switches import SWITCHES


def test_the_fingerprint_is_that_of_the_values_loaded_here():
    """Host and device compare this number; it must stand for what each really plays by."""
    names = [name for name, _ in SWITCHES if name != "yaku"]
    number = 0
    for book in BOOKS:
        rules = load(book)
        values = [[name, getattr(rules, name)] for name in names]
        number = binascii.crc32(json.dumps([book, values], separators=(",", ":")).encode(), number)
    assert number == FINGERPRINT


def test_every_book_has_every_switch_but_the_yaku():
    """Declared hands are scored on the host, so the device carries no table of yaku."""
    wanted = sorted([name for name, _ in SWITCHES if name != "yaku"])
    for book in BOOKS:
        assert sorted(load(book).values) == wanted


def refusal(book):
    """Return the error with which a book is refused."""
    try:
        load(book)
    except Malformed as error:
        return error
    return None


def test_an_unknown_book_is_refused_with_the_ids():
    """A device with older books must say which it has."""
    error = refusal("ema-2099")
    assert error.code == "unknown_rules"
    for book in BOOKS:
        assert book in error.message


def test_a_change_leaves_the_book_as_it_was():
    """The books are shared by every game of a session."""
    changed = load("ema-2016").changed({"uma": [30000, 10000, -10000, -30000]})
    assert changed.uma[0] == 30000
    assert load("ema-2016").uma[0] == 15000
