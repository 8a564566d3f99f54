"""Papers that cannot be made: what is wrong is named, and nothing is written."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from host.printing.stored_tournament import NAMES
from tenbo.cli.dispatch import main


def test_what_is_named_as_a_font_and_is_none_is_refused(tournament, printed):
    """Without a word of the program's own insides."""
    store = tournament(names=("Łukasz Nowak", *NAMES[1:]))
    assert "is not a font" in printed(store, "seats", "--font", Path(__file__))[2]
    status, _, said = printed(store, "seats", "--font", "nothing.ttf")
    assert (status, "nothing.ttf" in said) == (2, True)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["seats", "--out", "seats.txt"], "seats.txt must end in .pdf or .html"),
        (["seats", "--out", "seats.pdf", "--table", "1"], "--table is for slips"),
        (["slips", "--out", "slips.pdf", "--table", "1"], "--table needs exactly one --session"),
        (["seat", "--out", "seats.pdf"], "did you mean seats?"),
        (["seats"], "--out is missing"),
    ],
)
def test_words_that_make_no_paper_are_wrong_usage(words, said, capsys):
    """With what to write instead."""
    assert main(["print", *words]) == 2
    assert said in capsys.readouterr().err


def test_what_there_is_not_is_refused_and_writes_nothing(tournament, printed):
    """A session that no one planned, a table that is not there, a day that is none."""
    store = tournament()
    assert printed(store, "slips", "--session", 7)[:2] == (1, b"")
    assert printed(store, "slips", "--session", 1, "--table", 9)[:2] == (1, b"")
    status, data, said = printed(store, "seats", "--date", "31.02.2026")
    assert (status, data) == (1, b"")
    assert "must be a day" in said
    assert "the time must be" in printed(store, "seats", "--date", "22.03.2026-99:99")[2]


def test_without_the_extra_the_command_says_what_to_install(tournament, printed, monkeypatch):
    """The base install prints nothing, and everything else works."""
    monkeypatch.setitem(sys.modules, "fpdf", None)
    for name in ("pdf_renderer", "pdf_page"):
        monkeypatch.delitem(sys.modules, f"tenbo.printing.{name}", raising=False)
    status, data, said = printed(tournament(), "seats")
    assert (status, data) == (1, b"")
    assert f"a PDF needs fpdf: run `{sys.executable} -m pip install '.[print]'` in the clone of Tenbo" in said
