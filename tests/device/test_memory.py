"""What the firmware takes of a Pico's memory: four seats in three languages, three books, all dialogues, 600 events."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from chip_memory import Memory, memory
from players import Players, players

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.thorough("games of many hundred events")

LANGUAGES = ("Deutsch", "日本語", "Nederlands", "Deutsch")
BOOKS = ("ema-2016", "tenhou", "austria")
MOST_EVENTS = 600

# Bytes that a Pico has left with MicroPython 1.28; promised are 100,000 in a hand and 80,000 at the worst moment.
# Letters and names of all languages take a kilobyte of them, the signs of Japanese and Chinese another one, and longer
# names of modules some 200 bytes. Two runs differ by 200, the same build in two folders by 100.
FREE_IN_A_HAND, FREE_AT_WORST, FREE_AFTER_ALL, LARGEST = 83_700, 58_600, 80_500, 24_000
# What is loaded while a hand is played, in bytes of compiled modules.
LOADED_IN_A_HAND = 66_400
# The simulated parts and the longer words take more of this heap than of a chip's: so much of it leaves as little free.
AS_ON_A_CHIP_KB = 201

# Every dialogue as far as it loads something, and what leaves it again; `!` holds a button, `+` keeps it down.
DIALOGUES = (
    ("0 up+", "0 up-"),
    ("1 down+", "1 down-"),
    ("2 ok+", "2 ok-"),
    ("3 back!", "3 back"),
    ("3 back, 3 up, 3 ok", "3 back"),
    ("0 back, 0 down, 0 down, 0 ok", "0 back, 0 back"),
    ("1 back, 1 ok, 2 ok", "1 back, 2 back, 1 back"),
    ("2 ok, 2 ok", "2 back, 2 back, 2 back"),
    ("undo", "0 back"),
    ("0 ok, 0 down, 0 ok, 0 ok", "1 ok, 2 ok, 3 ok"),
)

MEMBERS = range(1, 25)


def moments(people: Players) -> Iterator[tuple[str, Memory]]:
    """Play a game of each book with all dialogues, and yield the memory after every step."""
    for rules in BOOKS:
        people.begin(rules)
        people.press("dice, 1 riichi")
        yield "a hand", quiet(people)
        for script, leave in DIALOGUES:
            for press in script.split(", "):
                carry_out(people, press)
                yield press, memory(people.virtual)
            for press in leave.split(", "):
                carry_out(people, press)
                people.virtual.wait(300)
            people.virtual.wait(4500)
        people.asker.ask("do", "penalty", 4, 0, -1000, "telephone")
        yield "an event of the desk", memory(people.virtual)
        people.asker.ask("health")
        yield "health", memory(people.virtual)
        people.asker.ask("do", "end", 4)
        people.virtual.wait(1500)
        yield "the result", memory(people.virtual)
        for step in who_sits_here(people):
            yield step, memory(people.virtual)


def who_sits_here(people: Players) -> Iterator[str]:
    """Pick the player of a seat after a game, of many people whom a host names, right after a health question."""
    people.asker.ask("health")
    yield "health at the result"
    people.press("2 back")
    yield "the menu right after it"
    people.press("2 ok")
    for first in range(0, len(MEMBERS), 3):
        some = [one for number in MEMBERS[first : first + 3] for one in (number, f"Wolfgang Mozar{number:02}")]
        people.asker.ask("names", 2, len(MEMBERS), first, *some)
        yield "some people"
    people.virtual.wait(300)
    people.press("2 ok")
    yield "a choice"
    people.asker.ask("picked", 2, "")
    people.virtual.wait(2500)
    yield "a player"


def quiet(people: Players) -> Memory:
    """Return the memory when no one has pressed anything for a while, and the journal has made its checkpoint."""
    people.virtual.wait(3000)
    return memory(people.virtual)


def carry_out(people: Players, press: str) -> None:
    """Press, hold for long, keep down or let go."""
    place, _, button = press.partition(" ")
    if button.endswith("!"):
        people.tap(int(place), button[:-1], 1200)
    elif button.endswith("+"):
        people.virtual.hold(int(place), button[:-1])
        people.virtual.wait(1300)
    elif button.endswith("-"):
        people.virtual.release(int(place), button[:-1])
        people.virtual.wait(100)
    else:
        people.press(press)


def test_a_pico_has_room_in_every_moment_of_long_games_in_four_languages() -> None:
    """Counted for the least heap that any MicroPython leaves; a module and a frame need whole pieces of it."""
    with players(begin=False, heap_kb=AS_ON_A_CHIP_KB) as people:
        for seat, language in enumerate(LANGUAGES):
            people.set_up(seat, "My language", language)
        hands = worst = smallest = 1 << 20
        names = memory(people.virtual).names
        for what, now in moments(people):
            worst, smallest = min(worst, now.free), min(smallest, now.largest)
            if what == "a hand":
                hands = min(hands, now.free)
                assert sum(now.modules.values()) <= LOADED_IN_A_HAND, sorted(now.modules)
                assert not [name for name in now.modules if "flows" in name]
        # All names were read at the start, but for some switches of the rule books, paths and single letters.
        assert memory(people.virtual).names - names <= 45
        people.begin()
        people.press("dice")
        for number in range(MOST_EVENTS - 3):
            people.asker.ask("do", "penalty", 4, number % 4, -1000, "telephone")
        full = quiet(people)
        assert hands >= FREE_IN_A_HAND
        assert worst >= FREE_AT_WORST
        # The events themselves are read from flash again.
        assert full.free >= FREE_AFTER_ALL
        assert min(smallest, full.largest) >= LARGEST
        people.press("1 riichi")
        assert people.state()["riichi"] == [1]
        # The table itself tells its largest piece as the interpreter counts it, but for what its answer takes.
        health = people.health()
        assert abs(2 * memory(people.virtual).largest - health["largest"]) < 24_000
        assert health["largest"] < health["free"]
        assert [why for _, why in people.virtual.restarts] == []
        assert people.virtual.faults() == []


def test_a_restart_in_a_game_takes_no_memory_for_good() -> None:
    """Modules that were loaded to bring the game back, and by the parts of the table once more, would stay twice."""
    with players(heap_kb=300) as people:
        for _ in range(10):
            for kind, *fields in (("hand",), ("riichi", 1), ("undo",), ("win", [[0, 1, 1, 30]])):
                people.asker.ask("do", kind, 4, *fields)
        people.press("dice, 1 riichi")
        before = quiet(people)
        people.virtual.cut_power()
        people.virtual.power_on()
        people.virtual.wait(8000)
        after = quiet(people)
        assert sorted(after.modules) == sorted(before.modules)
        assert after.free >= before.free
        assert after.names <= before.names
        assert sum(after.parts.values()) == after.used
