"""A table on a Pico 2 W without a cable, under MicroPython, with the manners of lwIP and of a radio."""

from __future__ import annotations

import pytest
from wifi_host import HALL, NAME, NUMBERS, PASSWORD, WifiHost, radio_table

from tenbo_core.errors import Refused

# A host speaks at least once a second.
QUIET_MS = 1000
SCAN_MS = 20


def keep_alive(host: WifiHost, seconds: int) -> None:
    """Speak as a host does that has nothing to say."""
    for _ in range(seconds):
        host.say("ping", next(NUMBERS))
        host.hear(QUIET_MS)


@pytest.mark.thorough("simulated tables play for seconds")
def test_a_table_dials_seals_its_line_and_is_scanned_all_the_while() -> None:
    """An event goes over the air at once; nothing of it stops the buttons for longer than 20 ms."""
    with radio_table() as (people, host):
        host.accept()
        host.enable_seal()
        # The first file of a game takes the flash longer.
        host.ask("do", "start", 4, "ema-2025")
        keep_alive(host, 3)
        people.asker.ask("health")
        keep_alive(host, 3)
        people.press("dice")
        kinds = [one[2] for one in host.hear(600) if one[0] == "event"]
        assert kinds[-1:] == ["hand"]
        figures = {one[2]: one[3] for one in people.asker.ask("health")}
        assert figures["loop_ms"] <= SCAN_MS
        assert figures["signal"] == -55
        # The line is sealed, or it would say nothing.
        assert host.reader.damaged == 0


@pytest.mark.parametrize(
    ("chip", "radio", "why"),
    [("RP2040", False, "has no radio"), ("RP2350", False, "has no radio"), ("RP2040", True, "too little memory")],
)
def test_boards_that_cannot_are_told_why(chip: str, radio: bool, why: str) -> None:
    """A plain Pico, a plain Pico 2, and a Pico W."""
    with radio_table(chip, enrolled=False, radio=radio) as (people, _):
        with pytest.raises(Refused, match=why) as refused:
            people.asker.ask("wifi", NAME, PASSWORD, "")
        assert refused.value.code == "no_radio"
        assert people.virtual.restarts == []


@pytest.mark.thorough("simulated tables play for seconds")
@pytest.mark.parametrize(
    "wifi",
    [
        (NAME, "short", ""), (NAME, "x" * 64, ""), ("x" * 33, PASSWORD, ""), (NAME, PASSWORD, "table.local"),
        (NAME, PASSWORD, "10.0.0.256"), (NAME, PASSWORD, "10.0.0.1:"), (NAME, PASSWORD, "10.0.0.1:99999"),
    ],
)  # fmt: skip
def test_what_a_radio_cannot_use_is_refused(wifi: tuple[str, str, str]) -> None:
    """A name instead of an address would be looked up, for which the whole table waits."""
    with radio_table(enrolled=False) as (people, _), pytest.raises(Refused) as refused:
        people.asker.ask("wifi", *wifi)
    assert refused.value.code == "bad_field"


@pytest.mark.thorough("simulated tables play for seconds")
def test_a_stranger_on_the_air_changes_nothing_of_whose_table_it_is() -> None:
    """Neither without a seal, nor by asking for a proof within a sealed session, which ends it."""
    with radio_table() as (_, host):
        host.accept()
        host.enable_seal()
        seal, host.seal = host.seal, None
        host.reader.seal = None
        orders = (("wifi", "evil", "x" * 8, ""), ("key", "evil", "k" * 32), ("repl",), ("do", "start", 4, "ema-2025"))
        for order in orders:
            host.say(order[0], next(NUMBERS), *order[1:])
        assert [one for one in host.hear(400) if one[0] in ("done", "refused")] == []
        host.ask("prove", HALL, "a nonce")
        for order in orders:
            (refusal,) = [one for one in host.ask(*order) if one[0] == "refused"]
            assert refusal[2] == "not_proved", order
        assert seal is not None


@pytest.mark.thorough("simulated tables play for seconds")
def test_the_line_over_usb_comes_first_and_the_air_takes_over_when_it_is_pulled() -> None:
    """One writer with two carriers: each event is heard by the host, whichever way."""
    from test_unauthenticated_host import plugged_in, prove

    with radio_table() as (people, host):
        host.accept()
        host.enable_seal()
        host.ask("do", "start", 4, "ema-2025")
        people.press("dice")
        heard = {one[1] for one in host.hear(400) if one[0] == "event"}
        with plugged_in(people, first=next(NUMBERS)) as cable:
            cable.identify(500)
            # One who only looks is no host of the hall.
            host.say("ping", next(NUMBERS))
            host.hear(400)
            assert not host.is_ended
            prove(cable)
            host.hear(2000)
            assert host.is_ended
            people.press("1 riichi")
            host.hang_up()
            cable.ask("do", "penalty", 4, 0, -1000, "telephone")
            assert not host.dials(1000)
        people.virtual.set_usb_connected(on=False)
        pulled = people.virtual.device_time_us // 1000
        host.accept()
        assert host.dialled[-1] - pulled < 4500
        host.enable_seal()
        host.say("after", max(heard))
        told = [one[1] for one in host.hear(400) if one[0] == "event"]
        assert told == list(range(max(heard) + 1, people.state()["n"] + 1))
        assert [host.ask("state")[-1][0]] == ["done"]


@pytest.mark.thorough("simulated tables play for seconds")
def test_a_host_that_goes_without_a_word_is_left_and_dialled_again() -> None:
    """Nothing is sent after 3.5 s of silence, and the socket never says so."""
    with radio_table() as (people, host):
        host.accept()
        host.enable_seal()
        host.ask("do", "start", 4, "ema-2025")
        people.press("dice")
        people.virtual.set_radio_condition("is_deaf", 1)
        for seat in (1, 2, 3):
            people.press(f"{seat} riichi")
        people.virtual.wait(5000)
        # Flash is erased until then.
        people.asker.ask("health")
        people.virtual.wait(5000)
        people.virtual.set_radio_condition("is_deaf", 0)
        host.hang_up()
        host.accept()
        host.enable_seal()
        host.say("after", -1)
        assert [one[2] for one in host.hear(800) if one[0] == "event"] == [
            "start",
            "hand",
            "riichi",
            "riichi",
            "riichi",
        ]
        figures = {one[2]: one[3] for one in people.asker.ask("health")}
        assert figures["loop_ms"] <= SCAN_MS


@pytest.mark.thorough("simulated tables play for seconds")
@pytest.mark.parametrize(("what", "value"), [("no_memory", 3), ("no_room", 20), ("short", 5), ("reset", 1)])
def test_lwip_at_its_worst_costs_time_and_no_event(what: str, value: int) -> None:
    """No memory for a socket, no room for a write, only a few bytes of each taken, a reset in between."""
    with radio_table() as (people, host):
        host.accept()
        host.enable_seal()
        host.ask("do", "start", 4, "ema-2025")
        if what == "no_memory":
            host.hang_up()
        people.virtual.set_radio_condition(what, value)
        people.press("dice, 1 riichi")
        if what in ("no_memory", "reset"):
            host.hang_up()
            host.accept()
            host.enable_seal()
        host.say("after", -1)
        kinds = [one[2] for one in host.hear(3000) if one[0] == "event"]
        assert kinds[-3:] == ["start", "hand", "riichi"]


@pytest.mark.thorough("simulated tables play for seconds")
def test_an_access_point_that_dies_is_joined_again_within_ten_seconds() -> None:
    """The radio says for a while that all is well, then that there is no network."""
    with radio_table() as (people, host):
        host.accept()
        host.enable_seal()
        for away_ms in (3000, 40_000):
            people.virtual.set_radio_condition("is_up", 0)
            people.virtual.wait(away_ms)
            host.hang_up()
            people.virtual.set_radio_condition("is_up", 1)
            back = people.virtual.device_time_us // 1000
            host.accept()
            assert host.dialled[-1] - back < 10_000
            host.enable_seal()


@pytest.mark.thorough("simulated tables play for seconds")
def test_the_seats_are_told_after_two_minutes_without_a_host() -> None:
    """In each language, beside the score; and not while a host is there."""
    with radio_table() as (people, host):
        host.accept()
        host.enable_seal()
        people.begin()
        people.set_up(1, "My language", "Deutsch")
        keep_alive(host, 5)
        host.close()
        people.virtual.wait(126_000)
        assert "no host for 2 min" in str(people.view(0))
        assert "seit 2 min kein Rechner" in str(people.view(1))


def test_leaving_the_hall_forgets_its_wifi() -> None:
    """Its password is no business of the next hall."""
    with radio_table() as (people, host):
        host.accept()
        people.menu(0, "Leave the hall")
        people.press("0 ok, 1 ok, 2 ok, 3 ok")
        people.virtual.wait(500)
        assert PASSWORD.encode() not in people.virtual.flash_image or not host.dials(1)
