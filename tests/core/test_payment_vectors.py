"""Every cell of the books' payment tables, worked out again on both interpreters."""

import os

from core.run_vectors import worked_out

VECTORS = __file__.rsplit("/", 2)[0] + "/vectors/payments/"
# What is printed: four tables of han and fu without the empty cells.
CELLS = {"ema-2012.txt": 96, "austria.txt": 144, "ema-2016.txt": 144}


def lines_of(name):
    """Return the lines of a vector file."""
    with open(VECTORS + name) as file:
        return file.read().split("\n")


def names():
    """Return the vector files."""
    return sorted([name for name in os.listdir(VECTORS) if name.endswith(".txt")])


def test_every_cell_is_what_the_book_prints():
    """A player who looks a payment up in the book must find ours there."""
    for name in names():
        lines = lines_of(name)
        for number, (wanted, found) in enumerate(zip(lines, worked_out(lines))):
            assert wanted == found, "%s:%d: the book has %r, the core %r" % (name, number + 1, wanted, found)


def test_the_tables_are_there_to_the_last_cell():
    """A cell that was left out would never be missed."""
    for name, cells in CELLS.items():
        assert len([line for line in lines_of(name) if " fu " in line and not line.startswith("#")]) == cells


def test_a_wrong_cell_is_seen():
    """4 han 30 fu is 7700 in EMA 2016, not the 8000 of books that round up."""
    lines = ["book ema-2016", "other ron   4 han 30 fu  : 8000"]
    assert list(worked_out(lines)) == ["book ema-2016", "other ron   4 han 30 fu  : 7700"]


def is_read(case):
    """Return whether the runner takes a line for a case."""
    try:
        return list(worked_out(["book alarm", case]))[1] != ""
    except (KeyError, ValueError):
        return False


def test_a_misspelt_case_is_not_passed_over():
    """It would otherwise count as right."""
    assert is_read("east ron 1 han : 1500")
    assert not is_read("eats ron 1 han : 1500")
    assert not is_read("east ron han : 1500")


def test_every_line_is_a_case_or_says_what_it_is():
    """Comments, the book and empty lines are printed unchanged, so nothing else may look like them."""
    for name in names():
        for line in lines_of(name):
            assert line == "" or line.startswith(("#", "book ")) or ": " in line, name + ": " + line
