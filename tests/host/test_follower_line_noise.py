"""The follower ends with the table's own ledger, no matter what the line does to the bytes."""

from __future__ import annotations

import random

import pytest

from noisy_channel import noisy
from tenbo.devices.admission_errors import NotAdmitted
from tenbo.devices.follower import Follower
from tenbo.devices.hello import Hello
from tenbo_core.event_notation import event_of
from tenbo_core.events import CENTRE
from tenbo_core.ledger import Ledger, record
from tenbo_core.messages import PROTOCOL
from tenbo_core.table_notation import table_text
from tenbo_core.wire import MessageReader, encode

GAME = """
start ema-2016
hand 3+4
riichi 2
win 2<0 3/40
hand 1+1
riichi 3
riichi 0
draw tenpai 0 3
hand 6+6
win 1 2/30
undo
win 1 3/30
hand 2+5
chombo 0
hand 2+4
win 3<1 han:5  0<1 1/30
"""


def ledger_of(text: str) -> Ledger:
    """Fold a game told in words."""
    ledger = Ledger()
    for n, line in enumerate(text.strip().splitlines()):
        ledger.append(event_of(line, n, CENTRE, 7 * n))
    return ledger


def lines_after(ledger: Ledger, n: int) -> bytes:
    """Return what a table sends when it is asked for everything after event n."""
    return b"".join(encode(["event", *event.plain()]) for event in ledger.events_after(n))


def talk(ledger: Ledger, follower: Follower, chance: random.Random, rate: float, rounds: int = 400) -> int:
    """Let a table and a follower talk over a noisy line until they agree; give the rounds it took."""
    to_host, to_table = MessageReader(), MessageReader()
    outgoing = lines_after(ledger, -1)
    for turn in range(rounds):
        now = turn * 400
        answers = follower.due_messages(now)
        for message in to_host.read(noisy(outgoing, chance, rate)):
            answers += follower.handle_message(message, now)
        outgoing = encode(["upto", ledger.next - 1])
        for message in to_table.read(noisy(b"".join(encode(answer) for answer in answers), chance, rate)):
            if message[0] == "after":
                outgoing += lines_after(ledger, int(str(message[1])))
        if follower.last == ledger.next - 1:
            return turn
    raise AssertionError("the follower never caught up")


@pytest.mark.thorough("seconds of a processor")
def test_every_event_arrives_once_over_a_line_that_damages_one_byte_in_a_hundred() -> None:
    """Thousands of damaged bytes in both directions: no event lost, none applied twice."""
    ledger = ledger_of(GAME)
    for seed in range(150):
        seen: list[int] = []
        follower = Follower(on_event=lambda event, _table, seen=seen: seen.append(event.n))
        talk(ledger, follower, random.Random(seed), rate=0.01)
        assert seen == list(range(ledger.next))
        assert table_text(follower.table) == table_text(ledger.table)  # type: ignore[arg-type]
        assert follower.fork is None


def test_events_that_come_twice_or_late_change_nothing() -> None:
    """Applying an event twice is harmless: its number is permanent."""
    ledger = ledger_of(GAME)
    follower = Follower()
    events = list(ledger.events)
    for event in events + events[3:] + events:
        follower.handle_message(["event", *event.plain()], 0)
    assert follower.last == ledger.next - 1
    assert follower.fork is None


def test_a_gap_is_asked_for_once_and_not_again_while_the_answer_is_on_its_way() -> None:
    """A burst of later events must not make a burst of questions."""
    ledger = ledger_of(GAME)
    follower = Follower()
    follower.handle_message(["event", *ledger.events[0].plain()], 0)
    asked = [follower.handle_message(["event", *event.plain()], now_ms=10 * event.n) for event in ledger.events[2:]]
    assert [answer for answer in asked if answer] == [[["after", 0]]]
    assert follower.due_messages(5000) != []


def test_two_different_events_with_one_number_are_seen_as_a_fork() -> None:
    """Two writers of one ledger can never be merged; someone has to look."""
    ledger = ledger_of(GAME)
    follower = Follower()
    for event in ledger.events:
        follower.handle_message(["event", *event.plain()], 0)
    other = Ledger()
    record(other, "start", CENTRE, 0, {"rules": "alarm"})
    follower.handle_message(["event", *other.events[0].plain()], 0)
    assert follower.fork == 0


def test_another_ledger_on_the_same_table_begins_a_new_copy() -> None:
    """A formatted flash has another ledger id and counts from zero again."""
    ledger = ledger_of(GAME)
    follower = Follower()
    follower.handle_message(["hello", PROTOCOL, "e66", "0.1.0", 0, "aaaa", 15, "power"], 0)
    for event in ledger.events:
        follower.handle_message(["event", *event.plain()], 0)
    assert follower.handle_message(["hello", PROTOCOL, "e66", "0.1.0", 0, "bbbb", 3, "power"], 10) == [["after", -1]]
    assert follower.table is None


def test_a_table_that_falls_silent_is_away() -> None:
    """It says something every second while it is there."""
    follower = Follower()
    assert follower.is_away(0)
    follower.handle_message(["upto", -1], 1000)
    assert not follower.is_away(2000)
    assert follower.is_away(6000)


def test_a_host_sleeps_until_a_table_has_to_hear_of_it_or_is_missed() -> None:
    """A hall has many tables that play in silence: who looks after each four times a second does little else."""
    follower = Follower()
    assert follower.until_due_ms(0) == 0
    follower.opening_messages(1000)
    follower.handle_message(["hello", PROTOCOL, "e66", "0.1.0", 0, "aaaa", -1, "power"], 1000)
    follower.handle_message(["upto", -1], 1000)
    assert follower.until_due_ms(1000) > 1000
    assert follower.due_messages(1000 + follower.until_due_ms(1000)) == [["stored", -1]]
    assert not follower.is_away(4500)
    assert follower.until_due_ms(4500) == 0
    follower.due_messages(4500)
    assert follower.is_away(4500 + follower.until_due_ms(4500))


class Remembered:
    """A memory that holds one ledger, as a store would."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger

    def latest_game_events(self, _ledger: str) -> list[object]:
        """Return the events that are stored."""
        return list(self.ledger.events)

    def event(self, _ledger: str, n: int) -> list[object] | None:
        """Return one of them."""
        return self.ledger.events[n].plain() if n < self.ledger.next else None


def hello(last: int, protocol: int = PROTOCOL) -> list[object]:
    """Say hello as a table with so many events."""
    return ["hello", protocol, "e66", "0.1.0", 0, "aaaa", last, "power"]


def test_a_known_ledger_goes_on_only_after_its_last_event_was_compared() -> None:
    """A ledger that was changed while the host was away looks like a continuation; its last event betrays it."""
    stored = ledger_of(GAME)
    follower = Follower(memory=Remembered(stored))
    assert follower.handle_message(hello(stored.next), 0) == [["after", stored.next - 2]]
    follower.handle_message(["event", stored.next, "penalty", 5, 120, 2, -8000], 1)
    assert follower.last == stored.next - 1
    follower.handle_message(["event", *stored.events[-1].plain()], 2)
    assert follower.last == stored.next
    changed = Follower(memory=Remembered(stored))
    changed.handle_message(hello(stored.next), 0)
    changed.handle_message(["event", stored.next - 1, "abort", 5, 105, "four_winds"], 1)
    changed.handle_message(["event", stored.next, "penalty", 5, 120, 2, -8000], 2)
    assert changed.fork == stored.next - 1
    assert changed.last == stored.next - 1


def test_a_table_that_has_less_than_it_once_told_is_noticed() -> None:
    """A flash that lost its end would give old numbers to new events."""
    stored = ledger_of(GAME)
    follower = Follower(memory=Remembered(stored))
    follower.handle_message(hello(3), 0)
    assert follower.rewound == 3


def test_events_before_the_hello_or_from_a_barred_table_are_not_taken() -> None:
    """Which ledger an event belongs to must be known first, and that the table is one of ours."""

    def admit(_: Hello) -> None:
        raise NotAdmitted("a stranger")

    follower = Follower(memory=Remembered(Ledger()), admit=admit)
    follower.handle_message(["event", 0, "start", 4, 0, "alarm"], 0)
    follower.handle_message(hello(0), 1)
    follower.handle_message(["event", 0, "start", 4, 0, "alarm"], 2)
    assert follower.last == -1
    assert follower.rejected_reason == "a stranger"
    assert not follower.can_take_events


def test_an_event_that_we_refuse_is_still_an_event() -> None:
    """The table has recorded it; the host keeps it, says that it cannot follow, and begins again with the next game."""
    follower = Follower()
    seen: list[int] = []
    follower._on_event = lambda event, _table: seen.append(event.n)
    for n, line in enumerate(("start alarm", "riichi 2", "hand", "start alarm", "hand")):
        follower.handle_message(["event", *event_of(line, n).plain()], 0)
        if n == 2:
            assert follower.replay_error.startswith("event 1 (riichi)")
            assert follower.table is None
    assert seen == [0, 1, 2, 3, 4]
    assert follower.replay_error == ""
    assert table_text(follower.table).startswith("alarm E1")  # type: ignore[arg-type]
