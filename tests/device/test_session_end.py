"""Time at the seats: the end of a session is told in every book, and a loss of power takes a second or two from it."""

from __future__ import annotations

import pytest
from players import Players, players

from rings import mostly_thorough
from tenbo_core.books import BOOKS, load

OVER = "time is up"
HIGH_HZ = 2600


def notes_and_tones(people: Players, seconds: int) -> tuple[set[str], set[int]]:
    """Let time pass, and return what seat 2 says below its score meanwhile, and the tones."""
    said = set()
    people.virtual.scene.log.clear()
    for _ in range(2 * seconds):
        people.virtual.wait(500)
        said.add(people.view(2)["lines"][-1])
    # Each is shorter than half a second.
    return said, {int(details[0]) for _, kind, details in people.virtual.scene.log if kind == "tone"}


def ends_by_signal(book: str) -> bool:
    """Return whether a book's signal sounds in the moment in which the time is over."""
    rules = load(book)
    return rules.has_signal and rules.signal_minutes == 0


TOLD = [book for book in BOOKS if not ends_by_signal(book)]


@pytest.mark.thorough("simulated tables play for seconds")
@pytest.mark.parametrize("book", mostly_thorough(TOLD, "the same clock under more books", inner=2))
def test_the_end_of_a_session_is_told_with_a_tone_and_in_words(book: str) -> None:
    with players(book) as people:
        people.asker.ask("do", "session", 4, 1)
        people.press("dice")
        people.virtual.wait(56_000)
        assert OVER not in people.view(2)["lines"]
        said, tones = notes_and_tones(people, 6)
        assert OVER in said
        assert HIGH_HZ in tones
        assert people.virtual.restarts == []


def test_the_last_minute_has_a_word_of_its_own() -> None:
    with players("austria") as people:
        people.asker.ask("do", "session", 4, 2)
        people.virtual.wait(58_000)
        said, _ = notes_and_tones(people, 4)
        assert "1 minute left" in said
        assert "1 minutes left" not in said


@pytest.mark.thorough("simulated tables play for seconds")
@pytest.mark.parametrize("playing", [True, False])
def test_a_loss_of_power_takes_two_seconds_at_most(playing: bool) -> None:
    """Of the time up to the cut and of that since the power is back, wherever in a second the cut is."""
    with players(minutes=45) as people:
        if playing:
            people.press("dice")
        for cut in range(6):
            people.virtual.wait(7000 + 310 * cut)
            before, at = clock(people), people.virtual.device_time_us
            people.virtual.wait(1500 + 170 * cut)
            played = people.virtual.device_time_us - at
            people.virtual.cut_power()
            people.virtual.wait(60_000)
            people.virtual.power_on()
            at = people.virtual.device_time_us
            people.virtual.wait(2500)
            played += people.virtual.device_time_us - at
            assert played / 1e6 - 2 <= before - clock(people) <= played / 1e6 + 1.5
        assert people.virtual.faults() == []


def clock(people: Players) -> int:
    """Return the seconds that a session has left."""
    hours, minutes, seconds = str(people.view(0)["clock"]).split(":")
    return 3600 * int(hours) + 60 * int(minutes) + int(seconds)
