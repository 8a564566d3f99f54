"""Every rule book states every switch and every yaku, each with its section or the reason."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import tenbo.rulebooks
from tenbo.rulebooks import ids, load
from tenbo.rulebooks.book import uma_rows
from tenbo.rulebooks.rulebook_ids import HAN_YAKU, YAKU, YAKUMAN
from tenbo.rulebooks.switch_meanings import AMOUNTS, CHOICES, switch_meaning
from tenbo_core.switches import KINDS, SWITCHES

HERE = Path(tenbo.rulebooks.__file__).parent


def test_the_list_names_every_book_that_comes_along():
    """A file without an id could never be chosen, an id without a file never be loaded."""
    assert sorted(ids()) == sorted(path.stem for path in HERE.glob("*.toml"))


@pytest.mark.parametrize("book_id", ids())
class TestEveryBook:
    """What holds for each of the books."""

    def test_states_every_switch(self, book_id):
        """Even where a value equals a common default: a reader should not have to know defaults."""
        assert [name for name, _ in SWITCHES] == list(load(book_id).rules.values)

    def test_has_a_row_for_every_yaku(self, book_id):
        """A yaku the book does not have stands there with 0."""
        assert list(YAKU) == list(load(book_id).rules.yaku)

    def test_gives_a_section_or_a_reason_for_everything(self, book_id):
        """A player who doubts a value must be able to look it up."""
        book = load(book_id)
        wanted = {name for name in KINDS if name != "yaku"} | {f"yaku.{name}" for name in YAKU}
        assert wanted == set(book.sections)
        for name, citation in book.sections.items():
            assert bool(citation.section) != bool(citation.silent), name

    def test_names_itself(self, book_id):
        """The edition is part of the book: rules change with it."""
        book = load(book_id)
        assert book.id == book.rules.book == book_id
        assert book.title
        assert book.edition

    def test_agrees_with_itself(self, book_id):
        """Switches that belong together: places, clock, and the two yaku that have switches."""
        rules = load(book_id).rules
        for uma in uma_rows(rules.uma).values():
            assert sum(uma) == 0
            assert uma == sorted(uma, reverse=True)
        assert rules.oka in (0, rules.players * (rules.target_points - rules.start_points))
        assert (rules.renhou == "none") == (rules.yaku["renhou"] == [0, 0])
        assert (rules.renhou == "yakuman") == (rules.yaku["renhou"] == [1, 0])
        assert (rules.nagashi == "none") == (rules.yaku["nagashi_mangan"] == [0, 0])
        assert rules.signal_minutes <= rules.session_minutes
        assert ("triple_ron" in rules.abortive) == (rules.triple_ron == "abort")

    def test_gives_an_open_hand_no_more_than_a_closed_one(self, book_id):
        """No book rewards calling."""
        for name, (closed, opened) in load(book_id).rules.yaku.items():
            assert 0 <= opened <= closed, name

    def test_counts_yakuman_rows_in_yakuman(self, book_id):
        """Doubles are the business of `double_yakuman`."""
        rows = load(book_id).rules.yaku
        assert {rows[name][0] for name in YAKUMAN} == {1}
        assert max(rows[name][0] for name in HAN_YAKU) <= 6

    def test_says_what_every_value_means(self, book_id):
        """`tenbo rules show` has words for every value a book uses."""
        rules = load(book_id).rules
        for name, _ in SWITCHES:
            if name != "yaku":
                assert switch_meaning(rules, name), name


def test_every_word_a_switch_takes_has_a_meaning():
    """Own books may use words that none of ours uses."""
    for name, kind in SWITCHES:
        if kind == "bool":
            assert set(CHOICES[name]) == {True, False}, name
        elif "|" in kind and name not in AMOUNTS:
            words = {int(word) if word.lstrip("-").isdigit() else word for word in kind.split("|")}
            assert set(CHOICES[name]) == words, name
        elif name not in ("yaku", "payment"):
            assert name in AMOUNTS, name


def test_a_book_is_read_once():
    """Scoring asks for the book with every record."""
    assert load("alarm") is load("alarm")


BOOKS_NEED_NONE_OF = ("tomllib", "difflib", "json", "typing_extensions")
SCORES_NEED_NONE_OF = ("tomllib", "json", "typing", "re")


@pytest.mark.parametrize(
    ("program", "heavy"),
    [
        ("import tenbo.rulebooks", BOOKS_NEED_NONE_OF),
        ("import tenbo; tenbo.score(tenbo.Hand('234567m345p678s9s', '9s', 'ron', riichi=1))", SCORES_NEED_NONE_OF),
        (
            "import tenbo; tenbo.score(tenbo.Hand('55p44s', '5p', 'ron', melds=['pon 777z', 'kan 1111s', 'chi 234m']))",
            SCORES_NEED_NONE_OF,
        ),
    ],
    ids=["the books", "a closed hand", "an open hand"],
)
def test_the_package_imports_little(program, heavy):
    """Who loads no book waits for nothing that reading one needs, and a first score not for `typing`: a third of it."""
    program = f"{program}; import sys; print(sorted({set(heavy)} & set(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-S", "-c", program],
        capture_output=True,
        text=True,
        check=False,
        env={"PYTHONPATH": ":".join(sys.path)},
    )
    assert done.stdout == "[]\n", done.stderr
