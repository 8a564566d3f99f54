"""The player's guide is true: its pictures are current, its words are on the displays, its presses work."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from players import READ_MS, Players, players

from tenbo.simulator.interpreter_lookup import find_firmware_folder
from tools.generate import pictures
from tools.generate import player_guide as guides
from tools.generate.generated_files import stale_files
from tools.generate.words import LANGUAGES, ORDER, device_translations

pytestmark = pytest.mark.thorough("every page and picture, which make current looks at, too")

PAGE = (find_firmware_folder() / "PLAYERS.md").read_text(encoding="utf-8")
PEOPLE = ("A", "B", "C", "D")
SAID_FROM_HERE = re.compile(r"`([^`]+)`")
ROW = re.compile(r"^\| ([^|]+) \| ([^|]+) \| `([^`]+)` \| ([^|]+) \|$", re.MULTILINE)


def test_the_pictures_are_what_the_displays_show_now() -> None:
    """`python -m tools.generate pictures` makes them again."""
    assert stale_files(pictures) == []


def test_a_changed_pixel_and_a_forgotten_picture_are_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A check that cannot fail would be none."""
    drawn = list(pictures.script_pictures())[:3]
    for name, picture in drawn:
        (tmp_path / f"{name}.png").write_bytes(picture.png())
    monkeypatch.setattr(pictures, "PICTURES", tmp_path)
    monkeypatch.setattr(pictures, "OWNS", (tmp_path, "*.png"))
    monkeypatch.setattr(pictures, "script_pictures", lambda: iter(drawn))
    assert stale_files(pictures) == []
    first = drawn[0][1]
    turned = first._replace(rows=(first.rows[0].replace(".", "#", 1), *first.rows[1:]))
    (tmp_path / f"{drawn[0][0]}.png").write_bytes(turned.png())
    (tmp_path / f"{drawn[1][0]}.png").rename(tmp_path / "old.png")
    stale = [path.name for path in stale_files(pictures)]
    assert stale == sorted([f"{drawn[0][0]}.png", f"{drawn[1][0]}.png", "old.png"])


def test_every_picture_of_the_page_is_there_and_none_is_left_over_but_what_the_script_needs() -> None:
    """A broken link shows nothing; a picture that no one sees says nothing."""
    shown = re.findall(r'src="pictures/([a-z_]+)\.png"', PAGE)
    there = {path.stem for path in pictures.PICTURES.glob("*.png")}
    assert len(shown) == len(set(shown))
    assert set(shown) == there


def test_every_word_that_the_page_quotes_is_one_of_the_displays() -> None:
    """What a screen says is in the firmware's text; the numbers in it are by chance."""
    sources = "\n".join(path.read_text(encoding="utf-8") for path in (find_firmware_folder() / "device").rglob("*.py"))
    sources += (find_firmware_folder() / "lib" / "tenbo_core" / "clock.py").read_text(encoding="utf-8")
    prose = PAGE[: PAGE.index("## A first hand, press by press")]
    quoted = [words for words in SAID_FROM_HERE.findall(prose) if not re.search(r"\d", words)]
    assert len(quoted) > 10
    assert [words for words in quoted if words.replace("North", "{}") not in sources] == []


def test_the_first_hand_of_the_page_can_be_played_as_it_stands() -> None:
    """Row by row, at a table that was never used."""
    rows = ROW.findall(PAGE)
    assert len(rows) == 20
    with players(begin=False) as people:
        for press, at, reads, where in rows:
            for button, place in zip(press.split(", then "), at.split(", then "), strict=True):
                held = button.startswith("hold ")
                name = button.removeprefix("hold ").lower()
                people.virtual.wait(READ_MS)
                people.virtual.press("table" if place == "centre" else PEOPLE.index(place), name, 1200 if held else 60)
            lines = people.view(PEOPLE.index(where))["lines"]
            assert any(line.startswith(reads) for line in lines), f"{press} at {at}: {lines}"
        assert people.state()["deltas"] == [1500, -1500, 1500, -1500]


@pytest.mark.thorough("every page in every language")
def test_the_guides_in_other_languages_are_current_and_quote_what_displays_say() -> None:
    """`python -m tools.generate player_guide` makes them again; renamed words would stay English."""
    assert stale_files(guides) == []
    quoted = []
    for language in ORDER:
        text = (LANGUAGES / f"players.{language}.md").read_text(encoding="utf-8")
        words = {match[1] for match in guides.WORD.finditer(text)}
        assert [word for word in words if word not in device_translations(language)] == []
        quoted.append(words)
        page = (find_firmware_folder() / f"PLAYERS.{language}.md").read_text(encoding="utf-8")
        assert "[[" not in page
        assert set(re.findall(rf'src="pictures/{language}/([a-z]+)\.png"', page)) == set(guides.SHOWN)
        assert page.count("\n## ") == 3
    assert all(words == quoted[0] for words in quoted)


def shown_while_scrolling(people: Players, seat: int) -> set[str]:
    """Return every line of the list that a seat looks at."""
    shown: set[str] = set()
    for _ in range(10):
        shown |= {line.removeprefix("> ") for line in people.view(seat)["lines"]}
        people.tap(seat, "down")
    return shown


class Glass:
    """The words of a guide, looked for on the displays of a table that speaks its language."""

    def __init__(self, people: Players, language: str) -> None:
        self.people = people
        self.page = (find_firmware_folder() / f"PLAYERS.{language}.md").read_text(encoding="utf-8")
        self._words = device_translations(language)

    def quoted(self, *keys: str) -> list[str]:
        """Return words of the displays, each of which the page quotes."""
        words = [self._words.get(key, key) for key in keys]
        assert [word for word in words if f"`{word}`" not in self.page] == []
        return words

    def reads(self, seat: int, *keys: str) -> None:
        """See that a display reads what the page quotes."""
        lines = self.people.view(seat)["lines"]
        for word in self.quoted(*keys):
            assert any(line.removeprefix("> ").startswith(word) for line in lines), (word, lines)

    def lists(self, seat: int, *keys: str) -> None:
        """See that a list has what the page quotes."""
        assert set(self.quoted(*keys)) - shown_while_scrolling(self.people, seat) == set()


@pytest.mark.thorough("a hand in every language")
@pytest.mark.parametrize("language", ORDER)
def test_a_guide_in_another_language_is_pressed_and_its_words_are_on_the_glass(language: str) -> None:
    """From the line that says how the language is chosen to the list between hands."""
    with players(begin=False) as people:
        glass = Glass(people, language)
        press = people.press
        chosen = re.search(r"`My language`.{1,3}\*\*OK\*\*.{1,3}`(\w+)`", glass.page)
        assert chosen is not None
        for seat in range(4):
            people.set_up(seat, "My language", chosen[1])
        people.tap(0, "back", 1200)
        press("1 ok")
        busy = device_translations(language)["wait: {} asks"].partition("{}")[0]
        assert any(line.startswith(busy) for line in people.view(1)["lines"])
        glass.lists(0, "New game", "My name", "My language", "Sound on or off", "Test this seat")
        press("0 back")
        people.set_up(0, *glass.quoted("New game"), "ema-2016")
        glass.reads(0, "no clock")
        press("0 ok, dice")
        thrown = device_translations(language)["dice {}+{}, wall {}"].partition("{}")[0]
        assert thrown in glass.page
        assert people.view(2)["lines"][-1].startswith(thrown)
        people.virtual.wait(10_000)
        press("2 riichi, 3 riichi")
        people.tap(2, "riichi", 1200)
        glass.reads(2, "too late: game went on")
        press("1 ok, 1 ok, 1 down, 1 down, 1 down, 1 ok")
        glass.reads(1, "Who is liable?")
        press("1 back, 1 back, 1 back, 1 ok, 1 riichi, 1 ok, 0 ok")
        glass.reads(3, "UP: ron too")
        people.virtual.wait(10_000)
        press("undo")
        glass.reads(3, "Take back?")
        press("3 ok, 3 back")
        glass.lists(3, "Draw", "Dead hand", "Chombo", "Riichi not valid", "Deal again", "Call the referee")
        press("3 back, 3 back")
        people.choose(3, *glass.quoted("Draw"))
        press("0 up")
        glass.reads(0, "no effect")
        press("0 ok, 1 back")
        people.virtual.wait(READ_MS)
        press("1 ok, 3 back")
        glass.lists(3, "Lateness", "Obstruction", "Substitute")
        glass.lists(3, "Undo: hold BACK", "Set up")
        press("3 back, 2 ok")
        glass.reads(2, "hold OK: dice")
        people.set_up(0)
        glass.lists(0, "End the game")
