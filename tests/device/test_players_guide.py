"""The player's guide is true: its pictures are current, its words are on the displays, its presses work."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from players import players

from tenbo.virtual.interpreter import firmware
from tools.generate import pictures
from tools.generate import players as guides
from tools.generate.files import stale_files
from tools.generate.words import LANGUAGES, ORDER, words_of

pytestmark = pytest.mark.thorough("every page and picture, which make current looks at, too")

PAGE = (firmware() / "PLAYERS.md").read_text(encoding="utf-8")
PEOPLE = ("A", "B", "C", "D")
SAID_FROM_HERE = re.compile(r"`([^`]+)`")
ROW = re.compile(r"^\| ([^|]+) \| ([^|]+) \| `([^`]+)` \| ([^|]+) \|$", re.MULTILINE)


def test_the_pictures_are_what_the_displays_show_now() -> None:
    """`python -m tools.generate pictures` makes them again."""
    assert stale_files(pictures) == []


def test_a_changed_pixel_and_a_forgotten_picture_are_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A check that cannot fail would be none."""
    drawn = list(pictures.pictures())[:3]
    for name, picture in drawn:
        (tmp_path / f"{name}.png").write_bytes(picture.png())
    monkeypatch.setattr(pictures, "PICTURES", tmp_path)
    monkeypatch.setattr(pictures, "OWNS", (tmp_path, "*.png"))
    monkeypatch.setattr(pictures, "pictures", lambda: iter(drawn))
    assert stale_files(pictures) == []
    first = drawn[0][1]
    turned = first._replace(rows=(first.rows[0].replace(".", "#", 1), *first.rows[1:]))
    (tmp_path / f"{drawn[0][0]}.png").write_bytes(turned.png())
    (tmp_path / f"{drawn[1][0]}.png").rename(tmp_path / "old.png")
    stale = [path.name for path in stale_files(pictures)]
    assert stale == sorted([f"{drawn[0][0]}.png", f"{drawn[1][0]}.png", "old.png"])


def test_every_picture_of_the_page_is_there_and_none_is_left_over_but_what_the_script_needs() -> None:
    """A broken link shows nothing; a picture that nobody sees says nothing."""
    shown = re.findall(r'src="pictures/([a-z_]+)\.png"', PAGE)
    there = {path.stem for path in pictures.PICTURES.glob("*.png")}
    assert len(shown) == len(set(shown))
    assert set(shown) == there


def test_every_word_that_the_page_quotes_is_one_of_the_displays() -> None:
    """What a screen says is in the firmware's text; the numbers in it are by chance."""
    sources = "\n".join(path.read_text(encoding="utf-8") for path in (firmware() / "device").rglob("*.py"))
    sources += (firmware() / "lib" / "tenbo_core" / "clock.py").read_text(encoding="utf-8")
    prose = PAGE[: PAGE.index("## A first hand, press by press")]
    quoted = [words for words in SAID_FROM_HERE.findall(prose) if not re.search(r"\d", words)]
    assert len(quoted) > 10
    assert [words for words in quoted if words not in sources] == []


def test_the_first_hand_of_the_page_can_be_played_as_it_stands() -> None:
    """Row by row, at a table that was never used."""
    rows = ROW.findall(PAGE)
    assert len(rows) == 20
    with players(begin=False) as people:
        for press, at, reads, where in rows:
            for button, place in zip(press.split(", then "), at.split(", then "), strict=True):
                held = button.startswith("hold ")
                name = button.removeprefix("hold ").lower()
                people.virtual.press("table" if place == "centre" else PEOPLE.index(place), name, 1200 if held else 60)
            lines = people.view(PEOPLE.index(where))["lines"]
            assert any(line.startswith(reads) for line in lines), f"{press} at {at}: {lines}"
        assert people.state()["deltas"] == [1500, -1500, 1500, -1500]


@pytest.mark.thorough("every page in every language")
def test_the_guides_in_other_languages_are_current_and_quote_what_displays_say() -> None:
    """`python -m tools.generate players` makes them again; a word that was renamed would stand there in English."""
    assert stale_files(guides) == []
    quoted = []
    for language in ORDER:
        text = (LANGUAGES / f"players.{language}.md").read_text(encoding="utf-8")
        words = {match[1] for match in guides.WORD.finditer(text)}
        assert [word for word in words if word not in words_of(language)] == []
        quoted.append(words)
        page = (firmware() / f"PLAYERS.{language}.md").read_text(encoding="utf-8")
        assert "[[" not in page
        assert set(re.findall(rf'src="pictures/{language}/([a-z]+)\.png"', page)) == set(guides.SHOWN)
        assert page.count("\n## ") == 3
    assert all(words == quoted[0] for words in quoted)
