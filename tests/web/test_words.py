"""Every page speaks four languages."""

from __future__ import annotations

import re

import pytest

from tenbo.scoring.in_words import BONUS_WORDS, FU_WORDS
from tenbo.tournament.records import FIELDS
from tenbo.web.shells import PAGES
from tools.generate.page_words import page_words, said
from tools.generate.words import ORDER

from .conftest import hall_of

KINDS_IN_WORDS = """
    async (kinds) => {
        const { record_kind } = await import("/static/desk/words.js");
        return kinds.map(record_kind);
    }
"""
# Said by names that the service gives.
NAMED = {*FU_WORDS.values(), *BONUS_WORDS.values(), "mangan", "haneman", "baiman", "sanbaiman", "yakuman"}


@pytest.mark.parametrize("language", ORDER)
def test_whatever_a_page_says_is_said_in_every_language_with_its_numbers(language):
    words = page_words(language)
    assert sorted((said() | NAMED) - set(words)) == []
    assert set(words) == set(page_words(ORDER[0]))
    assert [text for text, own in words.items() if text.count("{}") != own.count("{}") or not own.strip()] == []


@pytest.mark.thorough("every page in every language")
def test_a_page_is_written_in_the_language_that_the_browser_asks_for(person, tmp_path):
    """And has no text left that nobody has translated, those included which it says by a table of texts."""
    with hall_of(1, tmp_path) as hall:
        hall.table(1).play("start", rules="tenhou")
        every = [re.sub(r"{\w+:int}", "1", page.path) for page in PAGES]
        # All languages have the same texts, as the test above sees: what one has no words for, none has.
        for locale, title, paths in (
            ("de", "Hand zählen", every),
            ("nl", "Hand tellen", ["/score"]),
            ("ja", "点数計算", ["/score"]),
        ):
            window, missing = person(locale=locale).new_page(), []
            window.on("console", lambda said, missing=missing: missing.append(said.text))
            for path in paths:
                window.goto(f"{hall.url}{path}")
                window.locator("main").wait_for()
                if path == "/score":
                    assert window.locator("h1").inner_text() == title
                    window.fill(".line", "234m340p678p234s55s")
                    window.locator(".worth").wait_for()
            assert {text for text in missing if "no words" in text} == set()
            # The desk's record says what happened in words, never by the names that programs use for the kinds.
            named = dict(zip(FIELDS, window.evaluate(KINDS_IN_WORDS, list(FIELDS)), strict=True))
            assert [kind for kind, words in named.items() if locale == "ja" and words.isascii()] == []
            assert {text for text in missing if "no words" in text} == set()
