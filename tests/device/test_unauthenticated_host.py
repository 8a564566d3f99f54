"""A stranger's laptop on the USB cable of a table that belongs to a hall, and of one that belongs to none."""

from __future__ import annotations

import hashlib
import hmac
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Any

import pytest
from players import Players, players
from simulated_host import UsbStream

from tenbo.devices.table_client import TableClient
from tenbo_core import messages
from tenbo_core.errors import Refused
from tenbo_core.wire import encode

if TYPE_CHECKING:
    from collections.abc import Iterator

HALL, KEY = "spring", "0123456789abcdef0123456789abcdef"
YAKUMAN = [[3, 3, 0, 0, 1]]


@contextmanager
def plugged_in(people: Players, first: int = 1) -> Iterator[TableClient]:
    """Yield what asks over the USB port, in the table's time."""
    with closing(UsbStream(people.virtual)) as stream:
        yield TableClient(stream, first=first, clock=lambda: people.virtual.device_time_us / 1_000_000)


@contextmanager
def a_hand_in_a_hall(**options: Any) -> Iterator[tuple[Players, TableClient]]:
    """Yield a table of a hall with a running hand and a riichi, and a stranger's laptop on its USB cable."""
    with players(**options) as people:
        people.asker.ask("key", HALL, KEY)
        people.press("dice, 2 riichi")
        people.virtual.wait(4500)
        with plugged_in(people) as stranger:
            yield people, stranger


def prove(host: TableClient, key: str = KEY, hall: str = HALL, nonce: str = "00112233") -> None:
    """Have a host prove itself by a key."""
    *_, (_, _, own, digest) = host.ask("prove", hall, nonce)
    assert digest == digest_of("table", key, nonce, str(own)) or key != KEY
    host.ask("host_proof", digest_of("host", key, nonce, str(own)))


def digest_of(side: str, key: str, nonce: str, own: str) -> str:
    """Return the digest of both texts that one side shows."""
    return hmac.new(key.encode(), f"{side} {nonce} {own}".encode(), hashlib.sha256).hexdigest()


def refusal(host: TableClient, *command: Any) -> Refused:
    """Return how a command is refused."""
    with pytest.raises(Refused) as refused:
        host.ask(*command)
    return refused.value


def own_ledger(people: Players) -> str:
    """Return the id of the table's ledger."""
    hello = people.asker.identify(2000)
    assert hello is not None
    return hello.ledger


COMMANDS = (
    ("do", "win", 0, YAKUMAN),
    ("do", "penalty", 5, 0, -30000, "x", "now"),
    ("do", "undo", 2, 0),
    ("do", "end", 1),
    ("do", "name", 4, 0, "x"),
    ("propose", "win", 4, YAKUMAN),
    ("restore", "abcd.1"),
    ("ledger_event", 0, "start", 4, 0, "ema-2016"),
    ("ledger_commit", -1),
    ("write_permission", False),
    ("key", HALL, "mine"),
    ("key", "another", "mine"),
    ("clock", 1000, 5),
    ("note", 1),
    ("names", 1, 1, 0, 7, "Ann"),
    ("picked", 1, ""),
    ("wifi", HALL, "secret", "10.0.0.1"),
    ("repl",),
)
# What a host may say that has not proved itself: it looks, has a table blink, or proves itself.
LOOKING = {"who", "after", "stored", "ping", "view", "pixels", "state", "health", "blink"}
LOOKING |= {"prove", "host_proof", "seal"}


def test_every_message_that_a_host_has_is_refused_to_a_stranger_or_only_looks() -> None:
    """One that comes later is tried here, too."""
    names = {name for name, speaker, *_ in messages.message_rows() if speaker == "host"}
    assert {command[0] for command in COMMANDS} == names - LOOKING


def test_a_table_of_a_hall_refuses_every_command_of_a_stranger_by_name() -> None:
    """The hand goes on as it was, and each seat reads that there was one; who only looks is answered."""
    with a_hand_in_a_hall(minutes=90) as (people, stranger):
        before = people.state()
        assert refusal(stranger, "do", "win", 0, YAKUMAN).code == "not_proved"
        people.virtual.wait(100)
        assert all("unknown host refused" in people.view(seat)["lines"] for seat in range(4))
        for command in COMMANDS:
            refused = refusal(stranger, *command)
            assert (refused.code, refused.at) == ("not_proved", command[0][:12])
        people.virtual.wait(5000)
        assert people.state() == before
        assert people.virtual.restarts == []
        assert {str(key): value for _, _, key, value in stranger.ask("state")} == before
        stranger.ask("blink")


def test_a_host_that_has_proved_itself_is_obeyed_until_it_is_silent_or_another_greets() -> None:
    """The number of a command that was refused before the proof may be used again after it."""
    with a_hand_in_a_hall() as (people, host):
        assert refusal(host, "do", "penalty", 5, 0, -8000, "x", "now").code == "not_proved"
        prove(host)
        host.ask("do", "penalty", 5, 0, -8000, "x", "now")
        assert people.state()["scores"][0] == 22000
        host.identify(1000)
        assert refusal(host, "do", "penalty", 5, 0, -8000).code == "not_proved"
        prove(host)
        people.virtual.wait(4000)
        assert refusal(host, "do", "penalty", 5, 0, -8000).code == "not_proved"
        assert people.state()["scores"][0] == 22000


def test_a_command_that_was_refused_before_the_proof_is_carried_out_under_its_number_after_it() -> None:
    """It is said again by a host whose proof was still on its way."""
    with a_hand_in_a_hall() as (people, stranger):
        assert refusal(stranger, "do", "dead_hand", 5, 3).code == "not_proved"
        prove(stranger)
        with closing(UsbStream(people.virtual)) as _:
            stranger._requests._next = 1
            stranger.ask("do", "dead_hand", 5, 3)
        assert people.state()["event"] == "dead_hand"


def test_no_proof_of_the_table_s_own_and_none_that_was_heard_before_is_one_of_a_host() -> None:
    """Nor is one with another key, an empty one, or a second one for the same texts."""
    with a_hand_in_a_hall() as (people, host):
        assert refusal(host, "host_proof", "").code == "not_proved"
        # A question that is said twice is answered alike, for its first answer may have come.
        assert host.ask("prove", HALL, "twice")[-1][2:] == host.ask("prove", HALL, "twice")[-1][2:]
        *_, (_, _, own, digest) = host.ask("prove", HALL, "n")
        assert refusal(host, "host_proof", digest).code == "not_proved"
        right = digest_of("host", KEY, "n", str(own))
        # Each challenge is good for one proof.
        assert refusal(host, "host_proof", right).code == "not_proved"
        *_, (_, _, again, _) = host.ask("prove", HALL, "n")
        assert again != own
        assert refusal(host, "host_proof", right).code == "not_proved"
        with pytest.raises(Refused):
            prove(host, key="another")
        *_, (_, _, own, digest) = host.ask("prove", "no hall", "n")
        assert digest == ""
        assert refusal(host, "host_proof", "").code == "not_proved"
        # What the table says to a text that looks like a host's proof is none.
        *_, (_, _, own, _) = host.ask("prove", HALL, "n")
        *_, (_, _, _, oracle) = host.ask("prove", HALL, f"host n {own}")
        assert refusal(host, "host_proof", oracle).code == "not_proved"
        assert refusal(host, "do", "end", 1).code == "not_proved"
        assert people.state()["phase"] == "playing"


def test_the_key_of_a_hall_is_not_overwritten_by_a_stranger() -> None:
    """The hall still knows the table, also after a power cut."""
    with a_hand_in_a_hall() as (people, stranger):
        assert refusal(stranger, "key", HALL, "mine").code == "not_proved"
        people.virtual.cut_power()
        people.virtual.power_on()
        with plugged_in(people, first=500) as host:
            assert refusal(host, "do", "end", 4).code == "not_proved"
            prove(host)
            host.ask("do", "dead_hand", 5, 1)
        assert people.state()["event"] == "dead_hand"


# ---------------------------------------------------------------- a table that belongs to no hall


ENDING = (
    ("do", "win", 0, YAKUMAN),
    ("do", "draw", 4, [1]),
    ("do", "undo", 2, 0),
    ("do", "end", 1),
    ("do", "correct", 4, 1, []),
    ("restore", "abcd.1"),
    ("ledger_commit", -1),
    ("write_permission", False),
    ("repl",),
    # With the key it would be the hall, to which all of these are allowed.
    ("key", HALL, KEY),
)


def test_no_host_ends_or_replaces_a_running_hand_of_a_table_without_a_hall() -> None:
    """The seats may be asked; what leaves the hand as it is is recorded as before."""
    with players() as people, plugged_in(people) as host:
        people.press("dice, 2 riichi")
        before = people.state()
        for command in (*ENDING, ("restore", own_ledger(people)), ("restore", own_ledger(people) + ".1")):
            assert refusal(host, *command).code == "not_allowed_now"
        assert people.state() == before
        host.ask("do", "penalty", 4, 1, -1000, "telephone", "now")
        people.virtual.service.write(encode(["propose", 5000, "win", 4, [[1, 0, 3, 30]]]))
        people.virtual.wait(300)
        people.press("0 ok")
        assert people.state()["event"] == "win"
        host.ask("key", HALL, KEY)
        host.ask("do", "end", 4)
        assert people.state()["phase"] == "over"


@pytest.mark.parametrize("proved", [False, True])
def test_a_ledger_is_not_replaced_by_another_of_the_same_name(proved: bool) -> None:
    """Only in a later epoch, which no host gives to what it has forged."""
    with players() as people:
        ledger = own_ledger(people)
        with plugged_in(people) as stranger:
            host = people.asker if proved else stranger
            for epoch in ("", ".0", ".x"):
                assert refusal(host, "restore", ledger + epoch).code == "contradiction"
            host.ask("restore", ledger + ".1")


@pytest.mark.thorough("simulated tables play for seconds")
def test_a_game_that_a_host_fills_with_names_has_room_for_the_seats() -> None:
    """Riichi, a win and an undo are recorded behind four hundred events of a stranger."""
    with players() as people, plugged_in(people) as stranger:
        people.press("dice")
        refused = None
        for number in range(600):
            try:
                stranger.ask("do", "name", 4, number % 4, "abcdefgh"[number % 8])
            except Refused as refusal:
                refused = refusal
                break
        assert refused is not None
        assert refused.code == "not_allowed_now"
        people.virtual.wait(9000)
        people.press("1 riichi")
        assert people.state()["riichi"] == [1]
        people.press("undo, 0 ok")
        assert people.state()["riichi"] == []


@pytest.mark.thorough("simulated tables play for seconds")
def test_a_flood_of_proposals_keeps_no_press_from_the_table() -> None:
    """A riichi is declared beside the question; after a BACK the seats have the table for themselves."""
    with players() as people, plugged_in(people) as stranger:
        people.press("dice")
        number = 100

        def flood(ms: int) -> None:
            nonlocal number
            for _ in range(0, ms, 5):
                number += 1
                stranger._line.send([["propose", number, "penalty", 4, 1, -1000, "x", "now"]])
                people.virtual.wait(5)

        flood(500)
        people.press("0 riichi")
        flood(100)
        assert people.state()["riichi"] == [0]
        people.press("3 back")
        flood(1000)
        people.press("1 riichi, 2 ok, 2 back")
        flood(1000)
        people.press("3 riichi")
        assert people.state()["riichi"] == [0, 1, 3]


FLOODS = (("blink",), ("prove", HALL, "00"), ("host_proof", "00"), ("do", "end", 4), ("who",))


@pytest.mark.thorough("simulated tables play for seconds")
def test_no_flood_of_a_stranger_keeps_a_press_from_a_table_of_a_hall() -> None:
    """What is answered to everybody, and what is refused."""
    with a_hand_in_a_hall() as (people, stranger):
        number = 5000
        for name, *fields in FLOODS:
            for _ in range(100):
                number += 1
                stranger._line.send([[name] if name == "who" else [name, number, *fields]])
                people.virtual.wait(5)
            people.press("0 riichi")
            assert people.state()["riichi"] == [2, 0], name
            people.press("undo, 0 ok")
            people.virtual.wait(500)
            assert people.state()["riichi"] == [2], name
        assert people.virtual.restarts == []


def ticks(people: Players) -> Any:
    """Return the table's counter now."""
    ((_, _, reading, _),) = people.asker.ask("ping")
    return reading


def test_a_wrong_time_of_one_host_is_undone_by_one_that_has_proved_itself() -> None:
    """Its signal too; a host without proof cannot, and a signal that has sounded in time stays."""
    with players(minutes=90) as people, plugged_in(people) as stranger:
        people.press("dice")
        stranger.ask("clock", 1000, ticks(people))
        people.virtual.wait(3000)
        assert people.state()["hands_left"] is not None
        assert refusal(stranger, "clock", 80 * 60_000, ticks(people)).code == "contradiction"
        people.asker.ask("clock", 80 * 60_000, ticks(people))
        people.virtual.wait(500)
        assert people.state()["hands_left"] is None
        assert people.view(0)["clock"] in ("1:19:59", "1:20:00")
        assert "desk: Session" in people.view(1)["lines"]
        people.asker.ask("clock", 10 * 60_000, ticks(people))
        people.virtual.wait(1500)
        assert people.state()["event"] == "signal"
        assert refusal(people.asker, "clock", 14 * 60_000, ticks(people)).code == "contradiction"
        people.asker.ask("clock", 80 * 60_000, ticks(people))
        assert people.state()["hands_left"] is None


# ---------------------------------------------------------------- the four seats


def test_four_seats_get_a_table_back_that_a_stranger_has_given_away() -> None:
    """Three are not enough, and one BACK leaves it as it is; afterwards every press counts, also after a power cut."""
    with players() as people, plugged_in(people) as stranger:
        stranger.ask("write_permission", False)
        people.press("dice")
        assert "see the desk" in people.view(1)["lines"]
        people.menu(1, "Take the table back")
        people.press("1 ok, 1 ok, 2 ok, 3 ok")
        people.press("dice, 0 back, dice")
        assert people.state()["event"] == "start"
        people.menu(1, "Take the table back")
        people.press("0 ok, 1 ok, 2 ok, 3 ok, dice")
        assert people.state()["event"] == "hand"
        people.virtual.cut_power()
        people.virtual.power_on()
        people.press("2 riichi")
        assert people.state()["riichi"] == [2]


@pytest.mark.thorough("simulated tables play for seconds")
def test_four_seats_free_a_table_from_a_hall_that_is_gone() -> None:
    """Then it obeys the first host again, and takes its key."""
    with players() as people, plugged_in(people) as host:
        people.asker.ask("key", HALL, KEY)
        assert refusal(host, "key", "autumn", "k2").code == "not_proved"
        people.menu(2, "Leave the hall")
        people.press("0 ok, 1 ok, 2 ok, 3 back")
        assert refusal(host, "do", "name", 4, 0, "x").code == "not_proved"
        people.menu(2, "Leave the hall")
        people.press("0 ok, 1 ok, 2 ok, 3 ok")
        host.ask("do", "name", 4, 0, "x")
        *_, (_, _, _, digest) = host.ask("prove", HALL, "n")
        assert digest == ""
        host.ask("key", "autumn", "k2")
        host.ask("do", "name", 4, 0, "y")
        with pytest.raises(AssertionError):
            people.menu(2, "Take the table back")


# ---------------------------------------------------------------- what a host books is told


BOOKED = (
    (("penalty", 5, 1, -8000, "telephone", "now"), "referee: Penalty South -8000"),
    (("penalty", 4, 1, -8000, "late", "after_uma"), "desk: Penalty South after the game -8000"),
    (("late", 5, 2, 3), "referee: Lateness West after the game -3000"),
    (("dead_hand", 5, 3), "referee: Dead hand North"),
    (("riichi", 4, 0), "desk: Riichi East -1000"),
    (("undo", 4), "desk: taken back: Riichi: East"),
    (("win", 0, [[2, 1, 5, 0]]), "desk: Win West +8000"),
    (("swap", 4, [0, 1]), "desk: Seats swapped"),
    (("disqualify", 5, 1, "left"), "referee: Disqualified"),
)


@pytest.mark.thorough("simulated tables play for seconds")
def test_every_seat_is_told_what_a_host_books_with_a_tone() -> None:
    """By whom, what, whose and how much."""
    with players() as people:
        people.press("dice")
        people.virtual.wait(4500)
        for event, text in BOOKED:
            people.asker.ask("do", *event)
            tones = set()
            for _ in range(8):
                people.virtual.wait(40)
                tones.add(people.virtual.lamps()["tone"])
            lines = {" ".join(people.view(seat)["lines"]) for seat in range(4)}
            assert all(text in line for line in lines), (event, lines)
            assert tones > {None}, event
