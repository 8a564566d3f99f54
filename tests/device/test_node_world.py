"""The world of a browser's page under Node: the same table as in MicroPython's unix port, and nothing is lost."""

from __future__ import annotations

import os
import signal
from contextlib import closing

import pytest
from players import Players

from tenbo.devices.follower import Follower
from tenbo.devices.link import monotonic_ms, read_and_answer
from tenbo.devices.serial_link import SerialLink
from tenbo.simulator import VirtualTable, demo, interpreter_lookup
from tenbo_core.errors import LinkFault, Malformed, Refused
from tools import tablet_firmware, vendored_npm_packages

SEED = "two worlds"
CLOCK_ROWS = 10


@pytest.fixture(scope="module", autouse=True)
def _built():
    """Have Node run the firmware of today."""
    if not vendored_npm_packages.is_copied():
        pytest.skip("make web brings the MicroPython that Node runs")
    tablet_firmware.build()


def choose(interpreter, monkeypatch):
    """Choose what runs the table; Node's firmware is compiled in a way of its own."""
    monkeypatch.setenv(interpreter_lookup.CHOICE, interpreter)
    monkeypatch.delenv("TENBO_FIRMWARE", raising=False)


@pytest.fixture
def under_node(monkeypatch):
    """Choose Node, which these tables would not take by themselves."""
    choose(interpreter_lookup.NODE, monkeypatch)


def played_table(interpreter, monkeypatch):
    """Play the first hands of the demonstration; return the events without their times, the pixels, and the faults."""
    choose(interpreter, monkeypatch)
    with VirtualTable(frozen=True, seed=SEED) as virtual:
        stage = demo.DemoTable(virtual, lambda _: None)
        demo.play_demo(stage, "ema-2025", list(demo.SCRIPT[:3]))
        events = [[*event.plain()[:3], *event.plain()[4:]] for event in stage.events]
        # The last notes have gone. In the first rows is the clock, of a game that begins at another millisecond.
        virtual.wait(20_000)
        pictures = [virtual.display(seat).rows[CLOCK_ROWS:] for seat in range(4)]
        stage.close()
        return events, pictures, virtual.lamps(), virtual.faults(), virtual.restarts


def read_to_the_end(link):
    """Read until the line is gone."""
    while True:
        link.read()


@pytest.mark.thorough("simulated tables play for seconds")
def test_three_hands_are_the_same_in_both_worlds(monkeypatch):
    """Device and host agree in each of them, and both tables on every event, die, lamp and pixel."""
    unix = played_table("unix", monkeypatch)
    node = played_table("node", monkeypatch)
    assert len(node[0]) > 10
    assert node == unix
    assert node[3:] == ([], [])


@pytest.mark.thorough("simulated tables play for seconds")
def test_what_a_lamp_has_shown_is_there_after_a_kill(under_node, tmp_path):
    """The process is killed in the moment in which the lamp is lit, as a loss of power would."""
    with VirtualTable(frozen=True, flash=tmp_path) as virtual:
        people = Players(virtual)
        people.begin()
        people.press("dice")
        virtual.hold(2, "riichi")
        while not virtual.lamps()["riichi"][2]:
            virtual.wait(1)
        os.kill(virtual._child._process.pid, signal.SIGKILL)
    with VirtualTable(frozen=True, flash=tmp_path) as virtual:
        assert Players(virtual).state()["riichi"] == [2]
        assert virtual.lamps()["riichi"] == [False, False, True, False]


@pytest.mark.thorough("a start for each moment")
@pytest.mark.parametrize("torn", [False, True])
def test_a_cut_at_any_change_of_the_flash_loses_nothing_that_was_shown(under_node, torn):
    """A line that is not whole is none, and the table had not shown its event."""
    for changes in range(1, 9):
        with VirtualTable(frozen=True) as virtual:
            people = Players(virtual)
            people.begin()
            people.press("dice")
            virtual.cut_power_after(changes, torn=torn)
            shown = []
            for seat in (0, 1, 2):
                virtual.hold(seat, "riichi")
                virtual.wait(100)
                if virtual.is_powered:
                    shown = [seat for seat in range(4) if virtual.lamps()["riichi"][seat]]
                virtual.release(seat, "riichi")
            virtual.power_on()
            assert set(shown) <= set(people.state()["riichi"]), changes


@pytest.mark.thorough("simulated tables play for seconds")
def test_health_says_in_which_world_the_table_is(under_node):
    """A report of a fault begins with that."""
    with VirtualTable(frozen=True) as virtual:
        health = Players(virtual).health()
    assert (health["world"], health["storage"]) == ("node", "files")


def test_where_there_are_no_pseudo_terminals_the_host_follows_over_tcp(under_node, monkeypatch):
    """As on Windows, where this was not tried: the table listens at a port of its own computer."""
    monkeypatch.delattr("os.openpty")
    with VirtualTable(frozen=True) as virtual:
        assert virtual.port.startswith("socket://127.0.0.1:")
        Players(virtual).begin()
        virtual.press("table", "dice")
        follower = Follower()
        with closing(SerialLink(virtual.port)) as link:
            link.send(follower.opening_messages(monotonic_ms()))
            while follower.last < 1:
                read_and_answer(link, follower)
            assert follower.table.phase == "playing"
            virtual.set_usb_connected(on=False)
            with pytest.raises(LinkFault, match="is gone"):
                read_to_the_end(link)


def test_node_is_taken_where_the_unix_port_is_missing(monkeypatch):
    """A Raspberry Pi, a Mac, Windows, or a Python that is newer than the wheel."""
    monkeypatch.delenv(interpreter_lookup.CHOICE, raising=False)
    assert interpreter_lookup.find_interpreter() == "unix"
    assert "unix port" in interpreter_lookup.interpreter_summary()
    monkeypatch.setattr(interpreter_lookup, "_micropython", lambda: None)
    assert interpreter_lookup.find_interpreter() == "node"
    assert "under Node" in interpreter_lookup.interpreter_summary()


def test_what_is_missing_or_misspelt_is_one_sentence(monkeypatch, tmp_path):
    """Neither interpreter, no image, and a word that names none."""
    monkeypatch.setenv(interpreter_lookup.CHOICE, "deno")
    with pytest.raises(Malformed, match="unix or node"):
        interpreter_lookup.find_interpreter()
    monkeypatch.setenv(interpreter_lookup.CHOICE, "node")
    monkeypatch.setattr(interpreter_lookup, "IMAGE", tmp_path / "none.img")
    with pytest.raises(LinkFault, match="make web"):
        interpreter_lookup.find_interpreter()
    monkeypatch.setattr(interpreter_lookup, "node_major_version", lambda _: 18)
    with pytest.raises(LinkFault, match="no Node of version 20"):
        interpreter_lookup.find_interpreter()
    monkeypatch.delenv(interpreter_lookup.CHOICE)
    monkeypatch.setattr(interpreter_lookup, "_micropython", lambda: None)
    with pytest.raises(LinkFault, match="no MicroPython on this machine"):
        interpreter_lookup.find_interpreter()


def test_what_only_the_unix_port_can_is_refused(under_node):
    """Counting instructions, another chip, and a flash as an image."""
    with pytest.raises(LinkFault, match="unix port"):
        VirtualTable(computing=True)
    with VirtualTable(frozen=True) as virtual, pytest.raises(Refused, match="log"):
        virtual.flash_image  # noqa: B018 - asked for
