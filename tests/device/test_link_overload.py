"""The line to a host that asks too much, reads nothing, or says what no line can carry."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from players import players

from tenbo_core.wire import MOST_PARTS, PART_LENGTH, MessageReader, encode, to_json

if TYPE_CHECKING:
    from players import Players

    from tenbo.devices.follower import Message


def conclusions(people: Players, number: int, ms: int) -> list[Message]:
    """Listen for some time and return what is said about a command."""
    reader, found = MessageReader(), []
    for _ in range(ms // 50):
        found += reader.read(people.virtual.service.read(50))
    return [message for message in found if len(message) > 1 and message[1] == number]


@pytest.mark.thorough("simulated tables play for seconds")
@pytest.mark.parametrize("others", [0, 8, 30])
def test_the_end_of_a_proposal_is_told_whatever_else_was_asked_meanwhile(others: int, earlier: int) -> None:
    """A dashboard asks for views while the seats think; the desk still waits for its own answer."""
    with players(earlier=earlier) as people:
        people.press("dice")
        people.virtual.service.write(encode(["propose", 5000, "win", 4, [[1, 0, 3, 30]]]))
        assert conclusions(people, 5000, 500) == [["heard", 5000]]
        for number in range(others):
            people.asker.ask("view", number % 4)
        people.press("0 ok")
        assert conclusions(people, 5000, 500) == [["done", 5000, people.state()["n"]]]
        assert people.state()["event"] == "win"


def test_the_end_of_a_proposal_is_told_when_somebody_had_pressed_before_it_was_shown() -> None:
    """The press is no answer to what no one had seen: it opens what it always opens, and the question follows."""
    with players() as people:
        people.press("dice")
        people.virtual.service.write(encode(["propose", 5000, "win", 4, [[1, 0, 3, 30]]]))
        people.tap(0, "ok")
        assert conclusions(people, 5000, 500) == [["heard", 5000]]
        assert people.state()["event"] == "hand"
        people.press("0 back")
        assert conclusions(people, 5000, 500) == []
        people.press("0 ok")
        assert conclusions(people, 5000, 500) == [["done", 5000, people.state()["n"]]]


def test_the_end_of_a_proposal_that_was_refused_is_told_again_to_who_asks_again() -> None:
    """The first answer was lost on the line: the same command is answered, and not proposed again."""
    with players() as people:
        people.press("dice")
        line = encode(["propose", 5000, "win", 4, [[1, 0, 3, 30]]])
        people.virtual.service.write(line)
        for number in range(20):
            people.asker.ask("view", number % 4)
        people.press("0 back")
        refused = conclusions(people, 5000, 500)
        assert [message[0] for message in refused] == ["refused"]
        people.virtual.service.write(line)
        assert conclusions(people, 5000, 200) == refused
        assert people.state()["event"] == "hand"


LONG_NUMBERS = (
    *(
        "ping #",
        "state #",
        "health #",
        "view # 0",
        "pixels # 0 0",
        "after #",
        "after -#",
        "stored #",
        "ledger_commit 1 #",
    ),
    *("clock 1 # 5", "clock 2 -# 5", "clock 3 5 #", "do # riichi 4 1", "do 4 penalty 4 1 -#", "do 5 extra 4 #"),
    *("ledger_event 6 # start 4 0", "restore 7 #", "write_permission # 1", "propose # riichi 4 1"),
)


def test_numbers_that_no_line_can_carry_restart_nothing() -> None:
    """No matter what is made of them, the next question is answered, and so is the next press."""
    with players(minutes=90) as people:
        people.press("dice")
        for line in LONG_NUMBERS:
            people.virtual.service.write(encode(longest(line)))
            people.virtual.wait(1500)
            assert people.virtual.restarts == [], line
        people.press("2 riichi")
        assert people.state()["riichi"] == [2]
        assert people.view(0)["clock"].startswith("1:29:")


def longest(words: str) -> Message:
    """Return a message of words and numbers, `#` being a number that makes it as long as a message may be."""
    plain = [word if word.replace("_", "").isalpha() else word if "#" in word else int(word) for word in words.split()]
    digits = PART_LENGTH * MOST_PARTS - len(to_json([0 if "#" in str(word) else word for word in plain]))
    return [int(str(word).replace("#", "9" * digits)) if "#" in str(word) else word for word in plain]


@pytest.mark.parametrize("question", [["health", 1], ["pixels", 1, 0, 0], ["who"], ["after", -1], ["ping", 1]])
@pytest.mark.thorough("hosts that ask without end")
def test_a_host_that_asks_without_end_and_never_reads_takes_no_memory(question: Message) -> None:
    """On a Pico's heap: the table waits with reading, and the people do not notice."""
    with players(heap_kb=192, usb_room=0, earlier=2) as people:
        free = people.health()["free"]
        line = encode(question)
        with Path(people.virtual.port).open("wb", buffering=0) as port:
            for number in range(60):
                for _ in range(10):
                    port.write(line)
                people.virtual.wait(100)
                if number % 20 == 0:
                    people.press("dice" if number == 0 else "2 riichi")
        people.virtual.wait(5000)
        assert people.state()["riichi"] == [2]
        assert people.virtual.restarts == []
        assert people.health()["free"] > free - 20_000
