"""What the table survives of its host: one that is away, late, mad, or behind a bad line."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from players import ledger_text, players
from simulated_host import Host, agree

from noisy_channel import noisy
from tenbo.devices.follower import Follower
from tenbo_core.wire import encode

if TYPE_CHECKING:
    from collections.abc import Callable

    from players import Players

pytestmark = pytest.mark.thorough("hosts that are away, mad or noisy through whole games")

HAND = "dice, 2 riichi, 1 ok, 1 ok, 1 ok"


def test_a_host_that_comes_late_gets_every_event_of_all_games_in_order(earlier: int) -> None:
    """Older games come from flash, each event from where the last one stood, and none twice."""
    with players(earlier=earlier) as people:
        for _ in range(3):
            people.press("dice")
            for number in range(40):
                people.asker.ask("do", "penalty", 4, number % 4, -1000, "telephone")
            people.asker.ask("do", "end", 4)
            people.begin()
        seen: list[int] = []
        follower = Follower(lambda event, _table: seen.append(event.n))
        host = Host(people.virtual, follower)
        host.catch_up(people)
        assert seen == list(range(people.state()["n"] + 1))
        assert len(seen) > 3 * 43
        agree(people, follower)
        host.link.close()


def test_an_event_that_is_longer_than_a_line_is_kept_and_told_whole(earlier: int, tmp_path: Path) -> None:
    """A reason in another alphabet: on flash, over the line, and again after a restart."""
    reason = "Карта лежала под столом, 中 und niemand hat es gesehen: " + 5 * "so war das. "
    with players(flash=tmp_path / "flash", earlier=earlier) as people:
        people.press("dice, 1 riichi")
        people.asker.ask("do", "penalty", 5, 1, -1000, reason)
        people.virtual.cut_power()
        people.virtual.power_on()
        assert people.state()["event"] == "penalty"
        follower = Follower()
        host = Host(people.virtual, follower)
        host.catch_up(people)
        assert follower.ledger.events[-1].field("why") == reason
        agree(people, follower)
        host.link.close()


def test_a_host_that_was_away_ends_with_the_same_ledger(earlier: int) -> None:
    """Everything it has missed is asked for by number when the cable is back."""
    with players(earlier=earlier) as people:
        follower = Follower()
        host = Host(people.virtual, follower)
        host.listen(1000)
        people.press("dice, 2 riichi")
        host.listen(500)
        people.virtual.set_usb_connected(on=False)
        host.link.close()
        people.press("1 ok, 1 ok, 1 ok")
        people.virtual.wait(30_000)
        people.press("dice, 0 riichi")
        people.virtual.wait(30_000)
        people.virtual.set_usb_connected(on=True)
        host = Host(people.virtual, follower)
        host.catch_up(people)
        agree(people, follower)
        again = Follower()
        fresh = Host(people.virtual, again) if host.link.close() is None else host
        fresh.catch_up(people)
        assert ledger_text(again.table) == ledger_text(follower.table)
        fresh.link.close()


def damaging(seed: int, rate: float) -> Callable[[bytes], bytes]:
    """Return a line that damages a byte now and then, the same ones for the same seed."""
    chance = random.Random(seed)
    return lambda data: noisy(data, chance, rate)


def test_a_game_over_a_line_that_damages_bytes_both_ways_arrives_whole(earlier: int) -> None:
    """Each damaged line is refused, nothing is lost in the end and nothing applied twice."""
    with players(earlier=earlier) as people:
        seen: list[int] = []
        follower = Follower(lambda event, _table: seen.append(event.n))
        host = Host(people.virtual, follower)
        people.virtual.noise_to_host = damaging(1, 0.005)
        people.virtual.noise_to_device = damaging(2, 0.005)
        for _ in range(6):
            people.press(HAND)
            people.virtual.wait(8500)
            host.listen(600)
        host.catch_up(people)
        agree(people, follower)
        assert seen == list(range(people.state()["n"] + 1))
        assert follower.fork is None
        assert host.link.reader.damaged > 0
        host.link.close()


def test_a_mad_host_is_heard_and_ignored(earlier: int) -> None:
    """Garbage, floods, unknown messages and endless lines; the game does not notice."""
    with players(earlier=earlier) as people:
        host = Host(people.virtual, Follower())
        chance = random.Random(3)
        for _ in range(20):
            host.write(bytes(chance.randrange(256) for _ in range(200)))
            host.write(encode(["dance", 1]) + encode(["do", 9, "win", 99]) + b"[" * 300 + b"\n")
            host.write(encode(["view", "x", None]) + encode(["after"]) + b"\x03\x03\x04")
            people.virtual.wait(50)
        people.press("dice, 2 riichi")
        assert people.state()["riichi"] == [2]
        assert people.virtual.restarts == []
        host.link.close()


def answer_to(line: bytes, people: Players, host: Host) -> list[object] | None:
    """Send a command and return the answer, which a slow line may bring late."""
    host.write(line)
    for _ in range(500):
        people.virtual.wait(20)
        for message in host.link.read():
            if message[0] in ("done", "refused"):
                return message
    return None


def test_a_command_that_comes_twice_is_answered_twice_and_done_once(earlier: int) -> None:
    """A host repeats what got no answer; the table must not take a second riichi for it."""
    with players(earlier=earlier) as people:
        people.press("dice")
        host = Host(people.virtual, Follower())
        line = encode(["do", 77, "riichi", 4, 2])
        answers = [answer_to(line, people, host) for _ in range(2)]
        assert answers == [["done", 77, people.state()["n"]]] * 2
        assert people.state()["riichi"] == [2]
        host.link.close()
