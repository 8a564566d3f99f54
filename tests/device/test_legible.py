"""No number is cut on the glass: every screen with text, in every language, with the widest names and many points."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from display_text import PAGES, WIDTH, numbers, stands
from players import READ_MS, Players, players

from tools.generate.words import ORDER, device_translations

KEYS = ("OK", "UP", "DOWN", "BACK")
# As each calls itself: every seat reads another one.
NAMES = ["English", *(device_translations(language)["English"] for language in ORDER)]
ALL_LANGUAGES = [[NAMES[(first + seat) % len(NAMES)] for seat in range(4)] for first in range(0, len(NAMES), 4)]
WIDEST = "WWWWWWWWWWWW"
# The power budget counts on so many of a display's pixels at most, while a computer alone feeds the table.
DEVICE = Path(__file__).parents[2] / "hardware" / "device.yaml"


def labels(line: str) -> list[str]:
    """Return what is written of the last line: the labels of the keys, or the whole of a note."""
    words = [part.partition(" ") for part in line.split("  ")]
    return [label for key, _, label in words] if all(key in KEYS for key, _, _ in words) else [line]


class Readers(Players):
    """Players who compare what a display says with what is on its glass after every press."""

    seen: set[str]
    fullest: int

    def tap(self, place: int | str, button: str, ms: int = 60) -> None:
        """Press a button, and read all four displays."""
        super().tap(place, button, ms)
        self.read()

    def read(self) -> None:
        """See that every number of every display stands on its glass, and the whole of its last line."""
        self.virtual.wait(60)
        for seat in range(4):
            view = self.view(seat)
            self.seen.add(view["screen"])
            self.fullest = max(self.fullest, sum(byte.bit_count() for page in self.glass(seat) for byte in page))
            if view["screen"] not in ("score", "pixels"):
                glass = self.glass(seat)
                for number in [number for line in view["lines"] for number in numbers(line)]:
                    assert stands(number, glass), f"{number} of {view}"
                assert all(stands(label, glass) for label in labels(view["lines"][-1])), view

    def glass(self, seat: int) -> list[bytes]:
        """Return the pixels of a display as pages of columns."""
        rows = self.virtual.display(seat).rows
        return [
            bytes(sum((rows[8 * page + bit][x] == "#") << bit for bit in range(8)) for x in range(WIDTH))
            for page in range(PAGES)
        ]

    def taps(self, script: str) -> None:
        """Press the buttons of a script one after the other."""
        for words in script.split(", "):
            place, _, button = words.partition(" ")
            if button in ("ok", "back", "up"):
                self.virtual.wait(READ_MS)
            self.tap(*("table", place) if place in ("dice", "undo") else (int(place), button))

    def look(self, seat: int, button: str, ms: int) -> None:
        """Hold a button and read what it shows."""
        self.virtual.hold(seat, button)
        self.virtual.wait(ms)
        self.read()
        self.virtual.release(seat, button)
        self.virtual.wait(60)


@pytest.mark.parametrize("languages", ALL_LANGUAGES, ids=" ".join)
@pytest.mark.thorough("every screen in every language")
def test_every_number_stands_on_the_glass(languages: list[str]) -> None:
    """Six digits and a sign, twelve of the widest letters, uma, oka, penalties, counters: nothing is cut."""
    with players(begin=False) as virtual:
        people = Readers(virtual.virtual)
        people.seen, people.fullest = set(), 0
        for seat, language in enumerate(languages):
            people.set_up(seat, "My language", language)
        people.begin("tenhou", scores=[231000, -99000, -16000, -17000], honba=11, sticks=1, round="S", hand=4)
        for seat in range(4):
            people.asker.ask("do", "name", 4, seat, WIDEST)
        people.asker.ask("do", "penalty", 5, 0, -20000, "late", "after_uma")
        # A win with its value, undone; a second ron; a draw; a chombo and a dead hand against someone.
        people.taps("dice, 1 ok, 1 up, 1 up, 1 riichi, 1 ok, 2 up, 2 down, 2 ok, 0 ok, 2 ok, 3 ok")
        people.taps("undo, 0 ok, 1 riichi, 3 ok, 3 ok, 3 down, 3 down, 3 down, 3 ok, 3 ok, 3 back")
        for moves in (0, 2, 3):
            people.taps("0 back" + ", 0 down" * moves + ", 0 ok")
            people.taps("1 ok, 2 back, 3 ok, 0 back, 0 back" if moves == 0 else "0 down, 0 ok, 1 back")
        for button, ms in (("up", 60), ("down", 60), ("ok", 1200)):
            people.look(3, button, ms)
        # The lists, and the end with everything that can be added to a score.
        people.set_up(1)
        people.taps("1 down, 1 ok, 1 down, 1 ok, 1 back, 1 back")
        people.asker.ask("do", "end", 4)
        people.virtual.wait(5000)
        people.read()
        people.tap(1, "back", 1200)
        people.taps("1 ok, 1 up, 1 ok, 1 up, 1 back")
        wanted = {
            "how",
            "value",
            "preview",
            "question",
            "tenpai",
            "undo",
            "differences",
            "needs",
            "ledger",
            "final",
            "name",
        }
        assert wanted <= people.seen
        caps = yaml.safe_load(DEVICE.read_text("utf-8"))["caps"]
        assert 10 < 100 * people.fullest / (8 * PAGES * WIDTH) <= caps["usb"]["lit_percent"]


def test_a_result_says_all_that_was_added_to_the_points() -> None:
    """Uma, oka and a penalty after the game: each with its whole number."""
    with players("tenhou") as people:
        people.asker.ask("do", "penalty", 5, 0, -20000, "late", "after_uma")
        people.press("dice, 0 ok, 0 ok, 0 ok, 1 ok, 2 ok, 3 ok")
        people.asker.ask("do", "end", 4)
        people.virtual.wait(5000)
        assert people.view(0)["lines"][1:4] == ["1st   +21000", "31000 uma +20000", "oka +20000 pen -20000"]


def test_the_signal_leaves_the_names_of_the_buttons_in_their_place() -> None:
    """It sounds while a value is entered and a draw is asked: what may still be played stands above, in whole words."""
    with players() as people:
        people.asker.ask("do", "session", 4, 16)
        people.press("dice")
        people.virtual.wait(55_000)
        people.press("1 ok, 1 ok")
        people.virtual.wait(6_000)
        assert people.state()["event"] == "signal"
        said = people.view(1)["lines"]
        assert said[0] == "finish this hand and play one more"
        assert said[-1] == "OK take  BACK leave"
        glass = Readers.glass(people, 1)  # type: ignore[arg-type]
        for part in ("finish this hand and", "play one more", "take", "leave", "3 han 30 fu"):
            assert stands(part, glass), part
        people.virtual.wait(4000)
        assert people.view(1)["lines"][0] == "Value"


def test_without_a_game_every_button_says_so_in_the_language_of_its_seat() -> None:
    """There is nothing to declare, to win or to throw dice for."""
    with players(begin=False) as people:
        people.set_up(2, "My language", "Deutsch")
        for press in ("2 riichi", "2 ok", "dice", "undo"):
            people.press(press)
            assert people.view(2)["lines"][-1] in (
                "noch keine Partie",
                "es läuft keine Partie",
                "nichts zurückzunehmen",
            )
            people.virtual.wait(5000)
        assert people.view(2)["lines"] == ["Tenbo", "noch keine Partie", "BACK halten: einrichten"]
